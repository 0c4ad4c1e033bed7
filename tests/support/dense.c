#include "tests/support/dense.h"

#include <math.h>

#include "tests/support/cmocka.h"

void dense_solve(uint32_t n, double a[MOST][MOST + 1], double *x)
{
    for (uint32_t c = 0; c < n; c++) {
        uint32_t pivot = c;
        for (uint32_t i = c; i < n; i++)
            if (fabs(a[i][c]) > fabs(a[pivot][c])) pivot = i;
        for (uint32_t j = 0; j <= n; j++) {
            double swapped = a[c][j];
            a[c][j] = a[pivot][j];
            a[pivot][j] = swapped;
        }
        for (uint32_t i = 0; i < n; i++) {
            double factor = i == c ? 0 : a[i][c] / a[c][c];
            for (uint32_t j = c; j <= n; j++) a[i][j] -= factor * a[c][j];
        }
    }
    for (uint32_t i = 0; i < n; i++) x[i] = a[i][n] / a[i][i];
}

void solve_directly(const struct problem *p, double *x)
{
    double a[MOST][MOST + 1] = {{0}};
    const struct linear *s = &p->system;
    uint32_t n = s->a.off.rows;
    assert_true(n <= MOST);
    for (uint32_t i = 0; i < n; i++) {
        a[i][i] = s->a.diag[i];
        a[i][n] = s->b ? s->b[i] : 0;
        for (uint64_t k = s->a.off.row[i]; k < s->a.off.row[i + 1]; k++)
            a[i][s->a.off.col[k]] = s->a.off.val[k];
    }
    for (uint32_t c = 0; p->kind == KIND_STEADY && c < p->steady.nclasses; c++) {
        uint32_t first = n;
        for (uint32_t i = n; i-- > 0;)
            if (p->steady.class_of[i] == c) first = i;
        for (uint32_t j = 0; first < n && j < n; j++) a[first][j] = p->steady.class_of[j] == c;
        if (first < n) a[first][n] = 1;
    }
    dense_solve(n, a, x);
}

double direct_value(const struct problem *p)
{
    double x[MOST];
    if (p->solved) return problem_value(p, p->system.x0);
    solve_directly(p, x);
    return problem_value(p, x);
}
