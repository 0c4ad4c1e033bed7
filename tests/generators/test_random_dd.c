/* The random diagonally dominant matrices: exact counts, dominance, uniform positions, the same
 * bits for any number of threads, and seeds that keep their meaning. */
#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "generators/generator.h"
#include "tests/support/cmocka.h"
#include "tests/support/teams.h"

static struct linear make(const char *parameters)
{
    union argument arguments[MAX_ARGUMENTS];
    struct linear out;
    const struct generator *generator = find_generator("random_dd");
    if (generator_arguments(generator, parameters, arguments) != OK ||
        generator->make(arguments, &out) != OK)
        fail_msg("%s: %s", parameters, fail_message());
    return out;
}

static bool same(const struct linear *a, const struct linear *b)
{
    uint32_t n = a->a.off.rows;
    const struct csr *p = &a->a.off, *q = &b->a.off;
    return q->rows == n && p->nnz == q->nnz &&
           !memcmp(p->row, q->row, (n + 1ull) * sizeof *p->row) &&
           !memcmp(p->col, q->col, p->nnz * sizeof *p->col) &&
           !memcmp(p->val, q->val, p->nnz * sizeof *p->val) &&
           !memcmp(a->a.diag, b->a.diag, n * sizeof *a->a.diag) &&
           !memcmp(a->b, b->b, n * sizeof *a->b) && !memcmp(a->x0, b->x0, n * sizeof *a->x0);
}

static void check_sound(const struct linear *s, double skip, double value_max)
{
    const struct csr *off = &s->a.off;
    assert_int_equal(off->row[0], 0);
    assert_int_equal(off->row[off->rows], off->nnz);
    for (uint32_t i = 0; i < off->rows; i++) {
        double sum = 0;
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            assert_true(off->col[k] < off->rows && off->col[k] != i);
            assert_true(k == off->row[i] || off->col[k - 1] < off->col[k]);
            assert_true(off->val[k] >= 1 && off->val[k] <= value_max &&
                        off->val[k] == floor(off->val[k]));
            sum += off->val[k];
        }
        assert_true(s->a.diag[i] > sum && s->a.diag[i] >= skip * sum &&
                    s->a.diag[i] < skip * sum + 1.5);
        assert_true(s->b[i] >= 1 && s->b[i] <= 10 && s->b[i] == floor(s->b[i]));
    }
}

static void counts_are_exact(void **state)
{
    static const struct {
        const char *parameters;
        double density, n;
    } cases[] = {{"n=1", 0.1, 1},
                 {"n=2,density=1", 1, 2},
                 {"n=300,density=0.013", 0.013, 300},
                 {"n=257", 0.1, 257},
                 {"n=100,density=1", 1, 100},
                 {"n=1000,density=0.00001", 0.00001, 1000},
                 {"n=77,density=0.5", 0.5, 77},
                 {"n=77,density=0.999", 0.999, 77},
                 {"n=400,density=0.0051", 0.0051, 400}};
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
    static const int threads[] = {2, 3, 7};
    int before = omp_get_max_threads();
    omp_set_num_threads(1);
    struct linear one = make("n=700,density=0.07,seed=5,x0=random"),
                  other = make("n=700,density=0.07,seed=6,x0=random");
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

/* Chi-square over rows and over columns: with 999 degrees of freedom 1300 is about 7 standard
 * deviations. Drawing without putting back makes the variance smaller by 1 - density. */
static void check_uniform(const char *parameters, double density)
{
    enum { N = 1000 };
    struct linear s = make(parameters);
    double expected = (double)s.a.off.nnz / N, rows = 0, columns = 0,
           *column = calloc(N, sizeof *column);
    assert_non_null(column);
    assert_int_equal(s.a.off.rows, N);
    for (uint64_t k = 0; k < s.a.off.nnz; k++) column[s.a.off.col[k]]++;
    for (uint32_t i = 0; i < N; i++) {
        rows += pow((double)(s.a.off.row[i + 1] - s.a.off.row[i]) - expected, 2) / expected /
                (1 - density);
        columns += pow(column[i] - expected, 2) / expected / (1 - density);
    }
    if (!(rows > 700 && rows < 1300 && columns > 700 && columns < 1300))
        fail_msg("%s: %g over rows, %g over columns", parameters, rows, columns);
    free(column);
    linear_free(&s);
}

static void positions_are_uniform(void **state)
{
    check_uniform("n=1000,density=0.003,seed=3", 0.003);
    check_uniform("n=1000,density=0.1,seed=3", 0.1);
    check_uniform("n=1000,density=0.5,seed=3", 0.5);
    check_uniform("n=1000,density=0.9,seed=3", 0.9);
}

/* Every choice of `count` of the six slots of a 3 x 3 matrix is equally likely: chi-square over the
 * seeds, with at most 19 degrees of freedom, where 65 is about 7 standard deviations. */
static void choices_are_uniform(void **state)
{
    enum { SEEDS = 20000 };
    for (int count = 1; count <= 5; count++) {
        static const double choices[] = {0, 6, 15, 20, 15, 6};
        double seen[64] = {0}, square = 0, expected = SEEDS / choices[count];
        for (int seed = 0; seed < SEEDS; seed++) {
            char parameters[64];
            unsigned slots = 0;
            snprintf(parameters, sizeof parameters, "n=3,density=%.3f,seed=%d", count / 6.0, seed);
            struct linear s = make(parameters);
            assert_int_equal(s.a.off.nnz, count);
            for (uint32_t i = 0; i < 3; i++)
                for (uint64_t k = s.a.off.row[i]; k < s.a.off.row[i + 1]; k++)
                    slots |= 1u << (2 * i + s.a.off.col[k] - (s.a.off.col[k] > i));
            seen[slots]++;
            linear_free(&s);
        }
        for (unsigned slots = 0; slots < 64; slots++)
            if (__builtin_popcount(slots) == count)
                square += pow(seen[slots] - expected, 2) / expected;
        if (!(square < 65)) fail_msg("%d of 6 slots: %g", count, square);
    }
}

static void values_are_uniform(void **state)
{
    struct linear s = make("n=1000,density=0.1,value_max=7,rhs_max=5,x0=random");
    double value[8] = {0}, rhs[6] = {0}, start = 0, square = 0;
    for (uint64_t k = 0; k < s.a.off.nnz; k++) value[(int)s.a.off.val[k]]++;
    for (uint32_t i = 0; i < 1000; i++) {
        assert_true(s.x0[i] >= 0 && s.x0[i] < 1);
        rhs[(int)s.b[i]]++;
        start += s.x0[i] / 1000;
    }
    for (int k = 1; k <= 7; k++)
        square += pow(value[k] - s.a.off.nnz / 7.0, 2) / (s.a.off.nnz / 7.0);
    assert_true(square < 40);
    for (int k = 1; k <= 5; k++) assert_true(fabs(rhs[k] - 200) < 90);
    assert_true(fabs(start - 0.5) < 0.06);
    linear_free(&s);
}

/* A seed gives the same system in every version: a checksum of one. */
static void seeds_keep_their_meaning(void **state)
{
    struct linear s = make("n=50,density=0.2,seed=7,x0=random");
    uint64_t sum = 0;
    for (uint64_t k = 0; k < s.a.off.nnz; k++)
        sum = random_mix(sum + s.a.off.col[k] * 64ull + (uint64_t)s.a.off.val[k]);
    for (uint32_t i = 0; i < 50; i++)
        sum = random_mix(sum + (uint64_t)(s.b[i] * 1000 + s.a.diag[i] + s.x0[i] * 1e6));
    assert_int_equal(sum, 0x2cc6611caf28982d);
    linear_free(&s);
}

static void refusals_name_the_parameter(void **state)
{
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
                 {"n", "'n' has no value: write n=VALUE"},
                 {"five", "'five' is not of the form parameter=value"},
                 {"n=5,property=1", "unknown parameter 'property'"}};
    union argument arguments[MAX_ARGUMENTS];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_int_equal(
            generator_arguments(find_generator("random_dd"), cases[k].parameters, arguments),
            ERROR_INPUT);
        if (!strstr(fail_message(), cases[k].message))
            fail_msg("%s: %s", cases[k].parameters, fail_message());
    }
}

static void too_large_is_refused_beforehand(void **state)
{
    static const struct {
        const char *parameters, *message;
    } cases[] = {{"n=4294967294,density=1",
                  "n=4294967294,density=1 with its 1.845e+19 non-zeros would take 2.21e+11 GB"},
                 {"n=3e6,density=0.9,seed=4",
                  "n=3000000,density=0.9 with its 8.1e+12 non-zeros would take 9.72e+04 GB"},
                 {"n=100,density=0.001,diagonal=counted",
                  "no room for the diagonal of 100 rows: with diagonal=counted "
                  "it must be at least 0.01"}};
    union argument arguments[MAX_ARGUMENTS];
    const struct generator *generator = find_generator("random_dd");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct linear out;
        assert_int_equal(generator_arguments(generator, cases[k].parameters, arguments), OK);
        memory_fail_after(0);
        enum status status = generator->make(arguments, &out);
        memory_fail_after(-1);
        assert_int_equal(status, ERROR_INPUT);
        if (!strstr(fail_message(), cases[k].message))
            fail_msg("%s: %s", cases[k].parameters, fail_message());
    }
}

static void failing_allocations_leave_nothing(void **state)
{
    union argument arguments[MAX_ARGUMENTS];
    const struct generator *generator = find_generator("random_dd");
    long k = 0;
    assert_int_equal(generator_arguments(generator, "n=300,density=0.2", arguments), OK);
    for (;; k++) {
        struct linear out;
        enum status status = refused_after(k, generator->make(arguments, &out));
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
        cmocka_unit_test(choices_are_uniform),
        cmocka_unit_test(values_are_uniform),
        cmocka_unit_test(seeds_keep_their_meaning),
        cmocka_unit_test(refusals_name_the_parameter),
        cmocka_unit_test(too_large_is_refused_beforehand),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    return cmocka_run_group_tests_name("random_dd", tests, NULL, NULL);
}
