#include "solvers/methods/window.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/solve.h"

static enum status put_ones(struct solve *solve, void *to)
{
    enum status status = OK;
    const enum precision precision = solve->a->precision;
    void *ones = NULL;
    TRY(allocate(solve->n, real_size(precision), "a vector", &ones));
    for (size_t i = 0; i < solve->n; i++) put_real(precision, ones, i, 1);
    TRY(solve->place->put(to, ones, solve->n * real_size(precision)));
    TRY(solve->place->synchronise());
out:
    free(ones);
    return status;
}

enum status window_prepare(struct solve *solve, int first, int scalar, struct window *out)
{
    *out = (struct window){.w = solve->work + first,
                           .e = solve->work + first + WINDOW,
                           .ones = solve->work[first + 2 * WINDOW],
                           .scalar = solve->scalar + scalar};
    return put_ones(solve, out->ones);
}

void window_clear(struct window *window)
{
    window->count = 0;
}

static unsigned slot_of(const struct window *window)
{
    return (window->count - 1) % WINDOW;
}

const void *window_last(const struct window *window)
{
    return window->w[slot_of(window)];
}

static unsigned filled(const struct window *window)
{
    return window->count < WINDOW ? window->count : WINDOW;
}

static enum status window_dot(struct solve *solve, const struct window *window, const void *x,
                              const void *y, double *out)
{
    MUST(solve->vec->dot(solve->n, x, y, window->scalar));
    return solve->place->get(out, window->scalar, 1, sizeof *out);
}

/* y += factor x */
static enum status window_axpy(struct solve *solve, const struct window *window, double factor,
                               const void *x, void *y)
{
    double *there = window->scalar + 1;
    MUST(solve->place->put(there, &factor, sizeof factor));
    return solve->vec->axpy(solve->n, 1, there, x, y);
}

enum status window_add(struct solve *solve, struct window *window)
{
    double sum;
    window->count++;
    const unsigned slot = slot_of(window), all = filled(window);
    void *e = window->e[slot];
    MUST(solve->vec->copy(solve->n, solve->x, window->w[slot]));
    MUST(solve->mat->residual(solve->a, solve->b.entry, solve->x, e));
    MUST(window_dot(solve, window, window->ones, e, &sum));
    MUST(window_axpy(solve, window, -sum / solve->n, window->ones, e));
    for (unsigned k = 0; k < all; k++) {
        MUST(window_dot(solve, window, window->e[k], e, &window->dot[slot][k]));
        window->dot[k][slot] = window->dot[slot][k];
    }
    return OK;
}

/* Solves the least squares problem: rows of a have the left part and the right side; without
 * pivoting. A vector that adds almost nothing to those before it gets no share. */
static void least_squares(unsigned n, double a[WINDOW][WINDOW + 1], double x[WINDOW])
{
    for (unsigned k = 0; k < n; k++) {
        const double own = a[k][k];
        for (unsigned j = 0; j < k; j++) {
            const double factor = a[j][j] > 0 ? a[k][j] / a[j][j] : 0;
            for (unsigned c = j; c <= n; c++) a[k][c] -= factor * a[j][c];
        }
        if (!(a[k][k] > 1e-9 * own)) a[k][k] = 0;
    }
    for (unsigned k = n; k-- > 0;) {
        double right = a[k][n];
        for (unsigned c = k + 1; c < n; c++) right -= a[k][c] * x[c];
        x[k] = a[k][k] > 0 ? right / a[k][k] : 0;
    }
}

/* Rounds a share, so that the order of sums has no effect: places and teams of any size then use
 * the same shares. */
static double rounded(double share)
{
    return rint(share * 4096) / 4096;
}

/* Chooses the shares of all vectors except the last one, which gets the rest. */
static void choose_shares(const struct window *window, double share[WINDOW])
{
    const unsigned last = slot_of(window), all = filled(window);
    const double(*dots)[WINDOW] = window->dot;
    double a[WINDOW][WINDOW + 1], x[WINDOW];
    unsigned other[WINDOW], n = 0;
    for (unsigned k = 0; k < all; k++)
        if (k != last) other[n++] = k;
    for (unsigned r = 0; r < n; r++) {
        const unsigned i = other[r];
        for (unsigned c = 0; c < n; c++)
            a[r][c] = dots[i][other[c]] - dots[i][last] - dots[last][other[c]] + dots[last][last];
        a[r][n] = dots[last][last] - dots[i][last];
    }
    least_squares(n, a, x);
    share[last] = 1;
    for (unsigned r = 0; r < n; r++) {
        share[other[r]] = rounded(x[r]);
        share[last] -= share[other[r]];
    }
}

enum status window_mix(struct solve *solve, struct window *window, bool *mixed)
{
    double share[WINDOW];
    bool finite = true;
    choose_shares(window, share);
    for (unsigned k = 0; k < filled(window); k++) finite &= (bool)isfinite(share[k]);
    *mixed = finite && share[slot_of(window)] != 1;
    if (!*mixed) return OK;
    MUST(solve->vec->zero(solve->n, solve->x));
    for (unsigned k = 0; k < filled(window); k++)
        if (share[k] != 0) MUST(window_axpy(solve, window, share[k], window->w[k], solve->x));
    return OK;
}
