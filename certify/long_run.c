/* Long runs. Rates are read as flows between two states, f = R(i,j) times a difference, so that
 * what the diagonal was rounded to does not matter. */
#include <omp.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "certify/check.h"
#include "certify/rows.h"
#include "certify/sums.h"
#include "certify/times.h"

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
        times->slack[i] = slack_of_rates(&rate[i], a->diag[i]);
        if (count[i] > times->longest) times->longest = count[i];
    }
    times->slack_share = share_of_slack(times->longest);
out:
    free(rate);
    free(count);
    return status;
}

enum status certify_times(const struct matrix *a, const struct reading *reading,
                          const struct classes *classes, const double *v, struct times *times)
{
    enum status status = OK;
    struct sum *drift = NULL;
    uint32_t *count = NULL;
    struct class_times *found = NULL;
    if (!matrix_is_stored(a)) return certify_closed_times(&a->closed, reading, NULL, NULL, times);
    TRY(find_slack(a, times));
    TRY(allocate_zeroed(classes->count, sizeof *found, "classes", &found));
    TRY(leave(a, v, &drift, &count));
    for (uint32_t i = 0; i < a->off.n; i++)
        add_drift(&found[classes->of[i]], &drift[i], count[i], reading->entry, v[i]);
    for (uint32_t c = 0; c < classes->count; c++) times->scale[c] = scale_of_class(&found[c]);
out:
    free(drift);
    free(count);
    free(found);
    return status;
}

/* What leads to a state: minus the entries of its row, times x. */
struct inflow {
    const double *x;
    struct sum sum;
    uint64_t terms;
};

ALWAYS_INLINE void add_inflow(void *context, uint64_t column, double value)
{
    struct inflow *to = context;
    sum_add(&to->sum, -(long double)value * to->x[column]);
    to->terms++;
}

/* A long run that is checked. */
struct long_run {
    const struct matrix *a;
    const struct reading *reading;
    const double *v; /* NULL: in closed form */
    const struct times *times;
    const double *answer;
};

/* |(x Q)_i|, rounded up. Row i of a has what leads to i. */
static long double residual(const struct long_run *run, uint64_t i)
{
    const struct times *times = run->times;
    const struct matrix *a = run->a;
    const bool stored = matrix_is_stored(a);
    const unsigned kind = stored ? 0 : closed_row_kind(&a->closed, i);
    const double own = run->answer[i],
                 diagonal = stored ? a->diag[i] : closed_diagonal(&a->closed, kind);
    const long double corrected = (long double)times->slack[stored ? i : kind] * own;
    struct inflow flow = {.x = run->answer};
    sum_add(&flow.sum, -(long double)diagonal * own);
    sum_add(&flow.sum, -corrected);
    each_entry(a, i, add_inflow, &flow);
    const uint64_t terms = flow.terms + times->longest + 2;
    const long double rounded =
        2 * (DBL_EPSILON * fabsl(corrected) + DBL_MIN * fabsl((long double)own));
    return round_up(fabsl(flow.sum.value) + sum_error(&flow.sum, terms, run->reading->entry) +
                    rounded);
}

/* What is summed up over a class. */
struct class_sums {
    long double moved; /* |r_i| v_i */
    struct sum mass;
    bool any;
};

static void add_row_of_class(const struct long_run *run, uint64_t i, struct class_sums *sums)
{
    const double v = run->v ? run->v[i] : closed_weight(&run->a->closed, i);
    sums->moved += residual(run, i) * v;
    sum_add(&sums->mass, run->answer[i]);
    sums->any = true;
}

/* All rows are of one class: its sums are shared between threads. */
static void add_all_rows(const struct long_run *run, struct class_sums *sums)
{
    const uint64_t n = matrix_rows(run->a);
#pragma omp parallel if (team_once(matrix_entries(run->a) + n))
    {
        struct class_sums mine = {0};
#pragma omp for schedule(static)
        for (uint64_t i = 0; i < n; i++) add_row_of_class(run, i, &mine);
#pragma omp critical
        {
            sums->moved += mine.moved;
            sums->mass.value += mine.mass.value;
            sums->mass.size += mine.mass.size;
            sums->any |= mine.any;
        }
    }
}

static double distance_of_class(uint64_t n, const struct class_sums *sums, double scale)
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
    const uint64_t n = matrix_rows(a);
    const struct long_run run = {a, reading, v, times, answer};
    struct class_sums *sums;
    MUST(allocate_zeroed(classes->count, sizeof *sums, "sums of a check", &sums));
    if (classes->count == 1) add_all_rows(&run, sums);
    for (uint64_t i = 0; classes->count > 1 && i < n; i++)
        add_row_of_class(&run, i, &sums[classes->of[i]]);
    for (uint32_t c = 0; c < classes->count; c++)
        distance[c] = distance_of_class(n, &sums[c], times->scale[c]);
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
