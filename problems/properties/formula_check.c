/* Checks what the grammar of properties cannot. */
#include "problems/properties/formula_reader.h"

static const char *path_operator(const struct formula *path)
{
    static const char *const names[] = {"X", "F", "G", "U", "W", "R", "HOA"};
    return names[path->kind - FORMULA_NEXT];
}

static struct formula_span span_of(const struct formula *formula)
{
    return (struct formula_span){formula->column - 1, formula->column - 1 + formula->length};
}

/* A bound or a limit: a number that is the same in all states of all chains. */
static enum status check_number(const struct formula_reader *reader, const struct formula *formula,
                                const char *what)
{
    if (!formula) return OK;
    if (formula_is_path(formula) || formula_is_question(formula) || formula->kind == FORMULA_LABEL)
        return formula_fail(reader, span_of(formula),
                            "%s is a number; it may hold constants, but no %s", what,
                            formula->kind == FORMULA_LABEL ? "labels"
                            : formula_is_path(formula)     ? "operators of paths"
                                                           : "questions");
    for (size_t k = 0; k < formula->nchildren; k++)
        MUST(check_number(reader, formula->child[k], what));
    return OK;
}

static enum status check(const struct formula_reader *reader, const struct formula *formula,
                         bool path_allowed);

static enum status check_children(const struct formula_reader *reader,
                                  const struct formula *formula, bool path_allowed)
{
    for (size_t k = 0; k < formula->nchildren; k++)
        MUST(check(reader, formula->child[k], path_allowed));
    return OK;
}

static enum status check_path(const struct formula_reader *reader, const struct formula *formula,
                              bool path_allowed)
{
    if (!path_allowed)
        return formula_fail(reader, span_of(formula),
                            "%s may not stand here; paths stand inside P=?[...], R=?[...], E[...] "
                            "and A[...]",
                            path_operator(formula));
    MUST(check_number(reader, formula->bound.lower, "a bound"));
    MUST(check_number(reader, formula->bound.upper, "a bound"));
    return check_children(reader, formula, true);
}

static enum status check_objectives(const struct formula_reader *reader,
                                    const struct formula *formula)
{
    for (size_t k = 0; k < formula->nchildren; k++) {
        const struct formula *objective = formula->child[k];
        if (objective->kind != FORMULA_PROBABILITY && objective->kind != FORMULA_REWARD)
            return formula_fail(reader, span_of(objective),
                                "an objective of multi is P or R: multi(Pmax=?[...], R<=5[C])");
    }
    return OK;
}

/* What P asks about: an automaton, perhaps negated, or any path. */
static enum status check_asked(const struct formula_reader *reader, const struct formula *formula)
{
    const struct formula *what = formula->child[0];
    while (what->kind == FORMULA_NOT) what = what->child[0];
    return what->kind == FORMULA_AUTOMATON ? check_children(reader, what, false)
                                           : check_children(reader, formula, true);
}

static enum status check(const struct formula_reader *reader, const struct formula *formula,
                         bool path_allowed)
{
    switch (formula->kind) {
    case FORMULA_NEXT:
    case FORMULA_FINALLY:
    case FORMULA_GLOBALLY:
    case FORMULA_UNTIL:
    case FORMULA_WEAK_UNTIL:
    case FORMULA_RELEASE: return check_path(reader, formula, path_allowed);
    case FORMULA_AUTOMATON:
        return formula_fail(reader, span_of(formula),
                            "an automaton stands alone in P=?[...]: P=?[HOA: {\"file.hoa\"}]");
    case FORMULA_NOT:
    case FORMULA_AND:
    case FORMULA_OR: return check_children(reader, formula, path_allowed);
    case FORMULA_IMPLIES:
        if (formula->child[1]->kind == FORMULA_NUMBER)
            return formula_fail(reader, span_of(formula->child[1]),
                                "=> is 'implies', and a number stands behind it: 'at least' is >=");
        return check_children(reader, formula, path_allowed);
    case FORMULA_IFF: return check_children(reader, formula, path_allowed);
    case FORMULA_INSTANT:
    case FORMULA_CUMULATIVE:
        return formula->nchildren ? check_number(reader, formula->child[0],
                                                 formula->discounted ? "a discount" : "a time")
                                  : OK;
    case FORMULA_PROBABILITY:
        MUST(check_number(reader, formula->limit, "a limit"));
        return check_asked(reader, formula);
    case FORMULA_REWARD:
        MUST(check_number(reader, formula->limit, "a limit"));
        if (formula->nchildren > 1 && formula_asks(formula->child[1]))
            return formula_fail(reader, span_of(formula->child[1]),
                                "a reward is a number in each state, without questions");
        if (formula->nchildren > 1) MUST(check(reader, formula->child[1], false));
        return check(reader, formula->child[0], true);
    case FORMULA_EXISTS:
    case FORMULA_FORALL: return check_children(reader, formula, true);
    case FORMULA_MULTI: MUST(check_objectives(reader, formula)); break;
    case FORMULA_STEADY: MUST(check_number(reader, formula->limit, "a limit")); break;
    default: break;
    }
    return check_children(reader, formula, false);
}

enum status formula_check(const struct formula_reader *reader, const struct formula *formula)
{
    return check(reader, formula, false);
}
