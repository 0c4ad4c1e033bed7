#include "datasets/formats/umb/umb_rows.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "datasets/text/row_sort.h"
#include "datasets/text/rows.h"

static const char of_states[] = "state-to-choices.bin", of_choices[] = "choice-to-branches.bin",
                  targets[] = "branch-to-target.bin", probabilities[] = "branch-to-probability.bin",
                  rates[] = UMB_RATES;

/* Row starts */

/* Reads a map from `count` objects to ranges of `last` other objects; the identity if the file is
 * missing. */
static enum status read_map(const struct umb_files *files, const char *name, uint64_t count,
                            const char *to, uint64_t last, uint64_t *map)
{
    uint64_t wrong = UINT64_MAX;
    const struct umb_file *file = umb_find(files, name);
    for (uint64_t k = 0; !file && k <= count; k++) map[k] = k;
    if (!file) return OK;
    MUST(umb_take(files, file, map));
#pragma omp parallel for reduction(min : wrong) if (team_once(count))
    for (uint64_t k = 0; k < count; k++)
        if (map[k] > map[k + 1] && k < wrong) wrong = k;
    if (wrong != UINT64_MAX)
        return umb_fail(files, ERROR_DAMAGED, name,
                        "number %" PRIu64 " is less than the one before", wrong + 1);
    if (map[0] || map[count] != last)
        return umb_fail(files, ERROR_DAMAGED, name,
                        "it goes from %" PRIu64 " to %" PRIu64 ", not from 0 to %s = %" PRIu64,
                        map[0], map[count], to, last);
    return OK;
}

/* Checks a map before anything is allocated, so that no allocation is larger than the file
 * justifies. */
static enum status check_map(const struct umb_files *files, const char *name, const char *from,
                             uint64_t count, const char *to, uint64_t last)
{
    const struct umb_file *file = umb_find(files, name);
    if (file) return umb_check_size(files, file, from, count + 1, sizeof(uint64_t));
    if (count == last) return OK;
    return umb_fail(files, ERROR_DAMAGED, name,
                    "it is missing, though %s = %" PRIu64 " differs from %s = %" PRIu64, from,
                    count, to, last);
}

/* Sets row to the starts of the states' branches; each state has at most one choice. */
static enum status through_choices(const struct umb_files *files, const struct umb_index *index,
                                   const uint64_t *branches, uint64_t *row)
{
    enum status status = OK;
    uint64_t *choices = NULL;
    TRY(allocate(index->states + 1, sizeof *choices, "choices", &choices));
    TRY(read_map(files, of_states, index->states, "#choices", index->choices, choices));
    for (uint64_t i = 0; i < index->states; i++)
        if (choices[i + 1] - choices[i] > 1)
            TRY(umb_fail(files, ERROR_INPUT, of_states,
                         "state %" PRIu64 " has %" PRIu64 " choices: this is not a DTMC or CTMC", i,
                         choices[i + 1] - choices[i]));
    for (uint64_t i = 0; i <= index->states; i++) row[i] = branches[choices[i]];
out:
    free(choices);
    return status;
}

static enum status read_starts(const struct umb_files *files, const struct umb_index *index,
                               uint64_t *row)
{
    enum status status = OK;
    uint64_t *branches = NULL;
    if (!umb_find(files, of_states))
        return read_map(files, of_choices, index->choices, "#branches", index->branches, row);
    TRY(allocate(index->choices + 1, sizeof *branches, "choices", &branches));
    TRY(read_map(files, of_choices, index->choices, "#branches", index->branches, branches));
    TRY(through_choices(files, index, branches, row));
out:
    free(branches);
    return status;
}

/* Entries */

static enum status umb_find_row_file(const struct umb_files *files, const char *name,
                                     const char *what, uint64_t count, const struct umb_file **out)
{
    *out = umb_find(files, name);
    if (!*out) return umb_fail(files, ERROR_DAMAGED, name, "it is missing");
    return umb_check_size(files, *out, what, count, sizeof(uint64_t));
}

static enum status read_values(const struct umb_files *files, const char *name, const char *what,
                               uint64_t count, double *out)
{
    uint64_t wrong = UINT64_MAX;
    const struct umb_file *file;
    MUST(umb_find_row_file(files, name, what, count, &file));
    MUST(umb_take(files, file, out));
#pragma omp parallel for reduction(min : wrong) if (team_once(count))
    for (uint64_t k = 0; k < count; k++)
        if (!(out[k] >= 0 && out[k] < HUGE_VAL) && k < wrong) wrong = k;
    if (wrong == UINT64_MAX) return OK;
    return umb_fail(files, ERROR_DAMAGED, name, "number %" PRIu64 " is negative or not finite",
                    wrong);
}

static enum status read_targets(const struct umb_files *files, const struct umb_index *index,
                                uint32_t *col)
{
    uint64_t wrong = UINT64_MAX;
    const struct umb_file *file;
    MUST(umb_find_row_file(files, targets, "#branches", index->branches, &file));
    MUST(umb_take_narrow(files, file, col));
#pragma omp parallel for reduction(min : wrong) if (team_once(index->branches))
    for (uint64_t k = 0; k < index->branches; k++)
        if (col[k] >= index->states && k < wrong) wrong = k;
    if (wrong == UINT64_MAX) return OK;
    return umb_fail(files, ERROR_DAMAGED, targets, "number %" PRIu64 " is no state", wrong);
}

/* Replaces the probabilities of state i by rates; exact: the rates that Warpmark wrote, or NULL.
 * Returns false if these differ by more than rounding. *lost: some product is too small for a
 * normal double. */
static bool set_rates(struct csr *a, uint64_t i, double exit, const double *exact, int *lost)
{
    bool same = true;
    for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
        double rate = a->val[k] * exit;
        *lost |= rate < DBL_MIN && a->val[k] > 0 && exit > 0;
        if (exact) same &= fabs(exact[k] - rate) <= 1e-9 * exact[k] + 1e-300 * exit;
        a->val[k] = exact ? exact[k] : rate;
    }
    return same;
}

/* Reads or computes the rates: a rate is a product of two numbers of the file, or stored
 * separately. */
static enum status read_rates(const struct umb_files *files, struct chain *chain, double **exit)
{
    enum status status = OK;
    struct csr *a = &chain->transitions;
    int lost = 0;
    uint64_t wrong = UINT64_MAX;
    double *exact = NULL;
    TRY(allocate(a->rows, sizeof **exit, "exit rates", exit));
    TRY(read_values(files, "state-to-exit-rate.bin", "#states", a->rows, *exit));
    if (umb_find(files, rates)) {
        TRY(allocate(a->nnz, sizeof *exact, "rates", &exact));
        TRY(read_values(files, rates, "#branches", a->nnz, exact));
    }
#pragma omp parallel for reduction(min : wrong) reduction(| : lost) if (team_once(a->nnz))
    for (uint64_t i = 0; i < a->rows; i++)
        if (!set_rates(a, i, (*exit)[i], exact, &lost) && i < wrong) wrong = i;
    if (!exact) chain->rounding = (struct chain_rounding){.transitions = 2, .lost = lost};
    if (wrong != UINT64_MAX)
        TRY(umb_fail(files, ERROR_DAMAGED, rates,
                     "the rates of state %" PRIu64 " are not its probabilities times its exit rate",
                     wrong));
out:
    free(exact);
    return status;
}

enum status umb_rows_read(const struct umb_files *files, const struct umb_index *index,
                          struct chain *chain, double **exit)
{
    const struct umb_file *file;
    struct csr *out = &chain->transitions;
    *exit = NULL;
    MUST(umb_find_row_file(files, targets, "#branches", index->branches, &file));
    MUST(check_map(files, of_choices, "#choices", index->choices, "#branches", index->branches));
    MUST(check_map(files, of_states, "#states", index->states, "#choices", index->choices));
    MUST(csr_allocate((uint32_t)index->states, index->branches, out));
    MUST(read_starts(files, index, out->row));
    MUST(read_targets(files, index, out->col));
    MUST(read_values(files, probabilities, "#branches", index->branches, out->val));
    return index->type == CHAIN_CTMC ? read_rates(files, chain, exit) : OK;
}

/* Rows of a chain */

/* Returns whether the row meets the conditions of base/sparse/chain.h: positive values, ascending
 * columns. *sum: sum of its values. */
static bool row_is_clean(const struct csr *a, uint64_t i, struct row_sum *sum)
{
    bool clean = true;
    *sum = (struct row_sum){0};
    for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
        clean &= a->val[k] > 0 && (k == a->row[i] || a->col[k] > a->col[k - 1]);
        row_sum_add(sum, i, a->col[k], a->val[k]);
    }
    return clean;
}

/* Returns whether the sum of row i is right. A row without branches is a deadlock, as is a row of a
 * CTMC with only rates of 0. */
static bool sum_fits(const struct csr *a, uint64_t i, enum chain_type type, struct row_sum sum)
{
    if (type == CHAIN_CTMC) return isfinite(row_sum_total(sum));
    return a->row[i] == a->row[i + 1] || chain_row_fits(sum.staying, sum.leaving, 1e-6);
}

static enum status check_sums(const struct umb_files *files, enum chain_type type,
                              const struct csr *a, bool *clean)
{
    uint64_t wrong = UINT64_MAX, odd = 0;
    struct row_sum sum;
#pragma omp parallel for schedule(static) private(sum) reduction(min : wrong) reduction(+ : odd) \
    if (team_once(a->nnz + a->rows))
    for (uint64_t i = 0; i < a->rows; i++) {
        odd += !row_is_clean(a, i, &sum);
        if (!sum_fits(a, i, type, sum) && i < wrong) wrong = i;
    }
    *clean = !odd;
    if (wrong == UINT64_MAX) return OK;
    row_is_clean(a, wrong, &sum);
    if (type == CHAIN_CTMC)
        return umb_fail(files, ERROR_INPUT, "state-to-exit-rate.bin",
                        "the rates of state %" PRIu64 " sum to infinity", wrong);
    return umb_fail(files, ERROR_INPUT, probabilities,
                    "the probabilities of state %" PRIu64
                    " sum to %s, not to 1 within 1e-06 of the probability of leaving it, %.3g",
                    wrong, row_sum_text(sum).text, sum.leaving);
}

/* Moves the entries begin .. end - 1, which are sorted, to `to` and adds up duplicates; returns the
 * new end. *most: updated maximum of additions for one entry. */
static uint64_t merge_row(struct csr *a, uint64_t begin, uint64_t end, uint64_t to, uint64_t *most)
{
    uint64_t first = to;
    for (uint64_t k = begin, merged = 0; k < end; k++) {
        if (!(a->val[k] > 0)) continue;
        if (to > first && a->col[to - 1] == a->col[k]) {
            a->val[to - 1] += a->val[k];
            if (++merged > *most) *most = merged;
        } else {
            merged = 0;
            a->col[to] = a->col[k];
            a->val[to++] = a->val[k];
        }
    }
    return to;
}

/* Merges the entries of each row. A term that is too small for a normal double adds an error of at
 * most one rounding of the sum. */
static enum status merge_rows(struct chain *chain)
{
    enum status status = OK;
    struct csr *a = &chain->transitions;
    uint64_t merged = 0;
    struct row_sort spare = {0};
    uint64_t to = 0, begin = 0;
    for (uint32_t i = 0; i < a->rows; i++) {
        uint64_t end = a->row[i + 1];
        TRY(row_sort(&spare, end - begin, a->col + begin, a->val + begin));
        to = merge_row(a, begin, end, to, &merged);
        begin = end;
        a->row[i + 1] = to;
    }
    a->nnz = to;
    chain->rounding.transitions += 2 * merged;
out:
    row_sort_free(&spare);
    return status;
}

enum status umb_rows_finish(const struct umb_files *files, struct chain *chain)
{
    bool clean;
    MUST(check_sums(files, chain->type, &chain->transitions, &clean));
    return clean ? OK : merge_rows(chain);
}
