/* Bounded properties in plain doubles. No number of such a chain is negative, so no sum
 * cancels: each step adds a relative error of a few u to each entry, however small the entry is.
 *
 * Let s E_i < 1 for the exit rate E_i of each row. P = I - s A has entries s |a_ij| and 1 - s E_i,
 * none negative; each is computed once to within 2 u of itself. If y is x(1 +- t), the computed P y
 * + s b is the exact next iterate (1 +- t)(1 +- r), where r covers the roundings of one row. What
 * underflows is at most the smallest normal double for each term, and rows of P sum to 1.
 *
 * All of that holds of the largest or the smallest result of several rows, too. There entries may
 * be off by a share e: then 1 - s E_i is off by e s E_i / (1 - s E_i) of itself, and r covers both.
 *
 * If a step changes no entry by more than its share r, so (1 - 2 r) y <= P y + s b <= (1 + 2 r) y,
 * the same holds of all later steps, as P and b are not negative: the iterate stands for them. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/team.h"
#include "certify/jumps.h"
#include "certify/nearest.h"
#include "certify/row_check.h"

enum { LOOK = 32 }; /* steps between looks at what changes */

static const double unit = DBL_EPSILON / 2; /* u */
static const double safe = 1e-140; /* products of two such numbers and a weight are normal */

/* chance, stay and gain are of rows; fixed, now and next of unknowns. */
struct plain {
    const struct matrix *a;
    const double *b;
    bool largest;
    double step;    /* s */
    double *chance; /* s |a_ij|: one for each entry */
    double *stay;   /* 1 - s E_i */
    double *gain;   /* s b_i */
    uint8_t *fixed; /* those that never change */
    uint64_t longest;
    double each;   /* r */
    double most;   /* largest |x0_i| */
    double driven; /* largest s b_i, rounded up */
    double least;  /* at most the smallest number but 0 that was multiplied or added */
    double *now, *next;
};

static bool is_amount(double x)
{
    return x >= 0 && x < INFINITY;
}

/* Returns whether row i has the signs of a chain. *exit: its exit rate, about. */
static bool is_row_of_rates(const struct matrix *a, uint32_t i, bool balanced, double *exit)
{
    const struct csr *off = &a->off;
    const bool alone = off->row[i] == off->row[i + 1];
    bool good = alone ? a->diag[i] == 0 || a->diag[i] == 1 : balanced;
    *exit = 0;
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
        good = good && is_amount(-off->val[k]);
        *exit -= off->val[k];
    }
    return good && is_amount(*exit);
}

/* Returns whether the signs of row r are those of a chain. */
static bool take_row(const struct walk_of_steps *walk, struct plain *p, uint32_t r, double *fastest)
{
    const uint64_t length = p->a->off.row[r + 1] - p->a->off.row[r];
    double exit;
    if (!is_row_of_rates(p->a, r, walk->reading.balanced, &exit)) return false;
    *fastest = fmax(*fastest, exit);
    p->longest = length > p->longest ? length : p->longest;
    return true;
}

/* The same for the rows of unknown i. */
static bool take_group(const double *x0, const struct walk_of_steps *walk, struct plain *p,
                       uint32_t i, double *fastest)
{
    const uint32_t first = matrix_first_row(p->a, i), end = matrix_first_row(p->a, i + 1);
    if (!is_amount(x0[i]) || first == end) return false;
    p->most = fmax(p->most, x0[i]);
    for (uint32_t r = first; r < end; r++)
        if (!is_amount(p->b ? p->b[r] : 0)) return false;
    p->fixed[i] = end == first + 1 && row_stays(p->a, first, p->b, x0[i]);
    for (uint32_t r = first; !p->fixed[i] && r < end; r++)
        if (!take_row(walk, p, r, fastest)) return false;
    return true;
}

/* The same for all, and sets what of p follows from the rows. */
static bool take_rows(const double *x0, const struct walk_of_steps *walk, struct plain *p)
{
    double fastest = 0;
    for (uint32_t i = 0; i < matrix_unknowns(p->a); i++)
        if (!take_group(x0, walk, p, i, &fastest)) return false;
    p->step = walk->steps ? walk->step : fmin(walk->step, (1 - 0x1p-20) / fastest);
    p->each = 1.01 * (double)(p->longest + 8) * unit;
    return p->step > 0 && p->step < INFINITY;
}

/* 1 - s E_r of row r. Returns whether it is known to within u of itself. In a step, a state without
 * a self-loop has 0, and its entries stand for themselves over their sum. */
static bool take_stay(const struct walk_of_steps *walk, struct plain *p, uint32_t r)
{
    const struct csr *off = &p->a->off;
    const double entries = (double)(off->row[r + 1] - off->row[r]);
    struct double_sum sum = {0, 0, 0};
    add_double(&sum, 1);
    for (uint64_t k = off->row[r]; k < off->row[r + 1]; k++)
        add_product(&sum, p->step, off->val[k]);
    const double error = double_sum_error(&sum, entries + 2, 0), left = sum.head + sum.tail;
    const bool moves = walk->steps && p->step * p->a->diag[r] == 1;
    if (entries == 0) { /* x = b, or what a step of time leaves of that */
        p->stay[r] = 1 - p->step * p->a->diag[r];
        return p->stay[r] == 0 || p->stay[r] == 1;
    }
    p->stay[r] = moves ? 0 : left;
    const double share = moves ? 1.01 * fabs(left) + 2.02 * walk->reading.entry
                               : 1.01 * walk->reading.entry * fmax(1, (1 - left) / left);
    p->each = fmax(p->each, 1.01 * ((double)(p->longest + 8) * unit + share));
    return moves ? fabs(left) < 1e-6 : left > 0 && error <= unit * left;
}

static bool take_number(const struct walk_of_steps *walk, struct plain *p, uint32_t r)
{
    const struct csr *off = &p->a->off;
    p->gain[r] = p->b ? p->step * p->b[r] : 0;
    p->driven = fmax(p->driven, multiply_up(1.01, p->gain[r]));
    for (uint64_t k = off->row[r]; k < off->row[r + 1]; k++) p->chance[k] = p->step * -off->val[k];
    return take_stay(walk, p, r);
}

/* Takes a factor or a term into p->least. */
static double smaller(double least, double x)
{
    return x != 0 && x < least ? x : least;
}

static bool take_numbers(const double *x0, const struct walk_of_steps *walk, struct plain *p)
{
    bool good = true;
    p->least = INFINITY;
    for (uint32_t i = 0; i < matrix_unknowns(p->a); i++) p->least = smaller(p->least, x0[i]);
    for (uint32_t i = 0; i < matrix_unknowns(p->a); i++)
        for (uint32_t r = matrix_first_row(p->a, i); r < matrix_first_row(p->a, i + 1) && good;
             r++) {
            p->stay[r] = 1;
            p->gain[r] = 0;
            if (!p->fixed[i]) good = take_number(walk, p, r);
            p->least = smaller(smaller(p->least, p->stay[r]), p->gain[r]);
        }
    for (uint64_t k = 0; good && k < p->a->off.nnz; k++) p->least = smaller(p->least, p->chance[k]);
    return good;
}

/* Row r after a step; i: its unknown. */
static inline double row_after(const struct plain *p, uint32_t r, uint32_t i)
{
    const struct csr *off = &p->a->off;
    double moved = p->stay[r] * p->now[i];
    for (uint64_t k = off->row[r]; k < off->row[r + 1]; k++)
        moved += p->chance[k] * p->now[off->col[k]];
    return moved + p->gain[r];
}

static inline double best_after(const struct plain *p, uint32_t i)
{
    const uint32_t first = matrix_first_row(p->a, i), end = matrix_first_row(p->a, i + 1);
    double best = row_after(p, first, i);
    for (uint32_t r = first + 1; r < end; r++) {
        const double other = row_after(p, r, i);
        if (p->largest ? other > best : other < best) best = other;
    }
    return best;
}

/* sum += weight now, next = P now + s b. */
static void plain_step(struct plain *p, double weight, double *sum)
{
    const uint32_t n = matrix_unknowns(p->a);
    double least = p->least;
#pragma omp parallel reduction(min : least) if (team_again(p->a->off.nnz + n))
    {
        TO_NEAREST;
#pragma omp for schedule(static)
        for (uint32_t i = 0; i < n; i++) {
            if (weight != 0) sum[i] += weight * p->now[i];
            p->next[i] = p->fixed[i] ? p->now[i] : best_after(p, i);
            least = smaller(least, p->next[i]);
        }
    }
    p->least = least;
}

/* Returns whether the last step changed no entry by more than the share r. */
static bool is_settled(const struct plain *p)
{
    bool settled = true;
    for (uint32_t i = 0; i < matrix_unknowns(p->a) && settled; i++)
        settled = fabs(p->next[i] - p->now[i]) <= p->each * fmin(p->now[i], p->next[i]);
    return settled;
}

static double weight_at(const struct jumps *jumps, uint64_t k)
{
    return k < jumps->first ? 0 : jumps->weight[k - jumps->first].head;
}

/* sum += all weights from k on times now. */
static void take_for_rest(const struct plain *p, const struct jumps *jumps, uint64_t k, double *sum)
{
    double weight = 0;
    for (k = k > jumps->first ? k : jumps->first; k <= jumps->last; k++)
        weight += weight_at(jumps, k);
    for (uint32_t i = 0; i < matrix_unknowns(p->a); i++) sum[i] += weight * p->now[i];
}

/* *ended: false if walk->go_on did not let it end. */
static enum status walk_plainly(struct plain *p, const struct walk_of_steps *walk,
                                const struct jumps *jumps, double *sum, bool *ended)
{
    *ended = false;
    for (uint64_t k = 0; k < jumps->last; k++) {
        if (!progress_hook_call("proving", k, jumps->last)) return progress_hook_stopped();
        if (walk->go_on && !walk->go_on(walk->with)) return OK;
        plain_step(p, weight_at(jumps, k), sum);
        double *now = p->now;
        p->now = p->next, p->next = now;
        *ended = (k % LOOK == 0 && is_settled(p)) || k + 1 == jumps->last;
        if (*ended) {
            take_for_rest(p, jumps, k + 1, sum);
            break;
        }
    }
    return OK;
}

/* Relative error of each entry of the sum. A step that settles has changed an entry by r, and its
 * own rounding is r: so 2 r a step. */
static double share_of_walk(const struct plain *p, const struct walk_of_steps *walk,
                            const struct jumps *jumps)
{
    const double steps = (double)jumps->last + 1, count = (double)(jumps->last - jumps->first + 1);
    return 1.05 * (2 * steps * p->each + (count + 2) * unit + jumps->share +
                   1.01 * walk->reading.constant);
}

static double product_up(double a, double b)
{
    return a == 0 || b == 0 ? 0 : multiply_up(a, b);
}

/* Absolute error of each entry: what underflows, the start, and the jumps that are left out. */
static double rest_of_walk(const struct plain *p, const struct walk_of_steps *walk,
                           const struct jumps *jumps)
{
    const double steps = (double)jumps->last + 1,
                 most = add_up(p->most, multiply_up(steps, p->driven)),
                 terms = multiply_up(steps, 8 * (double)(p->longest + 4)),
                 lost = p->least >= safe ? 0 : multiply_up(terms, DBL_MIN * fmax(1, most)),
                 missed = add_up(product_up(2 * jumps->missing, most),
                                 product_up(4 * p->driven, jumps->late));
    return add_up(add_up(lost, 2 * walk->off), missed);
}

static void write_weights(const struct plain *p, const double *x0, double share, double rest,
                          double *x, double *v)
{
    const double least = rest > 0 ? divide_up(rest, share) : 0;
    for (uint32_t i = 0; i < matrix_unknowns(p->a); i++) {
        if (p->fixed[i]) x[i] = x0[i];
        v[i] = p->fixed[i] ? 0 : least > 0 ? add_up(x[i], least) : x[i];
    }
}

static enum status plain_allocate(struct plain *p)
{
    const uint32_t rows = p->a->off.rows, n = matrix_unknowns(p->a);
    MUST(allocate(p->a->off.nnz, sizeof *p->chance, "a check", &p->chance));
    MUST(allocate(rows, sizeof *p->stay, "a check", &p->stay));
    MUST(allocate(rows, sizeof *p->gain, "a check", &p->gain));
    MUST(allocate(n, sizeof *p->fixed, "a check", &p->fixed));
    MUST(allocate(n, sizeof *p->now, "a check", &p->now));
    return allocate(n, sizeof *p->next, "a check", &p->next);
}

static void plain_free(struct plain *p)
{
    free(p->chance);
    free(p->stay);
    free(p->gain);
    free(p->fixed);
    free(p->now);
    free(p->next);
}

enum status certify_plain_steps(const struct matrix *a, const double *b, const double *x0,
                                const struct walk_of_steps *walk, double wanted, double *x,
                                double *v, double *share)
{
    TO_NEAREST;
    enum status status = OK;
    const uint32_t n = matrix_unknowns(a);
    struct plain p = {.a = a, .b = b, .largest = walk->largest};
    struct jumps jumps = {0};
    struct walk_of_steps own = *walk;
    bool ended;
    *share = INFINITY;
    if (!a->group && (walk->steps || walk->reading.entry != 0)) return OK;
    TRY(plain_allocate(&p));
    if (!take_rows(x0, walk, &p) || !take_numbers(x0, walk, &p)) goto out;
    own.step = p.step;
    TRY(find_jumps(&own, &jumps));
    const double found = share_of_walk(&p, walk, &jumps);
    if (!(found <= wanted && found < 0.01 && isfinite(jumps.off))) goto out;
    memcpy(p.now, x0, n * sizeof *x0);
    memset(x, 0, n * sizeof *x);
    TRY(walk_plainly(&p, walk, &jumps, x, &ended));
    if (!ended) goto out;
    write_weights(&p, x0, found, rest_of_walk(&p, walk, &jumps), x, v);
    *share = settled(found);
out:
    free(jumps.weight);
    plain_free(&p);
    return status;
}
