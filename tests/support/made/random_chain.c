#include "tests/support/made/random_chain.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tests/support/cmocka.h"

void make_probabilities(double *value, uint64_t count)
{
    double sum = 0, others = 0;
    for (uint64_t k = 0; k < count; k++) sum += value[k];
    for (uint64_t k = 0; k < count; k++) value[k] /= sum;
    for (uint64_t k = 0; k + 1 < count; k++) others += value[k];
    value[count - 1] = 1 - others;
}

/* Entries of a row; it may have none. */
static void random_row(struct chain *chain, uint32_t n, uint32_t row)
{
    struct csr *a = &chain->transitions;
    uint64_t dense = draw(4); /* none, few, some, all */
    a->row[row] = a->nnz;
    for (uint32_t j = 0; j < n; j++) {
        if (dense == 0 || (dense == 1 && draw(n) > 2) || (dense == 2 && draw(2))) continue;
        a->col[a->nnz] = j;
        a->val[a->nnz++] = (double)(1 + draw(1000)) / (double)(1 + draw(1000));
    }
    if (chain->type != CHAIN_CTMC && a->nnz > a->row[row])
        make_probabilities(a->val + a->row[row], a->nnz - a->row[row]);
    a->row[row + 1] = a->nnz;
}

/* A row without entries gets a self-loop; the only row of a state then is a deadlock. */
static void random_rows(struct chain *chain, uint8_t *deadlock)
{
    struct csr *a = &chain->transitions;
    const uint32_t n = chain_states(chain), rows = a->rows;
    if (csr_allocate(rows, (uint64_t)rows * n, a) != OK) abort();
    a->nnz = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++) {
            random_row(chain, n, r);
            if (a->nnz > a->row[r]) continue;
            deadlock[i] = chain_row(chain, i + 1) - chain_row(chain, i) == 1;
            a->col[a->nnz] = i;
            a->val[a->nnz] = 1;
            a->row[r + 1] = ++a->nnz;
        }
}

/* One to four choices for each state. */
static void random_choices(struct chain *chain, uint32_t n)
{
    static const char *const names[] = {"go", "stay", "7", "unused"};
    struct actions *actions = &chain->actions;
    if (allocate(n + 1, sizeof *chain->group, "choices", &chain->group) != OK) abort();
    chain->ngroups = n;
    chain->group[0] = 0;
    for (uint32_t i = 0; i < n; i++) chain->group[i + 1] = chain->group[i] + 1 + (uint32_t)draw(4);
    chain->transitions.rows = chain->group[n];
    if (draw(4) == 0) return;
    if (allocate(chain->group[n], sizeof *actions->of, "actions", &actions->of) != OK ||
        allocate(4, sizeof *actions->name, "actions", &actions->name) != OK)
        abort();
    for (; actions->count < 4; actions->count++)
        if (copy_text(names[actions->count], &actions->name[actions->count]) != OK) abort();
    for (uint32_t r = 0; r < chain->group[n]; r++)
        actions->of[r] = draw(4) ? (uint32_t)draw(3) : NO_ACTION;
}

/* State rewards; with a split also those of the rows. */
static void random_reward(struct chain *chain, const char *name, bool split)
{
    double *rate, *state;
    if (chain_add_reward(chain, name, &rate) != OK) abort();
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        const double own = draw(2) ? (double)draw(100) / 7 : 0;
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++) rate[r] = own;
    }
    if (!split) return;
    if (reward_split(chain, &chain->rewards[chain->nrewards - 1], &state) != OK) abort();
    for (uint32_t r = 0; r < chain->transitions.rows; r++)
        rate[r] += r % 3 * chain_exit(chain, r) / 3;
}

static struct chain random_of(enum chain_type type, uint32_t most)
{
    static const char *const names[] = {"some", "two words"}, *const rewards[] = {"time",
                                                                                  "energy_used"};
    struct chain chain = {.type = type};
    uint32_t n = 1 + (uint32_t)draw(most);
    uint8_t *init, *deadlock, *holds;
    chain.transitions.rows = n;
    if (type == CHAIN_MDP) random_choices(&chain, n);
    if (chain_add_label(&chain, "init", &init) != OK ||
        chain_add_label(&chain, "deadlock", &deadlock) != OK)
        abort();
    random_rows(&chain, deadlock);
    init[draw(n)] = 1;
    for (int k = 0; k < 2; k++) {
        if (chain_add_label(&chain, names[k], &holds) != OK) abort();
        for (uint32_t i = 0; i < n; i++) holds[i] = draw(3) == 0;
    }
    for (uint64_t k = 0, count = draw(3); k < count; k++) random_reward(&chain, rewards[k], k > 0);
    return chain;
}

struct chain random_chain(uint32_t most)
{
    return random_of(draw(2) ? CHAIN_DTMC : CHAIN_CTMC, most);
}

struct chain random_mdp(uint32_t most)
{
    return random_of(CHAIN_MDP, most);
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
static void assert_same_reward(const struct chain *chain, const struct reward *a,
                               const struct reward *b)
{
    assert_string_equal(a->name, b->name);
    for (uint32_t i = 0; i < chain_states(chain); i++)
        assert_true(reward_of_state(chain, a, i) == reward_of_state(chain, b, i));
    for (uint32_t r = 0; r < chain->transitions.rows; r++)
        if (fabs(a->rate[r] - b->rate[r]) > (a->state ? 8 * DBL_EPSILON * a->rate[r] : 0))
            fail_msg("%s: %.17g, not %.17g", a->name, b->rate[r], a->rate[r]);
}

/* Names of actions may be in another order. */
static void assert_same_choices(const struct chain *a, const struct chain *b)
{
    assert_int_equal(!a->group, !b->group);
    if (!a->group) return;
    assert_memory_equal(a->group, b->group, (a->ngroups + 1) * sizeof *a->group);
    for (uint32_t r = 0; r < a->transitions.rows; r++) {
        const char *x = action_of(a, r), *y = action_of(b, r);
        assert_string_equal(x ? x : "", y ? y : "");
    }
}

void assert_same_chain(const struct chain *a, const struct chain *b)
{
    assert_int_equal(a->type, b->type);
    assert_int_equal(chain_states(a), chain_states(b));
    assert_same_matrix(&a->transitions, &b->transitions);
    assert_same_choices(a, b);
    assert_int_equal(a->nlabels, b->nlabels);
    for (size_t k = 0; k < a->nlabels; k++) {
        assert_string_equal(a->labels[k].name, b->labels[k].name);
        assert_memory_equal(a->labels[k].holds, b->labels[k].holds, chain_states(a));
    }
    assert_int_equal(a->nrewards, b->nrewards);
    for (size_t k = 0; k < a->nrewards; k++) assert_same_reward(a, &a->rewards[k], &b->rewards[k]);
}
