/* Bounds on the values of decision processes against exact ones: what is accepted is true, for
 * vectors and ranks from anywhere; the rows that prove it are a scheduler that keeps it; and what
 * is close to the values is accepted. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sparse/choices_graph.h"
#include "base/team.h"
#include "certify/intervals.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/best_value.h"
#include "tests/support/exact/exact.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

enum { MOST = DECISION_STATES };

static struct exact exact;

struct values {
    mpq_t x[MOST];
    bool infinite[MOST];
};
enum { MODELS = 4 }; /* the first one is as it is stored */
static struct values all_values[MODELS], *const values = all_values;

static bool accepts(const struct optimum *o, enum side side, const double *x, const uint32_t *rank)
{
    rounding_begin((int)draw(ROUNDINGS));
    const bool proven = side == ABOVE ? certify_above(o, x, rank) : certify_below(o, x, rank);
    rounding_end();
    return proven;
}

/* Returns whether each number is on its side of the value. */
static bool is_true_of(const struct values *of, uint32_t n, enum side side, const double *x)
{
    for (uint32_t i = 0; i < n; i++) {
        if (isnan(x[i])) return false;
        if (isinf(x[i]) && x[i] > 0 && (side == ABOVE || of->infinite[i])) continue;
        if (isinf(x[i])) return false;
        if (of->infinite[i] && side == BELOW) continue;
        mpq_t bound;
        mpq_init(bound);
        mpq_set_d(bound, x[i]);
        const int off = mpq_cmp(bound, of->x[i]);
        mpq_clear(bound);
        if (of->infinite[i] || (side == ABOVE ? off < 0 : off > 0)) return false;
    }
    return true;
}

/* Systems that the reading allows: numbers are moved by at most their shares. */
static void find_values(const struct decision_case *c, int models)
{
    best_values(&c->o, &exact, values->x, values->infinite);
    for (int k = 1; k < models; k++) {
        struct decision_case moved = *c;
        moved.a.off.val = moved.val;
        moved.o.a = &moved.a;
        moved.o.b = moved.b;
        for (uint64_t e = 0; e < c->a.off.nnz; e++)
            moved.val[e] *= 1 + c->o.reading.entry * 0.999 * (draw_unit() * 2 - 1);
        for (uint32_t r = 0; r < c->d.rows; r++)
            if (c->row[r] < c->row[r + 1])
                moved.b[r] *= 1 + c->o.reading.constant * 0.999 * (draw_unit() * 2 - 1);
        best_values(&moved.o, &exact, all_values[k].x, all_values[k].infinite);
    }
}

static bool is_true(int models, uint32_t n, enum side side, const double *x)
{
    bool holds = true;
    for (int k = 0; k < models; k++) holds &= is_true_of(&all_values[k], n, side, x);
    return holds;
}

/* Ranks along rows that hold: what a solver would give. */
static void finite_ranks(const struct decision_case *c, enum side side, const double *x,
                         uint32_t **rank)
{
    uint8_t holds[DECISION_ROWS], through[MOST];
    const bool every = side == ABOVE ? c->o.largest : !c->o.largest;
    const enum approach way = every           ? BY_EVERY_CHOICE
                              : side == ABOVE ? BY_SURE_CHOICE
                                              : BY_SOME_CHOICE;
    certify_choices(&c->o, x, side, NULL, holds);
    for (uint32_t i = 0; i < c->d.n; i++) {
        through[i] = 1;
        for (uint32_t r = c->d.group[i]; every && r < c->d.group[i + 1]; r++)
            through[i] &= holds[r];
    }
    const struct choices choices = {&c->a.off, c->d.group, c->d.n, every ? NULL : holds};
    assert_ok(choices_rank(&choices, way, through, c->stated, rank));
}

/* Ranks that show where values are infinite: no choice is sure, or some choices lead to states that
 * need not be left. */
static void infinite_ranks(const struct decision_case *c, uint32_t **rank)
{
    const struct choices choices = {&c->a.off, c->d.group, c->d.n, NULL};
    uint8_t *no, *yes, inside[MOST];
    if (!c->o.largest) {
        assert_ok(choices_stage(&choices, c->stated, rank));
        return;
    }
    for (uint32_t i = 0; i < c->d.n; i++) inside[i] = !c->stated[i];
    assert_ok(certain_choices(&choices, NULL, c->stated, false, &no, &yes));
    assert_ok(choices_rank(&choices, BY_SOME_CHOICE, inside, no, rank));
    free(no);
    free(yes);
}

static void find_ranks(const struct decision_case *c, enum side side, const double *x,
                       uint32_t *rank)
{
    uint32_t *found, *other;
    finite_ranks(c, side, x, &found);
    infinite_ranks(c, &other);
    const bool infinite = side == BELOW && c->o.rewards;
    memcpy(rank, infinite ? other : found, c->d.n * sizeof *rank);
    free(found);
    free(other);
}

/* The values, rounded to the side or away from it. */
static void round_values(uint32_t n, double *x)
{
    for (uint32_t i = 0; i < n; i++)
        x[i] = values->infinite[i] ? draw(2) ? INFINITY : (double)draw(9) : mpq_get_d(values->x[i]);
}

/* Vectors from anywhere: near the values, all equal where a component is, others. */
static void draw_vector(const struct decision_case *c, enum side side, double *x)
{
    const uint32_t n = c->d.n, how = (uint32_t)draw(8);
    const double step = ldexp(1, -(int)draw(5)), share = 1 + (draw_unit() - 0.5) * step;
    round_values(n, x);
    for (uint32_t i = 0; i < n; i++) {
        if (how == 1) x[i] += step * ((double)draw(3) - 1);
        if (how == 2) x[i] *= share;
        if (how == 3 && !c->stated[i]) x[i] = step * 4;
        if (how == 4) x[i] = (double)draw(5) / 4;
        if (how == 5) x[i] = side == ABOVE ? fmax(x[i], step) : fmin(x[i], step);
        if (how == 6 && draw(3) == 0) x[i] = draw(2) ? INFINITY : 0;
    }
    if (how == 7) small_change(x, n, (int)draw(SMALL_CHANGES));
    for (uint32_t i = 0; i < n && draw(8); i++)
        if (c->stated[i] && how > 0) x[i] = c->b[c->d.group[i]];
}

static void draw_ranks(const struct decision_case *c, enum side side, const double *x,
                       uint32_t *rank)
{
    find_ranks(c, side, x, rank);
    if (draw(3)) return;
    for (uint32_t i = 0; i < c->d.n; i++)
        if (draw(2)) rank[i] = draw(8) ? (uint32_t)draw(4) : UINT32_MAX;
}

/* Returns whether the scheduler of the rows that prove a vector keeps it. */
static bool is_kept(const struct decision_case *c, enum side side, const double *x,
                    const uint32_t *rank)
{
    struct decision_case one;
    struct values own;
    uint8_t holds[DECISION_ROWS];
    uint32_t row[MOST];
    certify_choices(&c->o, x, side, rank, holds);
    for (uint32_t i = 0; i < c->d.n; i++) {
        row[i] = c->d.group[i] + (uint32_t)draw(c->d.group[i + 1] - c->d.group[i]);
        for (uint32_t r = c->d.group[i]; !holds[row[i]] && r < c->d.group[i + 1]; r++)
            if (holds[r]) row[i] = r;
    }
    decision_case_follow(c, row, &one);
    for (uint32_t i = 0; i < MOST; i++) mpq_init(own.x[i]);
    best_values(&one.o, &exact, own.x, own.infinite);
    const bool kept = is_true_of(&own, c->d.n, side, x);
    for (uint32_t i = 0; i < MOST; i++) mpq_clear(own.x[i]);
    return kept;
}

struct counts {
    unsigned long accepted[2][2][2], leaking, false_ones, refused, schedulers, missed;
};

static void try_vectors(const struct decision_case *c, int models, struct counts *counts)
{
    for (int k = 0; k < 24; k++) {
        const enum side side = k % 2 ? ABOVE : BELOW;
        double x[MOST];
        uint32_t rank[MOST];
        draw_vector(c, side, x);
        draw_ranks(c, side, x, rank);
        const bool ranked = (side == ABOVE) == c->o.rewards;
        const uint32_t *given = (ranked || draw(8)) ? rank : NULL;
        if (!accepts(&c->o, side, x, given)) {
            counts->refused++;
            continue;
        }
        counts->accepted[c->o.rewards][c->o.largest][side == ABOVE]++;
        counts->leaking += !c->o.reading.balanced;
        counts->false_ones += !is_true(models, c->d.n, side, x);
        if ((side == BELOW) != c->o.largest || !given) continue;
        counts->schedulers++;
        counts->missed += !is_kept(c, side, x, rank);
    }
}

/* Returns whether the numbers of the case have shares. */
static bool draw_case(int k, struct decision_case *c)
{
    const bool rewards = k % 4 / 2, shares = k % 3 == 0;
    decision_case_draw(c, k % 2, rewards, !rewards && !shares && draw(5) == 0 ? 0.9 : 1);
    if (shares) c->o.reading.entry = draw(2) ? 1e-3 : 0.25;
    if (shares) c->o.reading.constant = draw(2) ? 1e-2 : 0;
    return shares;
}

static void print_counts(const struct counts *counts)
{
    for (int k = 0; k < 8; k++) {
        const unsigned long count = counts->accepted[k / 4][k / 2 % 2][k % 2];
        printf("%s, %s, %s: %lu accepted\n", k / 4 ? "rewards" : "probabilities",
               k / 2 % 2 ? "largest" : "smallest", k % 2 ? "above" : "below", count);
        assert_true(count > 1000);
    }
    printf("%lu of rows that lose something; %lu refused, %lu false bounds accepted\n",
           counts->leaking, counts->refused, counts->false_ones);
    printf("%lu schedulers, %lu worse than proven\n", counts->schedulers, counts->missed);
    assert_true(counts->leaking > 500 && counts->schedulers > 1000);
}

static void accepted_bounds_are_true(void **state)
{
    struct counts counts = {0};
    (void)state;
    for (int k = 0; k < small_cases(2400); k++) {
        struct decision_case c;
        const int models = draw_case(k, &c) ? MODELS : 1;
        find_values(&c, models);
        team_always = k % 500 == 0;
        try_vectors(&c, models, &counts);
    }
    team_always = false;
    print_counts(&counts);
    assert_int_equal(counts.false_ones, 0);
    assert_int_equal(counts.missed, 0);
}

/* Expected steps until the values are known, the most over all schedulers that leave the
 * components. Returns whether they are accurate; they are not where a step is rare. */
static bool find_steps(const struct decision_case *c, const bool *known, const uint32_t *component,
                       const uint8_t *stays, double *w)
{
    double change = 1;
    for (uint32_t i = 0; i < c->d.n; i++) w[i] = 0;
    for (int k = 0; k < 3000 && change > 1e-9; k++) {
        double next[MOST] = {0};
        change = 0;
        for (uint32_t i = 0; i < c->d.n; i++)
            for (uint32_t r = c->d.group[i]; !known[i] && r < c->d.group[i + 1]; r++) {
                double sum = 1;
                for (uint32_t j = 0; j < c->d.n; j++) sum += decisions_entry(&c->d, r, j) * w[j];
                if (!stays[r]) next[i] = fmax(next[i], sum);
            }
        for (uint32_t i = 0; i < c->d.n; i++) {
            for (uint32_t j = 0; component[i] != NO_CLASS && j < c->d.n; j++)
                if (component[j] == component[i]) next[i] = fmax(next[i], next[j]);
            change = fmax(change, fabs(next[i] - w[i]));
        }
        memcpy(w, next, sizeof next);
    }
    return change <= 1e-9;
}

static bool has_weights(const struct decision_case *c, double *w)
{
    const struct choices choices = {&c->a.off, c->d.group, c->d.n, NULL};
    uint8_t inside[MOST], *stays;
    uint32_t *component, count;
    bool known[MOST];
    for (uint32_t i = 0; i < c->d.n; i++) {
        inside[i] = !c->stated[i];
        known[i] = c->stated[i] || (!c->o.largest && mpq_sgn(values->x[i]) == 0);
    }
    assert_ok(end_components(&choices, inside, &component, &count, &stays));
    const bool found = find_steps(c, known, component, stays, w);
    free(component);
    free(stays);
    return found;
}

/* Moves the values away from their bounds by a little, so that rounding does not matter; exact
 * zeros and components stay. */
static bool widen_probabilities(const struct decision_case *c, enum side side, double *x)
{
    double w[MOST];
    if (!has_weights(c, w)) return false;
    for (uint32_t i = 0; i < c->d.n; i++) {
        x[i] = mpq_get_d(values->x[i]);
        if (!c->stated[i]) x[i] += (side == ABOVE ? 1e-9 : -1e-9) * w[i];
    }
    return true;
}

static void widen_rewards(const struct decision_case *c, enum side side, double *x)
{
    for (uint32_t i = 0; i < c->d.n; i++) {
        x[i] = values->infinite[i] ? INFINITY : mpq_get_d(values->x[i]);
        x[i] *= side == ABOVE ? 1 + 1e-9 : 1 - 1e-9;
    }
}

static bool are_large(uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!values->infinite[i] && mpq_cmp_ui(values->x[i], 10000, 1) > 0) return true;
    return false;
}

/* Every choice that moves pays something; goals of rewards pay nothing. */
static void pay_moves(struct decision_case *c, bool rewards)
{
    for (uint32_t i = 0; i < c->d.n; i++)
        for (uint32_t r = c->d.group[i]; !c->stated[i] && r < c->d.group[i + 1]; r++)
            if (!rewards || c->row[r] < c->row[r + 1]) c->b[r] = rewards ? 1 + (double)draw(3) : 0;
}

static void close_bounds_are_accepted(void **state)
{
    unsigned long tried = 0, refused = 0;
    (void)state;
    for (int k = 0; k < small_cases(1200); k++) {
        struct decision_case c;
        const bool rewards = k % 4 / 2;
        decision_case_draw(&c, k % 2, rewards, 1);
        pay_moves(&c, rewards);
        best_values(&c.o, &exact, values->x, values->infinite);
        if (are_large(c.d.n)) continue;
        for (enum side side = BELOW; side <= ABOVE; side++) {
            double x[MOST];
            uint32_t rank[MOST];
            if (rewards) widen_rewards(&c, side, x);
            else if (!widen_probabilities(&c, side, x)) continue;
            find_ranks(&c, side, x, rank);
            tried++;
            refused += !accepts(&c.o, side, x, rank);
        }
    }
    printf("%lu close bounds, %lu refused\n", tried, refused);
    assert_int_equal(refused, 0);
    assert_true(tried > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(accepted_bounds_are_true),
                                       cmocka_unit_test(close_bounds_are_accepted)};
    seed_begin();
    exact_init(&exact);
    for (int k = 0; k < MODELS * MOST; k++) mpq_init(all_values[k / MOST].x[k % MOST]);
    const int failed = cmocka_run_group_tests_name("optimum", tests, NULL, NULL);
    for (int k = 0; k < MODELS * MOST; k++) mpq_clear(all_values[k / MOST].x[k % MOST]);
    exact_clear(&exact);
    return failed;
}
