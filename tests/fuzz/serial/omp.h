/* OpenMP for programs that are built without it: one thread. */
#pragma once

enum { omp_pause_soft = 1 };

static inline void omp_set_num_threads(int count)
{
    (void)count;
}

static inline int omp_get_max_threads(void)
{
    return 1;
}

static inline int omp_get_num_threads(void)
{
    return 1;
}

static inline int omp_get_thread_num(void)
{
    return 0;
}

static inline int omp_get_thread_limit(void)
{
    return 1;
}

static inline int omp_pause_resource_all(int kind)
{
    (void)kind;
    return 0;
}
