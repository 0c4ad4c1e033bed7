#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "prove/means/levels.h"
#include "prove/means/sweeps.h"

/* Rows unite where the flow between them is at least this share of the largest. */
static const double strong = 0.25;

static const char what[] = "a proof's levels";

void level_free_groups(struct level *level)
{
    free(level->group);
    free(level->start);
    free(level->member);
    level->group = level->start = level->member = NULL;
}

static bool is_alone(const struct level *level, uint32_t i)
{
    return level->a.off.row[i] == level->a.off.row[i + 1];
}

static uint64_t parts_of(const struct level *level)
{
    return team_once(level->a.off.nnz + level->a.off.n) ? (uint64_t)omp_get_max_threads() : 1;
}

/* What flows from i along entry k, as a share of what leaves one of both ends. */
static double flow(const struct level *level, uint32_t i, uint64_t k)
{
    const uint32_t j = level->a.off.col[k];
    const double *w = level->share, *diag = level->a.diag;
    return -level->a.off.val[k] * w[i] / fmin(w[i] * diag[i], w[j] * diag[j]);
}

/* Of the rows that i leads to, the one with the largest flow which is still free, or which has a
 * group; NO_GROUP: none, or its flow is weak. */
static uint32_t neighbour(const struct level *level, uint32_t i, uint32_t first, uint32_t end,
                          bool is_free)
{
    const struct csr *off = &level->a.off;
    double best = 0, largest = 0;
    uint32_t found = NO_GROUP;
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
        const uint32_t j = off->col[k];
        if (is_alone(level, j)) continue;
        const double here = flow(level, i, k);
        largest = fmax(largest, here);
        if (j < first || j >= end || (level->group[j] == NO_GROUP) != is_free) continue;
        if (here > best) best = here, found = j;
    }
    return best >= strong * largest ? found : NO_GROUP;
}

/* Groups of rows first .. end - 1, numbered from 0: each is a walk along the largest flows. Returns
 * how many there are. */
static uint32_t walk(struct level *level, uint32_t first, uint32_t end)
{
    uint32_t groups = 0;
    for (uint32_t begin = first; begin < end; begin++) {
        uint32_t i = begin, next;
        int rows = 1;
        if (level->group[begin] != NO_GROUP || is_alone(level, begin)) continue;
        level->group[begin] = groups;
        for (; rows < LEVEL_GROUP; rows++) {
            next = neighbour(level, i, first, end, true);
            if (next == NO_GROUP) break;
            level->group[next] = groups;
            i = next;
        }
        level->group[begin] = NO_GROUP; /* not its own neighbour */
        next = rows == 1 ? neighbour(level, begin, first, end, false) : NO_GROUP;
        level->group[begin] = next == NO_GROUP ? groups++ : level->group[next];
    }
    return groups;
}

/* The members of groups `from` .. `to` - 1, which are rows first .. end - 1, from `at` on. */
static void list_members(struct level *level, uint32_t first, uint32_t end, uint32_t from,
                         uint32_t to, uint32_t at)
{
    uint32_t *start = level->start;
    for (uint32_t g = from; g < to; g++) start[g] = 0;
    for (uint32_t i = first; i < end; i++)
        if (level->group[i] != NO_GROUP) start[level->group[i] += from]++;
    for (uint32_t g = from; g < to; g++) {
        at += start[g];
        start[g] = at;
    }
    for (uint32_t i = end; i-- > first;)
        if (level->group[i] != NO_GROUP) level->member[--start[level->group[i]]] = i;
}

static uint32_t count_grouped(const struct level *level, uint32_t first, uint32_t end)
{
    uint32_t count = 0;
    for (uint32_t i = first; i < end; i++) count += level->group[i] != NO_GROUP;
    return count;
}

/* Groups before each part, and rows in them. */
struct before {
    uint32_t groups, rows;
};

static enum status make_groups(struct level *level, struct before *before, uint64_t parts,
                               uint32_t *count)
{
    const uint32_t n = level->a.off.n;
    MUST(allocate(n, sizeof *level->group, what, &level->group));
    memset(level->group, 0xff, n * sizeof *level->group);
#pragma omp parallel for schedule(static, 1) if (parts > 1)
    for (uint64_t p = 0; p < parts; p++) {
        uint32_t first, end;
        rows_of_part(n, p, parts, &first, &end);
        before[p + 1].groups = walk(level, first, end);
        before[p + 1].rows = count_grouped(level, first, end);
    }
    for (uint64_t p = 0; p < parts; p++) {
        before[p + 1].groups += before[p].groups;
        before[p + 1].rows += before[p].rows;
    }
    *count = before[parts].groups;
    MUST(allocate(*count + (size_t)1, sizeof *level->start, what, &level->start));
    MUST(allocate(n, sizeof *level->member, what, &level->member));
#pragma omp parallel for schedule(static, 1) if (parts > 1)
    for (uint64_t p = 0; p < parts; p++) {
        uint32_t first, end;
        rows_of_part(n, p, parts, &first, &end);
        list_members(level, first, end, before[p].groups, before[p + 1].groups, before[p].rows);
    }
    level->start[*count] = before[parts].rows;
    return OK;
}

static enum status group(struct level *level, uint32_t *count)
{
    const uint64_t parts = parts_of(level);
    struct before *before;
    MUST(allocate_zeroed(parts + 1, sizeof *before, what, &before));
    const enum status status = make_groups(level, before, parts, count);
    free(before);
    return status;
}

/* Weights become shares of a group's. */
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

/* Of one thread, while it makes rows. */
struct row {
    uint32_t *at; /* of each coarse column: its place in `column`; NO_GROUP: it has none */
    uint32_t *column;
    double *value;
    uint32_t length;
    double excess;
};

static int ascending(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void sort(struct row *row)
{
    enum { FEW = 32 };
    if (row->length > FEW) {
        qsort(row->column, row->length, sizeof *row->column, ascending);
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

/* What leads to rows without a group is left out, and so becomes part of the excess. Nothing is
 * subtracted. */
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

static void put_row(struct level *coarse, uint32_t g, const struct row *row)
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

/* Entries of the group that has most. */
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

static enum status row_allocate(uint32_t count, uint64_t longest, struct row *out)
{
    *out = (struct row){0};
    MUST(allocate(count, sizeof *out->at, what, &out->at));
    MUST(allocate(longest, sizeof *out->column, what, &out->column));
    MUST(allocate(longest, sizeof *out->value, what, &out->value));
    memset(out->at, 0xff, count * sizeof *out->at);
    return OK;
}

static void count_rows(const struct level *fine, struct level *coarse, uint32_t first, uint32_t end,
                       struct row *row)
{
    for (uint32_t g = first; g < end; g++) {
        find_columns(fine, g, row);
        forget_columns(row);
        coarse->a.off.row[g + 1] = row->length;
    }
}

static void fill_rows(const struct level *fine, struct level *coarse, uint32_t first, uint32_t end,
                      struct row *row)
{
    for (uint32_t g = first; g < end; g++) {
        find_columns(fine, g, row);
        sort(row);
        add_values(fine, g, row);
        put_row(coarse, g, row);
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
    for_rows(fine, coarse, rows, parts, count_rows);
    for (uint32_t g = 0; g < off->n; g++) off->row[g + 1] += off->row[g];
    off->nnz = off->row[off->n];
    MUST(allocate(off->nnz, sizeof *off->col, what, &off->col));
    MUST(allocate(off->nnz, sizeof *off->val, what, &off->val));
    for_rows(fine, coarse, rows, parts, fill_rows);
    return OK;
}

static enum status connect(const struct level *fine, struct level *coarse)
{
    enum status status = OK;
    const uint64_t parts = parts_of(fine), longest = longest_group(fine, coarse->a.off.n);
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
    MUST(group(fine, &count));
    *made = count > 0 && count <= fine->a.off.n - fine->a.off.n / 4;
    if (!*made) {
        level_free_groups(fine);
        return OK;
    }
    MUST(allocate_rows(coarse, count));
    find_shares(fine, coarse);
    return connect(fine, coarse);
}
