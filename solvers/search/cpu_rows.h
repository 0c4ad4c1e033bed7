/* Macros and shared-memory helpers of the files in this folder. Each file is compiled twice, with
 * -DPLACE=seq|omp; the seq version without OpenMP, so that its pragmas have no effect and nothing
 * is atomic. */
#pragma once

#include "base/team.h"
#include "solvers/search/edges.h"
#include "solvers/search/search.h"

#define PASTE_(prefix, place) prefix##_##place
#define PASTE(prefix, place) PASTE_(prefix, place)
/* EXPORTED(map_ops) is map_ops_seq, and so on. */
#define EXPORTED(prefix) PASTE(prefix, PLACE)

#ifdef _OPENMP

static inline uint32_t load_shared(const uint32_t *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void store_shared(uint32_t *word, uint32_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

/* Returns the sum. */
static inline uint32_t add_shared(uint32_t *word, uint32_t value)
{
    return __atomic_add_fetch(word, value, __ATOMIC_RELAXED);
}

/* If *word is from, sets it to `to`. Returns whether this call did it. */
static inline bool exchange_shared(uint32_t *word, uint32_t from, uint32_t to)
{
    return __atomic_compare_exchange_n(word, &from, to, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

#else

static inline uint32_t load_shared(const uint32_t *word)
{
    return *word;
}

static inline void store_shared(uint32_t *word, uint32_t value)
{
    *word = value;
}

static inline uint32_t add_shared(uint32_t *word, uint32_t value)
{
    return *word += value;
}

static inline bool exchange_shared(uint32_t *word, uint32_t from, uint32_t to)
{
    if (*word != from) return false;
    *word = to;
    return true;
}

#endif
