/* Makes JANI models for the builder. Labels and rewards for formulas are transient variables, which
 * have their value in each location of the first automaton. The rest of the text stays as it is, as
 * the numbers in it must keep all their digits. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/properties/jani.h"
#include "problems/properties/jani_model.h"

/* Formulas in JANI */

static enum status put(const struct formula *f, char **out);

static const char *op_of(const struct formula *f)
{
    static const char *const ops[] = {
        [FORMULA_NOT] = "¬",     [FORMULA_AND] = "∧",     [FORMULA_OR] = "∨",
        [FORMULA_EQUAL] = "=",   [FORMULA_UNEQUAL] = "≠", [FORMULA_LESS] = "<",
        [FORMULA_AT_MOST] = "≤", [FORMULA_GREATER] = "<", [FORMULA_AT_LEAST] = "≤",
        [FORMULA_PLUS] = "+",    [FORMULA_MINUS] = "-",   [FORMULA_TIMES] = "*",
        [FORMULA_DIVIDE] = "/"};
    if (f->kind == FORMULA_CALL) return !strcmp(f->text, "mod") ? "%" : f->text;
    return ops[f->kind];
}

static enum status put_member(const char *name, const struct formula *f, char **out)
{
    MUST(append_text(out, ",\"%s\":", name));
    return put(f, out);
}

/* Puts {"op":op,left,right}; the first of several operands is against all others. */
static enum status put_two(const char *op, const struct formula *left, struct formula *const *right,
                           size_t count, char **out)
{
    MUST(append_text(out, "{\"op\":\"%s\"", op));
    MUST(put_member("left", left, out));
    if (count == 1) MUST(put_member("right", *right, out));
    if (count == 1) return append_text(out, "}");
    MUST(append_text(out, ",\"right\":"));
    MUST(put_two(op, right[0], right + 1, count - 1, out));
    return append_text(out, "}");
}

static enum status put_choice(const struct formula *f, char **out)
{
    MUST(append_text(out, "{\"op\":\"ite\""));
    MUST(put_member("if", f->child[0], out));
    MUST(put_member("then", f->child[1], out));
    MUST(put_member("else", f->child[2], out));
    return append_text(out, "}");
}

/* JANI knows neither a sign nor rounding, nor a => b. */
static enum status put_other(const struct formula *f, const char *before, const char *behind,
                             char **out)
{
    MUST(append_text(out, "%s", before));
    MUST(put(f->child[0], out));
    return append_text(out, "%s", behind);
}

static enum status put_implies(const struct formula *f, char **out)
{
    MUST(put_other(f, "{\"op\":\"∨\",\"left\":{\"op\":\"¬\",\"exp\":", "}", out));
    MUST(put_member("right", f->child[1], out));
    return append_text(out, "}");
}

static enum status put_one(const struct formula *f, char **out)
{
    if (f->kind == FORMULA_MINUS)
        return put_other(f, "{\"op\":\"-\",\"left\":0,\"right\":", "}", out);
    if (f->kind == FORMULA_CALL && !strcmp(f->text, "round"))
        return put_other(f, "{\"op\":\"floor\",\"exp\":{\"op\":\"+\",\"right\":0.5,\"left\":", "}}",
                         out);
    if (f->kind == FORMULA_CALL && !strncmp(f->text, "m", 1)) /* min or max of one number */
        return put(f->child[0], out);
    MUST(append_text(out, "{\"op\":\"%s\"", op_of(f)));
    MUST(put_member("exp", f->child[0], out));
    return append_text(out, "}");
}

/* A number in JSON begins with a digit, and with 0 only before a point or as the whole. */
static enum status put_number(const char *text, char **out)
{
    while (*text == '0' && text[1] >= '0' && text[1] <= '9') text++;
    return append_text(out, "%s%s", *text == '.' ? "0" : "", text);
}

static enum status put(const struct formula *f, char **out)
{
    const bool turned = f->kind == FORMULA_GREATER || f->kind == FORMULA_AT_LEAST;
    switch (f->kind) {
    case FORMULA_NUMBER: return put_number(f->text, out);
    case FORMULA_TRUE: return append_text(out, "true");
    case FORMULA_FALSE: return append_text(out, "false");
    case FORMULA_NAME: return append_text(out, "\"%s\"", f->text);
    case FORMULA_IMPLIES: return put_implies(f, out);
    case FORMULA_CHOICE: return put_choice(f, out);
    default: break;
    }
    if (f->nchildren == 1) return put_one(f, out);
    if (turned) return put_two(op_of(f), f->child[1], f->child, 1, out);
    return put_two(op_of(f), f->child[0], f->child + 1, f->nchildren - 1, out);
}

/* Places in the text, which is correct JSON */

static const char *skip_blank(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

static const char *skip_string(const char *at)
{
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return at + (*at == '"');
}

static const char *skip_value(const char *at)
{
    int open = 0;
    do {
        if (*at == '"') {
            at = skip_string(at);
            continue;
        }
        if (!open && strchr(",]}", *at)) return at;
        open += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        at++;
    } while (*at && open);
    if (at[-1] == '}' || at[-1] == ']' || at[-1] == '"') return at;
    return at + strcspn(at, ",]} \t\r\n");
}

/* Returns where the next element begins, at or behind the ',' at `at`; NULL: the end. */
static const char *next_element(const char *at)
{
    at = skip_blank(at);
    if (*at == ',') at = skip_blank(at + 1);
    return *at && *at != ']' && *at != '}' ? at : NULL;
}

/* Returns where the value of a member of an object begins; NULL: none, or this is no object. */
static const char *find_member(const char *object, const char *name)
{
    const size_t length = strlen(name);
    const char *at = object && *object == '{' ? object + 1 : NULL;
    while (at && (at = next_element(at))) {
        const char *key = at + 1, *value = skip_blank(skip_string(at));
        value = skip_blank(value + 1);
        if (!strncmp(key, name, length) && key[length] == '"') return value;
        at = skip_value(value);
    }
    return NULL;
}

/* The same for an array: where its first element is, or its end. */
static const char *find_array(const char *object, const char *name)
{
    const char *array = find_member(object, name);
    return array && *array == '[' ? array + 1 : NULL;
}

/* Adding */

struct addition {
    const struct taken_labels *labels;
    const char *from; /* what stands in front of it is in `out` */
    char *out;
};

static enum status put_variables(const struct taken_labels *labels, char **out)
{
    for (size_t k = 0; k < labels->count; k++) {
        const struct taken_label *l = &labels->labels[k];
        MUST(append_text(out,
                         "%s{\"name\":\"%s\",\"type\":\"%s\",\"transient\":true,"
                         "\"initial-value\":%s}",
                         k ? "," : "", l->name, l->number ? "real" : "bool",
                         l->number ? "0" : "false"));
    }
    return OK;
}

static enum status put_values(const struct taken_labels *labels, char **out)
{
    for (size_t k = 0; k < labels->count; k++) {
        const struct taken_label *l = &labels->labels[k];
        MUST(append_text(out, "%s{\"ref\":\"%s\",\"value\":", k ? "," : "", l->name));
        MUST(put(l->formula, out));
        MUST(append_text(out, "}"));
    }
    return OK;
}

/* Adds elements to the array that the object at `object` has as this member, or such a member. */
static enum status add_to_member(struct addition *to, const char *object, const char *name,
                                 enum status (*put_elements)(const struct taken_labels *, char **))
{
    const char *array = find_array(object, name), *at = array ? array : object + 1;
    if (*object != '{' || (!array && find_member(object, name)))
        return fail(ERROR_INPUT, "the model has no array of %s where it should be", name);
    MUST(append_text(&to->out, "%.*s", (int)(at - to->from), to->from));
    if (!array) MUST(append_text(&to->out, "\"%s\":[", name));
    MUST(put_elements(to->labels, &to->out));
    if (!array) MUST(append_text(&to->out, "]"));
    to->from = at;
    return append_text(&to->out, "%s", next_element(at) ? "," : "");
}

static enum status add_values(struct addition *to, const char *automaton)
{
    const char *at = find_array(automaton, "locations");
    for (; at && (at = next_element(at)); at = skip_value(at))
        MUST(add_to_member(to, at, "transient-values", put_values));
    return OK;
}

static enum status add_variables(struct addition *to, const char *model)
{
    return add_to_member(to, model, "variables", put_variables);
}

static enum status leave_out(struct addition *to, const char *properties)
{
    MUST(append_text(&to->out, "%.*s[]", (int)(properties - to->from), to->from));
    to->from = skip_value(properties);
    return OK;
}

/* A change, and the part of the text that it is made in. */
struct change {
    const char *place; /* its beginning, or that of the model if it has none */
    enum status (*make)(struct addition *, const char *);
    const char *with;
};

static int compare_places(const void *a, const void *b)
{
    const struct change *left = a, *right = b;
    return (left->place > right->place) - (left->place < right->place);
}

/* Makes the changes in the order in which they stand in the text. */
static enum status change_all(struct addition *to, const char *model)
{
    const char *automata = find_array(model, "automata"), *old = find_member(model, "variables"),
               *first = automata ? next_element(automata) : NULL,
               *properties = find_member(model, "properties");
    struct change changes[3];
    size_t count = 0;
    if (to->labels->count && !first) return fail(ERROR_INPUT, "the model has no automata");
    if (properties) changes[count++] = (struct change){properties, leave_out, properties};
    if (to->labels->count) {
        changes[count++] = (struct change){old ? old : model, add_variables, model};
        changes[count++] = (struct change){first, add_values, first};
    }
    qsort(changes, count, sizeof *changes, compare_places);
    for (size_t k = 0; k < count; k++) MUST(changes[k].make(to, changes[k].with));
    return append_text(&to->out, "%s", to->from);
}

enum status jani_for_builder(const char *path, const char *text, const struct taken_labels *labels,
                             char **out)
{
    json_t *model;
    struct addition to = {.labels = labels, .from = text};
    *out = NULL;
    MUST(jani_read(path, text, &model));
    json_decref(model);
    const enum status status = change_all(&to, strchr(text, '{'));
    if (status == OK) *out = to.out;
    else free(to.out);
    return status;
}
