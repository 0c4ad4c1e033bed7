/* R: rewards of a model, and what is asked of them. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "base/team.h"
#include "problems/questions/asking.h"

const struct reward *find_asked_reward(const struct asking *asking, const char *name)
{
    const struct chain *chain = asking->chain;
    const struct reward *named = name ? chain_reward(chain, name) : NULL;
    char *end;
    if (!name && asking->source->first_reward)
        named = chain_reward(chain, asking->source->first_reward);
    if (named || !chain->nrewards) return named;
    const unsigned long number = name ? strtoul(name, &end, 10) : 1;
    if (name && (*end || end == name)) return NULL;
    return number >= 1 && number <= chain->nrewards ? &chain->rewards[number - 1] : NULL;
}

static enum status lift(uint32_t n, const uint32_t *state_of, const double *from, double **out)
{
    MUST(allocate_large(n, sizeof **out, "rewards", out));
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t i = 0; i < n; i++) (*out)[i] = from[state_of ? state_of[i] : i];
    return OK;
}

/* rate = from, one number for each row; state i of `to` has the rows of state_of[i]. */
static void lift_rows(const struct chain *chain, const uint32_t *state_of, const double *from,
                      const struct chain *to, double *rate)
{
#pragma omp parallel for schedule(static) if (team_once(to->transitions.rows))
    for (uint32_t i = 0; i < chain_states(to); i++) {
        const uint32_t first = chain_row(chain, state_of ? state_of[i] : i);
        for (uint32_t r = chain_row(to, i); r < chain_row(to, i + 1); r++)
            rate[r] = from[first + (r - chain_row(to, i))];
    }
}

/* *out (new) = rates of which all rows of a state have the same. */
static enum status rates_of_states(const struct chain *chain, const double *rate, double **out)
{
    const uint32_t n = chain_states(chain);
    MUST(allocate_large(n, sizeof **out, "rewards", out));
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t i = 0; i < n; i++) (*out)[i] = rate[chain_row(chain, i)];
    return OK;
}

/* *out = a number of R{(...)} as a double. */
static enum status read_amount(struct asking *asking, const struct formula *amount,
                               const struct numbers *numbers, uint32_t state, double *out)
{
    *out = numbers->low[state] + 0.5 * (numbers->high[state] - numbers->low[state]);
    if (*out < 0)
        return asked_wrong(asking, amount, "the reward is %g in state %u, which is below 0", *out,
                           state);
    if (!(*out <= DBL_MAX))
        return asked_wrong(asking, amount, "the reward in state %u is no number", state);
    return OK;
}

/* Adds the reward of R{(...)}: a number in each state, which each choice pays. */
static enum status add_amount(struct asking *asking, const struct formula *amount,
                              const uint32_t *state_of, struct chain *to, const double **out)
{
    struct numbers numbers;
    double *rate, here;
    MUST(numbers_in_states(asking, amount, &numbers));
    enum status status = chain_add_reward(to, "amount", &rate);
    for (uint32_t i = 0; status == OK && i < chain_states(to); i++) {
        status = read_amount(asking, amount, &numbers, state_of ? state_of[i] : i, &here);
        for (uint32_t r = chain_row(to, i); status == OK && r < chain_row(to, i + 1); r++)
            rate[r] = here;
    }
    numbers_free(&numbers);
    *out = status == OK ? rate : NULL;
    return status;
}

enum status add_reward(struct asking *asking, const struct formula *formula,
                       const uint32_t *state_of, bool moment, struct chain *to, const double **out)
{
    if (formula->nchildren > 1) return add_amount(asking, formula->child[1], state_of, to, out);
    const struct reward *asked = find_asked_reward(asking, formula->text);
    double *copy;
    struct reward *added;
    if (!asked) return unknown_asked_reward(asking, formula);
    const uint32_t n = chain_states(to);
    MUST(chain_add_reward(to, asked->name, &copy));
    added = &to->rewards[to->nrewards - 1];
    added->mixed = asked->mixed;
    lift_rows(asking->chain, state_of, asked->rate, to, copy);
    if (asked->state) MUST(lift(n, state_of, asked->state, &added->state));
    else if (moment && to->group) MUST(rates_of_states(to, copy, &added->state));
    *out = moment ? reward_of_states(added) : added->rate;
    return OK;
}

/* Adds the states of closed classes without rewards as the goal: a reward to infinity ends there,
 * and a path that ends elsewhere has an infinite one. */
static enum status add_quiet_classes(struct elementary *out)
{
    enum status status = OK;
    const struct chain *chain = &out->chain;
    uint32_t *class_of = NULL, count;
    uint8_t *quiet = NULL, *in_quiet = NULL;
    const char *name;
    const uint32_t n = chain_states(chain);
    TRY(closed_classes(&chain->transitions, UINT32_MAX, &class_of, &count));
    TRY(allocate(count, 1, "classes", &quiet));
    TRY(allocate(n, 1, "states", &in_quiet));
    memset(quiet, 1, count);
    for (uint32_t i = 0; i < n; i++)
        if (class_of[i] != NO_CLASS && out->property.reward[i] != 0) quiet[class_of[i]] = 0;
    for (uint32_t i = 0; i < n; i++) in_quiet[i] = class_of[i] != NO_CLASS && quiet[class_of[i]];
    TRY(add_set(out, in_quiet, &name));
    out->property.goal = name;
out:
    free(class_of);
    free(quiet);
    free(in_quiet);
    return status;
}

/* The smallest total reward of a decision process is that until it can stay for nothing. */
static enum status add_quiet_states(struct elementary *out)
{
    uint8_t *quiet;
    const char *name;
    MUST(quiet_states(&out->chain, out->property.reward, &quiet));
    enum status status = add_set(out, quiet, &name);
    free(quiet);
    if (status == OK) out->property.goal = name;
    return status;
}

/* The largest one is that until the end of a process which may end where it stays for nothing. It
 * is infinite where the end may be missed. */
static enum status merge_quiet_ends(struct elementary *out)
{
    enum status status = OK;
    struct merged_ends merged = {0};
    double *rate;
    const char *name;
    uint8_t *last = NULL, *ways = NULL;
    const uint32_t rows = out->chain.transitions.rows;
    TRY(quiet_ends(&out->chain, out->property.reward, &ways));
    TRY(merge_ends(&out->chain, NULL, ways, &merged));
    TRY(chain_add_reward(&merged.chain, "total", &rate));
    for (uint32_t r = 0; r < merged.chain.transitions.rows; r++)
        rate[r] = merged.row_of[r] < rows ? out->property.reward[merged.row_of[r]] : 0;
    TRY(allocate_zeroed(chain_states(&merged.chain), 1, "states", &last));
    last[chain_states(&merged.chain) - 1] = 1;
    chain_free(&out->chain);
    out->chain = merged.chain;
    merged.chain = (struct chain){0};
    out->start_of = merged.state;
    merged.state = NULL;
    out->property.reward = rate;
    out->property.rounded = merged.rounded;
    TRY(add_set(out, last, &name));
    out->property.goal = name;
out:
    free(last);
    free(ways);
    merged_ends_free(&merged);
    return status;
}

static enum status end_total(struct asking *asking, struct elementary *out)
{
    enum formula_best best;
    out->searched = true;
    MUST(asked_schedulers(asking, asking->question, &best));
    return best == BEST_LARGEST ? merge_quiet_ends(out) : add_quiet_states(out);
}

enum status read_moment(struct asking *asking, const struct formula *what, double *out)
{
    double high;
    MUST(constant_number(asking, what->child[0], out, &high));
    *out = 0.5 * (*out + high);
    if (!(*out >= 0)) return asked_wrong(asking, what->child[0], "this time is below 0");
    if (asking->chain->type != CHAIN_CTMC && *out != floor(*out))
        return asked_wrong(asking, what->child[0],
                           "%s counts steps, so this time must be a whole number",
                           counting(asking));
    return OK;
}

/* *out = the discount as a double. */
static enum status read_discount(struct asking *asking, const struct formula *what, double *out)
{
    double low, high;
    MUST(constant_number(asking, what->child[0], &low, &high));
    *out = low + 0.5 * (high - low);
    if (asking->chain->type == CHAIN_CTMC)
        return asked_wrong(asking, what, "a discount is one of steps, and a CTMC has times");
    if (low >= 0 && high < 1 && *out < 1) return OK;
    return asked_wrong(asking, what->child[0], "a discount is at least 0 and below 1");
}

/* A discounted reward is that until the end of a chain whose steps may end. */
static enum status make_discounted(struct asking *asking, const struct formula *formula,
                                   struct elementary *out)
{
    enum status status = OK;
    const uint32_t n = chain_states(asking->chain);
    double discount, *rate;
    struct chain ending = {0};
    uint8_t *last = NULL;
    const char *name;
    TRY(read_discount(asking, formula->child[0], &discount));
    TRY(copy_transitions(asking->chain, &out->chain));
    TRY(add_reward(asking, formula, NULL, false, &out->chain, &out->property.reward));
    TRY(end_by_discount(&out->chain, discount, &ending, &out->property.rounded));
    TRY(chain_add_reward(&ending, "discounted", &rate));
    memcpy(rate, out->property.reward, out->chain.transitions.rows * sizeof *rate);
    rate[out->chain.transitions.rows] = 0;
    TRY(allocate(n, sizeof *out->start_of, "states", &out->start_of));
    for (uint32_t i = 0; i < n; i++) out->start_of[i] = i;
    TRY(allocate_zeroed((size_t)n + 1, 1, "states", &last));
    last[n] = 1;
    chain_free(&out->chain);
    out->chain = ending;
    ending = (struct chain){0};
    out->discounted = true;
    out->property.reward = rate;
    TRY(add_set(out, last, &name));
    out->property.goal = name;
out:
    free(last);
    chain_free(&ending);
    return status;
}

/* A goal without a bound, or else something that a product can tell. */
static enum status make_reward_until(struct asking *asking, const struct formula *formula,
                                     bool take, const uint8_t *from, struct elementary *out)
{
    enum status status = OK;
    const struct formula *path = formula->child[0];
    uint8_t *goal = NULL;
    const char *name;
    const bool plain = path->kind == FORMULA_FINALLY && is_simple(path) && !path->bound.lower &&
                       !path->bound.upper;
    if (!plain) return make_product(asking, path, formula, from, out);
    TRY(states_where(asking, path->child[0], &goal));
    TRY(chain_of_question(asking, take, &out->chain));
    TRY(add_reward(asking, formula, NULL, false, &out->chain, &out->property.reward));
    TRY(add_set(out, goal, &name));
    out->property.goal = name;
out:
    free(goal);
    return status;
}

enum status make_reward(struct asking *asking, const struct formula *formula, bool take,
                        const uint8_t *from, struct elementary *out)
{
    const struct formula *what = formula->child[0];
    double time = 0;
    const bool moment = what->kind == FORMULA_INSTANT, timed = what->nchildren > 0;
    if (!moment && what->kind != FORMULA_CUMULATIVE && what->kind != FORMULA_LONG_RUN)
        return make_reward_until(asking, formula, take, from, out);
    if (what->discounted) return make_discounted(asking, formula, out);
    if (what->kind != FORMULA_LONG_RUN && timed) MUST(read_moment(asking, what, &time));
    MUST(chain_of_question(asking, take, &out->chain));
    MUST(add_reward(asking, formula, NULL, moment, &out->chain, &out->property.reward));
    if (what->kind == FORMULA_LONG_RUN) return OK;
    if (!timed) return out->chain.group ? end_total(asking, out) : add_quiet_classes(out);
    out->property.cumulative = !moment;
    return set_bound(asking, time, out);
}
