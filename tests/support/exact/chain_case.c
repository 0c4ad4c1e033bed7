#include "tests/support/exact/chain_case.h"

#include <math.h>
#include <stdio.h>

#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

void chain_case_draw(struct chain_case *c)
{
    const double decades = draw(3) ? 1 : 12;
    *c = (struct chain_case){.n = 2 + (uint32_t)draw(SMALL_MOST - 1), .discrete = draw(2)};
    const uint64_t closed = 2 + draw(8);
    for (uint32_t i = 0; i < c->n; i++) {
        double sum = 0;
        for (uint32_t j = 0; j < c->n; j++) {
            const bool leads = (j == (i + 1) % c->n && draw(closed)) || draw(4) == 0;
            c->rate[i][j] = leads ? draw_decades(decades) : 0;
            sum += c->rate[i][j];
        }
        if (sum == 0) sum = c->rate[i][i] = 1;
        if (c->discrete && draw(2)) sum *= 1 + draw_sign() * (draw(2) ? 1e-7 : 2e-15) * draw_unit();
        for (uint32_t j = 0; c->discrete && j < c->n; j++) c->rate[i][j] /= sum;
        c->reward[i] = draw(3) ? draw_decades(3) : 0;
        c->goals |= (uint32_t)(draw(3) == 0) << i;
    }
    c->goals |= 1u << (c->n - 1);
}

double chain_case_fastest(const struct chain_case *c)
{
    double most = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        double sum = 0;
        for (uint32_t j = 0; j < c->n; j++) sum += c->rate[i][j];
        most = fmax(most, sum);
    }
    return most;
}

void chain_case_write(const struct chain_case *c)
{
    char tra[8192], lab[512], rew[1024];
    size_t used = 0, count = 0, labels = 0, rewards = 0;
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t j = 0; j < c->n; j++) count += c->rate[i][j] != 0;
    used += (size_t)snprintf(tra, sizeof tra, "%u %zu\n", c->n, count);
    labels += (size_t)snprintf(lab, sizeof lab, "0=\"init\" 1=\"deadlock\" 2=\"goal\"\n");
    rewards += (size_t)snprintf(rew, sizeof rew, "%u %u\n", c->n, c->n);
    for (uint32_t i = 0; i < c->n; i++) {
        const bool goal = c->goals >> i & 1;
        for (uint32_t j = 0; j < c->n; j++)
            if (c->rate[i][j] != 0)
                used += (size_t)snprintf(tra + used, sizeof tra - used, "%u %u %.17g\n", i, j,
                                         c->rate[i][j]);
        rewards +=
            (size_t)snprintf(rew + rewards, sizeof rew - rewards, "%u %.17g\n", i, c->reward[i]);
        if (i == 0 || goal)
            labels += (size_t)snprintf(lab + labels, sizeof lab - labels, "%u:%s%s\n", i,
                                       i == 0 ? " 0" : "", goal ? " 2" : "");
    }
    scratch_write("m.tra", tra);
    scratch_write("m.lab", lab);
    scratch_write("m.srew", rew);
}

/* Finds the states that each state can reach: one bit per state. */
static void find_reached(const struct chain_case *c, uint32_t reached[SMALL_MOST])
{
    for (uint32_t i = 0; i < c->n; i++) reached[i] = 1u << i;
    for (uint32_t round = 0; round < c->n; round++)
        for (uint32_t i = 0; i < c->n; i++)
            for (uint32_t j = 0; j < c->n; j++)
                if (c->rate[i][j] != 0) reached[i] |= reached[j];
}

/* Returns the lowest state of the closed class of a state; n if it is in none. */
static uint32_t class_of_state(uint32_t i, uint32_t n, const uint32_t reached[SMALL_MOST])
{
    for (uint32_t j = 0; j < n; j++)
        if ((reached[i] >> j & 1) && reached[j] != reached[i]) return n;
    return (uint32_t)__builtin_ctz(reached[i]);
}

void chain_case_sum(const struct chain_case *c, uint32_t i, mpq_t sum)
{
    mpq_t rate;
    mpq_init(rate);
    mpq_set_ui(sum, 0, 1);
    for (uint32_t j = 0; j < c->n; j++) {
        mpq_set_d(rate, c->rate[i][j]);
        mpq_add(sum, sum, rate);
    }
    mpq_clear(rate);
}

uint32_t chain_case_recurrent(const struct chain_case *c, uint32_t state[SMALL_MOST])
{
    uint32_t reached[SMALL_MOST], count = 0;
    find_reached(c, reached);
    for (uint32_t i = 0; i < c->n; i++)
        if ((reached[0] >> i & 1) && class_of_state(i, c->n, reached) < c->n &&
            reached[i] != 1u << i)
            state[count++] = i;
    return count;
}

void chain_case_weigh(const struct chain_case *c, uint32_t n, const uint32_t *state,
                      const uint32_t *class_of, uint32_t class, struct exact *exact)
{
    mpq_t sum, all;
    mpq_inits(sum, all, NULL);
    for (uint32_t i = 0; i < n && c->discrete; i++) {
        if (class_of[i] != class) continue;
        chain_case_sum(c, state[i], sum);
        mpq_mul(exact->x[i], exact->x[i], sum);
        mpq_add(all, all, exact->x[i]);
    }
    for (uint32_t i = 0; i < n && c->discrete; i++)
        if (class_of[i] == class) mpq_div(exact->x[i], exact->x[i], all);
    mpq_clears(sum, all, NULL);
}

void chain_case_average(const struct chain_case *c, const double *weight, struct exact *exact,
                        mpq_t value)
{
    uint32_t reached[SMALL_MOST], class[SMALL_MOST], all[SMALL_MOST];
    double dense[SMALL_MOST][SMALL_MOST] = {0}, direct[SMALL_MOST][SMALL_MOST] = {0};
    mpq_t average[SMALL_MOST], term;
    struct small s;
    mpq_init(term);
    find_reached(c, reached);
    for (uint32_t i = 0; i < c->n; i++) {
        class[i] = class_of_state(i, c->n, reached);
        all[i] = i;
        for (uint32_t j = 0; j < c->n; j++)
            if (j != i) dense[j][i] = direct[i][j] = -c->rate[i][j];
    }
    small_set(&s, c->n, dense);
    for (uint32_t k = 0; k < c->n; k++) {
        mpq_init(average[k]);
        if (class[k] != k) continue;
        assert_true(exact_long_run(exact, &s.a, class, k));
        chain_case_weigh(c, c->n, all, class, k, exact);
        for (uint32_t i = 0; i < c->n; i++) {
            mpq_set_d(term, weight[i]);
            mpq_mul(term, term, exact->x[i]);
            mpq_add(average[k], average[k], term);
        }
    }
    small_set(&s, c->n, direct);
    exact_set(exact, &s.a, NULL);
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t j = 0; j < c->n; j++)
            if (class[i] < c -> n) mpq_set_ui(exact->a[i][j], i == j, 1);
            else if (j != i) mpq_sub(exact->a[i][i], exact->a[i][i], exact->a[i][j]);
    for (uint32_t i = 0; i < c->n; i++)
        if (class[i] < c -> n) mpq_set(exact->b[i], average[class[i]]);
    assert_true(exact_solve(exact));
    mpq_set(value, exact->x[0]);
    for (uint32_t k = 0; k < c->n; k++) mpq_clear(average[k]);
    mpq_clear(term);
}
