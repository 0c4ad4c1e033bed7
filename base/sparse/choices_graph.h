/* Searches in decision processes: which states reach a goal for some or for all schedulers, and
 * maximal end components. Only the structure counts: an entry is a transition, whatever its value.
 * No recursion; on all cores but for end components. Sets have one byte for each state or row. All
 * functions that return a status can be interrupted (ERROR_INTERRUPTED). */
#pragma once

#include <stdbool.h>

#include "base/sparse/csr.h"
#include "base/sparse/reachability.h"
#include "base/sparse/transpose.h"

#define NO_ROW UINT32_MAX

/* Rows are choices, columns are states. Entries on the diagonal may be left out, as in the
 * off-diagonal part of a matrix: a row without entries stays in its state. */
struct choices {
    const struct csr *rows;
    const uint32_t *group; /* states + 1: state i owns rows group[i] .. group[i + 1] - 1. NULL: a
                              row for each state */
    uint32_t states;
    const uint8_t *allowed; /* rows that exist; NULL: all. A state without any is a deadlock */
};

static inline uint32_t first_choice(const struct choices *c, uint32_t state)
{
    return c->group ? c->group[state] : state;
}

/* Prob0 and Prob1 of `through U goal` (through = NULL: true). *no (new) = states whose largest
 * (largest) or smallest probability over all schedulers is 0; *yes (new) = states where it is 1.
 * The rows of goals are not used. Errors: ERROR_HOST_MEMORY. */
enum status certain_choices(const struct choices *c, const uint8_t *through, const uint8_t *goal,
                            bool largest, uint8_t **no, uint8_t **yes);

/* How a state comes to the goal by way of states of smaller rank. */
enum approach {
    BY_SOME_CHOICE,  /* a choice has a successor of smaller rank: the largest probability is not 0
                      */
    BY_EVERY_CHOICE, /* each choice has one: the smallest probability is not 0 */
    BY_SURE_CHOICE   /* a choice has one, and all its successors have ranks: the largest probability
                        is 1 */
};

/* *rank (new) = the least such number for each state: 0 in goals, NO_RANK where there is none.
 * Takes linear time. BY_SURE_CHOICE takes as long for each round that removes states, and few
 * rounds in most models. Errors: ERROR_HOST_MEMORY. */
enum status choices_rank(const struct choices *c, enum approach way, const uint8_t *through,
                         const uint8_t *goal, uint32_t **rank);

/* *stage (new) = numbers that show for which states no choice is sure: each of their choices has a
 * successor of a smaller stage, or all its successors have the same one. NO_RANK for states whose
 * largest probability of coming to the goal is 1. Errors: ERROR_HOST_MEMORY. */
enum status choices_stage(const struct choices *c, const uint8_t *goal, uint32_t **stage);

/* choice[i] = the first row of state i that leads to a smaller rank; BY_SURE_CHOICE: and only to
 * states with ranks. NO_ROW in goals and where there is none. */
void choices_descend(const struct choices *c, enum approach way, const uint32_t *rank,
                     uint32_t *choice);

/* choice[i] = a row of each unknown of a, whose diagonal counts as staying. *ends: with these rows
 * all paths end in stated unknowns (matrix_is_stated); false: there are none such, and choice is
 * not to be used. Errors: ERROR_HOST_MEMORY. */
enum status choices_that_end(const struct matrix *a, uint32_t *choice, bool *ends);

/* Maximal end components among the states of `inside` (NULL: all): *component (new) = 0 .. *count -
 * 1 in the order of their first states, NO_CLASS for other states. *stays (new, one byte for each
 * row) = 1 for the allowed rows of these states that do not leave the component. A state without
 * such a row is in none. Each round takes linear time. Errors: ERROR_HOST_MEMORY. */
enum status end_components(const struct choices *c, const uint8_t *inside, uint32_t **component,
                           uint32_t *count, uint8_t **stays);
