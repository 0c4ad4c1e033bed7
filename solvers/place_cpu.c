/* Places seq (one core) and omp (all cores): place memory is the heap. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/loop.h"

extern const struct vec_ops vec_ops_seq_f32, vec_ops_seq_f64, vec_ops_omp_f32, vec_ops_omp_f64;

static enum status always(void)
{
    return OK;
}

static enum status allocate_bytes(size_t bytes, void **out)
{
    return allocate(bytes, 1, "vectors", out);
}

static enum status put(void *to, const void *from_host, size_t bytes)
{
    memcpy(to, from_host, bytes);
    return OK;
}

static enum status get(void *to_host, const void *from, size_t count, size_t size)
{
    return put(to_host, from, count * size);
}

static enum status poll(struct test *test)
{
    test->votes = *test->flag;
    *test->flag = 0;
    return OK;
}

static enum status copy_seq(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
    return OK;
}

/* Each thread its part, as the sweeps divide vectors. */
static enum status copy_omp(void *to, const void *from, size_t bytes)
{
    const double *x = from;
    double *y = to;
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < bytes / sizeof *x; i++) y[i] = x[i];
    return OK;
}

#define CPU_PLACE(id, what, in_steps)                                      \
    const struct place place_##id = {                                      \
        .name = #id,                                                       \
        .title = what,                                                     \
        .on_host = true,                                                   \
        .scheduled = in_steps,                                             \
        .probe = always,                                                   \
        .allocate = allocate_bytes,                                        \
        .release = free,                                                   \
        .put = put,                                                        \
        .get = get,                                                        \
        .copy = copy_##id,                                                 \
        .synchronise = always,                                             \
        .poll = poll,                                                      \
        .loop = host_loop,                                                 \
        .vec = {[F32] = &vec_ops_##id##_f32, [F64] = &vec_ops_##id##_f64}, \
    };

extern const struct place place_seq, place_omp;
CPU_PLACE(seq, "one core", false)
CPU_PLACE(omp, "all cores, OpenMP", true)
