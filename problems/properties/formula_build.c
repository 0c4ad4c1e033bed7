/* Makes the nodes of trees for the grammar. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "problems/properties/formula_reader.h"

static void place(struct formula *formula, struct formula_span span)
{
    formula->column = span.begin + 1;
    formula->length = span.end - span.begin;
}

/* Gives out to the grammar, or frees it. Returns whether an error was met. */
static bool finish(struct formula_reader *reader, enum status status, struct formula_span span,
                   size_t height, struct formula *made, struct formula_tree *out)
{
    if (status == OK && height > FORMULA_HIGHEST)
        status = formula_fail(reader, span,
                              "more than %d operators inside one another; write a simpler formula",
                              FORMULA_HIGHEST);
    if (made) place(made, span);
    *out = (struct formula_tree){made, height};
    if (status == OK) return false;
    formula_free(made);
    out->tree = NULL;
    reader->status = status;
    return true;
}

bool formula_words(struct formula_reader *reader, struct formula_span span, char **out)
{
    reader->status =
        format_text(out, "%.*s", (int)(span.end - span.begin), reader->text + span.begin);
    return reader->status != OK;
}

static bool has_words(enum formula_kind kind)
{
    return kind == FORMULA_NUMBER || kind == FORMULA_NAME || kind == FORMULA_LABEL;
}

bool formula_leaf(struct formula_reader *reader, enum formula_kind kind, struct formula_span span,
                  struct formula_tree *out)
{
    struct formula *made = NULL;
    const size_t quote = kind == FORMULA_LABEL;
    enum status status = formula_new(kind, 0, NULL, &made);
    if (status == OK && has_words(kind) &&
        formula_words(reader, (struct formula_span){span.begin + quote, span.end - quote},
                      &made->text))
        status = reader->status;
    return finish(reader, status, span, 1, made, out);
}

bool formula_time(struct formula_reader *reader, struct formula_span span,
                  struct formula_rewarded *out)
{
    struct formula *one = NULL;
    *out = (struct formula_rewarded){0};
    enum status status = formula_new(FORMULA_NUMBER, 0, NULL, &one);
    if (status == OK) status = copy_text("1", &one->text);
    return finish(reader, status, span, 1, one, &out->amount);
}

/* Makes a node, and its height in *height, which begins with that of its other parts. */
static enum status make(enum formula_kind kind, size_t nchildren,
                        const struct formula_tree *children, size_t *height, struct formula **out)
{
    struct formula *list[3] = {NULL};
    for (size_t k = 0; k < nchildren; k++) {
        list[k] = children[k].tree;
        if (children[k].height > *height) *height = children[k].height;
    }
    ++*height;
    return formula_new(kind, nchildren, list, out);
}

bool formula_node(struct formula_reader *reader, enum formula_kind kind, struct formula_span span,
                  size_t nchildren, const struct formula_tree *children, struct formula_tree *out)
{
    struct formula *made;
    size_t height = 0;
    const enum status status = make(kind, nchildren, children, &height, &made);
    return finish(reader, status, span, height, made, out);
}

bool formula_power(struct formula_reader *reader, struct formula_span span,
                   struct formula_tree base, struct formula_tree exponent, struct formula_tree *out)
{
    struct formula *made;
    size_t height = 0;
    enum status status =
        make(FORMULA_CALL, 2, (struct formula_tree[]){base, exponent}, &height, &made);
    if (status == OK) status = copy_text("pow", &made->text);
    return finish(reader, status, span, height, made, out);
}

bool formula_path(struct formula_reader *reader, enum formula_kind kind, struct formula_span span,
                  struct formula_bounds bounds, size_t nchildren,
                  const struct formula_tree *children, struct formula_tree *out)
{
    struct formula *made;
    size_t height = bounds.height;
    const enum status status = make(kind, nchildren, children, &height, &made);
    if (made) {
        made->bound = bounds.bound;
    } else {
        path_bound_free(&bounds.bound);
    }
    return finish(reader, status, span, height, made, out);
}

bool formula_reward_bounds(struct formula_reader *reader, struct formula_span word, char *reward,
                           struct formula_bounds bounds, struct formula_bounds *out)
{
    static const char called[] = "rew";
    const size_t length = word.end - word.begin;
    bounds.bound.reward = reward;
    *out = bounds;
    if (!length ||
        (length == strlen(called) && !strncmp(reader->text + word.begin, called, length)))
        return false;
    reader->status = formula_fail(reader, word,
                                  "a bound of a reward is F^{%s{\"name\"}<=5} or "
                                  "F{\"name\"}<=5",
                                  called);
    path_bound_free(&out->bound);
    return true;
}

bool formula_equal_bounds(struct formula_reader *reader, struct formula_tree time,
                          struct formula_bounds *out)
{
    *out = (struct formula_bounds){{.lower = time.tree}, time.height};
    reader->status = formula_copy(time.tree, &out->bound.upper);
    if (reader->status == OK) return false;
    formula_free(time.tree);
    return true;
}

static bool filter(struct formula_reader *reader, const char *operator, struct formula_span span,
                   struct formula_tree what, struct formula_tree states, struct formula_tree *out)
{
    struct formula *made;
    size_t height = 0;
    enum status status = make(FORMULA_FILTER, states.tree ? 2 : 1,
                              (struct formula_tree[]){what, states}, &height, &made);
    if (status == OK) status = copy_text(operator, & made->text);
    return finish(reader, status, span, height, made, out);
}

enum formula_best best_of_word(const char *at)
{
    return !strncmp(at, "min", 3)   ? BEST_SMALLEST
           : !strncmp(at, "max", 3) ? BEST_LARGEST
                                    : BEST_UNSAID;
}

bool formula_question(struct formula_reader *reader, enum formula_kind kind,
                      struct formula_span span, struct formula_rewarded rewarded,
                      struct formula_asked asked, struct formula_tree content,
                      struct formula_states states, struct formula_tree *out)
{
    static const char *const operators[] = {"state", "min", "max", "range"};
    struct formula *made;
    size_t height = asked.limit.height;
    const enum status status =
        make(kind, rewarded.amount.tree ? 2 : 1, (struct formula_tree[]){content, rewarded.amount},
             &height, &made);
    if (made) {
        made->text = rewarded.name;
        made->relation = asked.relation;
        const char *word = reader->text + span.begin + 1; /* Pmax and Pmaxmin are single words */
        made->best = asked.best ? asked.best : best_of_word(word);
        made->nature = asked.best   ? asked.nature
                       : made->best ? best_of_word(word + 3)
                                    : BEST_UNSAID;
        made->limit = asked.limit.tree;
    } else {
        free(rewarded.name);
        formula_free(asked.limit.tree);
    }
    if (finish(reader, status, span, height, made, out)) {
        formula_free(states.tree.tree);
        return true;
    }
    if (!states.tree.tree) return false;
    return filter(reader, asked.relation == ASKED ? operators[states.extremes] : "forall", span,
                  *out, states.tree, out);
}

/* Copies the word at span if it is one of names, else fails. */
static enum status take_word(const struct formula_reader *reader, struct formula_span span,
                             const char *what, const char *const *names, const char **out)
{
    char word[64], near[256];
    const int length = (int)(span.end - span.begin);
    snprintf(word, sizeof word, "%.*s", length, reader->text + span.begin);
    for (size_t k = 0; names[k]; k++)
        if (!strcmp(names[k], word)) return *out = names[k], OK;
    return formula_fail(reader, span, "'%s' is no %s%s", word, what,
                        suggest_name(word, names, near, sizeof near));
}

bool formula_filter(struct formula_reader *reader, struct formula_span operator,
                    struct formula_span span, struct formula_tree what, struct formula_tree states,
                    struct formula_tree *out)
{
    static const char *const operators[] = {"min",   "max",      "sum",    "avg",    "count",
                                            "range", "forall",   "exists", "first",  "state",
                                            "print", "printall", "argmin", "argmax", NULL};
    const char *name = NULL;
    switch (reader->text[operator.begin]) {
    case '+': name = "sum"; break;
    case '&': name = "forall"; break;
    case '|': name = "exists"; break;
    default: reader->status = take_word(reader, operator, "operator of a filter", operators, &name);
    }
    if (name) return filter(reader, name, span, what, states, out);
    formula_free(what.tree);
    formula_free(states.tree);
    return true;
}

void formula_arguments_free(struct formula_arguments *list)
{
    if (!list) return;
    for (size_t k = 0; k < list->count; k++) formula_free(list->list[k]);
    free(list);
}

bool formula_argument(struct formula_reader *reader, struct formula_arguments *list,
                      struct formula_tree argument, struct formula_arguments **out)
{
    if (!list)
        reader->status = allocate_zeroed(1, sizeof *list, "the arguments of a function", &list);
    else if (list->count == FORMULA_MOST_ARGUMENTS)
        reader->status = formula_fail(reader, reader->last, "more than %d arguments of a function",
                                      FORMULA_MOST_ARGUMENTS);
    if (reader->status != OK) {
        formula_free(argument.tree);
        formula_arguments_free(list);
        return true;
    }
    list->list[list->count++] = argument.tree;
    if (argument.height > list->height) list->height = argument.height;
    *out = list;
    return false;
}

const char *const formula_functions[] = {"min", "max", "floor", "ceil", "round",
                                         "pow", "mod", "log",   NULL};

bool formula_is_function(const char *word, size_t length)
{
    for (const char *const *name = formula_functions; *name; name++)
        if (strlen(*name) == length && !strncmp(*name, word, length)) return true;
    return false;
}

static enum status check_count(const struct formula_reader *reader, struct formula_span span,
                               const char *name, size_t count)
{
    if (!strcmp(name, "min") || !strcmp(name, "max")) return OK;
    const size_t wanted =
        !strcmp(name, "pow") || !strcmp(name, "mod") || !strcmp(name, "log") ? 2 : 1;
    if (count == wanted) return OK;
    return formula_fail(reader, span, "%s takes %zu argument%s, not %zu", name, wanted,
                        wanted == 1 ? "" : "s", count);
}

bool formula_multi(struct formula_reader *reader, struct formula_span span,
                   struct formula_arguments *arguments, struct formula_tree *out)
{
    struct formula *made = NULL;
    const enum status status = formula_new(FORMULA_MULTI, arguments->count, arguments->list, &made);
    arguments->count = 0;
    const bool failed = finish(reader, status, span, arguments->height + 1, made, out);
    formula_arguments_free(arguments);
    return failed;
}

bool formula_call(struct formula_reader *reader, struct formula_span name, struct formula_span span,
                  struct formula_arguments *arguments, struct formula_tree *out)
{
    enum status status = OK;
    struct formula *made = NULL;
    const char *word = NULL;
    TRY(take_word(reader, name, "function", formula_functions, &word));
    TRY(check_count(reader, name, word, arguments->count));
    status = formula_new(FORMULA_CALL, arguments->count, arguments->list, &made);
    arguments->count = 0;
    if (status == OK) status = copy_text(word, &made->text);
out:;
    const bool failed = finish(reader, status, span, arguments->height + 1, made, out);
    formula_arguments_free(arguments);
    return failed;
}

bool formula_proposition(struct formula_reader *reader, struct formula_arguments *list,
                         struct formula_span name, struct formula_span span,
                         struct formula_tree holds, struct formula_arguments **out)
{
    struct formula_tree made;
    if (formula_node(reader, FORMULA_PROPOSITION, span, 1, &holds, &made) ||
        formula_words(reader, (struct formula_span){name.begin + 1, name.end - 1},
                      &made.tree->text)) {
        formula_free(made.tree);
        formula_arguments_free(list);
        return true;
    }
    return formula_argument(reader, list, made, out);
}

bool formula_automaton(struct formula_reader *reader, struct formula_span file,
                       struct formula_span span, struct formula_arguments *propositions,
                       struct formula_tree *out)
{
    struct formula *made = NULL;
    struct formula_arguments *const list = propositions;
    const size_t height = list ? list->height : 0;
    enum status status =
        formula_new(FORMULA_AUTOMATON, list ? list->count : 0, list ? list->list : NULL, &made);
    if (list) list->count = 0;
    if (status == OK &&
        formula_words(reader, (struct formula_span){file.begin + 1, file.end - 1}, &made->text))
        status = reader->status;
    const bool failed = finish(reader, status, span, height + 1, made, out);
    formula_arguments_free(list);
    return failed;
}
