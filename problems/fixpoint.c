/* Reachability probabilities and rewards. Until: Prob1 states are 1, Prob0 states 0, the rest is
 * undecided. Reward: the goal is 0, states that may miss it are infinite, the rest is undecided.
 * Undecided rows of the system are (1 - P(i,i)) x_i - sum_{j != i} P(i,j) x_j = b_i with P the
 * embedded chain of a CTMC; all others are x_i = b_i. The iteration starts at b, as PRISM's does.
 * Columns of decided states are not eliminated. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "problems/property.h"

/* *out (new) = sum_j R(i,j), self-loops included, for every state: 1 in a DTMC. */
static enum status exit_rates(const struct chain *chain, double **out)
{
    const struct csr *r = &chain->transitions;
    MUST(allocate(r->n, sizeof **out, "exit rates", out));
    for (uint32_t i = 0; i < r->n; i++) {
        double sum = 0;
        for (uint64_t k = r->row[i]; k < r->row[i + 1]; k++) sum += r->val[k];
        (*out)[i] = chain->type == CHAIN_DTMC ? 1 : sum;
    }
    return OK;
}

/* Rows that are iterated, and what the others are worth. */
struct split {
    uint8_t *undecided;
    double *b;
    uint8_t *infinite; /* NULL for until */
};

/* reward and what it needs: NULL for until. */
static enum status split_states(const struct chain *chain, const uint8_t *goal,
                                const uint8_t *through, const double *reward,
                                const double *exit_rate, struct split *out)
{
    enum status status = OK;
    uint32_t n = chain->transitions.n;
    uint8_t *no = NULL, *yes = NULL;
    TRY(certain_states(&chain->transitions, reward ? NULL : through, goal, &no, &yes));
    TRY(allocate(n, 1, "states", &out->undecided));
    TRY(allocate(n, sizeof *out->b, "b", &out->b));
    if (reward) TRY(allocate(n, 1, "states", &out->infinite));
    for (uint32_t i = 0; i < n; i++) {
        out->undecided[i] = yes[i] ? reward && !goal[i] : !reward && !no[i];
        out->b[i] = !reward ? yes[i] : out->undecided[i] ? reward[i] / exit_rate[i] : 0;
        if (reward) out->infinite[i] = !yes[i];
        if (!isfinite(out->b[i]))
            TRY(fail(ERROR_INPUT,
                     "state %u: its reward is %g and its exit rate %g, and their ratio is too "
                     "large a number: scale the rewards down",
                     i, reward[i], exit_rate[i]));
    }
out:
    free(no);
    free(yes);
    return status;
}

static enum status build_matrix(struct chain *chain, const uint8_t *undecided,
                                const double *exit_rate, struct matrix *out)
{
    MUST(csr_split_rows(&chain->transitions, undecided, out));
    for (uint32_t i = 0; i < out->off.n; i++) {
        double stays = out->diag[i] / exit_rate[i];
        out->diag[i] = undecided[i] ? 1 - stays : 1;
        if (!(out->diag[i] > 0))
            return fail(ERROR_INPUT,
                        "state %u: the probability of staying is %.17g, so that its equation has "
                        "no solution in double precision",
                        i, stays);
        for (uint64_t k = out->off.row[i]; k < out->off.row[i + 1]; k++)
            out->off.val[k] = -(out->off.val[k] / exit_rate[i]);
    }
    return OK;
}

static enum status count_classes(const struct csr *a, uint64_t *out)
{
    uint32_t *class_of, count;
    MUST(closed_classes(a, &class_of, &count));
    *out = count;
    free(class_of);
    return OK;
}

enum status reduce_fixpoint(struct chain *chain, const struct property *property,
                            struct problem *out)
{
    enum status status = OK;
    uint8_t *goal = NULL, *through = NULL;
    double *exit_rate = NULL;
    struct split split = {0};
    const uint32_t n = chain->transitions.n;
    out->kind = KIND_FIXPOINT;
    out->range = property->reward ? RANGE_NOT_NEGATIVE : RANGE_PROBABILITY;
    TRY(label_states(chain, property->goal, &goal));
    TRY(exit_rates(chain, &exit_rate));
    TRY(states_to_pass(chain, property, &through));
    TRY(split_states(chain, goal, through, property->reward, exit_rate, &split));
    TRY(take_initial(chain, property->filter, out));
    TRY(count_classes(&chain->transitions, &out->classes));
    TRY(build_matrix(chain, split.undecided, exit_rate, &out->system.a));
    TRY(allocate(n, sizeof *split.b, "x0", &out->system.x0));
    memcpy(out->system.x0, split.b, n * sizeof *split.b);
    out->step = 1;
    out->solved = !memchr(split.undecided, 1, n);
    out->system.b = split.b;
    out->fixpoint.infinite = split.infinite;
    split.b = NULL;
    split.infinite = NULL;
out:
    free(goal);
    free(through);
    free(exit_rate);
    free(split.undecided);
    free(split.b);
    free(split.infinite);
    return status;
}
