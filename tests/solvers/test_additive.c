/* precondition=multilevel: its cycle is linear, and exact if there is only one level; answers agree
 * with those of method multilevel and of ILU(0); the bits are the same for every number of threads;
 * iterations do not grow with the chain; and refusals. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/case/variant.h"
#include "problems/problem.h"
#include "solvers/multilevel/additive.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

static const char refused[] = "gmres[precondition=multilevel]/msr/f32/seq";

/* x = the answer; returns the iterations. */
static uint64_t solve_with(const char *variant, const struct problem *problem, double epsilon,
                           double *x)
{
    const struct linear *s = &problem->system;
    struct variant v;
    struct stored stored;
    struct solve solve;
    assert_ok(variant_parse(variant, &v));
    const struct solve_settings settings = {.criterion = RELATIVE,
                                            .epsilon = epsilon,
                                            .scale = problem_scale(problem),
                                            .max_iterations = 1000,
                                            .matrix = &s->a,
                                            .options = v.options};
    assert_ok(stored_build_at(v.place, v.layout, v.precision, &v.options, &s->a, &stored));
    assert_ok(stored_upload(v.place, &stored));
    enum status status = solve_create(&stored, v.method, s->b, &settings, &solve);
    for (int sample = 0; sample < 2 && status == OK; sample++) {
        assert_ok(solve_reset(&solve, s->x0));
        assert_ok(solve_run(&solve, v.method));
        if (solve.outcome != CONVERGED) fail_msg("%s: %s", variant, solve.note);
    }
    if (status == OK) assert_ok(solve_download(&solve, x));
    const uint64_t iterations = status == OK ? solve.iterations : 0;
    solve_free(&solve);
    stored_free(&stored);
    return iterations;
}

static bool is_usable(const char *variant)
{
    struct variant v;
    assert_ok(variant_parse(variant, &v));
    return variant_check(&v) == OK;
}

/* Long runs, of one class and of two; probabilities; rewards. */
static const struct {
    const char *source, *reference;
} cases[] = {{"tandem:c=15", "multilevel/msr/f64/seq"},
             {"cluster:n=6", "multilevel/msr/f64/seq"},
             {"kanban:t=2", "multilevel/msr/f64/seq"},
             {"fms:n=2", "multilevel/msr/f64/seq"},
             {"polling:n=7,property=2", "multilevel/msr/f64/seq"},
             {"polling:n=7", "gmres[precondition=ilu0]/msr/f64/seq"},
             {"herman:n=9", "gmres[precondition=ilu0]/msr/f64/seq"},
             {"tandem:c=7,property=4", "gmres[precondition=ilu0]/msr/f64/seq"}};

/* The first is repeated by the others but for cuda. */
static const char *const variants[] = {"bicgstab[precondition=multilevel]/msr/f64/seq",
                                       "gmres[precondition=multilevel]/msr/f64/seq",
                                       "gmres[precondition=multilevel,restart=5]/sdia/f64/cuda",
                                       "bicgstab[precondition=multilevel]/msr/f64/cuda"};

static void answers_agree(void **state)
{
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct problem problem;
        assert_ok(problem_open(cases[c].source, &problem));
        double *x = malloc(problem.system.a.off.rows * sizeof *x);
        assert_non_null(x);
        solve_with(cases[c].reference, &problem, 1e-13, x);
        const double value = problem_value(&problem, x);
        for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
            if (!is_usable(variants[v])) continue;
            solve_with(variants[v], &problem, 1e-12, x);
            const double got = problem_value(&problem, x);
            if (!(fabs(got - value) <= 1e-8 * fabs(value)))
                fail_msg("%s by %s: %.17g, not %.17g", cases[c].source, variants[v], got, value);
        }
        free(x);
        problem_free(&problem);
    }
}

static void bits_do_not_depend_on_threads(void **state)
{
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct problem problem;
        assert_ok(problem_open(cases[c].source, &problem));
        const size_t bytes = problem.system.a.off.rows * sizeof(double);
        double *one = malloc(bytes), *x = malloc(bytes);
        assert_true(one && x);
        for (int threads = 1; threads <= 3; threads++) {
            omp_set_num_threads(threads);
            solve_with("bicgstab[precondition=multilevel]/msr/f64/omp", &problem, 1e-9,
                       threads == 1 ? one : x);
            if (threads > 1) assert_memory_equal(x, one, bytes);
        }
        for (int again = 0; again < 2 && is_usable(variants[3]); again++) {
            solve_with(variants[3], &problem, 1e-9, again ? x : one);
            if (again) assert_memory_equal(x, one, bytes);
        }
        free(one);
        free(x);
        problem_free(&problem);
    }
}

static void iterations_do_not_grow(void **state)
{
    static const char *const sources[] = {"tandem:c=31", "tandem:c=63", "tandem:c=127",
                                          "tandem:c=255"};
    for (int v = 0; v < 2; v++) {
        uint64_t first = 0;
        for (size_t c = 0; c < sizeof sources / sizeof *sources; c++) {
            struct problem problem;
            assert_ok(problem_open(sources[c], &problem));
            double *x = malloc(problem.system.a.off.rows * sizeof *x);
            assert_non_null(x);
            const uint64_t iterations = solve_with(variants[v], &problem, 1e-9, x);
            printf("%s: %llu iterations of %s\n", sources[c], (unsigned long long)iterations,
                   variants[v]);
            if (c == 0) first = iterations;
            assert_true((double)iterations <= 1.3 * (double)first);
            free(x);
            problem_free(&problem);
        }
    }
}

/* A chain of n states, a ring with random rates beside it, as the system of its long run, or, with
 * a leak in some states, of rewards. */
static struct matrix draw_system(uint32_t n, bool long_run)
{
    struct triplet *entry = calloc(n * (size_t)3, sizeof *entry);
    struct csr rows;
    struct matrix a;
    assert_non_null(entry);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t to = k == 0 ? (i + 1) % n : (uint32_t)draw(n);
            const double rate = to == i ? 0 : pow(10, 4 * draw_unit() - 2);
            entry[3 * i + k] =
                long_run ? (struct triplet){to, i, -rate} : (struct triplet){i, to, -rate};
        }
    assert_ok(csr_from_triplets(n, n * (uint64_t)3, entry, &rows));
    assert_ok(csr_split(&rows, &a));
    memset(a.diag, 0, n * sizeof *a.diag);
    for (uint32_t i = 0; i < n; i++)
        for (uint64_t k = a.off.row[i]; k < a.off.row[i + 1]; k++)
            a.diag[long_run ? a.off.col[k] : i] -= a.off.val[k];
    for (uint32_t i = 0; i < n && !long_run; i += 3) a.diag[i] += draw_unit();
    csr_free(&rows);
    free(entry);
    return a;
}

/* to = a x */
static void multiply(const struct matrix *a, const double *x, double *to)
{
    for (uint32_t i = 0; i < a->off.rows; i++) {
        to[i] = a->diag[i] * x[i];
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
            to[i] += a->off.val[k] * x[a->off.col[k]];
    }
}

enum { MOST_ROWS = 1000 };

/* e = the cycle's answer to r, at any place. */
static void apply(struct additive *a, const double *r, double *e)
{
    const struct place *place = a->cycle.levels.place;
    const size_t n = a->cycle.levels.level[0].n;
    void *there;
    assert_ok(place->allocate(n * sizeof *r, &there));
    assert_ok(place->put(there, r, n * sizeof *r));
    assert_ok(additive_apply(a, there));
    assert_ok(place->get(e, a->at[0].e, n, sizeof *e));
    place->release(there);
}

static void check_cycle(const struct place *place, uint32_t n, bool long_run)
{
    const struct matrix m = draw_system(n, long_run);
    struct additive a;
    double r[2][MOST_ROWS], e[3][MOST_ROWS], x[MOST_ROWS], size = 0, sum = 0;
    assert_ok(additive_create(place, &m, false, long_run, &a));
    for (uint32_t i = 0; i < n; i++) x[i] = 1;
    assert_ok(place->put(a.cycle.levels.level[0].x, x, n * sizeof *x));
    assert_ok(additive_set_up(&a));
    for (int k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < n; i++) x[i] = draw_normal();
        multiply(&m, x, r[k]);
        apply(&a, r[k], e[k]);
    }
    for (uint32_t i = 0; i < n; i++) x[i] = 2 * r[0][i] - 3 * r[1][i];
    apply(&a, x, e[2]);
    for (uint32_t i = 0; i < n; i++) size = fmax(size, fabs(e[0][i]) + fabs(e[1][i]));
    for (uint32_t i = 0; i < n; i++)
        assert_true(fabs(2 * e[0][i] - 3 * e[1][i] - e[2][i]) <= 1e-9 * size);
    multiply(&m, e[0], x);
    for (uint32_t i = 0; i < n; i++) sum = fmax(sum, fabs(x[i] - r[0][i]));
    if (n <= LEVEL_COARSEST) assert_true(sum <= 1e-8 * size);
    else assert_true(a.cycle.levels.count > 1);
    additive_free(&a);
    matrix_free((struct matrix *)&m);
}

static void cycles_are_linear(void **state)
{
    for (int p = 0; p < place_count; p++) {
        if (!places[p]->levels || places[p]->probe() != OK) continue;
        for (int round = 0; round < 20; round++) {
            check_cycle(places[p], 2 + (uint32_t)draw(LEVEL_COARSEST - 1), round % 2);
            check_cycle(places[p], LEVEL_COARSEST + 1 + (uint32_t)draw(MOST_ROWS - LEVEL_COARSEST),
                        round % 2);
        }
    }
}

static void other_systems_are_refused(void **state)
{
    struct problem problem;
    double x[100];
    assert_ok(problem_open("random_dd:n=100", &problem));
    assert_int_equal(solve_with(variants[0], &problem, 1e-9, x), 0);
    if (!strstr(fail_message(), "needs the system of a Markov chain"))
        fail_msg("%s", fail_message());
    problem_free(&problem);
    assert_ok(problem_open("tandem:c=3", &problem));
    assert_int_equal(solve_with(refused, &problem, 1e-9, x), 0);
    if (!strstr(fail_message(), "exists in f64 only")) fail_msg("%s", fail_message());
    problem_free(&problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cycles_are_linear),
        cmocka_unit_test(answers_agree),
        cmocka_unit_test(bits_do_not_depend_on_threads),
        cmocka_unit_test(iterations_do_not_grow),
        cmocka_unit_test(other_systems_are_refused),
    };
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
