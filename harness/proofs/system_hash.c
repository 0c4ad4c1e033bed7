#include "harness/proofs/system_hash.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/sha256.h"
#include "base/team.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "arrays are hashed as they are in memory");

enum { BLOCK = 1 << 22, NO_ARRAY = -1 };

/* Adds an array's size (NO_ARRAY: there is no array), then the hashes of its blocks. */
static enum status add_array(struct sha256_ctx *all, const void *array, size_t size)
{
    const int64_t length = array ? (int64_t)size : NO_ARRAY;
    const size_t count = array ? (size + BLOCK - 1) / BLOCK : 0;
    uint8_t(*digest)[SHA256_DIGEST_SIZE] = NULL;
    atomic_bool stopped = false;
    atomic_size_t done = 0;
    sha256_add(all, &length, sizeof length);
    MUST(allocate(count, sizeof *digest, "hashes", &digest));
#pragma omp parallel for schedule(dynamic) if (team_once(size / sizeof(double)))
    for (size_t k = 0; k < count; k++) {
        if (stopped) continue;
        sha256_bytes((const uint8_t *)array + k * BLOCK,
                     size - k * BLOCK < BLOCK ? size - k * BLOCK : BLOCK, digest[k]);
        if (!progress_hook_call("blocks hashed", atomic_fetch_add(&done, 1) + 1, count))
            stopped = true;
    }
    sha256_add(all, digest, count * sizeof *digest);
    free(digest);
    return stopped ? progress_hook_stopped() : OK;
}

static void add_numbers(struct sha256_ctx *all, const struct problem *p)
{
    const uint64_t counts[] = {p->kind,  p->range,           p->solved,         problem_unknowns(p),
                               p->steps, p->fixpoint.filter, p->steady.nclasses};
    const double reals[] = {p->time, p->step, p->steady.constant};
    sha256_add(all, counts, sizeof counts);
    sha256_add(all, reals, sizeof reals);
}

/* Adds what is asked of the answer, where that is more than its value. */
static void add_asked(struct sha256_ctx *all, const struct asked_value *asked)
{
    const double numbers[] = {
        asked->complement, asked->relation, asked->limit_low, asked->limit_high, asked->off,
        asked->known,      asked->truth,    asked->low,       asked->high,       asked->range};
    bool any = false;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) any |= numbers[k] != 0;
    if (any) sha256_add(all, numbers, sizeof numbers);
}

/* Adds the choices that a proof is about, as they were read. */
static enum status add_choices(struct sha256_ctx *all, const struct problem *p)
{
    const struct linear *s = p->steps ? &p->system : &p->optimum.original;
    const size_t states = matrix_unknowns(&s->a), rows = s->a.off.rows, nnz = s->a.off.nnz;
    const uint64_t largest = p->optimum.largest + 2 * (p->optimum.bias != NULL);
    sha256_add(all, &largest, sizeof largest);
    MUST(add_array(all, s->a.group, (states + 1) * sizeof *s->a.group));
    MUST(add_array(all, s->a.off.row, (rows + 1) * sizeof *s->a.off.row));
    MUST(add_array(all, s->a.off.col, nnz * sizeof *s->a.off.col));
    MUST(add_array(all, s->a.off.val, nnz * sizeof *s->a.off.val));
    MUST(add_array(all, s->b, rows * sizeof *s->b));
    MUST(add_array(all, p->optimum.stated, states));
    return add_array(all, p->optimum.unknown_of, states * sizeof *p->optimum.unknown_of);
}

enum status system_hash(const struct problem *p, char out[SYSTEM_HASH])
{
    static const char start[] = "warpmark system 1\n";
    const struct linear *s = &p->system;
    const size_t n = matrix_unknowns(&s->a), rows = s->a.off.rows, nnz = s->a.off.nnz;
    const size_t nclasses = p->steady.nclasses;
    const struct {
        const void *array;
        size_t size;
    } arrays[] = {
        {s->a.off.row, (rows + 1) * sizeof *s->a.off.row},
        {s->a.off.col, nnz * sizeof *s->a.off.col},
        {s->a.off.val, nnz * sizeof *s->a.off.val},
        {s->a.diag, rows * sizeof *s->a.diag},
        {s->b, rows * sizeof *s->b},
        {s->x0, n * sizeof *s->x0},
        {p->fixpoint.initial, n},
        {p->fixpoint.infinite, n},
        {p->steady.class_of, n * sizeof *p->steady.class_of},
        {p->steady.probability, nclasses * sizeof *p->steady.probability},
        {p->steady.weight, n * sizeof *p->steady.weight},
    };
    struct sha256_ctx all;
    sha256_init(&all);
    sha256_add(&all, start, sizeof start);
    add_numbers(&all, p);
    add_asked(&all, &p->asked);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        MUST(add_array(&all, arrays[k].array, arrays[k].size));
    if (s->weight) MUST(add_array(&all, s->weight, n * sizeof *s->weight));
    if (problem_written(p) != s) {
        MUST(add_array(&all, p->written.a.off.val, nnz * sizeof *s->a.off.val));
        MUST(add_array(&all, p->written.b, n * sizeof *s->b));
    }
    if (p->kind == KIND_OPTIMUM) MUST(add_choices(&all, p));
    sha256_end(&all, out);
    return OK;
}
