/* One question as one reduction: P and R of paths. */
#include "problems/questions/asking.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "problems/paths/path_product.h"
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
    MUST(allocate(count, sizeof *out->group, "states", &out->group));
    memcpy(out->group, chain->group, count * sizeof *out->group);
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
    memcpy(out->transitions.row, from->row, ((size_t)from->rows + 1) * sizeof *from->row);
    copy_large(out->transitions.col, from->col, from->nnz * sizeof *from->col);
    copy_large(out->transitions.val, from->val, from->nnz * sizeof *from->val);
    TRY(chain_add_label(out, "init", &holds));
    memcpy(holds, chain_label(chain, "init")->holds, chain_states(chain));
out:
    if (status != OK) chain_free(out);
    return status;
}

/* The same with the chain's own memory if it may be taken. */
static enum status chain_of_question(struct asking *asking, bool take, struct chain *out)
{
    struct chain *chain = asking->chain;
    if (!take) return copy_transitions(chain, out);
    struct csr kept = chain->transitions;
    chain->transitions = (struct csr){.rows = kept.rows};
    *out = (struct chain){.type = chain->type,
                          .transitions = kept,
                          .rounding = chain->rounding,
                          .all_reached = chain->all_reached};
    uint8_t *holds;
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

/* Rewards */

static const struct reward *find_asked_reward(const struct asking *asking, const char *name)
{
    const struct chain *chain = asking->chain;
    const struct reward *named = name ? chain_reward(chain, name) : NULL;
    char *end;
    if (!name && asking->source->first_reward)
        named = chain_reward(chain, asking->source->first_reward);
    if (named || !chain->nrewards) return named;
    const unsigned long number = name ? strtoul(name, &end, 10) : 1;
    if (name && (*end || end == name)) return NULL;
    return number >= 1 && number <= chain->nrewards ? &chain->rewards[number - 1] : NULL;
}

static enum status lift(uint32_t n, const uint32_t *state_of, const double *from, double **out)
{
    MUST(allocate_large(n, sizeof **out, "rewards", out));
    for (uint32_t i = 0; i < n; i++) (*out)[i] = from[state_of ? state_of[i] : i];
    return OK;
}

/* *out (new) = rates of which all rows of a state have the same. */
static enum status rates_of_states(const struct chain *chain, const double *rate, double **out)
{
    const uint32_t n = chain_states(chain);
    MUST(allocate_large(n, sizeof **out, "rewards", out));
    for (uint32_t i = 0; i < n; i++) (*out)[i] = rate[chain_row(chain, i)];
    return OK;
}

static enum status no_such_reward(const struct asking *asking, const struct formula *formula)
{
    const struct chain *chain = asking->chain;
    const struct format *format = asking->source->format;
    char known[256] = "";
    for (size_t k = 0; k < chain->nrewards && strlen(known) < 200; k++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s\"%.40s\"",
                 k ? ", " : " (known: ", chain->rewards[k].name);
    if (*known) strcat(known, ")");
    if (!formula->text)
        return asked_wrong(asking, formula, "the model has no rewards here%s%s%s",
                           chain->reward_note ? ": " : "",
                           chain->reward_note ? chain->reward_note : "",
                           format && format->read_reward
                               ? ". They are in a .srew file beside the .tra file, or name the "
                                 "file: reward=FILE"
                               : "");
    return asked_wrong(asking, formula, "the model has no reward '%s'%s", formula->text, known);
}

/* Adds the reward of R{(...)}: a number in each state, as a double. */
static enum status add_amount(struct asking *asking, const struct formula *amount,
                              const uint32_t *state_of, struct chain *to, const double **out)
{
    struct numbers numbers;
    double *rate;
    MUST(numbers_in_states(asking, amount, &numbers));
    enum status status = chain_add_reward(to, "amount", &rate);
    for (uint32_t i = 0; status == OK && i < chain_states(to); i++) {
        const uint32_t state = state_of ? state_of[i] : i;
        rate[i] = numbers.low[state] + 0.5 * (numbers.high[state] - numbers.low[state]);
        if (rate[i] < 0)
            status = asked_wrong(asking, amount, "the reward is %g in state %u, which is below 0",
                                 rate[i], state);
        else if (!(rate[i] <= DBL_MAX))
            status = asked_wrong(asking, amount, "the reward in state %u is no number", state);
    }
    numbers_free(&numbers);
    *out = status == OK ? rate : NULL;
    return status;
}

enum status add_reward(struct asking *asking, const struct formula *formula,
                       const uint32_t *state_of, bool moment, struct chain *to, const double **out)
{
    if (formula->nchildren > 1) return add_amount(asking, formula->child[1], state_of, to, out);
    const struct reward *asked = find_asked_reward(asking, formula->text);
    double *copy;
    struct reward *added;
    if (!asked) return no_such_reward(asking, formula);
    const uint32_t n = chain_states(to), rows = to->transitions.rows;
    MUST(chain_add_reward(to, asked->name, &copy));
    added = &to->rewards[to->nrewards - 1];
    for (uint32_t i = 0; i < rows; i++) copy[i] = asked->rate[state_of ? state_of[i] : i];
    if (asked->state) MUST(lift(n, state_of, asked->state, &added->state));
    else if (moment && to->group) MUST(rates_of_states(to, copy, &added->state));
    *out = moment ? reward_of_states(added) : added->rate;
    return OK;
}

/* Bounds */

static const char *counting(const struct asking *asking)
{
    return asking->chain->type == CHAIN_MDP ? "an MDP" : "a DTMC";
}

enum status read_bounds(struct asking *asking, const struct formula *path, double *lower,
                        double *upper)
{
    const bool discrete = asking->chain->type != CHAIN_CTMC;
    const struct path_bound *bound = &path->bound;
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
    if (*lower <= *upper) return OK;
    return asked_wrong(asking, path, "the upper bound %g is below the lower bound %g", *upper,
                       *lower);
}

static enum status set_bound(struct asking *asking, double bound, struct elementary *out)
{
    out->property.at_once = bound == 0;
    if (asking->chain->type == CHAIN_CTMC) out->property.time = bound;
    else if (bound >= 0x1p63) return fail(ERROR_INPUT, "so many steps cannot be taken");
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

static enum status find_largest(struct asking *asking, struct elementary *out)
{
    const struct formula *formula = asking->question;
    const char letter = formula->kind == FORMULA_REWARD ? 'R' : 'P';
    enum formula_best best = formula->best;
    if (asking->chain->type != CHAIN_MDP) return OK;
    if (formula->relation != ASKED) MUST(compared_schedulers(asking, formula, &best));
    if (best == BEST_UNSAID)
        return asked_wrong(asking, formula,
                           "this is an MDP: say over which schedulers, %cmin=? or %cmax=?", letter,
                           letter);
    out->property.largest = (best == BEST_LARGEST) != out->complement;
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
                     middle = low + 0.5 * (high - low),
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
 * or, with *complement, 1 minus that. */
static enum status read_until(struct asking *asking, const struct formula *path, bool *complement,
                              struct until *out)
{
    const uint32_t n = chain_states(asking->chain);
    const bool two = path->nchildren > 1;
    MUST(states_where(asking, path->child[two], &out->goal));
    if (two) MUST(states_where(asking, path->child[0], &out->through));
    MUST(read_bounds(asking, path, &out->lower, &out->upper));
    if (path->kind == FORMULA_FINALLY || path->kind == FORMULA_UNTIL) return OK;
    *complement = !*complement;
    if (path->kind == FORMULA_WEAK_UNTIL && out->lower > 0)
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
                               struct elementary *out)
{
    struct until until = {0};
    enum status status = read_until(asking, path, &out->complement, &until);
    if (status == OK) status = make_until(asking, &until, take, out);
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

/* Several operators */

bool has_path(const struct formula *formula)
{
    if (formula_is_path(formula)) return true;
    if (formula_is_question(formula)) return false;
    for (size_t k = 0; k < formula->nchildren; k++)
        if (has_path(formula->child[k])) return true;
    return false;
}

bool is_simple(const struct formula *path)
{
    for (size_t k = 0; k < path->nchildren; k++)
        if (has_path(path->child[k])) return false;
    return formula_is_path(path);
}

/* Writes step bounds as numbers, so that the product need not know constants. */
static enum status plain_bounds(struct asking *asking, struct formula *path)
{
    double lower, upper;
    if (path->kind == FORMULA_NEXT && (path->bound.lower || path->bound.upper))
        return asked_wrong(asking, path, "X is one step, and takes no bound");
    if (formula_is_path(path) && (path->bound.lower || path->bound.upper)) {
        struct formula *const given[2] = {path->bound.lower, path->bound.upper};
        MUST(read_bounds(asking, path, &lower, &upper));
        for (int k = 0; k < 2; k++) {
            const double bound = k ? upper : lower;
            if (!given[k]) continue;
            char *text;
            MUST(format_text(&text, "%.0f", bound));
            free(given[k]->text);
            for (size_t c = 0; c < given[k]->nchildren; c++) formula_free(given[k]->child[c]);
            free(given[k]->child);
            *given[k] = (struct formula){.kind = FORMULA_NUMBER,
                                         .text = text,
                                         .column = given[k]->column,
                                         .length = given[k]->length};
        }
        path->bound.lower_strict = path->bound.upper_strict = false;
    }
    for (size_t k = 0; !formula_is_question(path) && k < path->nchildren; k++)
        MUST(plain_bounds(asking, path->child[k]));
    return OK;
}

static enum status make_atom(struct asking *asking, struct formula **at, struct atoms *out)
{
    struct formula *atom, *old = *at;
    uint8_t *set;
    MUST(states_where(asking, old, &set));
    enum status status = reallocate(&out->set, out->count + 1, sizeof *out->set, "sets");
    if (status == OK) status = formula_new(FORMULA_ATOM, 0, NULL, &atom);
    if (status != OK) {
        free(set);
        return status;
    }
    atom->atom = (uint32_t)out->count;
    atom->column = old->column;
    atom->length = old->length;
    out->set[out->count++] = set;
    formula_free(old);
    *at = atom;
    return OK;
}

/* Replaces the largest parts without path operators by atoms. */
static enum status make_atoms(struct asking *asking, struct formula **at, struct atoms *out)
{
    struct formula *formula = *at;
    if (!has_path(formula)) {
        if (formula->kind == FORMULA_TRUE || formula->kind == FORMULA_FALSE) return OK;
        return make_atom(asking, at, out);
    }
    if (formula->kind == FORMULA_CHOICE)
        return asked_wrong(asking, formula, "write ? and : over paths with & and |");
    for (size_t k = 0; k < formula->nchildren; k++)
        MUST(make_atoms(asking, &formula->child[k], out));
    return OK;
}

enum status atoms_of_path(struct asking *asking, const struct formula *path, struct atoms *out,
                          struct formula **with_atoms)
{
    enum status status = formula_copy(path, with_atoms);
    *out = (struct atoms){0};
    if (status == OK) status = plain_bounds(asking, *with_atoms);
    if (status == OK) status = make_atoms(asking, with_atoms, out);
    return status;
}

void atoms_free(struct atoms *atoms)
{
    for (size_t k = 0; k < atoms->count; k++) free(atoms->set[k]);
    free(atoms->set);
    *atoms = (struct atoms){0};
}

enum status about_path(const struct asking *asking, const struct formula *path, enum status status)
{
    char why[384];
    if (status != ERROR_INPUT) return status;
    snprintf(why, sizeof why, "%s", fail_message());
    if (!strncmp(why, "column ", strlen("column ")))
        return fail(status, "prop=%s: %s", asking->source->asked, why);
    return asked_wrong(asking, path, "%s", why);
}

/* reward: the question, if it is for a reward until the path is satisfied; NULL: a probability. */
static enum status make_product(struct asking *asking, const struct formula *path,
                                const struct formula *reward, const uint8_t *from,
                                struct elementary *out)
{
    enum status status = OK;
    struct atoms atoms = {0};
    struct formula *with_atoms = NULL;
    struct path_product product = {0};
    const char *name;
    MUST(asked_of_chain(asking, path,
                        reward ? "a reward until such a path" : "a path of several operators"));
    TRY(atoms_of_path(asking, path, &atoms, &with_atoms));
    status = path_product_make(asking->chain, with_atoms, (const uint8_t *const *)atoms.set, from,
                               reward != NULL, &product);
    TRY(about_path(asking, path, status));
    out->chain = product.chain;
    product.chain = (struct chain){0};
    out->chain.rounding = asking->chain->rounding;
    TRY(add_set(out, product.accepted, &name));
    out->property.goal = name;
    if (reward)
        TRY(add_reward(asking, reward, product.state_of, false, &out->chain,
                       &out->property.reward));
    out->start_of = product.start_of;
    product.start_of = NULL;
out:
    atoms_free(&atoms);
    formula_free(with_atoms);
    path_product_free(&product);
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
    if (!is_simple(path)) return make_product(asking, path, NULL, from, out);
    return path->kind == FORMULA_NEXT ? make_next(asking, path, take, out)
                                      : make_simple(asking, path, take, out);
}

/* R */

/* Adds the states of closed classes without rewards as the goal: a reward to infinity ends there,
 * and a path that ends elsewhere has an infinite one. */
static enum status add_quiet_classes(struct elementary *out)
{
    enum status status = OK;
    const struct chain *chain = &out->chain;
    uint32_t *class_of = NULL, count;
    uint8_t *quiet = NULL, *in_quiet = NULL;
    const char *name;
    const uint32_t n = chain_states(chain);
    TRY(closed_classes(&chain->transitions, UINT32_MAX, &class_of, &count));
    TRY(allocate(count, 1, "classes", &quiet));
    TRY(allocate(n, 1, "states", &in_quiet));
    memset(quiet, 1, count);
    for (uint32_t i = 0; i < n; i++)
        if (class_of[i] != NO_CLASS && out->property.reward[i] != 0) quiet[class_of[i]] = 0;
    for (uint32_t i = 0; i < n; i++) in_quiet[i] = class_of[i] != NO_CLASS && quiet[class_of[i]];
    TRY(add_set(out, in_quiet, &name));
    out->property.goal = name;
out:
    free(class_of);
    free(quiet);
    free(in_quiet);
    return status;
}

static enum status read_moment(struct asking *asking, const struct formula *what, double *out)
{
    double high;
    MUST(constant_number(asking, what->child[0], out, &high));
    *out = 0.5 * (*out + high);
    if (!(*out >= 0)) return asked_wrong(asking, what->child[0], "this time is below 0");
    if (asking->chain->type != CHAIN_CTMC && *out != floor(*out))
        return asked_wrong(asking, what->child[0],
                           "%s counts steps, so this time must be a whole number",
                           counting(asking));
    return OK;
}

/* A goal without a bound, or else something that a product can tell. */
static enum status make_reward_until(struct asking *asking, const struct formula *formula,
                                     bool take, const uint8_t *from, struct elementary *out)
{
    enum status status = OK;
    const struct formula *path = formula->child[0];
    uint8_t *goal = NULL;
    const char *name;
    const bool plain = path->kind == FORMULA_FINALLY && is_simple(path) && !path->bound.lower &&
                       !path->bound.upper;
    if (!plain) return make_product(asking, path, formula, from, out);
    TRY(states_where(asking, path->child[0], &goal));
    TRY(chain_of_question(asking, take, &out->chain));
    TRY(add_reward(asking, formula, NULL, false, &out->chain, &out->property.reward));
    TRY(add_set(out, goal, &name));
    out->property.goal = name;
out:
    free(goal);
    return status;
}

static enum status make_reward(struct asking *asking, const struct formula *formula, bool take,
                               const uint8_t *from, struct elementary *out)
{
    const struct formula *what = formula->child[0];
    double time = 0;
    const bool moment = what->kind == FORMULA_INSTANT, timed = what->nchildren > 0;
    if (!moment && what->kind != FORMULA_CUMULATIVE && what->kind != FORMULA_LONG_RUN)
        return make_reward_until(asking, formula, take, from, out);
    if (what->kind == FORMULA_LONG_RUN || !timed)
        MUST(asked_of_chain(
            asking, what, what->kind == FORMULA_LONG_RUN ? "a long run (S)" : "C without a bound"));
    if (what->kind != FORMULA_LONG_RUN && timed) MUST(read_moment(asking, what, &time));
    MUST(chain_of_question(asking, take, &out->chain));
    MUST(add_reward(asking, formula, NULL, moment, &out->chain, &out->property.reward));
    if (what->kind == FORMULA_LONG_RUN) return OK;
    if (!timed) return add_quiet_classes(out);
    out->property.cumulative = !moment;
    return set_bound(asking, time, out);
}

static enum status make_steady(struct asking *asking, const struct formula *formula, bool take,
                               struct elementary *out)
{
    uint8_t *set;
    const char *name;
    MUST(asked_of_chain(asking, formula, "S"));
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
