/* Coarser chains in proofs: times and answers are found in a few iterations, on long chains as on
 * short ones; a proof by them is as good as without; and a system without a solution ends. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "certify/pinned.h"
#include "problems/problem.h"
#include "prove/systems/equations.h"
#include "prove/prove.h"
#include "prove/systems/sweeps.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"

enum { SEED = 27 };

static uint64_t draws;

static uint32_t below(uint32_t n)
{
    return (uint32_t)random_below(random_bits(SEED, draws++, 0), n);
}

static double rate(int orders)
{
    return pow(10, orders * (random_unit(random_bits(SEED, draws++, 0)) - 0.5));
}

/* Iterations for times to a thousandth, or for an answer. */
static uint64_t iterations(const char *source, bool times)
{
    struct problem problem;
    struct pinned pinned;
    struct equations equations;
    struct budget budget = budget_of(60);
    assert_int_equal(problem_open(source, &problem), OK);
    const uint32_t n = problem.system.a.off.rows;
    const struct classes classes = {problem.steady.nclasses, problem.steady.class_of};
    double *x = malloc(n * sizeof *x), *b = malloc(n * sizeof *b), *v = malloc(n * sizeof *v);
    for (uint32_t i = 0; i < n; i++) x[i] = problem.system.x0[i];
    rough_sweeps(&problem.system.a, 10, b, x);
    assert_int_equal(pinned_create(&problem.system.a, &classes, x, &pinned), OK);
    for (uint32_t i = 0; i < n; i++) b[i] = is_pinned_row(&pinned, &classes, i) == !times;
    const struct matrix *a = times ? &pinned.out_of : &pinned.into;
    unite_at_once = true;
    assert_int_equal(
        equations_create(a, false, &(struct coarsening){x, times}, &budget, &equations), OK);
    const int way = equations.way;
    assert_int_equal(equations_solve(&equations, b, times ? 1e-3 : 1e-9, v), OK);
    unite_at_once = false;
    const uint64_t taken = equations.solve.iterations;
    if (equations.solve.outcome != CONVERGED || equations.way != way)
        fail_msg("%s: not met in %llu", source, (unsigned long long)taken);
    for (uint32_t i = 0; i < n; i++) assert_true(v[i] >= -1e-6);
    equations_free(&equations);
    pinned_free(&pinned);
    problem_free(&problem);
    free(x);
    free(b);
    free(v);
    return taken;
}

/* Sweeps alone take 26 for tandem 255 to a fifth, and twice as many where c is twice as large.
 * Levels take 13 for it, and up to 15 where many threads begin with rougher sweeps. */
static void test_few_iterations(void **state)
{
    (void)state;
    static const char *const sources[] = {
        "tandem:c=31", "tandem:c=127",           "tandem:c=255", "cluster:n=10",
        "kanban:t=2",  "polling:n=8,property=2", "fms:n=2",      "knacl:n1=4,n2=6,n3=3"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
        for (int times = 0; times < 2; times++) {
            const uint64_t taken = iterations(sources[k], times);
            if (taken > 16) fail_msg("%s: %llu", sources[k], (unsigned long long)taken);
        }
}

/* A closed class that has no way out: no times, and no weights for a level to solve. */
static void test_no_way_out(void **state)
{
    (void)state;
    struct problem problem;
    struct equations equations;
    struct budget budget = budget_of(60);
    assert_int_equal(problem_open("tandem:c=15", &problem), OK);
    const uint32_t n = problem.system.a.off.rows;
    double *b = malloc(n * sizeof *b), *v = malloc(n * sizeof *v);
    struct matrix a = {0};
    assert_int_equal(csr_transpose(&problem.system.a.off, &a.off), OK);
    a.diag = problem.system.a.diag;
    for (uint32_t i = 0; i < n; i++) b[i] = 1;
    const struct coarsening how = {problem.system.x0, true};
    assert_int_equal(equations_create(&a, false, &how, &budget, &equations), OK);
    assert_int_equal(equations_solve(&equations, b, 1e-6, v), OK);
    assert_true(!equations.solve.method || equations.solve.outcome != CONVERGED ||
                equations.solve.rounded);
    equations_free(&equations);
    csr_free(&a.off);
    problem_free(&problem);
    free(b);
    free(v);
}

/* Closed classes that are rings with short cuts, and states that lead into them. The goal is in
 * some states of them, or, where it cannot be met in the long run, in state 0 alone. */
static void write_chain(uint32_t n, uint32_t classes, int orders, bool met)
{
    char *text, *labels;
    size_t size;
    const uint32_t transient = 10, length = (n - transient) / classes;
    FILE *tra = open_memstream(&text, &size);
    fprintf(tra, "%u %u\n", n, 2 * (n - transient) + 10);
    for (uint32_t i = 0; i < transient; i++)
        fprintf(tra, "%u %u %.17g\n", i, transient + below(classes) * length, rate(orders));
    for (uint32_t i = transient; i < n; i++) {
        const uint32_t class = (i - transient) / length, first = transient + class * length,
                       at = i - first, next = first + (at + 1) % length,
                       far = first + (at + 2 + below(length - 2)) % length;
        fprintf(tra, "%u %u %.17g\n", i, next < far ? next : far, rate(orders));
        fprintf(tra, "%u %u %.17g\n", i, next < far ? far : next, rate(orders));
    }
    fclose(tra);
    scratch_write("m.tra", text);
    free(text);
    FILE *lab = open_memstream(&labels, &size);
    fprintf(lab, "0=\"init\" 1=\"deadlock\" 2=\"goal\"\n0: 0%s\n", met ? "" : " 2");
    for (uint32_t i = transient; met && i < n; i += 3) fprintf(lab, "%u: 2\n", i);
    fclose(lab);
    scratch_write("m.lab", labels);
    free(labels);
}

static struct interval_of_value {
    double low, high;
} prove_file(bool levels)
{
    struct problem problem;
    char source[700];
    const struct prove_settings settings = {.width = 1e-9, .seconds = 10};
    snprintf(source, sizeof source, "%s:type=ctmc,steady=goal", scratch_path("m.tra"));
    if (problem_open(source, &problem) != OK) fail_msg("%s", fail_message());
    unite_at_once = levels;
    assert_int_equal(prove_problem(&problem, &settings), OK);
    unite_at_once = false;
    const struct interval_of_value value = {problem.proof.value_low, problem.proof.value_high};
    problem_free(&problem);
    return value;
}

static bool is_narrow(const struct interval_of_value *value)
{
    return value->high - value->low <= 2e-9 * value->high;
}

/* With levels the proof is as good as without, about the same value. */
static void test_hard_chains(void **state)
{
    (void)state;
    for (int k = 0; k < 12; k++) {
        const uint64_t began = draws;
        const uint32_t classes = 1 + below(3), n = 10 + classes * (300 + below(300));
        const int orders = k % 4 * 8;
        write_chain(n, classes, orders, k % 5 != 0);
        const struct interval_of_value with = prove_file(true), without = prove_file(false);
        if (!(with.low <= without.high && without.low <= with.high) ||
            (is_narrow(&without) && !is_narrow(&with)))
            fail_msg("seed %d, draw %llu: [%.17g, %.17g] and [%.17g, %.17g]", SEED,
                     (unsigned long long)began, with.low, with.high, without.low, without.high);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_few_iterations),
                                       cmocka_unit_test(test_no_way_out),
                                       cmocka_unit_test(test_hard_chains)};
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}
