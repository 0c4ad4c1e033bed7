/* From a chain and a property to a value: random small chains against the definitions, solved
 * directly, and chains whose values have a closed form. */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "certify/reading.h"
#include "problems/answer_bounds.h"
#include "problems/property.h"
#include "problems/reach_classes.h"
#include "tests/support/cmocka.h"
#include "tests/support/csr_sound.h"
#include "tests/support/dense.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

enum { ROUNDS = 5000 };

/* A chain as an array of arrays: probabilities or rates. Every state has a transition. */
struct model {
    uint32_t n;
    bool is_ctmc;
    double r[MOST][MOST];
    uint8_t init[MOST], goal[MOST], avoid[MOST]; /* labels */
    double reward[MOST];
};

static struct chain chain_of(const struct model *m)
{
    struct chain chain = {.type = m->is_ctmc ? CHAIN_CTMC : CHAIN_DTMC};
    static struct triplet triplet[MOST * MOST];
    const uint8_t *const holds[] = {m->init, m->goal, m->avoid};
    const char *const names[] = {"init", "goal", "avoid"};
    uint64_t count = 0;
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t j = 0; j < m->n; j++)
            if (m->r[i][j] > 0) triplet[count++] = (struct triplet){i, j, m->r[i][j]};
    assert_int_equal(csr_from_triplets(m->n, count, triplet, &chain.transitions), OK);
    for (int k = 0; k < 3; k++) {
        uint8_t *label;
        assert_int_equal(chain_add_label(&chain, names[k], &label), OK);
        memcpy(label, holds[k], m->n);
    }
    return chain;
}

static enum status reduce(const struct model *m, struct property property, struct problem *out)
{
    struct chain chain = chain_of(m);
    *out = (struct problem){0};
    enum status status = property.goal ? reduce_fixpoint(&chain, &property, out)
                                       : reduce_steady(&chain, &property, out);
    chain_free(&chain);
    return status;
}

static void check_system(const struct problem *p)
{
    const struct linear *s = &p->system;
    if (s->a.off.rows == 0) return;
    assert_true(csr_sound(&s->a.off));
    for (uint32_t i = 0; i < s->a.off.rows; i++) {
        assert_true(s->a.diag[i] > 0 && isfinite(s->a.diag[i]) && isfinite(s->x0[i]) &&
                    s->x0[i] >= 0);
        assert_int_equal(csr_find(&s->a.off, i, i), UINT64_MAX);
        assert_true(!s->b || (isfinite(s->b[i]) && s->b[i] >= 0));
    }
}

static double value_of(const struct model *m, struct property property)
{
    struct problem p;
    if (reduce(m, property, &p) != OK) fail_msg("%s", fail_message());
    check_system(&p);
    double value = direct_value(&p);
    problem_free(&p);
    return value;
}

/* inf equals inf; NaN equals nothing. */
static bool near(double a, double b, double tolerance)
{
    return a == b || fabs(a - b) <= tolerance * fmax(1, fabs(b));
}

static void assert_value(const struct model *m, struct property property, double wanted)
{
    double value = value_of(m, property);
    if (!near(value, wanted, 1e-11)) fail_msg("%.17g instead of %.17g", value, wanted);
}

/* Results by the definitions */

/* Transitive and reflexive closure of the steps from states where allowed (NULL: anywhere). */
static void close_over(const struct model *m, const uint8_t *allowed, bool reaches[MOST][MOST])
{
    for (uint32_t i = 0; i < m->n; i++)
        for (uint32_t j = 0; j < m->n; j++)
            reaches[i][j] = i == j || (m->r[i][j] > 0 && (!allowed || allowed[i]));
    for (uint32_t k = 0; k < m->n; k++)
        for (uint32_t i = 0; i < m->n; i++)
            for (uint32_t j = 0; j < m->n; j++) reaches[i][j] |= reaches[i][k] && reaches[k][j];
}

static bool reaches_any(const struct model *m, bool reaches[MOST][MOST], uint32_t i,
                        const uint8_t *target)
{
    for (uint32_t j = 0; j < m->n; j++)
        if (target[j] && reaches[i][j]) return true;
    return false;
}

static double exit_rate(const struct model *m, uint32_t i)
{
    double sum = 0;
    for (uint32_t j = 0; j < m->n; j++) sum += m->r[i][j];
    return sum;
}

/* x_i = known_i where it is not NaN, else gain_i + sum_j P(i,j) x_j. */
static void solve_chain(const struct model *m, const double *known, const double *gain, double *x)
{
    double a[MOST][MOST + 1] = {{0}};
    for (uint32_t i = 0; i < m->n; i++) {
        bool open = isnan(known[i]);
        for (uint32_t j = 0; j < m->n && open; j++) a[i][j] = -m->r[i][j] / exit_rate(m, i);
        a[i][i] += 1;
        a[i][m->n] = open ? gain[i] : known[i];
    }
    dense_solve(m->n, a, x);
}

static void until(const struct model *m, bool avoiding, double *x)
{
    uint8_t allowed[MOST];
    bool reaches[MOST][MOST];
    double known[MOST], gain[MOST] = {0};
    for (uint32_t i = 0; i < m->n; i++) allowed[i] = !m->goal[i] && !(avoiding && m->avoid[i]);
    close_over(m, allowed, reaches);
    for (uint32_t i = 0; i < m->n; i++)
        known[i] = m->goal[i] ? 1 : reaches_any(m, reaches, i, m->goal) ? NAN : 0;
    solve_chain(m, known, gain, x);
}

static void expected_reward(const struct model *m, double *x)
{
    uint8_t allowed[MOST], never[MOST];
    bool reaches[MOST][MOST], infinite[MOST];
    double known[MOST], gain[MOST];
    for (uint32_t i = 0; i < m->n; i++) allowed[i] = !m->goal[i];
    close_over(m, allowed, reaches);
    for (uint32_t i = 0; i < m->n; i++) never[i] = !reaches_any(m, reaches, i, m->goal);
    for (uint32_t i = 0; i < m->n; i++) {
        infinite[i] = reaches_any(m, reaches, i, never);
        known[i] = m->goal[i] || infinite[i] ? 0 : NAN;
        gain[i] = m->reward[i] / exit_rate(m, i);
    }
    solve_chain(m, known, gain, x);
    for (uint32_t i = 0; i < m->n; i++)
        if (infinite[i]) x[i] = INFINITY;
}

/* pi Q = 0 on the class of state root, with sum 1. */
static double class_value(const struct model *m, bool reaches[MOST][MOST], uint32_t root,
                          const double *weight)
{
    double a[MOST][MOST + 1] = {{0}}, pi[MOST], value = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        if (!reaches[root][i]) a[i][i] = 1;
        for (uint32_t j = 0; j < m->n && reaches[root][i]; j++) {
            a[j][i] += m->r[i][j];
            a[i][i] -= m->r[i][j];
        }
    }
    for (uint32_t j = 0; j <= m->n; j++) a[root][j] = j == m->n || reaches[root][j];
    dense_solve(m->n, a, pi);
    for (uint32_t i = 0; i < m->n; i++) value += pi[i] * weight[i];
    return value;
}

/* The value of every state: that of its class, or the expected one of the class it ends in. */
static uint64_t long_run(const struct model *m, const double *weight, double *x)
{
    bool reaches[MOST][MOST];
    double known[MOST], gain[MOST] = {0};
    uint64_t classes = 0;
    close_over(m, NULL, reaches);
    for (uint32_t i = 0; i < m->n; i++) {
        bool closed = true, first = true;
        for (uint32_t j = 0; j < m->n; j++) closed &= !reaches[i][j] || reaches[j][i];
        for (uint32_t j = 0; j < i; j++) first &= !reaches[i][j];
        classes += closed && first;
        known[i] = closed ? class_value(m, reaches, i, weight) : NAN;
    }
    solve_chain(m, known, gain, x);
    return classes;
}

static double filtered(const struct model *m, enum filter filter, const double *x)
{
    double most = -INFINITY, least = INFINITY, sum = 0, count = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        if (!m->init[i]) continue;
        most = fmax(most, x[i]);
        least = fmin(least, x[i]);
        sum += x[i];
        count++;
    }
    return filter == FILTER_MAX ? most : filter == FILTER_MIN ? least : sum / count;
}

/* Random chains */

static struct model random_model(void)
{
    struct model m = {.n = 1 + (uint32_t)draw(9), .is_ctmc = draw(2)};
    uint64_t sparsity = 1 + draw(8);
    for (uint32_t i = 0; i < m.n; i++) {
        for (uint32_t j = 0; j < m.n; j++)
            m.r[i][j] = draw(sparsity) == 0 ? (double)(1 + draw(9)) : 0;
        if (exit_rate(&m, i) == 0) m.r[i][draw(m.n)] = 1;
        double sum = m.is_ctmc ? 1 : exit_rate(&m, i);
        for (uint32_t j = 0; j < m.n; j++) m.r[i][j] /= sum;
        m.init[i] = draw(3) == 0;
        m.goal[i] = draw(4) == 0;
        m.avoid[i] = draw(4) == 0;
        m.reward[i] = draw(2) ? (double)draw(10) : 0;
    }
    m.init[draw(m.n)] = 1;
    return m;
}

static void random_reachability(void **state)
{
    int between = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct model m = random_model();
        double x[MOST];
        bool avoiding = draw(2);
        enum filter filter = (enum filter)(FILTER_MAX + draw(3));
        until(&m, avoiding, x);
        double wanted = filtered(&m, filter, x);
        double value =
            value_of(&m, (struct property){
                             .goal = "goal", .avoid = avoiding ? "avoid" : NULL, .filter = filter});
        if (!near(value, wanted, 1e-11))
            fail_msg("round %d: %.17g instead of %.17g", round, value, wanted);
        between += wanted > 0 && wanted < 1;
    }
    assert_true(between > ROUNDS / 20);
}

/* Between bounds, and above 0 only where something is earned. */
static void check_between(const struct model *m, const double *x)
{
    struct answer_bounds bounds;
    struct problem p;
    const struct property property = {.goal = "goal", .reward = m->reward, .filter = FILTER_MAX};
    assert_int_equal(reduce(m, property, &p), OK);
    assert_int_equal(answer_bounds_find(&p, &p.system, &bounds), OK);
    for (uint32_t i = 0; i < m->n; i++)
        if (isfinite(x[i]))
            assert_true(bounds.lower[i] <= x[i] + 1e-12 && x[i] <= bounds.upper[i] + 1e-12 &&
                        (bounds.upper[i] > 0) == (x[i] > 1e-12));
    answer_bounds_free(&bounds);
    problem_free(&p);
}

static void random_rewards(void **state)
{
    int finite = 0, infinite = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct model m = random_model();
        double x[MOST];
        enum filter filter = (enum filter)(FILTER_MAX + draw(3));
        expected_reward(&m, x);
        check_between(&m, x);
        double wanted = filtered(&m, filter, x);
        double value =
            value_of(&m, (struct property){.goal = "goal", .reward = m.reward, .filter = filter});
        if (!near(value, wanted, 1e-9))
            fail_msg("round %d: %.17g instead of %.17g", round, value, wanted);
        finite += isfinite(wanted) && wanted > 0;
        infinite += isinf(wanted);
    }
    assert_true(finite > ROUNDS / 20 && infinite > ROUNDS / 20);
}

static void random_long_runs(void **state)
{
    int several = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct model m = random_model();
        bool rewarded = draw(2);
        double x[MOST], weight[MOST];
        struct property property = {.steady = rewarded ? NULL : "!goal",
                                    .reward = rewarded ? m.reward : NULL};
        struct problem p;
        uint32_t initial = (uint32_t)draw(m.n);
        memset(m.init, 0, sizeof m.init);
        m.init[initial] = 1;
        for (uint32_t i = 0; i < m.n; i++) weight[i] = rewarded ? m.reward[i] : !m.goal[i];
        uint64_t classes = long_run(&m, weight, x);
        assert_int_equal(reduce(&m, property, &p), OK);
        check_system(&p);
        assert_int_equal(p.classes, classes);
        for (uint32_t i = 0; i < p.system.a.off.rows; i++) /* classes out of reach have no rows */
            assert_true(p.steady.probability[p.steady.class_of[i]] > 0);
        double value = direct_value(&p);
        const struct steady_value *s = &p.steady; /* classes of one state */
        assert_true(s->constant_low <= s->constant_high &&
                    near(s->constant_low, s->constant, 1e-9) &&
                    near(s->constant_high, s->constant, 1e-9));
        if (!rewarded) { /* of a label: weights that are 0 or 1 */
            assert_int_equal(s->least, x[initial] > 1 - 1e-10);
            assert_int_equal(s->most, x[initial] > 1e-10);
        }
        problem_free(&p);
        if (!near(value, x[initial], 1e-10))
            fail_msg("round %d: %.17g instead of %.17g", round, value, x[initial]);
        several += classes > 1;
    }
    assert_true(several > ROUNDS / 20);
}

/* Several initial states are one long run where there is one class, and none where there are more.
 */
static void several_initial_states(void **state)
{
    struct problem p;
    struct model m = {
        .n = 3, .r = {{0, 1, 0}, {0.5, 0, 0.5}, {0, 1, 0}}, .init = {1, 0, 1}, .goal = {0, 1}};
    assert_value(&m, (struct property){.steady = "goal"}, 0.5);
    assert_int_equal(reduce(&m, (struct property){.goal = "goal"}, &p), ERROR_INPUT);
    assert_non_null(
        strstr(fail_message(), "2 states are initial: say filter=max, filter=min or filter=avg"));
    problem_free(&p);
    m = (struct model){
        .n = 3, .r = {{1}, {0.5, 0, 0.5}, {0, 0, 1}}, .init = {0, 1, 1}, .goal = {1}};
    assert_int_equal(reduce(&m, (struct property){.steady = "goal"}, &p), ERROR_INPUT);
    assert_non_null(
        strstr(fail_message(), "2 states are initial and the chain has 2 closed classes"));
    problem_free(&p);
}

/* States 0 and 1 are left for each other 1e140 times before a closed class is reached, or 1e300. 1
 * stays, too, which changes nothing. */
static void too_many_visits(void **state)
{
    struct problem p;
    struct model m = {.n = 4,
                      .is_ctmc = true,
                      .r = {{0, 1, 1e-140}, {1, 3, 0, 1e-140}, {0, 0, 1}, {0, 0, 0, 1}},
                      .init = {1},
                      .goal = {0, 0, 1}};
    assert_value(&m, (struct property){.steady = "goal"}, 0.5);
    assert_value(&m, (struct property){.steady = "!goal"}, 0.5);
    m.r[0][2] = m.r[1][3] = 1e-300;
    assert_int_equal(reduce(&m, (struct property){.steady = "goal"}, &p), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "is visited too many times before a closed class"));
    problem_free(&p);
}

/* From state 0 to 1 at rate 1, and to `count` other ends at that rate each. */
static struct csr ends(uint32_t count, double rate)
{
    struct triplet *t = calloc(2 * count + 2, sizeof *t);
    struct csr r;
    for (uint32_t k = 0; k <= count; k++) {
        t[2 * k] = (struct triplet){0, k + 1, k ? rate : 1};
        t[2 * k + 1] = (struct triplet){k + 1, k + 1, 1};
    }
    assert_int_equal(csr_from_triplets(count + 2, 2 * count + 2, t, &r), OK);
    free(t);
    return r;
}

static struct class_odds odds_of_ends(uint32_t count, double rate, uint64_t roundings)
{
    struct csr r = ends(count, rate);
    struct class_odds odds = {0};
    uint32_t *class_of, classes;
    assert_int_equal(closed_classes(&r, UINT32_MAX, &class_of, &classes), OK);
    assert_int_equal(reach_classes(&r, roundings, class_of, classes, 0, &odds), OK);
    const uint32_t first = class_of[1]; /* where 1 is */
    odds.probability[0] = odds.probability[first];
    odds.low[0] = odds.low[first];
    odds.high[0] = odds.high[first];
    csr_free(&r);
    free(class_of);
    return odds;
}

/* Each sum of rates is rounded, a thousand times to the same side: so is the quotient. All sums are
 * doubles, so that fma tells the side. */
static void odds_of_many_ends(void **state)
{
    for (int k = 1; k <= 2; k++) { /* by 3/4 of half a unit, which is lost; by 3/2, which is 2 */
        const double rate = k * 0.75 * 0x1p-53, sum = 1 + 1000 * rate;
        struct class_odds odds = odds_of_ends(1000, rate, 0);
        assert_true(fma(odds.low[0], sum, -1) <= 0 && fma(odds.high[0], sum, -1) >= 0);
        assert_true(odds.high[0] - odds.low[0] < 1e-11);
        class_odds_free(&odds);
    }
    for (int k = -2; k <= 2; k++) { /* what 1 is worth, at both ends of its odds */
        struct problem p = {0};
        double weight[1002] = {0, k * 0.25};
        uint8_t *label;
        struct chain chain = {.type = CHAIN_CTMC, .transitions = ends(1000, 0.75 * 0x1p-53)};
        assert_int_equal(chain_add_label(&chain, "init", &label), OK);
        label[0] = 1;
        assert_int_equal(reduce_steady(&chain, &(struct property){.reward = weight}, &p), OK);
        const double sum = 1 + 750 * 0x1p-53, low = p.steady.constant_low,
                     high = p.steady.constant_high;
        assert_true(fma(low, sum, -weight[1]) <= 0 && fma(high, sum, -weight[1]) >= 0);
        assert_true(high - low <= 1e-11 && (k || (low == 0 && high == 0)));
        problem_free(&p);
        chain_free(&chain);
    }
    struct class_odds odds = odds_of_ends(1, 1, 1000); /* one rate is more, the other one less */
    assert_true(odds.low[0] <= 0.5 - 500 * 0x1p-53 && odds.high[0] >= 0.5 + 500 * 0x1p-53);
    assert_true(odds.high[0] - odds.low[0] < 1e-11);
    class_odds_free(&odds);
}

/* Closed forms */

/* A walk on 0 .. last: up with probability up, down with 1 - up; it stays at both ends. */
static struct model walk(uint32_t last, double up, uint32_t start)
{
    struct model m = {.n = last + 1, .init = {0}};
    m.r[0][0] = m.r[last][last] = 1;
    for (uint32_t i = 1; i < last; i++) {
        m.r[i][i + 1] = up;
        m.r[i][i - 1] = 1 - up;
        m.reward[i] = 1;
    }
    m.init[start] = 1;
    m.goal[last] = m.avoid[0] = 1;
    return m;
}

static void gamblers_ruin(void **state)
{
    enum { LAST = 40 };
    for (uint32_t start = 1; start < LAST; start += 6) {
        for (int k = 2; k <= 8; k++) {
            double up = k / 10.0, odds = (1 - up) / up;
            struct model m = walk(LAST, up, start);
            double wins =
                k == 5 ? (double)start / LAST : (1 - pow(odds, start)) / (1 - pow(odds, LAST));
            double steps = k == 5 ? start * (LAST - start) : (LAST * wins - start) / (2 * up - 1);
            assert_value(&m, (struct property){.goal = "goal"}, wins);
            assert_value(&m, (struct property){.goal = "goal", .avoid = "avoid"}, wins);
            assert_value(&m, (struct property){.goal = "goal", .reward = m.reward}, INFINITY);
            assert_value(&m, (struct property){.steady = "goal"},
                         wins); /* two classes of one state */
            m.goal[0] = 1;
            double value = value_of(&m, (struct property){.goal = "goal", .reward = m.reward});
            assert_true(near(value, steps, 1e-9));
        }
    }
}

/* A die from a fair coin (Knuth and Yao 1976): every face has probability 1/6, after 11/3 flips on
 * average. */
static void fair_die(void **state)
{
    static const uint8_t next[7][2] = {{1, 2}, {3, 4}, {5, 6}, {1, 7}, {8, 9}, {10, 11}, {2, 12}};
    for (uint32_t face = 7; face <= 12; face++) {
        struct model m = {.n = 13, .init = {1}};
        for (uint32_t i = 0; i < 7; i++) {
            m.r[i][next[i][0]] = m.r[i][next[i][1]] = 0.5;
            m.reward[i] = 1;
        }
        for (uint32_t i = 7; i < 13; i++) m.r[i][i] = 1;
        m.goal[face] = 1;
        assert_value(&m, (struct property){.goal = "goal"}, 1.0 / 6);
        assert_value(&m, (struct property){.steady = "goal"}, 1.0 / 6);
        for (uint32_t i = 7; i < 13; i++) m.goal[i] = 1;
        assert_value(&m, (struct property){.goal = "goal", .reward = m.reward}, 11.0 / 3);
    }
}

/* A queue with room for n - 1: pi_i ~ rho^i. Self-loops of a CTMC change nothing. */
static void queue(void **state)
{
    for (int k = 1; k <= 12; k++) {
        struct model m = {.n = 20, .is_ctmc = true, .init = {1}};
        double rho = k / 8.0, sum = 0, mean = 0;
        for (uint32_t i = 0; i < m.n; i++) {
            if (i + 1 < m.n) m.r[i][i + 1] = rho;
            if (i > 0) m.r[i][i - 1] = 1;
            m.r[i][i] = i % 3;
            m.reward[i] = i;
            sum += pow(rho, i);
            mean += i * pow(rho, i);
        }
        m.goal[m.n - 1] = 1;
        assert_value(&m, (struct property){.steady = "goal"}, pow(rho, m.n - 1) / sum);
        assert_value(&m, (struct property){.reward = m.reward}, mean / sum);
    }
}

/* A walk into one of two pairs of states, between which it then goes to and fro: 0 and 1, last - 1
 * and last. */
static void two_classes_of_two(void **state)
{
    enum { LAST = 31 };
    struct model m = walk(LAST, 0.5, 7);
    m.r[0][0] = m.r[LAST][LAST] = m.r[1][2] = m.r[LAST - 1][LAST - 2] = 0;
    m.r[0][1] = m.r[1][0] = m.r[LAST - 1][LAST] = 1;
    m.r[LAST][LAST - 1] = 0.25;
    m.r[LAST][LAST] = 0.75; /* four fifths of the time in LAST */
    assert_value(&m, (struct property){.steady = "goal"}, 0.8 * (7 - 1) / (LAST - 2));
}

/* From 0 into a circle of three, with rates 1, 2 and 4, or into one of two. With z_i = E_i x_i,
 * what is 4 in one step is where 1 was. */
static void circles(void **state)
{
    struct problem p;
    const struct model m = {
        .n = 6,
        .is_ctmc = true,
        .r = {{0, 1, 0, 0, 1}, {0, 0, 1}, {0, 0, 0, 2}, {0, 4}, {[5] = 9}, {[4] = 9}},
        .init = {1},
        .goal = {0, 1}};
    assert_int_equal(reduce(&m, (struct property){.steady = "goal"}, &p), OK);
    assert_true(p.period == 3 && p.jacobi_limit == 3 && p.step == 0.99 / 9);
    assert_true(near(direct_value(&p), 0.5 * 4 / 7, 1e-12));
    problem_free(&p);
}

static void certain_and_impossible(void **state)
{
    struct problem p;
    struct model m = walk(5, 0.5, 2);
    memset(m.goal, 0, sizeof m.goal);
    assert_value(&m, (struct property){.goal = "goal"}, 0);
    assert_value(&m, (struct property){.goal = "!goal"}, 1);
    assert_value(&m, (struct property){.goal = "goal", .reward = m.reward}, INFINITY);
    assert_value(&m, (struct property){.goal = "!goal", .reward = m.reward}, 0);
    assert_value(&m, (struct property){.steady = "!goal"}, 1);
    assert_int_equal(reduce(&m, (struct property){.goal = "!goal"}, &p), OK);
    assert_true(p.solved && p.kind == KIND_FIXPOINT && p.system.a.off.nnz == 0 && p.classes == 2);
    problem_free(&p);
    m = (struct model){.n = 1, .r = {{1}}, .init = {1}, .goal = {1}, .reward = {7}};
    assert_value(&m, (struct property){.steady = "goal"}, 1);
    assert_value(&m, (struct property){.steady = "!goal"}, 0);
    assert_value(&m, (struct property){.reward = m.reward}, 7);
    const double weights[] = {7, 0.7}; /* a whole number was not rounded, others twice at most */
    for (int k = 0; k < 2; k++) {
        const double weight = m.reward[0] = weights[k], room = k * weight * DBL_EPSILON;
        assert_int_equal(reduce(&m, (struct property){.reward = m.reward}, &p), OK);
        const double below = weight - p.steady.constant_low,
                     above = p.steady.constant_high - weight;
        assert_true(below >= room && below <= 2 * room && above >= room && above <= 2 * room);
        problem_free(&p);
    }
}

/* A state that is left with a probability of less than rounding: long runs can be had, the fixpoint
 * has no equation. */
static void staying_to_rounding(void **state)
{
    struct problem p;
    struct model m = {.n = 3,
                      .is_ctmc = true,
                      .r = {{1e18, 1, 3}, {0, 1}, {0, 0, 1}},
                      .init = {1},
                      .goal = {0, 1}};
    assert_value(&m, (struct property){.steady = "goal"}, 0.25);
    assert_int_equal(reduce(&m, (struct property){.goal = "goal"}, &p), ERROR_INPUT);
    assert_string_equal(
        fail_message(),
        "state 0: the probability of staying is 1, so that its equation has no solution "
        "in double precision");
    problem_free(&p);
    /* rows of probabilities may sum to a little more than 1 */
    m = (struct model){
        .n = 3, .r = {{1, 1e-17, 3e-17}, {0, 1}, {0, 0, 1}}, .init = {1}, .goal = {0, 1}};
    assert_int_equal(reduce(&m, (struct property){.goal = "goal"}, &p), ERROR_INPUT);
    problem_free(&p);
    assert_value(&m, (struct property){.steady = "goal"}, 0.25);
}

/* The same power of 2 on both sides, and 1 where a number would lose digits. */
static void check_written_row(const struct model *m, const struct problem *p, uint32_t i,
                              double largest)
{
    const struct csr *off = &p->written.a.off;
    const int exponent = -ilogb(exit_rate(m, i));
    double sum = 0;
    bool one = true, other = true;
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
        const double rate = m->r[i][off->col[k]];
        one &= off->val[k] == -rate;
        other &= off->val[k] == -scalbn(rate, exponent);
        sum -= off->val[k];
        assert_true(p->system.a.off.val[k] == -(rate / exit_rate(m, i)));
    }
    one &= p->written.b[i] == m->reward[i];
    other &= p->written.b[i] == scalbn(m->reward[i], exponent);
    assert_true((largest > 1e100 ? one : other) && p->written.a.diag[i] == sum);
}

/* Proofs are about the rates, not about their quotients. */
static void rates_are_kept(void **state)
{
    const double largest[] = {3, 1e20, 1e300}; /* beside 1e-20: 1e-320 has few digits */
    for (int k = 0; k < 3; k++) {
        struct problem p;
        struct model m = {.n = 3,
                          .is_ctmc = true,
                          .r = {{0.7, 0.3, largest[k]}, {1.1e-20, 0, largest[k]}, {0, 0, 1}},
                          .init = {1},
                          .goal = {0, 0, 1},
                          .reward = {0.1, 7, 9}};
        assert_int_equal(reduce(&m, (struct property){.goal = "goal", .reward = m.reward}, &p), OK);
        assert_true(problem_written(&p) == &p.written && p.reading.balanced);
        assert_true(p.written.a.diag[2] == 1 && p.written.b[2] == 0);
        check_written_row(&m, &p, 1, largest[k]);
        if (k < 2) check_written_row(&m, &p, 0, largest[k]);
        problem_free(&p);
    }
    struct problem p;
    const struct model m = {.n = 3,
                            .is_ctmc = true,
                            .r = {{0, 5e-324, 1e-323}, {0, 1}, {0, 0, 1}},
                            .init = {1},
                            .goal = {0, 0, 1}};
    assert_int_equal(reduce(&m, (struct property){.goal = "goal"}, &p), OK);
    assert_true(p.written.a.off.val[0] == -0x1p-51 && p.written.a.off.val[1] == -0x1p-50);
    assert_true(p.model.entry == 0); /* a rounding of such rates is no share */
    problem_free(&p);
}

static enum status reduce_bounded_to(const struct model *m, uint64_t steps, struct problem *out)
{
    struct chain chain = chain_of(m);
    *out = (struct problem){0};
    const struct property property = {.goal = "goal", .steps = steps};
    const enum status status = reduce_bounded(&chain, &property, out);
    chain_free(&chain);
    return status;
}

/* 0 and 1 are a cycle that is left once in 1e6 steps, and the row of 0 lacks 1e-7: a tenth of that.
 * Where it is left once in 1e4 steps, each row is divided by its sum. */
static void missing_mass(void **state)
{
    struct problem p;
    struct model m = {.n = 4,
                      .r = {{0, 0.9999999}, {1 - 1e-6, 0, 1e-6}, {0, 0, 1}, {0, 0, 0, 1}},
                      .init = {1},
                      .goal = {0, 0, 1}};
    for (int kind = 0; kind < 3; kind++) {
        const struct property steady = {.steady = "goal"}, until = {.goal = "goal"};
        assert_int_equal(kind == 2 ? reduce_bounded_to(&m, 3, &p)
                                   : reduce(&m, kind ? until : steady, &p),
                         ERROR_INPUT);
        assert_string_equal(fail_message(),
                            "state 0: its probabilities sum to 1-1e-07, and what is missing or "
                            "too much is not small beside 1e-06, the most that leaves its cycle of "
                            "states in a step: correct them, or write them with more digits");
        problem_free(&p);
    }
    m.r[1][0] = 1 - 2e-4, m.r[1][2] = m.r[1][3] = 1e-4;
    assert_value(&m, (struct property){.goal = "goal"}, 0.5);
    assert_value(&m, (struct property){.steady = "goal"}, 0.5);
    assert_int_equal(reduce_bounded_to(&m, 3, &p), OK);
    assert_true(p.divided.rows == 1 && p.system.a.diag[0] == 1 && p.system.a.off.val[0] == -1);
    problem_free(&p);
}

/* 9 x 1/9, which the double of 1/9 makes a little more or less than 1: nothing stays. */
static void ninths(void **state)
{
    struct problem p;
    struct model m = {.n = 10, .init = {1}, .goal = {0, 1}};
    for (uint32_t j = 1; j < 10; j++) m.r[0][j] = 1. / 9, m.r[j][j] = 1;
    assert_int_equal(reduce_bounded_to(&m, 1, &p), OK);
    assert_true(p.system.a.diag[0] == 1 && p.divided.rows == 0);
    assert_true(!p.solved && p.range == RANGE_PROBABILITY); /* 0 alone moves */
    assert_true(p.step == 1 && p.steps == 1);
    problem_free(&p);
    assert_int_equal(reduce(&m, (struct property){.goal = "goal"}, &p), OK);
    const double off = fabs(fma(9, 1. / 9, -1)); /* exact */
    assert_true(p.reading.constant >= off && p.reading.constant <= 2 * off + 20 * LDBL_EPSILON);
    assert_true(p.model.entry == reading_share(1) && p.model.constant == 0 && p.model.balanced);
    problem_free(&p);
}

/* By how much a quotient is off, of itself: fma tells it, as the sum of such a row is a double. */
static void shares_of_quotients(void **state)
{
    for (int round = 0; round < 1000; round++) {
        struct problem p;
        double sum = 0, most = 0;
        struct model m = {.n = 10, .init = {1}, .goal = {0, 1}};
        for (uint32_t j = 1; j < 10; j++) {
            m.r[0][j] = (double)(119304648 + draw(1 << 18)) * 0x1p-30; /* about 1/9 */
            m.r[j][j] = 1;
            sum += m.r[0][j];
        }
        assert_int_equal(reduce(&m, (struct property){.goal = "goal"}, &p), OK);
        assert_true(p.divided.rows == 1 && p.divided.sum == sum);
        for (uint64_t k = 0; k < 9; k++) {
            const double before = m.r[0][p.system.a.off.col[k]];
            most = fmax(most, fabs(fma(p.system.a.off.val[k], sum, before)) / before);
        }
        assert_true(p.reading.entry >= most && p.reading.entry <= 1.02 * most + 20 * LDBL_EPSILON);
        assert_true(p.reading.constant == 0);
        problem_free(&p);
    }
}

/* 1.02 times the fastest rate of those that move, without what leads to itself. */
static void steps_of_time(void **state)
{
    struct problem p = {0};
    const struct model m = {.n = 4,
                            .is_ctmc = true,
                            .r = {{7, 2, 1}, {0.5, 0, 3.5}, {0, 9, 0, 9}, {0, 0, 0, 1}},
                            .init = {1},
                            .goal = {0, 0, 1}};
    struct chain chain = chain_of(&m);
    assert_int_equal(reduce_bounded(&chain, &(struct property){.goal = "goal", .time = 2}, &p), OK);
    assert_true(p.step == 1 / (1.02 * 4) && p.time == 2 && p.steps == 0 && !p.solved);
    problem_free(&p);
    chain_free(&chain);
}

static void check_bounds(const struct model *m, struct property property, const double *low,
                         const double *high)
{
    struct answer_bounds bounds;
    struct problem p;
    assert_int_equal(reduce(m, property, &p), OK);
    assert_int_equal(answer_bounds_find(&p, &p.system, &bounds), OK);
    for (uint32_t i = 0; i < m->n; i++)
        if (bounds.lower[i] != low[i] || !near(bounds.upper[i], high[i], 2e-6) ||
            bounds.upper[i] < high[i])
            fail_msg("%u: [%.17g, %.17g]", i, bounds.lower[i], bounds.upper[i]);
    answer_bounds_free(&bounds);
    problem_free(&p);
}

/* 0 stays every other time, 1 goes back to it as often as on. A visit of 0 takes two steps, and it
 * is visited twice: what it earns bounds all. */
static void bounds_of_answers(void **state)
{
    struct answer_bounds bounds;
    struct problem p;
    struct model m = {.n = 4,
                      .r = {{0.5, 0.5}, {0.5, 0, 0.5}, {0, 0, 1}, {0, 0, 1}},
                      .init = {1},
                      .goal = {0, 0, 1},
                      .reward = {1, 0, 9}};
    const struct property until = {.goal = "goal"}, reward = {.goal = "goal", .reward = m.reward};
    check_bounds(&m, reward, (double[]){0, 0, 0, 0}, (double[]){4, 4, 0, 0});
    assert_int_equal(reduce(&m, reward, &p), OK);
    double *const entry[] = {&p.system.b[0], &p.system.a.diag[0], &p.system.a.off.val[0]};
    const double wrong[] = {-1, 1.5, 1};
    for (int k = 0; k < 3; k++) {
        const double right = *entry[k];
        *entry[k] = wrong[k];
        assert_int_equal(answer_bounds_find(&p, &p.system, &bounds), ERROR_UNSUPPORTED);
        *entry[k] = right;
    }
    problem_free(&p);
    m.r[1][2] = m.r[1][3] = 0.25, m.r[3][2] = 0, m.r[3][3] = 1;
    check_bounds(&m, until, (double[]){0, 0, 1, 0}, (double[]){1, 1, 1, 0});
}

static void unknown_labels(void **state)
{
    struct problem p;
    struct model m = walk(5, 0.5, 2);
    static const struct property wrong[] = {
        {.goal = "gaol"}, {.steady = "!gaol"}, {.goal = "goal", .avoid = "gaol"}};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(reduce(&m, wrong[k], &p), ERROR_INPUT);
        assert_string_equal(fail_message(), "unknown label 'gaol', did you mean 'goal'?");
        problem_free(&p);
    }
}

static void memory_runs_out(void **state)
{
    struct model m = walk(5, 0.5, 2);
    const struct property properties[] = {{.goal = "goal", .avoid = "avoid"},
                                          {.goal = "!goal", .reward = m.reward},
                                          {.steady = "goal"},
                                          {.reward = m.reward}};
    m.r[0][0] = 0; /* 0 and 1 are a class of period 2 */
    m.r[0][1] = m.r[1][0] = 1;
    m.r[1][2] = 0;
    for (size_t k = 0; k < 2 * sizeof properties / sizeof *properties; k++) {
        const struct property *property = &properties[k / 2];
        long granted = 0;
        m.is_ctmc = k % 2;
        for (bool done = false; !done; granted++) {
            struct chain chain = chain_of(&m);
            struct problem p = {0};
            enum status status =
                refused_after(granted, property->goal ? reduce_fixpoint(&chain, property, &p)
                                                      : reduce_steady(&chain, property, &p));
            done = status == OK;
            assert_int_equal(status, done ? OK : ERROR_HOST_MEMORY);
            problem_free(&p);
            chain_free(&chain);
        }
        assert_true(granted > 12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_reachability),
        cmocka_unit_test(random_rewards),
        cmocka_unit_test(random_long_runs),
        cmocka_unit_test(several_initial_states),
        cmocka_unit_test(too_many_visits),
        cmocka_unit_test(odds_of_many_ends),
        cmocka_unit_test(gamblers_ruin),
        cmocka_unit_test(fair_die),
        cmocka_unit_test(queue),
        cmocka_unit_test(two_classes_of_two),
        cmocka_unit_test(circles),
        cmocka_unit_test(certain_and_impossible),
        cmocka_unit_test(staying_to_rounding),
        cmocka_unit_test(rates_are_kept),
        cmocka_unit_test(missing_mass),
        cmocka_unit_test(ninths),
        cmocka_unit_test(shares_of_quotients),
        cmocka_unit_test(steps_of_time),
        cmocka_unit_test(bounds_of_answers),
        cmocka_unit_test(unknown_labels),
        cmocka_unit_test(memory_runs_out),
    };
    seed_begin();
    return cmocka_run_group_tests_name("reductions", tests, NULL, NULL);
}
