/* Several sweeps in one pass over memory on the CPU: the iterates and the votes of as many plain
 * sweeps, bit for bit, for every variant, number of threads, reach and size; and which matrices
 * have passes. One test a variant. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/solve.h"
#include "solvers/temporal_block.h"
#include "tests/support/listed.h"
#include "tests/support/made/random_band.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

enum { ROUNDS = 8, MOST_THREADS = 3 };

/* Solves of one problem by passes and by plain sweeps. */
struct pair {
    struct stored stored[2];
    struct solve solve[2];
};

static void open_pair(const struct variant *v, const struct matrix *a, const double *b,
                      const double *x0, struct pair *out)
{
    for (int k = 0; k < 2; k++) {
        struct solve_settings settings = {.max_iterations = 1000, .options = v->options};
        if (k == 1) settings.options.temporal_block = 1;
        assert_ok(stored_build_at(v->place, v->layout, v->precision, &settings.options, a,
                                  &out->stored[k]));
        assert_ok(stored_upload(v->place, &out->stored[k]));
        assert_ok(solve_create(&out->stored[k], v->method, b, &settings, &out->solve[k]));
        assert_ok(solve_reset(&out->solve[k], x0));
    }
}

static void close_pair(struct pair *p)
{
    for (int k = 0; k < 2; k++) {
        solve_free(&p->solve[k]);
        stored_free(&p->stored[k]);
    }
}

/* The votes of a sweep or pass with this epsilon; NAN: without a test, and none. */
static int votes(struct solve *s, enum criterion criterion, double epsilon)
{
    s->tested = !isnan(epsilon);
    s->test.criterion = criterion;
    s->test.epsilon = epsilon;
    assert_ok(s->method->step(s));
    assert_ok(s->place->poll(&s->test));
    return s->test.votes;
}

static void same_vector(const struct pair *p, const void *x, const void *wanted, const char *which)
{
    const struct stored *a = &p->stored[0];
    if (memcmp(x, wanted, a->n * real_size(a->precision)))
        fail_msg("seed %llu, %u rows, reach %u, %u sweeps: another %s iterate",
                 (unsigned long long)seed, (uint32_t)a->n, a->reach, a->temporal_block, which);
}

/* The test of a pass is that of its last sweep: just above the change it holds, at the change it
 * does not, and it is made or left out. Plain sweeps are tested in every row, which takes other
 * code than sweeps without a test. */
static void check_pass(struct pair *p, int pass)
{
    const enum criterion criterion = draw(2) ? RELATIVE : ABSOLUTE;
    struct solve *s = &p->solve[0], *plain = &p->solve[1];
    double change, reported;
    for (unsigned k = 0; k < s->sweeps; k++) votes(plain, criterion, 1e30);
    assert_ok(plain->vec->change(plain->n, plain->work[0], plain->x, criterion, &change));
    const double epsilon[] = {change * (1 + 1e-6), change, NAN};
    const int got = votes(s, criterion, epsilon[pass % 3]);
    if (pass % 3 == 2) assert_int_equal(got, 0);
    else if (isfinite(change) && change > 0) assert_int_equal(got, pass % 3 ? TEST_UNSATISFIED : 0);
    same_vector(p, s->x, plain->x, "last");
    if (s->sweeps > 1) same_vector(p, s->work[0], plain->work[0], "last but one");
    assert_ok(s->method->change(s, &reported));
    assert_memory_equal(&reported, &change, sizeof change);
}

/* Checks the passes of a matrix. Returns whether it has any. */
static bool check_matrix(const struct variant *v, const struct matrix *a)
{
    const uint32_t n = a->off.rows;
    double *b = draw(2) ? random_vector(seed, draw(UINT64_MAX), n) : NULL,
           *x0 = random_vector(seed, draw(UINT64_MAX), n);
    struct pair p;
    open_pair(v, a, b, x0, &p);
    const bool blocked = p.stored[0].temporal_block > 0;
    if (blocked) assert_int_equal(p.stored[0].reach, matrix_reach(&a->off));
    assert_int_equal(p.solve[0].sweeps, blocked ? v->options.temporal_block : 1);
    assert_int_equal(p.solve[1].sweeps, 1);
    for (int pass = 0; pass < 3; pass++) check_pass(&p, pass);
    close_pair(&p);
    free(b);
    free(x0);
    return blocked;
}

/* Draws a matrix of one row, of a few, or of several blocks, with entries near the diagonal or
 * anywhere. */
static struct matrix draw_matrix(void)
{
    const uint32_t n = 1 + (uint32_t)draw(draw(3)   ? 5000
                                          : draw(2) ? 100
                                                    : 3),
                   reach = (uint32_t)draw(draw(2)   ? 12
                                          : draw(2) ? n
                                                    : 1 + n / 12);
    int32_t offset[BAND_OFFSETS];
    const size_t count = draw(BAND_OFFSETS + 1);
    for (size_t k = 0; k < count; k++)
        offset[k] = (int32_t)draw(2 * (uint64_t)reach + 1) - (int32_t)reach;
    return random_band(n, offset, count, 1 + (uint32_t)draw(5), (uint32_t)draw(3) * 200);
}

static void passes_are_sweeps(void **state)
{
    const struct variant *v = *state;
    const int before = omp_get_max_threads();
    size_t blocked = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct matrix a = draw_matrix();
        omp_set_num_threads(1 + (int)draw(MOST_THREADS));
        blocked += check_matrix(v, &a);
        matrix_free(&a);
    }
    omp_set_num_threads(before);
    assert_true(v->layout->chooses || blocked > ROUNDS / 2);
}

/* Writes the methods that have passes as a pattern, such as {jacobi,jor}. */
static void write_methods(char *text, size_t size)
{
    size_t used = 0;
    for (int k = 0; k < method_count; k++) {
        if (!(methods[k]->blocked & ON_HOST)) continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "," : "{",
                                 methods[k]->name);
        assert_true(used < size);
    }
    snprintf(text + used, size - used, "}");
}

/* Returns variants of all methods and layouts that have passes. */
static struct variant *all_variants(int argc, char **argv, size_t *count)
{
    enum { MOST = 32 };
    static char text[MOST][384];
    char *patterns[MOST + 1] = {NULL}, names[256];
    int found = 0;
    write_methods(names, sizeof names);
    for (int k = 0; k < layout_count; k++) {
        if (!(layouts[k]->blocked & ON_HOST)) continue;
        assert_true(found < MOST);
        patterns[found] = text[found];
        snprintf(text[found++], sizeof *text,
                 "%s[temporal_block={2,3,16}]/%s/*/{seq,omp}", names, layouts[k]->name);
    }
    return listed_variants(argc, argv, patterns, count);
}

int main(int argc, char **argv)
{
    size_t count;
    seed_begin();
    struct variant *variants = all_variants(argc, argv, &count);
    for (size_t k = 0; k < count; k++) {
        char *name = name_of(&variants[k]);
        list_test(passes_are_sweeps, &variants[k], "%s", name);
        free(name);
    }
    int failed = run_listed("temporal blocks", NULL, NULL);
    free(variants);
    return failed;
}
