/* Numbers of all states, and constants. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/questions/asking.h"

/* Returns whether it is 0 in all states. */
static bool is_zero(const struct numbers *numbers)
{
    uint32_t i = 0;
    while (i < numbers->n && numbers->low[i] == 0 && numbers->high[i] == 0) i++;
    return i == numbers->n;
}

static enum status combine_numbers(struct asking *asking, const struct formula *formula,
                                   struct numbers *out)
{
    enum status status = OK;
    struct numbers other = {0};
    TRY(numbers_in_states(asking, formula->child[0], out));
    const bool same = formula->nchildren == 1 && formula->text &&
                      (!strcmp(formula->text, "min") || !strcmp(formula->text, "max"));
    for (size_t k = 1; !same && (k < formula->nchildren || k == 1); k++) {
        const bool given = k < formula->nchildren;
        if (given) TRY(numbers_in_states(asking, formula->child[k], &other));
        if (formula->kind == FORMULA_DIVIDE && is_zero(&other))
            TRY(asked_wrong(asking, formula->child[k], "division by 0"));
        if (!numbers_combine(formula->kind, formula->text, out, given ? &other : NULL))
            TRY(asked_wrong(asking, formula, "there is no function '%s' of %zu numbers",
                            formula->text ? formula->text : "", formula->nchildren));
        numbers_free(&other);
    }
out:
    numbers_free(&other);
    return status;
}

static enum status choose_number(struct asking *asking, const struct formula *formula,
                                 struct numbers *out)
{
    enum status status = OK;
    struct numbers no = {0};
    uint8_t *holds = NULL;
    TRY(truth_in_states(asking, formula->child[0], &holds));
    TRY(numbers_in_states(asking, formula->child[1], out));
    TRY(numbers_in_states(asking, formula->child[2], &no));
    for (uint32_t i = 0; i < out->n; i++) {
        if (holds[i] == TRUTH_TRUE) continue;
        const bool unclear = holds[i] == TRUTH_UNCLEAR;
        out->low[i] = unclear ? fmin(out->low[i], no.low[i]) : no.low[i];
        out->high[i] = unclear ? fmax(out->high[i], no.high[i]) : no.high[i];
    }
out:
    free(holds);
    numbers_free(&no);
    return status;
}

static enum status filter_number(struct asking *asking, const struct formula *formula,
                                 struct numbers *out)
{
    struct filtered value;
    MUST(filter_value(asking, formula, &value));
    if (value.range)
        return asked_wrong(asking, formula, "a range is two numbers, so it can only stand alone");
    MUST(numbers_new(chain_states(asking->chain), out));
    numbers_fill(out, value.low, value.high);
    return OK;
}

static enum status question_numbers(struct asking *asking, const struct formula *formula,
                                    struct numbers *out)
{
    struct elementary elementary = {0};
    const bool long_run =
        formula->kind == FORMULA_STEADY || formula->child[0]->kind == FORMULA_LONG_RUN;
    if (long_run && asking->chain->type != CHAIN_MDP)
        return long_run_numbers(asking, formula, out);
    enum status status = elementary_make(asking, formula, false, NULL, &elementary);
    if (status == OK) status = elementary_numbers(asking, formula, &elementary, out);
    elementary_free(&elementary);
    return status;
}

enum status variable_in_states(struct asking *asking, const struct formula *formula,
                               struct numbers *out)
{
    const struct chain *chain = asking->chain;
    const uint32_t n = chain_states(chain);
    const struct reward *built = chain_reward(chain, formula->text);
    if (built) { /* a number over variables that the builder was asked for */
        MUST(numbers_new(n, out));
        memcpy(out->low, reward_of_states(built), n * sizeof *out->low);
        memcpy(out->high, reward_of_states(built), n * sizeof *out->high);
        return OK;
    }
    const size_t k =
        chain->values ? chain_variable(chain, formula->text, strlen(formula->text)) : SIZE_MAX;
    if (k == SIZE_MAX) return unknown_variable(asking, formula);
    if (chain->truths[k])
        return asked_wrong(asking, formula,
                           "'%s' is true or false here, and a number is needed: write %s alone, or "
                           "%s ? 1 : 0",
                           formula->text, formula->text, formula->text);
    MUST(numbers_new(n, out));
    for (uint32_t i = 0; i < n; i++) out->low[i] = out->high[i] = chain->values[k * n + i];
    return OK;
}

enum status numbers_in_states(struct asking *asking, const struct formula *formula,
                              struct numbers *out)
{
    double low, high;
    *out = (struct numbers){0};
    switch (formula->kind) {
    case FORMULA_NUMBER:
        if (!decimal_interval(formula->text, &low, &high))
            return asked_wrong(asking, formula, "'%s' is no number", formula->text);
        MUST(numbers_new(chain_states(asking->chain), out));
        numbers_fill(out, low, high);
        return OK;
    case FORMULA_PLUS:
    case FORMULA_MINUS:
    case FORMULA_TIMES:
    case FORMULA_DIVIDE:
    case FORMULA_CALL: return combine_numbers(asking, formula, out);
    case FORMULA_CHOICE: return choose_number(asking, formula, out);
    case FORMULA_FILTER: return filter_number(asking, formula, out);
    case FORMULA_MULTI:
        MUST(multi_value(asking, formula, &low, &high));
        MUST(numbers_new(chain_states(asking->chain), out));
        numbers_fill(out, low, high);
        return OK;
    case FORMULA_PROBABILITY:
    case FORMULA_STEADY:
    case FORMULA_REWARD:
        if (formula->relation == ASKED) return question_numbers(asking, formula, out);
        return asked_wrong(asking, formula,
                           "this comparison is true or false, and a number is needed: ask for it "
                           "with =?");
    case FORMULA_NAME: return variable_in_states(asking, formula, out);
    case FORMULA_LABEL:
        if (!chain_label(asking->chain, formula->text)) return unknown_asked_label(asking, formula);
        return asked_wrong(asking, formula,
                           "a label is true or false, and a number is needed: write \"%s\" alone",
                           formula->text);
    default:
        return asked_wrong(asking, formula, "this is true or false, and a number is needed%s",
                           formula->kind >= FORMULA_EQUAL && formula->kind <= FORMULA_AT_LEAST
                               ? ": compare two values at a time: a=b & b=c"
                               : "");
    }
}

static enum status no_value(const struct formula *leaf, void *asking)
{
    return unknown_constant(asking, leaf);
}

enum status constant_number(struct asking *asking, const struct formula *formula, double *low,
                            double *high)
{
    enum status status = OK;
    struct numbers numbers = {0};
    struct chain one = {.transitions = {.rows = 1}}, *whole = asking->chain;
    *low = *high = NAN;
    if (formula_asks(formula))
        return asked_wrong(asking, formula, "a bound or a limit is a number without a question");
    MUST(formula_leaves(formula, FORMULA_NAME, no_value, asking));
    asking->chain = &one;
    status = numbers_in_states(asking, formula, &numbers);
    asking->chain = whole;
    if (status == OK && !(isfinite(numbers.low[0]) && isfinite(numbers.high[0])))
        status = asked_wrong(asking, formula, "a bound or a limit is a finite number");
    if (status == OK) *low = numbers.low[0], *high = numbers.high[0];
    numbers_free(&numbers);
    return status;
}

enum status limit_number(struct asking *asking, const struct formula *formula, double *low,
                         double *high)
{
    const struct formula *limit = formula->limit;
    MUST(constant_number(asking, limit, low, high));
    if (formula->kind == FORMULA_REWARD || (*low <= 1 && *high >= 0)) return OK;
    return asked_wrong(asking, limit, "the limit %g is no probability, which is from 0 to 1",
                       0.5 * (*low + *high));
}
