/* Row operations over several GPUs: each GPU does the operation of place cuda on its own part. */
#include <stdio.h>

#include "solvers/cuda/bracket.cuh"
#include "solvers/cuda/cards/each.cuh"

extern "C" {
#include "solvers/registry.h"
#include "solvers/solve.h"
}

/* Returns b on card k. */
static struct rhs rhs_at(const struct rhs *b, int k)
{
    if (!b) return {};
    return {cards_at(b->entry, k), (uint32_t *)cards_at(b->marks, k)};
}

/* Calls f(k, operations of the part) on each card after x is where the parts read it. */
template <class F>
static enum status on_parts(const struct stored *a, const void *x, F f, size_t width = 1,
                            bool kept = false)
{
    const struct mat_ops *ops = find_mat_ops(a->layout, a->place->member, a->precision);
    enum status status = cards_exchange(a, x, width, kept);
    return status == OK ? on_cards(a->nparts, [=](int k) { return f(k, ops); }) : status;
}

static enum status cards_apply(const struct stored *a, const void *x, void *y)
{
    return on_parts(a, x, [=](int k, const struct mat_ops *ops) {
        return ops->apply(&a->part[k], cards_at(x, k), cards_at(y, k));
    });
}

static enum status cards_residual(const struct stored *a, const void *b, const void *x, void *r)
{
    return on_parts(a, x, [=](int k, const struct mat_ops *ops) {
        return ops->residual(&a->part[k], cards_at(b, k), cards_at(x, k), cards_at(r, k));
    });
}

/* Starts on card k, on its side stream, the sweep over its edges: the rows that other cards read.
 * f(rows). */
template <class F>
static enum status sweep_edges(const struct stored *a, int k, F f)
{
    const struct stored *part = &a->part[k];
    enum status status = device_branch();
    for (int e = 0; e < part->nparts && status == OK; e++) status = f(&part->part[e]);
    return status;
}

static enum status exchange_edges(const struct stored *a, const void *next, size_t width)
{
    enum status status = cards_meet_beside(a->nparts);
    for (int k = 0; k < a->nparts && status == OK; k++) {
        status = device_select(k);
        if (status == OK) status = cards_pull_halo(a, next, width * real_size(a->precision), k);
    }
    device_home();
    return status;
}

/* Makes every card return from its side stream, also after an error in `status`, whose message is
 * kept. */
static enum status leave_branches(int cards, enum status status)
{
    enum status left = OK;
    char why[512];
    snprintf(why, sizeof why, "%s", fail_message());
    for (int k = 0; k < cards; k++) {
        enum status here = device_select(k);
        if (here == OK) here = device_return();
        if (here != OK) left = here;
    }
    device_home();
    return status == OK ? left : fail(status, "%s", why);
}

/* A sweep from x to next, which have `width` numbers per row. f(k, rows, tested) enqueues the sweep
 * of some rows on card k. Nothing writes x before the next exchange. */
template <class F>
static enum status cards_sweep(const struct stored *a, const void *x, void *next, size_t width, F f)
{
    enum status status =
        cards_under_way() == x ? cards_join(a->nparts) : cards_exchange(a, x, width, true);
    if (status == OK && a->edged && cards_branches()) {
        status = on_cards(a->nparts, [=](int k) {
            return sweep_edges(a, k, [=](const struct stored *rows) { return f(k, rows, false); });
        });
        if (status == OK) status = exchange_edges(a, next, width);
        status = leave_branches(a->nparts, status);
        cards_branched(next);
        for (int k = 0; k < a->nparts && status == OK; k++) {
            status = device_select(k);
            if (status == OK) status = f(k, &a->part[k], true);
        }
        device_home();
        return status;
    }
    return status == OK ? on_cards(a->nparts, [=](int k) { return f(k, &a->part[k], true); })
                        : status;
}

static enum status cards_jacobi(const struct stored *a, const struct rhs *b, const void *x,
                                void *next, double omega, struct test *test)
{
    const struct mat_ops *ops = find_mat_ops(a->layout, a->place->member, a->precision);
    return cards_sweep(a, x, next, 1, [=](int k, const struct stored *rows, bool tested) {
        struct test mine = test_at(test, k);
        const struct rhs its = rhs_at(b, k);
        return ops->jacobi(rows, &its, cards_at(x, k), cards_at(next, k), omega,
                           test && tested ? &mine : NULL);
    });
}

static enum status cards_power(const struct stored *a, const struct rhs *b, const void *x,
                               void *next, double step, struct test *test)
{
    const struct mat_ops *ops = find_mat_ops(a->layout, a->place->member, a->precision);
    return cards_sweep(a, x, next, 1, [=](int k, const struct stored *rows, bool tested) {
        struct test mine = test_at(test, k);
        const struct rhs its = rhs_at(b, k);
        return ops->power(rows, &its, cards_at(x, k), cards_at(next, k), step,
                          test && tested ? &mine : NULL);
    });
}

static enum status cards_apply_dots(const struct stored *a, const void *x, void *y, const void *q,
                                    double *out)
{
    double(*sum)[NDOTS] = cards_next_sums();
    enum status status = on_parts(a, x, [=](int k, const struct mat_ops *ops) {
        return ops->apply_dots(&a->part[k], cards_at(x, k), cards_at(y, k), cards_at(q, k), sum[k]);
    });
    return status == OK ? cards_add(a->nparts, sum, NDOTS, out) : status;
}

/* Returns `how` with the addresses of card k. */
static struct bracket bracket_at(const struct bracket *how, int k, double *found, struct test *test)
{
    struct bracket mine = *how;
    mine.x = cards_at(how->x, k);
    mine.next = cards_at(how->next, k);
    mine.bounds = (double *)cards_at(how->bounds, k);
    mine.found = found;
    *test = test_at(how->test, k);
    mine.test = how->test ? test : NULL;
    return mine;
}

/* Narrows the bounds on each card to the results of all cards; minima and maxima are the same in
 * any order. */
static enum status narrow_cards(int cards, const double (*found)[NDOTS], const struct bracket *how)
{
    enum status status = cards_barrier(cards);
    if (status != OK) return status;
    return on_cards(cards, [=](int k) {
        struct test test;
        const struct bracket mine = bracket_at(how, k, NULL, &test);
        return bracket_narrow(found, cards, &mine);
    });
}

/* A bracketed sweep that narrows bounds: all cards have the new bounds before the next one begins.
 */
static enum status bracket_and_narrow(const struct stored *a, const struct rhs *b,
                                      const struct bracket *how)
{
    double(*found)[NDOTS] = cards_next_sums();
    enum status status = on_parts(
        a, how->x,
        [=](int k, const struct mat_ops *ops) {
            struct test test;
            const struct bracket mine = bracket_at(how, k, found[k], &test);
            const struct rhs its = rhs_at(b, k);
            return ops->bracket(&a->part[k], &its, &mine);
        },
        bracket_has_pairs(how->rule) ? 2 : 1);
    return status == OK ? narrow_cards(a->nparts, found, how) : status;
}

static enum status cards_bracket(const struct stored *a, const struct rhs *b,
                                 const struct bracket *how)
{
    const struct mat_ops *ops = find_mat_ops(a->layout, a->place->member, a->precision);
    if (bracket_narrows(how->rule)) return bracket_and_narrow(a, b, how);
    return cards_sweep(a, how->x, how->next, bracket_has_pairs(how->rule) ? 2 : 1,
                       [=](int k, const struct stored *rows, bool tested) {
                           struct test test;
                           struct bracket mine = bracket_at(how, k, NULL, &test);
                           const struct rhs its = rhs_at(b, k);
                           if (!tested) mine.test = NULL;
                           return ops->bracket(rows, &its, &mine);
                       });
}

#define EXPORT_ROWS(name, bracket)                                                     \
    extern "C" const struct mat_ops name;                                              \
    extern "C" const struct mat_ops name = {                                           \
        cards_apply, cards_residual, cards_jacobi,     cards_power, NULL,  {},   NULL, \
        false,       NULL,           cards_apply_dots, bracket,     false, NULL, NULL};
EXPORT_ROWS(mat_ops_cards, NULL)
EXPORT_ROWS(mat_ops_cards_bracket, cards_bracket)
