/* Distances from the values of decision processes against the exact ones; and processes made by
 * hand, where vectors fulfil all inequalities and are wrong, or whose system is none. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/team.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/best_value.h"
#include "tests/support/exact/exact.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

enum { MOST = DECISION_STATES };

static struct exact exact;
static mpq_t value[MOST], steps[MOST];
static bool infinite[MOST], endless[MOST];

/* Expected steps to a stated state, or until a row loses them: the most over all schedulers.
 * Returns whether they are finite. */
static bool find_steps(const struct decision_case *c, double *w)
{
    double ones[DECISION_ROWS];
    struct optimum of_steps = c->o;
    bool finite = true;
    for (uint32_t i = 0; i < c->d.n; i++)
        for (uint32_t r = c->d.group[i]; r < c->d.group[i + 1]; r++) ones[r] = !c->stated[i];
    of_steps.b = ones, of_steps.largest = true;
    best_values(&of_steps, &exact, steps, endless);
    for (uint32_t i = 0; i < c->d.n; i++) {
        finite &= !endless[i];
        w[i] = mpq_get_d(steps[i]);
    }
    return finite;
}

static bool accepts_weights(const struct optimum *o, const double *w, double *drift)
{
    rounding_begin((int)draw(ROUNDINGS));
    const bool accepted = certify_drift(o, w, drift);
    rounding_end();
    return accepted;
}

static struct bound distance_of(const struct optimum *o, const double *drift, const double *answer)
{
    rounding_begin((int)draw(ROUNDINGS));
    const struct bound bound = certify_distance(o, drift, answer);
    rounding_end();
    return bound;
}

static bool holds(uint32_t n, const double *answer, const double *w, struct bound bound)
{
    bool holds = true;
    for (uint32_t i = 0; i < n; i++) {
        if (!isfinite(answer[i])) return isinf(bound.below) && isinf(bound.above);
        holds &= exact_within(value[i], answer[i], bound.below, bound.above, w[i]);
    }
    return holds;
}

struct counts {
    unsigned long accepted, forged, answers, finite, wrong;
};

static void try_answers(const struct decision_case *c, const double *w, const double *drift,
                        struct counts *counts)
{
    for (int how = 0; how < 2 * SMALL_CHANGES; how++) {
        double answer[MOST];
        for (uint32_t i = 0; i < c->d.n; i++) answer[i] = mpq_get_d(value[i]);
        if (how < SMALL_CHANGES) small_change(answer, c->d.n, how);
        else
            for (uint32_t i = 0; i < c->d.n; i++)
                answer[i] += (draw_unit() - draw_unit()) * ldexp(w[i], -how) * !c->stated[i];
        const struct bound bound = distance_of(&c->o, drift, answer);
        counts->answers++;
        counts->finite += isfinite(bound.below) && isfinite(bound.above);
        counts->wrong += !holds(c->d.n, answer, w, bound);
    }
}

/* Numbers are moved by at most their shares, and so is b. */
static void move_numbers(struct decision_case *c)
{
    const struct reading *reading = &c->o.reading;
    for (uint64_t k = 0; k < c->a.off.nnz; k++)
        c->val[k] *= 1 + reading->entry * 0.999 * (draw_unit() * 2 - 1);
    for (uint32_t r = 0; r < c->d.rows; r++)
        if (c->row[r] < c->row[r + 1])
            c->b[r] *= 1 + reading->constant * 0.999 * (draw_unit() * 2 - 1);
}

static void set_places(struct decision_case *c)
{
    c->a.off.row = c->row, c->a.off.col = c->col, c->a.off.val = c->val;
    c->a.diag = c->diag, c->a.group = c->d.group;
    c->o.a = &c->a, c->o.b = c->b, c->o.stated = c->stated;
}

/* The answers are close to the values of another system that the reading allows. */
static void try_case(int k, struct counts *counts)
{
    struct decision_case c, moved;
    double w[MOST], drift[MOST];
    const double leak = k % 3 ? 1 : k % 2 ? 0.9 : 1 - 1e-6;
    decision_case_draw(&c, k % 2, k % 4 / 2 && leak == 1, leak);
    if (leak == 1 && draw(2)) c.o.reading.entry = 1e-4, c.o.reading.constant = 1e-3;
    const bool finite = find_steps(&c, w);
    if (!finite || draw(4) == 0) small_change(w, c.d.n, (int)draw(SMALL_CHANGES));
    if (!accepts_weights(&c.o, w, drift)) return;
    counts->accepted++;
    counts->forged += !finite;
    moved = c;
    set_places(&moved);
    move_numbers(&moved);
    best_values(&moved.o, &exact, value, infinite);
    for (uint32_t i = 0; i < c.d.n; i++) assert_false(infinite[i]);
    try_answers(&c, w, drift, counts);
}

static void distances_are_true(void **state)
{
    struct counts counts = {0};
    (void)state;
    for (int k = 0; k < small_cases(3000); k++) {
        team_always = k % 500 == 0;
        try_case(k, &counts);
    }
    team_always = false;
    printf("%lu weights accepted, %lu where some scheduler never ends; %lu answers, %lu of them "
           "with a bound, %lu bounds below the true error\n",
           counts.accepted, counts.forged, counts.answers, counts.finite, counts.wrong);
    assert_true(counts.forged == 0 && counts.wrong == 0);
    assert_true(counts.accepted > 500 && counts.finite > 5000);
}

/* Of an answer that is off by a multiple of the weights, the bound is that multiple. */
static void distances_are_close(void **state)
{
    unsigned long tried = 0;
    (void)state;
    for (int k = 0; k < small_cases(1000); k++) {
        struct decision_case c;
        double w[MOST], drift[MOST], answer[MOST], most = 0;
        decision_case_draw(&c, k % 2, k % 4 / 2, 1);
        if (!find_steps(&c, w)) continue;
        for (uint32_t i = 0; i < c.d.n; i++) most = fmax(most, w[i]);
        if (most > 1e4) continue;
        assert_true(accepts_weights(&c.o, w, drift));
        best_values(&c.o, &exact, value, infinite);
        const double off = draw(2) ? 1e-6 : -1e-6;
        for (uint32_t i = 0; i < c.d.n; i++) answer[i] = mpq_get_d(value[i]) + off * w[i];
        const struct bound bound = distance_of(&c.o, drift, answer);
        assert_true((off > 0 ? bound.above : bound.below) < 1e-10);
        assert_true(fmax(bound.above, bound.below) < 2e-3);
        tried++;
    }
    assert_true(tried > 100);
}

/* States with two rows each at most, by hand. */
struct made {
    uint32_t group[4];
    uint64_t row[6];
    uint32_t col[8];
    double val[8], diag[6], b[6];
    uint8_t stated[4];
    struct matrix a;
    struct optimum o;
};

static void begin_made(struct made *m, bool largest, bool rewards)
{
    m->a = (struct matrix){
        .off = {.row = m->row, .col = m->col, .val = m->val}, .diag = m->diag, .group = m->group};
    m->o = (struct optimum){.a = &m->a,
                            .reading = {.balanced = true},
                            .b = m->b,
                            .stated = m->stated,
                            .largest = largest,
                            .rewards = rewards};
    m->row[0] = m->group[0] = 0;
}

/* Adds a row to state i, which is the last one or a new one. */
static void add_row(struct made *m, uint32_t i, double diagonal, double b)
{
    m->diag[m->a.off.rows] = diagonal;
    m->b[m->a.off.rows++] = b;
    m->row[m->a.off.rows] = m->a.off.nnz;
    m->a.ngroups = i + 1;
    m->group[i + 1] = m->a.off.rows;
    m->stated[i] = 0;
}

static void add_entry(struct made *m, uint32_t j, double p)
{
    m->col[m->a.off.nnz] = j;
    m->val[m->a.off.nnz++] = -p;
    m->row[m->a.off.rows] = m->a.off.nnz;
}

static void add_stated(struct made *m, uint32_t i, double b)
{
    add_row(m, i, 1, b);
    m->stated[i] = 1;
}

/* Returns whether some ranks below 4 prove the vector. */
static bool any_ranks(const struct made *m, enum side side, const double *x)
{
    bool proven = false;
    for (uint32_t k = 0; k < 64; k++) {
        const uint32_t rank[3] = {k % 4, k / 4 % 4, k / 16};
        proven |= side == ABOVE ? certify_above(&m->o, x, rank) : certify_below(&m->o, x, rank);
    }
    return proven;
}

/* States 0 and 1 may change places for nothing, but must pay 1 in the end: the smallest reward is 1
 * and the largest is infinite. */
static void staying_for_nothing(void **state)
{
    struct made m;
    (void)state;
    begin_made(&m, false, true);
    add_row(&m, 0, 1, 0), add_entry(&m, 1, 1);
    add_row(&m, 1, 1, 0), add_entry(&m, 0, 1);
    add_row(&m, 1, 1, 1), add_entry(&m, 2, 1);
    add_stated(&m, 2, 0);
    assert_true(any_ranks(&m, ABOVE, (double[]){1 + 1e-12, 1 + 1e-12, 0}));
    assert_true(any_ranks(&m, BELOW, (double[]){1 - 1e-12, 1 - 1e-12, 0}));
    assert_false(any_ranks(&m, ABOVE, (double[]){0, 0, 0}));
    assert_false(any_ranks(&m, ABOVE, (double[]){0.5, 0.5, 0}));
    assert_false(any_ranks(&m, BELOW, (double[]){1.5, 1.5, 0}));
    assert_false(any_ranks(&m, BELOW, (double[]){INFINITY, INFINITY, 0}));
    assert_false(any_ranks(&m, BELOW, (double[]){1, 1, 0.5}));
    m.o.largest = true;
    assert_false(any_ranks(&m, ABOVE, (double[]){9, 9, 0}));
    assert_true(any_ranks(&m, ABOVE, (double[]){INFINITY, INFINITY, 0}));
    assert_true(any_ranks(&m, BELOW, (double[]){9, 9, 0}));
    assert_true(any_ranks(&m, BELOW, (double[]){INFINITY, INFINITY, 0}));
    assert_false(certify_below(&m.o, (double[]){INFINITY, INFINITY, 0}, NULL));
}

/* Entries that are 0 are no transitions: states 0 and 1 never end, or states 0 and 2 do. */
static void zero_entries(void **state)
{
    struct made m;
    (void)state;
    for (int k = 0; k < 2; k++) {
        const double zero = k ? 0 : -0.0;
        begin_made(&m, false, true);
        add_row(&m, 0, 1, 0), add_entry(&m, 1, 1), add_entry(&m, 2, zero);
        add_row(&m, 1, 1, 0), add_entry(&m, 0, 1), add_entry(&m, 2, zero);
        add_stated(&m, 2, 0);
        assert_false(any_ranks(&m, ABOVE, (double[]){0, 0, 0}));
        assert_false(any_ranks(&m, ABOVE, (double[]){1, 1, 0}));
        m.o.largest = true;
        assert_false(any_ranks(&m, ABOVE, (double[]){1, 1, 0}));
        begin_made(&m, false, true);
        add_row(&m, 0, 1, 1), add_entry(&m, 1, zero), add_entry(&m, 2, 1);
        add_row(&m, 1, 0, 0);
        add_stated(&m, 2, 0);
        assert_false(any_ranks(&m, BELOW, (double[]){2, INFINITY, 0}));
        assert_false(any_ranks(&m, BELOW, (double[]){INFINITY, INFINITY, 0}));
        assert_true(any_ranks(&m, BELOW, (double[]){0, INFINITY, 0}));
    }
}

/* State 0 leads to 1, which ends in half of the cases: each has an infinite successor, but no ranks
 * prove that a path may never end. */
static void ending_at_last(void **state)
{
    struct made m;
    (void)state;
    for (int largest = 0; largest < 2; largest++) {
        begin_made(&m, largest, true);
        add_row(&m, 0, 1, 1), add_entry(&m, 1, 1);
        add_row(&m, 1, 1, 0), add_entry(&m, 0, 0.5), add_entry(&m, 2, 0.5);
        add_stated(&m, 2, 0);
        assert_false(any_ranks(&m, BELOW, (double[]){INFINITY, INFINITY, 0}));
        assert_false(any_ranks(&m, BELOW, (double[]){INFINITY, 0, 0}));
        assert_true(any_ranks(&m, ABOVE, (double[]){2 + 3e-12, 1 + 2e-12, 0}));
        assert_false(certify_above(&m.o, (double[]){2 + 3e-12, 1 + 2e-12, 0}, NULL));
    }
}

/* State 0 stays, or gives half to the goal: its largest probability is 1/2, and staying proves any
 * number. As the smallest one, it is 0. */
static void staying_for_ever(void **state)
{
    struct made m;
    const uint32_t rank[] = {1, 7, 7};
    uint8_t holds[4];
    (void)state;
    begin_made(&m, true, false);
    add_row(&m, 0, 0, 0);
    add_row(&m, 0, 1, 0), add_entry(&m, 1, 0.5), add_entry(&m, 2, 0.5);
    add_stated(&m, 1, 1);
    add_stated(&m, 2, 0);
    assert_true(certify_above(&m.o, (double[]){0.5 + 1e-12, 1, 0}, NULL));
    assert_true(certify_below(&m.o, (double[]){0.5 - 1e-12, 1, 0}, rank));
    certify_choices(&m.o, (double[]){0.5 - 1e-12, 1, 0}, BELOW, rank, holds);
    assert_true(!holds[0] && holds[1]);
    certify_choices(&m.o, (double[]){0.5 - 1e-12, 1, 0}, BELOW, NULL, holds);
    assert_true(holds[0] && holds[1]);
    assert_false(certify_below(&m.o, (double[]){0.5 - 1e-12, 1, 0}, NULL));
    assert_false(any_ranks(&m, BELOW, (double[]){1, 1, 0}));
    assert_false(any_ranks(&m, BELOW, (double[]){INFINITY, 1, 0}));
    assert_false(any_ranks(&m, ABOVE, (double[]){0.5 - 1e-12, 1, 0}));
    assert_false(any_ranks(&m, ABOVE, (double[]){1, 1 - 1e-12, 0}));
    assert_false(any_ranks(&m, ABOVE, (double[]){NAN, 1, 0}));
    assert_false(any_ranks(&m, BELOW, (double[]){0, NAN, 0}));
    m.o.largest = false;
    assert_true(certify_above(&m.o, (double[]){0, 1, 0}, NULL));
    assert_true(certify_above(&m.o, (double[]){-0.0, 1, 0}, NULL));
    assert_false(any_ranks(&m, BELOW, (double[]){0x1p-1074, 1, 0}));
}

/* Rows that sum to less than 1 are taken, unless they may sum to more in what the reading allows.
 */
static void rows_that_lose(void **state)
{
    struct made m;
    const double u[] = {1, 1, 0};
    uint8_t holds[3];
    (void)state;
    for (int k = 0; k < 2; k++) {
        begin_made(&m, true, false);
        add_row(&m, 0, 1, 0), add_entry(&m, 1, 0.25), add_entry(&m, 2, 0.125);
        add_stated(&m, 1, 1);
        add_stated(&m, 2, 0);
        m.o.reading = (struct reading){.entry = k ? 0.5 : 0.25};
        assert_int_equal(certify_above(&m.o, u, NULL), !k);
    }
    begin_made(&m, true, false); /* half of the choice ends, with a quarter */
    add_row(&m, 0, 0.5, 0.25);
    add_stated(&m, 1, 1);
    add_stated(&m, 2, 0);
    certify_choices(&m.o, (double[]){0.51, 1, 0}, BELOW, NULL, holds);
    assert_false(holds[0]);
    certify_choices(&m.o, (double[]){0.49, 1, 0}, BELOW, NULL, holds);
    assert_true(holds[0]);
}

/* What the numbers of a system must be. Each change makes it one of which nothing is said. */
static void no_systems(void **state)
{
    struct made m;
    const double u[] = {1, 1, 0}, l[] = {0, 0, 0}, w[] = {1, 0, 0};
    const uint32_t rank[] = {1, 0, 0};
    double drift[3], accepted[3];
    uint8_t marks[3];
    for (int k = 0; k < 16; k++) {
        begin_made(&m, true, k == 11);
        add_row(&m, 0, 1, 0), add_entry(&m, 1, 0.5), add_entry(&m, 2, 0.25);
        add_stated(&m, 1, k == 11 ? 0 : 1);
        add_stated(&m, 2, 0);
        m.o.reading.balanced = k != 11;
        assert_true(k == 11 || (certify_above(&m.o, u, rank) && certify_below(&m.o, l, rank)));
        assert_true(certify_drift(&m.o, w, accepted));
        assert_true(isinf(distance_of(&m.o, accepted, (double[]){NAN, 1, 0}).above));
        assert_true(isinf(distance_of(&m.o, accepted, (double[]){INFINITY, 1, 0}).above));
        if (k == 0) m.val[0] = 0.5;
        if (k == 1) m.val[1] = NAN;
        if (k == 2) m.val[0] = -INFINITY;
        if (k == 3) m.o.reading.entry = 0.6;
        if (k == 4) m.o.reading.constant = NAN;
        if (k == 5) m.a.first = 1;
        if (k == 6) m.b[0] = -1;
        if (k == 7) m.b[0] = INFINITY;
        if (k == 8) m.diag[1] = 2;
        if (k == 9) m.stated[0] = 1;
        if (k == 10) m.o.reading.balanced = false, m.diag[0] = 0.5;
        if (k == 12) m.group[1] = 0;
        if (k == 13) m.stated[1] = m.stated[2] = 0, m.o.rewards = true, m.b[1] = 0;
        if (k == 15) m.group[3] = m.group[2], m.stated[2] = 0;
        if (k == 14) m.diag[1] = -1, m.stated[1] = 0;
        assert_false(certify_above(&m.o, u, rank) || certify_below(&m.o, l, rank));
        if (k < 6 || k == 8 || k == 9 || k == 12 || k == 15)
            assert_false(certify_drift(&m.o, w, drift));
        if (k < 6) assert_true(isinf(distance_of(&m.o, accepted, u).above));
        certify_choices(&m.o, u, ABOVE, NULL, marks);
        if (k < 8 || k == 9 || k == 10) assert_false(marks[0]);
    }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_true),  cmocka_unit_test(distances_are_close),
        cmocka_unit_test(staying_for_nothing), cmocka_unit_test(staying_for_ever),
        cmocka_unit_test(zero_entries),        cmocka_unit_test(ending_at_last),
        cmocka_unit_test(rows_that_lose),      cmocka_unit_test(no_systems)};
    seed_begin();
    exact_init(&exact);
    for (uint32_t i = 0; i < MOST; i++) mpq_inits(value[i], steps[i], NULL);
    const int failed = cmocka_run_group_tests_name("optimum", tests, NULL, NULL);
    for (uint32_t i = 0; i < MOST; i++) mpq_clears(value[i], steps[i], NULL);
    exact_clear(&exact);
    return failed;
}
