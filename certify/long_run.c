/* Long runs. Rates are treated as flows between two states, f = R(i,j) times a difference, so the
 * rounding of the diagonal does not matter. */
#include <omp.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "certify/nearest.h"
#include "certify/rows.h"

enum { ROWS_OF_BLOCK = 1024 };

/* Sums for each column, that is, for each row of the transpose. */
struct columns {
    const struct row_check *check;
    struct span {
        uint32_t first, last; /* columns that a block of rows has entries in; none: first > last */
    } * span;
    struct row_sums *sums;
};

/* The last may be empty. */
static uint64_t blocks_of(uint64_t rows)
{
    return rows / ROWS_OF_BLOCK + 1;
}

static uint32_t end_of_block(const struct csr *off, uint64_t block)
{
    const uint64_t end = (block + 1) * ROWS_OF_BLOCK;
    return end < off->rows ? (uint32_t)end : off->rows;
}

/* Finds the columns of a block. The columns of a row ascend. */
static struct span find_span(const struct csr *off, uint64_t block)
{
    struct span span = {UINT32_MAX, 0};
    for (uint64_t j = block * ROWS_OF_BLOCK; j < end_of_block(off, block); j++) {
        if (off->row[j] == off->row[j + 1]) continue;
        const uint32_t first = off->col[off->row[j]], last = off->col[off->row[j + 1] - 1];
        if (first < span.first) span.first = first;
        if (last > span.last) span.last = last;
    }
    return span;
}

/* Adds the entries that the rows of a block have in columns from .. to - 1. */
static void add_block(const struct columns *c, uint64_t block, uint32_t from, uint32_t to)
{
    const struct csr *off = &c->check->a.off;
    const double *x = c->check->x;
    for (uint64_t j = block * ROWS_OF_BLOCK; j < end_of_block(off, block); j++)
        for (uint64_t k = off->row[j]; k < off->row[j + 1]; k++) {
            const uint32_t i = off->col[k];
            if (i < from || i >= to) continue;
            row_check_entry(c->check, x ? x[i] : 0, false, off->val[k], x ? x[j] : 0, &c->sums[i]);
        }
}

/* Each thread has a part of the columns and adds up the rows in order, so the sums do not depend on
 * the number of threads. It skips blocks of rows that have nothing in its part. */
static void add_columns(const struct columns *c)
{
    const struct csr *off = &c->check->a.off;
    const uint64_t n = off->rows, blocks = blocks_of(n);
#pragma omp parallel if (team_once(off->nnz + n))
    {
        TO_NEAREST;
        const uint64_t team = (uint64_t)omp_get_num_threads(),
                       mine = (uint64_t)omp_get_thread_num();
        const uint32_t from = (uint32_t)(n * mine / team), to = (uint32_t)(n * (mine + 1) / team);
#pragma omp for schedule(static)
        for (uint64_t block = 0; block < blocks; block++) c->span[block] = find_span(off, block);
        for (uint64_t block = 0; block < blocks; block++)
            if (c->span[block].first < to && c->span[block].last >= from)
                add_block(c, block, from, to);
    }
}

/* Computes the results of the summed columns. The entries of column i are the transitions out of
 * i. */
static void close_columns(const struct columns *c, const struct classes *classes,
                          struct row_proof *proof)
{
    TO_NEAREST;
    const struct row_check *check = c->check;
    for (uint32_t k = 0; k < classes->count; k++) proof[k] = (struct row_proof)NO_PROOF;
    for (uint32_t i = 0; i < check->a.off.rows; i++) {
        const struct row_at at = row_check_at(check, i);
        const struct row_proof row = row_check_close(check, i, &at, &c->sums[i]);
        row_proof_merge(&proof[classes->of[i]], &row);
    }
    for (uint32_t k = 0; k < classes->count; k++) row_proof_finish(check->rule, 0, &proof[k]);
}

/* proof (one for each class) = finished results of the columns of check->a. */
static enum status columns_prove(const struct row_check *check, const struct classes *classes,
                                 struct row_proof *proof)
{
    enum status status = OK;
    const uint32_t n = matrix_unknowns(&check->a);
    struct columns c = {.check = check};
    TRY(allocate_zeroed(n, sizeof *c.sums, "sums of a check", &c.sums));
    TRY(allocate(blocks_of(n), sizeof *c.span, "columns of a check", &c.span));
    add_columns(&c);
    close_columns(&c, classes, proof);
out:
    free(c.sums);
    free(c.span);
    return status;
}

static enum status find_times(const struct matrix *a, const struct reading *reading,
                              const struct classes *classes, const double *v, struct times *times,
                              struct row_proof *proof)
{
    const struct row_check slack = {.rule = CHECK_SLACK, .a = *a, .out = times->slack},
                           drift = {.rule = CHECK_TIMES, .a = *a, .reading = *reading, .x = v};
    double longest = 0;
    MUST(columns_prove(&slack, classes, proof));
    for (uint32_t c = 0; c < classes->count; c++) longest = fmax(longest, proof[c].most[0]);
    times->longest = (uint64_t)longest;
    times->slack_share = share_of_slack(longest);
    MUST(columns_prove(&drift, classes, proof));
    for (uint32_t c = 0; c < classes->count; c++) times->scale[c] = proof[c].most[0];
    return OK;
}

enum status certify_times(const struct matrix *a, const struct reading *reading,
                          const struct classes *classes, const double *v, struct times *times)
{
    struct row_proof *proof;
    if (!matrix_is_stored(a)) return certify_closed_times(&a->closed, reading, NULL, NULL, times);
    MUST(allocate(classes->count, sizeof *proof, "classes", &proof));
    const enum status status = find_times(a, reading, classes, v, times, proof);
    free(proof);
    return status;
}

enum status certify_long_run(const struct matrix *a, const struct reading *reading,
                             const struct classes *classes, const double *v,
                             const struct times *times, const double *answer, double *distance)
{
    const struct row_check c = {.rule = CHECK_LONG_RUN,
                                .a = *a,
                                .reading = *reading,
                                .x = answer,
                                .by = v,
                                .slack = times->slack,
                                .scale = times->scale,
                                .longest = (double)times->longest,
                                .slack_share = times->slack_share};
    struct row_proof *proof;
    MUST(allocate(classes->count, sizeof *proof, "sums of a check", &proof));
    rows_prove(&c, classes, proof);
    for (uint32_t k = 0; k < classes->count; k++) distance[k] = proof[k].most[0];
    free(proof);
    return OK;
}

enum status certify_average(const struct matrix *a, const struct reading *reading,
                            const struct classes *classes, const double *reward, const double *w,
                            double *low, double *high)
{
    const struct row_check c = {
        .rule = CHECK_AVERAGE, .a = *a, .reading = *reading, .x = w, .b = reward};
    struct row_proof *proof;
    MUST(allocate(classes->count, sizeof *proof, "classes", &proof));
    const enum status status = columns_prove(&c, classes, proof);
    for (uint32_t k = 0; status == OK && k < classes->count; k++) {
        low[k] = -proof[k].most[0];
        high[k] = proof[k].most[1];
    }
    free(proof);
    return status;
}
