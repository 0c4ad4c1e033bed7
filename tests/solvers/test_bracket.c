/* Sweeps rounded to known sides, in every layout and place: after each of them the exact answer of
 * a random chain lies between the bounds, which never move apart. And the methods that use them to
 * stop, on problems where tests of the change stop too early. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certify/checker.h"
#include "harness/case/build_layout.h"
#include "harness/case/verify.h"
#include "prove/prove.h"
#include "solvers/cpu/simd.h"
#include "tests/support/dense.h"
#include "tests/support/listed.h"
#include "tests/support/operations.h"

enum { ROWS = 63, SWEEPS = 60 };

/* Rows of probabilities, of which a part leads out; b is what it is worth. */
struct chain {
    struct matrix a;
    double b[ROWS], exact[ROWS], most;
};

/* Few diagonals with few values, which layouts that compress sum up in vectors. */
static struct matrix band(uint32_t n)
{
    struct triplet *t = calloc(4 * (size_t)n, sizeof *t);
    uint64_t count = 0;
    struct csr all;
    struct matrix a;
    assert_non_null(t);
    for (uint32_t i = 0; i < n; i++)
        for (int k = -3; k <= 3; k += 2)
            if ((int)i + k >= 0 && i + (uint32_t)k < n)
                t[count++] = (struct triplet){i, i + (uint32_t)k, i % 5 ? 1 : 2};
    assert_ok(csr_from_triplets(n, count, t, &all));
    assert_ok(csr_split(&all, &a));
    csr_free(&all);
    free(t);
    return a;
}

/* stay: the largest share that stays among the rows. */
static struct chain random_chain(uint64_t key, double stay)
{
    const enum shape shape = key % 2 ? SHAPE_SPARSE : SHAPE_ONE_FULL_ROW;
    struct chain c = {.a = key % 3 ? random_matrix(key, ROWS, shape) : band(ROWS)};
    double dense[MOST][MOST + 1] = {{0}}, *vector = random_vector(key, 77, ROWS);
    for (uint32_t i = 0; i < ROWS; i++) {
        double sum = 0;
        for (uint64_t k = c.a.off.row[i]; k < c.a.off.row[i + 1]; k++) sum += fabs(c.a.off.val[k]);
        for (uint64_t k = c.a.off.row[i]; k < c.a.off.row[i + 1]; k++)
            c.a.off.val[k] = -fabs(c.a.off.val[k]) / (key % 3 ? sum : 8) * stay;
        c.a.diag[i] = 1;
        c.b[i] = i % 4 ? 0 : (1 - stay) * fabs(vector[i]);
        for (uint64_t k = c.a.off.row[i]; k < c.a.off.row[i + 1]; k++)
            dense[i][c.a.off.col[k]] = c.a.off.val[k];
        dense[i][i] = 1;
        dense[i][ROWS] = c.b[i];
    }
    dense_solve(ROWS, dense, c.exact);
    for (uint32_t i = 0; i < ROWS; i++) {
        c.exact[i] = fmax(0, c.exact[i]); /* elimination leaves -1e-18 where nothing is reached */
        c.most = fmax(c.most, c.exact[i]);
    }
    free(vector);
    return c;
}

static struct bracket sweep_of(const struct target *t, enum bracket_rule rule)
{
    const bool single = t->precision == F32;
    return (struct bracket){.rule = rule,
                            .margin = (ROWS + 8.0) * (single ? 0x1p-23 : 0x1p-52),
                            .floor = single ? 1e-30 : 1e-290};
}

static void check_interval(const struct target *t, const struct chain *c, const double *before,
                           const double *after, double room)
{
    for (uint32_t i = 0; i < ROWS; i++) {
        const double low = after[2 * i], high = after[2 * i + 1];
        if (!(low <= c->exact[i] * (1 + room) && c->exact[i] * (1 - room) <= high))
            fail_msg("%s, seed %llu: row %u: %.17g is not within [%.17g, %.17g]", t->name,
                     (unsigned long long)seed, i, c->exact[i], low, high);
        if (!(low >= before[2 * i] && high <= before[2 * i + 1]))
            fail_msg("%s, seed %llu: row %u: [%.17g, %.17g] is wider than [%.17g, %.17g]", t->name,
                     (unsigned long long)seed, i, low, high, before[2 * i], before[2 * i + 1]);
    }
}

/* Dense elimination is off by less than room; so is nothing else. */
static void bounds_hold(const struct target *t, const struct chain *c)
{
    double before[2 * ROWS], after[2 * ROWS];
    const double room = 1e-12;
    struct stored stored;
    const struct mat_ops *ops;
    assert_ok(stored_build_at(t->place, t->layout, t->precision, NULL, &c->a, &stored));
    assert_ok(stored_upload(t->place, &stored));
    vectors_are_of(&stored);
    ops = find_mat_ops(stored.layout, t->place, t->precision);
    for (uint32_t i = 0; i < ROWS; i++) before[2 * i] = 0, before[2 * i + 1] = c->most * 4;
    void *x = upload(t, 2 * ROWS, before), *next = poisoned(t, 2 * ROWS),
         *b = upload(t, ROWS, c->b);
    struct bracket how = sweep_of(t, BRACKET_INTERVAL);
    struct test test = new_test(t, RELATIVE, t->precision == F32 ? 1e-2 : 1e-9, VOTE_BLOCK);
    how.test = &test;
    download_pairs(t, ROWS, x, before);
    for (int k = 0; k < SWEEPS; k++) {
        how.x = x;
        how.next = next;
        assert_ok(ops->bracket(&stored, &(struct rhs){.entry = b}, &how));
        download_pairs(t, ROWS, next, after);
        check_interval(t, c, before, after, room);
        bool near = true, moved = false;
        for (uint32_t i = 0; i < ROWS; i++)
            near &= after[2 * i + 1] - after[2 * i] <= 2 * test.epsilon * after[2 * i] * (1 + 1e-6);
        moved = memcmp(before, after, sizeof after) != 0;
        assert_ok(t->place->poll(&test));
        if (!(test.votes & TEST_UNSATISFIED)) assert_true(near);
        assert_int_equal(!!(test.votes & TEST_MOVED), moved);
        memcpy(before, after, sizeof after);
        void *done = x;
        x = next;
        next = done;
    }
    t->place->release(x);
    t->place->release(next);
    t->place->release(b);
    t->place->release(test.flag);
    vectors_are_of(NULL);
    stored_free(&stored);
}

static void exact_answers_stay_inside(void **state)
{
    static const double stays[] = {0.5, 0.9, 0.999};
    const struct target *t = *state;
    skip_without(t);
    for (uint64_t k = 0; k < 12; k++) {
        struct chain c = random_chain(seed + k, stays[k % 3]);
        for (int simd = 0; simd < NSIMDS; simd++) {
            simd_limit((enum simd)simd);
            bounds_hold(t, &c);
        }
        matrix_free(&c.a);
    }
    simd_limit(SIMD_AVX512);
}

/* Methods, by name */

static enum outcome prove(const char *source, const char *name, double epsilon, double *value)
{
    char text[64];
    char *const pattern[] = {text};
    struct variant *v;
    size_t count;
    struct problem problem;
    struct built_layout built;
    struct solve solve;
    snprintf(text, sizeof text, "%s", name);
    assert_ok(variants_expand(1, pattern, &v, &count));
    assert_ok(problem_open(source, &problem));
    assert_ok(build_layout(&problem, v, &built));
    const struct solve_settings settings = {.epsilon = epsilon,
                                            .max_iterations = 100000,
                                            .lower = built.bounds.lower,
                                            .upper = built.bounds.upper,
                                            .options = v->options};
    assert_ok(stored_upload(v->place, &built.stored));
    assert_ok(solve_create(&built.stored, v->method, built.b, &settings, &solve));
    assert_ok(solve_reset(&solve, built.x0));
    assert_ok(solve_run(&solve, v->method));
    double *x = calloc(built.stored.n, sizeof *x);
    assert_non_null(x);
    assert_ok(solve_download(&solve, x));
    *value = problem_value(&problem, x);
    const enum outcome outcome = solve.outcome;
    free(x);
    free(v);
    solve_free(&solve);
    built_layout_free(&built);
    problem_free(&problem);
    return outcome;
}

/* From the middle of the chain both ends are as likely. Jacobi stops far from that. */
static void does_not_stop_too_early(void **state)
{
    static const char *const names[] = {"ii/msr/f64/seq", "ovi/msr/f64/seq", "svi/msr/f64/seq"};
    static const double epsilons[] = {1e-3, 1e-6, 1e-9};
    double value;
    (void)state;
    assert_int_equal(prove("haddad_monmege:n=8", "jacobi/msr/f64/seq", 1e-3, &value), CONVERGED);
    assert_true(fabs(value - 0.5) > 0.05);
    for (size_t m = 0; m < 3; m++)
        for (size_t e = 0; e < 3; e++) {
            assert_int_equal(prove("haddad_monmege:n=8", names[m], epsilons[e], &value), CONVERGED);
            if (!(fabs(value - 0.5) <= 0.5 * epsilons[e] * (1 + 1e-9)))
                fail_msg("%s to %g: %.17g", names[m], epsilons[e], value);
        }
}

/* If rounding errors are larger than epsilon allows, the solve ends, and reports that it did not
 * converge. */
static void ends_where_rounding_is_too_coarse(void **state)
{
    static const char *const names[] = {"ii/msr/f32/seq", "ovi/msr/f32/seq", "svi/msr/f32/seq"};
    double value;
    (void)state;
    for (size_t m = 0; m < 3; m++)
        assert_int_equal(prove("haddad_monmege:n=8", names[m], 1e-6, &value), MAX_ITERATIONS);
}

/* Long runs, by interval_jor, in two runs of one solve: the second must not see the first. */
struct long_run {
    const char *source;
    uint64_t most; /* sweeps to a relative 1e-6 */
};

static void check_long_run(const struct long_run *of, const char *name, enum outcome wanted)
{
    char text[64];
    char *const pattern[] = {text};
    struct variant *v;
    size_t count;
    struct problem problem;
    struct built_layout built;
    struct solve solve;
    double low[2], high[2], exact_low, exact_high;
    uint64_t sweeps[2];
    snprintf(text, sizeof text, "%s", name);
    assert_ok(variants_expand(1, pattern, &v, &count));
    assert_ok(problem_open(of->source, &problem));
    assert_ok(build_layout(&problem, v, &built));
    const struct solve_settings settings = {
        .epsilon = 1e-6, .max_iterations = 100000, .options = v->options};
    assert_ok(stored_upload(v->place, &built.stored));
    assert_ok(solve_create(&built.stored, v->method, built.b, &settings, &solve));
    double *w = calloc(built.stored.n, sizeof *w);
    assert_non_null(w);
    for (int k = 0; k < 2; k++) {
        assert_ok(solve_reset(&solve, built.x0));
        assert_ok(solve_run(&solve, v->method));
        assert_ok(v->method->interval(&solve, &low[k], &high[k]));
        assert_int_equal(solve.outcome, wanted);
        sweeps[k] = solve.iterations;
    }
    assert_ok(solve_download(&solve, w));
    struct check check = {.by = checkers[0], .subject = prove_subject(&problem)};
    assert_ok(verify_average(&problem, &check, w, &exact_low, &exact_high));
    check_close(&check);
    assert_true(sweeps[0] == sweeps[1] && low[0] == low[1] && high[0] == high[1]);
    if (!(low[0] <= exact_high && exact_low <= high[0] && sweeps[0] <= of->most))
        fail_msg("%s: [%.17g, %.17g] after %llu sweeps, and its vector proves [%.17g, %.17g]",
                 of->source, low[0], high[0], (unsigned long long)sweeps[0], exact_low, exact_high);
    if (wanted == CONVERGED) assert_true(high[0] - low[0] <= 1e-6 * fabs(low[0]) * (1 + 1e-9));
    free(w);
    free(v);
    solve_free(&solve);
    built_layout_free(&built);
    problem_free(&problem);
}

/* From one end alone, and without mixes, the second takes more than 3,000 sweeps. */
static void long_runs_take_few_sweeps(void **state)
{
    static const struct long_run runs[] = {
        {"tandem:c=7", 300}, {"polling:n=6,property=2", 900}, {"cluster:n=16", 400}};
    (void)state;
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++)
        check_long_run(&runs[k], "interval_jor/msr/f64/seq", CONVERGED);
    check_long_run(&(struct long_run){"cluster:n=4", 10000}, "interval_jor/msr/f32/seq",
                   MAX_ITERATIONS);
}

int main(void)
{
    seed_begin();
    for (int p = 0; p < place_count; p++)
        for (int bits = 0; bits < NREALS; bits++)
            for (int l = 0; l < layout_count; l++) {
                const struct mat_ops *ops =
                    find_mat_ops(layouts[l], places[p], (enum precision)bits);
                if (ops && ops->bracket && !layouts[l]->makes_rows)
                    list_target("exact answers stay inside", exact_answers_stay_inside, layouts[l],
                                places[p], bits);
            }
    list_test(does_not_stop_too_early, NULL, "methods that prove do not stop too early");
    list_test(ends_where_rounding_is_too_coarse, NULL, "they end where rounding is too coarse");
    list_test(long_runs_take_few_sweeps, NULL, "long runs take few sweeps");
    return run_listed("bracket", NULL, NULL);
}
