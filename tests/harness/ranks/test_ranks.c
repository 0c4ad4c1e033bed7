/* Ranks against one process: sweeps have the bits of place seq, and every solve the same bits in
 * every run. The ranks are this program again. Where there are as many GPUs they compute on these,
 * else on cores. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
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
    char note[sizeof((struct solve *)0)->note];
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

/* The parts of a solve. */
struct made {
    struct problem problem;
    struct variant variant;
    struct built_layout built;
    struct solve solve;
};

static enum status make(const char *source, const char *name, struct made *out)
{
    struct variant *variant = &out->variant;
    assert_ok(problem_open(source, &out->problem));
    assert_ok(variant_parse(name, variant));
    assert_ok(variant_check(variant));
    if (variant->place->ranks) leave_to_ranks(name, variant);
    assert_ok(build_layout(&out->problem, variant, &out->built));
    assert_ok(stored_upload(variant->place, &out->built.stored));
    const struct solve_settings settings = settings_of(&out->problem, &out->built, variant);
    return solve_create(&out->built.stored, variant->method, out->built.b, &settings, &out->solve);
}

static void free_made(struct made *made)
{
    solve_free(&made->solve);
    built_layout_free(&made->built);
    problem_free(&made->problem);
}

static void solve(const char *source, const char *name, struct answer *out)
{
    struct made made;
    assert_ok(make(source, name, &made));
    struct solve *solve = &made.solve;
    const struct method *method = made.variant.method;
    assert_ok(solve_reset(solve, made.built.x0));
    assert_ok(solve_run(solve, method));
    *out =
        (struct answer){.n = solve->n, .iterations = solve->iterations, .outcome = solve->outcome};
    snprintf(out->note, sizeof out->note, "%s", solve->note);
    out->x = calloc(solve->n, sizeof *out->x);
    if (is_remote(method)) assert_ok(remote_fetch(solve));
    assert_ok(solve_download(solve, out->x));
    if (method->change) assert_ok(method->change(solve, &out->change));
    free_made(&made);
}

static bool no_mpi(void)
{
    const bool missing = find_place("ranks2")->probe() != OK;
    if (missing) print_message("%s\n", fail_message());
    return missing;
}

static bool no_cards(void)
{
    const bool missing = find_place("cuda2")->probe() != OK;
    if (missing) print_message("%s\n", fail_message());
    return missing || no_mpi();
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

/* For layouts that add the entries of a row in its order. Others divide a row by its columns. */
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
        for (int ranks = 2; ranks <= 3; ranks++) {
            snprintf(other, sizeof other, "jacobi/%s/f64/ranks%d", layouts[k]->name, ranks);
            same_answers("random_dd:n=400,density=0.05", one, other);
            same_answers("tandem:c=7", one, other);
        }
    }
}

/* Layouts with rows in another order also find the answer. */
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

/* Sums are in another order; the answers are close. */
static void close_answers(const char *source, const char *one, const char *other)
{
    struct answer a, b;
    solve(source, one, &a);
    solve(source, other, &b);
    assert_int_equal(a.outcome, CONVERGED);
    assert_int_equal(b.outcome, CONVERGED);
    for (uint32_t i = 0; i < a.n; i++) assert_true(fabs(a.x[i] - b.x[i]) <= 1e-6 * fabs(a.x[i]));
    free(a.x);
    free(b.x);
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
    close_answers("random_dd:n=400,density=0.05", "bicgstab/msr/f64/seq",
                  "bicgstab/msr/f64/ranks2");
    close_answers("herman:n=7", "bicgstab/msr/f64/seq", "bicgstab/msr/f64/ranks2");
}

/* Compares with room for entries that are nearly zero: they have few digits if a residual decides.
 */
static void near_answers(const char *source, const char *one, const char *other)
{
    struct answer a, b;
    double largest = 0;
    solve(source, one, &a);
    solve(source, other, &b);
    assert_int_equal(a.outcome, CONVERGED);
    assert_int_equal(b.outcome, CONVERGED);
    for (uint32_t i = 0; i < a.n; i++) largest = fmax(largest, fabs(a.x[i]));
    for (uint32_t i = 0; i < a.n; i++)
        if (!(fabs(a.x[i] - b.x[i]) <= 1e-5 * largest))
            fail_msg("%s: %s and %s differ in entry %u: %.17g and %.17g", source, one, other, i,
                     a.x[i], b.x[i]);
    free(a.x);
    free(b.x);
}

/* Decisions of the host within an iteration are the same on each rank: in every run, and with the
 * answer of one process. Some of ranks 3 and 4 have no row. */
static void preconditioned_methods_share_sums(void **state)
{
    static const char *const sources[] = {"tandem:c=15", "cluster:n=3", "herman:n=7",
                                          "random_dd:n=400,density=0.05", "identity:n=2"};
    static const char *const ways[] = {"bicgstab[precondition=jacobi]", "gmres[restart=100]",
                                       "gmres[precondition=jacobi,restart=100]"};
    char one[80], other[80];
    if (no_mpi()) skip();
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            snprintf(one, sizeof one, "%s/msr/f64/seq", ways[w]);
            snprintf(other, sizeof other, "%s/msr/f64/ranks%d", ways[w], 2 + (int)draw(3));
            near_answers(sources[k], one, other);
            if (w == 0) same_answers(sources[k], other, other);
        }
    near_answers("cluster:n=3", "bicgstab[pin=yes]/chwl/f64/seq",
                 "bicgstab[pin=yes]/chwl/f64/ranks3");
    same_of_two("tandem:c=15", "bicgstab[precondition=jacobi]/msr/f64/ranks2",
                "tandem:c=15,matrix=none", "bicgstab[precondition=jacobi]/msr/f64/ranks2");
}

/* A GPU each: entries side by side and scattered ones, and sums. */

static void ranks_take_a_gpu_each(void **state)
{
    static const char *const sources[] = {"tandem:c=15", "tandem:c=128",
                                          "random_dd:n=400,density=0.05", "herman:n=7"};
    struct answer answer;
    if (no_cards()) skip();
    solve("tandem:c=15", "jacobi/msr/f64/ranks2", &answer);
    if (!strstr(answer.note, "2 ranks on 1 host, a GPU each, by NCCL "))
        fail_msg("%s", answer.note);
    free(answer.x);
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        same_answers(sources[k], "jacobi/msr/f64/cuda2", "jacobi/msr/f64/ranks2");
        same_answers(sources[k], "jacobi/msr/f32/cuda2", "jacobi/msr/f32/ranks2");
        same_answers(sources[k], "bicgstab/msr/f64/ranks2", "bicgstab/msr/f64/ranks2");
    }
}

static void graphs_loop_as_the_host_does(void **state)
{
    static const char *const ways[][2] = {
        {"jacobi/msr/f64/ranks2", "jacobi[loop=graph]/msr/f64/ranks2"},
        {"jacobi[check=7]/msr/f64/ranks2", "jacobi[loop=graph,check=7]/msr/f64/ranks2"},
        {"jor/msr/f32/ranks2", "jor[loop=graph]/msr/f32/ranks2"},
        {"jacobi/pattern/f64/ranks2", "jacobi[loop=graph]/pattern/f64/ranks2"},
        {"power/msr/f64/ranks2", "power[loop=graph]/msr/f64/ranks2"},
        {"bicgstab/msr/f64/ranks2", "bicgstab[loop=graph]/msr/f64/ranks2"}};
    if (no_cards()) skip();
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        same_answers("tandem:c=15", ways[k][0], ways[k][1]);
        same_answers("herman:n=7", ways[k][0], ways[k][1]);
    }
}

static void a_broken_nccl_is_named(void **state)
{
    char path[512], folders[1024];
    const char *const before = getenv("LD_LIBRARY_PATH");
    struct folder folder;
    struct made made;
    if (no_cards()) skip();
    assert_ok(folder_create("nccl", &folder));
    snprintf(path, sizeof path, "%s/libnccl.so.2", folder.path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    snprintf(folders, sizeof folders, "%s:%s", folder.path, before ? before : "");
    setenv("LD_LIBRARY_PATH", folders, 1);
    assert_int_equal(make("tandem:c=15", "jacobi/msr/f64/ranks2", &made), ERROR_ENVIRONMENT);
    if (!strstr(fail_message(), "by NCCL, which cannot be loaded")) fail_msg("%s", fail_message());
    free_made(&made);
    if (before) setenv("LD_LIBRARY_PATH", before, 1);
    else unsetenv("LD_LIBRARY_PATH");
    folder_remove(&folder);
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
    refuses("ii/msr/f64/ranks2", "needs an operation");
    refuses("jacobi/delta16/f64/ranks2", "does not exist at place ranks2");
    refuses("jacobi[loop=resident]/msr/f64/ranks2", "takes one GPU by itself");
    refuses("auto/auto/f64/ranks2", "name a method");
    refuses("jacobi/generated/f64/ranks2", "does not exist at place ranks2");
}

int main(int argc, char **argv)
{
    if (member_is_meant(argc, argv)) return member_serve(argv);
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    seed_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_have_the_bits_of_one_process),
        cmocka_unit_test(layouts_keep_their_bits),
        cmocka_unit_test(other_layouts_solve),
        cmocka_unit_test(row_orders_are_kept),
        cmocka_unit_test(rows_in_closed_form_are_the_same),
        cmocka_unit_test(made_rows_are_the_same),
        cmocka_unit_test(sums_are_the_same_in_every_run),
        cmocka_unit_test(preconditioned_methods_share_sums),
        cmocka_unit_test(ranks_take_a_gpu_each),
        cmocka_unit_test(graphs_loop_as_the_host_does),
        cmocka_unit_test(a_broken_nccl_is_named),
        cmocka_unit_test(what_cannot_run_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
