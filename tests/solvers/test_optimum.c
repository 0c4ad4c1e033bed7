/* Value iteration in every layout that holds several rows of an unknown, at every place and in
 * every precision, against plain loops on random decision processes: iterates, iterations and best
 * rows. And what the methods say of problems that are not for them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/process/clock.h"
#include "harness/case/case.h"
#include "harness/case/verify.h"
#include "solvers/layouts/segments.h"
#include "solvers/registry.h"
#include "tests/support/operations.h"
#include "tests/support/teams.h"

enum { MOST_UNKNOWNS = 300, MOST_ROWS = 8000 };

/* A system of n unknowns; unknowns 0 and 1 are stated. */
struct process {
    struct problem problem;
    uint32_t n;
    double b[MOST_ROWS], x0[MOST_UNKNOWNS], diag[MOST_ROWS];
    uint64_t row[MOST_ROWS + 1];
    uint32_t group[MOST_UNKNOWNS + 1], col[8 * MOST_ROWS];
    double val[8 * MOST_ROWS];
};

static void add_row(struct process *p, uint32_t i, uint64_t key, double keep)
{
    struct csr *off = &p->problem.system.a.off;
    const uint32_t c = off->rows++;
    const double stay = i > 1 && random_bits(key, 1, c) % 3 == 0 ? 0.4 : 0;
    const uint64_t first = p->row[c];
    for (uint32_t j = 0; i > 1 && j < p->n && off->nnz < first + 8; j++)
        if (j != i && (j == 1 || random_unit(random_bits(key, 100 + c, j)) < 4.0 / p->n))
            off->col[off->nnz++] = j;
    for (uint64_t k = first; k < off->nnz; k++)
        off->val[k] = off->col[k] == 1 ? -(1 - keep) * (1 - stay)
                                       : -keep * (1 - stay) / (double)(off->nnz - first - 1);
    p->diag[c] = 1 - stay;
    p->b[c] = i == 0 ? 1 : i == 1 ? 0 : random_bits(key, 2, c) % 4 ? 0 : 0.25;
    p->row[c + 1] = off->nnz;
}

/* A row that is equal to the one before. */
static void repeat_row(struct process *p)
{
    struct csr *off = &p->problem.system.a.off;
    const uint32_t c = off->rows++;
    for (uint64_t k = p->row[c - 1]; k < p->row[c]; k++, off->nnz++) {
        off->col[off->nnz] = off->col[k];
        off->val[off->nnz] = off->val[k];
    }
    p->diag[c] = p->diag[c - 1];
    p->b[c] = p->b[c - 1];
    p->row[c + 1] = off->nnz;
}

/* keep: the share of a row that stays among the unknowns; the rest goes to unknown 1. */
static struct process *random_process(uint64_t key, uint32_t n, bool largest, double keep)
{
    struct process *p = calloc(1, sizeof *p);
    if (!p) abort();
    p->n = n;
    p->problem = (struct problem){.kind = KIND_OPTIMUM,
                                  .range = RANGE_NOT_NEGATIVE,
                                  .optimum.largest = largest,
                                  .system = {.b = p->b, .x0 = p->x0}};
    struct matrix *a = &p->problem.system.a;
    *a = (struct matrix){.off = {.row = p->row, .col = p->col, .val = p->val},
                         .diag = p->diag,
                         .group = p->group,
                         .ngroups = n};
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t bits = random_bits(key, 0, i);
        const uint32_t rows = i < 2            ? 1
                              : bits % 20 == 0 ? (key % 2 ? 90 : 40)
                                               : 1 + (uint32_t)(bits / 32 % 5);
        for (uint32_t r = 0; r < rows; r++)
            if (r && random_bits(key, 3, a->off.rows) % 5 == 0) repeat_row(p);
            else add_row(p, i, key, keep);
        p->group[i + 1] = a->off.rows;
        p->x0[i] = i == 0;
    }
    return p;
}

/* Each row is that of the unknown before, one column further: a matrix that auto would store in
 * pattern if unknowns had no groups, where neighbours are summed side by side. */
static struct process *band_process(uint32_t n)
{
    struct process *p = random_process(1, 2, true, 0);
    struct csr *off = &p->problem.system.a.off;
    for (uint32_t i = 2; i < n; i++) {
        const uint32_t rows = i == 2 ? 2 : 1;
        for (uint32_t r = 0; r < rows; r++) {
            const uint32_t c = off->rows++;
            off->col[off->nnz] = i - 1;
            off->val[off->nnz++] = -0.5;
            p->diag[c] = 1;
            p->b[c] = 0.25;
            p->row[c + 1] = off->nnz;
        }
        p->group[i + 1] = off->rows;
    }
    p->problem.system.a.ngroups = p->n = n;
    return p;
}

static void add_entry(struct process *p, uint32_t j, double probability)
{
    struct csr *off = &p->problem.system.a.off;
    off->col[off->nnz] = j;
    off->val[off->nnz++] = -probability;
}

/* A walk on a line to unknown 0, which is at its one end or at its other. */
static struct process *line_process(uint32_t n, bool rising)
{
    struct process *p = random_process(1, 2, true, 0);
    struct csr *off = &p->problem.system.a.off;
    for (uint32_t i = 2; i < n; i++) {
        const uint32_t last = n - 1, c = off->rows++;
        const uint32_t next = rising ? (i < last ? i + 1 : 0) : (i > 2 ? i - 1 : 0),
                       back = rising ? (i > 2 ? i - 1 : i) : (i < last ? i + 1 : i);
        add_entry(p, next, 0.99);
        if (back != i) add_entry(p, back, 0.01);
        p->diag[c] = back == i ? 0.99 : 1;
        p->b[c] = 0;
        p->row[c + 1] = off->nnz;
        p->group[i + 1] = off->rows;
    }
    p->problem.system.a.ngroups = p->n = n;
    return p;
}

/* A walk on a line that pays 1 for each step until it comes to unknown 1, and a worse choice of
 * each. Its changes fall slowly: the slowest part by 1 - 1.23 / n^2 a sweep. */
static struct process *slow_process(uint32_t n, bool largest)
{
    struct process *p = random_process(1, 2, largest, 0);
    struct csr *off = &p->problem.system.a.off;
    p->b[0] = 0;
    for (uint32_t i = 2; i < n; i++) {
        for (int worse = 0; worse < 2; worse++) {
            const uint32_t c = off->rows++;
            add_entry(p, i - 1, i + 1 < n ? 0.5 : 1);
            if (i + 1 < n) add_entry(p, i + 1, 0.5);
            p->diag[c] = 1;
            p->b[c] = worse == largest ? 0.75 : 1;
            p->row[c + 1] = off->nnz;
        }
        p->group[i + 1] = off->rows;
    }
    p->problem.system.a.ngroups = p->n = n;
    return p;
}

/* A step of the plain loop, in `real`, rounded as rows and operation `best` round. Returns whether
 * a change fails the test. */
#define STEP(name, real, absolute)                                                           \
    static bool name(const struct process *p, const double *x, double *next, double epsilon, \
                     bool relative)                                                          \
    {                                                                                        \
        const struct matrix *a = &p->problem.system.a;                                       \
        const bool largest = p->problem.optimum.largest;                                     \
        bool fails = false;                                                                  \
        for (uint32_t i = 0; i < p->n; i++) {                                                \
            const real old = (real)x[i];                                                     \
            real best = largest ? -INFINITY : INFINITY;                                      \
            for (uint32_t c = p->group[i]; c < p->group[i + 1]; c++) {                       \
                const real stay = (real)(1 - p->diag[c]), inverse = (real)(1 / p->diag[c]);  \
                real sum = 0;                                                                \
                for (uint64_t k = p->row[c]; k < p->row[c + 1]; k++)                         \
                    sum += (real)a->off.val[k] * (real)x[a->off.col[k]];                     \
                real value = ((real)p->b[c] - sum) * inverse;                                \
                value = stay * old + (1 - stay) * value;                                     \
                if (largest ? value > best : value < best) best = value;                     \
            }                                                                                \
            const real change = absolute(best - old);                                        \
            next[i] = best;                                                                  \
            fails |= relative ? change != 0 && !(change / absolute(old) < (real)epsilon)     \
                              : !(change < (real)epsilon);                                   \
        }                                                                                    \
        return fails;                                                                        \
    }
STEP(step_f32, float, fabsf)
STEP(step_f64, double, fabs)

/* Iterates plainly; returns the iterations. */
static uint64_t iterate(const struct process *p, enum precision precision, double epsilon,
                        enum criterion criterion, double *x)
{
    double next[MOST_UNKNOWNS];
    memcpy(x, p->x0, p->n * sizeof *x);
    for (uint64_t k = 1;; k++) {
        const bool fails =
            (precision == F32 ? step_f32 : step_f64)(p, x, next, epsilon, criterion == RELATIVE);
        memcpy(x, next, p->n * sizeof *x);
        if (!fails) return k;
        assert_true(k < 100000);
    }
}

/* method: its name, with options if it has any. */
static struct variant variant_of(const struct target *t, const char *method)
{
    const struct method *by = find_method(method);
    struct variant v = {.method = by,
                        .layout = t->layout,
                        .precision = t->precision,
                        .place = t->place,
                        .options = default_options(by, t->layout)};
    char name[128];
    snprintf(name, sizeof name, "%s/%s/%s/%s", method, t->layout->name,
             precision_names[t->precision], t->place->name);
    if (!by) assert_ok(variant_parse(name, &v));
    return v;
}

struct solved {
    double x[MOST_UNKNOWNS], change;
    uint64_t iterations;
    bool ordered; /* the layout sums up in the order of a row */
};

static void solve_in(const struct target *t, const char *method, const struct process *p,
                     double epsilon, enum criterion criterion, struct solved *out)
{
    const struct variant v = variant_of(t, method);
    struct built_layout built;
    struct solve solve;
    assert_ok(build_layout(&p->problem, &v, &built));
    assert_false(built.stored.layout->square);
    out->ordered = built.stored.layout->sums == 1;
    struct solve_settings settings = built_settings(&p->problem, &v, &built);
    settings.epsilon = epsilon;
    settings.criterion = criterion;
    settings.max_iterations = 100000;
    assert_ok(stored_upload(t->place, &built.stored));
    assert_ok(solve_create(&built.stored, v.method, built.b, &settings, &solve));
    assert_int_equal(solve.n, p->n);
    for (int sample = 0; sample < 2; sample++) {
        assert_ok(solve_reset(&solve, built.x0));
        assert_ok(solve_run(&solve, v.method));
        if (solve.outcome != CONVERGED)
            fail_msg("%s, %s, seed %llu: outcome %d after %llu iterations", t->name, method,
                     (unsigned long long)seed, solve.outcome, (unsigned long long)solve.iterations);
    }
    assert_ok(solve_download(&solve, out->x));
    assert_ok(v.method->change(&solve, &out->change));
    out->iterations = solve.iterations;
    solve_free(&solve);
    built_layout_free(&built);
}

/* Values come from the end; in one of the two numberings a sweep in the order of the component
 * brings them one unknown further, and 300 would be needed. */
static void components_are_swept_both_ways(void **state)
{
    (void)state;
    const struct target t = {
        .layout = find_layout("msr"), .place = find_place("seq"), .precision = F64};
    for (int rising = 0; rising < 2; rising++) {
        struct process *p = line_process(MOST_UNKNOWNS, rising);
        struct solved got;
        solve_in(&t, "topological", p, 1e-9, RELATIVE, &got);
        for (uint32_t i = 2; i < p->n; i++) assert_true(fabs(got.x[i] - 1) < 1e-6);
        if (got.iterations > 100)
            fail_msg("rising %d: %llu iterations", rising, (unsigned long long)got.iterations);
        free(p);
    }
}

static void check_process(const struct target *t, const struct process *p, enum criterion criterion)
{
    const bool single = t->precision == F32;
    const double epsilon = single ? 1e-4 : 1e-7, room = single ? 1e-4 : 1e-13;
    double wanted[MOST_UNKNOWNS];
    struct solved got;
    struct verdict verdict;
    const uint64_t iterations = iterate(p, t->precision, epsilon, criterion, wanted);
    solve_in(t, "vi", p, epsilon, criterion, &got);
    if ((got.ordered || !single) && got.iterations != iterations)
        fail_msg("%s, seed %llu: %llu iterations, not %llu", t->name, (unsigned long long)seed,
                 (unsigned long long)got.iterations, (unsigned long long)iterations);
    for (uint32_t i = 0; i < p->n; i++)
        if (!(fabs(got.x[i] - wanted[i]) <= (got.ordered ? 0 : room * wanted[i])))
            fail_msg("%s, seed %llu: entry %u is %.17g, not %.17g", t->name,
                     (unsigned long long)seed, i, got.x[i], wanted[i]);
    assert_true(got.change < epsilon);
    const struct checked by = {.criterion = criterion, .precision = t->precision};
    verify_best(&p->problem, &by, got.x, &verdict);
    assert_true(verdict.finite && verdict_accepts(&verdict, t->precision, epsilon));
    got.x[p->n - 1] = 1.5 * got.x[p->n - 1] + 1;
    verify_best(&p->problem, &by, got.x, &verdict);
    assert_false(verdict_accepts(&verdict, t->precision, epsilon));
}

/* Answers of methods that stop by proof, against a plain loop that goes on until nothing changes.
 * share: of the epsilon that is allowed, the one that is asked for. */
static void check_answer(const struct target *t, const struct process *p, const char *method,
                         enum criterion criterion, double share)
{
    const double epsilon = t->precision == F32 ? 1e-3 : 1e-8;
    double wanted[MOST_UNKNOWNS];
    struct solved got;
    iterate(p, F64, 1e-15, RELATIVE, wanted);
    solve_in(t, method, p, share * epsilon, criterion, &got);
    for (uint32_t i = 0; i < p->n; i++) {
        const double size = criterion == RELATIVE ? wanted[i] : 1,
                     rounding = (t->precision == F32 ? 1e-6 : 1e-13) * wanted[i];
        if (!(fabs(got.x[i] - wanted[i]) <= epsilon * size + rounding))
            fail_msg("%s, %s, seed %llu: entry %u is %.17g, not %.17g", t->name, method,
                     (unsigned long long)seed, i, got.x[i], wanted[i]);
    }
}

/* On a GPU, bounds of layouts that sum up in the order of a row have the bits of the CPU's. */
static void check_bits(const struct target *t, const struct process *p, const char *method,
                       enum criterion criterion)
{
    const double epsilon = t->precision == F32 ? 1e-3 : 1e-8;
    struct target host = *t;
    struct solved got, wanted;
    host.place = find_place("seq");
    solve_in(&host, method, p, epsilon, criterion, &wanted);
    solve_in(t, method, p, epsilon, criterion, &got);
    assert_true(got.ordered && wanted.ordered);
    if (got.iterations != wanted.iterations || memcmp(got.x, wanted.x, p->n * sizeof *got.x) != 0)
        fail_msg("%s, %s, seed %llu: %llu iterations, not %llu, or other bits", t->name, method,
                 (unsigned long long)seed, (unsigned long long)got.iterations,
                 (unsigned long long)wanted.iterations);
}

/* On a GPU some layouts have no bounds of choices, and say so. */
static void assert_refuses_bounds(const struct target *t, const struct process *p)
{
    const struct variant v = variant_of(t, "ii");
    struct built_layout built;
    struct solve solve = {0};
    assert_ok(build_layout(&p->problem, &v, &built));
    struct solve_settings settings = built_settings(&p->problem, &v, &built);
    settings.epsilon = 1e-3;
    assert_ok(stored_upload(t->place, &built.stored));
    assert_int_equal(solve_create(&built.stored, v.method, built.b, &settings, &solve),
                     ERROR_UNSUPPORTED);
    assert_non_null(strstr(fail_message(), "has no bounds of decision processes on a GPU"));
    solve_free(&solve);
    built_layout_free(&built);
}

static void bounds_meet(void **state)
{
    static const char *const names[] = {"ii", "ovi", "svi"};
    const struct target *t = *state;
    skip_without(t);
    const struct mat_ops *ops = find_mat_ops(t->layout, t->place, t->precision);
    if (t->layout->square || !ops->bracket) skip();
    for (uint64_t k = 0; k < 12; k++) {
        struct process *p = random_process(seed + k, k % 4 < 2 ? 300 : 33, k % 2, 0.9);
        if (!t->place->on_host && !ops->best) {
            assert_refuses_bounds(t, p);
            free(p);
            continue;
        }
        check_answer(t, p, names[k % 3], k / 3 % 2 ? RELATIVE : ABSOLUTE, 1);
        if (!t->place->on_host && t->layout->sums == 1 && k % 3 < 2)
            check_bits(t, p, names[k % 3], k / 3 % 2 ? RELATIVE : ABSOLUTE);
        free(p);
    }
}

static void refuses(const struct problem *problem, const struct variant *v, const char *message)
{
    struct built_layout built;
    assert_int_equal(build_layout(problem, v, &built), ERROR_UNSUPPORTED);
    if (!strstr(fail_message(), message))
        fail_msg("'%s' does not say '%s'", fail_message(), message);
    built_layout_free(&built);
}

static void iterates_are_those_of_a_plain_loop(void **state)
{
    static const uint32_t sizes[] = {2, 33, 300, 3};
    const struct target *t = *state;
    skip_without(t);
    for (uint64_t k = 0; k < 8; k++) {
        struct process *p = random_process(seed + k, sizes[k / 2 % 4], k % 2, k < 4 ? 0.9 : 0.97);
        const struct variant v = variant_of(t, "vi");
        if (t->layout->makes_rows) refuses(&p->problem, &v, "only where none are stored");
        else if (t->layout->square) refuses(&p->problem, &v, "a row for each unknown");
        else check_process(t, p, k % 3 ? RELATIVE : ABSOLUTE);
        free(p);
    }
}

/* Option extrapolate: the answer of the line, (i - 1) (2 n - 3 - i) times the pay of a step, in a
 * fourth of the sweeps. */
static void guesses_spare_sweeps(void **state)
{
    enum { N = 40 };
    const struct target *t = *state;
    skip_without(t);
    if (t->layout->makes_rows || t->layout->square) skip();
    for (int largest = 0; largest < 2; largest++) {
        struct process *p = slow_process(N, largest);
        const double epsilon = t->precision == F32 ? 1e-5 : 1e-9, pay = largest ? 1 : 0.75;
        struct solved plain, got;
        solve_in(t, "vi", p, epsilon, RELATIVE, &plain);
        solve_in(t, "vi[extrapolate=12]", p, epsilon, RELATIVE, &got);
        if (got.iterations > plain.iterations / 4)
            fail_msg("%s: %llu iterations, and %llu without guesses", t->name,
                     (unsigned long long)got.iterations, (unsigned long long)plain.iterations);
        for (uint32_t i = 2; i < N; i++) {
            const double exact = pay * (i - 1) * (2 * N - 3 - i), off = fabs(got.x[i] / exact - 1);
            if (off > 2000 * epsilon)
                fail_msg("%s: entry %u is %.17g, not %.17g", t->name, i, got.x[i], exact);
        }
        free(p);
    }
}

/* Changes that end, and do not fall, mislead guesses. They become rare. */
static void guesses_that_mislead_become_rare(void **state)
{
    (void)state;
    struct target t = {.layout = find_layout("msr"), .place = find_place("seq"), .precision = F64};
    snprintf(t.name, sizeof t.name, "misleading guesses");
    for (int rising = 0; rising < 2; rising++) {
        struct process *p = line_process(MOST_UNKNOWNS, rising);
        struct solved plain, got;
        solve_in(&t, "vi", p, 1e-9, RELATIVE, &plain);
        solve_in(&t, "vi[extrapolate=2]", p, 1e-9, RELATIVE, &got);
        assert_true(4 * got.iterations <= 5 * plain.iterations);
        free(p);
    }
}

static void auto_takes_rows_one_by_one(void **state)
{
    (void)state;
    struct target t = {.layout = find_layout("auto"), .precision = F64};
    struct process *p = band_process(MOST_UNKNOWNS);
    const struct process one_row_each = *p;
    struct matrix a = one_row_each.problem.system.a;
    struct stored stored;
    snprintf(t.name, sizeof t.name, "auto");
    for (int k = 0; k < 2; k++) {
        t.place = find_place(k ? "omp" : "seq");
        check_process(&t, p, RELATIVE);
    }
    assert_ok(stored_build(t.layout, F64, NULL, &a, &stored));
    assert_string_equal(stored.layout->name, "msr");
    stored_free(&stored);
    a.group = NULL;
    a.ngroups = 0;
    assert_ok(stored_build(t.layout, F64, NULL, &a, &stored));
    assert_string_equal(stored.layout->name, "pattern");
    stored_free(&stored);
    free(p);
}

/* Layouts find the unknown of a row as the matrix does: with groups of one row, of many, and of
 * more than a mark has. */
static void rows_know_their_unknowns(void **state)
{
    (void)state;
    static const uint32_t most[] = {1, 2, 40, 2000};
    for (int k = 0; k < 40; k++) {
        uint32_t group[101] = {0};
        const uint32_t n = 1 + (uint32_t)draw(100);
        for (uint32_t i = 0; i < n; i++)
            group[i + 1] = group[i] + 1 + (uint32_t)draw(most[draw(4)]);
        const uint32_t rows = group[n];
        uint64_t *start = calloc((size_t)rows + 1, sizeof *start);
        double *diag = malloc(rows * sizeof *diag);
        struct stored stored;
        assert_true(start && diag);
        for (uint32_t r = 0; r < rows; r++) diag[r] = 1;
        const struct matrix a = {
            .off = {.rows = rows, .row = start}, .diag = diag, .group = group, .ngroups = n};
        assert_ok(stored_build(find_layout("wl"), F64, NULL, &a, &stored));
        const struct owner_mark *marks = owner_marks(&stored, SEGMENT_OWNERS);
        assert_non_null(marks);
        for (uint32_t r = 0; r < rows; r++)
            assert_int_equal(owner_of(marks, 0, r), row_owner(&a, r));
        stored_free(&stored);
        free(start);
        free(diag);
    }
}

/* A case, from the layout to the check of its answer. */
static void cases_are_checked(void **state)
{
    (void)state;
    struct target t = {.layout = find_layout("cmsr"), .place = find_place("seq"), .precision = F64};
    struct process *p = random_process(seed, 33, true, 0.9);
    const struct variant v = variant_of(&t, "vi");
    struct settings settings = default_settings;
    struct case_result got;
    uint8_t initial[33] = {0};
    initial[32] = 1;
    p->problem.fixpoint = (struct fixpoint_value){.initial = initial, .filter = FILTER_NONE};
    settings.min_samples = settings.max_samples = 2;
    settings.prove = 0;
    assert_ok(case_measure(&p->problem, &v, &settings, clock_now(), &got));
    if (got.run.status != CASE_OK) fail_msg("%s", got.run.note ? got.run.note : "no note");
    assert_true(got.run.change < settings.epsilon && got.run.residual < 1e-4);
    assert_true(got.run.value > 0 && isnan(got.run.estimated_error));
    case_result_free(&got);
    free(p);
}

/* The choices of an unknown by their probabilities, one's own included. Ascending: what is left of
 * a row counts; descending: one's own old value, too. */
static double best_in_place(const struct process *p, const double *x, uint32_t i, bool descending)
{
    double best = NAN;
    for (uint32_t c = p->group[i]; c < p->group[i + 1]; c++) {
        double value = p->b[c], stay = 1 - p->diag[c];
        for (uint64_t k = p->row[c]; k < p->row[c + 1]; k++) value -= p->val[k] * x[p->col[k]];
        if (stay != 0) value = descending ? value + stay * x[i] : value / p->diag[c];
        if (isnan(best) || (p->problem.optimum.largest ? value > best : value < best)) best = value;
    }
    return best;
}

static uint64_t iterate_in_place(const struct process *p, bool descending, double epsilon,
                                 enum criterion criterion, double *x)
{
    memcpy(x, p->x0, p->n * sizeof *x);
    for (uint64_t count = 1;; count++) {
        bool fails = false;
        for (uint32_t k = 0; k < p->n; k++) {
            const uint32_t i = descending ? p->n - 1 - k : k;
            const double old = x[i];
            x[i] = best_in_place(p, x, i, descending);
            const double bound =
                criterion == ABSOLUTE ? epsilon : epsilon * (descending ? old : x[i]);
            if (x[i] != old)
                fails |= descending ? fabs(x[i] - old) > bound : fabs(x[i] - old) >= bound;
        }
        if (!fails) return count;
        assert_true(count < 100000);
    }
}

/* In place, by the rules of PRISM (ascending) and Storm (descending). */
static void sweeps_in_place_are_those_of_a_plain_loop(void **state)
{
    (void)state;
    static const char *const names[] = {"vi_gs", "vi_gs_descending"};
    struct target t = {.layout = find_layout("msr"), .place = find_place("seq"), .precision = F64};
    double wanted[MOST_UNKNOWNS];
    struct solved got;
    for (uint64_t k = 0; k < 24; k++) {
        struct process *p =
            random_process(seed + k, k % 2 ? 33 : 300, k / 2 % 2, k < 12 ? 0.9 : 0.97);
        const enum criterion criterion = k % 3 ? RELATIVE : ABSOLUTE;
        const uint64_t count = iterate_in_place(p, k % 4 > 1, 1e-7, criterion, wanted);
        solve_in(&t, names[k % 4 > 1], p, 1e-7, criterion, &got);
        assert_int_equal(got.iterations, count);
        assert_memory_equal(got.x, wanted, p->n * sizeof *wanted);
        assert_true(got.change < 1e-7);
        free(p);
    }
    for (int method = 0; method < 2; method++) {
        const struct method *by = find_method(names[method]);
        const struct solver_options options = default_options(by, t.layout);
        assert_ok(by->why_not(t.place, F64, &options));
        assert_int_equal(by->why_not(t.place, F32, &options), ERROR_UNSUPPORTED);
        assert_int_equal(by->why_not(find_place("omp"), F64, &options), ERROR_UNSUPPORTED);
    }
}

/* The operation alone: rows with equal values, of which the first is best; the test at both sides
 * of the largest change; and choices of which nothing stays, beside an infinite value. */
static void first_best_row_wins(void **state)
{
    const struct target *t = *state;
    static const uint32_t group[] = {0, 3, 4, 6};
    static const double y[] = {2, 5, 5, 1, 1, 3}, x[] = {4, INFINITY, 2},
                        stay[] = {0, 0, 0, 0, 0.5, 0.25}, most[] = {5, 1, 2.75},
                        least[] = {2, 1, 1.5};
    skip_without(t);
    const struct vec_ops *ops = t->place->vec[t->precision];
    void *there_y = upload(t, 6, y), *there_x = upload(t, 3, x), *next = poisoned(t, 3),
         *there_stay = upload(t, 6, stay);
    uint32_t *rows, got_row[3];
    void *there_group;
    double got[3];
    assert_ok(t->place->allocate(sizeof got_row, (void **)&rows));
    assert_ok(t->place->allocate(sizeof group, &there_group));
    assert_ok(t->place->put(there_group, group, sizeof group));
    for (int largest = 0; largest < 2; largest++) {
        static const uint32_t wanted[2][3] = {{0, 3, 4}, {1, 3, 5}};
        const struct choice_rows of = {
            .group = there_group, .stay = there_stay, .largest = largest};
        assert_ok(ops->best(3, &of, there_y, there_x, next, rows, NULL));
        assert_ok(t->place->get(got_row, rows, 3, sizeof *rows));
        download(t, 3, next, got);
        assert_memory_equal(got_row, wanted[largest], sizeof got_row);
        assert_memory_equal(got, largest ? most : least, sizeof got);
    }
    /* The largest change is 2 without unknown 1: from 4 to 2, half of it. */
    const struct choice_rows of = {.group = there_group, .stay = there_stay};
    static const double finite[] = {4, 1, 2};
    assert_ok(t->place->put(there_group, group, sizeof group));
    void *near = upload(t, 3, finite);
    for (int k = 0; k < 4; k++) {
        struct test test = new_test(t, k / 2 ? ABSOLUTE : RELATIVE,
                                    (k / 2 ? 2 : 0.5) + (k % 2 ? 0.001 : 0), VOTE_BLOCK);
        assert_ok(ops->best(3, &of, there_y, near, next, NULL, &test));
        assert_ok(t->place->poll(&test));
        assert_int_equal(test.votes, k % 2 ? 0 : TEST_UNSATISFIED);
        t->place->release(test.flag);
    }
    void *owned[] = {there_y, there_x, next, there_stay, rows, there_group, near};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++) t->place->release(owned[k]);
}

/* Unknowns in the middle have thousands of rows, others one. */
static struct process *wide_process(bool largest, uint32_t n)
{
    struct process *p = random_process(1, 2, largest, 0);
    struct csr *off = &p->problem.system.a.off;
    p->problem.system.a.ngroups = p->n = n;
    for (uint32_t i = 2; i < n; i++) {
        for (uint32_t r = 0; r < (i % 130 == 2 ? 2500 - i : 1); r++) add_row(p, i, seed, 0.9);
        p->group[i + 1] = off->rows;
    }
    return p;
}

/* Vectors for sweeps over a process. */
struct sweep_vectors {
    void *x, *values, *next, *group, *stay;
    uint32_t *row;
    struct rhs b;
};

static void *in_place(const struct target *t, size_t bytes, const void *from)
{
    void *there;
    assert_ok(t->place->allocate(bytes, &there));
    assert_ok(t->place->put(there, from, bytes));
    assert_ok(t->place->synchronise());
    return there;
}

static struct sweep_vectors new_sweep_vectors(const struct target *t, const struct process *p)
{
    const uint32_t rows = p->problem.system.a.off.rows;
    double x[MOST_UNKNOWNS], stay[MOST_ROWS];
    for (uint32_t i = 0; i < p->n; i++) x[i] = random_unit(random_bits(seed, 5, i));
    for (uint32_t c = 0; c < rows; c++) stay[c] = 1 - p->diag[c];
    return (struct sweep_vectors){.x = upload(t, p->n, x),
                                  .values = poisoned(t, rows),
                                  .next = poisoned(t, p->n),
                                  .group = in_place(t, (p->n + 1) * sizeof *p->group, p->group),
                                  .stay = upload(t, rows, stay),
                                  .row = in_place(t, p->n * sizeof *p->group, p->group),
                                  .b.entry = upload(t, rows, p->b)};
}

static void free_sweep_vectors(const struct target *t, struct sweep_vectors *s)
{
    void *owned[] = {s->x, s->values, s->next, s->group, s->stay, s->row, s->b.entry};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++) t->place->release(owned[k]);
}

/* One pass over the matrix, against two operations. */
static void check_one_pass(const struct target *t, const struct process *p,
                           const struct stored *stored)
{
    const struct mat_ops *ops = find_mat_ops(stored->layout, t->place, t->precision);
    const struct vec_ops *vec = t->place->vec[t->precision];
    uint32_t row[2][MOST_UNKNOWNS];
    double next[2][MOST_UNKNOWNS];
    struct sweep_vectors s = new_sweep_vectors(t, p);
    const struct choice_rows of = {
        .group = s.group, .stay = s.stay, .largest = p->problem.optimum.largest};
    for (int vote = 0; vote < 2; vote++) {
        struct test tests[2];
        tests[0] = new_test(t, RELATIVE, 1e-3, vote ? VOTE_STORE : VOTE_BLOCK);
        assert_ok(ops->jacobi(stored, &s.b, s.x, s.values, 1, NULL));
        assert_ok(vec->best(p->n, &of, s.values, s.x, s.next, s.row, &tests[0]));
        for (int k = 0; k < 2; k++) {
            download(t, p->n, s.next, next[k]);
            assert_ok(t->place->get(row[k], s.row, p->n, sizeof *row[k]));
            assert_ok(t->place->poll(&tests[k]));
            t->place->release(tests[k].flag);
            if (k == 1) break;
            t->place->release(s.next);
            s.next = poisoned(t, p->n);
            tests[1] = new_test(t, RELATIVE, 1e-3, vote ? VOTE_STORE : VOTE_BLOCK);
            assert_ok(ops->best(stored, &s.b, &of, s.x, s.next, s.row, &tests[1]));
        }
        assert_memory_equal(next[1], next[0], p->n * sizeof **next);
        assert_memory_equal(row[1], row[0], p->n * sizeof **row);
        assert_int_equal(tests[1].votes, tests[0].votes);
    }
    free_sweep_vectors(t, &s);
}

static void one_pass_is_two_operations(void **state)
{
    const struct target *t = *state;
    skip_without(t);
    if (t->layout->square || !find_mat_ops(t->layout, t->place, t->precision)->best) skip();
    for (uint64_t k = 0; k < 8; k++) {
        struct process *p = k % 4 < 2 ? random_process(seed + k, k / 4 ? 300 : 33, k % 2, 0.9)
                                      : wide_process(k % 2, k / 4 ? 257 : MOST_UNKNOWNS);
        const struct variant v = variant_of(t, "vi");
        struct built_layout built;
        assert_ok(build_layout(&p->problem, &v, &built));
        assert_ok(stored_upload(t->place, &built.stored));
        assert_true(built.stored.keeps);
        check_one_pass(t, p, &built.stored);
        built_layout_free(&built);
        free(p);
    }
}

/* Policy iteration and modified policy iteration, where they can run. They stop where little
 * changes. */
static void policies_are_best(void **state)
{
    static const char *const names[] = {"pi", "mpi"};
    const struct target *t = *state;
    skip_without(t);
    if (t->layout->square) skip();
    for (uint64_t k = 0; k < 4; k++) {
        struct process *p = random_process(2 * (seed + k), k % 2 ? 300 : 33, k % 2, 0.9);
        const struct variant v = variant_of(t, names[k / 2]);
        if (variant_check(&v) == OK) check_answer(t, p, names[k / 2], RELATIVE, 1e-2);
        free(p);
    }
}

/* Probabilities 1/4 to stay and 1/4 to the goal, or 0.3 to the goal: PRISM's loop, written with the
 * probabilities themselves, has as many iterations. */
static void self_loops_take_the_iterations_of_prism(void **state)
{
    (void)state;
    struct target t = {.layout = find_layout("msr"), .place = find_place("seq"), .precision = F64};
    struct process *p = random_process(1, 2, true, 0);
    struct csr *off = &p->problem.system.a.off;
    off->rows = 4;
    off->nnz = 2;
    p->row[3] = 1, p->row[4] = 2;
    p->col[0] = p->col[1] = 0;
    p->val[0] = -0.25, p->val[1] = -0.3;
    p->diag[2] = 0.75, p->diag[3] = 1;
    p->problem.system.a.ngroups = p->n = 3;
    p->group[3] = 4;
    for (int largest = 0; largest < 2; largest++) {
        double x = 0, before = 0;
        uint64_t iterations = 0;
        struct solved got;
        do {
            before = x;
            const double stays = 0.25 * x + 0.25;
            x = largest ? fmax(stays, 0.3) : fmin(stays, 0.3);
            iterations++;
        } while (x != before && !(fabs(x - before) / before < 1e-6));
        p->problem.optimum.largest = largest;
        solve_in(&t, "vi", p, 1e-6, RELATIVE, &got);
        assert_int_equal(got.iterations, iterations);
        assert_true(fabs(got.x[2] - (largest ? 1 / 3.0 : 0.3)) < 1e-6);
    }
    free(p);
}

static void methods_take_their_own_problems(void **state)
{
    (void)state;
    struct target t = {.layout = find_layout("msr"), .place = find_place("seq"), .precision = F64};
    struct process *p = random_process(seed, 33, true, 0.9);
    struct problem chain;
    for (int k = 0; k < method_count; k++) {
        const struct variant v = variant_of(&t, methods[k]->name);
        if (methods[k]->task == TASK_SOLVE && !methods[k]->takes_choices)
            refuses(&p->problem, &v, "the problem is a decision process: use method vi");
    }
    struct variant v = variant_of(&t, "vi");
    assert_ok(problem_open("tandem:c=3", &chain));
    refuses(&chain, &v, "the problem has no choices: use method jacobi");
    v.order = ORDER_COLOUR;
    refuses(&p->problem, &v, "rows of a decision process keep their order");
    struct variant asked = variant_of(&t, "auto");
    struct built_layout built = {0};
    struct choice choice;
    assert_ok(choose_variant(&p->problem, &asked, 1e-6, &built, &choice));
    assert_string_equal(choice.variant.method->name, "pi");
    assert_non_null(strstr(choice.note, "auto: pi[first_sweeps=100]/msr/f64/seq, "));
    asked.precision = F32;
    assert_ok(choose_variant(&p->problem, &asked, 1e-6, &built, &choice));
    assert_string_equal(choice.variant.method->name, "vi");
    v = variant_of(&t, "vi");
    v.place = find_place("ranks2");
    assert_int_equal(v.method->why_not(v.place, F64, &v.options), ERROR_UNSUPPORTED);
    problem_free(&chain);
    free(p);
}

/* A pattern as argument: only tests with such names. */
int main(int argc, char **argv)
{
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    seed_begin();
    list_test(self_loops_take_the_iterations_of_prism, NULL, "self-loops take PRISM's iterations");
    list_test(methods_take_their_own_problems, NULL, "methods take their own problems");
    list_test(auto_takes_rows_one_by_one, NULL, "auto takes choices one by one");
    list_test(guesses_that_mislead_become_rare, NULL, "guesses that mislead become rare");
    list_test(components_are_swept_both_ways, NULL, "components are swept both ways");
    list_test(sweeps_in_place_are_those_of_a_plain_loop, NULL, "sweeps in place");
    list_test(rows_know_their_unknowns, NULL, "rows know their unknowns");
    list_test(cases_are_checked, NULL, "cases are checked");
    for (int p = 0; p < place_count; p++)
        for (int bits = 0; bits < NREALS; bits++) {
            if (places[p]->cards > 1) continue;
            list_target("the first best row wins", first_best_row_wins, NULL, places[p], bits);
            for (int l = 0; l < layout_count; l++)
                if (find_mat_ops(layouts[l], places[p], (enum precision)bits)) {
                    list_target("iterates", iterates_are_those_of_a_plain_loop, layouts[l],
                                places[p], bits);
                    list_target("guesses", guesses_spare_sweeps, layouts[l], places[p], bits);
                    list_target("bounds", bounds_meet, layouts[l], places[p], bits);
                    list_target("policies", policies_are_best, layouts[l], places[p], bits);
                    list_target("one pass", one_pass_is_two_operations, layouts[l], places[p],
                                bits);
                }
        }
    return run_listed("optimum", NULL, NULL);
}
