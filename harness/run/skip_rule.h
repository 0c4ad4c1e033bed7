/* The rule skip_dominated: once a variant's case took longer than a budget at one value of an axis,
 * or ran out of time or memory, its cases at larger values are not measured. */
#pragma once

#include <stdbool.h>

#include "store/results.h"

struct skip_rule {
    const struct results *plan; /* borrowed */
    size_t nproblems;  /* of the plan when it began; points that a crossover search adds are not
                          used */
    struct cost *cost; /* nproblems x nvariants: known costs of the cases */
};

/* Begins without knowledge. If plan->skip_axis is NULL, no case is ever dominated. Errors:
 * ERROR_HOST_MEMORY. */
enum status skip_rule_begin(const struct results *plan, struct skip_rule *out);
void skip_rule_free(struct skip_rule *skip); /* accepts a zeroed one; leaves one */

/* Learns the result of one process of a case; sample: its first. The worst process of a case
 * counts. Errors: ERROR_HOST_MEMORY. */
enum status skip_rule_learn(struct skip_rule *skip, const struct result_run *run,
                            const struct result_sample *sample);

/* Returns whether a known case shows that this case is dominated; note then names the known
 * case. */
bool skip_rule_finds(const struct skip_rule *skip, size_t problem, size_t variant, char *note,
                     size_t size);

/* Makes the order in which to take the problems: first those without the axis, then along the axis;
 * else in the order of the plan. order has room for plan->nproblems. */
void skip_rule_order(const struct results *plan, size_t *order);

/* Returns whether a case was skipped because it is dominated. */
bool run_is_dominated(const struct result_run *run);
