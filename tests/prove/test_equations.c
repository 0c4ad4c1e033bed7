/* Systems of proofs: their solves meet the aim, also on matrices on which BiCGStab fails; they end
 * if there is no solution or no time; and a proof is as good at any place. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "problems/problem.h"
#include "prove/prove.h"
#include "prove/systems/equations.h"
#include "tests/support/cmocka.h"

static double largest_residual(const struct matrix *a, const double *b, const double *x)
{
    double most = 0;
    for (uint32_t i = 0; i < a->off.rows; i++) {
        double sum = b[i] - a->diag[i] * x[i];
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
            sum -= a->off.val[k] * x[a->off.col[k]];
        assert_true(isfinite(sum));
        most = fmax(most, fabs(sum));
    }
    return most;
}

static double *solve(const struct matrix *a, const double *b, bool order, double wanted,
                     double seconds)
{
    struct equations equations;
    struct budget budget = budget_of(seconds);
    double *x = malloc(a->off.rows * sizeof *x);
    assert_int_equal(equations_create(a, order, &(struct coarsening){0}, &budget, &equations), OK);
    assert_int_equal(equations_solve(&equations, b, wanted, x), OK);
    equations_free(&equations);
    return x;
}

static void check(const char *source, bool order)
{
    struct problem problem;
    assert_int_equal(problem_open(source, &problem), OK);
    const struct matrix *a = &problem.system.a;
    double *b = malloc(a->off.rows * sizeof *b);
    for (double wanted = 0.1; wanted > 1e-9; wanted *= 1e-2) {
        for (uint32_t i = 0; i < a->off.rows; i++) b[i] = random_unit(random_bits(1, i, 0));
        double *x = solve(a, b, order, wanted, 60);
        if (!(largest_residual(a, b, x) <= 1.5 * wanted)) fail_msg("%s: %g", source, wanted);
        free(x);
    }
    free(b);
    problem_free(&problem);
}

static void test_aims(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        check("random_dd:n=100,density=0.1", order);
        check("herman:n=7", order);
        check("polling:n=4", order);
        check("brp:n=16,max=4", order);
        check("markov:n=500,shape=staircase", order);
    }
}

/* BiCGStab itself, without its replacement, for one b that is zero in all rows but one, and for one
 * that is the same in all rows. */
static void does_not_give_up(const char *source)
{
    struct problem problem;
    assert_int_equal(problem_open(source, &problem), OK);
    const struct matrix *a = &problem.system.a;
    const uint32_t n = a->off.rows;
    double *b = malloc(n * sizeof *b), *x = malloc(n * sizeof *x);
    for (uint64_t k = 0; k < 20; k++) {
        struct equations equations;
        struct budget budget = budget_of(60);
        const uint64_t at = random_below(random_bits(2, k, 0), n);
        for (uint32_t i = 0; i < n; i++) b[i] = k == 0 || i == at;
        assert_int_equal(equations_create(a, true, &(struct coarsening){0}, &budget, &equations),
                         OK);
        assert_int_equal(equations_solve(&equations, b, 1e-9, x), OK);
        if (strcmp(equations.solve.method->name, "bicgstab") != 0 ||
            largest_residual(a, b, x) > 1e-8)
            fail_msg("%s: b %llu of seed 2", source, (unsigned long long)k);
        equations_free(&equations);
    }
    free(b);
    free(x);
    problem_free(&problem);
}

static void test_no_breakdown(void **state)
{
    (void)state;
    does_not_give_up("polling:n=8");
    does_not_give_up("brp:n=64,max=4");
    does_not_give_up("embedded");
    does_not_give_up("firewire");
    does_not_give_up("herman:n=9");
    does_not_give_up("markov:n=2000,shape=staircase");
}

/* The unpinned system of a long run, for which there is no solution. */
static void test_no_solution(void **state)
{
    (void)state;
    struct problem problem;
    assert_int_equal(problem_open("tandem:c=7", &problem), OK);
    const struct matrix *a = &problem.system.a;
    double *b = malloc(a->off.rows * sizeof *b);
    for (uint32_t i = 0; i < a->off.rows; i++) b[i] = 1;
    free(solve(a, b, true, 1e-3, 60));
    free(solve(a, b, true, 1e-3, 0));
    free(b);
    problem_free(&problem);
}

/* A proof whose systems are solved at one place is as good as at another. */
static void test_places(void **state)
{
    (void)state;
    static const char *const names[] = {"seq", "omp", "cuda"}, *const sources[] = {"tandem:c=31",
                                                                                   "tandem:c=200",
                                                                                   "herman:n=7"};
    for (size_t p = 0; p < sizeof names / sizeof *names; p++) {
        const struct place *place = find_place(names[p]);
        if (!place || place->probe() != OK) continue;
        for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
            const struct prove_settings settings = {.width = 1e-9, .seconds = 60, .place = place};
            struct problem problem;
            assert_int_equal(problem_open(sources[k], &problem), OK);
            if (prove_problem(&problem, &settings) != OK) fail_msg("%s", fail_message());
            const double low = problem.proof.value_low, high = problem.proof.value_high;
            if (!(high - low <= 2e-9 * high)) fail_msg("%s at %s", sources[k], names[p]);
            problem_free(&problem);
        }
    }
}

static enum status no_device(void)
{
    return (fail)(ERROR_ENVIRONMENT, "there is no device");
}

static enum status works(void)
{
    return OK;
}

static enum status no_memory(size_t bytes, void **out)
{
    *out = NULL;
    return (fail)(ERROR_DEVICE_MEMORY, "the device has no %zu bytes", bytes);
}

/* The host makes the proof where a place cannot, and the note says so. */
static void test_place_that_fails(void **state)
{
    (void)state;
    struct place absent = *find_place("seq"), full = absent;
    absent.probe = no_device;
    full.probe = works;
    full.on_host = false;
    full.allocate = no_memory;
    const struct place *const broken[] = {&absent, &full};
    const char *const notes[] = {"made on the host: there is no device",
                                 "made on the host: the device has no "};
    for (size_t k = 0; k < sizeof broken / sizeof *broken; k++) {
        const struct prove_settings settings = {.width = 1e-9, .seconds = 60, .place = broken[k]};
        struct problem problem;
        assert_ok(problem_open("tandem:c=15", &problem));
        assert_ok(prove_problem(&problem, &settings));
        assert_true(problem.proof.x && problem.proof.value_high > 15);
        if (!strstr(problem.proof.note, notes[k])) fail_msg("%s", problem.proof.note);
        problem_free(&problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aims), cmocka_unit_test(test_no_breakdown),
        cmocka_unit_test(test_no_solution), cmocka_unit_test(test_places),
        cmocka_unit_test(test_place_that_fails)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
