/* The largest or smallest average payment of a decision process in the long run. Each end component
 * has an average, whichever of its states a path is in (problems/decisions/gains.h). So each
 * becomes one state, with the rows that leave it, and one more that ends there and is worth the
 * average. What is left is the best reward until the end. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/decisions/equations.h"
#include "problems/decisions/gains.h"

struct long_run {
    double *payment;      /* one for each row */
    uint32_t *component, count;
    uint8_t *stays, *ways;
    double *gain;         /* of each component */
    struct merged_ends merged;
};

static void long_run_free(struct long_run *l)
{
    free(l->payment);
    free(l->component);
    free(l->stays);
    free(l->ways);
    free(l->gain);
    merged_ends_free(&l->merged);
}

/* *out (new) = what each row pays: its reward, or 1 if the label holds in its state. */
static enum status row_payments(const struct chain *chain, const struct property *property,
                                double **out)
{
    const uint32_t rows = chain->transitions.rows;
    uint8_t *holds = NULL;
    if (property->steady) MUST(label_states(chain, property->steady, &holds));
    enum status status = allocate(rows, sizeof **out, "payments", out);
    if (status == OK && !holds) memcpy(*out, property->reward, rows * sizeof **out);
    for (uint32_t i = 0; status == OK && holds && i < chain_states(chain); i++)
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++)
            (*out)[r] = holds[i];
    free(holds);
    return status;
}

/* Sums of rows are divided by in the equations of payments alone: the others are about
 * differences. */
static struct reading reading_of_payments(const struct chain *chain, const double *reward)
{
    double share = 0;
    for (uint32_t r = 0; r < chain->transitions.rows; r++)
        share = fmax(share, share_of_row_sum(&chain->transitions, r));
    return (struct reading){.constant = share + (reward ? share_of_products(chain, reward) : 0),
                            .balanced = true};
}

/* The process of the components, and what its rows pay. */
static enum status merge_components(const struct chain *chain, const double *gain,
                                    struct long_run *l, double **rate)
{
    struct merged_ends *merged = &l->merged;
    struct chain *to = &merged->chain;
    const uint32_t n = chain_states(chain), rows = chain->transitions.rows;
    double *of_state;
    uint8_t *last;
    MUST(allocate(n, 1, "states", &l->ways));
    for (uint32_t i = 0; i < n; i++) l->ways[i] = l->component[i] != NO_CLASS;
    MUST(merge_ends(chain, NULL, l->ways, merged));
    MUST(chain_add_reward(to, "gain", rate));
    MUST(chain_add_label(to, "end", &last));
    last[chain_states(to) - 1] = 1;
    MUST(allocate_zeroed(chain_states(to), sizeof *of_state, "averages", &of_state));
    for (uint32_t i = 0; i < n; i++)
        if (l->ways[i]) of_state[merged->state[i]] = gain[l->component[i]];
    for (uint32_t i = 0; i < chain_states(to); i++)
        for (uint32_t r = chain_row(to, i); r < chain_row(to, i + 1); r++)
            (*rate)[r] = merged->row_of[r] == rows ? of_state[i] : 0;
    free(of_state);
    return OK;
}

/* All states and choices. */
static enum status keep_original(const struct chain *chain, const struct long_run *l,
                                 struct problem *out)
{
    enum status status = OK;
    const uint32_t n = chain_states(chain);
    struct kept kept = {0};
    uint8_t *open = NULL;
    linear_free(&out->optimum.original);
    free(out->optimum.stated);
    out->optimum.stated = NULL;
    TRY(allocate_zeroed(n, 1, "states", &out->optimum.stated));
    TRY(allocate(n, 1, "states", &open));
    memset(open, 1, n);
    TRY(keep_all(chain, open, &kept));
    TRY(write_equations(chain, l->payment, &kept.quotient, open, NULL, &out->optimum.original));
out:
    free(open);
    kept_free(&kept);
    return status;
}

/* unknown_of and initial are those of the merged process so far. */
static enum status name_unknowns(const struct chain *chain, const struct property *property,
                                 const struct long_run *l, struct problem *out)
{
    const uint32_t n = chain_states(chain);
    uint32_t *unknown_of;
    MUST(allocate(n, sizeof *unknown_of, "states", &unknown_of));
    for (uint32_t i = 0; i < n; i++)
        unknown_of[i] = out->optimum.unknown_of[l->merged.state[i]];
    free(out->optimum.unknown_of);
    out->optimum.unknown_of = unknown_of;
    free(out->fixpoint.initial);
    out->fixpoint.initial = NULL;
    return take_initial_unknowns(chain, property->filter, out);
}

enum status reduce_best_long_run(struct chain *chain, const struct property *property,
                                 struct problem *out)
{
    enum status status = OK;
    struct long_run l = {0};
    double *rate;
    const uint32_t n = chain_states(chain);
    const struct choices c = {&chain->transitions, chain->group, n, NULL};
    TRY(row_payments(chain, property, &l.payment));
    TRY(end_components(&c, NULL, &l.component, &l.count, &l.stays));
    TRY(allocate(l.count, sizeof *l.gain, "averages", &l.gain));
    TRY(allocate_zeroed(n, sizeof *out->optimum.bias, "averages", &out->optimum.bias));
    const struct gains_of gains = {.chain = chain,
                                   .payment = l.payment,
                                   .largest = property->largest,
                                   .count = l.count,
                                   .component = l.component,
                                   .stays = l.stays};
    TRY(find_gains(&gains, l.gain, out->optimum.bias));
    TRY(merge_components(chain, l.gain, &l, &rate));
    const struct property until = {.reward = rate,
                                   .goal = "end",
                                   .filter = FILTER_MAX,
                                   .largest = property->largest,
                                   .rounded = l.merged.rounded};
    TRY(reduce_optimum(&l.merged.chain, &until, out));
    TRY(keep_original(chain, &l, out));
    TRY(name_unknowns(chain, property, &l, out));
    out->reading = reading_of_payments(chain, property->reward);
    if (property->steady) out->range = RANGE_PROBABILITY;
out:
    long_run_free(&l);
    return status;
}
