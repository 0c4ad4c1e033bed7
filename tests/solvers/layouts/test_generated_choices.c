/* Layout generated of decision processes: the iterates and votes of layout msr, bit for bit, at
 * every place and in every precision; solves without a stored matrix, with their proofs, against
 * those of the stored process; and what is refused. One test a variant. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/closed/consensus.h"
#include "base/process/clock.h"
#include "base/sparse/rows.h"
#include "harness/case/case.h"
#include "prove/prove.h"
#include "solvers/solve.h"
#include "tests/support/listed.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"

enum { STEPS = 5 };

/* Processes and k; each has four questions. */
static const struct size {
    uint64_t n, k;
} sizes[] = {{2, 1}, {2, 2}, {2, 9}, {4, 1}, {4, 2}, {6, 1}};
enum { NSIZES = sizeof sizes / sizeof *sizes };

/* The same rows, stored. */
static void store(const struct closed_rows *closed, struct linear *out)
{
    const uint32_t n = (uint32_t)closed->n;
    const uint64_t rows = closed->process.choices + n, nnz = closed->nnz;
    struct matrix *a = &out->a;
    uint64_t at = 0;
    *out = (struct linear){0};
    assert_ok(matrix_allocate((uint32_t)rows, nnz, a));
    out->b = calloc(rows, sizeof *out->b);
    a->group = calloc(n + 1, sizeof *a->group);
    assert_true(out->b && a->group);
    a->ngroups = n;
    a->off.rows = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct closed_choice choice[CLOSED_CHOICES];
        const unsigned count = closed_choices(closed, i, choice);
        for (unsigned c = 0; c < count || c == 0; c++) {
            const uint32_t r = a->off.rows++;
            a->diag[r] = 1;
            out->b[r] = count ? closed->process.pays : closed_stated(closed, i);
            for (uint32_t e = 0; c < count && e < choice[c].count; e++, at++) {
                a->off.col[at] = (uint32_t)choice[c].col[e];
                a->off.val[at] = -choice[c].val[e];
            }
            a->off.row[r + 1] = at;
        }
        a->group[i + 1] = a->off.rows;
    }
    assert_true(at == nnz);
}

/* The same solve in both layouts. */
struct pair {
    struct stored stored[2];
    struct solve solve[2];
};

static void open_pair(const struct variant *v, const struct closed_rows *closed,
                      const struct linear *s, const double *x0, struct pair *out)
{
    const struct matrix made = {.closed = *closed}, *const matrix[] = {&made, &s->a};
    const struct layout *const layout[] = {v->layout, find_layout("msr")};
    const double *const b[] = {NULL, s->b};
    for (int k = 0; k < 2; k++) {
        const struct solve_settings settings = {.max_iterations = 1000,
                                                .matrix = matrix[k],
                                                .largest = closed->process.largest,
                                                .options = default_options(v->method, layout[k])};
        assert_ok(stored_build_at(v->place, layout[k], v->precision, &settings.options, matrix[k],
                                  &out->stored[k]));
        assert_ok(stored_upload(v->place, &out->stored[k]));
        assert_ok(solve_create(&out->stored[k], v->method, b[k], &settings, &out->solve[k]));
        assert_ok(solve_reset(&out->solve[k], x0));
    }
}

static int votes(struct solve *s, enum criterion criterion, double epsilon)
{
    s->tested = epsilon > 0;
    s->test.criterion = criterion;
    s->test.epsilon = epsilon;
    assert_ok(s->method->step(s));
    assert_ok(s->place->poll(&s->test));
    return s->test.votes;
}

static void same_iterates(const struct pair *p, const struct closed_rows *closed, int step)
{
    const size_t n = closed->n;
    double *x = malloc(n * sizeof *x), *wanted = malloc(n * sizeof *wanted);
    assert_true(x && wanted && p->solve[0].n == n && p->solve[1].n == n);
    assert_ok(solve_download(&p->solve[0], x));
    assert_ok(solve_download(&p->solve[1], wanted));
    for (size_t i = 0; i < n; i++)
        if (memcmp(&x[i], &wanted[i], sizeof *x))
            fail_msg("seed %llu, n=%llu, question %llu: state %zu after %d steps: %.17g, and msr "
                     "has %.17g",
                     (unsigned long long)seed, (unsigned long long)closed->size,
                     (unsigned long long)closed->process.question, i, step, x[i], wanted[i]);
    free(x);
    free(wanted);
}

static void compare_with_msr(const struct variant *v, const struct closed_rows *closed)
{
    struct linear s;
    struct pair p;
    double *x0 = random_vector(seed, closed->process.question, (uint32_t)closed->n);
    x0[draw((uint32_t)closed->n)] = INFINITY;
    store(closed, &s);
    open_pair(v, closed, &s, x0, &p);
    for (int step = 0; step < STEPS; step++) {
        const enum criterion criterion = draw(2) ? RELATIVE : ABSOLUTE;
        const double epsilon = step % 3 == 0 ? 0 : step % 3 == 1 ? 1e30 : 1e-9;
        const int got = votes(&p.solve[0], criterion, epsilon);
        assert_int_equal(got, votes(&p.solve[1], criterion, epsilon));
        same_iterates(&p, closed, step);
    }
    for (int k = 0; k < 2; k++) {
        solve_free(&p.solve[k]);
        stored_free(&p.stored[k]);
    }
    linear_free(&s);
    free(x0);
}

static void iterates_are_those_of_msr(void **state)
{
    const struct variant *v = *state;
    if (variant_check(v) != OK) skip();
    for (int k = 0; k < NSIZES; k++)
        for (uint64_t question = 1; question <= 4; question++) {
            const struct closed_rows closed = consensus_closed(sizes[k].n, sizes[k].k, question);
            if (sizes[k].n < 6 || question == 1 + draw(4)) compare_with_msr(v, &closed);
        }
}

/* Solves by the harness, with its checks. */

static struct case_result solved(const char *source, const char *name, bool prove)
{
    const struct prove_settings proof = DEFAULT_PROVE_SETTINGS;
    struct settings settings = DEFAULT_SETTINGS;
    struct problem problem;
    struct variant variant;
    struct case_result result;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    settings.epsilon = 1e-12;
    assert_ok(problem_open(source, &problem));
    if (prove) assert_ok(prove_problem(&problem, &proof));
    assert_ok(variant_parse(name, &variant));
    assert_ok(case_measure(&problem, &variant, &settings, clock_now(), &result));
    problem_free(&problem);
    return result;
}

/* Published values, or those of formulas. */
static const struct known {
    const char *source;
    double value;
} known[] = {
    {"consensus:n=2,k=2,property=1", 49. / 128}, {"consensus:n=2,k=2,property=2", 13. / 120},
    {"consensus:n=2,k=2,property=3", 75},        {"consensus:n=2,k=2,property=4", 48},
    {"consensus:n=2,k=4,property=3", 243},       {"consensus:n=2,k=4,property=4", 192},
    {"consensus:n=4,k=2,property=3", 363},
};

/* The proof holds the value, and is narrow. Steps are counted from 0, as in the stored process, so
 * that the iterations are as many. */
static void solves_without_a_matrix(void **state)
{
    const struct variant *v = *state;
    if (variant_check(v) != OK) skip();
    char *name = name_of(v), text[80], stored[80];
    snprintf(stored, sizeof stored, "vi/msr/f64/%s", v->place->on_host ? "seq" : v->place->name);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        snprintf(text, sizeof text, "%s,matrix=none", known[k].source);
        struct case_result got = solved(text, name, true),
                           with = solved(known[k].source, stored, false);
        const double value = known[k].value, low = got.run.value_low, high = got.run.value_high;
        if (got.run.status != CASE_OK) fail_msg("%s: %s", text, got.run.note);
        if (!(low <= value * (1 + 1e-15) && value * (1 - 1e-15) <= high &&
              high - low <= 2e-6 * value))
            fail_msg("%s: from %.17g to %.17g, not %.17g: %s", text, low, high, value,
                     got.run.proof_note);
        assert_true(got.run.value >= low && got.run.value <= high);
        if (value > 1) assert_int_equal(got.run.iterations, with.run.iterations);
        case_result_free(&got);
        case_result_free(&with);
    }
    free(name);
}

static void unsupported(const char *source, const char *name, const char *words)
{
    struct case_result result = solved(source, name, false);
    assert_int_equal(result.run.status, CASE_UNSUPPORTED);
    if (!strstr(result.run.note, words)) fail_msg("%s %s: %s", source, name, result.run.note);
    case_result_free(&result);
}

static void others_are_refused(void **state)
{
    static const char none[] = "consensus:n=2,matrix=none";
    unsupported(none, "vi/msr/f64/seq", "use layout generated");
    unsupported(none, "jacobi/generated/f64/seq", "use method vi");
    unsupported("consensus:n=2", "vi/generated/f64/seq", "add matrix=none to the source");
    unsupported("zeroconf", "vi/generated/f64/seq", "or use layout auto");
    static const char *const others[] = {"ii", "ovi", "svi",  "vi_gs",      "vi_gs_descending",
                                         "pi", "mpi", "auto", "topological"};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        char name[64], words[64];
        snprintf(name, sizeof name, "%s/generated/f64/seq", others[k]);
        snprintf(words, sizeof words, "method %s needs the rows", others[k]);
        unsupported(none, name, words);
    }
}

int main(int argc, char **argv)
{
    static char *const all[] = {"vi/generated/{f32,f64}/{seq,omp,cuda}", NULL},
                       *const doubles[] = {"vi/generated/f64/{seq,omp,cuda}", NULL};
    struct variant *made[2];
    size_t count[2];
    seed_begin();
    made[0] = listed_variants(argc, argv, all, &count[0]);
    made[1] = listed_variants(argc, argv, doubles, &count[1]);
    for (int list = 0; list < 2; list++)
        for (size_t k = 0; k < count[list]; k++) {
            char *name = name_of(&made[list][k]);
            list_test(list ? solves_without_a_matrix : iterates_are_those_of_msr, &made[list][k],
                      "%s %s", list ? "without a matrix" : "iterates", name);
            free(name);
        }
    list_test(others_are_refused, NULL, "others are refused");
    const int failed = run_listed("generated choices", NULL, NULL);
    free(made[0]);
    free(made[1]);
    return failed;
}
