#include "solvers/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/registry.h"

/* Where options apply */

static bool for_sweeps_on_gpu(const struct method *method, const struct layout *layout,
                              const struct place *place)
{
    (void)layout;
    return !place->on_host && method->task == TASK_SOLVE && method->measure == MEASURE_CHANGE;
}

static bool for_one_gpu(const struct method *method, const struct layout *layout,
                        const struct place *place)
{
    (void)layout;
    return place->cards == 1 && method->step;
}

static bool for_several_gpus(const struct method *method, const struct layout *layout,
                             const struct place *place)
{
    (void)method;
    (void)layout;
    return place->cards > 1;
}

/* Not where a test bounds what the next half of an iteration divides by, as in BiCGStab. */
static bool for_tested_sweeps(const struct method *method, const struct layout *layout,
                              const struct place *place)
{
    (void)layout;
    (void)place;
    return method->step && method->task == TASK_SOLVE && method->measure == MEASURE_CHANGE;
}

static bool for_temporal_blocks(const struct method *method, const struct layout *layout,
                                const struct place *place)
{
    return method->blocked && layout->blocked && place->cards == 1;
}

static bool for_searches(const struct method *method, const struct layout *layout,
                         const struct place *place)
{
    (void)layout;
    (void)place;
    return method->task == TASK_CYCLE;
}

static bool for_systems_on_host(const struct method *method, const struct layout *layout,
                                const struct place *place)
{
    (void)layout;
    return place->on_host && method->task != TASK_CYCLE && !method->idle;
}

/* Those of every solve. In a name some stand before the member's own and some behind them. */

#define FIELD(field)                                  \
    .offset = offsetof(struct solver_options, field), \
    .size = sizeof(((struct solver_options *)0)->field)

static const struct option first_options[] = {
    {.name = "vote",
     .title = "how a CUDA sweep says that it has not converged: `block`: at most one store a "
              "block; `store`: one a thread (the papers); `host`: each tested iterate is copied to "
              "the host, where one thread compares it with the one before (what SPIN 2009 improved "
              "on; with `loop=host` only)",
     .words = OPTION_WORDS("block", "store", "host"),
     .applies = for_sweeps_on_gpu,
     FIELD(vote)},
    {.name = "loop",
     .title = "who asks on CUDA whether to go on: the host, after every test (the papers); each "
              "step of a CUDA graph; or a kernel that stays for many sweeps (`resident`: jacobi, "
              "jor, power in msr and cmsr)",
     .words = OPTION_WORDS("host", "graph", "resident"),
     .applies = for_one_gpu,
     FIELD(loop)},
    {.name = "exchange",
     .title = "how several GPUs get the entries of x that they read: only those, from GPU to GPU; "
              "or all entries through the host (the papers)",
     .words = OPTION_WORDS("peer", "staged"),
     .applies = for_several_gpus,
     FIELD(exchange)},
    {.name = "check",
     .title = "iterations from test to test",
     .above = 0,
     .below = 1001,
     .fallback = 1,
     .applies = for_tested_sweeps,
     FIELD(check)},
    {0}};

static const struct option last_options[] = {
    {.name = "temporal_block",
     .old_name = "sweeps",
     .title = "sweeps in one pass over memory, with the test after the last (temporal blocking)",
     .words = OPTION_WORDS("1", "2", "3", "4"),
     .spelled = true,
     .applies = for_temporal_blocks,
     FIELD(temporal_block)},
    {.name = "on_the_fly",
     .title = "whether the graph is generated within the solve and searched while it grows (the "
              "paper). The time of a solve then is end to end: `t_total` is `solve`, without "
              "`t_generate`",
     .words = OPTION_WORDS("no", "yes"),
     .applies = for_searches,
     FIELD(on_the_fly)},
    {.name = "denormals",
     .title = "whether numbers too small to be normal (below 2.2e-308, in `f32` 1.2e-38) count as "
              "zero while a CPU solves, or are kept, as CUDA and PRISM do; `auto` keeps them in "
              "`f64` with the relative criterion",
     .words = OPTION_WORDS("auto", "flush", "keep"),
     .applies = for_systems_on_host,
     FIELD(denormals)},
    {0}};

/* Tables: the first, one a method, one a layout, the last. */

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

/* Whether the entry's owner is the first that has this table. */
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
    const struct option *option = entry->option;
    return (!entry->method || entry->method->options == method->options) &&
           (!entry->layout || entry->layout->options == layout->options) &&
           !(option->gpu_only && place->on_host) &&
           (!option->applies || option->applies(method, layout, place));
}

/* A value: an int, or a double */

static bool is_real(const struct option *option)
{
    return option->size == sizeof(double);
}

static unsigned char *block_of(const struct option_entry *entry, struct solver_options *options)
{
    return entry->method   ? options->method.bytes
           : entry->layout ? options->layout.bytes
                           : (unsigned char *)options;
}

static int spelled_number(const struct option *option, int word)
{
    return option->spelled ? atoi(option->words[word]) : word;
}

double option_get(const struct option_entry *entry, const struct solver_options *options)
{
    struct solver_options copy = *options;
    const struct option *option = entry->option;
    const unsigned char *from = block_of(entry, &copy) + option->offset;
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
    unsigned char *to = block_of(entry, options) + option->offset;
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

/* Where an option applies: the members of each axis that have such a variant */

enum axis { METHODS, LAYOUTS, PLACES, NAXES };

static int axis_count(enum axis axis)
{
    return axis == METHODS ? method_count : axis == LAYOUTS ? layout_count : place_count;
}

static bool is_for_graphs(enum axis axis, int k)
{
    return axis == METHODS ? methods[k]->task == TASK_CYCLE
                           : axis == LAYOUTS && layouts[k]->store != NULL;
}

/* Whether it applies to a variant with member `k` of the axis. */
static bool applies_to(const struct option_entry *entry, enum axis axis, int k)
{
    for (int m = 0; m < method_count; m++)
        for (int l = 0; l < layout_count; l++)
            for (int p = 0; p < place_count; p++) {
                const int member[NAXES] = {m, l, p};
                if (member[axis] == k && is_for_graphs(METHODS, m) == is_for_graphs(LAYOUTS, l) &&
                    option_applies(entry, methods[m], layouts[l], places[p]))
                    return true;
            }
    return false;
}

/* "*" where it applies to all members for systems, or for graphs, or for both. */
static size_t write_axis(const struct option_entry *entry, enum axis axis, char *text, size_t size)
{
    bool kind[2] = {false, false}, all = true;
    char names[512] = "";
    size_t used = 0;
    int count = 0;
    for (int k = 0; k < axis_count(axis); k++) {
        if (!applies_to(entry, axis, k)) continue;
        const char *name = axis == METHODS   ? methods[k]->name
                           : axis == LAYOUTS ? layouts[k]->name
                                             : places[k]->name;
        kind[is_for_graphs(axis, k)] = true;
        if (used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", count++ ? "," : "",
                                     name);
    }
    for (int k = 0; k < axis_count(axis); k++)
        all &= !kind[is_for_graphs(axis, k)] || applies_to(entry, axis, k);
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
