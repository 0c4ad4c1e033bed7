#include "harness/case/variant.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/glob.h"
#include "base/text.h"
#include "harness/case/meant_variant.h"
#include "harness/engines/engines.h"
#include "solvers/loop.h"
#include "solvers/part_counts.h"

enum {
    METHOD_PART,
    LAYOUT_PART,
    PRECISION_PART,
    PLACE_PART,
    ORDER_PART,
    NPARTS,
    NSLASHED = ORDER_PART
};

static const char *const part_names[NPARTS] = {"method", "layout", "precision", "place", "order"};

static int member_count(int part)
{
    const int counts[NPARTS] = {method_count, layout_count, NPRECISIONS, places_known, NORDERS};
    return counts[part];
}

static const char *member_name(int part, int k)
{
    switch (part) {
    case METHOD_PART: return methods[k]->name;
    case LAYOUT_PART: return layouts[k]->name;
    case PRECISION_PART: return precision_names[k];
    case PLACE_PART: return places[k]->name;
    default: return row_order_names[k];
    }
}

static enum status unknown_member(const char *variant, int part, const char *name)
{
    const char *known[64] = {0};
    char hint[256];
    for (int k = 0; k < member_count(part) && k < 63; k++) known[k] = member_name(part, k);
    suggest_name(name, known, hint, sizeof hint);
    if (part == METHOD_PART && !strncmp(hint, " (", 2))
        snprintf(hint, sizeof hint, " (known: `warpmark list methods`, `warpmark list engines`)");
    if (part == PLACE_PART && !strncmp(hint, " (", 2))
        snprintf(hint, sizeof hint,
                 " (known: `warpmark list places`, and cuda2 to cuda%d, ranks2 to ranks%d)",
                 MOST_PARTS, MOST_PARTS);
    return fail(ERROR_INPUT, "variant '%s': unknown %s '%s'%s", variant, part_names[part], name,
                hint);
}

/* A parsed pattern: four parts, the order behind the layout, and the options between the brackets
 * of the method, all pointing into text. */
struct pattern {
    const char *whole;
    const char *part[NPARTS];
    char *options; /* NULL if there are no brackets */
};

static enum status cut_pattern(const char *whole, char *text, struct pattern *out)
{
    *out = (struct pattern){.whole = whole,
                            .part = {text, [ORDER_PART] = row_order_names[ORDER_NATIVE]}};
    int parts = 1;
    char *bracket = strchr(text, '['), *end = bracket ? strchr(bracket, ']') : NULL;
    if (bracket && (!end || end[1] != '/'))
        return fail(ERROR_INPUT, "variant '%s': the options' '[' has no ']' before the '/'", whole);
    for (char *slash = strchr(end ? end : text, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (parts == NSLASHED) parts++;
        if (parts < NSLASHED) out->part[parts++] = slash + 1;
    }
    if (parts != NSLASHED)
        return fail(ERROR_INPUT,
                    "variant '%s': needs four parts, method/layout/precision/place, such as "
                    "jacobi/msr/f64/seq",
                    whole);
    char *plus = strchr(out->part[LAYOUT_PART], '+');
    if (plus) {
        *plus = '\0';
        out->part[ORDER_PART] = plus + 1;
    }
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
    if (part == PLACE_PART && k >= place_count) return false;
    if (part == LAYOUT_PART && layouts[k]->makes_rows) return false;
    return glob_match(text, member_name(part, k));
}

/* Looks for an engine if no method has the name; the engine is started to describe itself. */
static enum status look_for_engine(const struct pattern *pattern)
{
    const struct engine *engine;
    const char *name = pattern->part[METHOD_PART];
    return is_glob(name) || find_method(name) ? OK : engines_find(name, &engine);
}

static enum status check_parts(const struct pattern *pattern)
{
    MUST(look_for_engine(pattern));
    find_place(pattern->part[PLACE_PART]); /* adds a place that is not listed */
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
    const char *known[64] = {0};
    char hint[256];
    struct option_entry entry = {0};
    for (int k = 0; k < 63 && option_next(&entry); k++) known[k] = entry.option->name;
    return fail(ERROR_INPUT, "variant '%s': unknown option '%s'%s", whole, name,
                suggest_name(name, known, hint, sizeof hint));
}

static bool is_named(const struct option *option, const char *name)
{
    return !strcmp(option->name, name) || (option->old_name && !strcmp(option->old_name, name));
}

/* Error text for an option that does not apply: says which variants have options of this name. */
static enum status means_nothing(const char *whole, const char *name, const struct variant *variant)
{
    char where[800] = "";
    size_t used = 0;
    for (struct option_entry entry = {0}; used < sizeof where && option_next(&entry);) {
        const struct option *option = entry.option;
        char values[128], one[256];
        if (!is_named(option, name)) continue;
        option_values(option, values, sizeof values);
        option_where(&entry, one, sizeof one);
        used += (size_t)snprintf(where + used, sizeof where - used, "%s%s%s%s is for %s",
                                 used ? "; " : "", option->name, option->words ? "=" : "",
                                 option->words ? values : "", one);
    }
    if (!used) return unknown_option(whole, name);
    return fail(
        ERROR_INPUT,
        "variant '%s': option '%s' does not apply to method %s in layout %s at place %s: %s", whole,
        name, variant->method->name, variant->layout->name, variant->place->name, where);
}

static enum status set_number(const char *whole, const struct option_entry *entry,
                              const char *value, struct variant *variant)
{
    const struct option *option = entry->option;
    const bool whole_only = option->size == sizeof(int);
    double number;
    if (!parse_double(value, &number) || number <= option->above || number >= option->below ||
        (whole_only && number != floor(number)))
        return fail(ERROR_INPUT, "variant '%s': %s=%s: needs a %snumber above %g and below %g",
                    whole, option->name, value, whole_only ? "whole " : "", option->above,
                    option->below);
    option_set(entry, number, &variant->options);
    return OK;
}

static enum status set_word(const char *whole, const struct option_entry *entry, const char *value,
                            struct variant *variant)
{
    char hint[256];
    const char *const *words = entry->option->words;
    for (int v = 0; words[v]; v++) {
        if (strcmp(words[v], value)) continue;
        option_set(entry, v, &variant->options);
        return OK;
    }
    return fail(ERROR_INPUT, "variant '%s': %s=%s: unknown value%s", whole, entry->option->name,
                value, suggest_name(value, words, hint, sizeof hint));
}

/* Sets an option. given: a bit for each option that was set before. */
static enum status set_option(const char *whole, const char *name, const char *value,
                              uint64_t *given, struct variant *variant)
{
    struct option_entry entry = {0};
    for (uint64_t bit = 1; option_next(&entry);) {
        if (!option_applies(&entry, variant->method, variant->layout, variant->place)) continue;
        bit <<= 1;
        if (!is_named(entry.option, name)) continue;
        if (*given & bit)
            return fail(ERROR_INPUT, "variant '%s': option '%s' is given twice", whole, name);
        *given |= bit;
        return entry.option->words ? set_word(whole, &entry, value, variant)
                                   : set_number(whole, &entry, value, variant);
    }
    if (variant->method->engine && variant->method->engine->silent) return OK;
    return means_nothing(whole, name, variant);
}

static enum status set_pattern_options(const struct pattern *pattern, struct variant *variant)
{
    enum status status = OK;
    char *text = NULL, *rest = NULL;
    uint64_t given = 0;
    if (!pattern->options) return OK;
    TRY(copy_text(pattern->options, &text));
    for (char *item = strtok_r(text, ",", &rest); item; item = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(item, '=');
        if (equals) *equals = '\0';
        TRY(set_option(pattern->whole, item, equals ? equals + 1 : "", &given, variant));
    }
    if (variant->options.temporal_block > 1 &&
        test_interval(&variant->options) % (unsigned)variant->options.temporal_block)
        status = fail(ERROR_INPUT,
                      "variant '%s': check=%u: with temporal_block=%d it must be a multiple of %d",
                      pattern->whole, variant->options.check, variant->options.temporal_block,
                      variant->options.temporal_block);
out:
    free(text);
    return status;
}

/* A growing list without duplicates */

struct list {
    struct variant *variant;
    size_t count;
};

bool variant_same(const struct variant *a, const struct variant *b)
{
    if (a->method != b->method || a->layout != b->layout || a->order != b->order ||
        a->precision != b->precision || a->place != b->place)
        return false;
    for (struct option_entry entry = {0}; option_next(&entry);)
        if (option_applies(&entry, a->method, a->layout, a->place) &&
            option_get(&entry, &a->options) != option_get(&entry, &b->options))
            return false;
    return true;
}

static enum status append_variant(struct list *list, const struct variant *variant)
{
    for (size_t k = 0; k < list->count; k++)
        if (variant_same(&list->variant[k], variant)) return OK;
    enum status status = reallocate(&list->variant, list->count + 1, sizeof *variant, "variants");
    if (status == OK) list->variant[list->count++] = *variant;
    return status;
}

/* Returns the first member from k on that the pattern names in this part; the number of members if
 * there is none. */
static int next_match(const struct pattern *pattern, int part, int k)
{
    while (k < member_count(part) && !part_matches(pattern, part, k)) k++;
    return k;
}

/* Steps to the next combination of members that the pattern names, places varying fastest and
 * methods slowest. Returns false after the last one. */
static bool next_members(const struct pattern *pattern, int k[NPARTS])
{
    static const int fastest_first[NPARTS] = {PLACE_PART, PRECISION_PART, ORDER_PART, LAYOUT_PART,
                                              METHOD_PART};
    for (int p = 0; p < NPARTS; p++) {
        const int part = fastest_first[p];
        k[part] = next_match(pattern, part, k[part] + 1);
        if (k[part] < member_count(part)) return true;
        k[part] = next_match(pattern, part, 0);
    }
    return false;
}

/* Returns whether a combination is a variant. A graph has only one order, because the numbers of
 * its vertices mean something to the methods. */
static bool is_variant(const int k[NPARTS])
{
    const struct layout *layout = layouts[k[LAYOUT_PART]];
    if (layout->store && k[ORDER_PART] != ORDER_NATIVE) return false;
    return variant_is_valid(methods[k[METHOD_PART]], layout, (enum precision)k[PRECISION_PART]);
}

static bool is_about_engines(const struct pattern *pattern)
{
    const struct method *method = find_method(pattern->part[METHOD_PART]);
    const struct layout *layout = find_layout(pattern->part[LAYOUT_PART]);
    return (method && method->engine) || (layout && layout->of_engines);
}

static enum status match_pattern(const struct pattern *pattern, struct list *list)
{
    int k[NPARTS];
    bool found = false;
    MUST(check_parts(pattern));
    for (int part = 0; part < NPARTS; part++) k[part] = next_match(pattern, part, 0);
    do {
        if (!is_variant(k)) continue;
        found = true;
        struct variant variant = {
            .method = methods[k[METHOD_PART]],
            .layout = layouts[k[LAYOUT_PART]],
            .order = (enum row_order)k[ORDER_PART],
            .precision = (enum precision)k[PRECISION_PART],
            .place = places[k[PLACE_PART]],
            .options = default_options(methods[k[METHOD_PART]], layouts[k[LAYOUT_PART]])};
        MUST(set_pattern_options(pattern, &variant));
        MUST(append_variant(list, &variant));
    } while (next_members(pattern, k));
    if (!found && is_about_engines(pattern))
        return fail(ERROR_INPUT,
                    "variant '%s': engines go with layout sparse and a precision of numbers, and "
                    "no other method does",
                    pattern->whole);
    if (!found)
        return fail(ERROR_INPUT,
                    "variant '%s': these parts do not go together: searches need layout csr, "
                    "precision u32 and the native row order; other methods take neither csr nor "
                    "u32",
                    pattern->whole);
    return OK;
}

static enum status match_exactly(const char *text, struct list *list)
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

static bool is_right(const char *text)
{
    struct list list = {0};
    const bool right = match_exactly(text, &list) == OK;
    free(list.variant);
    return right;
}

static enum status match_text(const char *text, void *list)
{
    enum status status = match_exactly(text, list);
    return status == ERROR_INPUT ? suggest_variant(text, is_right) : status;
}

enum status variants_expand(size_t count, char *const *patterns, struct variant **out, size_t *nout)
{
    struct list list = {0};
    enum status status = OK;
    for (size_t k = 0; k < count && status == OK; k++)
        status = expand_braces(patterns[k], match_text, &list);
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
    if (strpbrk(text, "*?{}"))
        return fail(ERROR_INPUT,
                    "variant '%s': needs one variant, not a name pattern: see `warpmark list "
                    "variants '%s'`",
                    text, text);
    enum status status = match_text(text, &list);
    if (status == OK) *out = list.variant[0];
    free(list.variant);
    return status;
}

enum status variant_name(const struct variant *variant, char **out)
{
    char chosen[256] = "";
    size_t used = 0;
    for (struct option_entry entry = {0}; option_next(&entry);) {
        const struct option *option = entry.option;
        if (!option_applies(&entry, variant->method, variant->layout, variant->place)) continue;
        double value = option_get(&entry, &variant->options);
        if (value == option->fallback) continue;
        used += (size_t)snprintf(chosen + used, sizeof chosen - used, "%s%s=", used ? "," : "[",
                                 option->name);
        if (option->words)
            used += (size_t)snprintf(chosen + used, sizeof chosen - used, "%s",
                                     option->words[(int)value]);
        else used += (size_t)snprintf(chosen + used, sizeof chosen - used, "%.15g", value);
    }
    bool native = variant->order == ORDER_NATIVE;
    return format_text(out, "%s%s%s/%s%s%s/%s/%s", variant->method->name, chosen, used ? "]" : "",
                       variant->layout->name, native ? "" : "+",
                       native ? "" : row_order_names[variant->order],
                       precision_names[variant->precision], variant->place->name);
}

/* Checks that vote=host fits the variant; every solve has this option. */
static enum status check_vote(const struct variant *v)
{
    if (v->options.vote != VOTE_HOST) return OK;
    if (v->options.loop != LOOP_HOST)
        return fail(ERROR_UNSUPPORTED,
                    "vote=host needs loop=host, because the host compares after each sweep");
    if (v->method->proves)
        return fail(ERROR_UNSUPPORTED,
                    "vote=host compares two iterates, and method %s compares two bounds",
                    v->method->name);
    if (v->options.temporal_block > 1)
        return fail(ERROR_UNSUPPORTED,
                    "vote=host needs the iterate before, which temporal_block=%d does not keep",
                    v->options.temporal_block);
    if (v->method->sweep != SWEEP_AT_ONCE)
        return fail(ERROR_UNSUPPORTED,
                    "vote=host needs a method that keeps the iterate before, and %s does not",
                    v->method->name);
    return OK;
}

/* Checks that the layout exists at the place. Its `absence` explains why it is missing from all
 * places on the host; or, if the host has it, from all other places. */
static enum status check_layout(const struct variant *v, const struct mat_ops *mat)
{
    if (mat) return mat->upkeep.available ? mat->upkeep.available() : OK;
    bool says_why = v->layout->absence &&
                    (v->place->on_host || find_mat_ops(v->layout, places[0], v->precision));
    return fail(ERROR_UNSUPPORTED, "layout %s does not exist at place %s%s%s", v->layout->name,
                v->place->name, says_why ? ": " : "", says_why ? v->layout->absence : "");
}

static enum status check_method(const struct variant *v, const struct mat_ops *mat)
{
    const char *method = v->method->name, *layout = v->layout->name, *place = v->place->name;
    if (v->method->can_use(mat)) return OK;
    if (v->method->sweep != SWEEP_AT_ONCE && (v->place->cards > 1 || v->place->ranks))
        return fail(ERROR_UNSUPPORTED,
                    "method %s cannot run at place %s: the rows of one %s would wait for those "
                    "of another",
                    method, place, v->place->ranks ? "rank" : "card");
    if (v->method->sweep != SWEEP_AT_ONCE && !v->place->on_host)
        return fail(ERROR_UNSUPPORTED,
                    "method %s needs single rows, which layout %s does not give at place %s",
                    method, layout, place);
    if (v->method->absence)
        return fail(ERROR_UNSUPPORTED, "method %s cannot run at place %s: %s", method, place,
                    v->method->absence);
    return fail(ERROR_UNSUPPORTED,
                "method %s needs an operation that layout %s does not have at place %s", method,
                layout, place);
}

static enum status check_graph(const struct variant *v)
{
    if (v->options.loop != LOOP_GRAPH || !v->method->host_steps) return OK;
    return fail(ERROR_UNSUPPORTED,
                "loop=graph repeats steps without the host, which method %s needs after each: use "
                "loop=host",
                v->method->name);
}

static bool is_resident(const struct method *method, const struct mat_ops *mat)
{
    return (method->bursts && mat->bursts) || (method->recurs && mat->recurrence);
}

static enum status check_resident(const struct variant *v, const struct mat_ops *mat)
{
    char names[256] = "";
    size_t used = 0;
    if (v->options.loop != LOOP_RESIDENT || is_resident(v->method, mat)) return OK;
    if (!v->method->bursts && !v->method->recurs) {
        for (int m = 0; m < method_count && used < sizeof names; m++)
            if (methods[m]->bursts || methods[m]->recurs)
                used +=
                    (size_t)snprintf(names + used, sizeof names - used, " %s", methods[m]->name);
        return fail(ERROR_UNSUPPORTED, "loop=resident: method %s does not have it; use one of:%s",
                    v->method->name, names);
    }
    for (int l = 0; l < layout_count && used < sizeof names; l++) {
        const struct mat_ops *other = find_mat_ops(layouts[l], v->place, v->precision);
        if (other && is_resident(v->method, other) && !layouts[l]->chooses)
            used += (size_t)snprintf(names + used, sizeof names - used, " %s", layouts[l]->name);
    }
    return fail(ERROR_UNSUPPORTED, "loop=resident: layout %s does not have it; use one of:%s",
                v->layout->name, names);
}

static enum status check_choice(const struct variant *v)
{
    if (!v->method->chooses || !v->place->ranks) return OK;
    return fail(ERROR_UNSUPPORTED, "method %s cannot choose at place %s: name a method, such as %s",
                v->method->name, v->place->name, methods[0]->name);
}

enum status variant_check(const struct variant *v)
{
    const struct mat_ops *mat = find_mat_ops(v->layout, v->place, v->precision);
    MUST(check_vote(v));
    MUST(check_choice(v));
    MUST(v->place->probe());
    MUST(row_order_probe(v->order));
    if (v->place->permits) MUST(v->place->permits(&v->options));
    if (v->method->engine)
        return engine_can_run(v->method->engine, v->place, v->precision, v->order == ORDER_NATIVE);
    MUST(check_layout(v, mat));
    MUST(check_method(v, mat));
    if (v->method->why_not) MUST(v->method->why_not(v->place, v->precision, &v->options));
    if (v->layout->why_not) MUST(v->layout->why_not(v->method, v->place));
    MUST(check_graph(v));
    return check_resident(v, mat);
}
