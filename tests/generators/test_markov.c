/* Random chains of a chosen structure: each shape's places and lengths, I - P and b as a chain has
 * them, the same bits for any number of threads, and seeds that keep their meaning. */
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
#include "tests/support/csr_sound.h"
#include "tests/support/teams.h"

static const char *const shapes[] = {"uniform", "banded", "blocks", "staircase", "fractal"};
enum { NSHAPES = sizeof shapes / sizeof *shapes };

static enum status try_make(const char *parameters, struct linear *out)
{
    union argument arguments[MAX_ARGUMENTS];
    const struct generator *generator = find_generator("markov");
    *out = (struct linear){0};
    enum status status = generator_arguments(generator, parameters, arguments);
    return status == OK ? generator->make(arguments, out) : status;
}

static struct linear make(const char *format, ...)
{
    char parameters[128];
    va_list list;
    struct linear out;
    va_start(list, format);
    vsnprintf(parameters, sizeof parameters, format, list);
    va_end(list);
    if (try_make(parameters, &out) != OK) fail_msg("%s: %s", parameters, fail_message());
    return out;
}

static uint32_t length_of(const struct csr *a, uint32_t i)
{
    return (uint32_t)(a->row[i + 1] - a->row[i]);
}

static bool same(const struct linear *a, const struct linear *b)
{
    const struct csr *p = &a->a.off, *q = &b->a.off;
    size_t bytes = p->rows * sizeof(double);
    return q->rows == p->rows && p->nnz == q->nnz &&
           !memcmp(p->row, q->row, (p->rows + 1ull) * sizeof *p->row) &&
           !memcmp(p->col, q->col, p->nnz * sizeof *p->col) &&
           !memcmp(p->val, q->val, p->nnz * sizeof *p->val) &&
           !memcmp(a->a.diag, b->a.diag, bytes) && !memcmp(a->b, b->b, bytes) &&
           !memcmp(a->x0, b->x0, bytes);
}

/* I - P with P at least 0; each row leaves for the absorbing states with the share that was asked
 * for, and b is part of it. */
static void check_chain(const struct linear *s, double absorbing)
{
    const struct csr *off = &s->a.off;
    double goal = 0, all = 0;
    assert_true(csr_sound(off));
    for (uint32_t i = 0; i < off->rows; i++) {
        double sum = 0, stays = 1 - s->a.diag[i], absorbed;
        assert_true(length_of(off, i) > 0);
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            assert_true(off->val[k] < 0 && off->col[k] != i);
            sum -= off->val[k];
        }
        absorbed = s->a.diag[i] - sum;
        assert_true(stays > -1e-14 && absorbed > 0 &&
                    fabs(absorbed - absorbing * s->a.diag[i]) < 1e-14);
        assert_true(s->b[i] >= 0 && s->b[i] <= absorbed + 1e-14 && s->x0[i] == s->b[i]);
        goal += s->b[i] / absorbed;
        all++;
    }
    if (all >= 1000) assert_true(fabs(goal / all - 0.5) < 0.05); /* 5 standard deviations */
}

static uint64_t distinct(const struct csr *a)
{
    uint64_t count = 0;
    double seen[64];
    for (uint64_t k = 0; k < a->nnz; k++) {
        uint64_t at = 0;
        while (at < count && seen[at] != a->val[k]) at++;
        if (at < count) continue;
        assert_true(count < 64);
        seen[count++] = a->val[k];
    }
    return count;
}

static void rows_are_a_chain_s(void **state)
{
    static const double absorbing[] = {1e-6, 0.01, 0.3, 0.999};
    for (size_t k = 0; k < NSHAPES; k++)
        for (size_t a = 0; a < 4; a++) {
            struct linear s =
                make("n=1000,shape=%s,absorbing=%g,seed=%zu", shapes[k], absorbing[a], a);
            check_chain(&s, absorbing[a]);
            for (uint32_t i = 0; i < 1000; i++)
                assert_true(fabs(s.a.diag[i] - 1) < 1e-14); /* no state stays */
            linear_free(&s);
            s = make("n=1000,shape=%s,absorbing=%g,seed=%zu,values=7", shapes[k], absorbing[a], a);
            check_chain(&s, absorbing[a]);
            assert_int_equal(distinct(&s.a.off), 7);
            linear_free(&s);
        }
}

/* Jacobi contracts by 1 - absorbing in every step, and the answer is a probability. */
static void probabilities_come_out(void **state)
{
    for (size_t shape = 0; shape < NSHAPES; shape++) {
        struct linear s = make("n=300,shape=%s,absorbing=0.2,row=5,values=3", shapes[shape]);
        double x[300], next[300], change = 1;
        memcpy(x, s.x0, sizeof x);
        for (int sweep = 0; sweep < 40; sweep++) {
            double before = change;
            change = 0;
            for (uint32_t i = 0; i < 300; i++) {
                next[i] = s.b[i];
                for (uint64_t k = s.a.off.row[i]; k < s.a.off.row[i + 1]; k++)
                    next[i] -= s.a.off.val[k] * x[s.a.off.col[k]];
                next[i] /= s.a.diag[i];
                change = fmax(change, fabs(next[i] - x[i]));
            }
            assert_true(sweep == 0 || change <= 0.8 * before * (1 + 1e-9));
            memcpy(x, next, sizeof x);
        }
        for (uint32_t i = 0; i < 300; i++) assert_true(x[i] > 0 && x[i] < 1);
        linear_free(&s);
    }
}

static void rows_are_as_long_as_asked(void **state)
{
    static const struct {
        uint32_t n;
        double row;
    } cases[] = {{20000, 1},  {20000, 1.5}, {20000, 8}, {4096, 33.3},
                 {5000, 200}, {7, 1},       {2, 1},     {1000, 30}};
    for (size_t k = 0; k < NSHAPES; k++)
        for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
            uint32_t n = cases[c].n, shortest = UINT32_MAX, longest = 0;
            if (!strcmp(shapes[k], "fractal") && cases[c].row >= 30) continue;
            struct linear s = make("n=%u,row=%g,shape=%s", n, cases[c].row, shapes[k]);
            double mean = (double)s.a.off.nnz / n;
            for (uint32_t i = 0; i < n; i++) {
                if (length_of(&s.a.off, i) < shortest) shortest = length_of(&s.a.off, i);
                if (length_of(&s.a.off, i) > longest) longest = length_of(&s.a.off, i);
            }
            if (fabs(mean - cases[c].row) > 0.01 * cases[c].row + 3 / sqrt(n) * (cases[c].row > 1))
                fail_msg("%s, n=%u: %g for %g", shapes[k], n, mean, cases[c].row);
            if (strcmp(shapes[k], "fractal"))
                assert_true(shortest >= floor(cases[c].row) && longest <= ceil(cases[c].row));
            else if (cases[c].row > 4) assert_true(longest > 5 * shortest);
            check_chain(&s, 0.01);
            linear_free(&s);
        }
}

/* A shape has no entry at a place that it does not allow, and uses every allowed place in the long
 * run. */
static void places_are_the_shape_s(void **state)
{
    struct linear s = make("n=999,row=10,shape=banded");
    for (uint32_t i = 0; i < 999; i++)
        for (uint64_t k = s.a.off.row[i]; k < s.a.off.row[i + 1]; k++) {
            uint32_t j = s.a.off.col[k], first = i < 10 ? 0 : i > 988 ? 978 : i - 10;
            assert_true(j >= first && j <= first + 20);
        }
    linear_free(&s);
    s = make("n=1010,row=10,shape=blocks"); /* 50 blocks, the last one of 30 */
    for (uint32_t i = 0; i < 1010; i++) {
        uint32_t block = i / 20 < 50 ? i / 20 : 49, outside = 0;
        for (uint64_t k = s.a.off.row[i]; k < s.a.off.row[i + 1]; k++)
            outside += (s.a.off.col[k] / 20 < 50 ? s.a.off.col[k] / 20 : 49) != block;
        assert_true(outside <= 1);
    }
    linear_free(&s);
    s = make("n=1000,row=3.5,shape=staircase");
    for (uint32_t i = 0; i < 1000; i++)
        for (uint64_t k = s.a.off.row[i]; k < s.a.off.row[i + 1]; k++) {
            uint32_t behind = (s.a.off.col[k] + 4000 - (uint32_t)floor(3.5 * i)) % 1000;
            assert_true(behind <= 4); /* one more where the diagonal is skipped */
        }
    linear_free(&s);
}

/* Numbers of successors by distance: alike for every doubling in a fractal, in proportion to
 * distance where uniform. */
static void scales_are_alike_in_a_fractal(void **state)
{
    for (int fractal = 0; fractal < 2; fractal++) {
        struct linear s = make("n=65536,row=6,shape=%s,seed=3", fractal ? "fractal" : "uniform");
        double level[16] = {0};
        for (uint32_t i = 0; i < s.a.off.rows; i++)
            for (uint64_t k = s.a.off.row[i]; k < s.a.off.row[i + 1]; k++)
                level[31 - __builtin_clz(i ^ s.a.off.col[k])]++;
        for (int l = 6; l < 15; l++)
            assert_true(fractal ? fabs(level[l + 1] / level[l] - 1) < 0.1
                                : fabs(level[l + 1] / level[l] - 2) < 0.5);
        linear_free(&s);
    }
}

static void threads_do_not_matter(void **state)
{
    int before = omp_get_max_threads();
    for (size_t k = 0; k < NSHAPES; k++) {
        omp_set_num_threads(1);
        struct linear one = make("n=3000,shape=%s,values=9,seed=5", shapes[k]);
        struct linear other = make("n=3000,shape=%s,values=9,seed=6", shapes[k]);
        omp_set_num_threads(5);
        struct linear many = make("n=3000,shape=%s,values=9,seed=5", shapes[k]);
        assert_true(same(&one, &many));
        assert_false(same(&one, &other));
        linear_free(&one);
        linear_free(&other);
        linear_free(&many);
    }
    omp_set_num_threads(before);
}

/* A seed gives the same system in every version: a checksum of one of each shape. */
static void seeds_keep_their_meaning(void **state)
{
    static const uint64_t expected[NSHAPES] = {0x693c18a6be628ad8, 0xf3eaf132291468ec,
                                               0x3a368623ba868c40, 0x7d56b4e83e853ec4,
                                               0x37d5b0beb2f7e15};
    for (size_t shape = 0; shape < NSHAPES; shape++) {
        struct linear s = make("n=60,row=4.5,shape=%s,seed=7,absorbing=0.125", shapes[shape]);
        uint64_t sum = 0;
        for (uint64_t k = 0; k < s.a.off.nnz; k++)
            sum = random_mix(sum + s.a.off.col[k] * 4096ull + (uint64_t)(s.a.off.val[k] * -1000));
        for (uint32_t i = 0; i < 60; i++)
            sum = random_mix(sum + s.a.off.row[i] + (uint64_t)(s.b[i] * 1e6));
        if (sum != expected[shape]) fail_msg("%s: 0x%llx", shapes[shape], (unsigned long long)sum);
        linear_free(&s);
    }
}

static void refusals_name_the_parameter(void **state)
{
    static const struct {
        const char *parameters, *message;
    } cases[] = {{"", "parameter 'n'"},
                 {"n=1", "n=1: must be at least 2"},
                 {"n=100,shape=band", "shape=band: unknown value, did you mean 'banded'?"},
                 {"n=100,row=0.5", "row=0.5: must be at least 1"},
                 {"n=100,row=20000", "at most 10000"},
                 {"n=100,row=100", "rows would have up to 100 entries, and 99 is the limit here"},
                 {"n=1000,row=100,shape=fractal", "and 249 is the limit here"},
                 {"n=1000,row=1.5,shape=fractal,values=-1", "values=-1: needs a whole number"},
                 {"n=10,absorbing=0", "absorbing=0: must be at least 1e-09"},
                 {"n=10,absorbing=1", "at most 0.999"},
                 {"n=4000000000,row=10000", "GB"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct linear out;
        assert_int_equal(try_make(cases[k].parameters, &out), ERROR_INPUT);
        if (!strstr(fail_message(), cases[k].message))
            fail_msg("%s: %s", cases[k].parameters, fail_message());
        assert_null(out.b);
    }
}

/* Full and nearly full rows come to an end too. */
static void dense_rows_come_out(void **state)
{
    for (size_t shape = 0; shape < NSHAPES; shape++) {
        bool fractal = !strcmp(shapes[shape], "fractal");
        for (uint32_t n = 2; n < 70; n++) {
            struct linear s = make("n=%u,row=%u,shape=%s", n, fractal ? 1 : n - 1, shapes[shape]);
            if (!fractal) assert_int_equal(s.a.off.nnz, (uint64_t)n * (n - 1));
            check_chain(&s, 0.01);
            linear_free(&s);
        }
    }
}

static void failing_allocations_leave_nothing(void **state)
{
    union argument arguments[MAX_ARGUMENTS];
    const struct generator *generator = find_generator("markov");
    long k = 0;
    assert_int_equal(generator_arguments(generator, "n=300,shape=fractal,row=4", arguments), OK);
    for (;; k++) {
        struct linear out;
        enum status status = refused_after(k, generator->make(arguments, &out));
        linear_free(&out);
        if (status == OK) break;
        assert_int_equal(status, ERROR_HOST_MEMORY);
        assert_true(k < 100);
    }
    assert_true(k > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_a_chain_s),
        cmocka_unit_test(probabilities_come_out),
        cmocka_unit_test(rows_are_as_long_as_asked),
        cmocka_unit_test(places_are_the_shape_s),
        cmocka_unit_test(scales_are_alike_in_a_fractal),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(seeds_keep_their_meaning),
        cmocka_unit_test(refusals_name_the_parameter),
        cmocka_unit_test(dense_rows_come_out),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    return cmocka_run_group_tests_name("markov", tests, NULL, NULL);
}
