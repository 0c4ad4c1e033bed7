/* Numbers of all states by proofs: what a question needs before it is one reduction. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "problems/questions/asking.h"
#include "problems/questions/inner.h"

enum { MOST_CLASSES = 1000 };

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The states of the filter become the initial states. */
static void select_states(struct elementary *elementary, const uint8_t *selected, uint32_t n)
{
    struct chain *chain = &elementary->chain;
    uint8_t *init = chain_label(chain, "init")->holds;
    if (selected) memset(init, 0, chain_states(chain));
    else memset(init, 1, chain_states(chain));
    for (uint32_t i = 0; selected && i < n; i++)
        if (selected[i]) init[elementary->start_of ? elementary->start_of[i] : i] = 1;
    chain->all_reached = false;
}

enum status elementary_reduce(struct elementary *elementary, const uint8_t *selected, uint32_t n,
                              enum filter filter, struct problem *out)
{
    struct property *property = &elementary->property;
    struct chain *chain = &elementary->chain;
    select_states(elementary, selected, n);
    property->filter = filter;
    out->asked.complement = elementary->complement;
    out->asked.searched = elementary->searched;
    out->asked.discounted = elementary->discounted;
    if (chain->upper && (is_bounded(property) || !property->goal || elementary->complement))
        return fail(ERROR_UNSUPPORTED, "this cannot be asked of a model with intervals");
    if (chain->type == CHAIN_MDP)
        return (is_bounded(property) ? reduce_best_steps
                : property->goal     ? reduce_optimum
                                     : reduce_best_long_run)(chain, property, out);
    if (is_bounded(property)) return reduce_bounded(chain, property, out);
    return property->goal ? reduce_fixpoint(chain, property, out)
                          : reduce_steady(chain, property, out);
}

/* question: the one that asks for it; NULL: none does. */
static enum status prove_and_count(struct asking *asking, const struct formula *question,
                                   struct problem *problem, double *low, double *high)
{
    const double start = seconds_now();
    MUST(prove_inner(problem, low, high));
    asking->seconds += seconds_now() - start;
    if (question) return inside_add(asking->source, question, &asking->inside);
    asking->unnamed++;
    return OK;
}

/* The numbers of the states of the question's chain, from those of the elementary chain. */
static enum status lower_numbers(const uint32_t *start_of, uint32_t n, struct numbers *numbers)
{
    struct numbers mapped;
    if (!start_of) return OK;
    MUST(numbers_new(n, &mapped));
    for (uint32_t i = 0; i < n; i++) {
        mapped.low[i] = numbers->low[start_of[i]];
        mapped.high[i] = numbers->high[start_of[i]];
    }
    numbers_free(numbers);
    *numbers = mapped;
    return OK;
}

static void known_numbers(const struct elementary *elementary, struct numbers *out)
{
    const uint8_t *set = chain_label(&elementary->chain, elementary->property.goal)->holds;
    for (uint32_t i = 0; i < out->n; i++)
        out->low[i] = out->high[i] = (set[i] != 0) != elementary->complement;
}

enum status elementary_numbers(struct asking *asking, const struct formula *question,
                               struct elementary *elementary, struct numbers *out)
{
    enum status status = OK;
    struct problem problem = {0};
    const uint32_t n = chain_states(asking->chain), states = chain_states(&elementary->chain);
    TRY(numbers_new(states, out));
    if (elementary->known) {
        known_numbers(elementary, out);
        goto out;
    }
    TRY(elementary_reduce(elementary, NULL, n, FILTER_MAX, &problem));
    TRY(prove_and_count(asking, question, &problem, out->low, out->high));
    if (problem.kind == KIND_OPTIMUM) TRY(lower_numbers(problem.optimum.unknown_of, states, out));
    TRY(lower_numbers(elementary->start_of, n, out));
out:
    problem_free(&problem);
    if (status != OK) numbers_free(out);
    return status;
}

/* *out (new) = the probability of reaching the goal from each state. goal: one byte for each. */
static enum status reaching_numbers(struct asking *asking, const uint8_t *goal, struct numbers *out)
{
    enum status status = OK;
    struct elementary reach = {0};
    const char *name;
    TRY(copy_transitions(asking->chain, &reach.chain));
    TRY(add_set(&reach, goal, &name));
    reach.property.goal = name;
    TRY(elementary_numbers(asking, NULL, &reach, out));
out:
    elementary_free(&reach);
    return status;
}

/* Long runs */

/* *out (new) = the part of the chain that is one class. index: the number of each of its states
 * within the class. */
static enum status cut_class(const struct chain *chain, const uint32_t *class_of, uint32_t class,
                             uint32_t *index, struct elementary *out)
{
    const struct csr *from = &chain->transitions;
    uint32_t rows = 0;
    uint64_t nnz = 0;
    uint8_t *holds;
    for (uint32_t i = 0; i < from->rows; i++) {
        if (class_of[i] != class) continue;
        index[i] = rows++;
        nnz += from->row[i + 1] - from->row[i];
    }
    struct chain *to = &out->chain;
    to->type = chain->type;
    to->rounding = chain->rounding;
    MUST(csr_allocate(rows, nnz, &to->transitions));
    MUST(allocate(rows, sizeof *out->start_of, "states", &out->start_of));
    nnz = 0;
    for (uint32_t i = 0; i < from->rows; i++) {
        if (class_of[i] != class) continue;
        out->start_of[index[i]] = i;
        for (uint64_t k = from->row[i]; k < from->row[i + 1]; k++) {
            to->transitions.col[nnz] = index[from->col[k]];
            to->transitions.val[nnz++] = from->val[k];
        }
        to->transitions.row[index[i] + 1] = nnz;
    }
    MUST(chain_add_label(to, "init", &holds));
    holds[0] = 1;
    return OK;
}

/* Sets what the average is of: a label, or a reward. set: of the whole chain; NULL: a reward.
 * start_of has the state of each row here. */
static enum status weigh_class(struct asking *asking, const struct formula *formula,
                               const uint8_t *set, struct elementary *part)
{
    const uint32_t n = chain_states(&part->chain);
    const char *name;
    uint8_t *here;
    if (!set)
        return add_reward(asking, formula, part->start_of, false, &part->chain,
                          &part->property.reward);
    MUST(allocate(n, 1, "states", &here));
    for (uint32_t i = 0; i < n; i++) here[i] = set[part->start_of[i]];
    enum status status = add_set(part, here, &name);
    free(here);
    if (status == OK) part->property.steady = name;
    return status;
}

/* question: formula if it asks for this average, else NULL. */
static enum status average_of_class(struct asking *asking, const struct formula *formula,
                                    const struct formula *question, const uint8_t *set,
                                    const uint32_t *class_of, uint32_t class, uint32_t *index,
                                    struct numbers *out)
{
    enum status status = OK;
    struct elementary part = {0};
    struct problem problem = {0};
    double low, high;
    TRY(cut_class(asking->chain, class_of, class, index, &part));
    TRY(weigh_class(asking, formula, set, &part));
    TRY(reduce_steady(&part.chain, &part.property, &problem));
    TRY(prove_and_count(asking, question, &problem, &low, &high));
    numbers_fill(out, isnan(low) ? 0 : low, isnan(high) ? INFINITY : high);
out:
    problem_free(&problem);
    elementary_free(&part);
    return status;
}

/* Adds to `total` what class contributes from each state. average: its average, in all states. */
static enum status add_class(struct asking *asking, const uint32_t *class_of, uint32_t class,
                             struct numbers *average, struct numbers *total)
{
    enum status status = OK;
    uint8_t *goal = NULL;
    struct numbers reach = {0};
    const uint32_t n = chain_states(asking->chain);
    if (average->low[0] == 0 && average->high[0] == 0) return OK;
    TRY(allocate(n, 1, "states", &goal));
    for (uint32_t i = 0; i < n; i++) goal[i] = class_of[i] == class;
    TRY(reaching_numbers(asking, goal, &reach));
    numbers_combine(FORMULA_TIMES, NULL, average, &reach);
    numbers_combine(FORMULA_PLUS, NULL, total, average);
out:
    free(goal);
    numbers_free(&reach);
    return status;
}

enum status long_run_numbers(struct asking *asking, const struct formula *formula,
                             struct numbers *out)
{
    enum status status = OK;
    const uint32_t n = chain_states(asking->chain);
    uint32_t *class_of = NULL, *index = NULL, count;
    uint8_t *set = NULL;
    struct numbers average = {0};
    TRY(numbers_new(n, out));
    if (formula->kind == FORMULA_STEADY) TRY(states_where(asking, formula->child[0], &set));
    TRY(closed_classes(&asking->chain->transitions, chain_source(asking->chain), &class_of,
                       &count));
    if (count > MOST_CLASSES)
        TRY(asked_wrong(asking, formula,
                        "the chain has %u closed classes, and a long run from each state is "
                        "computed for at most %d. Ask for the initial state alone",
                        count, MOST_CLASSES));
    TRY(allocate(n, sizeof *index, "states", &index));
    numbers_fill(out, 0, 0);
    for (uint32_t c = 0; c < count; c++) {
        TRY(numbers_new(n, &average));
        TRY(average_of_class(asking, formula, count == 1 ? formula : NULL, set, class_of, c, index,
                             &average));
        if (count == 1) numbers_fill(out, average.low[0], average.high[0]);
        else TRY(add_class(asking, class_of, c, &average, out));
        numbers_free(&average);
    }
    for (uint32_t i = 0; set && i < n; i++) out->high[i] = fmin(out->high[i], 1);
out:
    free(class_of);
    free(index);
    free(set);
    numbers_free(&average);
    if (status != OK) numbers_free(out);
    return status;
}
