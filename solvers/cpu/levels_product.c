/* Rows and entries of the next level: its pattern, and its numbers for weights of this level. */
#include <stdlib.h>
#include <string.h>

#include "solvers/cpu/levels.h"

enum { FEW = 256 };

static int sources_compare(const void *a, const void *b)
{
    const uint32_t *i = a, *j = b;
    return (*i > *j) - (*i < *j);
}

/* Inserts value into the ascending list of `count` different values. Returns its new length. */
static uint32_t sources_insert(uint32_t *list, uint32_t count, uint32_t value)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (list[middle] < value) low = middle + 1;
        else high = middle;
    }
    if (low < count && list[low] == value) return count;
    memmove(list + low + 1, list + low, (count - low) * sizeof *list);
    list[low] = value;
    return count + 1;
}

static uint32_t sort_distinct(uint32_t *list, uint32_t count)
{
    uint32_t distinct = 0;
    qsort(list, count, sizeof *list, sources_compare);
    for (uint32_t k = 0; k < count; k++)
        if (k == 0 || list[k] != list[k - 1]) list[distinct++] = list[k];
    return distinct;
}

/* Lists the aggregates of which the rows of aggregate I have entries, ascending. Returns their
 * number. */
static uint32_t list_sources(const struct level *a, uint32_t I, uint64_t entries, uint32_t *list)
{
    uint32_t count = 0;
    for (uint32_t m = a->start[I]; m < a->start[I + 1]; m++) {
        const uint32_t i = a->member[m];
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            const uint32_t J = a->aggregate[a->col[k]];
            if (J == I) continue;
            if (entries > FEW) list[count++] = J;
            else count = sources_insert(list, count, J);
        }
    }
    return entries > FEW ? sort_distinct(list, count) : count;
}

/* offset[I] = number of entries in the rows of the aggregates before I. */
static void offsets(const struct level *a, uint32_t count, uint64_t *offset)
{
#pragma omp parallel for schedule(static) if (team_once(a->n))
    for (uint32_t I = 0; I < count; I++) {
        offset[I + 1] = 0;
        for (uint32_t m = a->start[I]; m < a->start[I + 1]; m++)
            offset[I + 1] += a->row[a->member[m] + 1] - a->row[a->member[m]];
    }
    offset[0] = 0;
    for (uint32_t I = 0; I < count; I++) offset[I + 1] += offset[I];
}

/* Leaves the lists in map for connect. */
enum status EXPORTED(level_count)(const struct level *fine, const struct level *coarse,
                                  void *scratch, uint64_t *nnz)
{
    uint64_t *const offset = scratch;
    offsets(fine, coarse->n, offset);
#pragma omp parallel for schedule(dynamic, 1024) if (team_once(fine->nnz))
    for (uint32_t I = 0; I < coarse->n; I++)
        coarse->row[I + 1] =
            list_sources(fine, I, offset[I + 1] - offset[I], fine->map + offset[I]);
    coarse->row[0] = 0;
    for (uint32_t I = 0; I < coarse->n; I++) coarse->row[I + 1] += coarse->row[I];
    *nnz = coarse->row[coarse->n];
    return OK;
}

static uint32_t level_find_column(const struct level *a, uint32_t I, uint32_t J)
{
    uint64_t low = a->row[I], high = a->row[I + 1];
    while (low < high) {
        const uint64_t middle = (low + high) / 2;
        if (a->col[middle] < J) low = middle + 1;
        else high = middle;
    }
    return (uint32_t)low;
}

static void map_entries(const struct level *fine, const struct level *coarse)
{
#pragma omp parallel for schedule(static) if (team_once(fine->nnz))
    for (uint32_t i = 0; i < fine->n; i++) {
        const uint32_t I = fine->aggregate[i];
        for (uint64_t k = fine->row[i]; k < fine->row[i + 1]; k++) {
            const uint32_t J = fine->aggregate[fine->col[k]];
            fine->map[k] = J == I ? NO_ENTRY : level_find_column(coarse, I, J);
        }
    }
}

static void list_columns(const struct level *a)
{
    memset(a->out_start, 0, (a->n + (size_t)1) * sizeof *a->out_start);
    for (uint64_t k = 0; k < a->nnz; k++) a->out_start[a->col[k] + 1]++;
    for (uint32_t j = 0; j < a->n; j++) a->out_start[j + 1] += a->out_start[j];
    for (uint64_t k = 0; k < a->nnz; k++) a->out_entry[a->out_start[a->col[k]]++] = (uint32_t)k;
    memmove(a->out_start + 1, a->out_start, a->n * sizeof *a->out_start);
    a->out_start[0] = 0;
}

enum status EXPORTED(level_connect)(const struct level *fine, const struct level *coarse,
                                    void *scratch)
{
    const uint64_t *const offset = scratch;
#pragma omp parallel for schedule(static) if (team_once(coarse->nnz))
    for (uint32_t I = 0; I < coarse->n; I++)
        memcpy(coarse->col + coarse->row[I], fine->map + offset[I],
               (coarse->row[I + 1] - coarse->row[I]) * sizeof *coarse->col);
    map_entries(fine, coarse);
    list_columns(coarse);
    return OK;
}

enum status EXPORTED(level_weigh)(const struct level *fine, const struct level *coarse)
{
#pragma omp parallel for schedule(static) if (team_again(fine->n))
    for (uint32_t J = 0; J < coarse->n; J++) {
        const uint32_t first = fine->start[J], end = fine->start[J + 1];
        double sum = 0, b = 0;
        for (uint32_t m = first; m < end; m++) sum += fine->x[fine->member[m]];
        for (uint32_t m = first; m < end; m++)
            fine->next[fine->member[m]] =
                sum > 0 ? fine->x[fine->member[m]] / sum : 1.0 / (end - first);
        coarse->x[J] = sum;
        if (!fine->b) continue;
        for (uint32_t m = first; m < end; m++) b += fine->b[fine->member[m]];
        coarse->b[J] = b;
    }
    return OK;
}

/* Computes row J of the product. Returns the sum over the entries within J. */
static double product_row(const struct level *fine, const struct level *coarse, uint32_t J)
{
    const double *const w = fine->next;
    double inner = 0;
    for (uint64_t k = coarse->row[J]; k < coarse->row[J + 1]; k++) coarse->val[k] = 0;
    for (uint32_t m = fine->start[J]; m < fine->start[J + 1]; m++) {
        const uint32_t i = fine->member[m];
        inner += fine->diag[i] * w[i];
        for (uint64_t k = fine->row[i]; k < fine->row[i + 1]; k++) {
            const double term = fine->val[k] * w[fine->col[k]];
            if (fine->map[k] == NO_ENTRY) inner += term;
            else coarse->val[fine->map[k]] += term;
        }
    }
    return inner;
}

enum status EXPORTED(level_product)(const struct level *fine, const struct level *coarse)
{
#pragma omp parallel for schedule(static) if (team_again(fine->nnz))
    for (uint32_t J = 0; J < coarse->n; J++) coarse->diag[J] = product_row(fine, coarse, J);
    if (fine->b) return OK;
#pragma omp parallel for schedule(static) if (team_again(coarse->nnz))
    for (uint32_t J = 0; J < coarse->n; J++) {
        double sum = 0;
        for (uint32_t k = coarse->out_start[J]; k < coarse->out_start[J + 1]; k++)
            sum -= coarse->val[coarse->out_entry[k]];
        coarse->diag[J] = sum;
    }
    return OK;
}

enum status EXPORTED(level_prolong)(const struct level *fine, const struct level *coarse)
{
#pragma omp parallel for schedule(static) if (team_again(fine->n))
    for (uint32_t i = 0; i < fine->n; i++)
        fine->x[i] = fine->next[i] * coarse->x[fine->aggregate[i]];
    return OK;
}

enum status EXPORTED(level_collect)(const struct level *fine, const struct level *coarse)
{
#pragma omp parallel for schedule(static) if (team_again(fine->nnz))
    for (uint32_t J = 0; J < coarse->n; J++) {
        double sum = 0;
        for (uint32_t m = fine->start[J]; m < fine->start[J + 1]; m++) {
            const uint32_t i = fine->member[m];
            double left = fine->b[i] - fine->diag[i] * fine->x[i];
            for (uint64_t k = fine->row[i]; k < fine->row[i + 1]; k++)
                left -= fine->val[k] * fine->x[fine->col[k]];
            sum += left;
        }
        coarse->b[J] = sum;
    }
    return OK;
}

enum status EXPORTED(level_correct)(const struct level *fine, const struct level *coarse)
{
#pragma omp parallel for schedule(static) if (team_again(fine->n))
    for (uint32_t i = 0; i < fine->n; i++)
        fine->x[i] += fine->next[i] * coarse->x[fine->aggregate[i]];
    return OK;
}
