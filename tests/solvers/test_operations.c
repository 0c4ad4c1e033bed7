/* The row operations of every layout, place and precision of the registry against plain loops in
 * f64, on random matrices of awkward shapes. One test each; those whose place is missing are
 * skipped. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/operations.h"
#include "tests/support/teams.h"

struct rows_case {
    const struct target *t;
    const struct mat_ops *ops;
    struct matrix a;
    struct stored stored;
    uint32_t n;
    double *x, *b, *out, *wanted;
    void *there_x, *there_out;
    struct rhs there_b;
    double omega, step;
};

static double row_sum(const struct rows_case *c, uint32_t i)
{
    double sum = 0;
    for (uint64_t k = c->a.off.row[i]; k < c->a.off.row[i + 1]; k++)
        sum += c->a.off.val[k] * c->x[c->a.off.col[k]];
    return sum;
}

static void check_apply(struct rows_case *c)
{
    assert_ok(c->ops->apply(&c->stored, c->there_x, c->there_out));
    download(c->t, c->n, c->there_out, c->out);
    for (uint32_t i = 0; i < c->n; i++)
        assert_near(c->t, c->out[i], row_sum(c, i) + c->a.diag[i] * c->x[i], fabs(c->a.diag[i]),
                    "A x", i);
}

/* The product, and the dot products that come with it. */
static void check_apply_dots(struct rows_case *c)
{
    double wanted[NDOTS] = {0}, size[NDOTS] = {0}, *there, got[NDOTS];
    assert_ok(c->t->place->allocate(sizeof got, (void **)&there));
    assert_ok(c->ops->apply_dots(&c->stored, c->there_x, c->there_out, c->there_b.entry, there));
    assert_ok(c->t->place->get(got, there, NDOTS, sizeof *got));
    download(c->t, c->n, c->there_out, c->out);
    for (uint32_t i = 0; i < c->n; i++) {
        const double x = c->x[i], q = c->b[i], y = row_sum(c, i) + c->a.diag[i] * x;
        const double products[NDOTS] = {
            [DOT_QY] = q * y, [DOT_XY] = x * y, [DOT_YY] = y * y, [DOT_QX] = q * x};
        assert_near(c->t, c->out[i], y, fabs(c->a.diag[i]), "A x with dots", i);
        for (int k = 0; k < NDOTS; k++) {
            wanted[k] += products[k];
            size[k] += fabs(products[k]) + fabs(c->a.diag[i]) * (1 + fabs(y));
        }
    }
    for (int k = 0; k < NDOTS; k++)
        assert_near(c->t, got[k], wanted[k], size[k], "dot product", (uint32_t)k);
    c->t->place->release(there);
}

static void check_residual(struct rows_case *c, bool with_b)
{
    assert_ok(
        c->ops->residual(&c->stored, with_b ? c->there_b.entry : NULL, c->there_x, c->there_out));
    download(c->t, c->n, c->there_out, c->out);
    for (uint32_t i = 0; i < c->n; i++) {
        double wanted = (with_b ? c->b[i] : 0) - row_sum(c, i) - c->a.diag[i] * c->x[i];
        assert_near(c->t, c->out[i], wanted, fabs(c->a.diag[i]), "b - A x", i);
    }
}

/* The sweeps: what each makes of x in wanted, and the operation that does it to there_out. */

enum operation { JACOBI, POWER, ASCENDING, DESCENDING, NOPERATIONS };

static const char *const operation_names[] = {"Jacobi", "power", "Gauss-Seidel",
                                              "Gauss-Seidel backward"};

/* Plain loops; c->x stays as it is. */
static void sweep_plainly(struct rows_case *c, enum operation operation, bool with_b)
{
    double *old = c->x;
    memcpy(c->wanted, old, c->n * sizeof *old);
    for (uint32_t k = 0; k < c->n; k++) {
        uint32_t i = operation == DESCENDING ? c->n - 1 - k : k;
        if (operation >= ASCENDING) c->x = c->wanted; /* for row_sum */
        double off = (with_b ? c->b[i] : 0) - row_sum(c, i), jacobi = off / c->a.diag[i];
        c->x = old;
        if (operation == JACOBI) c->wanted[i] = (1 - c->omega) * old[i] + c->omega * jacobi;
        else
            c->wanted[i] =
                operation == POWER ? old[i] + c->step * (off - c->a.diag[i] * old[i]) : jacobi;
    }
}

static bool exists(const struct rows_case *c, enum operation operation)
{
    if (operation >= ASCENDING) return c->ops->gauss_seidel != NULL;
    return operation == JACOBI ? c->ops->jacobi != NULL : c->ops->power != NULL;
}

static enum status sweep(const struct rows_case *c, enum operation operation, bool with_b,
                         struct test *test)
{
    const struct rhs *b = with_b ? &c->there_b : NULL;
    if (operation == JACOBI)
        return c->ops->jacobi(&c->stored, b, c->there_x, c->there_out, c->omega, test);
    if (operation == POWER)
        return c->ops->power(&c->stored, b, c->there_x, c->there_out, c->step, test);
    enum status status = c->t->place->vec[c->t->precision]->copy(c->n, c->there_x, c->there_out);
    if (status != OK) return status;
    return c->ops->gauss_seidel(&c->stored, b ? b->entry : NULL, c->there_out,
                                operation == DESCENDING, test);
}

static double largest_change(const struct rows_case *c, enum criterion criterion)
{
    double largest = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        double next = c->wanted[i], change = fabs(next - c->x[i]);
        if (criterion == RELATIVE && change != 0) change /= fabs(c->x[i]);
        if (change > largest) largest = change;
    }
    return largest;
}

/* One sweep, and its test just above and just below the largest change. */
static void check_sweep(struct rows_case *c, enum operation operation, enum criterion criterion,
                        bool with_b, enum vote vote)
{
    sweep_plainly(c, operation, with_b);
    double largest = largest_change(c, criterion);
    for (int below = 0; below < 2; below++) {
        struct test test = new_test(c->t, criterion, largest * (below ? 0.999 : 1.001), vote);
        assert_ok(sweep(c, operation, with_b, &test));
        assert_ok(c->t->place->poll(&test));
        if (largest > 0 && isfinite(largest))
            assert_int_equal(test.votes, below ? TEST_UNSATISFIED : 0);
        assert_ok(c->t->place->poll(&test));
        assert_int_equal(test.votes, 0);
        c->t->place->release(test.flag);
    }
    download(c->t, c->n, c->there_out, c->out);
    for (uint32_t i = 0; i < c->n; i++)
        assert_near(c->t, c->out[i], c->wanted[i], 1, operation_names[operation], i);
}

/* Without a test the sweep is the same, bit for bit. */
static void check_untested(struct rows_case *c, enum operation operation, bool with_b)
{
    struct test test = new_test(c->t, RELATIVE, 1e-6, VOTE_BLOCK);
    double *untested = calloc(c->n, sizeof *untested);
    assert_non_null(untested);
    assert_ok(sweep(c, operation, with_b, NULL));
    download(c->t, c->n, c->there_out, untested);
    assert_ok(sweep(c, operation, with_b, &test));
    download(c->t, c->n, c->there_out, c->out);
    bool library = !find_mat_ops(c->t->layout, places[0],
                                 c->t->precision); /* cuSPARSE may add up in another order */
    for (uint32_t i = 0; library && i < c->n; i++)
        assert_near(c->t, c->out[i], untested[i], 1, "untested", i);
    if (!library) assert_memory_equal(untested, c->out, c->n * sizeof *untested);
    c->t->place->release(test.flag);
    free(untested);
}

static void check_sweeps(struct rows_case *c, enum operation operation, bool with_b)
{
    for (int vote = VOTE_BLOCK; vote <= VOTE_STORE; vote++)
        for (c->omega = 1; c->omega > 0; c->omega -= operation == JACOBI ? 0.4 : 1) {
            for (int criterion = RELATIVE; criterion <= ABSOLUTE; criterion++)
                check_sweep(c, operation, (enum criterion)criterion, with_b, (enum vote)vote);
            check_untested(c, operation, with_b);
        }
}

/* The matrix and its vectors to the place, and a schedule of that kind with it. */
static void bring(struct rows_case *c, enum schedule_kind kind)
{
    const struct target *t = c->t;
    assert_ok(stored_build_at(t->place, t->layout, t->precision, NULL, &c->a, &c->stored));
    c->ops = find_mat_ops(c->stored.layout, t->place, t->precision); /* auto's choice */
    if (kind != UNSCHEDULED) assert_ok(schedule_build(&c->a.off, kind, &c->stored.schedule));
    assert_ok(stored_upload(t->place, &c->stored));
    vectors_are_of(&c->stored);
    c->there_x = upload(t, c->n, c->x);
    c->there_b.entry = upload(t, c->n, c->b);
    c->there_out = poisoned(t, c->n);
}

static void take_away(struct rows_case *c)
{
    c->t->place->release(c->there_x);
    c->t->place->release(c->there_b.entry);
    c->t->place->release(c->there_out);
    vectors_are_of(NULL);
    stored_free(&c->stored);
    matrix_free(&c->a);
    free(c->x);
    free(c->b);
    free(c->out);
    free(c->wanted);
}

static void check_matrix(const struct target *t, uint32_t n, enum shape shape)
{
    struct rows_case c = {.t = t,
                          .n = n,
                          .a = random_matrix(seed, n, shape),
                          .x = random_vector(seed, 10, n),
                          .b = random_vector(seed, 11, n),
                          .out = malloc((n + 1) * sizeof *c.out),
                          .wanted = malloc((n + 1) * sizeof *c.wanted)};
    assert_non_null(c.out);
    assert_non_null(c.wanted);
    for (uint32_t i = 0; i < n; i++) c.step = fmax(c.step, fabs(c.a.diag[i]));
    c.step = 0.5 / c.step;
    bring(&c, t->place->scheduled);
    if (c.ops->apply) check_apply(&c);
    if (c.ops->apply_dots) check_apply_dots(&c);
    for (int with_b = 0; with_b < 2; with_b++) {
        if (c.ops->residual) check_residual(&c, with_b);
        for (int operation = 0; operation < NOPERATIONS; operation++)
            if (exists(&c, (enum operation)operation))
                check_sweeps(&c, (enum operation)operation, with_b);
    }
    take_away(&c);
}

static void rows_match_plain_loops(void **state)
{
    static const uint32_t sizes[] = {1, 2, 3, 15, 16, 17, 31, 32, 33, 100, 257, 520};
    const struct target *t = *state;
    skip_without(t);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int shape = 0; shape < NSHAPES; shape++) check_matrix(t, sizes[k], (enum shape)shape);
}

/* More rows than a GPU has threads: neighbours on either side with one value everywhere, or, in
 * each third stretch of 1,000 rows, values that occur nowhere else. */
static struct matrix long_matrix(uint32_t n)
{
    struct matrix a = {0};
    uint64_t kept = 0;
    if (matrix_allocate(n, 2 * (uint64_t)n, &a) != OK) abort();
    for (uint32_t i = 0; i < n; i++) {
        bool own = i / 1000 % 3 == 2;
        for (int side = -1; side <= 1; side += 2) {
            if ((side < 0 && i == 0) || (side > 0 && i + 1 == n)) continue;
            a.off.col[kept] = i + (uint32_t)side;
            a.off.val[kept] = own ? random_unit(random_bits(seed, 50, kept)) - 0.5 : 0.25 * side;
            kept++;
        }
        a.off.row[i + 1] = kept;
        a.diag[i] = 2 + i % 3;
    }
    a.off.nnz = kept;
    return a;
}

/* out = the dot products of one call, by bits those of each of five. */
static void repeated_dots(struct rows_case *c, double out[NDOTS])
{
    double *there, again[NDOTS];
    assert_ok(c->t->place->allocate(sizeof again, (void **)&there));
    for (int k = 0; k < 5; k++) {
        assert_ok(
            c->ops->apply_dots(&c->stored, c->there_x, c->there_out, c->there_b.entry, there));
        assert_ok(c->t->place->get(again, there, NDOTS, sizeof *again));
        if (k == 0) memcpy(out, again, sizeof again);
        assert_memory_equal(out, again, sizeof again);
    }
    c->t->place->release(there);
}

/* Dot products over so many rows repeat bit for bit, and show an entry of x that is none. */
static void dots_of_many_rows(void **state)
{
    const struct target *t = *state;
    const uint32_t n = t->place->on_host ? 20001 : 300001;
    double dots[NDOTS];
    skip_without(t);
    struct rows_case c = {.t = t,
                          .n = n,
                          .a = long_matrix(n),
                          .x = random_vector(seed, 51, n),
                          .b = random_vector(seed, 52, n),
                          .out = malloc(n * sizeof *c.out)};
    assert_non_null(c.out);
    bring(&c, UNSCHEDULED);
    check_apply_dots(&c);
    repeated_dots(&c, dots);
    t->place->release(c.there_x);
    c.x[n - 1] = NAN;
    c.there_x = upload(t, n, c.x);
    repeated_dots(&c, dots);
    for (int k = 0; k < NDOTS; k++) assert_true(isnan(dots[k]));
    take_away(&c);
}

/* PRISM's termination at the entries where a division decides: 0/0 is no change, leaving zero is
 * unconverged, NaN never converges. A = I, so that a sweep brings b. */
static void test_decides_at_zero(void **state)
{
    static const struct {
        double x, b;
        enum criterion criterion;
        bool satisfied;
    } cases[] = {
        {0, 0, RELATIVE, true},    {0, 1e-30, RELATIVE, false},    {0, 1e-30, ABSOLUTE, true},
        {1, 1, RELATIVE, true},    {1, 1.5, RELATIVE, false},      {1, NAN, RELATIVE, false},
        {NAN, 1, RELATIVE, false}, {1, INFINITY, RELATIVE, false}, {1, NAN, ABSOLUTE, false}};
    const struct target *t = *state;
    skip_without(t);
    struct rows_case c = {
        .t = t, .n = 1, .a = random_matrix(seed, 1, SHAPE_DIAGONAL), .omega = 1, .step = 1};
    c.a.diag[0] = 1;
    assert_ok(stored_build_at(t->place, t->layout, t->precision, NULL, &c.a, &c.stored));
    c.ops = find_mat_ops(c.stored.layout, t->place, t->precision); /* auto's choice */
    if (t->place->scheduled)
        assert_ok(schedule_build(&c.a.off, t->place->scheduled, &c.stored.schedule));
    assert_ok(stored_upload(t->place, &c.stored));
    vectors_are_of(&c.stored);
    for (size_t k = 0; k < NOPERATIONS * (sizeof cases / sizeof *cases); k++) {
        enum operation operation = (enum operation)(k % NOPERATIONS);
        const double *x = &cases[k / NOPERATIONS].x, *b = &cases[k / NOPERATIONS].b;
        if (!exists(&c, operation)) continue;
        struct test test = new_test(t, cases[k / NOPERATIONS].criterion, 1e-6, VOTE_BLOCK);
        c.there_x = upload(t, 1, x);
        c.there_b.entry = upload(t, 1, b);
        c.there_out = poisoned(t, 1);
        assert_ok(sweep(&c, operation, true, &test));
        assert_ok(t->place->poll(&test));
        if (test.votes != (cases[k / NOPERATIONS].satisfied ? 0 : TEST_UNSATISFIED))
            fail_msg("%s: %s from %g to %g: votes %d", t->name, operation_names[operation], *x, *b,
                     test.votes);
        t->place->release(c.there_x);
        t->place->release(c.there_b.entry);
        t->place->release(c.there_out);
        t->place->release(test.flag);
    }
    vectors_are_of(NULL);
    stored_free(&c.stored);
    matrix_free(&c.a);
}

int main(void)
{
    seed_begin();
    for (int p = 0; p < place_count; p++)
        for (int bits = 0; bits < NREALS; bits++)
            for (int l = 0; l < layout_count; l++) {
                const struct mat_ops *ops =
                    find_mat_ops(layouts[l], places[p], (enum precision)bits);
                if ((places[p]->probe() == OK && !ops) || layouts[l]->makes_rows) continue;
                if (ops && ops->apply_dots)
                    list_target("dots of many rows", dots_of_many_rows, layouts[l], places[p],
                                bits);
                list_target("rows match plain loops", rows_match_plain_loops, layouts[l], places[p],
                            bits);
                list_target("test decides at zero", test_decides_at_zero, layouts[l], places[p],
                            bits);
            }
    return run_listed("operations", NULL, NULL);
}
