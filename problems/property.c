#include "problems/property.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "base/text.h"
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
    MUST(allocate(chain->transitions.n, 1, "a label", out));
    for (uint32_t i = 0; i < chain->transitions.n; i++)
        (*out)[i] = (label->holds[i] != 0) != negated;
    return OK;
}

enum status states_to_pass(const struct chain *chain, const struct property *property,
                           uint8_t **out)
{
    if (!property->avoid) return OK;
    MUST(label_states(chain, property->avoid, out));
    for (uint32_t i = 0; i < chain->transitions.n; i++) (*out)[i] = !(*out)[i];
    return OK;
}

enum status take_initial(const struct chain *chain, enum filter filter, struct problem *out)
{
    uint32_t count = 0;
    struct fixpoint_value *value = &out->fixpoint;
    MUST(label_states(chain, "init", &value->initial));
    for (uint32_t i = chain->transitions.n; i-- > 0;) {
        count += value->initial[i];
        if (value->initial[i]) out->start = i;
    }
    value->filter = filter;
    if (count > 1 && filter == FILTER_NONE)
        return fail(ERROR_INPUT, "%u states are initial: say filter=max, filter=min or filter=avg",
                    count);
    return OK;
}

/* Of what leaves a cycle: a sum that is off by more says nothing about how often it is left. */
static const long double most_of_leaving = 0.01L;

/* The sum of a row, and how far it may be from the exact one: 0 where no addition was rounded. */
static long double row_sum(const struct csr *r, uint32_t i, long double *off)
{
    long double sum = 0, lost = 0;
    for (uint64_t k = r->row[i]; k < r->row[i + 1]; k++) {
        const long double term = r->val[k], next = sum + term, back = next - sum;
        lost += fabsl((sum - (next - back)) + (term - back));
        sum = next;
    }
    *off = 2 * lost;
    return sum;
}

/* By how much a sum of rounded numbers can be off, where a reader rounded more than once. */
static long double rounding_of(const struct chain *chain, uint32_t i)
{
    const uint64_t *row = chain->transitions.row;
    return (row[i + 1] - row[i] + 8 + chain->rounding.transitions) * (long double)DBL_EPSILON;
}

/* *share: by how much a quotient is off, of itself. */
static void divide(struct csr *r, uint32_t i, long double sum, long double *share)
{
    const long double rounding = (r->row[i + 1] - r->row[i] + 8) * LDBL_EPSILON;
    for (uint64_t k = r->row[i]; k < r->row[i + 1]; k++) {
        const long double before = r->val[k];
        r->val[k] = (double)(before / sum);
        *share = fmaxl(*share, fabsl(r->val[k] * sum - before) / before + rounding);
    }
}

/* most[i] = the largest probability of leaving component i in a step. */
static void find_leaving(const struct csr *r, const uint32_t *component, long double *most)
{
    for (uint32_t i = 0; i < r->n; i++) {
        long double leaving = 0;
        for (uint64_t k = r->row[i]; k < r->row[i + 1]; k++)
            if (component[r->col[k]] != component[i]) leaving += r->val[k];
        if (leaving > most[component[i]]) most[component[i]] = leaving;
    }
}

/* A closed class is not left, so that nothing is lost beside it. */
static enum status check_cycles(const struct chain *chain)
{
    const struct csr *r = &chain->transitions;
    enum status status = OK;
    uint32_t *component = NULL, count;
    long double *leaving = NULL, off;
    TRY(strong_components(r, &component, &count));
    TRY(allocate_zeroed(count, sizeof *leaving, "cycles", &leaving));
    find_leaving(r, component, leaving);
    for (uint32_t i = 0; i < r->n; i++) {
        const long double sum = row_sum(r, i, &off), all = leaving[component[i]];
        const long double most = fmaxl(rounding_of(chain, i), most_of_leaving * all);
        if (all == 0 || fabsl(sum - 1) <= most) continue;
        TRY(fail(ERROR_INPUT,
                 "state %u: its probabilities sum to 1%+.3Lg, and what is missing or too much is "
                 "not small beside %.3Lg, the most that leaves its cycle of states in a step: "
                 "correct them, or write them with more digits",
                 i, sum - 1, all));
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

enum status divide_by_sums(struct chain *chain, struct problem *out)
{
    struct csr *r = &chain->transitions;
    long double beside = 0, share = 0, furthest = 0;
    bool checked = false;
    out->reading = (struct reading){.balanced = true};
    for (uint32_t i = 0; chain->type == CHAIN_DTMC && i < r->n; i++) {
        long double off;
        const long double sum = row_sum(r, i, &off), gap = fabsl(sum - 1);
        if (gap <= rounding_of(chain, i)) {
            beside = fmaxl(beside, gap + off);
            continue;
        }
        if (!checked) MUST(check_cycles(chain));
        checked = true;
        divide(r, i, sum, &share);
        out->divided.rows++;
        if (gap > furthest) out->divided.sum = (double)sum, furthest = gap;
    }
    out->reading.entry = (double)(1.01L * share);
    out->reading.constant = (double)(1.01L * beside);
    return OK;
}
