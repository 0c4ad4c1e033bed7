/* How the threads of a place divide a range of work: each takes one stretch of the same length.
 * Vectors are placed by the same rule (solvers/cpu/place.c), so that the data of a thread is in the
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

/* In a parallel region: number of the calling thread, and number of threads. Without OpenMP there
 * is one thread. */
#ifdef _OPENMP
#define share_index() ((size_t)omp_get_thread_num())
#define share_count() ((size_t)omp_get_num_threads())
#define share_threads(most) (omp_get_max_threads() < (most) ? omp_get_max_threads() : (most))
#else
#define share_index() ((size_t)0)
#define share_count() ((size_t)1)
#endif

/* Returns the stretch of the calling thread. */
static inline struct share share_mine(size_t count)
{
    return share_of(count, share_index(), share_count());
}
