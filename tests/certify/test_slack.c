/* Long runs whose diagonal is not the sum of the rates. If there are so many rates that their sum
 * loses some of them, only the error of the slack makes the bound true. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "certify/checker.h"
#include "certify/pinned.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/double_checker.h"
#include "tests/support/exact/exact.h"

/* State 0 leads to states 1 and 2 by rate 1, to 3 and 4 by the rate `some`, and to each of the
 * others by the rate `little`; all come back to 1 at rate 1, and 1 to 0 at the rate `back`. In the
 * answer state 0 has 1, and is left at rate 2 + 2 some, without the little ones. */
struct star {
    struct matrix a;
    uint32_t *class_of;
    double *v, *answer, some, little, back;
    uint32_t count; /* of little ones */
};

enum { FIRST = 5 };

static void *room(size_t count, size_t size)
{
    void *made = calloc(count, size);
    assert_non_null(made);
    return made;
}

static double rate_to(const struct star *s, uint32_t j)
{
    return j <= 2 ? 1 : j <= 4 ? s->some : s->little;
}

/* own: the answer at state 1, (2 + 2 some) / back. */
static void star_make(uint32_t count, double own, struct star *s)
{
    const uint32_t n = FIRST + count;
    struct csr *off = &s->a.off;
    s->count = count;
    assert_ok(csr_allocate(n, 2 * (uint64_t)(n - 1), off));
    s->a.diag = room(n, sizeof(double));
    s->class_of = room(n, sizeof *s->class_of);
    s->v = room(n, sizeof(double));
    s->answer = room(n, sizeof(double));
    uint64_t k = 0;
    for (uint32_t i = 0; i < n; i++) {
        off->row[i] = k;
        if (i != 1) off->col[k] = i == 0, off->val[k++] = i == 0 ? -s->back : -rate_to(s, i);
        for (uint32_t j = 0; i == 1 && j < n; j++)
            if (j != 1) off->col[k] = j, off->val[k++] = -1;
        s->a.diag[i] = i == 0 ? 2 : i == 1 ? s->back : 1;
        s->v[i] = i == 0 ? 3 : i == 1 ? 0 : 2;
        s->answer[i] = i == 0 ? 1 : i == 1 ? own : rate_to(s, i);
    }
}

static void star_free(struct star *s)
{
    matrix_free(&s->a);
    free(s->class_of);
    free(s->v);
    free(s->answer);
}

static void add(mpq_t sum, double x, uint32_t times)
{
    mpq_t term, count;
    mpq_inits(term, count, NULL);
    mpq_set_d(term, x);
    mpq_set_ui(count, times, 1);
    mpq_mul(term, term, count);
    mpq_add(sum, sum, term);
    mpq_clears(term, count, NULL);
}

/* Computes the distance of the answer, scaled to mass 1, from pi. With the exact sum E of the
 * rates, both give E to all states except 1 together, in the same shares; pi gives E / back to
 * state 1. */
static void exact_distance(const struct star *s, mpq_t out)
{
    mpq_t rates, right, mass, wrong;
    mpq_inits(rates, right, mass, wrong, NULL);
    add(rates, 2, 1);
    add(rates, s->some, 2);
    add(rates, s->little, s->count);
    mpq_set_d(right, s->back);
    mpq_div(right, rates, right);
    mpq_add(mass, right, rates);
    mpq_div(right, right, mass);
    mpq_set_d(wrong, s->answer[1]);
    mpq_add(mass, wrong, rates);
    mpq_div(wrong, wrong, mass);
    mpq_sub(out, right, wrong);
    mpq_abs(out, out);
    mpq_add(out, out, out);
    mpq_clears(rates, right, mass, wrong, NULL);
}

static void check(const struct star *s, const struct checker *of_times, const struct checker *by)
{
    const uint32_t n = s->a.off.rows;
    double scale, distance, *slack = room(n, sizeof *slack);
    struct times times = {.scale = &scale, .slack = slack};
    const struct check_subject subject = {
        .a = &s->a, .classes = {1, s->class_of}, .v = s->v, .times = &times};
    struct check first, second;
    mpq_t exact;
    mpq_init(exact);
    exact_distance(s, exact);
    assert_ok(check_open(of_times, &subject, &first));
    assert_ok(first.by->times(&first, s->v, &times));
    assert_ok(check_open(by, &subject, &second));
    assert_ok(second.by->long_run(&second, s->answer, &distance));
    check_close(&first);
    check_close(&second);
    assert_true(isfinite(distance));
    if (!exact_within(exact, 0, 0, distance, 1))
        fail_msg("%s with times of %s: the distance is %.17g, proven is %.17g", by->name,
                 of_times->name, mpq_get_d(exact), distance);
    mpq_clear(exact);
    free(slack);
}

/* Each little rate is lost beside 2 in a double. */
static void slack_of_doubles(void **state)
{
    struct star s = {.some = 0.49 * 0x1p-63, .little = 0.49 * 0x1p-63, .back = 1};
    const struct checker *const *all = checkers_here();
    star_make(4000, 2, &s);
    for (size_t k = 0; all[k]; k++) check(&s, checkers[0], all[k]);
    star_free(&s);
}

/* And beside 1 and 2^-54 in two doubles, in all lanes that add them up. Few numbers lead to state
 * 0, so that the sum over these is off by less. 2^54 + 1 is 262145 times another whole number. */
static void slack_of_two_doubles(void **state)
{
    const double other = (double)(((UINT64_C(1) << 54) + 1) / 262145);
    struct star s = {.some = 0x1p-54, .little = 0.49 * 0x1p-107, .back = other * 0x1p-36};
    star_make(1 << 18, 262145 * 0x1p-17, &s);
    check(&s, &checker_doubles, &checker_doubles);
    check(&s, checkers[0], checkers[0]);
    star_free(&s);
}

/* Two states, each left at the same rate. If sums of rates come near the largest double, from
 * an eighth of it on, nothing is known of the slack. */
static void slack_of_the_largest_rates(void **state)
{
    const double share[] = {1. / 17, 1. / 15};
    for (int k = 0; k < 2; k++) {
        uint64_t row[] = {0, 1, 2};
        uint32_t col[] = {1, 0}, class_of[] = {0, 0};
        double rate = DBL_MAX * share[k], val[] = {-rate, -rate}, diag[] = {rate, rate}, scale,
               slack[2];
        const double v[] = {0, 1};
        const struct classes one = {1, class_of};
        const struct matrix a = {.off = {.rows = 2, .nnz = 2, .row = row, .col = col, .val = val},
                                 .diag = diag};
        struct times times = {.scale = &scale, .slack = slack};
        assert_ok(certify_times(&a, &(struct reading){0}, &one, v, &times));
        for (int i = 0; i < 2; i++) assert_true(k ? isinf(slack[i]) : slack[i] == 0);
    }
}

/* An entry of a pinned system is divided by a diagonal that is as wrong, and by the slack. */
static void pinned_systems_count_the_slack(void **state)
{
    double diag[] = {2, 0.5, 4}, slack[] = {-1, -0.125, 0.125};
    const struct matrix a = {.off.rows = 3, .diag = diag};
    const struct times times = {.slack = slack, .slack_share = 0x1p-6};
    const struct reading reading = reading_of_pinned(&a, &times, (struct reading){0x1p-4, 3, true}),
                         off = reading_of_pinned(&a, &times, (struct reading){0});
    assert_true(fabs(reading.entry - 1.01 * (0x1p-3 + 0.5 + 0x1p-5)) < 1e-15);
    assert_true(fabs(off.entry - 1.01 * (0.5 + 0x1p-5)) < 1e-15);
    assert_true(reading.constant == 3 && reading.balanced);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pinned_systems_count_the_slack),
                                       cmocka_unit_test(slack_of_the_largest_rates),
                                       cmocka_unit_test(slack_of_doubles),
                                       cmocka_unit_test(slack_of_two_doubles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
