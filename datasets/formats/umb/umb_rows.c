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

static uint64_t count_choices(const struct umb_rows *rows, uint64_t i)
{
    return rows->choices ? rows->choices[i + 1] - rows->choices[i] : 1;
}

/* Counts the rows, of which a state without choices has one, too. */
static enum status count_rows(const struct umb_files *files, const struct umb_index *index,
                              const struct umb_rows *rows, uint64_t *out)
{
    *out = 0;
    for (uint64_t i = 0; i < index->states; i++) {
        const uint64_t count = count_choices(rows, i);
        if (count > 1 && index->type != CHAIN_MDP)
            return umb_fail(files, ERROR_INPUT, of_states,
                            "state %" PRIu64 " has %" PRIu64 " choices: this is not a DTMC or CTMC",
                            i, count);
        *out += count ? count : 1;
    }
    if (*out < UINT32_MAX) return OK;
    return umb_fail(files, ERROR_INPUT, of_states, "there are 2^32 choices or more, too many");
}

static enum status find_groups(const struct umb_rows *rows, uint32_t n, struct chain *chain)
{
    uint32_t row = 0;
    MUST(allocate((size_t)n + 1, sizeof *chain->group, "choices", &chain->group));
    chain->ngroups = n;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t count = (uint32_t)count_choices(rows, i);
        chain->group[i] = row;
        row += count ? count : 1;
    }
    chain->group[n] = row;
    return OK;
}

/* Sets row to the starts of the branches. Without a map of choices, choices are rows. */
static enum status read_starts(const struct umb_files *files, const struct umb_index *index,
                               const struct umb_rows *rows, uint64_t *row)
{
    enum status status = OK;
    uint64_t *branches = NULL, to = 0;
    if (!rows->choices)
        return read_map(files, of_choices, index->choices, "#branches", index->branches, row);
    TRY(allocate(index->choices + 1, sizeof *branches, "choices", &branches));
    TRY(read_map(files, of_choices, index->choices, "#branches", index->branches, branches));
    for (uint64_t i = 0; i < index->states; i++) {
        uint64_t k = rows->choices[i];
        do row[to++] = branches[k++];
        while (k < rows->choices[i + 1]);
    }
    row[to] = index->branches;
out:
    free(branches);
    return status;
}

uint64_t umb_choice(const struct chain *chain, const struct umb_rows *rows, uint32_t state,
                    uint32_t row)
{
    const uint32_t k = row - chain_row(chain, state);
    if (k >= count_choices(rows, state)) return UINT64_MAX;
    return (rows->choices ? rows->choices[state] : state) + k;
}

void umb_rows_free(struct umb_rows *rows)
{
    free(rows->choices);
    free(rows->exit);
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
                          struct chain *chain, struct umb_rows *out)
{
    const struct umb_file *file;
    struct csr *a = &chain->transitions;
    uint64_t rows;
    MUST(umb_find_row_file(files, targets, "#branches", index->branches, &file));
    MUST(check_map(files, of_choices, "#choices", index->choices, "#branches", index->branches));
    MUST(check_map(files, of_states, "#states", index->states, "#choices", index->choices));
    if (umb_find(files, of_states)) {
        MUST(allocate(index->states + 1, sizeof *out->choices, "choices", &out->choices));
        MUST(read_map(files, of_states, index->states, "#choices", index->choices, out->choices));
    }
    MUST(count_rows(files, index, out, &rows));
    MUST(csr_allocate((uint32_t)rows, index->branches, a));
    MUST(read_starts(files, index, out, a->row));
    if (index->type == CHAIN_MDP) MUST(find_groups(out, (uint32_t)index->states, chain));
    MUST(read_targets(files, index, a->col));
    MUST(read_values(files, probabilities, "#branches", index->branches, a->val));
    return index->type == CHAIN_CTMC ? read_rates(files, chain, &out->exit) : OK;
}

/* Rows of a chain */

/* Returns whether a row of state i meets the conditions of base/sparse/chain.h: positive values,
 * ascending columns. *sum: sum of its values. */
static bool row_is_clean(const struct csr *a, uint64_t i, uint32_t row, struct row_sum *sum)
{
    bool clean = true;
    *sum = (struct row_sum){0};
    for (uint64_t k = a->row[row]; k < a->row[row + 1]; k++) {
        clean &= a->val[k] > 0 && (k == a->row[row] || a->col[k] > a->col[k - 1]);
        row_sum_add(sum, i, a->col[k], a->val[k]);
    }
    return clean;
}

/* Returns whether the sum of a row is right. A row without branches is a deadlock, as is a row of a
 * CTMC with only rates of 0. */
static bool sum_fits(const struct chain *chain, uint32_t row, struct row_sum sum)
{
    const struct csr *a = &chain->transitions;
    if (chain->type == CHAIN_CTMC) return isfinite(row_sum_total(sum));
    return a->row[row] == a->row[row + 1] || chain_row_fits(sum.staying, sum.leaving, 1e-6);
}

/* Returns whether all rows of state i have the right sums; else *sum is that of the first that has
 * not. *odd: updated number of rows that are not clean. */
static bool state_fits(const struct chain *chain, uint32_t i, uint64_t *odd, struct row_sum *sum)
{
    for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++) {
        *odd += !row_is_clean(&chain->transitions, i, r, sum);
        if (!sum_fits(chain, r, *sum)) return false;
    }
    return true;
}

static enum status check_sums(const struct umb_files *files, const struct chain *chain, bool *clean)
{
    uint32_t wrong = UINT32_MAX;
    uint64_t odd = 0;
    struct row_sum sum;
#pragma omp parallel for schedule(static) private(sum) reduction(min : wrong) reduction(+ : odd) \
    if (team_once(chain->transitions.nnz + chain_states(chain)))
    for (uint32_t i = 0; i < chain_states(chain); i++)
        if (!state_fits(chain, i, &odd, &sum) && i < wrong) wrong = i;
    *clean = !odd;
    if (wrong == UINT32_MAX) return OK;
    state_fits(chain, wrong, &odd, &sum);
    if (chain->type == CHAIN_CTMC)
        return umb_fail(files, ERROR_INPUT, "state-to-exit-rate.bin",
                        "the rates of state %" PRIu32 " sum to infinity", wrong);
    return umb_fail(files, ERROR_INPUT, probabilities,
                    "the probabilities of %sstate %" PRIu32
                    " sum to %s, not to 1 within 1e-06 of the probability of leaving it, %.3g",
                    chain->group ? "a choice of " : "", wrong, row_sum_text(sum).text, sum.leaving);
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
    MUST(check_sums(files, chain, &clean));
    return clean ? OK : merge_rows(chain);
}
