#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "prove/means/levels.h"
#include "prove/means/sweeps.h"

static const char what[] = "a proof's levels";

/* Number of parts into which the coarse rows are divided, one for each thread. */
static uint64_t coarse_parts(const struct level *fine)
{
    return team_once(fine->a.off.nnz + fine->a.off.n) ? (uint64_t)omp_get_max_threads() : 1;
}

/* Replaces each weight by its share of the group's weight. */
static void find_shares(struct level *fine, struct level *coarse)
{
    const uint32_t count = coarse->a.off.n;
#pragma omp parallel for schedule(static) if (team_once(fine->a.off.n))
    for (uint32_t g = 0; g < count; g++) {
        const uint32_t first = fine->start[g], end = fine->start[g + 1];
        double sum = 0;
        for (uint32_t m = first; m < end; m++) sum += fine->share[fine->member[m]];
        for (uint32_t m = first; m < end; m++) fine->share[fine->member[m]] /= sum;
        coarse->share[g] = sum;
    }
}

/* Scratch of one thread, for one coarse row. */
struct row {
    uint32_t *at; /* for each coarse column: its index in `column`; NO_GROUP: not in the row */
    uint32_t *column;
    double *value;
    uint32_t length;
    double excess;
};

static int coarse_columns_ascending(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void sort(struct row *row)
{
    enum { FEW = 32 };
    if (row->length > FEW) {
        qsort(row->column, row->length, sizeof *row->column, coarse_columns_ascending);
        return;
    }
    for (uint32_t k = 1; k < row->length; k++) {
        const uint32_t column = row->column[k];
        uint32_t to = k;
        for (; to > 0 && row->column[to - 1] > column; to--) row->column[to] = row->column[to - 1];
        row->column[to] = column;
    }
}

static void find_columns(const struct level *fine, uint32_t g, struct row *row)
{
    const struct csr *off = &fine->a.off;
    row->length = 0;
    for (uint32_t m = fine->start[g]; m < fine->start[g + 1]; m++) {
        const uint32_t i = fine->member[m];
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            const uint32_t to = fine->group[off->col[k]];
            if (to == NO_GROUP || to == g || row->at[to] != NO_GROUP) continue;
            row->at[to] = 0;
            row->column[row->length++] = to;
        }
    }
}

static void forget_columns(struct row *row)
{
    for (uint32_t k = 0; k < row->length; k++) row->at[row->column[k]] = NO_GROUP;
}

/* Adds up the values of coarse row g. Entries to rows without a group are left out and so become
 * part of the excess. There are no subtractions. */
static void add_values(const struct level *fine, uint32_t g, struct row *row)
{
    const struct csr *off = &fine->a.off;
    row->excess = 0;
    for (uint32_t k = 0; k < row->length; k++) row->at[row->column[k]] = k, row->value[k] = 0;
    for (uint32_t m = fine->start[g]; m < fine->start[g + 1]; m++) {
        const uint32_t i = fine->member[m];
        const double share = fine->share[i];
        row->excess += share * fine->excess[i];
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            const uint32_t to = fine->group[off->col[k]];
            if (to == NO_GROUP) row->excess -= share * off->val[k];
            else if (to != g) row->value[row->at[to]] += share * off->val[k];
        }
    }
}

static void coarse_put_row(struct level *coarse, uint32_t g, const struct row *row)
{
    const struct csr *off = &coarse->a.off;
    const uint64_t first = off->row[g];
    double sum = row->excess;
    memcpy(off->col + first, row->column, row->length * sizeof *off->col);
    memcpy(off->val + first, row->value, row->length * sizeof *off->val);
    for (uint32_t k = 0; k < row->length; k++) sum -= row->value[k];
    coarse->excess[g] = row->excess;
    coarse->a.diag[g] = sum;
    coarse->inverse[g] = 1 / sum;
}

/* Number of entries of the group that has most. */
static uint64_t longest_group(const struct level *fine, uint32_t count)
{
    const struct csr *off = &fine->a.off;
    uint64_t most = 0;
    for (uint32_t g = 0; g < count; g++) {
        uint64_t entries = 0;
        for (uint32_t m = fine->start[g]; m < fine->start[g + 1]; m++)
            entries += off->row[fine->member[m] + 1] - off->row[fine->member[m]];
        most = entries > most ? entries : most;
    }
    return most;
}

static void row_free(struct row *row)
{
    free(row->at);
    free(row->column);
    free(row->value);
}

/* Allocates a row. Its columns are distinct, so it needs no more room than the coarse level has
 * rows. */
static enum status row_allocate(uint32_t count, uint64_t longest, struct row *out)
{
    const uint64_t room = longest < count ? longest : count;
    *out = (struct row){0};
    MUST(allocate(count, sizeof *out->at, what, &out->at));
    MUST(allocate(room, sizeof *out->column, what, &out->column));
    MUST(allocate(room, sizeof *out->value, what, &out->value));
    memset(out->at, 0xff, count * sizeof *out->at);
    return OK;
}

static void coarse_count_rows(const struct level *fine, struct level *coarse, uint32_t first,
                              uint32_t end, struct row *row)
{
    for (uint32_t g = first; g < end; g++) {
        find_columns(fine, g, row);
        forget_columns(row);
        coarse->a.off.row[g + 1] = row->length;
    }
}

static void coarse_fill_rows(const struct level *fine, struct level *coarse, uint32_t first,
                             uint32_t end, struct row *row)
{
    for (uint32_t g = first; g < end; g++) {
        find_columns(fine, g, row);
        sort(row);
        add_values(fine, g, row);
        coarse_put_row(coarse, g, row);
        forget_columns(row);
    }
}

typedef void work_on_rows(const struct level *fine, struct level *coarse, uint32_t first,
                          uint32_t end, struct row *row);

static void for_rows(const struct level *fine, struct level *coarse, struct row *rows,
                     uint64_t parts, work_on_rows *work)
{
#pragma omp parallel for schedule(static, 1) if (parts > 1)
    for (uint64_t p = 0; p < parts; p++) {
        uint32_t first, end;
        rows_of_part(coarse->a.off.n, p, parts, &first, &end);
        work(fine, coarse, first, end, &rows[p]);
    }
}

static enum status allocate_rows(struct level *coarse, uint32_t count)
{
    coarse->a.off.n = count;
    MUST(allocate_zeroed(count + (size_t)1, sizeof *coarse->a.off.row, what, &coarse->a.off.row));
    MUST(allocate(count, sizeof(double), what, &coarse->a.diag));
    MUST(allocate(count, sizeof(double), what, &coarse->excess));
    MUST(allocate(count, sizeof(double), what, &coarse->inverse));
    MUST(allocate(count, sizeof(double), what, &coarse->share));
    MUST(allocate(count, sizeof(double), what, &coarse->b));
    MUST(allocate(count, sizeof(double), what, &coarse->x));
    return allocate(count, sizeof(double), what, &coarse->residual);
}

static enum status make_rows(const struct level *fine, struct level *coarse, struct row *rows,
                             uint64_t parts)
{
    struct csr *off = &coarse->a.off;
    for_rows(fine, coarse, rows, parts, coarse_count_rows);
    for (uint32_t g = 0; g < off->n; g++) off->row[g + 1] += off->row[g];
    off->nnz = off->row[off->n];
    MUST(allocate(off->nnz, sizeof *off->col, what, &off->col));
    MUST(allocate(off->nnz, sizeof *off->val, what, &off->val));
    for_rows(fine, coarse, rows, parts, coarse_fill_rows);
    return OK;
}

static enum status connect(const struct level *fine, struct level *coarse)
{
    enum status status = OK;
    const uint64_t parts = coarse_parts(fine), longest = longest_group(fine, coarse->a.off.n);
    struct row *rows;
    MUST(allocate_zeroed(parts, sizeof *rows, what, &rows));
    for (uint64_t p = 0; p < parts; p++) TRY(row_allocate(coarse->a.off.n, longest, &rows[p]));
    TRY(make_rows(fine, coarse, rows, parts));
out:
    for (uint64_t p = 0; p < parts; p++) row_free(&rows[p]);
    free(rows);
    return status;
}

enum status level_coarsen(struct level *fine, struct level *coarse, bool *made)
{
    uint32_t count;
    MUST(level_group(fine, &count));
    *made = count > 0 && count <= fine->a.off.n - fine->a.off.n / 4;
    if (!*made) {
        level_free_groups(fine);
        return OK;
    }
    MUST(allocate_rows(coarse, count));
    find_shares(fine, coarse);
    return connect(fine, coarse);
}
