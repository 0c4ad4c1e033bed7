/* skip_dominated: once a variant's case took longer than a budget at one value of an axis, or ran
 * out of time or memory, its cases at larger values are not measured. */
#pragma once

#include <stdbool.h>

#include "harness/store/results.h"

struct skip_rule {
    const struct results *plan; /* borrowed */
    size_t nproblems;  /* of the plan when it began: points that a crossover search adds teach
                          nothing */
    struct cost *cost; /* nproblems x nvariants: what is known of the cases */
};

/* Nothing is known yet. Where plan->skip_axis is NULL, nothing ever is dominated. Errors:
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

/* The order in which to take the problems: along the axis, those without it first, else that of the
 * plan. order has room for plan->nproblems. */
void skip_rule_order(const struct results *plan, size_t *order);

/* Returns whether a case was skipped because it is dominated. */
bool run_is_dominated(const struct result_run *run);
