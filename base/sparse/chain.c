#include "base/sparse/chain.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"

const char *const chain_type_words[] = {"dtmc", "ctmc", "mdp", NULL};

const char *chain_type_title(enum chain_type type)
{
    static const char *const titles[] = {"", "DTMC", "CTMC", "MDP"};
    return titles[type];
}

void actions_free(struct actions *actions)
{
    for (size_t k = 0; k < actions->count; k++) free(actions->name[k]);
    free(actions->name);
    free(actions->of);
    *actions = (struct actions){0};
}

void chain_free(struct chain *chain)
{
    csr_free(&chain->transitions);
    free(chain->upper);
    free(chain->group);
    actions_free(&chain->actions);
    for (size_t k = 0; k < chain->nlabels; k++) {
        free(chain->labels[k].name);
        free(chain->labels[k].holds);
    }
    free(chain->labels);
    for (size_t k = 0; k < chain->nrewards; k++) {
        free(chain->rewards[k].name);
        free(chain->rewards[k].rate);
        free(chain->rewards[k].state);
    }
    free(chain->rewards);
    free(chain->variables);
    free(chain->values);
    free(chain->truths);
    free(chain->reward_note);
    *chain = (struct chain){0};
}

enum status chain_check_written(const struct chain *chain)
{
    if (!chain->upper) return OK;
    return fail(ERROR_UNSUPPORTED, "a model with intervals of probabilities cannot be written");
}

size_t chain_variable(const struct chain *chain, const char *name, size_t length)
{
    size_t k = 0;
    for (const char *at = chain->variables; at && *at; at += strcspn(at, ",)"), k++)
        if (strcspn(++at, ",)") == length && !strncmp(at, name, length)) return k;
    return SIZE_MAX;
}

uint32_t chain_source(const struct chain *chain)
{
    const struct label *init = chain_label(chain, "init");
    uint32_t first = UINT32_MAX;
    if (!chain->all_reached || !init) return first;
#pragma omp parallel for reduction(min : first) if (team_once(chain_states(chain)))
    for (uint32_t i = 0; i < chain_states(chain); i++)
        if (init->holds[i] && i < first) first = i;
    return first;
}

/* Roundings of one term of the sum: those of both factors, one for the product, one for each
 * addition. Unless it is a CTMC, the sum is divided: add the roundings of the divisor (those of a
 * probability and one of chain_divisor) and one for the quotient. */
void chain_add_products(struct chain *chain, uint64_t roundings)
{
    const struct csr *r = &chain->transitions;
    uint64_t longest = 0;
#pragma omp parallel for reduction(max : longest) if (team_once(r->rows))
    for (uint32_t i = 0; i < r->rows; i++)
        if (r->row[i + 1] - r->row[i] > longest) longest = r->row[i + 1] - r->row[i];
    const uint64_t all = chain->rounding.transitions + roundings + 1 + longest +
                         (chain->type == CHAIN_CTMC ? 0 : chain->rounding.transitions + 3);
    if (all > chain->rounding.rewards) chain->rounding.rewards = all;
}

static bool is_normal(double x)
{
    return x == 0 || fabs(x) >= DBL_MIN;
}

bool chain_rounding_is_known(const struct chain *chain, const double *reward)
{
    const struct csr *r = &chain->transitions;
    bool known = !chain->rounding.lost;
#pragma omp parallel for reduction(&& : known) if (team_once(r->nnz))
    for (uint64_t k = 0; k < r->nnz; k++) known = known && is_normal(r->val[k]);
    if (!reward) return known;
#pragma omp parallel for reduction(&& : known) if (team_once(r->rows))
    for (uint32_t i = 0; i < r->rows; i++) known = known && is_normal(reward[i]);
    return known;
}

bool chain_row_fits(double staying, double leaving, double tolerance)
{
    return isfinite(leaving) &&
           fabs(1 - staying - leaving) <= tolerance * (leaving > 0 ? leaving : 1);
}

enum status chain_add_label(struct chain *chain, const char *name, uint8_t **holds)
{
    enum status status = OK;
    struct label label = {0};
    TRY(copy_text(name, &label.name));
    TRY(allocate_zeroed(chain_states(chain), 1, "a label", &label.holds));
    TRY(reallocate(&chain->labels, chain->nlabels + 1, sizeof *chain->labels, "labels"));
    chain->labels[chain->nlabels++] = label;
    *holds = label.holds;
    return OK;
out:
    free(label.name);
    free(label.holds);
    return status;
}

const struct label *chain_label(const struct chain *chain, const char *name)
{
    for (size_t k = 0; k < chain->nlabels; k++)
        if (!strcmp(chain->labels[k].name, name)) return &chain->labels[k];
    return NULL;
}

enum status chain_add_reward(struct chain *chain, const char *name, double **rate)
{
    enum status status = OK;
    struct reward reward = {0};
    TRY(copy_text(name, &reward.name));
    TRY(allocate_large(chain->transitions.rows, sizeof *reward.rate, "rewards", &reward.rate));
    TRY(reallocate(&chain->rewards, chain->nrewards + 1, sizeof *chain->rewards, "rewards"));
    chain->rewards[chain->nrewards++] = reward;
    *rate = reward.rate;
    return OK;
out:
    free(reward.name);
    free(reward.rate);
    return status;
}

double chain_exit(const struct chain *chain, uint32_t row)
{
    const struct csr *a = &chain->transitions;
    double sum = 0;
    for (uint64_t k = a->row[row]; k < a->row[row + 1]; k++) sum += a->val[k];
    return chain->type == CHAIN_CTMC ? sum : 1;
}

double chain_divisor(const struct chain *chain, uint32_t row)
{
    const struct csr *a = &chain->transitions;
    double sum = 0, rest = 0; /* exact error of the additions so far */
    for (uint64_t k = a->row[row]; k < a->row[row + 1]; k++) {
        const double term = a->val[k], next = sum + term, back = next - sum;
        rest += (sum - (next - back)) + (term - back);
        sum = next;
    }
    return chain->type == CHAIN_CTMC ? 1 : sum + rest;
}

enum status reward_split(const struct chain *chain, struct reward *reward, double **state)
{
    if (!reward->state) {
        const uint32_t n = chain_states(chain);
        MUST(allocate_large(n, sizeof *reward->state, "rewards", &reward->state));
#pragma omp parallel for schedule(static) if (team_once(n))
        for (uint32_t i = 0; i < n; i++) reward->state[i] = reward->rate[chain_row(chain, i)];
    }
    *state = reward->state;
    return OK;
}

const struct reward *chain_reward(const struct chain *chain, const char *name)
{
    for (size_t k = 0; k < chain->nrewards; k++)
        if (!strcmp(chain->rewards[k].name, name)) return &chain->rewards[k];
    return NULL;
}
