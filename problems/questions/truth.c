/* Truth values and numbers of all states, inside out. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "problems/branching/branching.h"
#include "problems/questions/asking.h"

enum status asked_wrong(const struct asking *asking, const struct formula *formula,
                        const char *format, ...)
{
    char why[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return fail(ERROR_INPUT, "prop=%s: column %zu: %s", asking->source->asked, formula->column,
                why);
}

enum status asked_of_chain(const struct asking *asking, const struct formula *formula,
                           const char *what)
{
    if (asking->chain->type != CHAIN_MDP) return OK;
    return asked_wrong(asking, formula,
                       "this is an MDP, and %s cannot be answered of one yet. P and R of paths, E, "
                       "A, C, C<=k, I=k and S can",
                       what);
}

/* Returns whether the variable is no number. */
static bool is_true_or_false(const struct chain *chain, const char *name)
{
    const size_t k = chain->values ? chain_variable(chain, name, strlen(name)) : SIZE_MAX;
    return k != SIZE_MAX && chain->truths[k];
}

bool formula_is_truth(const struct asking *asking, const struct formula *formula)
{
    switch (formula->kind) {
    case FORMULA_TRUE:
    case FORMULA_FALSE:
    case FORMULA_LABEL:
    case FORMULA_ATOM:
    case FORMULA_NOT:
    case FORMULA_AND:
    case FORMULA_OR:
    case FORMULA_IMPLIES:
    case FORMULA_IFF:
    case FORMULA_EQUAL:
    case FORMULA_UNEQUAL:
    case FORMULA_LESS:
    case FORMULA_AT_MOST:
    case FORMULA_GREATER:
    case FORMULA_AT_LEAST:
    case FORMULA_EXISTS:
    case FORMULA_FORALL: return true;
    case FORMULA_NAME: return is_true_or_false(asking->chain, formula->text);
    case FORMULA_PROBABILITY:
    case FORMULA_STEADY:
    case FORMULA_REWARD: return formula->relation != ASKED;
    case FORMULA_CHOICE: return formula_is_truth(asking, formula->child[1]);
    case FORMULA_MULTI: return !formula_asks_value(formula);
    case FORMULA_FILTER: {
        static const char *const truths[] = {"forall", "exists", "&", "|", NULL};
        for (const char *const *word = truths; *word; word++)
            if (!strcmp(formula->text, *word)) return true;
        static const char *const numbers[] = {"count", "sum", "avg", "+", "argmin", "argmax", NULL};
        for (const char *const *word = numbers; *word; word++)
            if (!strcmp(formula->text, *word)) return false;
        return formula_is_truth(asking, formula->child[0]);
    }
    default: return formula_is_path(formula);
    }
}

static enum truth truth_not(enum truth a)
{
    return a == TRUTH_UNCLEAR ? TRUTH_UNCLEAR : a == TRUTH_FALSE;
}

static enum truth truth_and(enum truth a, enum truth b)
{
    if (a == TRUTH_FALSE || b == TRUTH_FALSE) return TRUTH_FALSE;
    return a == TRUTH_TRUE && b == TRUTH_TRUE ? TRUTH_TRUE : TRUTH_UNCLEAR;
}

static enum truth truth_combine(enum formula_kind kind, enum truth a, enum truth b)
{
    switch (kind) {
    case FORMULA_AND: return truth_and(a, b);
    case FORMULA_OR: return truth_not(truth_and(truth_not(a), truth_not(b)));
    case FORMULA_IMPLIES: return truth_not(truth_and(a, truth_not(b)));
    default: return a == TRUTH_UNCLEAR || b == TRUTH_UNCLEAR ? TRUTH_UNCLEAR : a == b;
    }
}

static enum status label_in_states(struct asking *asking, const struct formula *formula,
                                   uint8_t **out)
{
    if (!chain_label(asking->chain, formula->text)) return unknown_asked_label(asking, formula);
    return label_states(asking->chain, formula->text, out);
}

/* Returns whether the comparison is one of truth values; beside one, a name is meant as one. */
static bool compares_truths(const struct asking *asking, const struct formula *formula)
{
    const struct formula *const *child = (const struct formula *const *)formula->child;
    const bool left = formula_is_truth(asking, child[0]),
               right = formula_is_truth(asking, child[1]);
    return (left && (right || child[1]->kind == FORMULA_NAME)) ||
           (right && child[0]->kind == FORMULA_NAME);
}

static enum status compare_in_states(struct asking *asking, const struct formula *formula,
                                     uint8_t **out)
{
    enum status status = OK;
    struct numbers a = {0}, b = {0};
    uint8_t *left = NULL, *right = NULL;
    const uint32_t n = chain_states(asking->chain);
    *out = NULL;
    if (compares_truths(asking, formula)) {
        TRY(truth_in_states(asking, formula->child[0], &left));
        TRY(truth_in_states(asking, formula->child[1], &right));
        const bool same = formula->kind == FORMULA_EQUAL;
        if (!same && formula->kind != FORMULA_UNEQUAL)
            TRY(asked_wrong(asking, formula, "true and false are not ordered: write = or !="));
        for (uint32_t i = 0; i < n; i++) {
            const enum truth equal = truth_combine(FORMULA_IFF, left[i], right[i]);
            left[i] = same ? equal : truth_not(equal);
        }
        *out = left;
        left = NULL;
    } else {
        TRY(numbers_in_states(asking, formula->child[0], &a));
        TRY(numbers_in_states(asking, formula->child[1], &b));
        TRY(allocate(n, 1, "states", out));
        numbers_compare(formula->kind, &a, &b, *out);
    }
out:
    free(left);
    free(right);
    numbers_free(&a);
    numbers_free(&b);
    return status;
}

static enum status combine_truths(struct asking *asking, const struct formula *formula,
                                  uint8_t **out)
{
    enum status status = OK;
    uint8_t *other = NULL;
    TRY(truth_in_states(asking, formula->child[0], out));
    if (formula->nchildren > 1) TRY(truth_in_states(asking, formula->child[1], &other));
    for (uint32_t i = 0; i < chain_states(asking->chain); i++)
        (*out)[i] = formula->kind == FORMULA_NOT
                        ? truth_not((*out)[i])
                        : truth_combine(formula->kind, (*out)[i], other[i]);
out:
    free(other);
    return status;
}

static enum status choose_truth(struct asking *asking, const struct formula *formula, uint8_t **out)
{
    enum status status = OK;
    uint8_t *yes = NULL, *no = NULL;
    TRY(truth_in_states(asking, formula->child[0], out));
    TRY(truth_in_states(asking, formula->child[1], &yes));
    TRY(truth_in_states(asking, formula->child[2], &no));
    for (uint32_t i = 0; i < chain_states(asking->chain); i++)
        (*out)[i] = (*out)[i] == TRUTH_TRUE    ? yes[i]
                    : (*out)[i] == TRUTH_FALSE ? no[i]
                    : yes[i] == no[i]          ? yes[i]
                                               : TRUTH_UNCLEAR;
out:
    free(yes);
    free(no);
    return status;
}

static enum formula_kind comparison_of(enum formula_relation relation)
{
    return relation == BELOW_LIMIT     ? FORMULA_LESS
           : relation == AT_MOST_LIMIT ? FORMULA_AT_MOST
           : relation == ABOVE_LIMIT   ? FORMULA_GREATER
                                       : FORMULA_AT_LEAST;
}

/* P>=p [...] in each state. */
static enum status compared_question(struct asking *asking, const struct formula *formula,
                                     uint8_t **out)
{
    enum status status = OK;
    struct numbers numbers = {0}, limit = {0};
    double low, high;
    struct formula asked = *formula;
    MUST(compared_schedulers(asking, formula, &asked.best));
    asked.relation = ASKED;
    TRY(limit_number(asking, formula, &low, &high));
    TRY(numbers_in_states(asking, &asked, &numbers));
    TRY(numbers_new(numbers.n, &limit));
    numbers_fill(&limit, low, high);
    const double nearest = 0.5 * (low + high); /* see asked_limit */
    for (uint32_t i = 0; i < numbers.n; i++)
        if (numbers.low[i] == numbers.high[i] && numbers.low[i] == nearest)
            limit.low[i] = limit.high[i] = nearest;
    TRY(allocate(numbers.n, 1, "states", out));
    numbers_compare(comparison_of(formula->relation), &numbers, &limit, *out);
out:
    numbers_free(&numbers);
    numbers_free(&limit);
    return status;
}

/* E[path] and A[path]. */
static enum status branch_in_states(struct asking *asking, const struct formula *formula,
                                    uint8_t **out)
{
    enum status status = OK;
    struct atoms atoms = {0};
    struct formula *path = NULL;
    TRY(atoms_of_path(asking, formula->child[0], &atoms, &path));
    status = branching_holds(asking->chain, formula->kind == FORMULA_EXISTS, path,
                             (const uint8_t *const *)atoms.set, out);
    status = about_path(asking, formula->child[0], status);
out:
    atoms_free(&atoms);
    formula_free(path);
    return status;
}

static enum status number_is_no_truth(struct asking *asking, const struct formula *formula)
{
    char *text = NULL;
    MUST(formula_text(formula, &text));
    const enum status status =
        asked_wrong(asking, formula,
                    "'%s' is a number here, and a formula that is true or false is needed: compare "
                    "it, such as %s>0",
                    text, text);
    free(text);
    return status;
}

static enum status variable_is_true(struct asking *asking, const struct formula *formula,
                                    uint8_t **out)
{
    const struct chain *chain = asking->chain;
    const size_t n = chain_states(chain);
    struct numbers numbers = {0};
    if (!formula_is_truth(asking, formula)) {
        MUST(variable_in_states(asking, formula, &numbers));
        numbers_free(&numbers);
        return number_is_no_truth(asking, formula);
    }
    const int32_t *value =
        chain->values + n * chain_variable(chain, formula->text, strlen(formula->text));
    MUST(allocate(n, 1, "states", out));
    for (size_t i = 0; i < n; i++) (*out)[i] = value[i] != 0;
    return OK;
}

static enum status filter_truth(struct asking *asking, const struct formula *formula, uint8_t **out)
{
    struct filtered value;
    const uint32_t n = chain_states(asking->chain);
    MUST(filter_value(asking, formula, &value));
    if (!formula_is_truth(asking, formula)) return number_is_no_truth(asking, formula);
    MUST(allocate(n, 1, "states", out));
    memset(*out, value.low == 1 ? TRUTH_TRUE : value.high == 0 ? TRUTH_FALSE : TRUTH_UNCLEAR, n);
    return OK;
}

/* In all states that of the initial one. */
static enum status multi_truth(struct asking *asking, const struct formula *formula, uint8_t **out)
{
    double low, high;
    const uint32_t n = chain_states(asking->chain);
    MUST(multi_value(asking, formula, &low, &high));
    MUST(allocate(n, 1, "states", out));
    memset(*out, low == 1 ? TRUTH_TRUE : high == 0 ? TRUTH_FALSE : TRUTH_UNCLEAR, n);
    return OK;
}

enum status states_where(struct asking *asking, const struct formula *formula, uint8_t **out)
{
    MUST(truth_in_states(asking, formula, out));
    for (uint32_t i = 0; i < chain_states(asking->chain); i++) {
        if ((*out)[i] != TRUTH_UNCLEAR) continue;
        free(*out);
        *out = NULL;
        return asked_wrong(
            asking, formula,
            "whether this holds in state %u is unclear: its proven interval contains "
            "the limit, or it divides 0 by 0. Ask with another limit, or without one",
            i);
    }
    return OK;
}

enum status truth_in_states(struct asking *asking, const struct formula *formula, uint8_t **out)
{
    const uint32_t n = chain_states(asking->chain);
    *out = NULL;
    switch (formula->kind) {
    case FORMULA_TRUE:
    case FORMULA_FALSE:
        MUST(allocate_zeroed(n, 1, "states", out));
        memset(*out, formula->kind == FORMULA_TRUE, n);
        return OK;
    case FORMULA_LABEL: return label_in_states(asking, formula, out);
    case FORMULA_NOT:
    case FORMULA_AND:
    case FORMULA_OR:
    case FORMULA_IMPLIES:
    case FORMULA_IFF: return combine_truths(asking, formula, out);
    case FORMULA_CHOICE: return choose_truth(asking, formula, out);
    case FORMULA_EQUAL:
    case FORMULA_UNEQUAL:
    case FORMULA_LESS:
    case FORMULA_AT_MOST:
    case FORMULA_GREATER:
    case FORMULA_AT_LEAST: return compare_in_states(asking, formula, out);
    case FORMULA_NAME: return variable_is_true(asking, formula, out);
    case FORMULA_EXISTS:
    case FORMULA_FORALL: return branch_in_states(asking, formula, out);
    case FORMULA_FILTER: return filter_truth(asking, formula, out);
    case FORMULA_MULTI: return multi_truth(asking, formula, out);
    case FORMULA_PROBABILITY:
    case FORMULA_STEADY:
    case FORMULA_REWARD:
        if (formula->relation != ASKED) return compared_question(asking, formula, out);
        return asked_wrong(asking, formula,
                           "this is a number, and a formula that is true or false is needed: "
                           "compare it, such as P>0.5[...]");
    default:
        return asked_wrong(asking, formula, "%s",
                           formula_is_path(formula)
                               ? "X, F, G, U, W and R stand inside P, R, E or A"
                               : "this is a number, and a formula that is true or false is "
                                 "needed: compare it, such as x>0");
    }
}
