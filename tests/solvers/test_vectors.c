/* The vector operations of every place and precision of the registry against plain loops in f64.
 * One test each; those whose place is missing are skipped. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/operations.h"
#include "tests/support/teams.h"

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
    for (uint32_t i = 0; i < c->n; i++)
        assert_near(t, c->out[i], c->y[i] - 0.75 * c->x[i], 1, "axpy", i);
    assert_ok(c->ops->copy(c->n, c->there_y, y));
    assert_ok(c->ops->xpay(c->n, c->there_x, c->scalar + FACTOR, y));
    download(t, c->n, y, c->out);
    for (uint32_t i = 0; i < c->n; i++)
        assert_near(t, c->out[i], c->x[i] + 0.75 * c->y[i], 1, "xpay", i);
    t->place->release(y);
}

/* Checks the operations that BiCGStab does in one pass. */
static void check_fused(struct vectors_case *c)
{
    const struct target *t = c->t;
    double *r = random_vector(seed, 15, c->n), *v = random_vector(seed, 16, c->n), dot = 0,
           square = 0, rho = 0;
    void *x = upload(t, c->n, c->x), *there_r = upload(t, c->n, r), *there_v = upload(t, c->n, v);
    assert_ok(c->ops->dot_pair(c->n, x, there_r, c->scalar + RESULT));
    for (uint32_t i = 0; i < c->n; i++) {
        dot += c->x[i] * r[i];
        square += c->x[i] * c->x[i];
    }
    assert_near(t, get_scalar(c, RESULT), dot, sqrt(c->n), "dot_pair, x . y", 0);
    assert_near(t, get_scalar(c, RESULT + 1), square, square, "dot_pair, x . x", 0);

    assert_ok(c->ops->iterate(c->n, c->scalar + FACTOR, c->there_y, c->scalar + THREE, there_v,
                              c->there_x, x, there_r, c->scalar + RESULT));
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

    assert_ok(
        c->ops->direction(c->n, there_r, c->scalar + FACTOR, c->scalar + TWO, c->there_y, there_v));
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
    assert_ok(c->ops->combine(c->scalar + THREE, c->scalar + FACTOR, c->scalar + TWO,
                              c->scalar + RESULT));
    assert_true(get_scalar(c, RESULT) == 1.5);
    assert_ok(c->ops->advance(c->n, c->scalar + FACTOR, c->scalar + THREE, c->scalar + TWO,
                              c->there_x, c->there_y, x, there_r, there_p));
    download(t, c->n, x, c->out);
    for (uint32_t i = 0; i < c->n; i++)
        assert_near(t, c->out[i], c->x[i] + 0.75 * p[i] + 3 * r[i], 4, "advance, x", i);
    download(t, c->n, there_r, c->out);
    for (uint32_t i = 0; i < c->n; i++)
        assert_near(t, c->out[i], r[i] - 3 * c->x[i], 4, "advance, r", i);
    download(t, c->n, there_p, c->out);
    for (uint32_t i = 0; i < c->n; i++)
        assert_near(t, c->out[i], r[i] - 3 * c->x[i] + 2 * (p[i] - 3 * c->y[i]), 12, "advance, p",
                    i);
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
            new_test(c->t, criterion,
                     size * (below ? 0.999 : 1.001) / (criterion == RELATIVE ? 8 : 1), VOTE_BLOCK);
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
        for (uint32_t i = 0; i < c->n; i++)
            assert_near(t, c->out[i], c->y[i] - 0.75 * c->x[i], 1, "axpy_small", i);
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
    assert_ok(c->ops->finite(c->n, 1, c->there_x, &finite));
    assert_true(finite);
    for (size_t k = 0; k < 3; k++) {
        uint32_t at = (uint32_t)random_below(random_bits(seed, 20, k), c->n);
        double kept = c->x[at];
        c->x[at] = bad[k];
        void *x = upload(c->t, c->n, c->x);
        c->x[at] = kept;
        assert_ok(c->ops->finite(c->n, 1, x, &finite));
        assert_false(finite);
        c->t->place->release(x);
    }
}

/* (x_i, 3 x_i + 2) and back; of several cards each has the pairs of its rows. */
static void check_pairs(struct vectors_case *c)
{
    const struct target *t = c->t;
    const size_t all = 2 * (size_t)c->n;
    void *pairs = poisoned(t, all), *copied = poisoned(t, all), *out = poisoned(t, c->n);
    double *got = malloc(all * sizeof *got);
    bool finite = false;
    assert_non_null(got);
    assert_ok(c->ops->to_pairs(c->n, c->there_x, 3, 2, pairs));
    assert_ok(c->ops->copy(all, pairs, copied));
    download_pairs(t, c->n, copied, got);
    for (uint32_t i = 0; i < c->n; i++) {
        assert_near(t, got[2 * i], c->x[i], 1, "first of a pair", i);
        assert_near(t, got[2 * i + 1], 3 * c->x[i] + 2, 5, "second of a pair", i);
    }
    assert_ok(c->ops->finite(c->n, 2, copied, &finite));
    assert_true(finite);
    assert_ok(c->ops->from_pairs(c->n, 2, -1, copied, out));
    download(t, c->n, out, c->out);
    for (uint32_t i = 0; i < c->n; i++)
        assert_near(t, c->out[i], -c->x[i] - 2, 7, "from a pair", i);
    assert_ok(c->ops->to_pairs(c->n, c->there_x, INFINITY, 0, pairs));
    assert_ok(c->ops->finite(c->n, 2, pairs, &finite));
    assert_false(finite);
    void *held[] = {pairs, copied, out};
    for (size_t k = 0; k < 3; k++) t->place->release(held[k]);
    free(got);
}

/* Sums of `count` vectors into y, which is the first of them, with two products or more and its
 * size. */
static void check_blend(struct vectors_case *c, int count)
{
    static const double factor[] = {0.5, -2, 3, 0.25, -1};
    const struct target *t = c->t;
    void *y = upload(t, c->n, c->y);
    const void *const x[] = {y, c->there_x, c->there_y, c->there_x, c->there_x};
    double dot[BLEND_DOTS], wanted[2] = {0}, size = 0, largest = 0;
    const void *with[BLEND_DOTS];
    for (int k = 0; k < BLEND_DOTS; k++) with[k] = k % 2 ? y : c->there_x;
    struct blend how = {.count = count, .factor = factor, .x = x, .y = y};
    assert_ok(c->ops->blend(c->n, &how));
    how = (struct blend){.y = y,
                         .ndots = count + 2,
                         .with = with,
                         .dot = dot,
                         .largest = &largest};
    assert_ok(c->ops->blend(c->n, &how));
    download(t, c->n, y, c->out);
    for (uint32_t i = 0; i < c->n; i++) {
        double sum = 0.5 * c->y[i];
        for (int k = 1; k < count; k++) sum += factor[k] * (k == 2 ? c->y[i] : c->x[i]);
        assert_near(t, c->out[i], count ? sum : c->y[i], 8, "blend", i);
        wanted[0] += c->x[i] * c->out[i];
        wanted[1] += c->out[i] * c->out[i];
        size = fmax(size, fabs(c->out[i]));
    }
    for (int k = 0; k < count + 2; k++)
        assert_near(t, dot[k], wanted[k % 2],
                    fabs(wanted[k % 2]) + (k % 2 ? 0 : 8 * sqrt(c->n)), "blend, dot", (uint32_t)k);
    assert_true(largest == size);
    t->place->release(y);
}

/* An entry that is no number is found in whichever part of the rows it is. */
static void check_blended_nan(struct vectors_case *c)
{
    const uint32_t at = (uint32_t)random_below(random_bits(seed, 21, c->n), c->n);
    const double kept = c->x[at];
    double largest = 0;
    c->x[at] = NAN;
    void *x = upload(c->t, c->n, c->x);
    c->x[at] = kept;
    assert_ok(c->ops->blend(c->n, &(struct blend){.y = x, .largest = &largest}));
    assert_true(isnan(largest));
    c->t->place->release(x);
}

/* x / y, and some entries set, of which each part of the rows may have some. */
static void check_quotient(struct vectors_case *c)
{
    const struct target *t = c->t;
    const uint64_t rows[] = {0, c->n / 3, c->n / 2, c->n - 1};
    void *d = upload(t, c->n, c->y), *y = poisoned(t, c->n), *there;
    assert_ok(t->place->allocate(sizeof rows, &there));
    assert_ok(t->place->put(there, rows, sizeof rows));
    assert_ok(c->ops->quotient(c->n, c->there_x, d, y));
    assert_ok(c->ops->set(4, there, 0.5, y));
    download(t, c->n, y, c->out);
    for (uint32_t i = 0; i < c->n; i++) {
        const bool is_set = i == rows[0] || i == rows[1] || i == rows[2] || i == rows[3];
        const double wanted = is_set ? 0.5 : c->x[i] / c->y[i];
        assert_near(t, c->out[i], wanted, fabs(wanted), "quotient", i);
    }
    t->place->release(d);
    t->place->release(y);
    t->place->release(there);
}

/* The weight of each class; the largest entries of a class stand in two of its rows. Then factors.
 */
static void check_classes(struct vectors_case *c, uint32_t count)
{
    const struct target *t = c->t;
    uint32_t *of_row = calloc(c->n, sizeof *of_row);
    double *x = malloc(c->n * sizeof *x), *factor = malloc(count * sizeof *factor);
    struct weight *wanted = calloc(count, sizeof *wanted), *got = calloc(count, sizeof *got);
    struct row_classes classes;
    assert_true(of_row && x && factor && wanted && got);
    for (uint32_t k = 0; k < count; k++) {
        factor[k] = 0.5 * (k + 1);
        wanted[k].largest = -INFINITY;
    }
    for (uint32_t i = 0; i < c->n; i++) {
        of_row[i] = (uint32_t)random_below(random_bits(seed, 22, i), count);
        x[i] = (double)random_below(random_bits(seed, 23, i), 9) - 4;
        struct weight *its = &wanted[of_row[i]];
        its->sum += x[i];
        if (x[i] > its->largest) its->largest = x[i], its->row = i;
    }
    void *there = upload(t, c->n, x);
    assert_ok(row_classes_create(t->place, c->n, count, of_row, &classes));
    assert_ok(c->ops->weigh(c->n, there, &classes, got));
    for (uint32_t k = 0; k < count; k++) {
        assert_true(got[k].sum == wanted[k].sum);
        assert_true(got[k].largest == wanted[k].largest);
        assert_int_equal(got[k].row, wanted[k].row);
    }
    assert_ok(c->ops->rescale(c->n, factor, &classes, there));
    download(t, c->n, there, c->out);
    for (uint32_t i = 0; i < c->n; i++) assert_true(c->out[i] == x[i] * factor[of_row[i]]);
    row_classes_free(t->place, &classes);
    t->place->release(there);
    free(of_row);
    free(x);
    free(factor);
    free(wanted);
    free(got);
}

/* Checks the operations for preconditioned methods. */
static void check_preconditioned(struct vectors_case *c)
{
    if (!c->ops->blend) return;
    for (int count = 0; count <= 5; count++) check_blend(c, count);
    check_blended_nan(c);
    check_quotient(c);
    check_classes(c, 1);
    check_classes(c, 3);
    check_classes(c, 600);
}

static struct matrix diagonal_matrix(uint32_t n)
{
    struct matrix a = {.diag = malloc(n * sizeof *a.diag)};
    assert_non_null(a.diag);
    for (uint32_t i = 0; i < n; i++) a.diag[i] = 1;
    assert_ok(csr_from_triplets(n, 0, NULL, &a.off));
    return a;
}

/* Vectors are those of a matrix: several cards have windows of them. */
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
    struct matrix a = diagonal_matrix(n);
    struct stored stored;
    assert_ok(stored_build_at(t->place, find_layout("msr"), t->precision, NULL, &a, &stored));
    assert_ok(stored_upload(t->place, &stored));
    vectors_are_of(&stored);
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
    check_pairs(&c);
    check_preconditioned(&c);
    t->place->release(c.there_x);
    t->place->release(c.there_y);
    t->place->release(c.scalar);
    vectors_are_of(NULL);
    stored_free(&stored);
    matrix_free(&a);
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

int main(void)
{
    seed_begin();
    for (int p = 0; p < place_count; p++)
        for (int bits = 0; bits < NREALS; bits++) {
            list_target("vectors match plain loops", vectors_match_plain_loops, NULL, places[p],
                        bits);
            list_target("sums repeat bit for bit", sums_repeat_bit_for_bit, NULL, places[p], bits);
        }
    return run_listed("vectors", NULL, NULL);
}
