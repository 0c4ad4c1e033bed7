/* Decision processes from files of PRISM's form to a proven value, against the best of all
 * schedulers in exact fractions. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "prove/prove.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/best_value.h"
#include "tests/support/exact/path_oracle.h"
#include "tests/support/exact/small.h"
#include "tests/support/known/every_method.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

static struct exact exact;

struct counts {
    unsigned long asked, narrow, infinite, wrong;
    struct every_method solved;
};

static FILE *open_file(const char *name)
{
    FILE *file = fopen(scratch_path(name), "w");
    assert_non_null(file);
    return file;
}

/* The factor by which the system's row is larger than the choice. */
static double scale_of(const struct decision_case *c, uint32_t r)
{
    const uint64_t k = c->row[r];
    return k == c->row[r + 1] ? 1 : -c->val[k] / decisions_entry(&c->d, r, c->col[k]);
}

/* m.tra, m.srew and m.trew: what a choice pays, each of its transitions pays. */
static void write_choices(const struct decision_case *c)
{
    FILE *tra = open_file("m.tra"), *trew = open_file("m.trew"), *srew = open_file("m.srew");
    const struct decisions *d = &c->d;
    unsigned long entries = d->row[d->rows];
    fprintf(tra, "%u %u %lu\n", d->n, d->rows, entries);
    fprintf(trew, "%u %u %lu\n", d->n, d->rows, entries);
    fprintf(srew, "%u 0\n", d->n);
    for (uint32_t i = 0; i < d->n; i++)
        for (uint32_t r = d->group[i]; r < d->group[i + 1]; r++)
            for (uint64_t k = d->row[r]; k < d->row[r + 1]; k++) {
                const double pays = c->stated[i] ? 0 : c->b[r] / scale_of(c, r);
                fprintf(tra, "%u %u %u %.17g\n", i, r - d->group[i], d->col[k], d->val[k]);
                fprintf(trew, "%u %u %u %.17g\n", i, r - d->group[i], d->col[k], pays);
            }
    fclose(tra);
    fclose(trew);
    fclose(srew);
}

static void write_labels(const struct decision_case *c, uint32_t initial)
{
    FILE *lab = open_file("m.lab");
    fprintf(lab, "0=\"init\" 1=\"deadlock\" 2=\"goal\" 3=\"avoid\"\n");
    for (uint32_t i = 0; i < c->d.n; i++) {
        const bool goal = c->stated[i] && (c->o.rewards || c->b[c->d.group[i]] != 0);
        if (i != initial && !c->stated[i]) continue;
        fprintf(lab, "%u:%s%s%s\n", i, i == initial ? " 0" : "", goal ? " 2" : "",
                c->stated[i] && !goal ? " 3" : "");
    }
    fclose(lab);
}

static const char *question(const struct decision_case *c, int form)
{
    static const char *const rewards[2] = {"Rmin=?[F \"goal\"]", "Rmax=?[F \"goal\"]"},
                             *const until[2] = {"Pmin=?[!\"avoid\" U \"goal\"]",
                                                "Pmax=?[!\"avoid\" U \"goal\"]"},
                             *const release[2] = {"Pmax=?[\"avoid\" R !\"goal\"]",
                                                  "Pmin=?[\"avoid\" R !\"goal\"]"};
    return (c->o.rewards ? rewards : form ? release : until)[c->o.largest];
}

/* Returns whether x is in [low, high]. */
static bool holds(const mpq_t x, double low, double high)
{
    mpq_t bound;
    bool good = low <= high;
    mpq_init(bound);
    if (isfinite(low)) mpq_set_d(bound, low), good = good && mpq_cmp(bound, x) <= 0;
    if (isfinite(high)) mpq_set_d(bound, high), good = good && mpq_cmp(bound, x) >= 0;
    mpq_clear(bound);
    return good && low < INFINITY;
}

/* Returns whether a transition is so rare that sweeps end too soon, or not at all. */
static bool is_slow(const struct decision_case *c)
{
    for (uint64_t k = 0; k < c->d.row[c->d.rows]; k++)
        if (c->d.val[k] < 1e-3) return true;
    return false;
}

static void check_value(const struct decision_case *c, uint32_t initial, mpq_t x, bool infinite,
                        struct counts *counts)
{
    struct problem problem;
    char source[400];
    const int form = (int)draw(2);
    struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    settings.seconds = 1;
    write_labels(c, initial);
    snprintf(source, sizeof source, "%s:type=mdp,reward=m.srew,prop=%s", scratch_path("m.tra"),
             question(c, form));
    assert_ok(problem_open(source, &problem));
    assert_ok(prove_problem(&problem, &settings));
    const struct problem_proof *proof = &problem.proof;
    double low = proof->value_low, high = proof->value_high;
    if (form && !c->o.rewards) { /* the release is the until's complement */
        mpq_t one;
        mpq_init(one);
        mpq_set_ui(one, 1, 1);
        mpq_sub(x, one, x);
        mpq_clear(one);
    }
    counts->asked++;
    counts->infinite += infinite;
    const bool good = infinite ? low == INFINITY : isnan(low) || holds(x, low, high);
    if (!good) printf("%s: [%.17g, %.17g] for %.17g\n", source, low, high, mpq_get_d(x));
    counts->wrong += !good;
    check_every_method(&problem, infinite ? INFINITY : mpq_get_d(x), is_slow(c), &counts->solved);
    counts->narrow += infinite ? low == INFINITY : high - low <= 1e-8 * (fabs(high) + 1e-12);
    problem_free(&problem);
}

/* Makes what is paid that of the question: nothing for a probability. */
static void set_payments(struct decision_case *c)
{
    for (uint32_t i = 0; i < c->d.n; i++)
        for (uint32_t r = c->d.group[i]; r < c->d.group[i + 1]; r++)
            if (!c->stated[i] && !c->o.rewards) c->b[r] = 0;
}

static void values_are_proven(void **state)
{
    struct counts counts = {0};
    for (int k = 0; k < small_cases(800); k++) {
        struct decision_case c;
        mpq_t *x = exact_numbers(DECISION_STATES);
        bool infinite[DECISION_STATES];
        decision_case_draw(&c, k % 2, k / 2 % 2, 1);
        set_payments(&c);
        best_values(&c.o, &exact, x, infinite);
        write_choices(&c);
        const uint32_t initial = (uint32_t)draw(c.d.n);
        check_value(&c, initial, x[initial], infinite[initial], &counts);
        exact_numbers_free(x, DECISION_STATES);
    }
    printf("%lu asked, %lu narrow, %lu infinite, %lu wrong; %lu solves converged, %lu did not\n",
           counts.asked, counts.narrow, counts.infinite, counts.wrong, counts.solved.converged,
           counts.solved.left);
    assert_int_equal(counts.wrong, 0);
    assert_int_equal(counts.solved.wrong, 0);
    assert_true(counts.narrow > 0.99 * (double)counts.asked);
    assert_true(counts.infinite > counts.asked / 50);
}

/* x = what row r of the process leads to, and pays. */
static void row_value(const struct decision_case *c, uint32_t r, mpq_t *now, mpq_t x)
{
    mpq_t part;
    mpq_init(part);
    mpq_set_d(x, c->o.rewards ? c->b[r] / scale_of(c, r) : 0);
    for (uint64_t k = c->d.row[r]; k < c->d.row[r + 1]; k++) {
        mpq_set_d(part, c->d.val[k]);
        mpq_mul(part, part, now[c->d.col[k]]);
        mpq_add(x, x, part);
    }
    mpq_clear(part);
}

/* One step of all states; stated ones keep their value if `keep`. */
static void best_step(const struct decision_case *c, bool keep, mpq_t *now, mpq_t *next)
{
    mpq_t x;
    mpq_init(x);
    for (uint32_t i = 0; i < c->d.n; i++) {
        if (keep && c->stated[i]) {
            mpq_set(next[i], now[i]);
            continue;
        }
        for (uint32_t r = c->d.group[i]; r < c->d.group[i + 1]; r++) {
            row_value(c, r, now, x);
            const int order = r == c->d.group[i] ? 1 : mpq_cmp(x, next[i]);
            if (r == c->d.group[i] || (c->o.largest ? order > 0 : order < 0)) mpq_set(next[i], x);
        }
    }
    for (uint32_t i = 0; i < c->d.n; i++) mpq_set(now[i], next[i]);
    mpq_clear(x);
}

/* Until within k steps, or the rewards of k steps. */
static void check_bound(struct decision_case *c, unsigned steps, mpq_t *now, mpq_t *next,
                        struct counts *counts)
{
    char source[400], asked[100];
    const char *best = c->o.largest ? "max" : "min";
    struct problem problem;
    struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    const uint32_t initial = (uint32_t)draw(c->d.n);
    for (uint32_t i = 0; i < c->d.n; i++)
        mpq_set_d(now[i], !c->o.rewards && c->stated[i] ? c->b[c->d.group[i]] : 0);
    for (unsigned k = 0; k < steps; k++) best_step(c, !c->o.rewards, now, next);
    write_labels(c, initial);
    snprintf(asked, sizeof asked,
             c->o.rewards ? "R%s=?[C<=%u]" : "P%s=?[!\"avoid\" U<=%u \"goal\"]", best, steps);
    snprintf(source, sizeof source, "%s:type=mdp,reward=m.srew,prop=%s", scratch_path("m.tra"),
             asked);
    assert_ok(problem_open(source, &problem));
    assert_ok(prove_problem(&problem, &settings));
    const double low = problem.proof.value_low, high = problem.proof.value_high;
    const bool good = isnan(low) || holds(now[initial], low, high);
    if (!good) printf("%s: [%.17g, %.17g] for %.17g\n", source, low, high, mpq_get_d(now[initial]));
    counts->asked++;
    counts->wrong += !good;
    counts->narrow += high - low <= 1e-12 * high;
    problem_free(&problem);
}

static void bounds_are_proven(void **state)
{
    struct counts counts = {0};
    mpq_t *now = exact_numbers(DECISION_STATES), *next = exact_numbers(DECISION_STATES);
    for (int k = 0; k < small_cases(400); k++) {
        struct decision_case c;
        decision_case_draw(&c, k % 2, k / 2 % 2, 1);
        set_payments(&c);
        for (uint32_t i = 0; i < c.d.n; i++)
            if (c.o.rewards && c.stated[i]) c.b[c.d.group[i]] = 0;
        write_choices(&c);
        check_bound(&c, 1 + (unsigned)draw(9), now, next, &counts);
    }
    exact_numbers_free(now, DECISION_STATES);
    exact_numbers_free(next, DECISION_STATES);
    printf("%lu bounds asked, %lu narrow, %lu wrong\n", counts.asked, counts.narrow, counts.wrong);
    assert_int_equal(counts.wrong, 0);
    assert_true(counts.narrow > 0.85 * (double)counts.asked); /* others: self-loops of 2^-53 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_proven),
                                       cmocka_unit_test(bounds_are_proven)};
    seed_begin();
    exact_init(&exact);
    const int failed = cmocka_run_group_tests(tests, scratch_create, scratch_remove);
    exact_clear(&exact);
    return failed;
}
