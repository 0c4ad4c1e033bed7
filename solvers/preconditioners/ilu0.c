/* M = (I + L) D (I + U), the incomplete factorisation of A without fill-in (Meijerink and van der
 * Vorst 1977): exact on the entries of A, zero elsewhere. */
#include <stdio.h>
#include <string.h>

#include "solvers/preconditioner.h"

static const struct ilu_ops *operations(const struct preconditioning *m)
{
    return m->place->ilu[m->precision];
}

static enum status preconditioner_ilu0_prepare(struct preconditioning *m)
{
    if (m->placed) return fail(ERROR_UNSUPPORTED, "precondition=ilu0 needs the rows on the host");
    if (m->place->cards > 1)
        return fail(ERROR_UNSUPPORTED,
                    "precondition=ilu0 cannot run at place %s: the rows of one card would wait for "
                    "those of another: use precondition=jacobi, or place cuda",
                    m->place->name);
    if (!operations(m))
        return fail(ERROR_UNSUPPORTED, "precondition=ilu0 does not exist at place %s",
                    m->place->name);
    m->ilu = (struct ilu){.a = m->a,
                          .narrow = m->precision == F32 || m->factors == FACTORS_F32,
                          .triangles = m->triangles,
                          .blocks = m->blocks,
                          .products = m->products};
    return operations(m)->create(&m->ilu);
}

static const char *const triangles_told[] = {[TRIANGLES_AUTO] = "",
                                             [TRIANGLES_ROWS] = "rows wait for rows",
                                             [TRIANGLES_CUSPARSE] = "cuSPARSE solves",
                                             [TRIANGLES_LEVELS] = "level by level"};

/* Notes which code solves with L and U on a GPU, or how several threads share them at another
 * place, or in how many blocks. */
static void note_triangles(struct preconditioning *m)
{
    const struct ilu *ilu = &m->ilu;
    const size_t used = strlen(m->note), room = sizeof m->note - used;
    if (m->place->cards)
        snprintf(m->note + used, room, "%silu0: %s, L has %u levels, U %u", used ? "; " : "",
                 triangles_told[ilu->triangles], ilu->lower_levels, ilu->upper_levels);
    if (ilu->blocks > 1)
        snprintf(m->note + used, room, "%silu0: %u blocks of rows, factored apart",
                 used ? "; " : "", ilu->blocks);
    if (!ilu->threads) return;
    if (ilu->lower_levels || ilu->upper_levels)
        snprintf(m->note + used, room, "%silu0: L %s, U %s", used ? "; " : "",
                 ilu->lower_levels ? "by levels" : "on one thread",
                 ilu->upper_levels ? "by levels" : "on one thread");
    else
        snprintf(m->note + used, room, "%silu0: levels of rows do not pay, one thread solves",
                 used ? "; " : "");
}

static enum status preconditioner_ilu0_factor(struct preconditioning *m)
{
    m->ilu.pin = m->pin;
    m->ilu.npins = m->npins;
    MUST(operations(m)->factor(&m->ilu));
    m->products = m->ilu.exact;
    if (m->ilu.replaced)
        snprintf(m->note, sizeof m->note,
                 "ilu0: %u pivots were zero or tiny, the diagonal entries stand there",
                 m->ilu.replaced);
    note_triangles(m);
    return OK;
}

static enum status preconditioner_ilu0_apply(const struct preconditioning *m, const void *r,
                                             void *z)
{
    return operations(m)->solve(&m->ilu, r, z);
}

static enum status preconditioner_ilu0_left(const struct preconditioning *m, void *r)
{
    return operations(m)->left(&m->ilu, r);
}

static enum status preconditioner_ilu0_right(const struct preconditioning *m, const void *v,
                                             void *t)
{
    return operations(m)->right(&m->ilu, v, t);
}

static enum status preconditioner_ilu0_product(const struct preconditioning *m, const void *v,
                                               void *t, void *y)
{
    return operations(m)->product(&m->ilu, v, t, y);
}

static void preconditioner_ilu0_dismiss(struct preconditioning *m)
{
    if (operations(m)) operations(m)->destroy(&m->ilu);
}

const struct preconditioner preconditioner_ilu0 = {
    .name = "ilu0",
    .by_rows = true,
    .stalls = "ilu0 depends on the order of rows: try +bfs behind the layout",
    .prepare = preconditioner_ilu0_prepare,
    .factor = preconditioner_ilu0_factor,
    .apply = preconditioner_ilu0_apply,
    .left = preconditioner_ilu0_left,
    .right = preconditioner_ilu0_right,
    .product = preconditioner_ilu0_product,
    .dismiss = preconditioner_ilu0_dismiss};
