/* Width of proofs: every model at its quick size is proven to 1e-9, except for those listed. Bounds
 * on answers that Jacobi's rule accepts at 1e-6, and on floats, are close to the true error. Prints
 * a table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/prove.h"
#include "tests/support/cmocka.h"

enum { WANTED, LIMITED }; /* proven to 1e-9, or as far as double precision goes */

static const struct {
    const char *source;
    int expected;
} rows[] = {
    {"tandem:c=15", WANTED},
    {"tandem:c=15,property=2", WANTED},
    {"tandem:c=15,property=3,time=10", WANTED},
    {"tandem:c=15,property=4", WANTED},
    {"herman:n=7", WANTED},
    {"herman:n=7,property=2", WANTED},
    {"herman:n=7,property=3", WANTED},
    {"herman:n=7,property=4,steps=20", WANTED},
    {"cluster:n=8", WANTED},
    {"cluster:n=8,property=2", WANTED},
    {"cluster:n=8,property=3", WANTED},
    {"cluster:n=8,property=4", WANTED},
    {"cluster:n=8,property=5", WANTED},
    {"cluster:n=2,property=6,time=1", LIMITED}, /* its value is 5e-6 of the largest entry */
    {"kanban:t=1", WANTED},
    {"kanban:t=1,property=5", WANTED},
    {"fms:n=2", WANTED},
    {"fms:n=2,property=3", WANTED},
    {"fms:n=2,property=5", WANTED},
    {"polling:n=5", WANTED},
    {"polling:n=5,property=2", WANTED},
    {"polling:n=5,property=3", WANTED},
    {"polling:n=5,property=4", WANTED},
    {"polling:n=5,property=5", WANTED},
    {"cell:n=10", WANTED},
    {"cell:n=10,property=2", WANTED},
    {"cell:n=10,property=3", WANTED},
    {"knacl", WANTED},
    {"knacl:property=2", WANTED},
    {"knacl:property=3", WANTED},
    {"dice", WANTED},
    {"dice:property=2", WANTED},
    {"dice:property=3", WANTED},
    {"brp", WANTED},
    {"brp:property=2", WANTED},
    {"brp:property=3", WANTED},
    {"brp:property=4", WANTED},
    {"brp:property=5", WANTED},
    {"brp:property=6", WANTED},
    {"brp:property=7", WANTED},
    {"leader_sync", WANTED},
    {"leader_sync:property=2", WANTED},
    {"embedded", WANTED},
    {"embedded:property=2", WANTED},
    {"embedded:property=3", WANTED},
    {"embedded:property=4", WANTED},
    {"embedded:property=5", WANTED},
    {"embedded:property=6", WANTED},
    {"two_dice", WANTED},
    {"two_dice:property=2", WANTED},
    {"firewire", WANTED},
    {"firewire:property=2", WANTED},
    {"firewire:property=3", WANTED},
    {"haddad_monmege:n=5", WANTED},
    {"haddad_monmege:n=20", WANTED},
    {"haddad_monmege:n=10,property=2", WANTED},
    {"haddad_monmege:n=30", LIMITED}, /* weights of 2^31, and sums of doubles */
    {"markov:n=1000", WANTED},
    {"biased_die:n=667", WANTED},
    {"quicksort:n=92", WANTED},
    {"random_dd:n=500,density=0.05", WANTED},
    {"identity:n=10", WANTED},
};

/* Jacobi's, until no entry changes by more than 1e-6 of itself. Long runs are damped. */
static void solve_roughly(const struct problem *problem, double *x)
{
    const struct linear *s = &problem->system;
    const uint32_t n = s->a.off.rows;
    const double omega = problem->kind == KIND_STEADY ? 0.9 : 1;
    double *next = malloc(n * sizeof *next), change = INFINITY;
    assert_true(n == 0 || next);
    memcpy(x, s->x0, n * sizeof *x);
    for (int sweep = 0; change > 1e-6 && sweep < 200000; sweep++) {
        change = 0;
        for (uint32_t i = 0; i < n; i++) {
            double sum = s->b ? s->b[i] : 0;
            for (uint64_t k = s->a.off.row[i]; k < s->a.off.row[i + 1]; k++)
                sum -= s->a.off.val[k] * x[s->a.off.col[k]];
            next[i] = x[i] + omega * (sum / s->a.diag[i] - x[i]);
            if (next[i] != 0) change = fmax(change, fabs(next[i] - x[i]) / fabs(next[i]));
        }
        memcpy(x, next, n * sizeof *x);
    }
    free(next);
}

/* About the error of x as proven.error counts it, from the reference answer. */
static double error_of(const struct problem *problem, const double *x)
{
    const double *y = problem->proof.x;
    double off = 0, size = 0;
    for (uint32_t i = 0; i < problem->system.a.off.rows; i++) {
        off = fmax(off, fabs(x[i] - y[i]));
        size = fmax(size, fabs(y[i]));
    }
    for (uint32_t c = 0; problem->kind == KIND_STEADY && c < problem->steady.nclasses; c++) {
        double mass = 0, reference = 0, sum = 0;
        for (uint32_t i = 0; i < problem->system.a.off.rows; i++)
            if (problem->steady.class_of[i] == c) mass += x[i], reference += y[i];
        for (uint32_t i = 0; i < problem->system.a.off.rows; i++)
            if (problem->steady.class_of[i] == c) sum += fabs(x[i] / mass - y[i] / reference);
        off = c == 0 ? sum : fmax(off, sum), size = 1;
    }
    return size > 0 ? off / size : 0;
}

/* Bound over true error; 0 where that is too small to be known. */
static double ratio_of(const struct problem *problem, const double *x, double known)
{
    struct proven proven;
    const double error = error_of(problem, x) - known;
    assert_ok(prove_answer(problem, x, &proven));
    if (!(proven.error >= error - known)) fail_msg("%s: below the true error", problem->source);
    return error > 10 * known && error > 1e-12 ? proven.error / error : 0;
}

static void check_row(size_t k)
{
    struct problem problem;
    struct proven proven = {.error = INFINITY};
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    assert_ok(problem_open(rows[k].source, &problem));
    assert_ok(prove_problem(&problem, &settings));
    const struct problem_proof *proof = &problem.proof;
    const uint32_t n = problem.system.a.off.rows;
    if (!proof->x) fail_msg("%s: %s", rows[k].source, proof->note);
    assert_ok(prove_answer(&problem, proof->x, &proven));
    const double low = proof->value_low, high = proof->value_high,
                 width = low == high || isnan(low)
                             ? 0
                             : 0.5 * (high - low) / fmax(fabs(low), fabs(high)),
                 most = problem.kind == KIND_STEADY ? 20 : 2;
    double *x = malloc((n + 1) * sizeof *x), ratio = 0, of_floats = 0;
    assert_non_null(x);
    if (problem.kind != KIND_BOUNDED && !problem.solved && rows[k].expected == WANTED) {
        solve_roughly(&problem, x);
        ratio = ratio_of(&problem, x, proven.error);
        for (uint32_t i = 0; i < n; i++) x[i] = (float)proof->x[i];
        of_floats = ratio_of(&problem, x, proven.error);
    }
    printf("%-32s %6u %9.2g %9.2g %8.4g %8.4g %7.3f s%s\n", rows[k].source, n, proven.error, width,
           ratio, of_floats, proof->seconds, rows[k].expected == LIMITED ? "  limited" : "");
    if (rows[k].expected == WANTED && !(proven.error <= 1e-9 && width <= 1e-9))
        fail_msg("%s: %s", rows[k].source, proof->note);
    if (ratio > most || of_floats > most)
        fail_msg("%s: bounds are %g and %g times the true errors", rows[k].source, ratio,
                 of_floats);
    free(x);
    problem_free(&problem);
}

static void proofs_are_tight(void **state)
{
    printf("%-32s %6s %9s %9s %8s %8s\n", "source", "rows", "error", "value", "x Jacobi",
           "x floats");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) check_row(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(proofs_are_tight)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
