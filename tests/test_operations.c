/* The row and vector operations of every layout, place and precision of the registry against plain loops in f64, on
 * random matrices of awkward shapes. One test each; those whose place is missing are skipped. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "solvers/solve.h"
#include "tests/random_matrix.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static uint64_t seed;

struct target {
    char name[64];
    const struct layout *layout; /* NULL for vector operations */
    const struct place *place;
    enum precision precision;
};

static double tolerance(const struct target *t)
{
    return t->precision == F32 ? 2e-5 : 1e-13;
}

static void assert_near(const struct target *t, double got, double wanted, double size, const char *what, uint32_t i)
{
    if (!(fabs(got - wanted) <= tolerance(t) * (1 + size)))
        fail_msg("%s, seed %llu: %s entry %u is %.17g, not %.17g", t->name, (unsigned long long)seed, what, i, got,
                 wanted);
}

static void assert_ok(enum status status)
{
    if (status != OK) fail_msg("%s", fail_message());
}

static void skip_without(const struct target *t)
{
    if (t->place->probe() != OK) skip();
}

/* Vectors between host and place, in the precision of the target. */

static size_t bytes_of(const struct target *t, size_t n)
{
    return n * (t->precision == F32 ? sizeof(float) : sizeof(double));
}

static void *upload(const struct target *t, size_t n, const double *from)
{
    void *there = NULL;
    float *narrow = malloc((n + 1) * sizeof *narrow);
    assert_non_null(narrow);
    for (size_t i = 0; i < n; i++) narrow[i] = (float)from[i];
    assert_ok(t->place->allocate(bytes_of(t, n), &there));
    assert_ok(t->place->put(there, t->precision == F32 ? (const void *)narrow : from, bytes_of(t, n)));
    assert_ok(t->place->synchronise());
    free(narrow);
    return there;
}

static void download(const struct target *t, size_t n, const void *there, double *to)
{
    float *narrow = malloc((n + 1) * sizeof *narrow);
    assert_non_null(narrow);
    assert_ok(t->place->get(t->precision == F32 ? (void *)narrow : to, there, n, bytes_of(t, 1)));
    if (t->precision == F32)
        for (size_t i = 0; i < n; i++) to[i] = narrow[i];
    free(narrow);
}

/* A vector of NaN: whatever an operation does not write stays visible. */
static void *poisoned(const struct target *t, size_t n)
{
    double *nan_vector = malloc((n + 1) * sizeof *nan_vector);
    assert_non_null(nan_vector);
    for (size_t i = 0; i < n; i++) nan_vector[i] = NAN;
    void *there = upload(t, n, nan_vector);
    free(nan_vector);
    return there;
}

static struct test new_test(const struct target *t, enum criterion criterion, double epsilon, enum vote vote)
{
    struct test test = {.criterion = criterion, .epsilon = epsilon, .scale = 1, .vote = vote};
    const int none = 0;
    assert_ok(t->place->allocate(sizeof *test.flag, (void **)&test.flag));
    assert_ok(t->place->put(test.flag, &none, sizeof none));
    assert_ok(t->place->synchronise());
    return test;
}

/* Row operations */

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
    for (uint64_t k = c->a.off.row[i]; k < c->a.off.row[i + 1]; k++) sum += c->a.off.val[k] * c->x[c->a.off.col[k]];
    return sum;
}

static void check_apply(struct rows_case *c)
{
    assert_ok(c->ops->apply(&c->stored, c->there_x, c->there_out));
    download(c->t, c->n, c->there_out, c->out);
    for (uint32_t i = 0; i < c->n; i++)
        assert_near(c->t, c->out[i], row_sum(c, i) + c->a.diag[i] * c->x[i], fabs(c->a.diag[i]), "A x", i);
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
        const double products[NDOTS] = {[DOT_QY] = q * y, [DOT_XY] = x * y, [DOT_YY] = y * y, [DOT_QX] = q * x};
        assert_near(c->t, c->out[i], y, fabs(c->a.diag[i]), "A x with dots", i);
        for (int k = 0; k < NDOTS; k++) {
            wanted[k] += products[k];
            size[k] += fabs(products[k]) + fabs(c->a.diag[i]) * (1 + fabs(y));
        }
    }
    for (int k = 0; k < NDOTS; k++) assert_near(c->t, got[k], wanted[k], size[k], "dot product", (uint32_t)k);
    c->t->place->release(there);
}

static void check_residual(struct rows_case *c, bool with_b)
{
    assert_ok(c->ops->residual(&c->stored, with_b ? c->there_b.entry : NULL, c->there_x, c->there_out));
    download(c->t, c->n, c->there_out, c->out);
    for (uint32_t i = 0; i < c->n; i++) {
        double wanted = (with_b ? c->b[i] : 0) - row_sum(c, i) - c->a.diag[i] * c->x[i];
        assert_near(c->t, c->out[i], wanted, fabs(c->a.diag[i]), "b - A x", i);
    }
}

/* The sweeps: what each makes of x in wanted, and the operation that does it to there_out. */

enum operation { JACOBI, POWER, ASCENDING, DESCENDING, NOPERATIONS };

static const char *const operation_names[] = {"Jacobi", "power", "Gauss-Seidel", "Gauss-Seidel backward"};

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
        else c->wanted[i] = operation == POWER ? old[i] + c->step * (off - c->a.diag[i] * old[i]) : jacobi;
    }
}

static bool exists(const struct rows_case *c, enum operation operation)
{
    if (operation >= ASCENDING) return c->ops->gauss_seidel != NULL;
    return operation == JACOBI ? c->ops->jacobi != NULL : c->ops->power != NULL;
}

static enum status sweep(const struct rows_case *c, enum operation operation, bool with_b, struct test *test)
{
    const struct rhs *b = with_b ? &c->there_b : NULL;
    if (operation == JACOBI) return c->ops->jacobi(&c->stored, b, c->there_x, c->there_out, c->omega, test);
    if (operation == POWER) return c->ops->power(&c->stored, b, c->there_x, c->there_out, c->step, test);
    enum status status = c->t->place->vec[c->t->precision]->copy(c->n, c->there_x, c->there_out);
    if (status != OK) return status;
    return c->ops->gauss_seidel(&c->stored, b ? b->entry : NULL, c->there_out, operation == DESCENDING, test);
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
static void check_sweep(struct rows_case *c, enum operation operation, enum criterion criterion, bool with_b,
                        enum vote vote)
{
    sweep_plainly(c, operation, with_b);
    double largest = largest_change(c, criterion);
    for (int below = 0; below < 2; below++) {
        struct test test = new_test(c->t, criterion, largest * (below ? 0.999 : 1.001), vote);
        assert_ok(sweep(c, operation, with_b, &test));
        assert_ok(c->t->place->poll(&test));
        if (largest > 0 && isfinite(largest)) assert_int_equal(test.votes, below ? TEST_UNSATISFIED : 0);
        assert_ok(c->t->place->poll(&test));
        assert_int_equal(test.votes, 0);
        c->t->place->release(test.flag);
    }
    download(c->t, c->n, c->there_out, c->out);
    for (uint32_t i = 0; i < c->n; i++) assert_near(c->t, c->out[i], c->wanted[i], 1, operation_names[operation], i);
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
    bool library = !find_mat_ops(c->t->layout, places[0], c->t->precision); /* cuSPARSE may add up in another order */
    for (uint32_t i = 0; library && i < c->n; i++) assert_near(c->t, c->out[i], untested[i], 1, "untested", i);
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
    c->there_x = upload(t, c->n, c->x);
    c->there_b.entry = upload(t, c->n, c->b);
    c->there_out = poisoned(t, c->n);
}

static void take_away(struct rows_case *c)
{
    c->t->place->release(c->there_x);
    c->t->place->release(c->there_b.entry);
    c->t->place->release(c->there_out);
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
            if (exists(&c, (enum operation)operation)) check_sweeps(&c, (enum operation)operation, with_b);
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

/* More rows than a GPU has threads: neighbours on either side with one value everywhere, or, in each third stretch of
 * 1,000 rows, values that occur nowhere else. */
static struct matrix long_matrix(uint32_t n)
{
    struct matrix a = {0};
    uint64_t kept = 0;
    if (csr_allocate(n, 2 * (uint64_t)n, &a.off) != OK) abort();
    a.diag = malloc(n * sizeof *a.diag);
    if (!a.diag) abort();
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
        assert_ok(c->ops->apply_dots(&c->stored, c->there_x, c->there_out, c->there_b.entry, there));
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

/* PRISM's termination at the entries where a division decides: 0/0 is no change, leaving zero is unconverged, NaN never
 * converges. A = I, so that a sweep brings b. */
static void test_decides_at_zero(void **state)
{
    static const struct {
        double x, b;
        enum criterion criterion;
        bool satisfied;
    } cases[] = {{0, 0, RELATIVE, true},    {0, 1e-30, RELATIVE, false},    {0, 1e-30, ABSOLUTE, true},
                 {1, 1, RELATIVE, true},    {1, 1.5, RELATIVE, false},      {1, NAN, RELATIVE, false},
                 {NAN, 1, RELATIVE, false}, {1, INFINITY, RELATIVE, false}, {1, NAN, ABSOLUTE, false}};
    const struct target *t = *state;
    skip_without(t);
    struct rows_case c = {.t = t, .n = 1, .a = random_matrix(seed, 1, SHAPE_DIAGONAL), .omega = 1, .step = 1};
    c.a.diag[0] = 1;
    assert_ok(stored_build_at(t->place, t->layout, t->precision, NULL, &c.a, &c.stored));
    c.ops = find_mat_ops(c.stored.layout, t->place, t->precision); /* auto's choice */
    if (t->place->scheduled) assert_ok(schedule_build(&c.a.off, t->place->scheduled, &c.stored.schedule));
    assert_ok(stored_upload(t->place, &c.stored));
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
            fail_msg("%s: %s from %g to %g: votes %d", t->name, operation_names[operation], *x, *b, test.votes);
        t->place->release(c.there_x);
        t->place->release(c.there_b.entry);
        t->place->release(c.there_out);
        t->place->release(test.flag);
    }
    stored_free(&c.stored);
    matrix_free(&c.a);
}

/* Sweeps in place where rows go side by side: the bits of one core, whatever the levels. */

enum { MOST_LEVELS = 5000, MOST_ENTRIES_A_ROW = 2, SWEEPS = 3 };

/* Levels of `width` rows each; nlevels = 0 ends a list. */
struct widths {
    uint32_t nlevels, width;
};

/* Levels of these widths in turn, numbered one after the other. A row shares an entry with one of the level before its
 * own and with one of any level before; either of the two rows has it. */
static struct matrix level_matrix(const struct widths *widths)
{
    struct matrix a = {0};
    uint32_t start[MOST_LEVELS + 1] = {0}, nlevels = 0;
    uint64_t count = 0;
    for (const struct widths *w = widths; w->nlevels; w++)
        for (uint32_t l = 0; l < w->nlevels; l++, nlevels++) start[nlevels + 1] = start[nlevels] + w->width;
    uint32_t n = start[nlevels];
    struct triplet *triplet = calloc((size_t)MOST_ENTRIES_A_ROW * n, sizeof *triplet);
    a.diag = calloc(n, sizeof *a.diag);
    if (!triplet || !a.diag) abort();
    for (uint32_t l = 0; l < nlevels; l++)
        for (uint32_t i = start[l]; i < start[l + 1]; i++) {
            a.diag[i] = 3;
            for (uint32_t e = 0; e < MOST_ENTRIES_A_ROW && l > 0; e++) {
                uint64_t bits = random_bits(seed, 40 + e, i);
                uint32_t first = e == 0 ? start[l - 1] : 0;
                uint32_t j = first + (uint32_t)random_below(bits, start[l] - first);
                double value = random_unit(random_bits(seed, 42 + e, i)) - 0.5;
                triplet[count++] = bits & 1 ? (struct triplet){i, j, value} : (struct triplet){j, i, value};
            }
        }
    assert_ok(csr_from_triplets(n, count, triplet, &a.off));
    free(triplet);
    return a;
}

/* As a chain's: row 5 k + l is in level l and reads rows of level l - 1 that stand before it, and one of level l + 1
 * behind it. */
static struct matrix interleaved_matrix(void)
{
    enum { LEVELS = 5, WIDTH = SCHEDULE_WIDE + 76, N = LEVELS * WIDTH };
    struct matrix a = {0};
    struct triplet *triplet = calloc(2 * N, sizeof *triplet);
    uint64_t count = 0;
    a.diag = calloc(N, sizeof *a.diag);
    if (!triplet || !a.diag) abort();
    for (uint32_t i = 0; i < N; i++) {
        uint32_t l = i % LEVELS, k = i / LEVELS, other = (uint32_t)random_below(random_bits(seed, 44, i), k + 1);
        a.diag[i] = 3;
        if (l > 0) triplet[count++] = (struct triplet){i, LEVELS * other + l - 1, -0.5};
        if (l + 1 < LEVELS) triplet[count++] = (struct triplet){i, i + 1, random_unit(random_bits(seed, 45, i))};
    }
    assert_ok(csr_from_triplets(N, count, triplet, &a.off));
    free(triplet);
    return a;
}

/* One row reads all others; those have no entries. */
static struct matrix full_row_matrix(void)
{
    enum { N = 2 * SCHEDULE_WIDE + 100, FULL = SCHEDULE_WIDE + 30 };
    struct matrix a = {0};
    a.diag = calloc(N, sizeof *a.diag);
    assert_ok(csr_allocate(N, N - 1, &a.off));
    assert_non_null(a.diag);
    for (uint32_t i = 0, k = 0; i < N; i++) {
        a.diag[i] = 2;
        for (uint32_t j = 0; i == FULL && j < N; j++)
            if (j != i) a.off.col[k] = j, a.off.val[k++] = random_unit(random_bits(seed, 46, j));
        a.off.row[i + 1] = k;
    }
    return a;
}

/* x (as many doubles as a has rows) := a few sweeps at the target's place; a bit for each that failed the test. */
static unsigned sweep_in_place(const struct target *t, const struct matrix *a, bool descending, const struct test *like,
                               double *x)
{
    struct stored stored;
    unsigned failed = 0;
    double *start = random_vector(seed, 47, a->off.n), *b = random_vector(seed, 48, a->off.n);
    void *there = upload(t, a->off.n, start), *there_b = upload(t, a->off.n, b);
    struct test test = new_test(t, like->criterion, like->epsilon, like->vote);
    assert_ok(stored_build_at(t->place, t->layout, t->precision, NULL, a, &stored));
    if (t->place->scheduled) assert_ok(schedule_build(&a->off, t->place->scheduled, &stored.schedule));
    assert_ok(stored_upload(t->place, &stored));
    const struct mat_ops *ops = find_mat_ops(stored.layout, t->place, t->precision);
    for (int k = 0; k < SWEEPS; k++) {
        assert_ok(ops->gauss_seidel(&stored, there_b, there, descending, &test));
        assert_ok(t->place->poll(&test));
        failed |= test.votes == TEST_UNSATISFIED ? 1u << k : 0;
    }
    download(t, a->off.n, there, x);
    t->place->release(test.flag);
    t->place->release(there);
    t->place->release(there_b);
    stored_free(&stored);
    free(start);
    free(b);
    return failed;
}

/* Bit for bit what place seq gets. */
static void check_in_place(const struct target *t, struct matrix a)
{
    const struct test tests[] = {{.criterion = RELATIVE, .epsilon = 1e-9, .vote = VOTE_BLOCK},
                                 {.criterion = ABSOLUTE, .epsilon = 1e9, .vote = VOTE_STORE}};
    struct target one = *t;
    size_t bytes = a.off.n * sizeof(double);
    double *x = malloc(bytes), *y = malloc(bytes);
    assert_non_null(x);
    assert_non_null(y);
    one.place = places[0];
    assert_false(one.place->scheduled);
    for (int k = 0; k < 4; k++) {
        unsigned failed = sweep_in_place(t, &a, k & 1, &tests[k / 2], x);
        if (k < 2) assert_true(failed & 1);
        else assert_int_equal(failed, 0);
        if (failed != sweep_in_place(&one, &a, k & 1, &tests[k / 2], y) || memcmp(x, y, bytes))
            fail_msg("%s, seed %llu: %u rows, %s: not what seq gets", t->name, (unsigned long long)seed, a.off.n,
                     k & 1 ? "descending" : "ascending");
    }
    free(x);
    free(y);
    matrix_free(&a);
}

static void sweeps_in_place_are_exact(void **state)
{
    enum { WIDE = SCHEDULE_WIDE };
    static const struct widths lists[][6] = {{{1, 1}},
                                             {{1, 3 * WIDE}},
                                             {{300, 1}},
                                             {{2, 31}, {1, 32}, {3, 33}, {1, 1}, {1, 31}},
                                             {{1, WIDE - 1}, {2, WIDE}, {1, WIDE + 1}, {2, WIDE - 1}},
                                             {{1, 3 * WIDE}, {1, 1}, {1, 1400}, {20, 7}, {1, WIDE}},
                                             {{30, 2}, {2, 2 * WIDE + 1}, {3, 900}, {1, WIDE + 33}, {1, 5}}};
    const struct target *t = *state;
    skip_without(t);
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) check_in_place(t, level_matrix(lists[k]));
    check_in_place(t, interleaved_matrix());
    check_in_place(t, full_row_matrix());
}

/* Vector operations */

struct vectors_case {
    const struct target *t;
    const struct vec_ops *ops;
    uint32_t n;
    double *x, *y, *out;
    void *there_x, *there_y;
    double *scalar; /* place memory: 0.75, 3, 2, 4, 0 and room for two results */
};

enum { FACTOR, THREE, TWO, FOUR, ZERO, RESULT, NSCALARS = RESULT + 2 };

static double get_scalar(const struct vectors_case *c, int k)
{
    double value = NAN;
    assert_ok(c->t->place->get(&value, c->scalar + k, 1, sizeof value));
    return value;
}

static void check_updates(struct vectors_case *c)
{
    const struct target *t = c->t;
    void *y = upload(t, c->n, c->y);
    assert_ok(c->ops->axpy(c->n, -1, c->scalar + FACTOR, c->there_x, y));
    download(t, c->n, y, c->out);
    for (uint32_t i = 0; i < c->n; i++) assert_near(t, c->out[i], c->y[i] - 0.75 * c->x[i], 1, "axpy", i);
    assert_ok(c->ops->copy(c->n, c->there_y, y));
    assert_ok(c->ops->xpay(c->n, c->there_x, c->scalar + FACTOR, y));
    download(t, c->n, y, c->out);
    for (uint32_t i = 0; i < c->n; i++) assert_near(t, c->out[i], c->x[i] + 0.75 * c->y[i], 1, "xpay", i);
    t->place->release(y);
}

/* What BiCGStab does in one pass. */
static void check_fused(struct vectors_case *c)
{
    const struct target *t = c->t;
    double *r = random_vector(seed, 15, c->n), *v = random_vector(seed, 16, c->n), dot = 0, square = 0, rho = 0;
    void *x = upload(t, c->n, c->x), *there_r = upload(t, c->n, r), *there_v = upload(t, c->n, v);
    assert_ok(c->ops->dot_pair(c->n, x, there_r, c->scalar + RESULT));
    for (uint32_t i = 0; i < c->n; i++) {
        dot += c->x[i] * r[i];
        square += c->x[i] * c->x[i];
    }
    assert_near(t, get_scalar(c, RESULT), dot, sqrt(c->n), "dot_pair, x . y", 0);
    assert_near(t, get_scalar(c, RESULT + 1), square, square, "dot_pair, x . x", 0);

    assert_ok(c->ops->iterate(c->n, c->scalar + FACTOR, c->there_y, c->scalar + THREE, there_v, c->there_x, x, there_r,
                              c->scalar + RESULT));
    download(t, c->n, x, c->out);
    for (uint32_t i = 0; i < c->n; i++)
        assert_near(t, c->out[i], c->x[i] + 0.75 * c->y[i] + 3 * r[i], 4, "iterate, x", i);
    download(t, c->n, there_r, c->out);
    for (uint32_t i = 0; i < c->n; i++) {
        r[i] -= 3 * v[i];
        rho += c->x[i] * r[i];
        assert_near(t, c->out[i], r[i], 4, "iterate, r", i);
    }
    assert_near(t, get_scalar(c, RESULT), rho, 4 * sqrt(c->n), "iterate, q . r", 0);

    assert_ok(c->ops->direction(c->n, there_r, c->scalar + FACTOR, c->scalar + TWO, c->there_y, there_v));
    download(t, c->n, there_v, c->out);
    for (uint32_t i = 0; i < c->n; i++)
        assert_near(t, c->out[i], r[i] + 0.75 * (v[i] - 2 * c->y[i]), 4, "direction", i);
    t->place->release(x);
    t->place->release(there_r);
    t->place->release(there_v);
    free(r);
    free(v);
}

static void check_advance(struct vectors_case *c)
{
    const struct target *t = c->t;
    double *r = random_vector(seed, 17, c->n), *p = random_vector(seed, 18, c->n);
    void *x = upload(t, c->n, c->x), *there_r = upload(t, c->n, r), *there_p = upload(t, c->n, p);
    assert_ok(c->ops->combine(c->scalar + THREE, c->scalar + FACTOR, c->scalar + TWO, c->scalar + RESULT));
    assert_true(get_scalar(c, RESULT) == 1.5);
    assert_ok(c->ops->advance(c->n, c->scalar + FACTOR, c->scalar + THREE, c->scalar + TWO, c->there_x, c->there_y, x,
                              there_r, there_p));
    download(t, c->n, x, c->out);
    for (uint32_t i = 0; i < c->n; i++) assert_near(t, c->out[i], c->x[i] + 0.75 * p[i] + 3 * r[i], 4, "advance, x", i);
    download(t, c->n, there_r, c->out);
    for (uint32_t i = 0; i < c->n; i++) assert_near(t, c->out[i], r[i] - 3 * c->x[i], 4, "advance, r", i);
    download(t, c->n, there_p, c->out);
    for (uint32_t i = 0; i < c->n; i++)
        assert_near(t, c->out[i], r[i] - 3 * c->x[i] + 2 * (p[i] - 3 * c->y[i]), 12, "advance, p", i);
    t->place->release(x);
    t->place->release(there_r);
    t->place->release(there_p);
    free(r);
    free(p);
}

static void check_reductions(struct vectors_case *c)
{
    const struct target *t = c->t;
    double dot = 0, size = 0, change = 0, relative = 0, found;
    for (uint32_t i = 0; i < c->n; i++) {
        double step = fabs(c->y[i] - c->x[i]);
        dot += c->x[i] * c->y[i];
        size = fmax(size, fabs(c->x[i]));
        change = fmax(change, step);
        relative = fmax(relative, step == 0 ? 0 : step / fabs(c->x[i]));
    }
    assert_ok(c->ops->dot(c->n, c->there_x, c->there_y, c->scalar + RESULT));
    assert_near(t, get_scalar(c, RESULT), dot, sqrt(c->n), "dot", 0);
    assert_ok(c->ops->dot_one_thread(c->n, c->there_x, c->there_y, c->scalar + RESULT));
    assert_near(t, get_scalar(c, RESULT), dot, sqrt(c->n), "dot_one_thread", 0);
    assert_ok(c->ops->change(c->n, c->there_x, NULL, RELATIVE, &found));
    assert_near(t, found, size, 1, "largest entry", 0);
    assert_ok(c->ops->change(c->n, c->there_x, c->there_y, ABSOLUTE, &found));
    assert_near(t, found, change, 1, "absolute change", 0);
    assert_ok(c->ops->change(c->n, c->there_x, c->there_y, RELATIVE, &found));
    assert_near(t, found, relative, relative, "relative change", 0);
}

static void check_small(struct vectors_case *c, enum criterion criterion)
{
    double size = 0;
    for (uint32_t i = 0; i < c->n; i++) size = fmax(size, fabs(c->x[i]));
    for (int below = 0; below < 2; below++) {
        struct test test =
            new_test(c->t, criterion, size * (below ? 0.999 : 1.001) / (criterion == RELATIVE ? 8 : 1), VOTE_BLOCK);
        test.scale = 8;
        assert_ok(c->ops->small(c->n, c->there_x, &test));
        assert_ok(c->t->place->poll(&test));
        assert_int_equal(test.votes, below ? TEST_UNSATISFIED : 0);
        c->t->place->release(test.flag);
    }
}

/* axpy, and the test just above and just below its largest entry. */
static void check_axpy_small(struct vectors_case *c)
{
    const struct target *t = c->t;
    double size = 0;
    for (uint32_t i = 0; i < c->n; i++) size = fmax(size, fabs(c->y[i] - 0.75 * c->x[i]));
    for (int below = 0; below < 2; below++) {
        struct test test = new_test(t, RELATIVE, size * (below ? 0.999 : 1.001) / 8, VOTE_BLOCK);
        void *y = upload(t, c->n, c->y);
        test.scale = 8;
        assert_ok(c->ops->axpy_small(c->n, -1, c->scalar + FACTOR, c->there_x, y, &test));
        assert_ok(t->place->poll(&test));
        assert_int_equal(test.votes, below ? TEST_UNSATISFIED : 0);
        download(t, c->n, y, c->out);
        for (uint32_t i = 0; i < c->n; i++) assert_near(t, c->out[i], c->y[i] - 0.75 * c->x[i], 1, "axpy_small", i);
        t->place->release(y);
        t->place->release(test.flag);
    }
}

static void check_scalars(struct vectors_case *c)
{
    struct test test = new_test(c->t, RELATIVE, 1, VOTE_BLOCK);
    double *s = c->scalar;
    assert_ok(c->ops->divide(s + THREE, s + FOUR, NULL, NULL, s + RESULT, &test));
    assert_true(get_scalar(c, RESULT) == 0.75);
    assert_ok(c->ops->divide(s + THREE, s + FOUR, s + TWO, s + FOUR, s + RESULT, &test));
    assert_true(get_scalar(c, RESULT) == 0.375);
    assert_ok(c->ops->copy_scalar(s + THREE, s + RESULT));
    assert_true(get_scalar(c, RESULT) == 3);
    assert_ok(c->t->place->poll(&test));
    assert_int_equal(test.votes, 0);
    assert_ok(c->ops->divide(s + ZERO, s + ZERO, NULL, NULL, s + RESULT, &test));
    assert_true(get_scalar(c, RESULT) == 0);
    assert_ok(c->t->place->poll(&test));
    assert_int_equal(test.votes, TEST_BROKEN);
    c->t->place->release(test.flag);
}

/* One bad entry anywhere is found. */
static void check_finite(struct vectors_case *c)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    bool finite = false;
    assert_ok(c->ops->finite(c->n, c->there_x, &finite));
    assert_true(finite);
    for (size_t k = 0; k < 3; k++) {
        uint32_t at = (uint32_t)random_below(random_bits(seed, 20, k), c->n);
        double kept = c->x[at];
        c->x[at] = bad[k];
        void *x = upload(c->t, c->n, c->x);
        c->x[at] = kept;
        assert_ok(c->ops->finite(c->n, x, &finite));
        assert_false(finite);
        c->t->place->release(x);
    }
}

static void check_vectors(const struct target *t, uint32_t n)
{
    static const double scalars[NSCALARS] = {0.75, 3, 2, 4, 0, NAN, NAN};
    struct vectors_case c = {.t = t,
                             .n = n,
                             .ops = t->place->vec[t->precision],
                             .x = random_vector(seed, 12, n),
                             .y = random_vector(seed, 13, n),
                             .out = malloc((n + 1) * sizeof *c.out)};
    assert_non_null(c.out);
    c.there_x = upload(t, n, c.x);
    c.there_y = upload(t, n, c.y);
    assert_ok(t->place->allocate(sizeof scalars, (void **)&c.scalar));
    assert_ok(t->place->put(c.scalar, scalars, sizeof scalars));
    assert_ok(t->place->synchronise());
    check_updates(&c);
    check_fused(&c);
    if (c.ops->advance) check_advance(&c);
    check_reductions(&c);
    check_axpy_small(&c);
    check_small(&c, RELATIVE);
    check_small(&c, ABSOLUTE);
    check_scalars(&c);
    check_finite(&c);
    t->place->release(c.there_x);
    t->place->release(c.there_y);
    t->place->release(c.scalar);
    free(c.x);
    free(c.y);
    free(c.out);
}

static void vectors_match_plain_loops(void **state)
{
    static const uint32_t sizes[] = {1, 2, 7, 8, 9, 255, 256, 257, 5000, 300001};
    const struct target *t = *state;
    skip_without(t);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) check_vectors(t, sizes[k]);
}

/* Sums must not change from one call to the next: iteration counts depend on it. */
static void sums_repeat_bit_for_bit(void **state)
{
    const struct target *t = *state;
    const uint32_t n = 100003;
    double first[3], again[3], *there_out;
    skip_without(t);
    double *x = random_vector(seed, 14, n);
    void *there = upload(t, n, x);
    assert_ok(t->place->allocate(sizeof again, (void **)&there_out));
    for (int k = 0; k < 20; k++) {
        assert_ok(t->place->vec[t->precision]->dot(n, there, there, there_out));
        assert_ok(t->place->vec[t->precision]->dot_pair(n, there, there, there_out + 1));
        assert_ok(t->place->get(again, there_out, 3, sizeof again[0]));
        if (k == 0) memcpy(first, again, sizeof first);
        assert_memory_equal(again, first, sizeof again);
    }
    t->place->release(there);
    t->place->release(there_out);
    free(x);
}

/* One list of tests from the registries. */

enum { MAX_TESTS = 512 };

static struct CMUnitTest tests[MAX_TESTS];
static struct target targets[MAX_TESTS];
static char names[MAX_TESTS][128];
static size_t ntests;

static void add(const char *what, CMUnitTestFunction run, const struct layout *layout, const struct place *place,
                int bits)
{
    struct target *t = &targets[ntests];
    *t = (struct target){.layout = layout, .place = place, .precision = (enum precision)bits};
    snprintf(t->name, sizeof t->name, "%s/%s/%s", layout ? layout->name : "vectors", precision_names[bits],
             place->name);
    snprintf(names[ntests], sizeof names[0], "%s: %s", what, t->name);
    tests[ntests] = (struct CMUnitTest){.name = names[ntests], .test_func = run, .initial_state = t};
    ntests++;
}

int main(void)
{
    const char *given = getenv("WARPMARK_SEED");
    seed = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    printf("seed %llu (WARPMARK_SEED=%llu repeats it)\n", (unsigned long long)seed, (unsigned long long)seed);
    for (int p = 0; p < place_count; p++) {
        for (int bits = 0; bits < NREALS; bits++) {
            add("vectors match plain loops", vectors_match_plain_loops, NULL, places[p], bits);
            add("sums repeat bit for bit", sums_repeat_bit_for_bit, NULL, places[p], bits);
            for (int l = 0; l < layout_count; l++) {
                const struct mat_ops *ops = find_mat_ops(layouts[l], places[p], (enum precision)bits);
                if (places[p]->probe() == OK && !ops) continue;
                if (ops && ops->apply_dots) add("dots of many rows", dots_of_many_rows, layouts[l], places[p], bits);
                add("rows match plain loops", rows_match_plain_loops, layouts[l], places[p], bits);
                add("test decides at zero", test_decides_at_zero, layouts[l], places[p], bits);
                bool chosen = layouts[l]->chooses && !places[p]->on_host; /* a layout that may not have it */
                if (places[p]->scheduled && ops && ops->gauss_seidel && !chosen)
                    add("sweeps in place are exact", sweeps_in_place_are_exact, layouts[l], places[p], bits);
            }
        }
    }
    return _cmocka_run_group_tests("operations", tests, ntests, NULL, NULL);
}
