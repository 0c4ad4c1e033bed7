/* Whether good paths show that they are good. */
#include "problems/paths/co_safe.h"

#include "problems/paths/path_parts.h"

/* a W[l,u] b with l > 0 asks both for a and for !a: it is !((a & !b) U[l,u] (!a & !b)). */
static bool asks_both(const struct formula *f)
{
    uint32_t lower = 0, upper;
    return f->kind == FORMULA_WEAK_UNTIL && path_steps(CHAIN_DTMC, f, &lower, &upper) == OK &&
           lower > 0;
}

/* plain, negated: how f stands in the formula; both inside <=>. */
static enum status check_sides(const struct formula *f, bool plain, bool negated)
{
    const bool until = f->kind == FORMULA_UNTIL || f->kind == FORMULA_FINALLY;
    const bool always =
        f->kind == FORMULA_GLOBALLY || f->kind == FORMULA_RELEASE || f->kind == FORMULA_WEAK_UNTIL;
    if (!has_path_operator(f)) return OK;
    if (!f->bound.upper && ((always && plain) || (until && negated)))
        return fail(ERROR_INPUT,
                    "column %zu: a reward until a formula needs one that good paths show after "
                    "finitely many steps; G, W and R never do, nor do F and U behind a '!': "
                    "ask R=?[F ...] or R=?[C<=k]",
                    f->column);
    for (size_t k = 0; k < f->nchildren; k++) {
        const bool turned = f->kind == FORMULA_NOT || (f->kind == FORMULA_IMPLIES && k == 0);
        const bool any = f->kind == FORMULA_IFF || (k == 0 && asks_both(f));
        MUST(check_sides(f->child[k], any || (turned ? negated : plain),
                         any || (turned ? plain : negated)));
    }
    return OK;
}

enum status check_co_safe(const struct formula *formula)
{
    return check_sides(formula, true, false);
}
