/* The questions inside a question, each as a question of its own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "problems/questions/asking.h"

static bool asks_number(const struct formula *formula)
{
    return formula->kind == FORMULA_PROBABILITY || formula->kind == FORMULA_STEADY ||
           formula->kind == FORMULA_REWARD;
}

/* As questions of their own */

static bool is_long_run(const struct formula *formula)
{
    return formula->kind == FORMULA_STEADY || formula->child[0]->kind == FORMULA_LONG_RUN;
}

/* Returns whether the formula has questions that an MDP does not answer, or mostly does not. */
static bool is_for_chains(const struct formula *formula)
{
    if (asks_number(formula) && formula->best == BEST_UNSAID &&
        (formula->relation == ASKED || is_long_run(formula)))
        return true;
    for (size_t k = 0; k < formula->nchildren; k++)
        if (is_for_chains(formula->child[k])) return true;
    return false;
}

enum chain_type source_chain_type(const struct source *source)
{
    return source->generator ? source->generator->model->type : source->type;
}

/* Returns whether the source is no MDP, as far as its text says. */
static bool says_chain(const struct source *source)
{
    const enum chain_type type = source_chain_type(source);
    return type == CHAIN_UNKNOWN ? is_for_chains(source->question) : type != CHAIN_MDP;
}

/* Removes the comparison. What it compares is about all schedulers. Chains have none. */
static void ask_number(const struct source *source, struct formula *question)
{
    if (says_chain(source)) question->best = BEST_UNSAID;
    else if (question->relation != ASKED) question->best = worst_schedulers(question);
    question->relation = ASKED;
    formula_free(question->limit);
    question->limit = NULL;
}

/* Puts back the parts that the builder of a model decides. */
static enum status put_back(const struct taken_labels *taken, struct formula **at)
{
    struct formula *formula = *at, *part;
    for (size_t k = 0; k < formula->nchildren; k++) MUST(put_back(taken, &formula->child[k]));
    if (formula->kind != FORMULA_LABEL && formula->kind != FORMULA_NAME) return OK;
    for (size_t k = 0; k < taken->count; k++) {
        if (strcmp(taken->labels[k].name, formula->text)) continue;
        MUST(formula_copy(taken->labels[k].formula, &part));
        formula_free(formula);
        *at = part;
        return OK;
    }
    return OK;
}

/* *out (new) = a question for the numbers of all states. The long run of a chain is one for all
 * states of a closed class. */
static enum status own_text(const struct source *source, const struct formula *question, char **out)
{
    enum status status = OK;
    struct formula *copy = NULL;
    char *text = NULL;
    const bool of_class = is_long_run(question) && says_chain(source);
    TRY(formula_copy(question, &copy));
    ask_number(source, copy);
    TRY(put_back(&source->labels, &copy));
    TRY(formula_text(copy, &text));
    TRY(format_text(out, of_class ? "%s" : "filter(max, %s)", text));
out:
    formula_free(copy);
    free(text);
    return status;
}

enum status inside_add(const struct source *source, const struct formula *question,
                       struct inside *inout)
{
    enum status status = OK;
    char *text = NULL;
    TRY(own_text(source, question, &text));
    for (size_t k = 0; k < inout->count; k++)
        if (!strcmp(inout->text[k], text)) goto out;
    TRY(reallocate(&inout->text, inout->count + 1, sizeof *inout->text, "questions"));
    inout->text[inout->count++] = text;
    return OK;
out:
    free(text);
    return status;
}

void inside_free(struct inside *inside)
{
    for (size_t k = 0; k < inside->count; k++) free(inside->text[k]);
    free(inside->text);
    *inside = (struct inside){0};
}

/* Lower bounds */

/* Returns the path of a question P if it is one operator with bounds, perhaps negated; otherwise
 * NULL. */
static struct formula *bounded_path(const struct formula *question)
{
    struct formula *path = question->child[0];
    while (path->kind == FORMULA_NOT && has_path(path)) path = path->child[0];
    const bool splits = path->bound.lower && !path->bound.reward;
    return question->kind == FORMULA_PROBABILITY && is_simple(path) && splits ? path : NULL;
}

enum status question_after(const struct formula *question, double lower, double upper,
                           struct formula **out)
{
    enum status status = OK;
    struct formula *copy = NULL;
    char text[SHORTEST_DOUBLE];
    TRY(formula_copy(question, &copy));
    struct path_bound *bound = &bounded_path(copy)->bound;
    path_bound_free(bound);
    if (upper < INFINITY) {
        TRY(formula_new(FORMULA_NUMBER, 0, NULL, &bound->upper));
        TRY(copy_text(shortest_double(upper - lower, text), &bound->upper->text));
    }
    *out = copy;
    return OK;
out:
    formula_free(copy);
    return status;
}

static enum status list_after(struct asking *asking, const struct formula *question)
{
    const struct formula *path = bounded_path(question);
    struct formula *after;
    double lower, upper;
    if (!path) return OK;
    MUST(read_bounds(asking, path, &lower, &upper));
    if (lower == 0 || lower == upper) return OK;
    MUST(question_after(question, lower, upper, &after));
    const enum status status = inside_add(asking->source, after, &asking->inside);
    formula_free(after);
    return status;
}

/* What is inside */

enum status list_parts(struct asking *asking, const struct formula *question)
{
    for (size_t k = 0; k < question->nchildren; k++) MUST(list_inside(asking, question->child[k]));
    return list_after(asking, question);
}

enum status list_inside(struct asking *asking, const struct formula *formula)
{
    if (asks_number(formula)) {
        const bool known = formula->kind == FORMULA_PROBABILITY && !has_path(formula->child[0]);
        MUST(list_parts(asking, formula));
        return known ? OK : inside_add(asking->source, formula, &asking->inside);
    }
    for (size_t k = 0; k < formula->nchildren; k++) MUST(list_inside(asking, formula->child[k]));
    return OK;
}
