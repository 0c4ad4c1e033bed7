/* One question as one reduction: P and S. */
#include "problems/questions/asking.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "problems/questions/inner.h"

void elementary_free(struct elementary *elementary)
{
    chain_free(&elementary->chain);
    free(elementary->start_of);
    free(elementary->start);
    *elementary = (struct elementary){0};
}

static enum status copy_groups(const struct chain *chain, struct chain *out)
{
    if (!chain->group) return OK;
    const size_t count = (size_t)chain->ngroups + 1;
    MUST(allocate_large(count, sizeof *out->group, "states", &out->group));
    copy_large(out->group, chain->group, count * sizeof *out->group);
    out->ngroups = chain->ngroups;
    return OK;
}

enum status copy_transitions(const struct chain *chain, struct chain *out)
{
    enum status status = OK;
    const struct csr *from = &chain->transitions;
    uint8_t *holds;
    *out = (struct chain){
        .type = chain->type, .rounding = chain->rounding, .all_reached = chain->all_reached};
    TRY(csr_allocate(from->rows, from->nnz, &out->transitions));
    TRY(copy_groups(chain, out));
    copy_large(out->transitions.row, from->row, ((size_t)from->rows + 1) * sizeof *from->row);
    copy_large(out->transitions.col, from->col, from->nnz * sizeof *from->col);
    copy_large(out->transitions.val, from->val, from->nnz * sizeof *from->val);
    if (chain->upper) {
        TRY(allocate_large(from->nnz, sizeof *out->upper, "upper bounds", &out->upper));
        copy_large(out->upper, chain->upper, from->nnz * sizeof *out->upper);
    }
    TRY(chain_add_label(out, "init", &holds));
    memcpy(holds, chain_label(chain, "init")->holds, chain_states(chain));
out:
    if (status != OK) chain_free(out);
    return status;
}

enum status chain_of_question(struct asking *asking, bool take, struct chain *out)
{
    struct chain *chain = asking->chain;
    if (!take) return copy_transitions(chain, out);
    struct csr kept = chain->transitions;
    chain->transitions = (struct csr){.rows = kept.rows};
    *out = (struct chain){.type = chain->type,
                          .transitions = kept,
                          .upper = chain->upper,
                          .rounding = chain->rounding,
                          .all_reached = chain->all_reached};
    uint8_t *holds;
    chain->upper = NULL;
    MUST(copy_groups(chain, out));
    MUST(chain_add_label(out, "init", &holds));
    memcpy(holds, chain_label(chain, "init")->holds, chain_states(chain));
    return OK;
}

enum status add_set(struct elementary *to, const uint8_t *set, const char **name)
{
    char text[32];
    uint8_t *holds;
    snprintf(text, sizeof text, "set %d", to->labels++);
    MUST(chain_add_label(&to->chain, text, &holds));
    memcpy(holds, set, chain_states(&to->chain));
    *name = to->chain.labels[to->chain.nlabels - 1].name;
    return OK;
}

/* Adds the complement of a set of states that paths must not leave. */
static enum status add_avoid(struct elementary *to, const uint8_t *through)
{
    const char *name;
    uint8_t *outside;
    if (!through) return OK;
    MUST(allocate(chain_states(&to->chain), 1, "states", &outside));
    for (uint32_t i = 0; i < chain_states(&to->chain); i++) outside[i] = !through[i];
    enum status status = add_set(to, outside, &name);
    free(outside);
    to->property.avoid = status == OK ? name : NULL;
    return status;
}

/* Bounds */

const char *counting(const struct asking *asking)
{
    return asking->chain->type == CHAIN_MDP ? "an MDP" : "a DTMC";
}

enum status crossed_bounds(const struct asking *asking, const struct formula *path, double lower,
                           double upper)
{
    return asked_wrong(asking, path, "the upper bound %g is below the lower bound %g", upper,
                       lower);
}

enum status read_bounds(struct asking *asking, const struct formula *path, double *lower,
                        double *upper)
{
    const bool discrete = asking->chain->type != CHAIN_CTMC;
    const struct path_bound *bound = &path->bound;
    if (bound->reward)
        return asked_wrong(
            asking, path, "a bound of a reward stands in a P=?[...] of one operator of paths only");
    const struct formula *const given[2] = {bound->lower, bound->upper};
    const double strict[2] = {bound->lower_strict, -(double)bound->upper_strict};
    double *const out[2] = {lower, upper};
    *lower = 0, *upper = INFINITY;
    for (int k = 0; k < 2; k++) {
        double high;
        if (!given[k]) continue;
        MUST(constant_number(asking, given[k], out[k], &high));
        *out[k] = 0.5 * (*out[k] + high);
        if (discrete && *out[k] != floor(*out[k]))
            return asked_wrong(asking, given[k],
                               "%s counts steps, so this bound must be a whole number",
                               counting(asking));
        if (discrete) *out[k] += strict[k];
        if (!(*out[k] >= 0) || (k == 1 && !discrete && strict[k] != 0 && *out[k] == 0))
            return asked_wrong(asking, given[k], "no path has a %s below 0",
                               discrete ? "number of steps" : "time");
    }
    return *lower <= *upper ? OK : crossed_bounds(asking, path, *lower, *upper);
}

enum status set_bound(struct asking *asking, double bound, struct elementary *out)
{
    out->property.at_once = bound == 0;
    if (asking->chain->type == CHAIN_CTMC) out->property.time = bound;
    else if (bound >= 0x1p63)
        return asked_wrong(asking, asking->question,
                           "%g steps are too many: fewer than 2^63 can be taken", bound);
    else out->property.steps = (uint64_t)bound;
    return OK;
}

/* Schedulers */

enum formula_best worst_schedulers(const struct formula *formula)
{
    const bool above = formula->relation == ABOVE_LIMIT || formula->relation == AT_LEAST_LIMIT;
    return above ? BEST_SMALLEST : BEST_LARGEST;
}

enum status compared_schedulers(const struct asking *asking, const struct formula *formula,
                                enum formula_best *out)
{
    if (formula->best != BEST_UNSAID && asking->chain->type == CHAIN_MDP)
        return asked_wrong(
            asking, formula,
            "a comparison is about all schedulers: leave out min and max, or compare "
            "a value, such as (Pmax=?[...])>=0.5");
    *out = worst_schedulers(formula);
    return OK;
}

enum status asked_schedulers(const struct asking *asking, const struct formula *formula,
                             enum formula_best *out)
{
    const char letter = formula->kind == FORMULA_REWARD   ? 'R'
                        : formula->kind == FORMULA_STEADY ? 'S'
                                                          : 'P';
    *out = formula->best;
    if (formula->relation != ASKED) return compared_schedulers(asking, formula, out);
    if (*out != BEST_UNSAID) return OK;
    *out = BEST_LARGEST;
    if (asking->chain->transitions.rows == chain_states(asking->chain)) return OK;
    return asked_wrong(asking, formula,
                       "this is an MDP: say over which schedulers, %cmin=? or %cmax=?", letter,
                       letter);
}

static enum status find_largest(struct asking *asking, struct elementary *out)
{
    enum formula_best best;
    if (asking->chain->type != CHAIN_MDP) return OK;
    MUST(asked_schedulers(asking, asking->question, &best));
    out->property.largest = (best == BEST_LARGEST) != out->complement;
    out->property.nature_largest =
        (asking->question->nature ? asking->question->nature : best) == BEST_LARGEST;
    return OK;
}

/* Until */

/* through: NULL is all states. */
struct until {
    uint8_t *through, *goal;
    double lower, upper;
};

static enum status make_until(struct asking *asking, const struct until *until, bool take,
                              struct elementary *out);

/* *out (new) = the numbers of what is reached from the lower bound on, by a proof; at a point in
 * time it is the goal itself. */
static enum status numbers_after(struct asking *asking, const struct until *until, bool complement,
                                 struct numbers *out)
{
    enum status status = OK;
    struct elementary after = {.complement = complement};
    struct formula *question = NULL;
    struct until rest = *until;
    if (until->lower == until->upper) {
        MUST(numbers_new(chain_states(asking->chain), out));
        for (uint32_t i = 0; i < out->n; i++) out->low[i] = out->high[i] = until->goal[i];
        return OK;
    }
    rest.lower = 0;
    rest.upper = until->upper - until->lower;
    TRY(question_after(asking->question, until->lower, until->upper, &question));
    TRY(make_until(asking, &rest, false, &after));
    TRY(find_largest(asking, &after));
    after.complement = false;
    TRY(elementary_numbers(asking, question, &after, out));
out:
    elementary_free(&after);
    formula_free(question);
    return status;
}

static enum status prove_after(struct asking *asking, const struct until *until,
                               struct elementary *out)
{
    enum status status = OK;
    struct numbers numbers = {0};
    TRY(numbers_after(asking, until, out->complement, &numbers));
    TRY(allocate_large(numbers.n, sizeof *out->start, "probabilities", &out->start));
    for (uint32_t i = 0; i < numbers.n; i++) {
        const double low = fmax(0, numbers.low[i]), high = fmin(1, numbers.high[i]),
                     half = low + 0.5 * (high - low), middle = half > 0 ? half : high,
                     off = low == high ? 0 : fmax(high - middle, middle - low) + DBL_EPSILON / 4;
        out->start[i] = middle;
        out->property.start_off = fmax(out->property.start_off, off);
    }
    out->property.start = out->start;
out:
    numbers_free(&numbers);
    return status;
}

static enum status make_until(struct asking *asking, const struct until *until, bool take,
                              struct elementary *out)
{
    const char *name;
    const bool second = until->lower > 0, bounded = second || until->upper < INFINITY;
    if (second) MUST(prove_after(asking, until, out));
    MUST(chain_of_question(asking, take, &out->chain));
    if (until->through) MUST(add_avoid(out, until->through));
    if (bounded) MUST(set_bound(asking, second ? until->lower : until->upper, out));
    if (second) return OK;
    MUST(add_set(out, until->goal, &name));
    out->property.goal = name;
    return OK;
}

static void invert(uint32_t n, uint8_t *set)
{
    for (uint32_t i = 0; set && i < n; i++) set[i] = !set[i];
}

/* Sets goal and way of a path of one operator, so that its probability is that of `through U goal`
 * or, with *complement, 1 minus that. The bounds are left as they are. */
static enum status read_until(struct asking *asking, const struct formula *path, bool *complement,
                              struct until *out)
{
    const uint32_t n = chain_states(asking->chain);
    const bool two = path->nchildren > 1;
    MUST(states_where(asking, path->child[two], &out->goal));
    if (two) MUST(states_where(asking, path->child[0], &out->through));
    if (path->kind == FORMULA_FINALLY || path->kind == FORMULA_UNTIL) return OK;
    *complement = !*complement;
    if (path->kind == FORMULA_WEAK_UNTIL && path->bound.lower)
        return asked_wrong(asking, path,
                           "W with a lower bound has no usual meaning: write it with U and G");
    if (path->kind == FORMULA_WEAK_UNTIL) { /* a W b = !((a & !b) U (!a & !b)) */
        for (uint32_t i = 0; i < n; i++) {
            const bool a = out->through[i], b = out->goal[i];
            out->through[i] = a && !b;
            out->goal[i] = !a && !b;
        }
        return OK;
    }
    invert(n, out->goal); /* G b = !F!b, a R b = !(!a U !b) */
    invert(n, out->through);
    return OK;
}

static enum status make_simple(struct asking *asking, const struct formula *path, bool take,
                               const uint8_t *from, struct elementary *out)
{
    enum status status = OK;
    const bool spends = path->bound.reward != NULL;
    struct until until = {0};
    if (!spends) TRY(read_bounds(asking, path, &until.lower, &until.upper));
    TRY(read_until(asking, path, &out->complement, &until));
    TRY(spends ? make_spent(asking, path, until.through, until.goal, from, out)
               : make_until(asking, &until, take, out));
out:
    free(until.through);
    free(until.goal);
    return status;
}

/* Next */

/* Makes the jump chain of a CTMC; *rounded: relative error of its probabilities. */
static void embed(struct chain *chain, double *rounded)
{
    struct csr *a = &chain->transitions;
    uint64_t longest = 0;
    if (chain->type != CHAIN_CTMC) return;
    for (uint32_t i = 0; i < a->rows; i++) {
        const double exit = chain_exit(chain, i);
        if (a->row[i + 1] - a->row[i] > longest) longest = a->row[i + 1] - a->row[i];
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) a->val[k] /= exit;
    }
    chain->type = CHAIN_DTMC;
    *rounded = ((double)longest + 4) * DBL_EPSILON;
}

static enum status make_next(struct asking *asking, const struct formula *path, bool take,
                             struct elementary *out)
{
    enum status status = OK;
    uint8_t *goal = NULL;
    if (path->bound.lower || path->bound.upper)
        return asked_wrong(asking, path, "X is one step, and takes no bound");
    TRY(states_where(asking, path->child[0], &goal));
    TRY(chain_of_question(asking, take, &out->chain));
    embed(&out->chain, &out->property.rounded);
    const uint32_t n = chain_states(&out->chain);
    TRY(allocate_large(n, sizeof *out->start, "probabilities", &out->start));
    for (uint32_t i = 0; i < n; i++) out->start[i] = goal[i];
    out->property.start = out->start;
    out->property.steps = 1;
out:
    free(goal);
    return status;
}

/* P */

/* A formula without a path operator holds in the first state or not. */
static enum status make_known(struct asking *asking, const struct formula *formula,
                              struct elementary *out)
{
    uint8_t *set;
    const char *name;
    MUST(states_where(asking, formula, &set));
    out->known = true;
    enum status status = copy_transitions(asking->chain, &out->chain);
    if (status == OK) status = add_set(out, set, &name);
    if (status == OK) out->property.goal = name;
    free(set);
    return status;
}

static enum status make_probability(struct asking *asking, const struct formula *path, bool take,
                                    const uint8_t *from, struct elementary *out)
{
    while (path->kind == FORMULA_NOT && has_path(path)) {
        out->complement = !out->complement;
        path = path->child[0];
    }
    if (!has_path(path)) return make_known(asking, path, out);
    if (path->kind == FORMULA_AUTOMATON) return make_automaton_product(asking, path, from, out);
    if (!is_simple(path)) return make_product(asking, path, NULL, from, out);
    return path->kind == FORMULA_NEXT ? make_next(asking, path, take, out)
                                      : make_simple(asking, path, take, from, out);
}

static enum status make_steady(struct asking *asking, const struct formula *formula, bool take,
                               struct elementary *out)
{
    uint8_t *set;
    const char *name;
    MUST(states_where(asking, formula->child[0], &set));
    enum status status = chain_of_question(asking, take, &out->chain);
    if (status == OK) status = add_set(out, set, &name);
    if (status == OK) out->property.steady = name;
    free(set);
    return status;
}

static enum status make_question(struct asking *asking, const struct formula *formula, bool take,
                                 const uint8_t *from, struct elementary *out)
{
    switch (formula->kind) {
    case FORMULA_PROBABILITY: return make_probability(asking, formula->child[0], take, from, out);
    case FORMULA_STEADY: return make_steady(asking, formula, take, out);
    default: return make_reward(asking, formula, take, from, out);
    }
}

enum status elementary_make(struct asking *asking, const struct formula *formula, bool take,
                            const uint8_t *from, struct elementary *out)
{
    const struct formula *outer = asking->question;
    *out = (struct elementary){0};
    asking->question = formula;
    enum status status = make_question(asking, formula, take, from, out);
    if (status == OK) status = find_largest(asking, out);
    asking->question = outer;
    return status;
}
