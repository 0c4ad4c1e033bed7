/* How the threads of a place divide a row of work: each one stretch, as long as the others'.
 * Vectors are placed by the same rule (place_cpu.c), so that a thread finds what it works on in the
 * memory next to it. */
#pragma once

#include <stddef.h>

#ifdef _OPENMP
#include <omp.h>
#endif

struct share {
    size_t first, end;
};

static inline struct share share_of(size_t count, size_t thread, size_t threads)
{
    size_t each = count / threads, left = count % threads;
    size_t first = each * thread + (thread < left ? thread : left);
    return (struct share){first, first + each + (thread < left)};
}

/* Inside a parallel region: which of its threads calls, and how many they are. Without OpenMP there
 * is one. */
#ifdef _OPENMP
#define share_index() ((size_t)omp_get_thread_num())
#define share_count() ((size_t)omp_get_num_threads())
#define share_threads(most) (omp_get_max_threads() < (most) ? omp_get_max_threads() : (most))
#else
#define share_index() ((size_t)0)
#define share_count() ((size_t)1)
#endif

/* The calling thread's. */
static inline struct share share_mine(size_t count)
{
    return share_of(count, share_index(), share_count());
}
