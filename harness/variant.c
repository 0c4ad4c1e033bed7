#include "harness/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

enum { METHOD_PART, LAYOUT_PART, PRECISION_PART, PLACE_PART, NPARTS };

static const char *const part_names[NPARTS] = {"method", "layout", "precision", "place"};

static int member_count(int part)
{
    const int counts[NPARTS] = {method_count, layout_count, NPRECISIONS, place_count};
    return counts[part];
}

static const char *member_name(int part, int k)
{
    switch (part) {
    case METHOD_PART: return methods[k]->name;
    case LAYOUT_PART: return layouts[k]->name;
    case PRECISION_PART: return precision_names[k];
    default: return places[k]->name;
    }
}

static enum status unknown_member(const char *variant, int part, const char *name)
{
    const char *known[64] = {0};
    char hint[256];
    for (int k = 0; k < member_count(part) && k < 63; k++) known[k] = member_name(part, k);
    return fail(ERROR_INPUT, "variant '%s': unknown %s '%s'%s", variant, part_names[part], name,
                suggest_name(name, known, hint, sizeof hint));
}

/* A pattern taken apart: four parts, and the options between the brackets of the first, all pointing into text. */
struct pattern {
    const char *whole;
    char *part[NPARTS];
    char *options; /* NULL where there are no brackets */
};

static enum status cut_pattern(const char *whole, char *text, struct pattern *out)
{
    *out = (struct pattern){.whole = whole, .part = {text}};
    int parts = 1;
    char *bracket = strchr(text, '['), *end = bracket ? strchr(bracket, ']') : NULL;
    if (bracket && (!end || end[1] != '/'))
        return fail(ERROR_INPUT, "variant '%s': the options' '[' has no ']' before the '/'", whole);
    for (char *slash = strchr(end ? end : text, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (parts == NPARTS) parts++;
        if (parts < NPARTS) out->part[parts++] = slash + 1;
    }
    if (parts != NPARTS)
        return fail(ERROR_INPUT,
                    "variant '%s': needs four parts, method/layout/precision/place, such as "
                    "jacobi/msr/f64/seq",
                    whole);
    if (bracket) {
        *bracket = *end = '\0';
        out->options = bracket + 1;
    }
    return OK;
}

static bool is_glob(const char *text)
{
    return strpbrk(text, "*?") != NULL;
}

static bool part_matches(const struct pattern *pattern, int part, int k)
{
    const char *text = pattern->part[part];
    if (!is_glob(text)) return !strcmp(text, member_name(part, k));
    if (part == METHOD_PART && methods[k]->only_by_name) return false;
    return glob_match(text, member_name(part, k));
}

static enum status check_parts(const struct pattern *pattern)
{
    for (int part = 0; part < NPARTS; part++) {
        bool found = false;
        for (int k = 0; k < member_count(part); k++) found |= part_matches(pattern, part, k);
        if (!found) return unknown_member(pattern->whole, part, pattern->part[part]);
    }
    return OK;
}

/* Options */

static enum status unknown_option(const char *whole, const char *name)
{
    const char *known[16] = {0};
    char hint[256];
    for (int k = 0; k < variant_option_count && k < 15; k++) known[k] = variant_options[k].name;
    return fail(ERROR_INPUT, "variant '%s': unknown option '%s'%s", whole, name,
                suggest_name(name, known, hint, sizeof hint));
}

static enum status set_number(const char *whole, const struct variant_option *option, const char *value,
                              struct variant *variant)
{
    double number;
    if (!parse_double(value, &number) || number <= option->above || number >= option->below)
        return fail(ERROR_INPUT, "variant '%s': %s=%s: needs a number above %g and below %g", whole, option->name,
                    value, option->above, option->below);
    option->set(&variant->options, number);
    return OK;
}

static enum status set_word(const char *whole, const struct variant_option *option, const char *value,
                            struct variant *variant)
{
    char hint[256];
    for (int v = 0; option->words[v]; v++) {
        if (strcmp(option->words[v], value)) continue;
        option->set(&variant->options, v);
        return OK;
    }
    return fail(ERROR_INPUT, "variant '%s': %s=%s: unknown value%s", whole, option->name, value,
                suggest_name(value, option->words, hint, sizeof hint));
}

/* given: one bit an option that was set before. */
static enum status set_option(const char *whole, const char *name, const char *value, unsigned *given,
                              struct variant *variant)
{
    for (int k = 0; k < variant_option_count; k++) {
        const struct variant_option *option = &variant_options[k];
        if (strcmp(option->name, name)) continue;
        if (!option->applies(variant->method, variant->layout, variant->place))
            return fail(ERROR_INPUT, "variant '%s': option '%s' means nothing to method %s in layout %s at place %s",
                        whole, name, variant->method->name, variant->layout->name, variant->place->name);
        if (*given & 1u << k) return fail(ERROR_INPUT, "variant '%s': option '%s' is given twice", whole, name);
        *given |= 1u << k;
        return option->words ? set_word(whole, option, value, variant) : set_number(whole, option, value, variant);
    }
    return unknown_option(whole, name);
}

static enum status set_options(const struct pattern *pattern, struct variant *variant)
{
    enum status status = OK;
    char *text = NULL, *rest = NULL;
    unsigned given = 0;
    if (!pattern->options) return OK;
    TRY(copy_text(pattern->options, &text));
    for (char *item = strtok_r(text, ",", &rest); item; item = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(item, '=');
        if (equals) *equals = '\0';
        TRY(set_option(pattern->whole, item, equals ? equals + 1 : "", &given, variant));
    }
out:
    free(text);
    return status;
}

/* A growing list without duplicates */

struct list {
    struct variant *variant;
    size_t count;
};

static bool same(const struct variant *a, const struct variant *b)
{
    for (int k = 0; k < variant_option_count; k++)
        if (variant_options[k].get(&a->options) != variant_options[k].get(&b->options)) return false;
    return a->method == b->method && a->layout == b->layout && a->precision == b->precision && a->place == b->place;
}

static enum status append(struct list *list, const struct variant *variant)
{
    for (size_t k = 0; k < list->count; k++)
        if (same(&list->variant[k], variant)) return OK;
    enum status status = reallocate(&list->variant, list->count + 1, sizeof *variant, "variants");
    if (status == OK) list->variant[list->count++] = *variant;
    return status;
}

static enum status match_pattern(const struct pattern *pattern, struct list *list)
{
    int k[NPARTS];
    enum status status = check_parts(pattern);
    if (status != OK) return status;
    for (k[0] = 0; k[0] < method_count; k[0]++)
        for (k[1] = 0; k[1] < layout_count; k[1]++)
            for (k[2] = 0; k[2] < NPRECISIONS; k[2]++)
                for (k[3] = 0; k[3] < place_count; k[3]++) {
                    bool matches = true;
                    for (int part = 0; part < NPARTS; part++) matches &= part_matches(pattern, part, k[part]);
                    if (!matches) continue;
                    struct variant variant = {.method = methods[k[0]],
                                              .layout = layouts[k[1]],
                                              .precision = (enum precision)k[2],
                                              .place = places[k[3]],
                                              .options = default_options()};
                    status = set_options(pattern, &variant);
                    if (status == OK) status = append(list, &variant);
                    if (status != OK) return status;
                }
    return OK;
}

static enum status match_text(const char *text, struct list *list)
{
    enum status status = OK;
    char *copy = NULL;
    struct pattern pattern;
    TRY(copy_text(text, &copy));
    TRY(cut_pattern(text, copy, &pattern));
    TRY(match_pattern(&pattern, list));
out:
    free(copy);
    return status;
}

/* Replaces the first {a,b,...} by each of its members in turn. */
static enum status expand_braces(const char *text, struct list *list)
{
    const char *open = strchr(text, '{'), *close = open ? strchr(open, '}') : NULL;
    if (!open) return match_text(text, list);
    if (!close) return fail(ERROR_INPUT, "variant '%s': '{' without '}'", text);
    for (const char *member = open + 1; member <= close;) {
        size_t length = strcspn(member, ",}");
        char *one = NULL;
        enum status status = format_text(&one, "%.*s%.*s%s", (int)(open - text), text, (int)length, member, close + 1);
        if (status == OK) status = expand_braces(one, list);
        free(one);
        if (status != OK) return status;
        member += length + 1;
    }
    return OK;
}

enum status variants_expand(size_t count, char *const *patterns, struct variant **out, size_t *nout)
{
    struct list list = {0};
    enum status status = OK;
    for (size_t k = 0; k < count && status == OK; k++) status = expand_braces(patterns[k], &list);
    if (status != OK) {
        free(list.variant);
        list = (struct list){0};
    }
    *out = list.variant;
    *nout = list.count;
    return status;
}

enum status variant_parse(const char *text, struct variant *out)
{
    struct list list = {0};
    if (strpbrk(text, "*?{}")) return fail(ERROR_INPUT, "variant '%s': one variant is needed, not a pattern", text);
    enum status status = match_text(text, &list);
    if (status == OK) *out = list.variant[0];
    free(list.variant);
    return status;
}

enum status variant_name(const struct variant *variant, char **out)
{
    char chosen[256] = "";
    size_t used = 0;
    for (int k = 0; k < variant_option_count; k++) {
        const struct variant_option *option = &variant_options[k];
        double value = option->get(&variant->options);
        if (value == option->fallback) continue;
        used += (size_t)snprintf(chosen + used, sizeof chosen - used, "%s%s=", used ? "," : "[", option->name);
        if (option->words)
            used += (size_t)snprintf(chosen + used, sizeof chosen - used, "%s", option->words[(int)value]);
        else used += (size_t)snprintf(chosen + used, sizeof chosen - used, "%.15g", value);
    }
    return format_text(out, "%s%s%s/%s/%s/%s", variant->method->name, chosen, used ? "]" : "", variant->layout->name,
                       precision_names[variant->precision], variant->place->name);
}

enum status variant_check(const struct variant *variant)
{
    enum status status = variant->place->probe();
    if (status != OK) return status;
    const struct mat_ops *mat = find_mat_ops(variant->layout, variant->place, variant->precision);
    if (!mat)
        return fail(ERROR_UNSUPPORTED, "layout %s does not exist at place %s", variant->layout->name,
                    variant->place->name);
    if (!variant->method->can_use(mat))
        return fail(ERROR_UNSUPPORTED, "method %s needs an operation that layout %s does not have at place %s",
                    variant->method->name, variant->layout->name, variant->place->name);
    return OK;
}
