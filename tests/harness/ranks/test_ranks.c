/* Ranks against one process: sweeps have the bits of place seq, and every solve the same bits in
 * every run. The ranks are this program again. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/case/build_layout.h"
#include "harness/case/fingerprint.h"
#include "harness/member/member.h"
#include "harness/ranks/remote.h"
#include "solvers/registry.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

struct answer {
    uint32_t n;
    double *x, change;
    uint64_t iterations;
    enum outcome outcome;
};

static struct solve_settings settings_of(const struct problem *problem,
                                         const struct built_layout *built,
                                         const struct variant *variant)
{
    return (struct solve_settings){.criterion = RELATIVE,
                                   .epsilon = 1e-8,
                                   .scale = problem_scale(problem),
                                   .step = problem->step,
                                   .steps = problem->steps,
                                   .jumps = problem->time / problem->step,
                                   .max_iterations = 2000,
                                   .matrix = built->matrix,
                                   .b = built->b,
                                   .x0 = built->x0,
                                   .problem = problem,
                                   .options = variant->options};
}

static void leave_to_ranks(const char *name, struct variant *variant)
{
    struct fingerprint identity;
    assert_ok(fingerprint_of_program(&identity));
    assert_ok(
        remote_stand_in(name, identity.text, &variant->method, &variant->layout, &variant->place));
}

static void solve(const char *source, const char *name, struct answer *out)
{
    struct problem problem;
    struct variant variant;
    struct built_layout built;
    struct solve solve;
    assert_ok(problem_open(source, &problem));
    assert_ok(variant_parse(name, &variant));
    assert_ok(variant_check(&variant));
    if (variant.place->ranks) leave_to_ranks(name, &variant);
    assert_ok(build_layout(&problem, &variant, &built));
    assert_ok(stored_upload(variant.place, &built.stored));
    const struct solve_settings settings = settings_of(&problem, &built, &variant);
    assert_ok(solve_create(&built.stored, variant.method, built.b, &settings, &solve));
    assert_ok(solve_reset(&solve, built.x0));
    assert_ok(solve_run(&solve, variant.method));
    *out = (struct answer){.n = solve.n, .iterations = solve.iterations, .outcome = solve.outcome};
    out->x = calloc(solve.n, sizeof *out->x);
    if (is_remote(variant.method)) assert_ok(remote_fetch(&solve));
    assert_ok(solve_download(&solve, out->x));
    if (variant.method->change) assert_ok(variant.method->change(&solve, &out->change));
    solve_free(&solve);
    built_layout_free(&built);
    problem_free(&problem);
}

static bool no_mpi(void)
{
    const bool missing = find_place("ranks2")->probe() != OK;
    if (missing) print_message("%s\n", fail_message());
    return missing;
}

static void same_of_two(const char *source, const char *one, const char *twin, const char *other)
{
    struct answer a, b;
    solve(source, one, &a);
    solve(twin, other, &b);
    assert_true(a.n == b.n && a.n > 0);
    if (a.outcome != b.outcome || a.iterations != b.iterations ||
        memcmp(&a.change, &b.change, sizeof a.change) || memcmp(a.x, b.x, a.n * sizeof *a.x))
        fail_msg("%s: %s and %s differ: %llu and %llu iterations, changes %.17g and %.17g", source,
                 one, other, (unsigned long long)a.iterations, (unsigned long long)b.iterations,
                 a.change, b.change);
    free(a.x);
    free(b.x);
}

static void same_answers(const char *source, const char *one, const char *other)
{
    same_of_two(source, one, source, other);
}

/* With halos of neighbours alone, of all, and of parts of one row or none. */
static void sweeps_have_the_bits_of_one_process(void **state)
{
    if (no_mpi()) skip();
    static const char *const sources[] = {"tandem:c=15", "random_dd:n=400,density=0.05",
                                          "herman:n=3"};
    static const char *const ways[] = {"jacobi/msr/f64", "jor[omega=0.9]/msr/f32", "power/msr/f64"};
    char one[64], other[64];
    for (size_t s = 0; s < sizeof sources / sizeof *sources; s++)
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
            for (int ranks = 2; ranks <= 4; ranks++) {
                if (!strncmp(ways[w], "power", 5) && !strncmp(sources[s], "random", 6)) continue;
                snprintf(one, sizeof one, "%s/seq", ways[w]);
                snprintf(other, sizeof other, "%s/ranks%d", ways[w], ranks);
                same_answers(sources[s], one, other);
            }
}

/* Of those that add the entries of a row in its order. Others divide it by its columns. */
static void layouts_keep_their_bits(void **state)
{
    if (no_mpi()) skip();
    char one[64], other[64];
    for (int k = 0; k < layout_count; k++) {
        if (!layouts[k]->divisible || layouts[k]->ascending || layouts[k]->makes_rows ||
            !layouts[k]->sums)
            continue;
        if (!find_mat_ops(layouts[k], places[0], F64)) continue;
        snprintf(one, sizeof one, "jacobi/%s/f64/seq", layouts[k]->name);
        snprintf(other, sizeof other, "jacobi/%s/f64/ranks3", layouts[k]->name);
        same_answers("random_dd:n=400,density=0.05", one, other);
        same_answers("tandem:c=7", one, other);
    }
}

/* Those whose rows are in another order come to an answer all the same. */
static void other_layouts_solve(void **state)
{
    if (no_mpi()) skip();
    static const char *const names[] = {"jacobi/sdia/f64/ranks3", "jacobi/panels/f64/ranks3",
                                        "jacobi/auto/f64/ranks2"};
    struct answer exact, answer;
    solve("tandem:c=7", "jacobi/msr/f64/seq", &exact);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        solve("tandem:c=7", names[k], &answer);
        assert_int_equal(answer.outcome, CONVERGED);
        for (uint32_t i = 0; i < exact.n; i++)
            assert_true(fabs(answer.x[i] - exact.x[i]) < 1e-12 * fabs(exact.x[i]));
        free(answer.x);
    }
    free(exact.x);
}

static void row_orders_are_kept(void **state)
{
    if (no_mpi()) skip();
    same_answers("random_dd:n=400,density=0.05", "jacobi/msr+bfs/f64/seq",
                 "jacobi/msr+bfs/f64/ranks2");
}

/* Each rank makes its own: the entries are those of stored rows. */
static void rows_in_closed_form_are_the_same(void **state)
{
    if (no_mpi()) skip();
    same_of_two("tandem:c=15", "jacobi/msr/f64/seq", "tandem:c=15,matrix=none",
                "jacobi/msr/f64/ranks3");
    same_of_two("herman:n=7", "jacobi/msr/f64/seq", "herman:n=7,matrix=none",
                "jacobi/msr/f64/ranks2");
    same_of_two("herman:n=7", "bicgstab/msr/f64/ranks4", "herman:n=7,matrix=none",
                "bicgstab/msr/f64/ranks4");
}

/* The same of rows that are made a range at a time, also by ranks that have none. */
static void made_rows_are_the_same(void **state)
{
    if (no_mpi()) skip();
    char source[128], none[160];
    static const char *const shapes[] = {"n=400,density=0.05", "n=2,density=1",
                                         "n=60,density=0.02,x0=random"};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        snprintf(source, sizeof source, "random_dd:%s,seed=%u", shapes[k], (unsigned)draw(1000));
        snprintf(none, sizeof none, "%s,matrix=none", source);
        same_of_two(source, "jacobi/msr/f64/seq", none, "jacobi/msr/f64/ranks2");
        same_of_two(source, "jacobi/msr/f64/seq", none, "jacobi/msr/f64/ranks3");
        same_of_two(source, "bicgstab/msr/f32/ranks3", none, "bicgstab/msr/f32/ranks3");
        same_of_two(source, "jacobi/panels/f64/ranks3", none, "jacobi/panels/f64/ranks3");
    }
    static const char *const cluster = "cluster:n=5,matrix=none";
    same_of_two("cluster:n=5", "jor[omega=0.9]/msr/f64/seq", cluster,
                "jor[omega=0.9]/msr/f64/ranks3");
    same_of_two("cluster:n=5", "power/msr/f64/seq", cluster, "power/msr/f64/ranks2");
    same_of_two("cluster:n=5", "bicgstab/sdia/f64/ranks3", cluster, "bicgstab/sdia/f64/ranks3");
}

static void sums_are_the_same_in_every_run(void **state)
{
    if (no_mpi()) skip();
    for (int k = 0; k < 3; k++)
        same_answers("random_dd:n=400,density=0.05", "bicgstab/msr/f64/ranks3",
                     "bicgstab/msr/f64/ranks3");
    same_answers("random_dd:n=400,density=0.05", "bicgstab_paper/msr/f64/ranks2",
                 "bicgstab_paper/msr/f64/ranks2");
}

static void refuses(const char *name, const char *why)
{
    struct variant variant;
    assert_ok(variant_parse(name, &variant));
    assert_int_equal(variant_check(&variant), ERROR_UNSUPPORTED);
    if (!strstr(fail_message(), why)) fail_msg("%s: %s", name, fail_message());
}

static void what_cannot_run_says_so(void **state)
{
    if (no_mpi()) skip();
    refuses("gauss_seidel/msr/f64/ranks2", "the rows of one rank would wait");
    refuses("gmres/msr/f64/ranks2", "its sums are for one GPU or the host");
    refuses("ii/msr/f64/ranks2", "needs an operation");
    refuses("jacobi/delta16/f64/ranks2", "does not exist at place ranks2");
    refuses("auto/auto/f64/ranks2", "name a method");
    refuses("jacobi/generated/f64/ranks2", "does not exist at place ranks2");
}

int main(int argc, char **argv)
{
    if (member_is_meant(argc, argv)) return member_serve(argv);
    seed_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_have_the_bits_of_one_process),
        cmocka_unit_test(layouts_keep_their_bits),
        cmocka_unit_test(other_layouts_solve),
        cmocka_unit_test(row_orders_are_kept),
        cmocka_unit_test(rows_in_closed_form_are_the_same),
        cmocka_unit_test(made_rows_are_the_same),
        cmocka_unit_test(sums_are_the_same_in_every_run),
        cmocka_unit_test(what_cannot_run_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
