/* P of a path whose bound is of a reward: F{"cost"}<=5. What is paid is counted in whole numbers of
 * a unit that all rewards of the model are multiples of, as a state of the product. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "problems/paths/spent_product.h"
#include "problems/questions/asking.h"

/* The smallest unit is a power of two, so decimals that are no binary fractions have none. */
static const double least_unit = 1.0 / 1024;

static bool is_multiple(double amount, double unit)
{
    return amount / unit == floor(amount / unit);
}

static enum status find_unit(const struct asking *asking, const struct formula *path,
                             const double *rate, double *unit)
{
    *unit = 1;
    for (uint32_t r = 0; r < asking->chain->transitions.rows; r++) {
        while (*unit > least_unit && !is_multiple(rate[r], *unit)) *unit /= 2;
        if (is_multiple(rate[r], *unit)) continue;
        return asked_wrong(asking, path,
                           "reward '%s' has the value %.17g: only whole numbers and multiples "
                           "of 1/1024 are counted",
                           path->bound.reward, rate[r]);
    }
    return OK;
}

static enum status find_counted_reward(const struct asking *asking, const struct formula *path,
                                       const struct reward **out)
{
    const struct chain *chain = asking->chain;
    const struct formula named = {.kind = FORMULA_REWARD,
                                  .text = path->bound.reward,
                                  .column = path->column,
                                  .length = path->length};
    if (chain->type == CHAIN_CTMC)
        return asked_wrong(asking, path,
                           "rewards of a CTMC grow with time, so none can be counted as a bound");
    if (chain->upper)
        return asked_wrong(asking, path,
                           "a model with intervals as probabilities takes no bound of a reward");
    *out = find_asked_reward(asking, path->bound.reward);
    if (!*out) return unknown_asked_reward(asking, &named);
    if (!(*out)->mixed) return OK;
    return asked_wrong(
        asking, path,
        "reward '%s' may differ between transitions of one choice, of which only the "
        "mean is kept: give it to states or choices",
        path->bound.reward);
}

/* *out (new) = what each row pays, in units. Larger numbers than any bound are all the same. */
static enum status count_payments(struct asking *asking, const struct formula *path,
                                  const struct reward *reward, double *unit, uint32_t **out)
{
    const uint32_t rows = asking->chain->transitions.rows;
    MUST(find_unit(asking, path, reward->rate, unit));
    MUST(allocate(rows, sizeof **out, "rewards", out));
    for (uint32_t r = 0; r < rows; r++)
        (*out)[r] = (uint32_t)fmin(reward->rate[r] / *unit, NO_LAST_PAYMENT - 1);
    return OK;
}

/* *out = the first or last number of units that a bound allows; *given = the bound. */
static enum status read_bound(struct asking *asking, const struct formula *bound, bool strict,
                              bool last, double unit, double *given, uint32_t *out)
{
    double low, high;
    MUST(constant_number(asking, bound, &low, &high));
    *given = low + 0.5 * (high - low);
    const double units = *given / unit;
    const double whole = last ? floor(units) : ceil(units);
    const double allowed = whole + (strict && whole == units ? (last ? -1 : 1) : 0);
    if (allowed >= NO_LAST_PAYMENT - 1)
        return asked_wrong(asking, bound, "%g is too large a bound: it takes %g units of %g",
                           *given, units, unit);
    if (!(allowed >= 0))
        return asked_wrong(asking, bound,
                           strict ? "no path pays less than %g" : "no path pays %g or less",
                           *given);
    *out = (uint32_t)allowed;
    return OK;
}

/* There may be no number of units between the bounds: then no path is good. */
static enum status read_spending(struct asking *asking, const struct formula *path, double unit,
                                 struct spending *inout)
{
    const struct path_bound *bound = &path->bound;
    double first = 0, last = INFINITY;
    inout->lower = 0, inout->upper = NO_LAST_PAYMENT;
    if (bound->lower)
        MUST(read_bound(asking, bound->lower, bound->lower_strict, false, unit, &first,
                        &inout->lower));
    if (bound->upper)
        MUST(read_bound(asking, bound->upper, bound->upper_strict, true, unit, &last,
                        &inout->upper));
    if (last < first) return crossed_bounds(asking, path, first, last);
    return OK;
}

enum status make_spent(struct asking *asking, const struct formula *path, const uint8_t *through,
                       const uint8_t *goal, const uint8_t *from, struct elementary *out)
{
    enum status status = OK;
    struct spending spending = {.through = through, .goal = goal};
    struct path_product product = {0};
    uint32_t *pays = NULL;
    const struct reward *reward = NULL;
    double unit;
    TRY(find_counted_reward(asking, path, &reward));
    TRY(count_payments(asking, path, reward, &unit, &pays));
    spending.pays = pays;
    TRY(read_spending(asking, path, unit, &spending));
    status = spent_product_make(asking->chain, &spending, from, &product);
    TRY(about_path(asking, path, status));
    TRY(take_product(&product, out));
out:
    free(pays);
    path_product_free(&product);
    return status;
}
