/* What a decision process can reach or earn at best within a number of steps. They go backward: x_i
 * after k steps is the best value of state i with k steps to go. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/decisions/equations.h"

/* Sets of states, one byte each, and the start. */
struct last {
    uint8_t *goal, *through;
    uint8_t *open; /* whose value changes from step to step */
    double *x0;    /* with no step to go */
    double *value; /* of states that are not open, with a step to go */
};

static void last_free(struct last *last)
{
    free(last->goal);
    free(last->through);
    free(last->open);
    free(last->x0);
    free(last->value);
}

/* Value of state i with no step to go. */
static double at_end(const struct property *property, const struct last *last, uint32_t i)
{
    if (property->start) return property->start[i];
    if (property->goal) return last->goal[i];
    return property->cumulative ? 0 : property->reward[i];
}

static enum status find_last(const struct chain *chain, const struct property *property,
                             struct last *out)
{
    const uint32_t n = chain_states(chain);
    if (property->goal) MUST(label_states(chain, property->goal, &out->goal));
    MUST(states_to_pass(chain, property, &out->through));
    MUST(allocate(n, 1, "states", &out->open));
    MUST(allocate(n, sizeof *out->x0, "x0", &out->x0));
    MUST(allocate(n, sizeof *out->value, "x0", &out->value));
    for (uint32_t i = 0; i < n; i++) {
        const bool passes = !out->through || out->through[i], ends = out->goal && out->goal[i];
        out->x0[i] = at_end(property, out, i);
        out->open[i] = passes && !ends && !property->at_once;
        out->value[i] = passes || ends || property->at_once ? out->x0[i] : 0;
    }
    return OK;
}

/* A step leaves nothing of a state that must not be passed. */
static enum status name_states(uint32_t n, struct problem *out)
{
    MUST(allocate(n, sizeof *out->optimum.unknown_of, "states", &out->optimum.unknown_of));
    for (uint32_t i = 0; i < n; i++) out->optimum.unknown_of[i] = i;
    return OK;
}

enum status reduce_best_steps(struct chain *chain, const struct property *property,
                              struct problem *out)
{
    enum status status = OK;
    struct last last = {0};
    struct kept kept = {0};
    const uint32_t n = chain_states(chain);
    out->kind = KIND_OPTIMUM;
    out->range = property->goal || property->start ? RANGE_PROBABILITY : RANGE_NOT_NEGATIVE;
    out->optimum.largest = property->largest;
    out->asked.off = property->start_off;
    out->step = 1;
    out->steps = property->at_once ? 1 : property->steps; /* which changes nothing */
    TRY(divide_by_sums(chain, out));
    out->reading = sums_in_entries(out->reading);
    if (property->cumulative) out->reading.constant = share_of_products(chain, property->reward);
    TRY(find_last(chain, property, &last));
    TRY(keep_all(chain, last.open, &kept));
    TRY(write_equations(chain, property->cumulative ? property->reward : NULL, &kept.quotient,
                        last.open, last.value, &out->system));
    out->system.x0 = last.x0;
    last.x0 = NULL;
    TRY(name_states(n, out));
    TRY(take_initial_unknowns(chain, property->filter, out));
    out->solved = property->at_once;
out:
    last_free(&last);
    kept_free(&kept);
    return status;
}
