/* Closed forms beside the stored rows of the same source: every row, entry for entry; and problems
 * without a stored matrix beside those with one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sparse/rows.h"
#include "problems/problem.h"
#include "tests/support/cmocka.h"

static const char *const sources[] = {
    "tandem:c=1", "tandem:c=2",  "tandem:c=3",
    "tandem:c=8", "tandem:c=31", "herman:n=3",
    "herman:n=5", "herman:n=7",  "herman:n=9,property=2",
};
enum { NSOURCES = sizeof sources / sizeof *sources };

/* Row i as the visitor makes it, a few entries at a time, and as it is stored. */
static void rows_are_equal(const struct closed_rows *closed, const struct csr *off, uint32_t i)
{
    const struct matrix unstored = {.closed = *closed};
    uint64_t at = off->row[i];
    struct row_reader row;
    row_read(&unstored, i, &row);
    do
        for (uint64_t k = 0; k < row.count; k++, at++) {
            assert_true(at < off->row[i + 1]);
            assert_int_equal(off->col[at], row.base + row.col[k]);
            assert_memory_equal(&off->val[at], &row.val[k], sizeof row.val[k]);
        }
    while (row_read_more(&row));
    assert_true(at == off->row[i + 1]);
}

static double weight_of(const struct problem *p, uint32_t i)
{
    return p->kind == KIND_STEADY ? p->steady.weight[i] : p->system.b[i];
}

static void rows_are_the_stored_ones(void **state)
{
    for (int k = 0; k < NSOURCES; k++) {
        struct problem p;
        assert_int_equal(problem_open(sources[k], &p), OK);
        const struct csr *off = &p.system.a.off;
        const struct closed_rows *closed = &p.system.a.closed;
        assert_true(closed->form != CLOSED_NONE && matrix_is_stored(&p.system.a));
        assert_true(closed->n == off->rows && closed->nnz == off->nnz);
        assert_true(closed->transitions == p.transitions);
        double largest = 0;
        for (uint32_t i = 0; i < off->rows; i++) {
            const double diagonal = closed_row_diagonal(closed, i);
            rows_are_equal(closed, off, i);
            assert_memory_equal(&p.system.a.diag[i], &diagonal, sizeof diagonal);
            assert_true(closed_reward(closed, i) == weight_of(&p, i));
            largest = fmax(largest, diagonal);
        }
        for (uint64_t e = 0; e < off->nnz; e++) assert_true(fabs(off->val[e]) <= largest);
        assert_true(closed_largest(closed) == largest);
        problem_free(&p);
    }
}

/* Row i of A x, as a plain loop over the stored row adds it, is subtracted from b_i: the diagonal
 * entry first or last. Entries in closed form are added up first. */
static void same_rests(const struct linear *s, uint32_t i, const double *x, bool own_first)
{
    const struct matrix unstored = {.closed = s->a.closed};
    const struct csr *off = &s->a.off;
    const struct row_rest got = row_subtract(&unstored, i, s->b, x, own_first),
                          plain = row_subtract(&s->a, i, s->b, x, own_first);
    const double b = s->b ? s->b[i] : 0, own = s->a.diag[i] * x[i], from = own_first ? b - own : b,
                 last = own_first ? 0 : own;
    double sum = 0, size = 0, left = from, all = fabs(own) + fabs(b);
    const double first = all;
    for (uint64_t e = off->row[i]; e < off->row[i + 1]; e++) {
        const double product = off->val[e] * x[off->col[e]];
        sum += product;
        size += fabs(product);
        left -= product;
        all += fabs(product);
    }
    assert_true(got.left == from - sum - last && got.size == first + size);
    assert_true(plain.left == left - last && plain.size == all);
    assert_true(got.diagonal == s->a.diag[i] && plain.diagonal == s->a.diag[i]);
    assert_true(got.entries == off->row[i + 1] - off->row[i] && plain.entries == got.entries);
}

static void sums_are_those_of_the_rows(void **state)
{
    for (int k = 0; k < NSOURCES; k++) {
        struct problem p;
        assert_int_equal(problem_open(sources[k], &p), OK);
        const uint32_t n = p.system.a.off.rows;
        double *x = malloc(n * sizeof *x);
        assert_non_null(x);
        for (uint32_t i = 0; i < n; i++) x[i] = 1 / (1.0 + i % 97);
        for (uint32_t i = 0; i < 2 * n; i++) same_rests(&p.system, i / 2, x, i % 2);
        free(x);
        problem_free(&p);
    }
}

static void open_without(const char *source, struct problem *out)
{
    char text[80];
    snprintf(text, sizeof text, "%s,matrix=none", source);
    assert_int_equal(problem_open(text, out), OK);
    assert_false(matrix_is_stored(&out->system.a));
    assert_true(out->system.a.off.rows == 0 && !out->system.a.off.row && !out->system.a.diag);
}

static void near(double got, double wanted)
{
    assert_true(fabs(got - wanted) <= 1e-12 * fabs(wanted));
}

/* All facts of the problem are the same, except the rows. */
static void nothing_else_differs(void **state)
{
    for (int k = 0; k < NSOURCES; k++) {
        struct problem p, q;
        assert_int_equal(problem_open(sources[k], &p), OK);
        open_without(sources[k], &q);
        const uint64_t n = problem_unknowns(&p);
        assert_true(problem_unknowns(&q) == n && q.states == p.states);
        assert_true(q.transitions == p.transitions && q.classes == p.classes);
        assert_true(q.kind == p.kind && q.range == p.range && q.solved == p.solved);
        assert_true(q.step == p.step && q.start == p.start && q.period == p.period);
        assert_true(q.jacobi_limit == p.jacobi_limit && q.steps == p.steps && q.time == p.time);
        assert_true(!q.system.b == !p.system.b);
        for (uint64_t i = 0; i < n; i++) {
            assert_true((q.system.x0 ? q.system.x0[i] : q.x0) == p.system.x0[i]);
            if (p.system.b) assert_true(q.system.b[i] == p.system.b[i]);
        }
        assert_true(problem_scale(&q) == problem_scale(&p));
        double *x = malloc(n * sizeof *x);
        assert_non_null(x);
        for (uint64_t i = 0; i < n; i++) x[i] = 1 / (1.0 + (double)(i % 89));
        near(problem_value(&q, x), problem_value(&p, x));
        free(x);
        problem_free(&p);
        problem_free(&q);
    }
}

/* In no time, whatever its size. */
static void large_ones_open(void **state)
{
    struct problem p;
    assert_int_equal(problem_open("tandem:c=2000,matrix=none", &p), OK);
    assert_true(problem_unknowns(&p) == 8006001 && !p.system.x0 && !p.system.b &&
                !p.steady.class_of && !p.steady.weight);
    problem_free(&p);
}

static void refused(const char *source, const char *words)
{
    struct problem p;
    assert_int_equal(problem_open(source, &p), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), words));
    assert_int_equal(problem_check(source), ERROR_INPUT);
}

static void what_has_no_closed_form_is_refused(void **state)
{
    struct problem p;
    refused("tandem:c=3,property=2,matrix=none", "the rows of property=2 have no closed form");
    refused("herman:n=3,property=3,matrix=none", "the rows of property=3 have no closed form");
    refused("herman:n=4,matrix=none", "must be odd");
    refused("dice:matrix=none", "unknown parameter 'matrix'");
    refused("tandem:c=3,matrix=all", "unknown value");
    assert_int_equal(problem_open("tandem:c=3,property=2", &p), OK);
    assert_true(p.system.a.closed.form == CLOSED_NONE);
    problem_free(&p);
}

static void what_needs_rows_says_so(void **state)
{
    struct problem p;
    open_without("tandem:c=3", &p);
    assert_int_equal(problem_needs_matrix(&p, "a proof"), ERROR_UNSUPPORTED);
    assert_non_null(strstr(fail_message(), "a proof needs the rows of the matrix"));
    problem_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_the_stored_ones),
        cmocka_unit_test(sums_are_those_of_the_rows),
        cmocka_unit_test(nothing_else_differs),
        cmocka_unit_test(large_ones_open),
        cmocka_unit_test(what_has_no_closed_form_is_refused),
        cmocka_unit_test(what_needs_rows_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
