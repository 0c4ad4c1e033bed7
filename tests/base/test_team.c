/* Teams of threads: small work starts no team, and no answer depends on the team. */
#include <dirent.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/team.h"
#include "harness/case/case.h"
#include "problems/problem.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"

/* Threads of this process, those that sleep in OpenMP's pool included. */
static int count_threads(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/task");
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) count += *entry->d_name != '.';
    closedir(folder);
    return count;
}

/* Makes one solve by the variant called name, from source to check. Returns the last change of an
 * iterate or, for a graph, its verdict; NaN if it failed. */
static double solve(const char *source, const char *name)
{
    struct problem problem;
    struct variant variant;
    struct case_result result;
    struct settings settings = default_settings;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    settings.timeout = 1000;
    assert_int_equal(problem_open(source, &problem), OK);
    assert_int_equal(variant_parse(name, &variant), OK);
    assert_int_equal(case_measure(&problem, &variant, &settings, 0, &result), OK);
    double out = problem.kind == KIND_PRODUCT ? result.run.verdict : result.run.change;
    if (result.run.status != CASE_OK) out = NAN;
    case_result_free(&result);
    problem_free(&problem);
    return out;
}

/* Solves by every method, over every layout, at place omp: a system of three rows, a small chain
 * and a small graph. */
static void tiny_work_starts_no_team(void **state)
{
    static const char *const sources[] = {"random_dd:n=3,density=0.5,seed=1", "dice", "leader:n=2"};
    char name[128];
    int solved = 0;
    omp_set_num_threads(8);
    for (int k = 0; k < 3; k++)
        for (int m = 0; m < method_count; m++)
            for (int l = 0; l < layout_count; l++) {
                struct variant variant;
                snprintf(name, sizeof name, "%s/%s/%s/omp", methods[m]->name, layouts[l]->name,
                         k < 2 ? "f64" : "u32");
                if (variant_parse(name, &variant) != OK) continue;
                solved += !isnan(solve(sources[k], name));
                if (count_threads() > 1)
                    fail_msg("%s on %s has %d threads", name, sources[k], count_threads());
            }
    assert_true(solved > 50);
}

static void large_work_starts_one(void **state)
{
    omp_set_num_threads(3);
    solve("random_dd:n=2000,density=0.05,seed=1", "jacobi/msr/f64/omp");
    assert_true(count_threads() > 1);
}

/* The bits are the same with fewer threads than asked for, with one thread, and with a team for
 * small work. */
static void answers_do_not_depend_on_teams(void **state)
{
    static const char *const sources[] = {"random_dd:n=30,density=0.3,seed=5",
                                          "random_dd:n=900,density=0.05,seed=5"};
    for (int k = 0; k < 2; k++) {
        omp_set_num_threads(1);
        double one = solve(sources[k], "jacobi/msr/f64/seq");
        double in_place = solve(sources[k], "gauss_seidel/msr/f64/seq");
        for (int threads = 1; threads <= 7; threads += 3)
            for (int always = 0; always < 2; always++) {
                omp_set_num_threads(threads);
                team_always = always;
                assert_true(solve(sources[k], "jacobi/msr/f64/omp") == one);
                assert_true(solve(sources[k], "gauss_seidel/msr/f64/omp") == in_place);
            }
        team_always = false;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiny_work_starts_no_team), /* first: threads stay */
        cmocka_unit_test(large_work_starts_one),
        cmocka_unit_test(answers_do_not_depend_on_teams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
