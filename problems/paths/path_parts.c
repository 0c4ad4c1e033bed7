#include "problems/paths/path_parts.h"

#include "base/text.h"

bool has_path_operator(const struct formula *f)
{
    bool found = f->kind >= FORMULA_NEXT && f->kind <= FORMULA_RELEASE;
    for (size_t k = 0; k < f->nchildren && !found; k++) found = has_path_operator(f->child[k]);
    return found;
}

enum status check_state_formula(const struct formula *f)
{
    const bool fits = f->kind == FORMULA_ATOM || f->kind == FORMULA_TRUE ||
                      f->kind == FORMULA_FALSE ||
                      (f->kind >= FORMULA_NOT && f->kind <= FORMULA_IFF);
    if (!fits)
        return fail(ERROR_INPUT, "column %zu: a path formula has sets of states here", f->column);
    for (size_t k = 0; k < f->nchildren; k++) MUST(check_state_formula(f->child[k]));
    return OK;
}

bool state_formula_holds(const struct formula *f, const uint8_t *const *atoms, uint32_t state)
{
    if (f->kind == FORMULA_ATOM) return atoms[f->atom][state];
    if (f->nchildren == 0) return f->kind == FORMULA_TRUE;
    const bool a = state_formula_holds(f->child[0], atoms, state);
    if (f->kind == FORMULA_NOT) return !a;
    const bool b = state_formula_holds(f->child[1], atoms, state);
    if (f->kind == FORMULA_AND) return a && b;
    if (f->kind == FORMULA_OR) return a || b;
    return f->kind == FORMULA_IMPLIES ? !a || b : a == b;
}

static enum status read_step(const struct formula *bound, uint32_t *out)
{
    uint64_t steps;
    if (bound->kind != FORMULA_NUMBER || !bound->text || !parse_count(bound->text, &steps))
        return fail(ERROR_INPUT, "column %zu: a number of steps must be a whole number",
                    bound->column);
    if (steps >= NO_LAST_STEP - 1)
        return fail(ERROR_INPUT, "column %zu: %s steps are too many", bound->column, bound->text);
    *out = (uint32_t)steps;
    return OK;
}

enum status path_steps(enum chain_type type, const struct formula *f, uint32_t *lower,
                       uint32_t *upper)
{
    const struct path_bound *bound = &f->bound;
    *lower = 0;
    *upper = NO_LAST_STEP;
    if (bound->reward)
        return fail(ERROR_INPUT,
                    "column %zu: a bound of a reward stands in a P=?[...] of one "
                    "operator of paths only",
                    f->column);
    if ((bound->lower || bound->upper) && type == CHAIN_CTMC)
        return fail(ERROR_INPUT,
                    "column %zu: steps of a CTMC are not counted: a bound is a time there, which "
                    "only P=?[...] of a single path operator can have",
                    f->column);
    if (bound->lower) MUST(read_step(bound->lower, lower));
    if (bound->upper) MUST(read_step(bound->upper, upper));
    *lower += bound->lower && bound->lower_strict;
    if (bound->upper && bound->upper_strict && (*upper)-- == 0) {
        *lower = 1;
        *upper = 0;
    }
    return OK;
}
