/* Places seq (one core) and omp (all cores): place memory is the heap. */
#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include "base/memory.h"
#include "base/system.h"
#include "base/team.h"
#include "solvers/cpu/share.h"
#include "solvers/loop.h"

extern const struct vec_ops vec_ops_seq_f32, vec_ops_seq_f64, vec_ops_omp_f32, vec_ops_omp_f64;
extern const struct ilu_ops ilu_ops_seq_f32, ilu_ops_seq_f64, ilu_ops_omp_f32, ilu_ops_omp_f64;
extern const struct level_ops level_ops_seq_f64, level_ops_omp_f64;

static enum status always(void)
{
    return OK;
}

static enum status allocate_seq(size_t bytes, void **out)
{
    return allocate_large(bytes, 1, "vectors", out);
}

/* Allocates memory and touches it in parallel. A page is placed in the memory next to the thread
 * that touches it first, so each thread touches its own stretch of the vector. */
static enum status allocate_omp(size_t bytes, void **out)
{
    enum { PAGE = 4096 };
    enum status status = allocate_large(bytes, 1, "vectors", out);
    if (status != OK || bytes < PAGE) return status;
    volatile unsigned char *at = *out;
#pragma omp parallel if (team_again(bytes / sizeof(double)))
    {
        struct share mine = share_mine(bytes / PAGE);
        for (size_t page = mine.first; page < mine.end; page++) at[page * PAGE] = 0;
    }
    return OK;
}

/* Denormal numbers: one bit of the control register replaces denormal results by zero, another one
 * denormal operands. */
#if defined __SSE2__
enum {
    FLUSH_TO_ZERO = 1 << 15,
    DENORMALS_ARE_ZERO = 1 << 6,
    FLUSHING = FLUSH_TO_ZERO | DENORMALS_ARE_ZERO
};

static bool is_flushing(void)
{
    return (_mm_getcsr() & FLUSHING) == FLUSHING;
}

static bool set_flushing(bool flush)
{
    _mm_setcsr(flush ? _mm_getcsr() | FLUSHING : _mm_getcsr() & ~(unsigned)FLUSHING);
    return true;
}
#elif defined __aarch64__
enum { FLUSHING = 1 << 24 }; /* the bit of the control register for both */

static bool is_flushing(void)
{
    return __builtin_aarch64_get_fpcr() & FLUSHING;
}

static bool set_flushing(bool flush)
{
    unsigned before = __builtin_aarch64_get_fpcr();
    __builtin_aarch64_set_fpcr(flush ? before | FLUSHING : before & ~(unsigned)FLUSHING);
    return true;
}
#else
static bool is_flushing(void)
{
    return false;
}

static bool set_flushing(bool flush)
{
    return !flush;
}
#endif

static enum status flush_denormals_seq(bool flush, uint64_t entries, bool *before)
{
    (void)entries;
    *before = is_flushing();
    if (set_flushing(flush)) return OK;
    return fail(ERROR_UNSUPPORTED,
                "denormals=flush does not work on this kind of processor. Use denormals=keep");
}

/* Sets it in every thread, because each thread has its own control register. */
static enum status flush_denormals_omp(bool flush, uint64_t entries, bool *before)
{
    MUST(flush_denormals_seq(flush, entries, before));
#pragma omp parallel if (team_again(entries))
    set_flushing(flush);
    return OK;
}

static enum status cpu_put(void *to, const void *from_host, size_t bytes)
{
    memcpy(to, from_host, bytes);
    return OK;
}

static enum status cpu_get(void *to_host, const void *from, size_t count, size_t size)
{
    return cpu_put(to_host, from, count * size);
}

static enum status cpu_poll(struct test *test)
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

/* Each thread copies its part, with the same division as in sweeps. */
static enum status copy_omp(void *to, const void *from, size_t bytes)
{
    const double *x = from;
    double *y = to;
#pragma omp parallel for schedule(static) if (team_again(bytes / sizeof *x))
    for (size_t i = 0; i < bytes / sizeof *x; i++) y[i] = x[i];
    return OK;
}

/* Memory that flushes the caches when it is read: twice the size of all last-level caches. It is
 * only read, line by line, so the caches have nothing to write back while a solve is timed. */
static struct {
    const volatile unsigned char *data; /* NULL before the first flush */
    size_t bytes;
} filler;
enum { CACHE_LINE = 64 };

static enum status open_filler(void)
{
    struct system_share share;
    system_share("", &share);
    double bytes = 2 * system_last_level("", share.cpus);
    if (bytes <= 0)
        return fail(ERROR_UNSUPPORTED, "Linux does not tell the sizes of this machine's caches");
    void *data;
    MUST(allocate((size_t)bytes, 1, "what flushes the caches", &data));
    filler.data = memset(data, 1, (size_t)bytes); /* written, because pages that were never written
                                                     are all mapped to the same one */
    filler.bytes = (size_t)bytes;
    return OK;
}

static enum status cpu_flush(int all_threads)
{
    MUST(filler.data ? OK : open_filler());
#pragma omp parallel for schedule(static) if (all_threads)
    for (size_t i = 0; i < filler.bytes; i += CACHE_LINE) (void)filler.data[i];
    return OK;
}

static enum status flush_seq(void)
{
    return cpu_flush(0);
}

static enum status flush_omp(void)
{
    return cpu_flush(1);
}

#define CPU_PLACE(id, what, order)                                         \
    const struct place place_##id = {                                      \
        .name = #id,                                                       \
        .title = what,                                                     \
        .on_host = true,                                                   \
        .scheduled = order,                                                \
        .probe = always,                                                   \
        .allocate = allocate_##id,                                         \
        .release = free,                                                   \
        .put = cpu_put,                                                    \
        .get = cpu_get,                                                    \
        .copy = copy_##id,                                                 \
        .flush = flush_##id,                                               \
        .synchronise = always,                                             \
        .flush_denormals = flush_denormals_##id,                           \
        .poll = cpu_poll,                                                  \
        .loop = host_loop,                                                 \
        .vec = {[F32] = &vec_ops_##id##_f32, [F64] = &vec_ops_##id##_f64}, \
        .ilu = {[F32] = &ilu_ops_##id##_f32, [F64] = &ilu_ops_##id##_f64}, \
        .levels = &level_ops_##id##_f64,                                   \
    };

extern const struct place place_seq, place_omp;
CPU_PLACE(seq, "one core", UNSCHEDULED)
CPU_PLACE(omp, "all cores, OpenMP", BY_THREAD)
