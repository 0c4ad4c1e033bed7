/* Row and vector operations of a rank: operations of its member place on the rank's own entries.
 * Sums over all ranks are added by each rank in the order of ranks, so that all ranks have the same
 * bits in every run. */
#include "solvers/ranks/operations.h"

#include <math.h>
#include <stdint.h>

#include "solvers/registry.h"

/* Rows */

static const struct mat_ops *ops_of(const struct stored *part)
{
    return find_mat_ops(part->layout, rank_here.member, part->precision);
}

static enum status ranks_apply(const struct stored *a, const void *x, void *y)
{
    MUST(ranks_exchange(x));
    return ops_of(a->part)->apply(a->part, x, y);
}

static enum status ranks_residual(const struct stored *a, const void *b, const void *x, void *r)
{
    MUST(ranks_exchange(x));
    return ops_of(a->part)->residual(a->part, b, x, r);
}

static enum status ranks_jacobi(const struct stored *a, const struct rhs *b, const void *x,
                                void *next, double omega, struct test *test)
{
    MUST(ranks_exchange(x));
    return ops_of(a->part)->jacobi(a->part, b, x, next, omega, test);
}

static enum status ranks_power(const struct stored *a, const struct rhs *b, const void *x,
                               void *next, double step, struct test *test)
{
    MUST(ranks_exchange(x));
    return ops_of(a->part)->power(a->part, b, x, next, step, test);
}

const struct mat_ops mat_ops_ranks = {
    .apply = ranks_apply, .residual = ranks_residual, .jacobi = ranks_jacobi, .power = ranks_power};

/* Vectors: operations over the entries of all ranks */

/* Replaces the sums of the own entries in out by those of all ranks. */
static enum status add_ranks(int width, double *out)
{
    double all[MOST_PARTS * NDOTS];
    if (rank_here.device) return rank_here.device->add(width, out);
    ranks_link_here()->gather(out, (size_t)width * sizeof *out, all);
    for (int w = 0; w < width; w++) out[w] = all[w];
    for (int k = 1; k < ranks_self()->size; k++)
        for (int w = 0; w < width; w++) out[w] += all[k * width + w];
    return OK;
}

static enum status ranks_dot(size_t n, const void *x, const void *y, double *out)
{
    MUST(rank_here.vec->dot(n, x, y, out));
    return add_ranks(1, out);
}

static enum status ranks_dot_one_thread(size_t n, const void *x, const void *y, double *out)
{
    MUST(rank_here.vec->dot_one_thread(n, x, y, out));
    return add_ranks(1, out);
}

static enum status ranks_dot_pair(size_t n, const void *x, const void *y, double out[2])
{
    MUST(rank_here.vec->dot_pair(n, x, y, out));
    return add_ranks(2, out);
}

static enum status ranks_iterate(size_t n, const double *alpha, const void *p, const double *omega,
                                 const void *t, const void *q, void *x, void *r, double *out)
{
    MUST(rank_here.vec->iterate(n, alpha, p, omega, t, q, x, r, out));
    return add_ranks(1, out);
}

/* *out = the largest change of all ranks; NaN if a rank has NaN. */
static enum status ranks_change(size_t n, const void *x, const void *y, enum criterion criterion,
                                double *out)
{
    double mine, all[MOST_PARTS];
    MUST(rank_here.vec->change(n, x, y, criterion, &mine));
    ranks_link_here()->gather(&mine, sizeof mine, all);
    *out = all[0];
    for (int k = 1; k < ranks_self()->size; k++)
        if (isnan(all[k]) || all[k] > *out) *out = all[k];
    return OK;
}

static enum status ranks_all_finite(size_t n, unsigned width, const void *x, bool *out)
{
    bool mine = false;
    MUST(rank_here.vec->finite(n, width, x, &mine));
    *out = !ranks_link_here()->any(!mine);
    return OK;
}

/* Results of a blend for the host, and a flag that rank 0 must stop: methods in which the host
 * decides do not vote. */
struct blended {
    double dot[BLEND_DOTS], largest;
    int stop;
};

static enum status ranks_blend(size_t n, const struct blend *how)
{
    struct blended mine = {0}, all[MOST_PARTS];
    MUST(rank_here.vec->blend(n, how));
    if (!how->ndots && !how->largest) return OK;
    mine.stop = ranks_told_to_stop();
    for (int w = 0; w < how->ndots; w++) mine.dot[w] = how->dot[w];
    if (how->largest) mine.largest = *how->largest;
    ranks_link_here()->gather(&mine, sizeof mine, all);
    if (all[0].stop) ranks_stop = 1;
    mine = all[0];
    for (int k = 1; k < ranks_self()->size; k++) {
        for (int w = 0; w < how->ndots; w++) mine.dot[w] += all[k].dot[w];
        if (isnan(all[k].largest) || all[k].largest > mine.largest) mine.largest = all[k].largest;
    }
    for (int w = 0; w < how->ndots; w++) how->dot[w] = mine.dot[w];
    if (how->largest) *how->largest = mine.largest;
    return OK;
}

/* For one class: finds the first row, over all ranks, with the largest entry. */
static enum status ranks_weigh(size_t n, const void *x, const struct row_classes *classes,
                               struct weight *out)
{
    struct weight all[MOST_PARTS];
    MUST(rank_here.vec->weigh(n, x, classes, out));
    out->row += rank_here.first;
    ranks_link_here()->gather(out, sizeof *out, all);
    *out = all[0];
    for (int k = 1; k < ranks_self()->size; k++) {
        out->sum += all[k].sum;
        if (!(all[k].largest > out->largest)) continue;
        out->largest = all[k].largest;
        out->row = all[k].row;
    }
    return OK;
}

const struct vec_ops vec_ops_ranks = {.dot = ranks_dot,
                                      .dot_one_thread = ranks_dot_one_thread,
                                      .dot_pair = ranks_dot_pair,
                                      .iterate = ranks_iterate,
                                      .change = ranks_change,
                                      .finite = ranks_all_finite,
                                      .blend = ranks_blend,
                                      .weigh = ranks_weigh};

struct vec_ops rank_vectors(const struct vec_ops *member)
{
    struct vec_ops all = vec_ops_ranks;
    all.zero = member->zero;
    all.copy = member->copy;
    all.axpy = member->axpy;
    all.xpay = member->xpay;
    all.divide = member->divide;
    all.copy_scalar = member->copy_scalar;
    all.small = member->small;
    all.axpy_small = member->axpy_small;
    all.direction = member->direction;
    all.quotient = member->quotient;
    all.set = member->set;
    all.rescale = member->rescale;
    return all;
}
