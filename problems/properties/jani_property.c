/* Properties of JANI models in PRISM's notation. What they hold is written in brackets; reading the
 * text checks the rest, and its tree as a text has no bracket too many. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "problems/properties/jani.h"
#include "problems/properties/jani_model.h"

struct translation {
    const json_t *model;
    bool timed;   /* a CTMC: bounds are times */
    bool decides; /* an MDP: the least and the largest value differ */
    char *out;
};

static enum status put(struct translation *to, const json_t *value);

static bool is_op(const json_t *value, const char *op)
{
    return !strcmp(jani_word(value, "op"), op);
}

static enum status put_text(struct translation *to, const char *text)
{
    return append_text(&to->out, "%s", text);
}

/* Puts members of an object, with text before, between and behind them. */
static enum status put_around(struct translation *to, const char *before, const json_t *value,
                              const char *behind)
{
    MUST(put_text(to, before));
    MUST(put(to, value));
    return put_text(to, behind);
}

static enum status put_pair(struct translation *to, const char *before, const json_t *value,
                            const char *between)
{
    MUST(put_around(to, before, json_object_get(value, "left"), between));
    return put_around(to, "", json_object_get(value, "right"), ")");
}

/* Leaves */

/* Names of other letters would be read as something else. */
static enum status put_word(struct translation *to, const char *name)
{
    size_t good = 0;
    while (isalnum((unsigned char)name[good]) || name[good] == '_') good++;
    if (!good || name[good] || isdigit((unsigned char)*name))
        return fail(ERROR_INPUT, "the name '%s' has other signs than letters, digits and '_'",
                    name);
    return put_text(to, name);
}

/* Returns whether the language of properties reads it as a name. */
static bool is_plain_name(const char *name)
{
    struct formula *read;
    if (formula_read(name, &read) != OK) return false;
    const bool plain = read->kind == FORMULA_NAME;
    formula_free(read);
    return plain;
}

static enum status put_name(struct translation *to, const char *name)
{
    const char *quote = jani_variable(to->model, name) == JANI_LABEL ? "\"" : "";
    MUST(put_text(to, quote));
    MUST(put_word(to, name));
    if (!*quote && !is_plain_name(name))
        return fail(ERROR_INPUT, "the name '%s' means something else in a property", name);
    return put_text(to, quote);
}

static enum status put_leaf(struct translation *to, const json_t *value)
{
    if (json_is_string(value)) return put_name(to, json_string_value(value));
    if (json_is_boolean(value)) return put_text(to, json_is_true(value) ? "true" : "false");
    if (json_is_real(value))
        return put_text(to, shortest_double(json_real_value(value), (char[SHORTEST_DOUBLE]){0}));
    if (!json_is_integer(value)) return fail(ERROR_INPUT, "a part of it is missing");
    return append_text(&to->out, "%lld", (long long)json_integer_value(value));
}

/* Bounds */

static bool is_exclusive(const json_t *bounds, const char *member)
{
    return json_is_true(json_object_get(bounds, member));
}

/* An interval's ends belong to it. That is one step more or less for others in a DTMC; of times and
 * rewards the notation does not say it. */
static enum status put_interval(struct translation *to, const json_t *bounds, bool steps)
{
    const bool after = is_exclusive(bounds, "lower-exclusive"),
               before = is_exclusive(bounds, "upper-exclusive");
    if (!steps && (after || before))
        return fail(ERROR_INPUT, "an interval of %s without one of its ends cannot be said",
                    to->timed ? "times" : "rewards");
    MUST(put_around(to, "[(", json_object_get(bounds, "lower"), after ? ")+1,(" : "),("));
    return put_around(to, "", json_object_get(bounds, "upper"), before ? ")-1]" : ")]");
}

/* The reward of a bound, which must be a variable. *bounds = what bounds it. */
static enum status put_bounded_reward(struct translation *to, const json_t *rewards,
                                      const json_t **bounds)
{
    const json_t *first = json_array_get(rewards, 0);
    const char *name = jani_word(first, "exp");
    if (json_array_size(rewards) != 1 || *bounds)
        return fail(ERROR_INPUT, "several bounds of one path are not computed here");
    if (jani_variable(to->model, name) != JANI_REWARD)
        return fail(ERROR_INPUT, "a bound of a reward that is no variable is not computed here");
    MUST(jani_check_reward(to->model, first));
    MUST(jani_check_alike(to->model, name));
    *bounds = json_object_get(first, "bounds");
    MUST(put_text(to, "{\""));
    MUST(put_word(to, name));
    return put_text(to, "\"}");
}

static enum status put_bounds(struct translation *to, const json_t *path)
{
    const json_t *steps = json_object_get(path, "step-bounds"),
                 *times = json_object_get(path, "time-bounds"), *bounds = to->timed ? times : steps,
                 *rewards = json_object_get(path, "reward-bounds");
    if (to->timed ? steps != NULL : times != NULL)
        return fail(ERROR_INPUT, to->timed ? "steps of a CTMC are not counted"
                                           : "steps are counted, and there is no time");
    if (rewards) MUST(put_bounded_reward(to, rewards, &bounds));
    const json_t *lower = json_object_get(bounds, "lower"),
                 *upper = json_object_get(bounds, "upper");
    if (lower && upper) return put_interval(to, bounds, !rewards && !to->timed);
    if (lower)
        return put_around(to, is_exclusive(bounds, "lower-exclusive") ? ">(" : ">=(", lower, ")");
    if (!upper) return OK;
    return put_around(to, is_exclusive(bounds, "upper-exclusive") ? "<(" : "<=(", upper, ")");
}

static enum status put_path(struct translation *to, const json_t *path)
{
    const json_t *left = json_object_get(path, "left"), *right = json_object_get(path, "right");
    const bool always = is_op(path, "U") && json_is_true(left);
    if (always) MUST(put_text(to, "(F"));
    else if (left) MUST(put_around(to, "((", left, ")"));
    else MUST(put_text(to, "("));
    if (!always) MUST(append_text(&to->out, " %s", jani_word(path, "op")));
    MUST(put_bounds(to, path));
    return put_around(to, " (", right ? right : json_object_get(path, "exp"), "))");
}

/* Questions */

static enum status put_reward(struct translation *to, const json_t *question)
{
    const json_t *exp = json_object_get(question, "exp");
    const char *name = json_is_string(exp) ? json_string_value(exp) : "";
    MUST(jani_check_reward(to->model, question));
    if (jani_variable(to->model, name) != JANI_REWARD) return put_around(to, "R{(", exp, ")}");
    MUST(put_text(to, "R{\""));
    MUST(put_word(to, name));
    return put_text(to, "\"}");
}

/* Puts what stands in the brackets of R=?[...]. */
static enum status put_reward_of(struct translation *to, const json_t *question)
{
    const json_t *reach = json_object_get(question, "reach"),
                 *steps = json_object_get(question, "step-instant"),
                 *times = json_object_get(question, "time-instant");
    const json_t *instant = to->timed ? times : steps;
    const bool sums = json_object_get(question, "accumulate") != NULL;
    if (json_object_get(question, "reward-instants"))
        return fail(ERROR_INPUT, "bounds of rewards are not computed here");
    if (to->timed ? steps != NULL : times != NULL)
        return fail(ERROR_INPUT, to->timed ? "steps of a CTMC are not counted"
                                           : "steps are counted, and there is no time");
    if (reach && instant) return fail(ERROR_INPUT, "a reward ends at a state or at a time");
    if (reach) return put_around(to, "[F (", reach, ")]");
    if (instant) return put_around(to, sums ? "[C<=(" : "[I=(", instant, ")]");
    return put_text(to, "[C]");
}

static bool is_truth(const json_t *model, const json_t *value)
{
    static const char *const ops[] = {"∧", "∨", "¬", "⇒", "=", "≠",       "<",
                                      "≤", ">", "≥", "∀", "∃", "initial", "deadlock"};
    if (json_is_boolean(value)) return true;
    if (json_is_string(value)) {
        const enum jani_variable kind = jani_variable(model, json_string_value(value));
        return kind == JANI_LABEL || kind == JANI_TRUTH;
    }
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
        if (is_op(value, ops[k])) return true;
    return is_op(value, "ite") && is_truth(model, json_object_get(value, "then"));
}

/* Returns P, S or E if it asks for a probability, a share of the time or a reward, else 0. */
static char asks(const json_t *value)
{
    const char *op = jani_word(value, "op");
    const bool known =
        *op && strchr("PSE", *op) && (!strcmp(op + 1, "min") || !strcmp(op + 1, "max"));
    return known ? *op : '\0';
}

/* limit: NULL is =?. */
static enum status put_question(struct translation *to, const json_t *question,
                                const char *relation, const json_t *limit)
{
    const json_t *exp = json_object_get(question, "exp");
    const char letter = asks(question);
    const bool reward = letter == 'E' || (letter == 'S' && !is_truth(to->model, exp));
    if (reward) MUST(put_reward(to, question));
    else MUST(append_text(&to->out, "%c", letter));
    if (to->decides) MUST(put_text(to, jani_word(question, "op") + 1));
    if (limit) MUST(append_text(&to->out, "%s(", relation));
    MUST(limit ? put_around(to, "", limit, ")") : put_text(to, "=?"));
    if (letter == 'E') return put_reward_of(to, question);
    return reward ? put_text(to, "[S]") : put_around(to, "[", exp, "]");
}

/* Puts the word for an operator of a filter over `values`. */
static enum status put_filter_word(struct translation *to, const char *fun, const json_t *values)
{
    static const char *const words[][2] = {{"min", "min"},    {"max", "max"},  {"sum", "sum"},
                                           {"avg", "avg"},    {"∀", "forall"}, {"∃", "exists"},
                                           {"count", "count"}};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (!strcmp(words[k][0], fun)) return put_text(to, words[k][1]);
    if (strcmp(fun, "values"))
        return fail(ERROR_INPUT, "the filter '%s' gives states, and no value", fun);
    if (is_truth(to->model, values))
        return fail(ERROR_INPUT, "the truth in several states is no value: ask for ∀ or ∃");
    return put_text(to, "range");
}

static enum status put_filter(struct translation *to, const json_t *filter)
{
    const char *fun = jani_word(filter, "fun");
    const json_t *values = json_object_get(filter, "values"),
                 *states = json_object_get(filter, "states");
    if (!strcmp(fun, "values") && is_op(states, "initial")) return put(to, values);
    MUST(put_text(to, "filter("));
    MUST(put_filter_word(to, fun, values));
    MUST(put_around(to, ",", values, ""));
    return put_around(to, ",", states, ")");
}

/* Operators */

static enum status put_choice(struct translation *to, const json_t *value)
{
    MUST(put_around(to, "(", json_object_get(value, "if"), " ? "));
    MUST(put_around(to, "", json_object_get(value, "then"), " : "));
    return put_around(to, "", json_object_get(value, "else"), ")");
}

/* A limit is compared in the question, where the graph decides those of 0 and 1. */
static enum status put_relation(struct translation *to, const json_t *value, const char *op)
{
    const json_t *left = json_object_get(value, "left"), *right = json_object_get(value, "right");
    const char *turned = !strcmp(op, "<")    ? ">"
                         : !strcmp(op, "<=") ? ">="
                         : !strcmp(op, ">")  ? "<"
                                             : "<=";
    if (to->decides) return put_pair(to, "(", value, op); /* over some schedulers */
    if (asks(left) && !asks(right)) return put_question(to, left, op, right);
    if (asks(right) && !asks(left)) return put_question(to, right, turned, left);
    return put_pair(to, "(", value, op);
}

/* How an operator is written: around one operand (exp), or two (left, right). */
struct spelling {
    const char *op, *before, *between;
    enum status (*put)(struct translation *, const json_t *); /* NULL: as said */
};

static const struct spelling spellings[] = {
    {"∧", "(", " & ", NULL},
    {"∨", "(", " | ", NULL},
    {"⇒", "(", " => ", NULL},
    {"=", "(", "=", NULL},
    {"≠", "(", "!=", NULL},
    {"<", NULL, "<", NULL},
    {"≤", NULL, "<=", NULL},
    {">", NULL, ">", NULL},
    {"≥", NULL, ">=", NULL},
    {"+", "(", "+", NULL},
    {"-", "(", "-", NULL},
    {"*", "(", "*", NULL},
    {"/", "(", "/", NULL},
    {"%", "mod(", ",", NULL},
    {"pow", "pow(", ",", NULL},
    {"log", "log(", ",", NULL},
    {"min", "min(", ",", NULL},
    {"max", "max(", ",", NULL},
    {"¬", "(!(", "))", NULL},
    {"floor", "floor(", ")", NULL},
    {"ceil", "ceil(", ")", NULL},
    {"∀", "A[", "]", NULL},
    {"∃", "E[", "]", NULL},
    {"initial", "\"init\"", NULL, NULL},
    {"deadlock", "\"deadlock\"", NULL, NULL},
    {"U", NULL, NULL, put_path},
    {"W", NULL, NULL, put_path},
    {"R", NULL, NULL, put_path},
    {"F", NULL, NULL, put_path},
    {"G", NULL, NULL, put_path},
    {"X", NULL, NULL, put_path},
    {"ite", NULL, NULL, put_choice},
    {"filter", NULL, NULL, put_filter},
};

static enum status put_spelling(struct translation *to, const struct spelling *as,
                                const json_t *value)
{
    const json_t *exp = json_object_get(value, "exp");
    if (as->put) return as->put(to, value);
    if (!as->between) return put_text(to, as->before);
    if (!as->before) return put_relation(to, value, as->between);
    return exp ? put_around(to, as->before, exp, as->between)
               : put_pair(to, as->before, value, as->between);
}

static enum status put(struct translation *to, const json_t *value)
{
    const char *op = jani_word(value, "op");
    if (!json_is_object(value)) return put_leaf(to, value);
    if (asks(value)) return put_question(to, value, NULL, NULL);
    for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++)
        if (!strcmp(spellings[k].op, op)) return put_spelling(to, &spellings[k], value);
    return fail(ERROR_INPUT, "properties with '%s' are not read", *op ? op : "an unknown member");
}

/* Definitions */

static enum status translate(const json_t *model, const json_t *value, struct definition *out)
{
    enum status status = OK;
    struct translation to = {.model = model,
                             .timed = jani_is_timed(model),
                             .decides = !strcmp(jani_word(model, "type"), "mdp")};
    struct formula *read = NULL;
    TRY(put(&to, value));
    TRY(formula_read(to.out, &read));
    TRY(formula_text(read, &out->text));
    TRY(formula_read(out->text, &out->formula));
out:
    free(to.out);
    formula_free(read);
    if (status != ERROR_INPUT || out->kind != DEFINES_PROPERTY) return status;
    const char *why = fail_message(); /* without a column, which is in a text that nobody sees */
    why += strncmp(why, "column ", strlen("column ")) ? 0 : strcspn(why, ":") + 2;
    return copy_text(why, &out->problem);
}

static enum status read_constant(const json_t *model, const json_t *constant,
                                 struct definition *out)
{
    const json_t *value = json_object_get(constant, "value");
    const char *type = jani_word(constant, "type");
    out->kind = DEFINES_CONSTANT;
    MUST(copy_text(jani_word(constant, "name"), &out->name));
    MUST(copy_text(!strcmp(type, "real") ? "double" : *type ? type : "int", &out->type));
    if (!value) return OK;
    const enum status status = translate(model, value, out);
    return status == ERROR_INPUT ? OK : status; /* nobody may need it */
}

static enum status read_property(const json_t *model, const json_t *property,
                                 struct definition *out)
{
    out->kind = DEFINES_PROPERTY;
    MUST(copy_text(jani_word(property, "name"), &out->name));
    return translate(model, json_object_get(property, "expression"), out);
}

static enum status read_definitions(const json_t *model, struct property_file *out)
{
    const json_t *constants = json_object_get(model, "constants"),
                 *properties = json_object_get(model, "properties");
    const size_t first = json_array_size(constants), count = first + json_array_size(properties);
    MUST(allocate_zeroed(count, sizeof *out->definitions, "properties", &out->definitions));
    for (size_t k = 0; k < count; k++) {
        struct definition *d = &out->definitions[out->count++];
        MUST(k < first ? read_constant(model, json_array_get(constants, k), d)
                       : read_property(model, json_array_get(properties, k - first), d));
    }
    return OK;
}

enum status jani_definitions(const char *path, const char *text, struct property_file *out)
{
    json_t *model;
    *out = (struct property_file){0};
    MUST(jani_read(path, text, &model));
    const enum status status = read_definitions(model, out);
    json_decref(model);
    if (status != OK) property_file_free(out);
    return status;
}
