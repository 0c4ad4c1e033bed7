/* Bounded properties: what holds within a number of steps (DTMC) or a time (CTMC), and the reward
 * rate at that moment. The steps go backward, as in PRISM: x0 is 1 on the goal (or the rewards),
 * and x_i after k steps is the value of state i with k steps to go.
 *
 * A x = b is defined so that x' = x + step (b - A x) is one step. DTMC: step 1, and A = I - P on
 * the rows that change. CTMC: step 1/q, and A = -Q on these rows, so x' = (I + Q/q) x. Rows that
 * never change (goal, avoided, and those that cannot reach the goal) are x_i = b_i = x0_i. q is
 * 1.02 times the fastest rate, as in PRISM. 1 - P(i,i) is computed as the sum of the other
 * probabilities; it is 1 if and only if there is no self-loop. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "problems/property.h"

/* *out (new) = the states outside the goal whose probability of reaching it is not 0. */
static enum status undecided_until(const struct chain *chain, const struct property *property,
                                   const uint8_t *goal, uint8_t **out)
{
    enum status status = OK;
    uint8_t *through = NULL, *no = NULL, *yes = NULL;
    uint32_t n = chain_states(chain);
    TRY(states_to_pass(chain, property, &through));
    TRY(certain_states(&chain->transitions, through, goal, &no, &yes));
    TRY(allocate(n, 1, "states", out));
    for (uint32_t i = 0; i < n; i++) (*out)[i] = !goal[i] && !no[i];
out:
    free(through);
    free(no);
    free(yes);
    return status;
}

/* *out (new) = the states with a transition to another state. */
static enum status states_that_leave(const struct csr *r, uint8_t **out)
{
    enum status status = allocate_zeroed(r->rows, 1, "states", out);
    for (uint32_t i = 0; status == OK && i < r->rows; i++)
        for (uint64_t k = r->row[i]; k < r->row[i + 1]; k++) (*out)[i] |= r->col[k] != i;
    return status;
}

static enum status bounded_build_matrix(struct chain *chain, const uint8_t *moves,
                                        struct matrix *out)
{
    MUST(csr_split_rows(&chain->transitions, moves, out));
    for (uint32_t i = 0; i < out->off.rows; i++) {
        const double stays = out->diag[i];
        out->diag[i] = !moves[i];
        for (uint64_t k = out->off.row[i]; k < out->off.row[i + 1]; k++) {
            out->diag[i] += out->off.val[k];
            out->off.val[k] = -out->off.val[k];
        }
        if (moves[i] && chain->type == CHAIN_DTMC)
            out->diag[i] = stays > 0 ? fmin(out->diag[i], 1 - DBL_EPSILON / 2) : 1;
    }
    return OK;
}

static double fastest(const struct matrix *a, const uint8_t *moves)
{
    double most = 0;
    for (uint32_t i = 0; i < a->off.rows; i++)
        if (moves[i] && a->diag[i] > most) most = a->diag[i];
    return most;
}

/* Fills x0, and b, which is x0 in rows that never change and 0 elsewhere. */
static enum status fill_vectors(uint32_t n, const uint8_t *moves, const uint8_t *goal,
                                const double *reward, struct linear *out)
{
    MUST(allocate(n, sizeof *out->x0, "x0", &out->x0));
    MUST(allocate(n, sizeof *out->b, "b", &out->b));
    for (uint32_t i = 0; i < n; i++) {
        out->x0[i] = goal ? goal[i] : reward[i];
        out->b[i] = moves[i] ? 0 : out->x0[i];
    }
    return OK;
}

enum status bounded_rows(struct chain *chain, const double *reward, const uint8_t *goal,
                         const uint8_t *moves, struct linear *out)
{
    const uint32_t n = chain_states(chain);
    MUST(bounded_build_matrix(chain, moves, &out->a));
    return fill_vectors(n, moves, goal, reward, out);
}

static enum status check_bound(const struct chain *chain, const struct property *property)
{
    bool discrete = chain->type == CHAIN_DTMC;
    if (discrete && property->time > 0)
        return fail(ERROR_INPUT, "time= is for CTMCs; a DTMC takes steps=K");
    if (!discrete && property->steps > 0)
        return fail(ERROR_INPUT, "steps= is for DTMCs; a CTMC takes time=T");
    return OK;
}

enum status reduce_bounded(struct chain *chain, const struct property *property,
                           struct problem *out)
{
    enum status status = OK;
    uint8_t *goal = NULL, *moves = NULL;
    uint32_t n = chain_states(chain), moving = 0;
    out->kind = KIND_BOUNDED;
    out->range = property->goal ? RANGE_PROBABILITY : RANGE_NOT_NEGATIVE;
    TRY(check_bound(chain, property));
    TRY(divide_by_sums(chain, out));
    out->reading = sums_in_entries(out->reading);
    if (property->goal) {
        TRY(label_states(chain, property->goal, &goal));
        TRY(undecided_until(chain, property, goal, &moves));
    } else {
        TRY(states_that_leave(&chain->transitions, &moves));
    }
    if (property->at_once) memset(moves, 0, n * sizeof *moves);
    TRY(take_initial(chain, property->filter, out));
    TRY(bounded_rows(chain, property->reward, goal, moves, &out->system));
    for (uint32_t i = 0; i < n; i++) moving += moves[i];
    out->solved = moving == 0;
    out->steps = property->steps;
    out->time = property->time;
    out->step = property->steps || out->solved ? 1 : 1 / (1.02 * fastest(&out->system.a, moves));
out:
    free(goal);
    free(moves);
    return status;
}
