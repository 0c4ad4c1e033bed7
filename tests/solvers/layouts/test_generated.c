/* Layout generated: the iterates and votes of layout msr, bit for bit, at every place and in every
 * precision; solves with and without a stored matrix; and what is refused. One test a variant. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/closed/tandem.h"
#include "base/process/clock.h"
#include "harness/case/case.h"
#include "solvers/solve.h"
#include "tests/support/listed.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"

static const char *const sources[] = {
    "tandem:c=1", "tandem:c=2", "tandem:c=5", "tandem:c=31", "tandem:c=300",
    "herman:n=3", "herman:n=5", "herman:n=7", "herman:n=9",  "herman:n=11,property=2"};
enum { NSOURCES = sizeof sources / sizeof *sources, STEPS = 6 };

/* The same solve in both layouts. */
struct pair {
    struct stored stored[2];
    struct solve solve[2];
};

static void open_pair(const struct variant *v, const struct problem *p, const double *x0,
                      struct pair *out)
{
    const struct layout *const layout[] = {v->layout, find_layout("msr")};
    for (int k = 0; k < 2; k++) {
        struct solve_settings settings = {.max_iterations = 1000,
                                          .step = p->step,
                                          .options = default_options(v->method, layout[k])};
        assert_ok(stored_build_at(v->place, layout[k], v->precision, &settings.options,
                                  &p->system.a, &out->stored[k]));
        assert_string_equal(out->stored[k].note, "");
        assert_ok(stored_upload(v->place, &out->stored[k]));
        assert_ok(solve_create(&out->stored[k], v->method, p->system.b, &settings, &out->solve[k]));
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

static void same_iterates(const struct pair *p, const char *source, int step)
{
    const size_t n = p->solve[0].n;
    double *x = malloc(n * sizeof *x), *wanted = malloc(n * sizeof *wanted);
    assert_true(x && wanted);
    assert_ok(solve_download(&p->solve[0], x));
    assert_ok(solve_download(&p->solve[1], wanted));
    for (size_t i = 0; i < n; i++)
        if (memcmp(&x[i], &wanted[i], sizeof *x))
            fail_msg("seed %llu, %s: row %zu after %d steps: %.17g, and msr has %.17g",
                     (unsigned long long)seed, source, i, step, x[i], wanted[i]);
    free(x);
    free(wanted);
}

static void iterates_are_those_of_msr(void **state)
{
    const struct variant *v = *state;
    if (variant_check(v) != OK) skip();
    for (int k = 0; k < NSOURCES; k++) {
        struct problem problem;
        struct pair p;
        assert_ok(problem_open(sources[k], &problem));
        const uint32_t n = problem.system.a.off.rows;
        double *x0 = random_vector(seed, (uint64_t)k, n);
        if (k % 3 == 2) x0[draw(n)] = INFINITY;
        open_pair(v, &problem, x0, &p);
        for (int step = 0; step < STEPS; step++) {
            const enum criterion criterion = draw(2) ? RELATIVE : ABSOLUTE;
            const double epsilon = step % 3 == 0 ? 0 : step % 3 == 1 ? 1e30 : 1e-9;
            const int got = votes(&p.solve[0], criterion, epsilon);
            assert_int_equal(got, votes(&p.solve[1], criterion, epsilon));
            same_iterates(&p, sources[k], step);
        }
        for (int s = 0; s < 2; s++) {
            solve_free(&p.solve[s]);
            stored_free(&p.stored[s]);
        }
        free(x0);
        problem_free(&problem);
    }
}

/* Products, with the vectors of a place. */
struct vectors {
    const struct variant *v;
    void *x, *q, *y;
    double *dots;
};

static void bring(const struct variant *v, size_t n, const double *from, void **there)
{
    const size_t size = real_size(v->precision);
    void *here = malloc(n * size);
    assert_non_null(here);
    for (size_t i = 0; i < n; i++) put_real(v->precision, here, i, from[i]);
    assert_ok(v->place->allocate(n * size, there));
    assert_ok(v->place->put(*there, here, n * size));
    assert_ok(v->place->synchronise());
    free(here);
}

static void product(const struct variant *v, const struct problem *problem,
                    const struct layout *layout, const double *x, const double *q, void *y,
                    double dots[NDOTS])
{
    struct vectors w = {.v = v};
    struct stored stored;
    const size_t n = problem->system.a.off.rows;
    assert_ok(stored_build_at(v->place, layout, v->precision, NULL, &problem->system.a, &stored));
    assert_ok(stored_upload(v->place, &stored));
    const struct mat_ops *ops = find_mat_ops(layout, v->place, v->precision);
    bring(v, n, x, &w.x);
    bring(v, n, q, &w.q);
    bring(v, n, q, &w.y);
    assert_ok(v->place->allocate(NDOTS * sizeof *w.dots, (void **)&w.dots));
    assert_ok(ops->apply_dots(&stored, w.x, w.y, w.q, w.dots));
    assert_ok(v->place->get(dots, w.dots, NDOTS, sizeof *dots));
    assert_ok(ops->apply(&stored, w.x, w.y));
    assert_ok(v->place->get(y, w.y, n, real_size(v->precision)));
    assert_ok(ops->residual(&stored, w.q, w.x, w.y));
    assert_ok(
        v->place->get((char *)y + n * real_size(v->precision), w.y, n, real_size(v->precision)));
    void *const held[] = {w.x, w.q, w.y, w.dots};
    for (size_t k = 0; k < 4; k++) v->place->release(held[k]);
    stored_free(&stored);
}

static void products_are_those_of_msr(void **state)
{
    const struct variant *v = *state;
    if (variant_check(v) != OK) skip();
    for (int k = 0; k < NSOURCES; k++) {
        struct problem problem;
        double dots[2][NDOTS];
        assert_ok(problem_open(sources[k], &problem));
        const size_t n = problem.system.a.off.rows, bytes = 2 * n * real_size(v->precision);
        double *x = random_vector(seed, 7, (uint32_t)n), *q = random_vector(seed, 8, (uint32_t)n);
        void *y = malloc(bytes), *wanted = malloc(bytes);
        assert_true(y && wanted);
        product(v, &problem, v->layout, x, q, y, dots[0]);
        product(v, &problem, find_layout("msr"), x, q, wanted, dots[1]);
        assert_memory_equal(y, wanted, bytes);
        for (int d = 0; d < NDOTS; d++)
            assert_true(fabs(dots[0][d] - dots[1][d]) <= 1e-9 * (1 + dots[1][DOT_YY]));
        free(x);
        free(q);
        free(y);
        free(wanted);
        problem_free(&problem);
    }
}

/* Solves by the harness, with its checks. */

static struct case_result solved(const char *source, const char *name)
{
    struct settings settings = DEFAULT_SETTINGS;
    struct problem problem;
    struct variant variant;
    struct case_result result;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    settings.epsilon = 1e-9;
    settings.prove = 0;
    assert_ok(problem_open(source, &problem));
    assert_ok(variant_parse(name, &variant));
    assert_ok(case_measure(&problem, &variant, &settings, clock_now(), &result));
    problem_free(&problem);
    return result;
}

static void solves_without_a_matrix(void **state)
{
    static const char *const small[] = {"tandem:c=7", "herman:n=7", "herman:n=5,property=2"};
    const struct variant *v = *state;
    if (variant_check(v) != OK) skip();
    char *name = name_of(v), without[80];
    for (size_t k = 0; k < sizeof small / sizeof *small; k++) {
        snprintf(without, sizeof without, "%s,matrix=none", small[k]);
        struct case_result with = solved(small[k], name), got = solved(without, name);
        if (with.run.status != CASE_OK) fail_msg("%s: %s", small[k], with.run.note);
        if (got.run.status != CASE_OK) fail_msg("%s: %s", without, got.run.note);
        assert_int_equal(got.run.iterations, with.run.iterations);
        assert_true(fabs(got.run.value - with.run.value) <= 1e-12 * fabs(with.run.value));
        assert_true(fabs(got.run.residual - with.run.residual) <= 1e-9);
        assert_false(got.run.doubtful);
        case_result_free(&with);
        case_result_free(&got);
    }
    free(name);
}

static void unsupported(const char *source, const char *name, const char *words)
{
    struct case_result result = solved(source, name);
    assert_int_equal(result.run.status, CASE_UNSUPPORTED);
    if (!strstr(result.run.note, words)) fail_msg("%s %s: %s", source, name, result.run.note);
    case_result_free(&result);
}

static void what_needs_rows_is_refused(void **state)
{
    static const char none[] = "tandem:c=7,matrix=none";
    unsupported(none, "jacobi/msr/f64/seq",
                "layout msr needs the rows of the matrix, and with "
                "matrix=none none are stored: use layout generated");
    unsupported(none, "jacobi/auto/f64/omp", "use layout generated");
    unsupported(none, "jacobi/generated+bfs/f64/seq", "another row order needs the rows");
    unsupported(none, "gauss_seidel/generated/f64/seq", "method gauss_seidel needs the rows");
    unsupported(none, "auto/generated/f64/seq", "method auto needs the rows");
    unsupported(none, "ii/generated/f64/seq", "method ii needs the rows");
    unsupported(none, "multilevel/generated/f64/seq", "multilevel needs the rows");
    unsupported(none, "bicgstab[precondition=ilu0]/generated/f64/seq",
                "precondition=ilu0 needs the rows");
    unsupported(none, "bicgstab[precondition=multilevel]/generated/f64/seq",
                "precondition=multilevel needs the rows");
}

static void what_has_no_closed_form_is_refused(void **state)
{
    static const char words[] = "those of tandem (property=1) and herman (property=1 and 2)";
    unsupported("cluster:n=2", "jor/generated/f64/seq", words);
    unsupported("tandem:c=3,property=2", "jacobi/generated/f64/seq", words);
    unsupported("tandem:c=7", "jacobi/generated+bfs/f64/seq", words);
    unsupported("random_dd:n=50", "jacobi/generated/f64/omp", words);
}

/* Methods that read the layout in other ways, with the stored rows beside it. */
static void other_methods_solve(void **state)
{
    const struct variant *v = *state;
    if (variant_check(v) != OK) skip();
    char *name = name_of(v);
    struct case_result result = solved("herman:n=7", name);
    if (result.run.status != CASE_OK) fail_msg("%s: %s", name, result.run.note);
    case_result_free(&result);
    free(name);
}

/* As a matrix of more than 2^32 rows is swept on a GPU: rows first .. end - 1 of *next. */
static void sweep_piece(const struct variant *v, const struct stored *a, const struct rhs *b,
                        const void *x, void *next, uint64_t first, uint64_t end)
{
    struct stored piece = *a;
    piece.first_row = first;
    piece.n = end - first;
    assert_ok(find_mat_ops(v->layout, v->place, v->precision)->jacobi(&piece, b, x, next, 1, NULL));
}

static void pieces_make_the_whole(void **state)
{
    const struct variant *v = *state;
    const size_t size = real_size(v->precision);
    if (variant_check(v) != OK) skip();
    for (int k = 0; k < NSOURCES; k++) {
        struct problem problem;
        struct stored stored;
        struct rhs b = {0};
        void *x, *next;
        assert_ok(problem_open(sources[k], &problem));
        const uint32_t n = problem.system.a.off.rows, cut = (uint32_t)draw(n + 1);
        double *from = random_vector(seed, 9, n), *poison = malloc(n * sizeof *poison);
        char *got = malloc(n * size), *wanted = malloc(n * size);
        assert_true(poison && got && wanted);
        for (uint32_t i = 0; i < n; i++) poison[i] = NAN;
        assert_ok(
            stored_build_at(v->place, v->layout, v->precision, NULL, &problem.system.a, &stored));
        assert_ok(stored_upload(v->place, &stored));
        bring(v, n, from, &x);
        bring(v, n, poison, &next);
        if (problem.system.b) bring(v, n, problem.system.b, &b.entry);
        sweep_piece(v, &stored, &b, x, next, 0, n);
        assert_ok(v->place->get(wanted, next, n, size));
        v->place->release(next);
        bring(v, n, poison, &next);
        if (cut > 0) sweep_piece(v, &stored, &b, x, next, 0, cut);
        if (cut < n) sweep_piece(v, &stored, &b, x, next, cut, n);
        assert_ok(v->place->get(got, next, n, size));
        if (memcmp(got, wanted, n * size))
            fail_msg("seed %llu, %s cut at row %u", (unsigned long long)seed, sources[k], cut);
        void *const held[] = {x, next, b.entry};
        for (size_t h = 0; h < 3; h++)
            if (held[h]) v->place->release(held[h]);
        stored_free(&stored);
        free(from);
        free(poison);
        free(got);
        free(wanted);
        problem_free(&problem);
    }
}

/* On the host only: no memory holds the vectors. */
static void rows_beyond_32_bits(void **state)
{
    const struct matrix a = {.closed = tandem_closed(50000)};
    struct stored stored;
    assert_int_equal(stored_build(find_layout("generated"), F64, NULL, &a, &stored),
                     ERROR_UNSUPPORTED);
    assert_non_null(strstr(fail_message(), "n = 5000150001: use place cuda"));
    assert_ok(
        stored_build_at(find_place("cuda"), find_layout("generated"), F64, NULL, &a, &stored));
    assert_true(stored.n == 5000150001 && stored.columns == stored.n);
    assert_true(stored.nnz == 17500149999 && stored_bytes(&stored) < 1000);
    stored_free(&stored);
}

/* A start vector of one repeated number is filled in pieces of 2^22 entries. */
static void starts_are_filled(void **state)
{
    const struct matrix a = {.closed = tandem_closed(1500)};
    struct solve_settings settings = {.max_iterations = 1};
    const struct method *jacobi = find_method("jacobi");
    struct stored stored;
    struct solve solve;
    settings.options = default_options(jacobi, find_layout("generated"));
    assert_ok(
        stored_build_at(places[0], find_layout("generated"), F32, &settings.options, &a, &stored));
    assert_ok(stored_upload(places[0], &stored));
    assert_ok(solve_create(&stored, jacobi, NULL, &settings, &solve));
    double *x = calloc(solve.n, sizeof *x);
    assert_true(x && solve.n > 1 << 22);
    assert_ok(solve_reset(&solve, NULL));
    assert_ok(solve_fill(&solve, 0.25));
    assert_ok(solve_download(&solve, x));
    for (size_t i = 0; i < solve.n; i++) assert_true(x[i] == 0.25);
    free(x);
    solve_free(&solve);
    stored_free(&stored);
}

static enum status choose(int k)
{
    (void)k;
    return OK;
}

/* Cards of the heap: the entries that a part reads from others follow from the closed form alone.
 */
static void parts_need_no_matrix(void **state)
{
    const struct place heap = {.name = "heap", .cards = 3, .member = places[0], .select = choose};
    for (int k = 0; k < NSOURCES; k++) {
        struct problem problem;
        struct stored with, without;
        assert_ok(problem_open(sources[k], &problem));
        const struct matrix rows = {.closed = problem.system.a.closed};
        const struct layout *layout = find_layout("generated");
        assert_ok(stored_build_at(&heap, layout, F64, NULL, &problem.system.a, &with));
        assert_ok(stored_build_at(&heap, layout, F64, NULL, &rows, &without));
        for (int part = 0; part < heap.cards; part++) {
            const struct stored *a = &with.part[part], *b = &without.part[part];
            assert_true(a->n == b->n && a->first_row == b->first_row && a->columns == b->columns);
            assert_int_equal(a->halo.bytes, b->halo.bytes);
            assert_memory_equal(a->halo.data, b->halo.data, a->halo.bytes);
        }
        stored_free(&with);
        stored_free(&without);
        problem_free(&problem);
    }
}

/* A test of every variant that patterns name. */
static struct variant *list_each(int argc, char **argv, char *const *patterns, const char *what,
                                 CMUnitTestFunction test)
{
    size_t count;
    struct variant *variants = listed_variants(argc, argv, patterns, &count);
    for (size_t k = 0; k < count; k++) {
        char *name = name_of(&variants[k]);
        list_test(test, &variants[k], "%s %s", what, name);
        free(name);
    }
    return variants;
}

int main(int argc, char **argv)
{
    static char *const iterating[] = {"{jacobi,jor,power}/generated/*/*", NULL},
                       *const multiplying[] = {"jacobi/generated/*/{seq,omp,cuda}", NULL},
                       *const cutting[] = {"jacobi/generated/*/cuda", NULL},
                       *const solving[] =
                           {"{jacobi,jor,power}/generated/f64/{seq,omp,cuda,cuda2,cuda4}",
                            "{bicgstab,gmres}[precondition=jacobi]/generated/f64/"
                            "{seq,omp,cuda}",
                            NULL},
                       *const others[] = {"{ii,ovi,svi}/generated/f64/{seq,omp,cuda}",
                                          "gauss_seidel/generated/f64/{seq,omp}",
                                          "gmres[precondition=ilu0]/generated/f64/omp", NULL};
    seed_begin();
    struct variant *const made[] = {
        list_each(argc, argv, iterating, "iterates", iterates_are_those_of_msr),
        list_each(argc, argv, multiplying, "products", products_are_those_of_msr),
        list_each(argc, argv, cutting, "pieces", pieces_make_the_whole),
        list_each(argc, argv, solving, "without a matrix", solves_without_a_matrix),
        list_each(argc, argv, others, "solves", other_methods_solve)};
    list_test(what_needs_rows_is_refused, NULL, "what needs rows is refused");
    list_test(what_has_no_closed_form_is_refused, NULL, "what has no closed form is refused");
    list_test(starts_are_filled, NULL, "starts are filled");
    list_test(parts_need_no_matrix, NULL, "parts need no matrix");
    list_test(rows_beyond_32_bits, NULL, "rows beyond 32 bits");
    int failed = run_listed("generated", NULL, NULL);
    for (size_t k = 0; k < sizeof made / sizeof *made; k++) free(made[k]);
    return failed;
}
