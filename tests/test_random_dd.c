/* The random diagonally dominant matrices: exact counts, dominance, uniform positions, the same bits for any number of
 * threads, and seeds that keep their meaning. */
#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "generators/generator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static struct linear make(const char *parameters)
{
    union argument arguments[MAX_ARGUMENTS];
    struct linear out;
    const struct generator *generator = find_generator("random_dd");
    if (generator_arguments(generator, parameters, arguments) != OK || generator->make(arguments, &out) != OK)
        fail_msg("%s: %s", parameters, fail_message());
    return out;
}

static bool same(const struct linear *a, const struct linear *b)
{
    uint32_t n = a->a.off.n;
    const struct csr *p = &a->a.off, *q = &b->a.off;
    return q->n == n && p->nnz == q->nnz && !memcmp(p->row, q->row, (n + 1ull) * sizeof *p->row) &&
           !memcmp(p->col, q->col, p->nnz * sizeof *p->col) && !memcmp(p->val, q->val, p->nnz * sizeof *p->val) &&
           !memcmp(a->a.diag, b->a.diag, n * sizeof *a->a.diag) && !memcmp(a->b, b->b, n * sizeof *a->b) &&
           !memcmp(a->x0, b->x0, n * sizeof *a->x0);
}

static void check_sound(const struct linear *s, double dominance, double value_max)
{
    const struct csr *off = &s->a.off;
    assert_int_equal(off->row[0], 0);
    assert_int_equal(off->row[off->n], off->nnz);
    for (uint32_t i = 0; i < off->n; i++) {
        double sum = 0;
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            assert_true(off->col[k] < off->n && off->col[k] != i);
            assert_true(k == off->row[i] || off->col[k - 1] < off->col[k]);
            assert_true(off->val[k] >= 1 && off->val[k] <= value_max && off->val[k] == floor(off->val[k]));
            sum += off->val[k];
        }
        assert_true(s->a.diag[i] > sum && s->a.diag[i] >= dominance * sum && s->a.diag[i] < dominance * sum + 1.5);
        assert_true(s->b[i] >= 1 && s->b[i] <= 10 && s->b[i] == floor(s->b[i]));
    }
}

static void counts_are_exact(void **state)
{
    (void)state;
    static const struct {
        const char *parameters;
        double density, n;
    } cases[] = {{"n=1", 0.1, 1}, {"n=2,density=1", 1, 2}, {"n=300,density=0.013", 0.013, 300}, {"n=257", 0.1, 257},
                 {"n=100,density=1", 1, 100}, {"n=1000,density=0.00001", 0.00001, 1000}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct linear s = make(cases[k].parameters);
        assert_int_equal(s.a.off.nnz, llround(cases[k].density * cases[k].n * (cases[k].n - 1)));
        check_sound(&s, 1.1, 10);
        linear_free(&s);
    }
    struct linear counted = make("n=200,density=0.05,diagonal=counted,dominance=2,value_max=3");
    assert_int_equal(counted.a.off.nnz, 0.05 * 200 * 200 - 200);
    check_sound(&counted, 2, 3);
    linear_free(&counted);
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    static const int threads[] = {2, 3, 7};
    int before = omp_get_max_threads();
    omp_set_num_threads(1);
    struct linear one = make("n=700,density=0.07,seed=5,x0=random"), other = make("n=700,density=0.07,seed=6,x0=random");
    assert_false(same(&one, &other));
    for (size_t k = 0; k < 3; k++) {
        omp_set_num_threads(threads[k]);
        struct linear many = make("n=700,density=0.07,seed=5,x0=random");
        assert_true(same(&one, &many));
        linear_free(&many);
    }
    omp_set_num_threads(before);
    linear_free(&one);
    linear_free(&other);
}

/* Chi-square over rows and over columns: with 999 degrees of freedom 1300 is about 7 standard deviations. */
static void positions_are_uniform(void **state)
{
    (void)state;
    enum { N = 1000 };
    struct linear s = make("n=1000,density=0.1,seed=3");
    double expected = (double)s.a.off.nnz / N, rows = 0, columns = 0, *column = calloc(N, sizeof *column);
    assert_non_null(column);
    for (uint64_t k = 0; k < s.a.off.nnz; k++) column[s.a.off.col[k]]++;
    for (uint32_t i = 0; i < N; i++) {
        rows += pow((double)(s.a.off.row[i + 1] - s.a.off.row[i]) - expected, 2) / expected;
        columns += pow(column[i] - expected, 2) / expected;
    }
    assert_true(rows > 700 && rows < 1300);
    assert_true(columns > 700 && columns < 1300);
    free(column);
    linear_free(&s);
}

/* A seed means the same system in every version: a checksum of one. */
static void seeds_keep_their_meaning(void **state)
{
    (void)state;
    struct linear s = make("n=50,density=0.2,seed=7,x0=random");
    uint64_t sum = 0;
    for (uint64_t k = 0; k < s.a.off.nnz; k++) sum = random_mix(sum + s.a.off.col[k] * 64ull + (uint64_t)s.a.off.val[k]);
    for (uint32_t i = 0; i < 50; i++) sum = random_mix(sum + (uint64_t)(s.b[i] * 1000 + s.a.diag[i] + s.x0[i] * 1e6));
    assert_int_equal(sum, 0x4d0e878a44afa8e3);
    linear_free(&s);
}

static void refusals_name_the_parameter(void **state)
{
    (void)state;
    static const struct {
        const char *parameters, *message;
    } cases[] = {{"", "parameter 'n' (rows) must be given"},
                 {"n=0", "n=0: must be at least 1"},
                 {"n=-3", "n=-3: needs a whole number"},
                 {"n=ten", "n=ten: needs a whole number"},
                 {"n=5,density=0", "density=0: must be above 0"},
                 {"n=5,density=1.01", "density=1.01: must be above 0 and at most 1"},
                 {"n=5,density=nan", "density=nan: needs a number"},
                 {"n=5,n=6", "'n' is given twice"},
                 {"n=5,sed=1", "unknown parameter 'sed', did you mean 'seed'?"},
                 {"n=5,x0=zeros", "x0=zeros: unknown value, did you mean 'zero'?"},
                 {"n=5,dominance=1", "dominance=1: must be above 1"},
                 {"n", "'n' is not of the form parameter=value"},
                 {"n=5,property=1", "unknown parameter 'property'"}};
    union argument arguments[MAX_ARGUMENTS];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_int_equal(generator_arguments(find_generator("random_dd"), cases[k].parameters, arguments), ERROR_INPUT);
        if (!strstr(fail_message(), cases[k].message)) fail_msg("%s: %s", cases[k].parameters, fail_message());
    }
}

static void too_large_is_refused_beforehand(void **state)
{
    (void)state;
    union argument arguments[MAX_ARGUMENTS];
    struct linear out;
    const struct generator *generator = find_generator("random_dd");
    assert_int_equal(generator_arguments(generator, "n=4000000000,density=1", arguments), OK);
    assert_int_equal(generator->make(arguments, &out), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "GB"));
    assert_int_equal(generator_arguments(generator, "n=100,density=0.001,diagonal=counted", arguments), OK);
    assert_int_equal(generator->make(arguments, &out), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "at least 0.01"));
}

static void failing_allocations_leave_nothing(void **state)
{
    (void)state;
    union argument arguments[MAX_ARGUMENTS];
    const struct generator *generator = find_generator("random_dd");
    long k = 0;
    assert_int_equal(generator_arguments(generator, "n=300,density=0.2", arguments), OK);
    for (;; k++) {
        struct linear out;
        memory_fail_after(k);
        enum status status = generator->make(arguments, &out);
        memory_fail_after(-1);
        linear_free(&out);
        if (status == OK) break;
        assert_int_equal(status, ERROR_HOST_MEMORY);
        assert_true(k < 100);
    }
    assert_true(k > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_exact),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(positions_are_uniform),
        cmocka_unit_test(seeds_keep_their_meaning),
        cmocka_unit_test(refusals_name_the_parameter),
        cmocka_unit_test(too_large_is_refused_beforehand),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    return cmocka_run_group_tests_name("random_dd", tests, NULL, NULL);
}
