#include "problems/properties/bind.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { DEEPEST = 100 }; /* definitions in one another */

/* A definition whose names are being bound, and those that it stands in. */
struct open_definition {
    const struct definition *definition;
    const struct open_definition *outer; /* NULL: the question */
    int depth;
};

/* Moves all of it to one place in the user's text. */
static void move_to(struct formula *formula, size_t column, size_t length)
{
    if (!formula) return;
    formula->column = column;
    formula->length = length;
    move_to(formula->bound.lower, column, length);
    move_to(formula->bound.upper, column, length);
    move_to(formula->limit, column, length);
    for (size_t k = 0; k < formula->nchildren; k++) move_to(formula->child[k], column, length);
}

static void put_in_place(struct formula **at, struct formula *with)
{
    move_to(with, (*at)->column, (*at)->length);
    formula_free(*at);
    *at = with;
}

/* Returns the value that the user gave, and its length; NULL: none. */
static const char *given_constant(const char *constants, const char *name, size_t *length)
{
    const size_t size = strlen(name);
    for (const char *at = constants; at && *at; at += *at == ',') {
        *length = strcspn(at, ",");
        if (!strncmp(at, name, size) && at[size] == '=') {
            *length -= size + 1;
            return at + size + 1;
        }
        at += *length;
    }
    return NULL;
}

static const struct definition *find_definition(const struct property_file *file,
                                                enum definition_kind kind, const char *name)
{
    for (size_t k = 0; file && k < file->count; k++) {
        const struct definition *d = &file->definitions[k];
        if (d->kind == kind && d->name && !strcmp(d->name, name)) return d;
    }
    return NULL;
}

static enum status bind_given(const char *value, size_t length, struct formula **at)
{
    char *text = NULL;
    struct formula *number = NULL;
    enum status status = format_text(&text, "%.*s", (int)length, value);
    if (status == OK) status = formula_read(text, &number);
    free(text);
    if (status == OK) put_in_place(at, number);
    return status;
}

static enum status bind_at(const struct bindings *bindings, const struct open_definition *in,
                           struct formula **at);

static enum status bind_to(const struct bindings *bindings, const struct open_definition *in,
                           const struct definition *definition, struct formula **at)
{
    struct formula *copy;
    const struct open_definition here = {definition, in, in ? in->depth + 1 : 1};
    if (definition->problem)
        return fail(ERROR_INPUT, "column %zu: the property \"%s\" cannot be read: %s",
                    (*at)->column, definition->name, definition->problem);
    if (!definition->formula)
        return fail(ERROR_INPUT, "column %zu: the constant %s has no value: add const=%s=VALUE",
                    (*at)->column, definition->name, definition->name);
    for (const struct open_definition *outer = in; outer; outer = outer->outer)
        if (outer->definition == definition)
            return fail(ERROR_INPUT, "column %zu: the definition of %s needs itself", (*at)->column,
                        definition->name);
    if (here.depth > DEEPEST)
        return fail(ERROR_INPUT, "column %zu: more than %d definitions stand in one another",
                    (*at)->column, DEEPEST);
    MUST(formula_copy(definition->formula, &copy));
    put_in_place(at, copy);
    return bind_at(bindings, &here, at);
}

static enum status bind_name(const struct bindings *bindings, const struct open_definition *in,
                             struct formula **at)
{
    size_t length;
    const char *name = (*at)->text, *given = given_constant(bindings->constants, name, &length);
    if (given) return bind_given(given, length, at);
    const struct definition *d = find_definition(bindings->properties, DEFINES_CONSTANT, name);
    if (!d) d = find_definition(bindings->properties, DEFINES_FORMULA, name);
    if (!d) d = find_definition(bindings->model, DEFINES_CONSTANT, name);
    return d ? bind_to(bindings, in, d, at) : OK;
}

static enum status bind_label(const struct bindings *bindings, const struct open_definition *in,
                              struct formula **at)
{
    const char *name = (*at)->text;
    const struct definition *d = find_definition(bindings->properties, DEFINES_LABEL, name);
    if (!d) d = find_definition(bindings->properties, DEFINES_PROPERTY, name);
    return d ? bind_to(bindings, in, d, at) : OK;
}

static enum status bind_at(const struct bindings *bindings, const struct open_definition *in,
                           struct formula **at)
{
    struct formula *formula = *at;
    if (!formula) return OK;
    if (formula->kind == FORMULA_NAME) return bind_name(bindings, in, at);
    if (formula->kind == FORMULA_LABEL) return bind_label(bindings, in, at);
    MUST(bind_at(bindings, in, &formula->bound.lower));
    MUST(bind_at(bindings, in, &formula->bound.upper));
    MUST(bind_at(bindings, in, &formula->limit));
    for (size_t k = 0; k < formula->nchildren; k++) MUST(bind_at(bindings, in, &formula->child[k]));
    return OK;
}

enum status formula_bind(const struct bindings *bindings, struct formula **inout)
{
    return bind_at(bindings, NULL, inout);
}

/* Labels for the builder */

/* What stands in a formula. */
struct parts {
    bool names, others; /* variables; labels, questions, paths */
};

static void find_parts(const struct formula *formula, struct parts *out)
{
    out->names |= formula->kind == FORMULA_NAME;
    out->others |= formula->kind == FORMULA_LABEL || formula_is_path(formula) ||
                   formula_is_question(formula) || formula->kind == FORMULA_PROPOSITION ||
                   formula->kind == FORMULA_INSTANT || formula->kind == FORMULA_CUMULATIVE ||
                   formula->kind == FORMULA_LONG_RUN;
    for (size_t k = 0; k < formula->nchildren; k++) find_parts(formula->child[k], out);
}

/* Writes a <=> b as a = b, which every builder takes. */
static void equal_truths(struct formula *formula)
{
    if (formula->kind == FORMULA_IFF) formula->kind = FORMULA_EQUAL;
    for (size_t k = 0; k < formula->nchildren; k++) equal_truths(formula->child[k]);
}

static enum status take_part(struct formula **at, bool number, struct taken_labels *out)
{
    struct formula *name = NULL, *part = *at;
    struct taken_label taken = {.number = number, .column = (*at)->column};
    enum status status = OK;
    TRY(reallocate(&out->labels, out->count + 1, sizeof *out->labels, "labels"));
    equal_truths(*at);
    TRY(formula_text(*at, &taken.text));
    TRY(format_text(&taken.name, "warpmark_%zu", out->count + 1));
    TRY(formula_new(number ? FORMULA_NAME : FORMULA_LABEL, 0, NULL, &name));
    TRY(copy_text(taken.name, &name->text));
    move_to(name, part->column, part->length);
    *at = name;
    taken.formula = part;
    out->labels[out->count++] = taken;
    return OK;
out:
    formula_free(name);
    free(taken.text);
    free(taken.name);
    return status;
}

static bool is_in(enum formula_kind kind, enum formula_kind first, enum formula_kind last)
{
    return kind >= first && kind <= last;
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Returns whether `name : bool` stands in the model, outside of comments. */
static bool is_declared_bool(const char *model, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = model; *at; at++) {
        if (!strncmp(at, "//", 2)) at += strcspn(at, "\n");
        if (!*at) return false;
        if (strncmp(at, name, length) || in_word(at[length]) || (at > model && in_word(at[-1])))
            continue;
        const char *type = at + length + strspn(at + length, " \t\r\n");
        if (*type++ != ':') continue;
        type += strspn(type, " \t\r\n");
        if (!strncmp(type, "bool", 4) && !in_word(type[4])) return true;
    }
    return false;
}

/* Returns whether a formula that stands alone is a number. */
static bool is_number(const struct formula *formula, const char *model)
{
    const enum formula_kind kind = formula->kind;
    if (kind == FORMULA_CHOICE) return is_number(formula->child[1], model);
    if (kind == FORMULA_NAME) return !model || !is_declared_bool(model, formula->text);
    return kind == FORMULA_NUMBER || is_in(kind, FORMULA_PLUS, FORMULA_CALL);
}

/* Returns whether a child is a number, where its formula is one or not. */
static bool child_is_number(const struct formula *formula, size_t child, bool number,
                            const char *model)
{
    const enum formula_kind kind = formula->kind;
    if (is_in(kind, FORMULA_EQUAL, FORMULA_CALL) || kind == FORMULA_INSTANT ||
        kind == FORMULA_CUMULATIVE)
        return true;
    if (kind == FORMULA_REWARD) return child > 0;
    if (kind == FORMULA_CHOICE) return child > 0 && number;
    return kind == FORMULA_FILTER && child == 0 && is_number(formula->child[0], model);
}

static enum status take_parts(struct formula **at, bool number, const char *model,
                              struct taken_labels *out)
{
    struct formula *formula = *at;
    struct parts parts = {0};
    find_parts(formula, &parts);
    if (!parts.names && !parts.others) return OK;
    if (parts.names && !parts.others) return take_part(at, number, out);
    for (size_t k = 0; k < formula->nchildren; k++)
        MUST(
            take_parts(&formula->child[k], child_is_number(formula, k, number, model), model, out));
    return OK;
}

enum status formula_take_labels(struct formula **inout, const char *model, struct taken_labels *out)
{
    return take_parts(inout, is_number(*inout, model), model, out);
}

void taken_labels_free(struct taken_labels *labels)
{
    for (size_t k = 0; k < labels->count; k++) {
        free(labels->labels[k].name);
        free(labels->labels[k].text);
        formula_free(labels->labels[k].formula);
    }
    free(labels->labels);
    *labels = (struct taken_labels){0};
}

enum status formula_leaves(const struct formula *formula, enum formula_kind kind,
                           enum status (*visit)(const struct formula *leaf, void *with), void *with)
{
    if (!formula) return OK;
    if (formula->kind == kind) return visit(formula, with);
    for (size_t k = 0; k < formula->nchildren; k++)
        MUST(formula_leaves(formula->child[k], kind, visit, with));
    return OK;
}
