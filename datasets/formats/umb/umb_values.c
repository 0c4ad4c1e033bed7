#include "datasets/formats/umb/umb_values.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"

/* Variables */

enum { MOST_BITS = 1 << 20, WIDEST = 64 };

static const char *word_of(const json_t *object, const char *member)
{
    const json_t *value = json_object_get(object, member);
    return json_is_string(value) ? json_string_value(value) : "";
}

/* Returns the bits of a type that does not say how many; 0: there is no such type. */
static json_int_t usual_bits(const char *type)
{
    static const struct {
        const char *type;
        json_int_t bits;
    } known[] = {{"bool", 1},
                 {"int", 64},
                 {"uint", 64},
                 {"double", 64},
                 {"string", 64},
                 {"rational", 128},
                 {"int-interval", 128},
                 {"uint-interval", 128},
                 {"double-interval", 128},
                 {"rational-interval", 256}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (!strcmp(known[k].type, type)) return known[k].bits;
    return 0;
}

/* Returns whether it may stand in "(a,b)" and in a question. */
static bool is_variable_name(const char *name)
{
    return umb_is_name(name) && !strpbrk(name, "(),");
}

static enum status read_variable(const json_t *entry, struct umb_variable *out)
{
    const json_t *padding = json_object_get(entry, "padding"),
                 *type = json_object_get(entry, "type"), *size = json_object_get(type, "size"),
                 *offset = json_object_get(entry, "offset");
    const char *kind = word_of(type, "type"), *name = word_of(entry, "name");
    const bool optional = json_is_true(json_object_get(entry, "is-optional"));
    json_int_t bits = json_is_integer(padding) ? json_integer_value(padding)
                      : json_is_integer(size)  ? json_integer_value(size)
                                               : usual_bits(kind);
    *out = (struct umb_variable){.kind = UMB_SKIPPED};
    if (bits < 0 || bits > MOST_BITS) bits = 0;
    if (!padding && bits && bits <= WIDEST && !optional && is_variable_name(name))
        out->kind = !strcmp(kind, "bool")   ? UMB_TRUTH
                    : !strcmp(kind, "int")  ? UMB_SIGNED
                    : !strcmp(kind, "uint") ? UMB_UNSIGNED
                                            : UMB_SKIPPED;
    out->bits = bits ? (uint32_t)bits + optional : 0;
    out->offset = json_integer_value(offset);
    return out->kind == UMB_SKIPPED ? OK : copy_text(name, &out->name);
}

static enum status read_variables(const json_t *entries, struct umb_variables *out)
{
    size_t k;
    json_t *entry;
    MUST(allocate_zeroed(json_array_size(entries), sizeof *out->item, "variables", &out->item));
    json_array_foreach(entries, k, entry)
    {
        struct umb_variable *item = &out->item[out->count++];
        MUST(read_variable(entry, item));
        item->at = out->bits;
        out->bits += item->bits;
        if (!item->bits || out->bits > MOST_BITS) {
            umb_variables_free(out); /* where the others are is not known */
            return OK;
        }
    }
    return OK;
}

enum status umb_variables_read(const json_t *root, struct umb_index *index)
{
    const json_t *states = json_object_get(json_object_get(root, "valuations"), "states"),
                 *classes = json_object_get(states, "classes");
    if (json_array_size(classes) != 1) return OK;
    MUST(read_variables(json_object_get(json_array_get(classes, 0), "variables"),
                        &index->variables));
    if (index->variables.bits % 8) umb_variables_free(&index->variables);
    return OK;
}

void umb_variables_free(struct umb_variables *variables)
{
    for (size_t k = 0; k < variables->count; k++) free(variables->item[k].name);
    free(variables->item);
    *variables = (struct umb_variables){0};
}

/* Values */

/* Returns the number in some bits, the least first. */
static uint64_t take_bits(const unsigned char *bytes, uint64_t at, uint32_t bits)
{
    uint64_t number = 0;
    for (uint32_t done = 0; done < bits;) {
        const uint32_t shift = (uint32_t)(at % 8),
                       here = 8 - shift < bits - done ? 8 - shift : bits - done;
        number |= (uint64_t)(bytes[at / 8] >> shift & ((1u << here) - 1)) << done;
        done += here;
        at += here;
    }
    return number;
}

/* Returns whether the value fits. */
static bool take_value(const struct umb_variable *variable, const unsigned char *state,
                       int32_t *out)
{
    const uint64_t number = take_bits(state, variable->at, variable->bits),
                   sign = UINT64_C(1) << (variable->bits - 1);
    int64_t value = (int64_t)number;
    if (variable->kind == UMB_TRUTH) value = number != 0;
    if (variable->kind == UMB_SIGNED) value = (int64_t)((number ^ sign) - sign);
    if (variable->kind == UMB_UNSIGNED && value < 0) return false;
    if (variable->kind != UMB_TRUTH && __builtin_add_overflow(value, variable->offset, &value))
        return false;
    *out = (int32_t)value;
    return value >= INT32_MIN && value <= INT32_MAX;
}

/* Fills the values of the variables that are not skipped; *fit: whether all are such numbers. */
static void take_values(const struct umb_variables *variables, const unsigned char *bytes,
                        uint32_t n, int32_t *values, bool *fit)
{
    const uint64_t size = variables->bits / 8;
    bool all = true;
    for (size_t k = 0; k < variables->count; k++) {
        const struct umb_variable *variable = &variables->item[k];
        if (variable->kind == UMB_SKIPPED) continue;
#pragma omp parallel for schedule(static) reduction(&& : all) if (team_once(n))
        for (uint32_t i = 0; i < n; i++)
            all = take_value(variable, bytes + i * size, &values[i]) && all;
        values += n;
    }
    *fit = all;
}

/* *out (new) = "(a,b)", *truths (new): see struct chain; *count: of the variables that are not
 * skipped. */
static enum status list_variables(const struct umb_variables *variables, char **out,
                                  uint8_t **truths, size_t *count)
{
    *count = 0;
    MUST(allocate(variables->count, sizeof **truths, "types of variables", truths));
    for (size_t k = 0; k < variables->count; k++) {
        if (variables->item[k].kind == UMB_SKIPPED) continue;
        MUST(append_text(out, "%c%s", *count ? ',' : '(', variables->item[k].name));
        (*truths)[(*count)++] = variables->item[k].kind == UMB_TRUTH;
    }
    return *count ? append_text(out, ")") : OK;
}

enum status umb_values_read(const struct umb_files *files, const struct umb_index *index,
                            struct chain *chain)
{
    enum status status = OK;
    const struct umb_variables *variables = &index->variables;
    const struct umb_file *file = umb_find(files, "valuations/states/valuations.bin");
    const uint32_t n = (uint32_t)index->states;
    unsigned char *bytes = NULL;
    uint8_t *truths = NULL;
    char *names = NULL;
    size_t count;
    bool fit = false;
    if (!file || !variables->count || umb_find(files, UMB_CLASSES)) return OK;
    TRY(umb_check_size(files, file, "#states", n, (unsigned)(variables->bits / 8)));
    TRY(list_variables(variables, &names, &truths, &count));
    if (!count) goto out;
    TRY(memory_must_fit((double)file->size + (double)n * (double)count * sizeof *chain->values,
                        files->path));
    TRY(allocate_large(file->size, 1, "values", &bytes));
    TRY(umb_take(files, file, bytes));
    TRY(allocate_large((size_t)n * count, sizeof *chain->values, "values", &chain->values));
    take_values(variables, bytes, n, chain->values, &fit);
    chain->variables = names;
    names = NULL;
    if (fit) {
        chain->truths = truths;
        truths = NULL;
        goto out;
    }
    free(chain->values);
    chain->values = NULL;
out:
    free(truths);
    free(names);
    free(bytes);
    return status;
}
