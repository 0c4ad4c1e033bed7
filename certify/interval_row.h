/* Rows of intervals (struct matrix with `most`) in the check of decision processes: what they prove
 * for all distributions between the bounds, or for one of them (Theorem 18 of docs/proofs.md). With
 * a threshold t, and x_k the number of place k (an entry, or staying),
 *
 *     b + sum_k p_k (x_k - x_i) = b + (t - x_i) + sum_k p_k (x_k - t),
 *
 * and each term on the right is largest, or smallest, at one of its bounds. Internal to certify/.
 */
#pragma once

#include "certify/row_check.h"

struct interval_row {
    const struct row_check *check; /* with x and b */
    uint32_t state, row;
    enum side side;
    bool all; /* for all distributions; else for one */
};

/* Places: the entries, and behind them staying. */
DOUBLES uint32_t interval_places(const struct interval_row *r)
{
    const uint64_t *start = r->check->a.off.row + r->row;
    return (uint32_t)(start[1] - start[0]) + 1;
}

DOUBLES double interval_number(const struct interval_row *r, uint32_t place)
{
    const struct csr *off = &r->check->a.off;
    const uint64_t k = off->row[r->row] + place;
    return r->check->x[k < off->row[r->row + 1] ? off->col[k] : r->state];
}

DOUBLES double interval_bound(const struct interval_row *r, uint32_t place, bool most)
{
    const struct matrix *a = &r->check->a;
    const uint64_t k = a->off.row[r->row] + place;
    if (k == a->off.row[r->row + 1]) return a->stay[2 * (uint64_t)r->row + most];
    return most ? a->most[k] : -a->off.val[k];
}

/* Returns whether the right-hand side above has its sign, with the bounds that decide it. */
DOUBLES bool threshold_holds(const struct interval_row *r, double threshold)
{
    const struct row_check *c = r->check;
    const double own = c->x[r->state], b = c->b ? c->b[r->row] : 0;
    const uint32_t places = interval_places(r);
    struct double_sum sum = {0, 0, 0};
    for (uint32_t k = 0; k < places; k++) {
        const double x = interval_number(r, k);
        const bool worse = (x > threshold) == (r->side == ABOVE);
        const double p = interval_bound(r, k, worse == r->all);
        if (p != 0 && x != threshold) add_flow(&sum, p, threshold, -x);
    }
    const double moved =
        add_up(share_of(c->reading.entry, sum.size), share_of(c->reading.constant, fabs(b)));
    add_flow(&sum, 1, own, -threshold);
    add_double(&sum, -b);
    const double error = add_up(double_sum_error(&sum, (double)places + 3, 0), moved);
    if (!(error <= DBL_MAX)) return false;
    return r->side == ABOVE ? double_sum_below(&sum, error) >= 0
                            : double_sum_above(&sum, error) <= 0;
}

/* For all distributions one threshold is enough. For one of them all thresholds are needed, of
 * which the numbers of the places are the decisive ones. */
DOUBLES bool interval_row_holds(const struct interval_row *r)
{
    const uint32_t places = interval_places(r);
    for (uint32_t k = 0; k < places; k++)
        if (interval_bound(r, k, true) > 0 && threshold_holds(r, interval_number(r, k)) == r->all)
            return r->all;
    return !r->all;
}

/* Returns whether bounds are above 0 and in order; of staying they may be 0. */
DOUBLES bool interval_row_is_sound(const struct matrix *a, uint32_t row)
{
    const double *stay = a->stay + 2 * (uint64_t)row;
    const bool alone = matrix_row_is_alone(a, row);
    bool sound =
        stay[0] >= 0 && stay[0] <= stay[1] && stay[1] <= 1 && (stay[0] > 0 || stay[1] == 0);
    for (uint64_t k = a->off.row[row]; k < a->off.row[row + 1]; k++)
        sound &= a->off.val[k] < 0 && -a->off.val[k] <= a->most[k] && a->most[k] <= 1;
    return sound && (alone ? a->diag[row] == 0 && stay[1] > 0 : a->diag[row] == 1);
}
