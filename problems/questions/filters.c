/* Filters: one value from the numbers or truth values of a set of states. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "certify/intervals.h"
#include "problems/questions/asking.h"

static bool is_any_of(const char *word, const char *a, const char *b)
{
    return !strcmp(word, a) || !strcmp(word, b);
}

enum filter filter_of_operator(const char *operator)
{
    if (is_any_of(operator, "max", "exists") || !strcmp(operator, "|")) return FILTER_MAX;
    if (is_any_of(operator, "min", "forall") || !strcmp(operator, "&")) return FILTER_MIN;
    if (is_any_of(operator, "sum", "count") || !strcmp(operator, "+")) return FILTER_SUM;
    return !strcmp(operator, "avg") ? FILTER_AVG : FILTER_NONE;
}

static bool is_for_truths(const char *operator)
{
    return is_any_of(operator, "forall", "exists") || !strcmp(operator, "count");
}

/* Numbers of what is filtered; of truth values, 0 and 1. */
static enum status filtered_numbers(struct asking *asking, const struct formula *filter,
                                    struct numbers *out)
{
    const struct formula *what = filter->child[0];
    uint8_t *holds = NULL;
    if (!formula_is_truth(asking, what) && !is_for_truths(filter->text))
        return numbers_in_states(asking, what, out);
    MUST(truth_in_states(asking, what, &holds));
    enum status status = numbers_new(chain_states(asking->chain), out);
    for (uint32_t i = 0; status == OK && i < out->n; i++) {
        out->low[i] = holds[i] == TRUTH_TRUE;
        out->high[i] = holds[i] != TRUTH_FALSE;
    }
    free(holds);
    return status;
}

enum status check_filtered(const struct asking *asking, const struct formula *filter)
{
    static const char *const numbers[] = {"min",   "max",    "sum",    "avg",
                                          "range", "argmin", "argmax", NULL};
    const struct formula *what = filter->child[0];
    if (is_for_truths(filter->text) && what->kind != FORMULA_NAME &&
        !formula_is_truth(asking, what))
        return asked_wrong(asking, what,
                           "filter(%s, ...) is for what is true or false, and this is a number: "
                           "compare it, such as P>0.5[...]",
                           filter->text);
    for (const char *const *word = numbers; *word; word++)
        if (!strcmp(filter->text, *word) && formula_is_truth(asking, what))
            return asked_wrong(asking, what,
                               "filter(%s, ...) is for numbers, and this is true or false: write "
                               "forall, exists or count",
                               *word);
    return OK;
}

struct gathered {
    struct interval most, least;
    struct interval_sum sum;
    uint32_t count, first;
};

static void gather(const struct numbers *numbers, const uint8_t *selected, struct gathered *out)
{
    *out = (struct gathered){.most = {-INFINITY, -INFINITY}, .least = {INFINITY, INFINITY}};
    for (uint32_t i = 0; i < numbers->n; i++) {
        if (!selected[i]) continue;
        const struct interval here = {numbers->low[i], numbers->high[i]};
        if (!out->count++) out->first = i;
        interval_sum_add(&out->sum, here, 1);
        out->most =
            (struct interval){fmax(out->most.low, here.low), fmax(out->most.high, here.high)};
        out->least =
            (struct interval){fmin(out->least.low, here.low), fmin(out->least.high, here.high)};
    }
}

/* A count is a whole number. */
static struct interval whole_interval(struct interval x)
{
    return (struct interval){ceil(x.low), floor(x.high)};
}

/* Fails for a selected state in which something divides 0 by 0, or the like. */
static enum status check_numbers(struct asking *asking, const struct formula *filter,
                                 const struct numbers *numbers, const uint8_t *selected)
{
    for (uint32_t i = 0; i < numbers->n; i++)
        if (selected[i] && !(numbers->low[i] > -INFINITY))
            return asked_wrong(asking, filter->child[0],
                               "this is no number in state %u: a divisor is or may be 0, infinite "
                               "numbers are subtracted, or a function is not defined there",
                               i);
    return OK;
}

static enum status filter_result(struct asking *asking, const struct formula *formula,
                                 const struct numbers *numbers, const struct gathered *all,
                                 struct filtered *out)
{
    const char *operator= formula->text;
    struct interval value = {numbers->low[all->first], numbers->high[all->first]};
    switch (filter_of_operator(operator)) {
    case FILTER_MAX: value = all->most; break;
    case FILTER_MIN: value = all->least; break;
    case FILTER_AVG: value = interval_sum_mean(&all->sum); break;
    case FILTER_SUM:
        value = interval_sum_total(&all->sum);
        if (!strcmp(operator, "count")) value = whole_interval(value);
        break;
    default:
        if (!strcmp(operator, "state") && all->count != 1)
            return asked_wrong(asking, formula,
                               "%u states are selected, and filter(state, ...) is for one: write "
                               "min, max, avg, range, or forall and exists",
                               all->count);
        if (is_any_of(operator, "argmin", "argmax"))
            return asked_wrong(asking, formula,
                               "%s is a set of states and no value: ask for min or max", operator);
        out->range = !strcmp(operator, "range");
        if (out->range) {
            value = (struct interval){all->least.low, all->most.high};
            out->off = fmax(all->least.high - all->least.low, all->most.high - all->most.low);
            if (isnan(out->off)) out->off = 0; /* infinite ends */
        }
    }
    out->low = value.low, out->high = value.high;
    return OK;
}

enum status filter_value(struct asking *asking, const struct formula *formula, struct filtered *out)
{
    static const struct formula all = {.kind = FORMULA_TRUE};
    enum status status = OK;
    struct numbers numbers = {0};
    uint8_t *selected = NULL;
    struct gathered gathered;
    *out = (struct filtered){.low = NAN, .high = NAN};
    TRY(check_filtered(asking, formula));
    TRY(filtered_numbers(asking, formula, &numbers));
    TRY(states_where(asking, formula->nchildren > 1 ? formula->child[1] : &all, &selected));
    TRY(check_numbers(asking, formula, &numbers, selected));
    gather(&numbers, selected, &gathered);
    if (!gathered.count)
        TRY(asked_wrong(asking, formula, "the filter selects no state of this model"));
    TRY(filter_result(asking, formula, &numbers, &gathered, out));
out:
    numbers_free(&numbers);
    free(selected);
    return status;
}
