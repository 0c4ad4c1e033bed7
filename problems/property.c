#include "problems/property.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "base/team.h"
#include "base/text.h"
#include "certify/double_sums.h"
#include "certify/nearest.h"
#include "certify/reading.h"

static enum status unknown_label(const struct chain *chain, const char *name)
{
    const char **known = NULL;
    char hint[256];
    enum status status = allocate_zeroed(chain->nlabels + 1, sizeof *known, "labels", &known);
    if (status != OK) return status;
    for (size_t k = 0; k < chain->nlabels; k++) known[k] = chain->labels[k].name;
    const bool unlabelled = chain->nlabels <= 2; /* init and deadlock */
    status = fail(ERROR_INPUT, "unknown label '%s'%s%s", name,
                  suggest_name(name, known, hint, sizeof hint),
                  unlabelled ? ". A .tra file has its labels in the .lab file beside it" : "");
    free(known);
    return status;
}

enum status label_states(const struct chain *chain, const char *expression, uint8_t **out)
{
    bool negated = expression[0] == '!';
    const struct label *label = chain_label(chain, expression + negated);
    *out = NULL;
    if (!label) return unknown_label(chain, expression + negated);
    MUST(allocate(chain_states(chain), 1, "a label", out));
#pragma omp parallel for if (team_once(chain_states(chain)))
    for (uint32_t i = 0; i < chain_states(chain); i++)
        (*out)[i] = (label->holds[i] != 0) != negated;
    return OK;
}

enum status states_to_pass(const struct chain *chain, const struct property *property,
                           uint8_t **out)
{
    if (!property->avoid) return OK;
    MUST(label_states(chain, property->avoid, out));
#pragma omp parallel for if (team_once(chain_states(chain)))
    for (uint32_t i = 0; i < chain_states(chain); i++) (*out)[i] = !(*out)[i];
    return OK;
}

enum status take_initial(const struct chain *chain, enum filter filter, struct problem *out)
{
    uint32_t count = 0, first = UINT32_MAX;
    struct fixpoint_value *value = &out->fixpoint;
    MUST(label_states(chain, "init", &value->initial));
#pragma omp parallel for reduction(+ : count) reduction(min : first) \
    if (team_once(chain_states(chain)))
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        count += value->initial[i];
        if (value->initial[i] && i < first) first = i;
    }
    out->start = first;
    value->filter = filter;
    if (count > 1 && filter == FILTER_NONE)
        return fail(ERROR_INPUT, "%u states are initial: say filter=max, filter=min or filter=avg",
                    count);
    return OK;
}

/* Share of the probability of leaving a cycle: if a sum is off by more, it does not show how often
 * the cycle is left. */
static const double most_of_leaving = 0.01;

/* Sum of a row minus 1, in two doubles, and a bound on its error: 0 if no addition was rounded. */
struct beyond_one {
    struct double_sum sum;
    double off;
};

static struct beyond_one add_row(const struct csr *r, uint32_t i)
{
    struct double_sum sum = {-1, 0, 1};
    bool exact = true;
    for (uint64_t k = r->row[i]; k < r->row[i + 1]; k++) {
        const struct double_sum before = sum;
        add_double(&sum, r->val[k]);
        const double lost = lost_by(before.head, r->val[k], sum.head);
        exact &= lost_by(before.tail, lost, sum.tail) == 0;
    }
    const double terms = (double)(r->row[i + 1] - r->row[i]) + 1;
    return (struct beyond_one){sum, exact ? 0 : double_sum_error(&sum, terms, 0)};
}

/* Upper bound of the absolute value of a sum with error off. */
static double size_above(const struct double_sum *sum, double off)
{
    return fmax(double_sum_above(sum, off), -double_sum_below(sum, off));
}

double share_of_row_sum(const struct csr *rows, uint32_t row)
{
    const struct beyond_one beyond_one = add_row(rows, row);
    return size_above(&beyond_one.sum, beyond_one.off);
}

static double beyond(const struct beyond_one *row)
{
    return row->sum.head + row->sum.tail;
}

/* Bound on the error of a sum of rounded numbers, if a reader rounded more than once. */
static double rounding_of(const struct chain *chain, uint32_t i)
{
    const uint64_t *row = chain->transitions.row;
    return (double)(row[i + 1] - row[i] + 8 + chain->rounding.transitions) * DBL_EPSILON;
}

/* Upper bound of the relative error of `quotient` for x / (head + rest), where head + rest has the
 * error off. x is in 0.5 <= x < 1, so no product is too small for a double. */
static double share_off(double quotient, double x, double head, double rest, double off)
{
    struct double_sum left = {x, 0, x};
    add_product(&left, -quotient, head);
    add_product(&left, -quotient, rest);
    const double size = size_above(&left, double_sum_error(&left, 3, 0));
    return divide_up(add_up(size, multiply_up(quotient, off)), x);
}

/* *share: maximum of the relative errors of the quotients, updated. */
static void divide_row_by_sum(struct csr *r, uint32_t i, const struct beyond_one *row,
                              double *share)
{
    struct double_sum sum = row->sum;
    add_double(&sum, 1);
    const double head = sum.head + sum.tail, rest = lost_by(sum.head, sum.tail, head),
                 off = add_up(row->off, double_sum_error(&sum, 2, 0));
    for (uint64_t k = r->row[i]; k < r->row[i + 1]; k++) {
        int power;
        const double x = frexp(r->val[k], &power), rough = x / head,
                     left = fma(-rough, head, x) - rough * rest;
        r->val[k] = ldexp(rough + left / head, power);
        *share = fmax(*share, share_off(ldexp(r->val[k], -power), x, head, rest, off));
    }
}

/* most[i] = the largest probability with which a state of component i leaves it in one step. */
static void find_leaving(const struct csr *r, const uint32_t *component, double *most)
{
    for (uint32_t i = 0; i < r->rows; i++) {
        double leaving = 0;
        for (uint64_t k = r->row[i]; k < r->row[i + 1]; k++)
            if (component[r->col[k]] != component[i]) leaving += r->val[k];
        if (leaving > most[component[i]]) most[component[i]] = leaving;
    }
}

/* Checks that the error of each sum is small compared with the probability of leaving the state's
 * cycle. A closed class is never left, so it is not checked. */
static enum status check_cycles(const struct chain *chain)
{
    const struct csr *r = &chain->transitions;
    enum status status = OK;
    uint32_t *component = NULL, count;
    double *leaving = NULL;
    TRY(strong_components(r, &component, &count));
    TRY(allocate_zeroed(count, sizeof *leaving, "cycles", &leaving));
    find_leaving(r, component, leaving);
    for (uint32_t i = 0; i < r->rows; i++) {
        const struct beyond_one row = add_row(r, i);
        const double all = leaving[component[i]],
                     most = fmax(rounding_of(chain, i), most_of_leaving * all);
        if (all == 0 || fabs(beyond(&row)) <= most) continue;
        TRY(fail(ERROR_INPUT,
                 "state %u: its probabilities sum to 1%+.3g, and what is missing or too much is "
                 "not small beside %.3g, the most that leaves its cycle of states in a step: "
                 "correct them, or write them with more digits",
                 i, beyond(&row), all));
    }
out:
    free(component);
    free(leaving);
    return status;
}

struct reading sums_in_entries(struct reading reading)
{
    return (struct reading){.entry = fmax(reading.entry, 1.01 * reading.constant),
                            .balanced = reading.balanced};
}

double share_of_products(const struct chain *chain, const double *reward)
{
    for (size_t k = 0; k < chain->nrewards; k++)
        if (chain->rewards[k].rate == reward && chain->rewards[k].state)
            return reading_share(chain->rounding.rewards);
    return 0;
}

/* Returns whether rounding explains what each sum is off, and *beside = the most that it is. */
static bool all_sums_fit(const struct chain *chain, double *beside)
{
    const struct csr *r = &chain->transitions;
    bool fit = true;
    double most = 0;
#pragma omp parallel reduction(max : most) reduction(&& : fit) if (team_once(r->nnz))
    {
        TO_NEAREST;
#pragma omp for
        for (uint32_t i = 0; i < r->rows; i++) {
            const struct beyond_one row = add_row(r, i);
            fit = fit && fabs(beyond(&row)) <= rounding_of(chain, i);
            most = fmax(most, size_above(&row.sum, row.off));
        }
        most = settled(most);
    }
    *beside = most;
    return fit;
}

/* The same if some rows must be divided. */
static enum status divide_some(struct chain *chain, double *beside, struct problem *out)
{
    TO_NEAREST;
    struct csr *r = &chain->transitions;
    double share = 0, furthest = 0;
    *beside = 0;
    if (!chain->group) MUST(check_cycles(chain));
    for (uint32_t i = 0; i < r->rows; i++) {
        const struct beyond_one row = add_row(r, i);
        const double gap = fabs(beyond(&row));
        if (gap <= rounding_of(chain, i)) {
            *beside = fmax(*beside, size_above(&row.sum, row.off));
            continue;
        }
        divide_row_by_sum(r, i, &row, &share);
        out->divided.rows++;
        if (gap > furthest) out->divided.sum = 1 + beyond(&row), furthest = gap;
    }
    out->reading.entry = 1.01 * share;
    return OK;
}

enum status divide_by_sums(struct chain *chain, struct problem *out)
{
    double beside = 0;
    out->reading = (struct reading){.balanced = true};
    if (chain->type == CHAIN_CTMC) return OK;
    if (!all_sums_fit(chain, &beside)) MUST(divide_some(chain, &beside, out));
    out->reading.constant = 1.01 * beside;
    return OK;
}
