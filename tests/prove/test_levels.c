/* Levels of a dual system: groups, shares and coarse rows agree with their definitions on random
 * chains, for any number of threads; times are found in a few iterations, on long chains as on
 * short ones; and a system without a solution ends. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/progress_hook.h"
#include "base/random.h"
#include "base/team.h"
#include "certify/pinned.h"
#include "problems/problem.h"
#include "prove/means/krylov.h"
#include "prove/means/means.h"
#include "prove/prove.h"
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

/* Rows of rates that sum to zero, or to a little more; some rows have no entries, as pinned states
 * and goals have. Parts of the chain may not reach them. */
static void make_system(uint32_t n, int orders, struct matrix *out)
{
    const uint32_t classes = 1 + below(4);
    struct triplet *entry = malloc(4 * n * sizeof *entry);
    uint64_t count = 0;
    *out = (struct matrix){.diag = malloc(n * sizeof *out->diag)};
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t degree = below(20) == 0 ? 0 : 1 + below(4);
        double sum = below(30) == 0 ? rate(orders) : 0;
        for (uint32_t k = 0; k < degree; k++) {
            const uint32_t far = below(n), to = below(3) ? (i + 1 + below(5)) % n : far;
            if (to == i || to % classes != i % classes) continue;
            entry[count++] = (struct triplet){i, to, -rate(orders)};
            sum -= entry[count - 1].val;
        }
        out->diag[i] = sum > 0 ? sum : 1;
    }
    assert_int_equal(csr_from_triplets(n, count, entry, &out->off), OK);
    free(entry);
}

static void check_groups(const struct level *fine, const struct level *coarse)
{
    const uint32_t n = fine->a.off.n, count = coarse->a.off.n;
    uint32_t grouped = 0;
    for (uint32_t i = 0; i < n; i++) {
        const bool alone = fine->a.off.row[i] == fine->a.off.row[i + 1];
        assert_true((fine->group[i] == NO_GROUP) == alone);
        grouped += !alone;
    }
    assert_int_equal(fine->start[0], 0);
    assert_int_equal(fine->start[count], grouped);
    for (uint32_t g = 0; g < count; g++) {
        double sum = 0;
        assert_true(fine->start[g] < fine->start[g + 1]);
        for (uint32_t m = fine->start[g]; m < fine->start[g + 1]; m++) {
            assert_int_equal(fine->group[fine->member[m]], g);
            assert_true(m == fine->start[g] || fine->member[m - 1] < fine->member[m]);
            sum += fine->share[fine->member[m]];
        }
        assert_true(fabs(sum - 1) < 1e-12);
    }
}

/* Entry by entry, from all entries of the finer level: few rows, so a plain search does. */
static double entry_between(const struct level *fine, uint32_t from, uint32_t to)
{
    double sum = 0;
    for (uint32_t m = fine->start[from]; m < fine->start[from + 1]; m++) {
        const uint32_t i = fine->member[m];
        for (uint64_t k = fine->a.off.row[i]; k < fine->a.off.row[i + 1]; k++)
            if (fine->group[fine->a.off.col[k]] == to) sum += fine->share[i] * fine->a.off.val[k];
    }
    return sum;
}

static void check_rows(const struct level *fine, const struct level *coarse)
{
    const struct csr *off = &coarse->a.off;
    for (uint32_t g = 0; g < off->n; g++) {
        double sum = coarse->a.diag[g] - coarse->excess[g];
        assert_true(coarse->excess[g] >= 0);
        for (uint64_t k = off->row[g]; k < off->row[g + 1]; k++) {
            assert_true(k == off->row[g] || off->col[k - 1] < off->col[k]);
            assert_true(off->col[k] < off->n && off->col[k] != g);
            assert_true(fabs(off->val[k] - entry_between(fine, g, off->col[k])) <=
                        -1e-12 * off->val[k]);
            sum += off->val[k];
        }
        assert_true(fabs(sum) <= 1e-12 * coarse->a.diag[g]);
    }
}

static void check_system(uint32_t n, int orders)
{
    struct matrix a;
    struct levels levels;
    const uint64_t began = draws;
    make_system(n, orders, &a);
    double *weight = malloc(n * sizeof *weight), *x = malloc(n * sizeof *x);
    for (uint32_t i = 0; i < n; i++) weight[i] = below(4) ? rate(2 * orders) : 0;
    assert_int_equal(levels_create(&a, &(struct coarsening){weight, NULL}, &levels), OK);
    if (levels.count < 2)
        fail_msg("one level: n %u, seed %d, draw %llu", n, SEED, (unsigned long long)began);
    for (int k = 0; k + 1 < levels.count; k++) {
        check_groups(&levels.level[k], &levels.level[k + 1]);
        check_rows(&levels.level[k], &levels.level[k + 1]);
    }
    levels_apply(&levels, weight, x);
    levels_free(&levels);
    matrix_free(&a);
    free(weight);
    free(x);
}

static void test_random_systems(void **state)
{
    (void)state;
    team_always = true;
    for (int k = 0; k < 60; k++) {
        omp_set_num_threads(1 + k % 3);
        check_system(300 + below(1200), k % 4 * 8);
    }
    team_always = false;
}

static uint64_t calls;

static void count_calls(const char *unused, uint64_t done, uint64_t total)
{
    (void)unused, (void)done, (void)total;
    calls++;
}

/* Iterations for times to a thousandth, or, transposed, for an answer. */
static uint64_t iterations(const char *source, bool transposed)
{
    struct problem problem;
    struct pinned pinned;
    struct krylov krylov;
    struct budget budget = budget_of(60);
    bool met;
    assert_int_equal(problem_open(source, &problem), OK);
    const uint32_t n = problem.system.a.off.n;
    const struct classes classes = {problem.steady.nclasses, problem.steady.class_of};
    double *x = malloc(n * sizeof *x), *b = malloc(n * sizeof *b), *v = malloc(n * sizeof *v);
    for (uint32_t i = 0; i < n; i++) x[i] = problem.system.x0[i];
    assert_int_equal(means_sweeps(&problem.system.a, 10, x), OK);
    assert_int_equal(pinned_create(&problem.system.a, &classes, x, &pinned), OK);
    for (uint32_t i = 0; i < n; i++) b[i] = is_pinned_row(&pinned, &classes, i) == transposed;
    const struct matrix *a = transposed ? &pinned.into : &pinned.out_of;
    const struct coarsening how = {x, transposed ? &pinned.out_of : NULL};
    assert_int_equal(krylov_create(a, &how, false, &krylov), OK);
    assert_int_equal(levels_create(a, &how, &krylov.levels), OK);
    krylov.pivots = LEVELS;
    calls = 0;
    progress_hook_set(count_calls, NULL);
    assert_int_equal(krylov_solve(&krylov, b, &(struct aim){.wanted = transposed ? 1e-9 : 1e-3},
                                  &budget, v, &met),
                     OK);
    progress_hook_set(NULL, NULL);
    if (!met || krylov.pivots != LEVELS)
        fail_msg("%s: not met in %llu", source, (unsigned long long)calls);
    for (uint32_t i = 0; i < n; i++) assert_true(v[i] >= -1e-6);
    krylov_free(&krylov);
    pinned_free(&pinned);
    problem_free(&problem);
    free(x);
    free(b);
    free(v);
    return calls;
}

/* Sweeps alone take 26 for tandem 255 to a fifth, and twice as many where c is twice as large. */
static void test_few_iterations(void **state)
{
    (void)state;
    static const char *const sources[] = {
        "tandem:c=31", "tandem:c=127",           "tandem:c=255", "cluster:n=10",
        "kanban:t=2",  "polling:n=8,property=2", "fms:n=2",      "knacl:n1=4,n2=6,n3=3"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
        for (int transposed = 0; transposed < 2; transposed++) {
            const uint64_t taken = iterations(sources[k], transposed);
            if (taken > 12) fail_msg("%s: %llu", sources[k], (unsigned long long)taken);
        }
}

/* A closed class that has no way out: no times, and no weights for a level to solve. */
static void test_no_way_out(void **state)
{
    (void)state;
    struct problem problem;
    struct krylov krylov;
    struct budget budget = budget_of(60);
    bool met;
    assert_int_equal(problem_open("tandem:c=15", &problem), OK);
    const uint32_t n = problem.system.a.off.n;
    double *b = malloc(n * sizeof *b), *v = malloc(n * sizeof *v);
    struct matrix a = {0};
    assert_int_equal(csr_transpose(&problem.system.a.off, &a.off), OK);
    a.diag = problem.system.a.diag;
    for (uint32_t i = 0; i < n; i++) b[i] = 1;
    assert_int_equal(
        krylov_create(&a, &(struct coarsening){problem.system.x0, NULL}, false, &krylov), OK);
    assert_int_equal(krylov_solve(&krylov, b, &(struct aim){.wanted = 1e-6}, &budget, v, &met), OK);
    assert_false(met);
    krylov_free(&krylov);
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
    levels_always = levels;
    assert_int_equal(prove_problem(&problem, &settings), OK);
    levels_always = false;
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_systems), cmocka_unit_test(test_few_iterations),
        cmocka_unit_test(test_no_way_out), cmocka_unit_test(test_hard_chains)};
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}
