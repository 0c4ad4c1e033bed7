#include "harness/case/race.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "base/progress_hook.h"
#include "harness/case/verify.h"
#include "harness/probe/error_estimate.h"
#include "harness/probe/probe.h"

/* Rows and entries of a system that is solved sooner than tried. */
enum { SMALL = 1 << 12 };

/* Times in s: a way may take this long although others are much faster; and the longest round. */
static const double least_limit = 0.02, longest = 600;

/* Ways */

/* Copies the options that asked and variant both have, except those of the methods. */
static void take_options(const struct variant *asked, struct variant *variant)
{
    for (struct option_entry entry = {0}; option_next(&entry);)
        if (!entry.method && option_applies(&entry, asked->method, asked->layout, asked->place) &&
            option_applies(&entry, variant->method, variant->layout, variant->place))
            option_set(&entry, option_get(&entry, &asked->options), &variant->options);
}

/* Returns the layout in which ways are raced first. Building a better one than layouts[0] takes as
 * long as many sweeps, unless rows are long and many; and on a device one thread works on a whole
 * row. */
static const struct layout *first_layout(const struct racing *racing)
{
    enum { LONG = 64, UNEVEN = 16, MANY = 1 << 22 };
    const struct structure_facts *facts = &racing->occasion.facts;
    const struct variant *asked = racing->asked;
    const bool uneven = facts->longest >= LONG && facts->longest >= UNEVEN * facts->length,
               many = facts->length >= LONG_ROWS && racing->problem->system.a.off.nnz >= MANY,
               other = asked->place->on_host ? many : uneven;
    return asked->layout->chooses && !other ? layouts[0] : asked->layout;
}

/* Makes the way of an entrant. */
static enum status way_make(const struct racing *racing, const struct entrant *entrant,
                            struct way *out)
{
    const struct variant *asked = racing->asked;
    char name[128];
    *out = (struct way){.entrant = entrant, .seconds = INFINITY, .state = WAY_UNKNOWN};
    snprintf(name, sizeof name, "%s/%s%s%s/%s/%s", entrant->name, first_layout(racing)->name,
             entrant->order ? "+" : "", entrant->order ? entrant->order : "",
             precision_names[asked->precision], asked->place->name);
    MUST(variant_parse(name, &out->variant));
    if (!entrant->order) out->variant.order = asked->order;
    if (asked->place->cards == 1) out->variant.options.loop = entrant->loop;
    take_options(asked, &out->variant);
    while (variant_check(&out->variant) != OK && out->variant.options.loop > LOOP_HOST)
        out->variant.options.loop--; /* some layouts lack this kind of loop */
    if (variant_check(&out->variant) == OK) return OK;
    out->state = WAY_IMPOSSIBLE;
    snprintf(out->why_not, sizeof out->why_not, "%s", fail_message());
    return OK;
}

static enum status ways_make(struct racing *racing)
{
    struct race *race = racing->race;
    for (int k = 0; k < entrant_count; k++)
        if (takes_part(&entrants[k], &racing->occasion) &&
            !(entrants[k].order && racing->asked->order != ORDER_NATIVE))
            MUST(way_make(racing, &entrants[k], &race->way[race->count++]));
    return OK;
}

/* Layouts */

/* Methods that take all rows at once share a layout; it keeps the matrix, as bicgstab needs it. */
static bool is_shared(const struct variant *variant)
{
    return variant->method->sweep == SWEEP_AT_ONCE ||
           (variant->place->scheduled == UNSCHEDULED && variant->layout == layouts[0]);
}

static bool is_built(const struct racing *racing, const struct variant *variant)
{
    const struct variant *built = &racing->built_for;
    return built->method && built->layout == variant->layout && built->order == variant->order &&
           (is_shared(variant) ? is_shared(built) : built->method == variant->method);
}

static enum status lay_out(struct racing *racing, const struct variant *variant)
{
    struct variant first = *variant;
    if (is_built(racing, variant)) return OK;
    built_layout_free(racing->built);
    racing->built_for.method = NULL;
    if (is_shared(variant)) {
        first.method = find_method("bicgstab");
        first.options = default_options(first.method, first.layout);
        take_options(racing->asked, &first);
    }
    const double start = clock_now();
    MUST(build_layout(racing->problem, &first, racing->built));
    const double middle = clock_now();
    MUST(stored_upload(variant->place, &racing->built->stored));
    racing->built_for = first;
    racing->upload = clock_now() - middle;
    racing->layout = middle - start;
    return OK;
}

static struct probe_task task_of(const struct racing *racing, const struct variant *variant)
{
    struct probe_task task = {.stored = &racing->built->stored,
                              .method = variant->method,
                              .b = racing->built->b,
                              .x0 = racing->built->x0,
                              .settings = built_settings(racing->problem, variant, racing->built)};
    task.settings.epsilon = racing->occasion.epsilon;
    task.settings.max_iterations = UINT64_MAX;
    task.settings.stop = &interrupt_solve;
    return task;
}

/* Forecasts from sweeps */

/* Sets what is foretold of all ways that no sweep was tried for. product, alone: seconds of a
 * product at the place, and by one thread there. */
static void foretell_usual(struct racing *racing, double sweeps, double product, double alone)
{
    for (int k = 0; k < racing->race->count; k++) {
        struct way *way = &racing->race->way[k];
        double iterations;
        const double products =
            usual_products(way->entrant, &racing->occasion, sweeps, &iterations);
        if (way->state == WAY_IMPOSSIBLE || isinf(products)) continue;
        way->state = WAY_FORETOLD;
        way->iterations = (uint64_t)ceil(iterations);
        way->seconds = products * (product + way->entrant->one_thread * (alone - product));
    }
}

/* Returns the way whose sweeps are tried: on the host, in the direction in which a row reads more
 * new values; NULL if there is none. If few large entries stand against many small ones, either
 * direction may be wrong: the first sweeps converge well then, but thousands follow. */
static struct way *find_sweeps(const struct racing *racing)
{
    const struct structure_facts *facts = &racing->occasion.facts;
    for (int k = 0; k < racing->race->count; k++) {
        struct way *way = &racing->race->way[k];
        if (way->state == WAY_IMPOSSIBLE || !makes_sweeps(way->entrant)) continue;
        if (way->variant.method->sweep == SWEEP_AT_ONCE ||
            (facts->one_way &&
             facts->descending == (way->variant.method->sweep == SWEEP_DESCENDING)))
            return way;
    }
    return NULL;
}

/* Tries sweeps, and foretells all ways from them. The layout is that of methods that take all rows
 * at once. Where several threads would take the rows of a sweep, a product is measured apart. */
static enum status try_sweeps(struct racing *racing, struct way *way)
{
    /* Sweeps that take as long as finding which rows may go side by side; and how much longer a
     * sweep takes than by one thread, as its threads wait for each other (kanban 3, two threads) */
    enum { SCHEDULE = 15, WAITS = 2 };
    const bool side_by_side = racing->asked->place->scheduled == BY_THREAD;
    struct variant shared = way->variant;
    struct probe probe;
    shared.method = find_method("bicgstab");
    MUST(lay_out(racing, &shared));
    struct probe_task task = task_of(racing, &way->variant);
    MUST(probe_sweeps(&task, &probe));
    const double alone = probe.seconds / way->entrant->iteration;
    double product = alone;
    task.method = find_method("jacobi");
    if (side_by_side) MUST(probe_product(&task, &product));
    foretell_usual(racing, probe.known ? (double)probe.iterations : INFINITY, product, alone);
    if (!probe.known) return OK;
    way->state = WAY_FORETOLD;
    way->iterations = probe.iterations;
    const double sweeps = (double)probe.iterations;
    way->seconds = (side_by_side ? SCHEDULE + WAITS * sweeps : sweeps) * probe.seconds;
    return OK;
}

/* A race of all */

static int better_first(const void *a_, const void *b_)
{
    const struct way *a = a_, *b = b_;
    if (a->state != b->state) return a->state < b->state ? -1 : 1;
    return (a->seconds > b->seconds) - (a->seconds < b->seconds);
}

static void sort_ways(struct race *race)
{
    qsort(race->way, (size_t)race->count, sizeof *race->way, better_first);
}

/* Returns the state of a way that has ended: an answer counts if it is accurate. */
static enum status judge(const struct racing *racing, const struct variant *variant,
                         const struct probe *probe, double *x, enum way_state *out)
{
    double error = INFINITY;
    *out = probe->outcome == STOPPED ? WAY_STOPPED : WAY_FAILED;
    if (!probe->known) return OK;
    built_layout_undo(racing->built, x);
    MUST(error_estimate(racing->problem, x, &error));
    const double tolerance = verdict_tolerance(variant->precision, racing->occasion.epsilon);
    *out = error <= tolerance ? WAY_MEASURED : WAY_DOUBTFUL;
    return OK;
}

static enum status run_way(struct racing *racing, const struct variant *variant, double *x,
                           struct probe *out)
{
    MUST(lay_out(racing, variant));
    struct probe_task task = task_of(racing, variant);
    task.settings.scale = problem_scale(racing->problem);
    return probe_solve(&task, built_layout_target(racing->built, x), out);
}

/* Solves by a way, for at most so many seconds with its set-up. What does not work is no error: it
 * is an end of the way. */
static enum status race_way(struct racing *racing, struct way *way, double limit, double *x)
{
    struct probe probe;
    way->state = WAY_STOPPED;
    way->seconds = limit;
    way->iterations = 0;
    interrupt_arm(limit);
    const enum status status = run_way(racing, &way->variant, x, &probe);
    interrupt_disarm();
    interrupt_timer_off();
    if (interrupted()) return progress_hook_stopped();
    if (status == ERROR_DEVICE || status == ERROR_ENVIRONMENT) return status;
    if (status == OK) {
        way->seconds = racing->layout + racing->upload + probe.seconds;
        way->iterations = probe.iterations;
        return judge(racing, &way->variant, &probe, x, &way->state);
    }
    if (status == ERROR_INTERRUPTED) return OK;
    way->state = WAY_IMPOSSIBLE;
    snprintf(way->why_not, sizeof way->why_not, "%s", fail_message());
    return OK;
}

static bool may_still_win(const struct way *way)
{
    return way->state == WAY_FORETOLD || way->state == WAY_UNKNOWN || way->state == WAY_STOPPED;
}

/* Lets all ways that may still win solve, each for at most `most` seconds, and, once a way has
 * ended, for twice as long as the fastest. *any: some did not end. */
static enum status race_round(struct racing *racing, double most, double *x, bool *any)
{
    enum { MANY = 2 };
    struct race *race = racing->race;
    *any = false;
    for (int k = 0; k < race->count; k++) {
        struct way *way = &race->way[k];
        if (!may_still_win(way)) continue;
        MUST(race_way(racing, way, most, x));
        if (way->state == WAY_MEASURED) most = fmin(most, fmax(least_limit, MANY * way->seconds));
        *any |= way->state == WAY_STOPPED;
    }
    sort_ways(race);
    return OK;
}

/* Lets a way solve once more; its better time counts. */
static enum status race_again(struct racing *racing, struct way *way, double *x)
{
    const struct way before = *way;
    MUST(race_way(racing, way, 2 * fmax(least_limit, before.seconds), x));
    if (way->state != WAY_MEASURED || way->seconds > before.seconds) *way = before;
    return OK;
}

/* The fastest way runs in the other layout, too, and ways that are nearly as fast solve once more.
 */
static enum status race_finish(struct racing *racing, double *x)
{
    static const double near = 1.5;
    struct race *race = racing->race;
    const struct variant *best = &race->way->variant;
    const struct layout *asked = racing->asked->layout,
                        *other = best->layout == asked ? layouts[0] : asked;
    const double fastest = race->way->seconds;
    if (race->way->state != WAY_MEASURED) return OK;
    if (asked->chooses && best->method->sweep == SWEEP_AT_ONCE && race->count < MOST_WAYS) {
        struct way *way = &race->way[race->count++];
        *way = *race->way;
        way->variant.layout = other;
        MUST(race_way(racing, way, fmax(least_limit, 2 * fastest), x));
    }
    for (struct way *way = race->way; way < race->way + race->count; way++)
        if (way->state == WAY_MEASURED && way->seconds <= near * fastest)
            MUST(race_again(racing, way, x));
    sort_ways(race);
    return OK;
}

/* Rounds become longer until a way ends. */
enum status race_rounds(struct racing *racing)
{
    enum { FIRST = 4, LONGER = 8 };
    enum status status = OK;
    bool any = true;
    double *x = NULL;
    const double foretold = racing->race->way[0].seconds;
    double most = fmax(least_limit, FIRST * (isfinite(foretold) ? foretold : 0));
    TRY(allocate(problem_unknowns(racing->problem), sizeof *x, "an answer", &x));
    for (; any && racing->race->way[0].state != WAY_MEASURED; most *= LONGER) {
        TRY(race_round(racing, most, x, &any));
        if (most > longest) break;
    }
    TRY(race_finish(racing, x));
out:
    free(x);
    return status;
}

/* Begins a race with what a few sweeps foretell. Small systems are solved sooner than tried, and
 * rows without cycles need one sweep. */
enum status race_begin(struct racing *racing, const struct problem *problem,
                       const struct variant *asked, double epsilon, struct built_layout *built,
                       struct race *race)
{
    enum { A_SECOND = 1000000000 }; /* entries and rows of a product, about */
    const uint64_t size = problem->system.a.off.nnz + problem->system.a.off.rows;
    *race = (struct race){0};
    *racing = (struct racing){.problem = problem, .asked = asked, .race = race, .built = built};
    MUST(occasion_find(problem, asked->place, epsilon, &racing->occasion));
    MUST(ways_make(racing));
    struct way *sweeps = find_sweeps(racing);
    if (race->count && race->way[0].state != WAY_IMPOSSIBLE && race->way[0].entrant->order)
        sweeps = NULL;
    if (sweeps && size >= SMALL) MUST(try_sweeps(racing, sweeps));
    else {
        race->guessed = true;
        foretell_usual(racing, INFINITY, (double)size / A_SECOND, (double)size / A_SECOND);
    }
    sort_ways(race);
    if (size < SMALL && race->count) race->way->seconds = 0;
    if (race->count && race->way->state != WAY_IMPOSSIBLE) return OK;
    return fail(ERROR_UNSUPPORTED, "method %s finds no method that can run here",
                asked->method->name);
}

/* On the host, sweeps in place by several threads only need a schedule more. */
enum status race_hand_over(struct racing *racing, bool *handed)
{
    const struct variant *best = &racing->race->way->variant;
    *handed = is_built(racing, best);
    if (*handed) return OK;
    const struct variant *built = &racing->built_for;
    *handed = built->method && best->place->on_host && best->layout == layouts[0] &&
              built->layout == best->layout && best->order == ORDER_NATIVE &&
              built->order == best->order;
    if (!*handed) {
        built_layout_free(racing->built);
        return OK;
    }
    return stored_schedule(best->method, best->place, &racing->problem->system.a,
                           &racing->built->stored);
}
