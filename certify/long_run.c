/* Long runs. Rates are read as flows between two states, f = R(i,j) times a difference, so that
 * what the diagonal was rounded to does not matter. */
#include <omp.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "certify/check.h"
#include "certify/sums.h"

enum { ROWS_OF_BLOCK = 1024 };

/* What is summed up column by column. */
struct columns {
    const struct csr *off;
    const double *at; /* or NULL */
    struct span {
        uint32_t first, last; /* columns that a block of rows has entries in; none: first > last */
    } * span;
    struct sum *outgoing;
    uint32_t *count;
};

static uint32_t end_of_block(const struct csr *off, uint64_t block)
{
    const uint64_t end = (block + 1) * ROWS_OF_BLOCK;
    return end < off->n ? (uint32_t)end : off->n;
}

/* Columns ascend in a row. */
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

/* What the rows of a block have in columns from .. to - 1. */
static void add_block(const struct columns *c, uint64_t block, uint32_t from, uint32_t to)
{
    const struct csr *off = c->off;
    for (uint64_t j = block * ROWS_OF_BLOCK; j < end_of_block(off, block); j++)
        for (uint64_t k = off->row[j]; k < off->row[j + 1]; k++) {
            const uint32_t i = off->col[k];
            if (i < from || i >= to) continue;
            const long double by = c->at ? (long double)c->at[i] - c->at[j] : 1;
            sum_add(&c->outgoing[i], -(long double)off->val[k] * by);
            ++c->count[i];
        }
}

/* Each thread has a part of the columns, in which it adds up row by row: so the sums do not depend
 * on the number of threads. It skips blocks of rows that have nothing in its part. */
static void add_columns(const struct columns *c)
{
    const uint64_t n = c->off->n, blocks = (n + ROWS_OF_BLOCK - 1) / ROWS_OF_BLOCK;
#pragma omp parallel if (team_once(c->off->nnz + n))
    {
        const uint64_t team = (uint64_t)omp_get_num_threads(),
                       mine = (uint64_t)omp_get_thread_num();
        const uint32_t from = (uint32_t)(n * mine / team), to = (uint32_t)(n * (mine + 1) / team);
#pragma omp for schedule(static)
        for (uint64_t block = 0; block < blocks; block++) c->span[block] = find_span(c->off, block);
        for (uint64_t block = 0; block < blocks; block++)
            if (c->span[block].first < to && c->span[block].last >= from)
                add_block(c, block, from, to);
    }
}

/* outgoing[i] (n new sums) = sum over the rates R(i,j) of R(i,j) (at[i] - at[j]), or of R(i,j)
 * where at is NULL. Column i of a has what leaves i. */
static enum status leave(const struct matrix *a, const double *at, struct sum **outgoing,
                         uint32_t **count)
{
    const struct csr *off = &a->off;
    struct columns c = {.off = off, .at = at};
    MUST(allocate_zeroed(off->n, sizeof **outgoing, "sums of a check", outgoing));
    MUST(allocate_zeroed(off->n, sizeof **count, "counts of a check", count));
    MUST(allocate((size_t)off->n / ROWS_OF_BLOCK + 1, sizeof *c.span, "columns of a check",
                  &c.span));
    c.outgoing = *outgoing;
    c.count = *count;
    add_columns(&c);
    free(c.span);
    return OK;
}

static enum status find_slack(const struct matrix *a, struct times *times)
{
    enum status status = OK;
    struct sum *rate = NULL;
    uint32_t *count = NULL;
    times->longest = 0;
    TRY(leave(a, NULL, &rate, &count));
    for (uint32_t i = 0; i < a->off.n; i++) {
        times->slack[i] = rate[i].size + fabsl((long double)a->diag[i]) < DBL_MAX
                              ? (double)(rate[i].value - a->diag[i])
                              : INFINITY;
        if (count[i] > times->longest) times->longest = count[i];
    }
    times->slack_share = 2 * (double)(times->longest + 10) * (double)LDBL_EPSILON;
out:
    free(rate);
    free(count);
    return status;
}

/* Every state of a class but one must come nearer, on average. */
enum status certify_times(const struct matrix *a, const struct reading *reading,
                          const struct classes *classes, const double *v, struct times *times)
{
    enum status status = OK;
    struct sum *drift = NULL;
    uint32_t *count = NULL, *resting = NULL;
    TRY(find_slack(a, times));
    TRY(allocate_zeroed(classes->count, sizeof *resting, "classes", &resting));
    TRY(leave(a, v, &drift, &count));
    for (uint32_t c = 0; c < classes->count; c++) times->scale[c] = 0;
    for (uint32_t i = 0; i < a->off.n; i++) {
        double *scale = &times->scale[classes->of[i]];
        const long double least =
            round_down(drift[i].value - sum_error(&drift[i], count[i], reading->entry));
        if (signbit(v[i]) || !isfinite(v[i])) *scale = INFINITY;
        else if (!(least > 0)) *scale = ++resting[classes->of[i]] > 1 ? INFINITY : *scale;
        else if (1 / least > *scale) *scale = certify_up(1 / least);
    }
out:
    free(drift);
    free(count);
    free(resting);
    return status;
}

/* |(x Q)_i|, rounded up. Row i of a has what leads to i. */
static long double residual(const struct matrix *a, const struct reading *reading,
                            const struct times *times, uint32_t i, const double *x)
{
    const struct csr *off = &a->off;
    const long double corrected = (long double)times->slack[i] * x[i];
    struct sum sum = {0};
    sum_add(&sum, -(long double)a->diag[i] * x[i]);
    sum_add(&sum, -corrected);
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
        sum_add(&sum, -(long double)off->val[k] * x[off->col[k]]);
    const uint64_t terms = off->row[i + 1] - off->row[i] + times->longest + 2;
    const long double rounded =
        2 * (DBL_EPSILON * fabsl(corrected) + DBL_MIN * fabsl((long double)x[i]));
    return round_up(fabsl(sum.value) + sum_error(&sum, terms, reading->entry) + rounded);
}

/* What is summed up over a class. */
struct class_sums {
    long double moved; /* |r_i| v_i */
    struct sum mass;
    bool any;
};

static void add_row_of_class(const struct matrix *a, const struct reading *reading,
                             const struct times *times, const double *v, const double *answer,
                             uint32_t i, struct class_sums *sums)
{
    sums->moved += residual(a, reading, times, i, answer) * v[i];
    sum_add(&sums->mass, answer[i]);
    sums->any = true;
}

/* All rows are of one class: its sums are shared between threads. */
static void add_all_rows(const struct matrix *a, const struct reading *reading,
                         const struct times *times, const double *v, const double *answer,
                         struct class_sums *sums)
{
#pragma omp parallel if (team_once(a->off.nnz + a->off.n))
    {
        struct class_sums mine = {0};
#pragma omp for schedule(static)
        for (uint32_t i = 0; i < a->off.n; i++)
            add_row_of_class(a, reading, times, v, answer, i, &mine);
#pragma omp critical
        {
            sums->moved += mine.moved;
            sums->mass.value += mine.mass.value;
            sums->mass.size += mine.mass.size;
            sums->any |= mine.any;
        }
    }
}

static double distance_of_class(uint32_t n, const struct class_sums *sums, double scale)
{
    const long double share = (long double)n * 4 * LDBL_EPSILON,
                      least = sums->mass.value - sum_error(&sums->mass, n, 0);
    if (!sums->any || !(least > 0 && share < 0.01L)) return INFINITY;
    return certify_up(round_up(round_up(2 * sums->moved) * scale * (1 + share)) / least);
}

enum status certify_long_run(const struct matrix *a, const struct reading *reading,
                             const struct classes *classes, const double *v,
                             const struct times *times, const double *answer, double *distance)
{
    struct class_sums *sums;
    MUST(allocate_zeroed(classes->count, sizeof *sums, "sums of a check", &sums));
    if (classes->count == 1) add_all_rows(a, reading, times, v, answer, sums);
    for (uint32_t i = 0; classes->count > 1 && i < a->off.n; i++)
        add_row_of_class(a, reading, times, v, answer, i, &sums[classes->of[i]]);
    for (uint32_t c = 0; c < classes->count; c++)
        distance[c] = distance_of_class(a->off.n, &sums[c], times->scale[c]);
    free(sums);
    return OK;
}

enum status certify_average(const struct matrix *a, const struct reading *reading,
                            const struct classes *classes, const double *reward, const double *w,
                            double *low, double *high)
{
    enum status status = OK;
    struct sum *back = NULL; /* minus (Q w)_i */
    uint32_t *count = NULL;
    TRY(leave(a, w, &back, &count));
    for (uint32_t c = 0; c < classes->count; c++) low[c] = INFINITY, high[c] = -INFINITY;
    for (uint32_t i = 0; i < a->off.n; i++) {
        const uint32_t c = classes->of[i];
        struct sum whole = back[i];
        sum_add(&whole, -(long double)reward[i]);
        const long double error = sum_error(&back[i], count[i], reading->entry) +
                                  sum_error(&whole, (uint64_t)count[i] + 1, 0) +
                                  1.05L * reading->constant * fabsl((long double)reward[i]);
        const long double middle = isfinite(error) ? -whole.value : 0;
        if (middle - error < low[c]) low[c] = certify_down(middle - error);
        if (middle + error > high[c]) high[c] = certify_up(middle + error);
    }
out:
    free(back);
    free(count);
    return status;
}
