/* Places seq (one core) and omp (all cores): place memory is the heap. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/system.h"
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

/* What flushes the caches: twice as much as all of the last level hold. It is read, line by line: nothing is left
 * behind that the caches would have to write back while a solve is timed. */
static struct {
    const volatile unsigned char *data; /* NULL before the first time */
    size_t bytes;
} filler;
enum { CACHE_LINE = 64 };

static enum status open_filler(void)
{
    struct system_share share;
    system_share("", &share);
    double bytes = 2 * system_last_level("", share.cpus);
    if (bytes <= 0) return fail(ERROR_UNSUPPORTED, "Linux does not tell the sizes of this machine's caches");
    void *data;
    enum status status = allocate((size_t)bytes, 1, "what flushes the caches", &data);
    if (status != OK) return status;
    filler.data = memset(data, 1, (size_t)bytes); /* pages that were never written to are all the same one */
    filler.bytes = (size_t)bytes;
    return OK;
}

static enum status flush(int all_threads)
{
    enum status status = filler.data ? OK : open_filler();
    if (status != OK) return status;
#pragma omp parallel for schedule(static) if (all_threads)
    for (size_t i = 0; i < filler.bytes; i += CACHE_LINE) (void)filler.data[i];
    return OK;
}

static enum status flush_seq(void)
{
    return flush(0);
}

static enum status flush_omp(void)
{
    return flush(1);
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
        .flush = flush_##id,                                               \
        .synchronise = always,                                             \
        .poll = poll,                                                      \
        .loop = host_loop,                                                 \
        .vec = {[F32] = &vec_ops_##id##_f32, [F64] = &vec_ops_##id##_f64}, \
    };

extern const struct place place_seq, place_omp;
CPU_PLACE(seq, "one core", false)
CPU_PLACE(omp, "all cores, OpenMP", true)
