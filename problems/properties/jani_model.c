/* JANI models, and what their names are. */
#include "problems/properties/jani_model.h"

#include <string.h>

#include "problems/properties/jani.h"

static const char byte_order_mark[] = "\xef\xbb\xbf";

enum status jani_read(const char *path, const char *text, json_t **out)
{
    json_error_t error;
    if (!strncmp(text, byte_order_mark, strlen(byte_order_mark))) text += strlen(byte_order_mark);
    *out = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(*out)) return OK;
    const int line = *out ? 1 : error.line;
    json_decref(*out);
    *out = NULL;
    return fail(ERROR_INPUT, "%s:%d: this is no model in JANI%s%s", path, line,
                line == 1 ? "" : ": ", line == 1 ? "" : error.text);
}

const char *jani_word(const json_t *object, const char *member)
{
    const json_t *value = json_object_get(object, member);
    return json_is_string(value) ? json_string_value(value) : "";
}

bool jani_is_timed(const json_t *model)
{
    return !strcmp(jani_word(model, "type"), "ctmc");
}

static enum jani_variable kind_of(const json_t *variable)
{
    const bool truth = !strcmp(jani_word(variable, "type"), "bool"),
               transient = json_is_true(json_object_get(variable, "transient"));
    return transient ? (truth ? JANI_LABEL : JANI_REWARD) : truth ? JANI_TRUTH : JANI_STATE;
}

static enum jani_variable find_variable(const json_t *owner, const char *name)
{
    size_t k;
    json_t *variable;
    json_array_foreach(
        json_object_get(owner, "variables"), k,
        variable) if (!strcmp(jani_word(variable, "name"), name)) return kind_of(variable);
    return JANI_NONE;
}

enum jani_variable jani_variable(const json_t *model, const char *name)
{
    const enum jani_variable own = find_variable(model, name);
    if (own != JANI_NONE) return own;
    return find_variable(json_array_get(json_object_get(model, "automata"), 0), name);
}

/* Names in a property */

static enum status bind_name(const json_t *model, struct formula *leaf)
{
    switch (jani_variable(model, leaf->text)) {
    case JANI_LABEL: leaf->kind = FORMULA_LABEL; return OK;
    case JANI_STATE:
    case JANI_TRUTH: return OK;
    case JANI_REWARD:
        return fail(ERROR_INPUT, "column %zu: '%s' is a reward: ask for R{\"%s\"}=?[...]",
                    leaf->column, leaf->text, leaf->text);
    default: break;
    }
    return fail(ERROR_INPUT, "column %zu: '%s' is neither a constant nor a variable of the model",
                leaf->column, leaf->text);
}

/* a = b, or a != b, as a <=> b, or !a <=> b, where one of them is a label. */
static enum status compare_truths(struct formula *formula)
{
    struct formula **first = formula->child, *operand = *first;
    if (first[0]->kind != FORMULA_LABEL && first[1]->kind != FORMULA_LABEL) return OK;
    if (formula->kind == FORMULA_UNEQUAL) {
        *first = NULL;
        MUST(formula_new(FORMULA_NOT, 1, &operand, first));
        (*first)->column = formula->column;
        (*first)->length = formula->length;
    }
    formula->kind = FORMULA_IFF;
    return OK;
}

static enum status bind_names(const json_t *model, struct formula *formula)
{
    if (formula->kind == FORMULA_NAME) return bind_name(model, formula);
    for (size_t k = 0; k < formula->nchildren; k++) MUST(bind_names(model, formula->child[k]));
    if (formula->kind != FORMULA_EQUAL && formula->kind != FORMULA_UNEQUAL) return OK;
    return compare_truths(formula);
}

enum status jani_bind(const char *text, struct formula **inout)
{
    json_t *model;
    MUST(jani_read("the model", text, &model));
    const enum status status = bind_names(model, *inout);
    json_decref(model);
    return status;
}
