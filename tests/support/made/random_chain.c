#include "tests/support/made/random_chain.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

void make_probabilities(double *value, uint64_t count)
{
    double sum = 0, others = 0;
    for (uint64_t k = 0; k < count; k++) sum += value[k];
    for (uint64_t k = 0; k < count; k++) value[k] /= sum;
    for (uint64_t k = 0; k + 1 < count; k++) others += value[k];
    value[count - 1] = 1 - others;
}

static void random_rows(struct chain *chain, uint32_t n, uint8_t *deadlock)
{
    struct csr *a = &chain->transitions;
    if (csr_allocate(n, (uint64_t)n * n, a) != OK) abort();
    a->nnz = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t dense = draw(4); /* none, few, some, all */
        a->row[i] = a->nnz;
        for (uint32_t j = 0; j < n; j++) {
            if (dense == 0 || (dense == 1 && draw(n) > 2) || (dense == 2 && draw(2))) continue;
            a->col[a->nnz] = j;
            a->val[a->nnz++] = (double)(1 + draw(1000)) / (double)(1 + draw(1000));
        }
        deadlock[i] = a->nnz == a->row[i];
        if (deadlock[i]) {
            a->col[a->nnz] = i;
            a->val[a->nnz++] = 1;
        } else if (chain->type == CHAIN_DTMC) {
            make_probabilities(a->val + a->row[i], a->nnz - a->row[i]);
        }
    }
    a->row[n] = a->nnz;
}

struct chain random_chain(uint32_t most)
{
    static const char *const names[] = {"some", "two words"}, *const rewards[] = {"time",
                                                                                  "energy_used"};
    struct chain chain = {.type = draw(2) ? CHAIN_DTMC : CHAIN_CTMC};
    uint32_t n = 1 + (uint32_t)draw(most);
    uint8_t *init, *deadlock, *holds;
    double *rate, *state;
    chain.transitions.rows = n;
    if (chain_add_label(&chain, "init", &init) != OK ||
        chain_add_label(&chain, "deadlock", &deadlock) != OK)
        abort();
    random_rows(&chain, n, deadlock);
    init[draw(n)] = 1;
    for (int k = 0; k < 2; k++) {
        if (chain_add_label(&chain, names[k], &holds) != OK) abort();
        for (uint32_t i = 0; i < n; i++) holds[i] = draw(3) == 0;
    }
    for (uint64_t k = 0, count = draw(3); k < count; k++) {
        if (chain_add_reward(&chain, rewards[k], &rate) != OK) abort();
        for (uint32_t i = 0; i < n; i++) rate[i] = draw(2) ? (double)draw(100) / 7 : 0;
        if (k == 0) continue;
        if (reward_split(&chain.rewards[k], n, &state) != OK) abort();
        for (uint32_t i = 0; i < n; i++) rate[i] += i % 3 * chain_exit(&chain, i) / 3;
    }
    return chain;
}

void assert_same_matrix(const struct csr *x, const struct csr *y)
{
    assert_int_equal(x->rows, y->rows);
    assert_int_equal(x->nnz, y->nnz);
    assert_memory_equal(x->row, y->row, ((size_t)x->rows + 1) * sizeof *x->row);
    assert_memory_equal(x->col, y->col, x->nnz * sizeof *x->col);
    assert_memory_equal(x->val, y->val, x->nnz * sizeof *x->val);
}

/* Formats have a reward of each transition, whose sum is rounded. */
static void assert_same_reward(const struct reward *a, const struct reward *b, uint32_t n)
{
    assert_string_equal(a->name, b->name);
    assert_memory_equal(reward_of_states(a), reward_of_states(b), n * sizeof *a->rate);
    for (uint32_t i = 0; i < n; i++)
        if (fabs(a->rate[i] - b->rate[i]) > (a->state ? 8 * DBL_EPSILON * a->rate[i] : 0))
            fail_msg("%s: %.17g, not %.17g", a->name, b->rate[i], a->rate[i]);
}

void assert_same_chain(const struct chain *a, const struct chain *b)
{
    assert_int_equal(a->type, b->type);
    assert_same_matrix(&a->transitions, &b->transitions);
    assert_int_equal(a->nlabels, b->nlabels);
    for (size_t k = 0; k < a->nlabels; k++) {
        assert_string_equal(a->labels[k].name, b->labels[k].name);
        assert_memory_equal(a->labels[k].holds, b->labels[k].holds, chain_states(a));
    }
    assert_int_equal(a->nrewards, b->nrewards);
    for (size_t k = 0; k < a->nrewards; k++)
        assert_same_reward(&a->rewards[k], &b->rewards[k], chain_states(a));
}
