#include "tests/support/exact/exact.h"

#include <math.h>

enum { BITS = 1024 };

void exact_init(struct exact *e)
{
    e->n = 0;
    for (int i = 0; i < EXACT_MOST; i++) {
        mpq_inits(e->b[i], e->x[i], NULL);
        for (int j = 0; j < EXACT_MOST; j++) mpq_init(e->a[i][j]);
    }
}

void exact_clear(struct exact *e)
{
    for (int i = 0; i < EXACT_MOST; i++) {
        mpq_clears(e->b[i], e->x[i], NULL);
        for (int j = 0; j < EXACT_MOST; j++) mpq_clear(e->a[i][j]);
    }
}

void exact_set(struct exact *e, const struct matrix *a, const double *b)
{
    e->n = a->off.rows;
    for (uint32_t i = 0; i < e->n; i++) {
        for (uint32_t j = 0; j < e->n; j++) mpq_set_ui(e->a[i][j], 0, 1);
        mpq_set_d(e->a[i][i], a->diag[i]);
        mpq_set_d(e->b[i], b ? b[i] : 0);
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
            mpq_set_d(e->a[i][a->off.col[k]], a->off.val[k]);
    }
}

/* x -= y z */
static void subtract_product(mpq_t x, const mpq_t y, const mpq_t z)
{
    mpq_t product;
    if (mpq_sgn(y) == 0 || mpq_sgn(z) == 0) return;
    mpq_init(product);
    mpq_mul(product, y, z);
    mpq_sub(x, x, product);
    mpq_clear(product);
}

static bool bring_pivot(struct exact *e, uint32_t k)
{
    uint32_t i = k;
    while (i < e->n && mpq_sgn(e->a[i][k]) == 0) i++;
    if (i == e->n) return false;
    for (uint32_t j = 0; j < e->n; j++) mpq_swap(e->a[i][j], e->a[k][j]);
    mpq_swap(e->b[i], e->b[k]);
    return true;
}

static void eliminate(struct exact *e, uint32_t k)
{
    mpq_t factor;
    mpq_init(factor);
    for (uint32_t i = k + 1; i < e->n; i++) {
        if (mpq_sgn(e->a[i][k]) == 0) continue;
        mpq_div(factor, e->a[i][k], e->a[k][k]);
        for (uint32_t j = k; j < e->n; j++) subtract_product(e->a[i][j], factor, e->a[k][j]);
        subtract_product(e->b[i], factor, e->b[k]);
    }
    mpq_clear(factor);
}

bool exact_solve(struct exact *e)
{
    for (uint32_t k = 0; k < e->n; k++) {
        if (!bring_pivot(e, k)) return false;
        eliminate(e, k);
    }
    for (uint32_t i = e->n; i-- > 0;) {
        mpq_set(e->x[i], e->b[i]);
        for (uint32_t j = i + 1; j < e->n; j++) subtract_product(e->x[i], e->a[i][j], e->x[j]);
        mpq_div(e->x[i], e->x[i], e->a[i][i]);
    }
    return true;
}

/* The equation of the class's first row is replaced by one for the sum. */
bool exact_long_run(struct exact *e, const struct matrix *a, const uint32_t *class_of, uint32_t c)
{
    uint32_t first = a->off.rows;
    exact_set(e, a, NULL);
    for (uint32_t i = e->n; i-- > 0;) {
        if (class_of[i] == c) first = i;
        mpq_set_ui(e->a[i][i], 0, 1);
        for (uint32_t j = 0; j < e->n; j++)
            if (j != i) mpq_sub(e->a[i][i], e->a[i][i], e->a[j][i]);
    }
    for (uint32_t i = 0; i < e->n; i++) {
        if (class_of[i] == c && i != first) continue;
        for (uint32_t j = 0; j < e->n; j++)
            mpq_set_ui(e->a[i][j], i == first ? class_of[j] == c : i == j, 1);
        mpq_set_ui(e->b[i], i == first, 1);
    }
    return exact_solve(e);
}

void exact_steps(struct exact *e, const double *x0, double step, uint64_t steps)
{
    mpq_t h, next[EXACT_MOST];
    mpq_init(h);
    mpq_set_d(h, step);
    for (uint32_t i = 0; i < e->n; i++) {
        mpq_init(next[i]);
        mpq_set_d(e->x[i], x0[i]);
    }
    for (uint64_t k = 0; k < steps; k++) {
        for (uint32_t i = 0; i < e->n; i++) {
            mpq_set(next[i], e->b[i]);
            for (uint32_t j = 0; j < e->n; j++) subtract_product(next[i], e->a[i][j], e->x[j]);
            mpq_mul(next[i], next[i], h);
            mpq_add(next[i], next[i], e->x[i]);
        }
        for (uint32_t i = 0; i < e->n; i++) mpq_swap(e->x[i], next[i]);
    }
    for (uint32_t i = 0; i < e->n; i++) mpq_clear(next[i]);
    mpq_clear(h);
}

static void to_float(mpf_t out, const mpq_t x)
{
    mpf_init2(out, BITS);
    mpf_set_q(out, x);
}

/* Returns whether all terms are below 2^(-BITS/2) of the largest number, or of 2^-BITS if that is
 * larger. */
static bool negligible(mpf_t *term, mpf_t *x, uint32_t n)
{
    long largest = -BITS, left = 3 * -BITS, exponent;
    for (uint32_t i = 0; i < n; i++) {
        mpf_get_d_2exp(&exponent, x[i]);
        if (mpf_sgn(x[i]) && exponent > largest) largest = exponent;
        mpf_get_d_2exp(&exponent, term[i]);
        if (mpf_sgn(term[i]) && exponent > left) left = exponent;
    }
    return left < largest - BITS / 2;
}

/* The terms of the Taylor series, t' = -A t time / k with b in the first of them. Once k is twice
 * as large as A time, they fall faster than 2^-k. */
void exact_time(struct exact *e, const double *x0, double time)
{
    mpf_t a[EXACT_MOST][EXACT_MOST], x[EXACT_MOST], term[EXACT_MOST], next[EXACT_MOST], t, product;
    const uint32_t n = e->n;
    double size = 1;
    mpf_init2(t, BITS);
    mpf_init2(product, BITS);
    mpf_set_d(t, time);
    for (uint32_t i = 0; i < n; i++) {
        double row = 0;
        bool moves = false;
        mpf_init2(term[i], BITS);
        mpf_init2(next[i], BITS);
        mpf_init2(x[i], BITS);
        mpf_set_d(x[i], x0[i]);
        mpf_set_d(term[i], x0[i]);
        for (uint32_t j = 0; j < n; j++) {
            to_float(a[i][j], e->a[i][j]);
            row += fabs(mpf_get_d(a[i][j])) * time;
            moves |= j != i && mpf_sgn(a[i][j]);
        }
        if (moves) size = fmax(size, row);
    }
    for (unsigned long k = 1; k < 2 * size + 2 || !negligible(term, x, n); k++) {
        for (uint32_t i = 0; i < n; i++) {
            mpf_set_q(next[i], e->b[i]);
            if (k > 1) mpf_set_ui(next[i], 0);
            for (uint32_t j = 0; j < n; j++) {
                if (mpf_sgn(a[i][j]) == 0) continue;
                mpf_mul(product, a[i][j], term[j]);
                mpf_sub(next[i], next[i], product);
            }
            mpf_mul(next[i], next[i], t);
            mpf_div_ui(next[i], next[i], k);
            mpf_add(x[i], x[i], next[i]);
        }
        for (uint32_t i = 0; i < n; i++) mpf_swap(term[i], next[i]);
    }
    for (uint32_t i = 0; i < n; i++) {
        mpq_set_f(e->x[i], x[i]);
        mpf_clears(term[i], next[i], x[i], NULL);
        for (uint32_t j = 0; j < n; j++) mpf_clear(a[i][j]);
    }
    mpf_clears(t, product, NULL);
}

/* x - centre against side v. */
static int compare(const mpq_t x, double centre, double side, double v)
{
    mpq_t most, factor, from;
    mpq_inits(most, factor, from, NULL);
    mpq_set_d(most, side);
    mpq_set_d(factor, v);
    mpq_mul(most, most, factor);
    mpq_set_d(from, centre);
    mpq_add(most, most, from);
    const int order = mpq_cmp(x, most);
    mpq_clears(most, factor, from, NULL);
    return order;
}

bool exact_within(const mpq_t x, double centre, double below, double above, double v)
{
    if (isnan(below) || isnan(above)) return false;
    return (isinf(above) || compare(x, centre, above, v) <= 0) &&
           (isinf(below) || compare(x, centre, -below, v) >= 0);
}

void exact_add_distance(mpq_t sum, const mpq_t x, const mpq_t y)
{
    mpq_t difference;
    mpq_init(difference);
    mpq_sub(difference, x, y);
    mpq_abs(difference, difference);
    mpq_add(sum, sum, difference);
    mpq_clear(difference);
}
