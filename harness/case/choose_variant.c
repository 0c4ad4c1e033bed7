#include "harness/case/choose_variant.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/output/units.h"
#include "base/process/clock.h"
#include "harness/forecast/structure.h"

/* Limits from make bench-auto, in sweeps. With fewer than LAYOUT_PAYS, building another layout than
 * layouts[0] takes longer than it saves. PATTERN_PAYS is the limit for matrices with many equal
 * rows, since layout `pattern` saves more than others. LAYOUT_SWEEPS is the time to build
 * layouts[0]. */
enum { LAYOUT_PAYS = 500, PATTERN_PAYS = 60, PATTERN_ROWS = 1 << 16, LAYOUT_SWEEPS = 10 };

static const double alike = 0.9; /* share of the rows */

/* Copies the options that asked and variant both have, except those of the methods. */
static void take_options(const struct variant *asked, struct variant *variant)
{
    for (struct option_entry entry = {0}; option_next(&entry);)
        if (!entry.method && option_applies(&entry, asked->method, asked->layout, asked->place) &&
            option_applies(&entry, variant->method, variant->layout, variant->place))
            option_set(&entry, option_get(&entry, &asked->options), &variant->options);
}

/* Chooses the layout of a way: layouts[0] if there are too few sweeps to pay for another one. */
static const struct layout *layout_of(const struct facts *facts, const struct variant *asked,
                                      const struct forecast *forecast)
{
    const double sweeps = forecast->set_up + forecast->iterations * forecast->cost;
    const bool pattern = facts->alike >= alike && facts->n >= PATTERN_ROWS,
               plain = asked->layout->chooses && facts->place->on_host &&
                       sweeps < (pattern ? PATTERN_PAYS : LAYOUT_PAYS);
    return plain ? layouts[0] : asked->layout;
}

static void way_complete(const struct facts *facts, const struct variant *asked, struct way *way)
{
    const struct forecast *forecast = &way->forecast;
    way->variant = *asked;
    way->variant.method = forecast->method;
    way->variant.layout = layout_of(facts, asked, forecast);
    way->variant.options = forecast->options;
    take_options(asked, &way->variant);
    way->seconds = forecast_seconds(facts, forecast) + LAYOUT_SWEEPS * facts->sweep;
    if (isnan(way->seconds)) way->seconds = INFINITY;
    while (variant_check(&way->variant) != OK && way->variant.options.loop > LOOP_HOST)
        way->variant.options.loop--; /* some layouts lack this kind of loop */
    if (variant_check(&way->variant) == OK) return;
    snprintf(way->why_not, sizeof way->why_not, "%s", fail_message());
    way->seconds = INFINITY;
}

static enum status add_ways(const struct method *method, const struct variant *asked,
                            struct forecasts *out)
{
    struct way way = {.seconds = 0};
    for (int k = 0;; k++) {
        way.forecast =
            (struct forecast){.method = method, .options = default_options(method, asked->layout)};
        if (!method->foresee(&out->facts, k, &way.forecast)) return OK;
        if (way.forecast.iterations < 1) way.forecast.iterations = 1;
        if (isinf(way.forecast.iterations)) continue;
        way_complete(&out->facts, asked, &way);
        MUST(reallocate(&out->way, out->count + 1, sizeof way, "forecasts"));
        out->way[out->count++] = way;
        *way.why_not = '\0';
    }
}

static int faster_first(const void *a_, const void *b_)
{
    const struct way *a = a_, *b = b_;
    if (a->seconds != b->seconds) return a->seconds > b->seconds ? 1 : -1;
    return !!*a->why_not - !!*b->why_not;
}

/* Finds the facts, in the layout that was built, if there is one. */
static enum status find_facts(const struct problem *problem, const struct variant *asked,
                              double epsilon, const struct probing *probing,
                              const struct built_layout *built, struct facts *out)
{
    const struct placed placed = {
        .stored = &built->stored, .b = built->b, .x0 = built->x0, .matrix = built->matrix};
    return facts_find(problem, built->stored.layout ? &placed : NULL, asked->place,
                      asked->precision, epsilon, probing, out);
}

enum status forecasts_make(const struct problem *problem, const struct variant *asked,
                           double epsilon, const struct probing *probing,
                           const struct built_layout *built, struct forecasts *out)
{
    enum status status = OK;
    const double start = clock_now();
    *out = (struct forecasts){0};
    TRY(find_facts(problem, asked, epsilon, probing, built, &out->facts));
    for (int k = 0; k < method_count; k++)
        if (methods[k]->foresee) TRY(add_ways(methods[k], asked, out));
    qsort(out->way, out->count, sizeof *out->way, faster_first);
    out->seconds = clock_now() - start;
out:
    if (status != OK) forecasts_free(out);
    return status;
}

void forecasts_free(struct forecasts *forecasts)
{
    free(forecasts->way);
    *forecasts = (struct forecasts){0};
}

/* Method auto */

/* Few sweeps, because their time is part of the solve's. */
static const struct probing probing = {
    .relaxed = 2, .in_place = 7, .placed = 120, .seconds = 0.5, .brief = true};

static const struct way *fastest(const struct forecasts *forecasts)
{
    const struct way *way = forecasts->way;
    return forecasts->count && !*way->why_not ? way : NULL;
}

/* Returns the next way with another method; NULL: there is none. */
static const struct way *next_to(const struct forecasts *forecasts, const struct way *best)
{
    for (const struct way *way = best; way < forecasts->way + forecasts->count; way++)
        if (way->variant.method != best->variant.method && isfinite(way->seconds)) return way;
    return NULL;
}

static enum status explain_choice(const struct forecasts *forecasts, const struct way *best,
                                  char *note, size_t size)
{
    const struct way *other = next_to(forecasts, best);
    char *name;
    int used;
    MUST(variant_name(&best->variant, &name));
    if (isfinite(best->seconds))
        used = snprintf(note, size, "auto: %s, as %.0f iterations should take %s", name,
                        best->forecast.iterations, human_seconds(best->seconds).text);
    else used = snprintf(note, size, "auto: %s, as no sweeps that were tried tell more", name);
    if (other && used > 0 && (size_t)used < size)
        snprintf(note + used, size - (size_t)used, ", and %.0f of %s %s",
                 other->forecast.iterations, other->variant.method->name,
                 human_seconds(other->seconds).text);
    free(name);
    return OK;
}

/* Chooses the method for a property with a bound; there is only one. */
static void choose_by_task(const struct problem *problem, struct variant *out)
{
    const enum task task = problem->steps ? TASK_STEPS : TASK_TIME;
    int k = 0;
    while (methods[k]->task != task) k++;
    out->method = methods[k];
    out->options = default_options(out->method, out->layout);
}

/* Chooses one layout for all ways on a device. Building a better layout than layouts[0] takes the
 * host as long as thousands of sweeps. But if a few rows are very long, layouts[0] is slower still,
 * because one thread works on a whole row. */
static const struct layout *layout_on_device(const struct problem *problem,
                                             const struct variant *asked)
{
    enum { LONG = 64, UNEVEN = 16 };
    struct facts facts = {.n = 0};
    structure_find(&problem->system.a, &facts);
    const bool uneven = facts.longest >= LONG && facts.longest >= UNEVEN * facts.length;
    return asked->layout->chooses && !uneven ? layouts[0] : asked->layout;
}

/* Builds the layout on the device as bicgstab needs it: it keeps the matrix, and takes rows in
 * their own order. */
static enum status build_on_device(const struct problem *problem, const struct variant *asked,
                                   struct built_layout *built, struct choice *out)
{
    struct variant first = *asked;
    first.layout = layout_on_device(problem, asked);
    first.method = find_method("bicgstab");
    first.options = default_options(first.method, first.layout);
    take_options(asked, &first);
    MUST(build_layout(problem, &first, built));
    const double start = clock_now();
    MUST(stored_upload(asked->place, &built->stored));
    out->upload = clock_now() - start;
    out->uploaded = true;
    out->variant.layout = first.layout;
    return OK;
}

static enum status choose_fastest(const struct problem *problem, const struct variant *asked,
                                  double epsilon, struct built_layout *built, struct choice *out)
{
    enum status status = OK;
    struct forecasts forecasts = {0};
    TRY(forecasts_make(problem, asked, epsilon, &probing, built, &forecasts));
    const struct way *best = fastest(&forecasts);
    if (!best)
        TRY(fail(ERROR_UNSUPPORTED, "method %s finds no method that can run here",
                 asked->method->name));
    out->variant = best->variant;
    TRY(explain_choice(&forecasts, best, out->note, sizeof out->note));
out:
    forecasts_free(&forecasts);
    return status;
}

enum status choose_variant(const struct problem *problem, const struct variant *asked,
                           double epsilon, struct built_layout *built, struct choice *out)
{
    *out = (struct choice){.variant = *asked};
    if (!asked->method->chooses || problem->kind == KIND_PRODUCT) return OK;
    if (problem->kind == KIND_BOUNDED) {
        choose_by_task(problem, &out->variant);
        return OK;
    }
    if (!asked->place->on_host) MUST(build_on_device(problem, asked, built, out));
    const struct variant there = out->variant;
    return choose_fastest(problem, &there, epsilon, built, out);
}
