#include "solvers/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/registry.h"

/* Returns the conditions (enum option_need) that these members meet. */
static unsigned facts_of(const struct method *method, const struct layout *layout,
                         const struct place *place)
{
    unsigned facts = place->ranks ? ON_RANKS : place->on_host ? ON_HOST : ON_GPU;
    if (place->cards == 1) facts |= ON_ONE_GPU;
    if (place->cards > 1) facts |= ON_SEVERAL_GPUS;
    if (method->step) facts |= HAS_STEP;
    if ((method->task == TASK_SOLVE || method->task == TASK_BEST) &&
        method->measure == MEASURE_CHANGE)
        facts |= TEST_CHANGE;
    if (!method->engine) facts |= IN_PROCESS;
    if (method->blocked & layout->blocked & facts) facts |= CAN_BLOCK;
    if (layout->by_level) facts |= BY_LEVEL;
    if (method->task == TASK_CYCLE) facts |= SEARCHES;
    else if (!method->idle) facts |= SOLVES;
    return facts;
}

/* The options of every solve. In a name, some stand before the member's own options and some after
 * them. */

#define FIELD(field) OPTION_FIELD(struct solver_options, field)

static const struct option first_options[] = {
    {FIELD(vote),
     .title =
         "how a CUDA sweep says that it has not converged. block: at most one store for each "
         "block; store: one for each thread (the papers); host: one thread of the host compares "
         "each tested iterate with the one before (what SPIN 2009 improved on; needs loop=host)",
     OPTION_WORDS("block", "store", "host"), .needs = ON_GPU | TEST_CHANGE},
    {FIELD(loop),
     .title = "who decides on CUDA whether to go on. host: the host, after every test (the "
              "papers); graph: each step of a CUDA graph; resident: one kernel for many sweeps",
     OPTION_WORDS("host", "graph", "resident"), .needs = ON_GPU | HAS_STEP,
     .or_needs = ON_RANKS | HAS_STEP},
    {FIELD(exchange),
     .title = "how several GPUs get entries of x. peer: those that they read, from GPU to GPU; "
              "staged: all, through the host (the papers)",
     OPTION_WORDS("peer", "staged"), .needs = ON_SEVERAL_GPUS},
    {FIELD(check), .title = "iterations from test to test", .above = 0, .below = 1001,
     .fallback = 1, .needs = HAS_STEP | TEST_CHANGE},
    {FIELD(epsilon), .title = "the variant's own bound of the convergence test. 0: that of solve",
     .above = 0, .below = 1, .needs = SOLVES},
    {0}};

static const struct option last_options[] = {
    {FIELD(temporal_block), .old_name = "sweeps",
     .title = "sweeps in one pass over memory, with the test after the last (temporal blocking)",
     OPTION_NUMBERS("1", "2", "3", "4"), .needs = ON_ONE_GPU | CAN_BLOCK},
    {FIELD(temporal_block),
     .title = "the same on the CPU, where entries are near enough to the diagonal for the caches",
     OPTION_NUMBERS("1", "2", "3", "4", "6", "8", "12", "16"), .needs = ON_HOST | CAN_BLOCK},
    {FIELD(on_the_fly),
     .title = "whether the solve generates the product and searches it while it grows (the paper). "
              "Its time is then end to end: t_total is solve, without t_generate",
     OPTION_WORDS("no", "yes"), .needs = SEARCHES},
    {FIELD(denormals),
     .title = "numbers too small to be normal (below 2.2e-308, in f32 1.2e-38) in CPU solves. "
              "keep: kept, as CUDA and PRISM do; flush: taken for zero; auto: kept in f64 with the "
              "relative criterion",
     OPTION_WORDS("auto", "flush", "keep"), .needs = ON_HOST | SOLVES | IN_PROCESS},
    {0}};

/* The tables are: the first, one for each method, one for each layout, the last. */

static const struct option *table_of(struct option_entry *entry)
{
    int layout = entry->table - 1 - method_count;
    entry->method = layout < 0 && entry->table > 0 ? methods[entry->table - 1] : NULL;
    entry->layout = layout >= 0 && layout < layout_count ? layouts[layout] : NULL;
    return entry->method            ? entry->method->options
           : entry->layout          ? entry->layout->options
           : layout == layout_count ? last_options
           : layout < 0             ? first_options
                                    : NULL;
}

/* Returns whether the entry's owner is the first one with this table. */
static bool is_first(const struct option_entry *entry, const struct option *table)
{
    bool found = false;
    for (int m = 0; entry->method && methods[m] != entry->method; m++)
        found |= methods[m]->options == table;
    for (int l = 0; entry->layout && layouts[l] != entry->layout; l++)
        found |= layouts[l]->options == table;
    return !found;
}

bool option_next(struct option_entry *entry)
{
    for (; entry->table < method_count + layout_count + 2; entry->table++, entry->next = 0) {
        const struct option *table = table_of(entry);
        if (!table || !table[entry->next].name || !is_first(entry, table)) continue;
        entry->option = &table[entry->next++];
        return true;
    }
    return false;
}

bool option_applies(const struct option_entry *entry, const struct method *method,
                    const struct layout *layout, const struct place *place)
{
    const unsigned facts = facts_of(method, layout, place), other = entry->option->or_needs;
    const char *only = entry->option->only;
    return (!entry->method || entry->method->options == method->options) &&
           (!only || !strcmp(only, method->name)) &&
           (!entry->layout || entry->layout->options == layout->options) &&
           (!(entry->option->needs & ~facts) || (other && !(other & ~facts)));
}

/* A value: an int, or a double */

static bool is_real(const struct option *option)
{
    return option->size == sizeof(double);
}

/* Returns the offset of an option in struct solver_options. */
static size_t position(const struct option_entry *entry)
{
    return entry->option->offset + (entry->method   ? offsetof(struct solver_options, method)
                                    : entry->layout ? offsetof(struct solver_options, layout)
                                                    : 0);
}

static int spelled_number(const struct option *option, int word)
{
    return option->spelled ? atoi(option->words[word]) : word;
}

double option_get(const struct option_entry *entry, const struct solver_options *options)
{
    const struct option *option = entry->option;
    const unsigned char *from = (const unsigned char *)options + position(entry);
    double real;
    int whole, word = 0;
    if (is_real(option)) {
        memcpy(&real, from, sizeof real);
        return real;
    }
    memcpy(&whole, from, sizeof whole);
    while (option->words && spelled_number(option, word) != whole) word++;
    return option->words ? word : whole;
}

void option_set(const struct option_entry *entry, double value, struct solver_options *options)
{
    const struct option *option = entry->option;
    unsigned char *to = (unsigned char *)options + position(entry);
    int whole = option->words ? spelled_number(option, (int)value) : (int)value;
    if (is_real(option)) memcpy(to, &value, sizeof value);
    else memcpy(to, &whole, sizeof whole);
}

struct solver_options default_options(const struct method *method, const struct layout *layout)
{
    struct solver_options options = {0};
    for (struct option_entry entry = {0}; option_next(&entry);)
        if ((!entry.method || (method && entry.method->options == method->options)) &&
            (!entry.layout || (layout && entry.layout->options == layout->options)))
            option_set(&entry, entry.option->fallback, &options);
    return options;
}

void option_values(const struct option *option, char *text, size_t size)
{
    size_t used = 0;
    if (!option->words)
        snprintf(text, size, "%g, %sabove %g, below %g", option->fallback,
                 is_real(option) ? "" : "whole, ", option->above, option->below);
    for (int k = 0; option->words && option->words[k] && used < size; k++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", k ? "|" : "", option->words[k]);
}

/* Pattern of the variants to which an option applies */

enum axis { METHODS, LAYOUTS, PLACES, NAXES };

static int axis_count(enum axis axis)
{
    return axis == METHODS ? method_count : axis == LAYOUTS ? layout_count : place_count;
}

static enum member_kind kind_of(enum axis axis, int k)
{
    return axis == METHODS   ? kind_of_method(methods[k])
           : axis == LAYOUTS ? kind_of_layout(layouts[k])
                             : OF_SYSTEMS;
}

/* Returns whether the option applies to a variant with member `k` of the axis. */
static bool applies_to(const struct option_entry *entry, enum axis axis, int k)
{
    for (int m = 0; m < method_count; m++)
        for (int l = 0; l < layout_count; l++)
            for (int p = 0; p < place_count; p++) {
                const int member[NAXES] = {m, l, p};
                if (member[axis] == k && kind_of(METHODS, m) == kind_of(LAYOUTS, l) &&
                    option_applies(entry, methods[m], layouts[l], places[p]))
                    return true;
            }
    return false;
}

/* Writes the members of an axis to which the option applies; "*" if these are all members, or all
 * that go with the owner's layout. */
static size_t write_axis(const struct option_entry *entry, enum axis axis, char *text, size_t size)
{
    bool kind[NMEMBER_KINDS] = {false}, all = true;
    char names[512] = "";
    size_t used = 0;
    int count = 0;
    for (int k = 0; k < axis_count(axis); k++) {
        if (!applies_to(entry, axis, k)) continue;
        const char *name = axis == METHODS   ? methods[k]->name
                           : axis == LAYOUTS ? layouts[k]->name
                                             : places[k]->name;
        kind[kind_of(axis, k)] = true;
        if (used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", count++ ? "," : "",
                                     name);
    }
    for (int k = 0; k < axis_count(axis); k++)
        all &= !kind[kind_of(axis, k)] || applies_to(entry, axis, k);
    if (axis == METHODS && !entry->layout) all &= kind[OF_SYSTEMS] && kind[OF_GRAPHS];
    return (size_t)snprintf(text, size, all ? "*" : count == 1 ? "%s" : "{%s}", names);
}

void option_where(const struct option_entry *entry, char *text, size_t size)
{
    size_t used = 0;
    for (enum axis axis = METHODS; axis < NAXES && used < size; axis++) {
        const char *before = axis == METHODS ? "" : axis == LAYOUTS ? "/" : "/*/";
        used += (size_t)snprintf(text + used, size - used, "%s", before);
        if (used < size) used += write_axis(entry, axis, text + used, size - used);
    }
}

/* Returns the position of `name`=`word` among the options of a variant; NULL: it is not there. */
static const char *find_choice(const char *variant, const char *name, const char *word)
{
    char choice[64];
    int length = snprintf(choice, sizeof choice, "%s=%s", name, word);
    const char *at = strstr(variant, choice);
    return at && at > variant && strchr("[,", at[-1]) && strchr("],", at[length]) ? at : NULL;
}

enum status option_rename(char **variant)
{
    for (struct option_entry entry = {0}; option_next(&entry);)
        for (int k = 0; entry.option->old_name && entry.option->words[k]; k++) {
            const char *old = entry.option->old_name,
                       *at = find_choice(*variant, old, entry.option->words[k]);
            char *renamed;
            if (!at) continue;
            MUST(format_text(&renamed, "%.*s%s%s", (int)(at - *variant), *variant,
                             entry.option->name, at + strlen(old)));
            free(*variant);
            *variant = renamed;
        }
    return OK;
}
