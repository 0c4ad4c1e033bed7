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

/* *out (new) = the states through which a path may go on, and whose value changes on the way:
 * those with a transition to another state, or with a reward that adds up. */
static enum status states_that_move(const struct chain *chain, const struct property *property,
                                    uint8_t **out)
{
    const struct csr *r = &chain->transitions;
    enum status status = OK;
    uint8_t *through = NULL;
    TRY(states_to_pass(chain, property, &through));
    TRY(allocate_zeroed(r->rows, 1, "states", out));
    for (uint32_t i = 0; i < r->rows; i++) {
        if (property->cumulative) (*out)[i] = property->reward[i] != 0;
        for (uint64_t k = r->row[i]; k < r->row[i + 1]; k++) (*out)[i] |= r->col[k] != i;
        if (through && !through[i]) (*out)[i] = 0;
    }
out:
    free(through);
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

/* The same for what `start` gives at the end of the bound, and for a reward that adds up. The last
 * of k steps may lead to a state of `avoid`; at a time, no change happens. */
static enum status fill_question(const struct chain *chain, const struct property *property,
                                 const uint8_t *moves, struct linear *out)
{
    enum status status = OK;
    uint8_t *through = NULL;
    const uint32_t n = chain_states(chain);
    TRY(states_to_pass(chain, property, &through));
    TRY(allocate_zeroed(n, sizeof *out->x0, "x0", &out->x0));
    TRY(allocate_zeroed(n, sizeof *out->b, "b", &out->b));
    for (uint32_t i = 0; i < n; i++) {
        const bool passes = !through || through[i], at_end = passes || chain->type == CHAIN_DTMC;
        if (property->start && at_end) out->x0[i] = property->start[i];
        if (moves[i] && property->cumulative) out->b[i] = property->reward[i];
        else if (!moves[i] && passes) out->b[i] = out->x0[i];
    }
out:
    free(through);
    return status;
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

/* Length of a step that is one jump at a rate a little above the fastest. */
static double step_of(const struct problem *problem, const uint8_t *moves)
{
    const double most = problem->steps || problem->solved ? 0 : fastest(&problem->system.a, moves);
    return most > 0 ? 1 / (1.02 * most) : 1;
}

static enum status question_rows(struct chain *chain, const struct property *property,
                                 const uint8_t *moves, struct problem *out)
{
    out->asked.off = property->start_off;
    out->reading.entry = fmax(out->reading.entry, property->rounded);
    if (property->cumulative) out->reading.constant = share_of_products(chain, property->reward);
    MUST(fill_question(chain, property, moves, &out->system)); /* needs the chain */
    return bounded_build_matrix(chain, moves, &out->system.a);
}

enum status reduce_bounded(struct chain *chain, const struct property *property,
                           struct problem *out)
{
    enum status status = OK;
    uint8_t *goal = NULL, *moves = NULL;
    uint32_t n = chain_states(chain), moving = 0;
    out->kind = KIND_BOUNDED;
    const bool question = property->start || property->cumulative;
    out->range = property->goal || property->start ? RANGE_PROBABILITY : RANGE_NOT_NEGATIVE;
    TRY(check_bound(chain, property));
    TRY(divide_by_sums(chain, out));
    out->reading = sums_in_entries(out->reading);
    if (property->goal) {
        TRY(label_states(chain, property->goal, &goal));
        TRY(undecided_until(chain, property, goal, &moves));
    } else {
        TRY(states_that_move(chain, property, &moves));
    }
    if (property->at_once) memset(moves, 0, n * sizeof *moves);
    TRY(take_initial(chain, property->filter, out));
    TRY(question ? question_rows(chain, property, moves, out)
                 : bounded_rows(chain, property->reward, goal, moves, &out->system));
    for (uint32_t i = 0; i < n; i++) moving += moves[i];
    out->solved = moving == 0;
    out->steps = property->steps;
    out->time = property->time;
    out->step = step_of(out, moves);
out:
    free(goal);
    free(moves);
    return status;
}
