#include "problems/properties/formula.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum status formula_new(enum formula_kind kind, size_t nchildren, struct formula *const *children,
                        struct formula **out)
{
    enum status status = OK;
    struct formula *made = NULL;
    TRY(allocate_zeroed(1, sizeof *made, "a formula", &made));
    made->kind = kind;
    if (nchildren) TRY(allocate(nchildren, sizeof *made->child, "a formula", &made->child));
    for (size_t k = 0; k < nchildren; k++) made->child[k] = children[k];
    made->nchildren = nchildren;
out:
    *out = status == OK ? made : NULL;
    if (status == OK) return OK;
    for (size_t k = 0; k < nchildren; k++) formula_free(children[k]);
    free(made);
    return status;
}

void path_bound_free(struct path_bound *bound)
{
    free(bound->reward);
    formula_free(bound->lower);
    formula_free(bound->upper);
    *bound = (struct path_bound){0};
}

void formula_free(struct formula *formula)
{
    if (!formula) return;
    for (size_t k = 0; k < formula->nchildren; k++) formula_free(formula->child[k]);
    path_bound_free(&formula->bound);
    formula_free(formula->limit);
    free(formula->child);
    free(formula->text);
    free(formula);
}

static enum status copy_child(const struct formula *formula, struct formula **out)
{
    return formula ? formula_copy(formula, out) : OK;
}

/* Copies everything that the node owns into `made`, which owns nothing yet. */
static enum status copy_owned(const struct formula *formula, struct formula *made)
{
    if (formula->text) MUST(copy_text(formula->text, &made->text));
    if (formula->bound.reward) MUST(copy_text(formula->bound.reward, &made->bound.reward));
    MUST(copy_child(formula->bound.lower, &made->bound.lower));
    MUST(copy_child(formula->bound.upper, &made->bound.upper));
    MUST(copy_child(formula->limit, &made->limit));
    if (!formula->nchildren) return OK;
    MUST(allocate(formula->nchildren, sizeof *made->child, "a formula", &made->child));
    for (size_t k = 0; k < formula->nchildren; k++, made->nchildren++)
        MUST(formula_copy(formula->child[k], &made->child[k]));
    return OK;
}

enum status formula_copy(const struct formula *formula, struct formula **out)
{
    struct formula *made;
    *out = NULL;
    MUST(allocate(1, sizeof *made, "a formula", &made));
    *made = *formula;
    made->text = made->bound.reward = NULL;
    made->child = NULL;
    made->nchildren = 0;
    made->bound.lower = made->bound.upper = made->limit = NULL;
    const enum status status = copy_owned(formula, made);
    if (status != OK) formula_free(made);
    else *out = made;
    return status;
}

bool formula_is_path(const struct formula *formula)
{
    return formula->kind >= FORMULA_NEXT && formula->kind <= FORMULA_AUTOMATON;
}

bool formula_is_question(const struct formula *formula)
{
    return formula->kind >= FORMULA_PROBABILITY && formula->kind <= FORMULA_MULTI;
}

bool formula_asks(const struct formula *formula)
{
    if (!formula) return false;
    if (formula_is_question(formula)) return true;
    for (size_t k = 0; k < formula->nchildren; k++)
        if (formula_asks(formula->child[k])) return true;
    return formula_asks(formula->bound.lower) || formula_asks(formula->bound.upper);
}
