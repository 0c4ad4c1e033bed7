#include "problems/properties/bind.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { DEEPEST = 100 }; /* definitions in one another */

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

static enum status bind_at(const struct bindings *bindings, int depth, struct formula **at);

static enum status bind_to(const struct bindings *bindings, int depth,
                           const struct definition *definition, struct formula **at)
{
    struct formula *copy;
    if (!definition->formula)
        return fail(ERROR_INPUT, "column %zu: the constant %s has no value: add const=%s=VALUE",
                    (*at)->column, definition->name, definition->name);
    if (depth > DEEPEST)
        return fail(ERROR_INPUT, "column %zu: the definition of %s needs itself", (*at)->column,
                    definition->name);
    MUST(formula_copy(definition->formula, &copy));
    put_in_place(at, copy);
    return bind_at(bindings, depth + 1, at);
}

static enum status bind_name(const struct bindings *bindings, int depth, struct formula **at)
{
    size_t length;
    const char *name = (*at)->text, *given = given_constant(bindings->constants, name, &length);
    if (given) return bind_given(given, length, at);
    const struct definition *d = find_definition(bindings->properties, DEFINES_CONSTANT, name);
    if (!d) d = find_definition(bindings->properties, DEFINES_FORMULA, name);
    if (!d) d = find_definition(bindings->model, DEFINES_CONSTANT, name);
    return d ? bind_to(bindings, depth, d, at) : OK;
}

static enum status bind_label(const struct bindings *bindings, int depth, struct formula **at)
{
    const char *name = (*at)->text;
    const struct definition *d = find_definition(bindings->properties, DEFINES_LABEL, name);
    if (!d) d = find_definition(bindings->properties, DEFINES_PROPERTY, name);
    return d ? bind_to(bindings, depth, d, at) : OK;
}

static enum status bind_at(const struct bindings *bindings, int depth, struct formula **at)
{
    struct formula *formula = *at;
    if (!formula) return OK;
    if (formula->kind == FORMULA_NAME) return bind_name(bindings, depth, at);
    if (formula->kind == FORMULA_LABEL) return bind_label(bindings, depth, at);
    MUST(bind_at(bindings, depth, &formula->bound.lower));
    MUST(bind_at(bindings, depth, &formula->bound.upper));
    MUST(bind_at(bindings, depth, &formula->limit));
    for (size_t k = 0; k < formula->nchildren; k++)
        MUST(bind_at(bindings, depth, &formula->child[k]));
    return OK;
}

enum status formula_bind(const struct bindings *bindings, struct formula **inout)
{
    return bind_at(bindings, 0, inout);
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
                   formula_is_question(formula) || formula->kind == FORMULA_INSTANT ||
                   formula->kind == FORMULA_CUMULATIVE || formula->kind == FORMULA_LONG_RUN;
    for (size_t k = 0; k < formula->nchildren; k++) find_parts(formula->child[k], out);
}

static enum status take_label(struct formula **at, struct taken_labels *out)
{
    struct formula *label = NULL;
    struct taken_label taken = {.column = (*at)->column};
    enum status status = OK;
    TRY(reallocate(&out->labels, out->count + 1, sizeof *out->labels, "labels"));
    TRY(formula_text(*at, &taken.text));
    TRY(format_text(&taken.name, "warpmark_%zu", out->count + 1));
    TRY(formula_new(FORMULA_LABEL, 0, NULL, &label));
    TRY(copy_text(taken.name, &label->text));
    put_in_place(at, label);
    out->labels[out->count++] = taken;
    return OK;
out:
    formula_free(label);
    free(taken.text);
    free(taken.name);
    return status;
}

static bool is_number_place(const struct formula *formula, size_t child)
{
    return formula->kind == FORMULA_INSTANT || formula->kind == FORMULA_CUMULATIVE ||
           (formula->kind == FORMULA_FILTER && child == 0);
}

static bool gives_a_number(enum formula_kind kind)
{
    return kind == FORMULA_PLUS || kind == FORMULA_MINUS || kind == FORMULA_TIMES ||
           kind == FORMULA_DIVIDE || kind == FORMULA_CALL || kind == FORMULA_NUMBER;
}

enum status formula_take_labels(struct formula **inout, struct taken_labels *out)
{
    struct formula *formula = *inout;
    struct parts parts = {0};
    find_parts(formula, &parts);
    if (!parts.names && !parts.others) return OK;
    if (parts.names && !parts.others && !gives_a_number(formula->kind))
        return take_label(inout, out);
    for (size_t k = 0; k < formula->nchildren; k++) {
        const struct formula *child = formula->child[k];
        if (is_number_place(formula, k) &&
            (gives_a_number(child->kind) || child->kind == FORMULA_NAME))
            continue;
        MUST(formula_take_labels(&formula->child[k], out));
    }
    return OK;
}

void taken_labels_free(struct taken_labels *labels)
{
    for (size_t k = 0; k < labels->count; k++) {
        free(labels->labels[k].name);
        free(labels->labels[k].text);
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
