#include "harness/case/choose_variant.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "harness/util/clock.h"
#include "harness/util/units.h"

/* Sweeps: with fewer, building another layout than layouts[0] takes longer than it saves (make
 * bench-auto). What layouts[0] takes itself. */
enum { LAYOUT_PAYS = 500, LAYOUT_SWEEPS = 10 };

/* Options that asked and variant have both, but for those of the methods. */
static void take_options(const struct variant *asked, struct variant *variant)
{
    for (struct option_entry entry = {0}; option_next(&entry);)
        if (!entry.method && option_applies(&entry, asked->method, asked->layout, asked->place) &&
            option_applies(&entry, variant->method, variant->layout, variant->place))
            option_set(&entry, option_get(&entry, &asked->options), &variant->options);
}

static void complete(const struct facts *facts, const struct variant *asked, struct way *way)
{
    const struct forecast *forecast = &way->forecast;
    const double sweeps = forecast->set_up + forecast->iterations * forecast->cost;
    const bool plain = asked->layout->chooses && sweeps < LAYOUT_PAYS;
    way->variant = *asked;
    way->variant.method = forecast->method;
    way->variant.layout = plain ? layouts[0] : asked->layout;
    way->variant.options = forecast->options;
    take_options(asked, &way->variant);
    way->seconds = forecast_seconds(facts, forecast) + LAYOUT_SWEEPS * facts->sweep;
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
        if (!isfinite(way.forecast.iterations)) continue;
        complete(&out->facts, asked, &way);
        MUST(reallocate(&out->way, out->count + 1, sizeof way, "forecasts"));
        out->way[out->count++] = way;
        *way.why_not = '\0';
    }
}

static int faster_first(const void *a_, const void *b_)
{
    const struct way *a = a_, *b = b_;
    return (a->seconds > b->seconds) - (a->seconds < b->seconds);
}

enum status forecasts_make(const struct problem *problem, const struct variant *asked,
                           double epsilon, const struct probing *probing, struct forecasts *out)
{
    enum status status = OK;
    const double start = clock_now();
    *out = (struct forecasts){0};
    TRY(facts_find(problem, asked->place, asked->precision, epsilon, probing, &out->facts));
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

/* Few, as they are part of the time that is to be short. */
static const struct probing probing = {.relaxed = 2, .in_place = 7, .seconds = 0.5};

static const struct way *fastest(const struct forecasts *forecasts)
{
    const struct way *way = forecasts->way;
    return forecasts->count && isfinite(way->seconds) ? way : NULL;
}

/* The next one of another method. */
static const struct way *next_to(const struct forecasts *forecasts, const struct way *best)
{
    for (const struct way *way = best; way < forecasts->way + forecasts->count; way++)
        if (way->variant.method != best->variant.method && isfinite(way->seconds)) return way;
    return NULL;
}

static enum status explain(const struct forecasts *forecasts, const struct way *best, char *note,
                           size_t size)
{
    const struct way *other = next_to(forecasts, best);
    char *name;
    MUST(variant_name(&best->variant, &name));
    int used = snprintf(note, size, "auto: %s, as %.0f iterations should take %s", name,
                        best->forecast.iterations, human_seconds(best->seconds).text);
    if (other && used > 0 && (size_t)used < size)
        snprintf(note + used, size - (size_t)used, ", and %.0f of %s %s",
                 other->forecast.iterations, other->variant.method->name,
                 human_seconds(other->seconds).text);
    free(name);
    return OK;
}

/* Of a property with a bound there is one method. */
static void choose_by_task(const struct problem *problem, struct variant *out)
{
    const enum task task = problem->steps ? TASK_STEPS : TASK_TIME;
    int k = 0;
    while (methods[k]->task != task) k++;
    out->method = methods[k];
    out->options = default_options(out->method, out->layout);
}

enum status choose_variant(const struct problem *problem, const struct variant *asked,
                           double epsilon, struct variant *out, char *note, size_t size)
{
    enum status status = OK;
    struct forecasts forecasts = {0};
    *out = *asked;
    *note = '\0';
    if (!asked->method->chooses || problem->kind == KIND_PRODUCT) return OK;
    if (problem->kind == KIND_BOUNDED) {
        choose_by_task(problem, out);
        return OK;
    }
    TRY(forecasts_make(problem, asked, epsilon, &probing, &forecasts));
    const struct way *best = fastest(&forecasts);
    if (!best)
        TRY(fail(ERROR_UNSUPPORTED, "method %s finds no method that can run here",
                 asked->method->name));
    *out = best->variant;
    TRY(explain(&forecasts, best, note, size));
out:
    forecasts_free(&forecasts);
    return status;
}
