#define _GNU_SOURCE /* F_DUPFD_CLOEXEC */
#include "harness/process/problem_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "base/system.h"
#include "harness/process/builder.h"
#include "problems/pack.h"

/* Memory to keep free, in sizes of the problem: it may be used in eight layouts at a time
 * (measure.interleave). */
static const double times_its_size = 8;

static void take_off(struct problem_cache *cache, size_t k)
{
    close(cache->item[k].fd);
    free(cache->item[k].facts.source);
    free(cache->item[k].facts.kind);
    memmove(cache->item + k, cache->item + k + 1, (--cache->count - k) * sizeof *cache->item);
}

void problem_cache_free(struct problem_cache *cache)
{
    while (cache->count) take_off(cache, cache->count - 1);
    free(cache->item);
    *cache = (struct problem_cache){0};
}

/* Drops problems until memory suffices for the last one, which stays. */
static void problem_cache_make_room(struct problem_cache *cache)
{
    const double wanted = times_its_size * cache->item[cache->count - 1].bytes;
    while (cache->count > 1 && available_memory() < wanted) take_off(cache, 0);
}

static enum status problem_cache_put(struct problem_cache *cache, int fd,
                                     const struct prove_settings *proof,
                                     const struct result_problem *facts)
{
    enum status status = OK;
    struct stat file;
    struct cached_problem item = {.fd = -1, .proof = *proof};
    TRY(reallocate(&cache->item, cache->count + 1, sizeof *cache->item, "problems"));
    item.fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (item.fd < 0 || fstat(fd, &file) != 0)
        TRY(fail(ERROR_HOST_MEMORY, "cannot keep a problem for later: %s", strerror(errno)));
    item.bytes = (double)file.st_size;
    TRY(copy_text(facts->source, &item.facts.source));
    TRY(result_problem_learn(&item.facts, facts));
    cache->item[cache->count++] = item;
    return OK;
out:
    if (item.fd >= 0) close(item.fd);
    free(item.facts.source);
    return status;
}

static enum status problem_cache_take(struct problem_cache *cache, size_t k,
                                      struct result_problem *out, int *fd)
{
    struct cached_problem item = cache->item[k];
    memmove(cache->item + k, cache->item + k + 1, (cache->count - 1 - k) * sizeof item);
    cache->item[cache->count - 1] = item;
    *fd = fcntl(item.fd, F_DUPFD_CLOEXEC, 0);
    if (*fd < 0)
        return fail(ERROR_HOST_MEMORY, "cannot open a problem that was kept: %s", strerror(errno));
    enum status status = result_problem_learn(out, &item.facts);
    if (status == OK) return OK;
    close(*fd);
    *fd = -1;
    return status;
}

static enum status make_packed_problem(double memory, const struct prove_settings *proof,
                                       struct result_problem *out, int *fd)
{
    MUST(problem_pack_create(fd));
    enum status status = build_problem(*fd, memory, proof, out);
    if (status == OK) return OK;
    close(*fd);
    *fd = -1;
    return status;
}

/* Returns whether the proof of a problem satisfies a request with settings `wanted`. More time adds
 * nothing to a proof that did not use up its own. */
static bool proves_enough(const struct cached_problem *item, const struct prove_settings *wanted)
{
    const struct prove_settings *made = &item->proof;
    if (!(wanted->width > 0)) return true;
    return made->width > 0 && made->width <= wanted->width && made->model == wanted->model &&
           (made->seconds >= wanted->seconds || item->facts.prove < made->seconds);
}

/* Finds the problem of a source. A problem with a weaker proof than requested is dropped. */
static size_t problem_cache_find(struct problem_cache *cache, const char *source,
                                 const struct prove_settings *proof)
{
    size_t k = 0;
    while (k < cache->count && strcmp(cache->item[k].facts.source, source)) k++;
    if (k < cache->count && !proves_enough(&cache->item[k], proof)) {
        take_off(cache, k);
        return cache->count;
    }
    return k;
}

enum status problem_cache_open(struct problem_cache *cache, double memory,
                               const struct prove_settings *proof, struct result_problem *out,
                               int *fd)
{
    enum status status = OK;
    *fd = -1;
    if (!cache) return make_packed_problem(memory, proof, out, fd);
    const size_t k = problem_cache_find(cache, out->source, proof);
    if (k < cache->count) {
        const double start = clock_now();
        status = problem_cache_take(cache, k, out, fd);
        out->proof_found = status == OK && proof->width > 0 && !isnan(out->prove);
        if (status == OK) out->prove = out->proof_found ? clock_now() - start : NAN;
    } else {
        status = make_packed_problem(memory, proof, out, fd);
        if (status == OK) status = problem_cache_put(cache, *fd, proof, out);
    }
    if (status == OK) problem_cache_make_room(cache);
    else if (*fd >= 0) close(*fd), *fd = -1;
    return status;
}
