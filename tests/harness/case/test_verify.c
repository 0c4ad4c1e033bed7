/* The check of answers, on systems small enough to work out by hand. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "harness/probe/error_estimate.h"
#include "harness/case/verify.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

/* 4 x + y = 5, 2 x + 4 y = 6: the answer is (1, 1). */
static uint64_t rows[] = {0, 1, 2};
static uint32_t columns[] = {1, 0};
static double off[] = {1, 2}, diagonal[] = {4, 4}, b[] = {5, 6}, ones[] = {1, 1}, zeros[] = {0, 0};

static struct problem system_of(double *rhs, double *x0, double *answer)
{
    return (struct problem){
        .kind = KIND_LINEAR,
        .system = {.a = {.off = {.rows = 2, .nnz = 2, .row = rows, .col = columns, .val = off},
                         .diag = diagonal},
                   .b = rhs,
                   .x0 = x0,
                   .answer = answer}};
}

static void assert_close(double actual, double expected)
{
    if (!(fabs(actual - expected) <= 1e-14 * fabs(expected)))
        fail_msg("%.17g is not %.17g", actual, expected);
}

static struct verdict verdict_of(const struct problem *problem, const struct checked *by,
                                 const double *x)
{
    struct verdict out;
    assert_ok(verify_answer(problem, by, x, &out));
    return out;
}

static struct verdict judge(const struct problem *problem, enum measure measure,
                            enum criterion criterion, enum precision precision, const double *x)
{
    double sizes[2];
    const struct checked by = {.measure = measure,
                               .criterion = criterion,
                               .precision = precision,
                               .relaxation = 1,
                               .sizes = sizes};
    return verdict_of(problem, &by, x);
}

static void test_exact(void **state)
{
    const struct problem problem = system_of(b, zeros, ones);
    for (int measure = MEASURE_CHANGE; measure <= MEASURE_EITHER; measure++)
        for (int criterion = RELATIVE; criterion <= ABSOLUTE; criterion++) {
            struct verdict verdict =
                judge(&problem, (enum measure)measure, (enum criterion)criterion, F64, ones);
            assert_true(verdict.finite);
            assert_true(verdict.change == 0 && verdict.residual == 0 && verdict.error == 0);
            assert_true(verdict_accepts(&verdict, F64, DBL_MIN));
        }
}

/* x = (2, 0.5): the residuals are 5 - 8 - 0.5 = -3.5 and 6 - 4 - 2 = 0; a sweep changes x_1 by 3.5
 * / 4. */
static void test_measures(void **state)
{
    const struct problem problem = system_of(b, zeros, ones);
    const double x[] = {2, 0.5};
    struct verdict verdict = judge(&problem, MEASURE_CHANGE, ABSOLUTE, F64, x);
    assert_close(verdict.change, 3.5 / 4);
    assert_close(verdict.residual, 3.5 / 6);
    assert_close(verdict.error, 1);
    assert_close(judge(&problem, MEASURE_CHANGE, RELATIVE, F64, x).change, 3.5 / 4 / 2);
    assert_close(judge(&problem, MEASURE_RESIDUAL, ABSOLUTE, F64, x).change, 3.5);
    assert_close(judge(&problem, MEASURE_RESIDUAL, RELATIVE, F64, x).change, 3.5 / 6);
}

/* An error of one unit in the last place of x is rounding, one of twenty is not. */
static void test_rounding(void **state)
{
    const struct problem problem = system_of(b, zeros, ones);
    for (int units = 1; units <= 20; units += 19)
        for (int m = 0; m < 2; m++) {
            const double x[] = {1 + units * DBL_EPSILON, 1};
            const enum measure measure = m ? MEASURE_BALANCE : MEASURE_RESIDUAL;
            const struct verdict verdict = judge(&problem, measure, ABSOLUTE, F64, x);
            assert_int_equal(verdict_accepts(&verdict, F64, DBL_MIN), units == 1);
            assert_close(verdict.residual, 4 * units * DBL_EPSILON / 6);
        }
}

/* Without b: A x = (6, 6) for x = (1, 2), measured against the larger A_ii x_i, 8, and for
 * MEASURE_RESIDUAL against that of the start, 4. No answer is known. */
static void test_homogeneous(void **state)
{
    const struct problem problem = system_of(NULL, ones, NULL);
    const double x[] = {1, 2};
    struct verdict verdict = judge(&problem, MEASURE_CHANGE, ABSOLUTE, F64, x);
    assert_close(verdict.change, 10.0 / 4);
    assert_close(verdict.residual, 10.0 / 8);
    assert_true(isnan(verdict.error));
    assert_close(judge(&problem, MEASURE_RESIDUAL, RELATIVE, F64, x).change, 10.0 / 4);
}

/* An entry of 1e-12 where 0 is right changes by all of it, and leaves little. Without b the size of
 * the answer does not matter: (1, 2) leaves 10 of 8, and 6 of 4 is what (1) changes. */
static void test_either(void **state)
{
    double rhs[] = {4, 2};
    const double x[] = {1, 1e-12}, far[] = {2, 0.5};
    const struct problem small = system_of(rhs, zeros, NULL), other = system_of(b, zeros, NULL),
                         free_size = system_of(NULL, ones, NULL);
    assert_close(judge(&small, MEASURE_CHANGE, RELATIVE, F64, x).change, 1);
    assert_true(judge(&small, MEASURE_EITHER, RELATIVE, F64, x).change < 2e-12);
    assert_close(judge(&other, MEASURE_EITHER, ABSOLUTE, F64, far).change, 3.5 / 4);
    for (double size = 1e-30; size < 1e40; size *= 1e10) {
        const double multiple[] = {size, 2 * size};
        assert_close(judge(&free_size, MEASURE_EITHER, RELATIVE, F64, multiple).change, 10.0 / 8);
    }
}

enum { STATES = 8, ROWS = 2 * STATES };

/* Two closed classes, whose rows take turns; in each, a state goes to its neighbours alone. answer:
 * the exact one. */
struct two_classes {
    uint64_t row[ROWS + 1];
    uint32_t col[2 * ROWS], class_of[ROWS];
    double val[2 * ROWS], diag[ROWS], answer[ROWS];
    struct problem problem;
};

static void draw_classes(struct two_classes *t)
{
    double up[ROWS], down[ROWS];
    uint64_t k = 0;
    for (uint32_t i = 0; i < ROWS; i++) {
        up[i] = i + 2 < ROWS ? 0.1 + draw_unit() : 0;
        down[i] = i >= 2 ? 0.1 + draw_unit() : 0;
        t->diag[i] = up[i] + down[i];
        t->class_of[i] = i % 2;
        t->answer[i] = i >= 2 ? t->answer[i - 2] * up[i - 2] / down[i] : 0.1 + draw_unit();
    }
    for (uint32_t i = 0; i < ROWS; i++) {
        t->row[i] = k;
        if (i >= 2) t->col[k] = i - 2, t->val[k++] = -up[i - 2];
        if (i + 2 < ROWS) t->col[k] = i + 2, t->val[k++] = -down[i + 2];
    }
    t->row[ROWS] = k;
    t->problem = (struct problem){
        .kind = KIND_STEADY,
        .system.a = {{.rows = ROWS, .nnz = k, .row = t->row, .col = t->col, .val = t->val},
                     t->diag},
        .steady = {.nclasses = 2, .class_of = t->class_of}};
}

static bool accepts(const struct two_classes *t, enum criterion criterion, const double *x)
{
    const struct verdict verdict = judge(&t->problem, MEASURE_EITHER, criterion, F64, x);
    return verdict_accepts(&verdict, F64, 1e-9);
}

/* Each class may have any size; an error in a small class is an error. */
static void test_classes(void **state)
{
    for (int c = 0; c < 1000; c++) {
        const enum criterion criterion = draw(2) ? RELATIVE : ABSOLUTE;
        const double size = pow(10, -(double)draw(280));
        double x[ROWS];
        struct two_classes t;
        draw_classes(&t);
        for (uint32_t i = 0; i < ROWS; i++) x[i] = t.answer[i] * (i % 2 ? size : 1);
        assert_true(accepts(&t, criterion, x));
        x[1 + 2 * draw(STATES)] *= 1.5;
        assert_false(accepts(&t, criterion, x));
        for (uint32_t i = 1; i < ROWS; i += 2) x[i] = 0;
        assert_false(accepts(&t, criterion, x));
        for (uint32_t i = 1; i < ROWS; i += 2) x[i] = 1e-315 * (double)draw(1000);
        assert_false(accepts(&t, criterion, x));
        for (uint32_t i = 1; i < ROWS; i += 2) x[i] = 1.7e308 * (0.9 + 0.1 * draw_unit());
        assert_false(accepts(&t, criterion, x));
    }
}

/* Below the smallest normal number of the precision a change is judged absolutely. */
static void test_underflow(void **state)
{
    const double x[] = {1e-39, 0}, tiny[] = {1e-39, 1e-39};
    struct problem problem = system_of(zeros, zeros, NULL);
    assert_close(judge(&problem, MEASURE_CHANGE, RELATIVE, F32, x).change, 1e-39);
    assert_close(judge(&problem, MEASURE_CHANGE, RELATIVE, F64, x).change, 1);
    assert_close(judge(&problem, MEASURE_CHANGE, RELATIVE, F64, tiny).change, 1.5);
}

static void refuse(const struct problem *problem, double x0, double x1, bool finite)
{
    const double x[] = {x0, x1};
    for (int measure = MEASURE_CHANGE; measure <= MEASURE_EITHER; measure++) {
        struct verdict verdict = judge(problem, (enum measure)measure, RELATIVE, F64, x);
        assert_int_equal(verdict.finite, finite);
        assert_false(verdict_accepts(&verdict, F64, 1e300));
    }
}

static void test_not_finite(void **state)
{
    const struct problem problem = system_of(b, zeros, ones);
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        refuse(&problem, bad[k], 1, false);
        refuse(&problem, 1, bad[k], false);
        refuse(&problem, bad[k], bad[k], false);
    }
}

/* Finite entries, of which one row makes inf - inf and the other 0. */
static void test_overflow(void **state)
{
    double large[] = {10, 1}, small[] = {1, 10};
    struct problem problem = system_of(zeros, zeros, NULL);
    problem.system.a.diag = problem.system.a.off.val = large;
    refuse(&problem, 1e308, -1e308, true);
    problem.system.a.diag = problem.system.a.off.val = small;
    refuse(&problem, 1e308, -1e308, true);
}

static void test_tolerance(void **state)
{
    static const struct {
        double change, epsilon;
        bool f64, f32;
    } cases[] = {
        {0, 1e-6, true, true},         {10 * 1e-6, 1e-6, true, true}, {1.001e-5, 1e-6, false, true},
        {1e-4, 1e-6, false, true},     {1.01e-4, 1e-6, false, false}, {10 * 1e-3, 1e-3, true, true},
        {1.01e-2, 1e-3, false, false}, {NAN, 1, false, false},        {INFINITY, 1, false, false},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const struct verdict verdict = {.finite = true, .change = cases[k].change};
        assert_int_equal(verdict_accepts(&verdict, F64, cases[k].epsilon), cases[k].f64);
        assert_int_equal(verdict_accepts(&verdict, F32, cases[k].epsilon), cases[k].f32);
    }
    assert_false(verdict_accepts(&(struct verdict){.finite = false}, F64, 1));
}

/* A step of JOR changes omega times what a sweep of Jacobi would; residuals know nothing of it. */
static void test_relaxation(void **state)
{
    const struct problem problem = system_of(b, zeros, ones);
    const double x[] = {2, 0.5};
    struct checked by = {
        .measure = MEASURE_CHANGE, .criterion = ABSOLUTE, .precision = F64, .relaxation = 0.5};
    assert_close(verdict_of(&problem, &by, x).change, 3.5 / 8);
    by.measure = MEASURE_RESIDUAL;
    assert_close(verdict_of(&problem, &by, x).change, 3.5);
}

/* A power step of 1/8 changes x_1 by 3.5 / 8. */
static void test_step(void **state)
{
    const struct problem problem = system_of(b, zeros, ones);
    const double x[] = {2, 0.5};
    struct checked by = {.measure = MEASURE_CHANGE,
                         .criterion = ABSOLUTE,
                         .precision = F64,
                         .relaxation = 1,
                         .step = 0.125};
    assert_close(verdict_of(&problem, &by, x).change, 3.5 / 8);
    by.criterion = RELATIVE;
    assert_close(verdict_of(&problem, &by, x).change, 3.5 / 16);
}

/* If denormal numbers were taken for zero, entries up to 2^40 times the smallest normal number are
 * judged absolutely. */
static void test_flushed(void **state)
{
    static const double sizes[] = {0x1p-1021, 0x1p-983, 0x1p-981};
    const struct problem problem = system_of(NULL, zeros, ones);
    for (int k = 0; k < 6; k++) {
        const struct checked by = {
            .criterion = RELATIVE, .precision = F64, .relaxation = 1, .flushed = k >= 3};
        const double x[] = {0, sizes[k % 3]};
        double change = verdict_of(&problem, &by, x).change;
        if (by.flushed && k % 3 < 2) assert_true(change < 1e-290);
        else assert_true(change > 0.1);
    }
}

/* From (2, 0.5): upwards x_1 becomes 9/8 and then x_2 15/16; downwards x_2 stays and then x_1
 * becomes 9/8. */
static void test_sweeps(void **state)
{
    const struct problem problem = system_of(b, zeros, ones);
    const double x[] = {2, 0.5}, y[] = {1, 0.5};
    const uint32_t swapped[] = {1, 0};
    double work[2];
    struct checked by = {.criterion = RELATIVE,
                         .precision = F64,
                         .relaxation = 1,
                         .sweep = SWEEP_ASCENDING,
                         .work = work};
    assert_close(verdict_of(&problem, &by, x).change, 0.4375 / 0.5);
    by.sweep = SWEEP_DESCENDING;
    assert_close(verdict_of(&problem, &by, x).change, 0.875 / 2);
    by.sequence = swapped;
    assert_close(verdict_of(&problem, &by, x).change, 0.4375 / 0.5);
    by.sweep = SWEEP_ASCENDING;
    assert_close(verdict_of(&problem, &by, x).change, 0.875 / 2);
    by.sequence = NULL;
    by.criterion = ABSOLUTE;
    assert_close(verdict_of(&problem, &by, y).change, 0.4375); /* to (9/8, 15/16) */
    assert_close(verdict_of(&problem, &by, y).residual, 2.0 / 6);
}

/* An answer with which a sweep in place meets numbers that are not finite is wrong. */
static void test_sweep_not_finite(void **state)
{
    const struct problem problem = system_of(b, zeros, ones);
    const double bad[] = {NAN, INFINITY, -INFINITY};
    double work[2];
    for (int k = 0; k < 6; k++) {
        const struct checked by = {.criterion = RELATIVE,
                                   .precision = F64,
                                   .relaxation = 1,
                                   .sweep = SWEEP_ASCENDING,
                                   .work = work};
        const double x[] = {k < 3 ? bad[k] : 1, k < 3 ? 1 : bad[k - 3]};
        struct verdict verdict = verdict_of(&problem, &by, x);
        assert_false(verdict.finite);
        assert_false(verdict_accepts(&verdict, F64, 1e300));
    }
}

/* Probabilities are measured as they are, other entries by the largest. */
static void test_range(void **state)
{
    static const struct {
        enum answer_range range;
        double x[2], excess;
        uint64_t row;
    } cases[] = {
        {RANGE_PROBABILITY, {0, 1}, 0, 9},      {RANGE_PROBABILITY, {1.25, -0.5}, 0.5, 1},
        {RANGE_PROBABILITY, {-0.5, 5}, 4, 1},   {RANGE_NOT_NEGATIVE, {0, 1e9}, 0, 9},
        {RANGE_NOT_NEGATIVE, {-1, 4}, 0.25, 0}, {RANGE_ANY, {-1, 5}, 0, 9},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct problem problem = system_of(b, zeros, NULL);
        uint64_t row = 9;
        problem.range = cases[k].range;
        assert_true(answer_range_excess(&problem, cases[k].x, &row) == cases[k].excess);
        assert_int_equal(row, cases[k].row);
    }
}

/* Rows that are made a piece at a time: verdict and estimate have the bits of stored rows. */
static void same_of_made(const char *source, const char *none)
{
    struct problem p, q;
    assert_ok(problem_open(source, &p));
    assert_ok(problem_open(none, &q));
    const uint32_t n = p.system.a.off.rows;
    double *x = malloc(n * sizeof *x), estimates[2];
    assert_non_null(x);
    for (uint32_t i = 0; i < n; i++) x[i] = draw_unit();
    for (int k = 0; k < 6; k++) {
        static const enum measure measures[] = {MEASURE_CHANGE, MEASURE_RESIDUAL, MEASURE_BALANCE};
        const struct checked by = {.measure = measures[k / 2],
                                   .criterion = k % 2 ? RELATIVE : ABSOLUTE,
                                   .precision = F64,
                                   .relaxation = 1};
        const struct verdict one = verdict_of(&p, &by, x), other = verdict_of(&q, &by, x);
        assert_true(one.finite && other.finite && one.residual == other.residual);
        if (by.measure == MEASURE_BALANCE) assert_close(other.change, one.change);
        else assert_true(one.change == other.change);
    }
    assert_ok(error_estimate(&p, x, &estimates[0]));
    assert_ok(error_estimate(&q, x, &estimates[1]));
    assert_true(estimates[0] == estimates[1]);
    free(x);
    problem_free(&p);
    problem_free(&q);
}

static void test_made(void **state)
{
    same_of_made("random_dd:n=80,density=0.1", "random_dd:n=80,density=0.1,matrix=none");
    same_of_made("random_dd:n=1600,density=1", "random_dd:n=1600,density=1,matrix=none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flushed),    cmocka_unit_test(test_exact),
        cmocka_unit_test(test_measures),   cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_relaxation), cmocka_unit_test(test_homogeneous),
        cmocka_unit_test(test_either),     cmocka_unit_test(test_classes),
        cmocka_unit_test(test_underflow),  cmocka_unit_test(test_not_finite),
        cmocka_unit_test(test_overflow),   cmocka_unit_test(test_tolerance),
        cmocka_unit_test(test_range),      cmocka_unit_test(test_step),
        cmocka_unit_test(test_sweeps),     cmocka_unit_test(test_sweep_not_finite),
        cmocka_unit_test(test_made),
    };
    seed_begin();
    return cmocka_run_group_tests_name("verify", tests, NULL, NULL);
}
