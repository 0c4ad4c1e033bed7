#include "plots/report/fastest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/noise_told.h"
#include "base/memory.h"
#include "base/output/units.h"
#include "store/marks.h"

/* Limits: rows of the table, lines about an axis, values of an axis, problems in which an axis is
 * looked for. */
enum { MOST_ROWS = 20, MOST_AXIS_LINES = 6, MOST_LEVELS = 64, MOST_TRIED = 64 };

static size_t problem_of_case(const struct races *races, size_t k)
{
    return (size_t)case_run(&races->cases.of[k], 0)->problem;
}

static const char *variant_of(const struct races *races, size_t k)
{
    return races->cases.results->variants[case_run(&races->cases.of[k], 0)->variant].name;
}

static void add_racer(size_t k, double time, struct race *race)
{
    if (!race->count || time > race->slowest_time) race->slowest = k, race->slowest_time = time;
    if (!race->count || time < race->time) {
        race->next = race->fastest;
        race->next_time = race->time;
        race->fastest = k;
        race->time = time;
    } else if (race->count == 1 || time < race->next_time) {
        race->next = k;
        race->next_time = time;
    }
    race->count++;
}

/* Sets the times and races by this field; *compared: problems with two timed variants or more. */
static enum status time_cases(struct races *races, const char *field, size_t *compared)
{
    size_t nproblems = races->cases.results->nproblems;
    races->field = field;
    memset(races->race, 0, nproblems * sizeof *races->race);
    memset(races->quiet, 0, nproblems * sizeof *races->quiet);
    for (size_t k = 0; k < races->cases.count; k++) {
        races->summary[k] = (struct summary){.median = NAN, .ci_low = NAN, .ci_high = NAN};
        if (judged_unsure(&races->cases, k)) continue;
        MUST(judged_summary(&races->cases, k, field, &races->summary[k]));
        double median = races->summary[k].median;
        if (!(median > 0)) continue;
        add_racer(k, median, &races->race[problem_of_case(races, k)]);
        if (!noise_in_case(&races->cases.of[k]))
            add_racer(k, median, &races->quiet[problem_of_case(races, k)]);
    }
    *compared = 0;
    for (size_t p = 0; p < nproblems; p++) *compared += races->race[p].count > 1;
    return OK;
}

enum status races_find(const struct results *results, struct races *out)
{
    *out = (struct races){0};
    size_t by_iteration, by_solve;
    MUST(judged_cases_find(results, &out->cases));
    MUST(allocate(out->cases.count, sizeof *out->summary, "a summary", &out->summary));
    MUST(allocate(results->nproblems, sizeof *out->race, "a summary", &out->race));
    MUST(allocate(results->nproblems, sizeof *out->quiet, "a summary", &out->quiet));
    MUST(time_cases(out, "per_iteration", &by_iteration));
    MUST(time_cases(out, "solve", &by_solve));
    return by_solve >= by_iteration ? OK : time_cases(out, "per_iteration", &by_iteration);
}

void races_free(struct races *races)
{
    free(races->summary);
    free(races->race);
    free(races->quiet);
    judged_cases_free(&races->cases);
    *races = (struct races){0};
}

/* Along an axis */

/* Winner at one value of an axis: the variant that is surely the fastest in all problems with that
 * value. */
struct level {
    double at;
    size_t winner;
    bool sure;
};

struct levels {
    size_t count;
    struct level level[MOST_LEVELS];
};

/* Returns whether a and b differ at most in this axis and in the seed. */
static bool same_but(const struct result_problem *a, const struct result_problem *b,
                     const char *axis)
{
    size_t generator = strcspn(a->source, ":");
    if (a->naxes != b->naxes || strncmp(a->source, b->source, generator)) return false;
    for (size_t k = 0; k < a->naxes; k++) {
        char of_a[40], of_b[40];
        const char *name = a->axes[k].name;
        const struct axis_value *other = problem_axis(b, name);
        if (!other) return false;
        if (strcmp(name, axis) && strcmp(name, "seed") &&
            strcmp(axis_text(&a->axes[k], of_a, sizeof of_a), axis_text(other, of_b, sizeof of_b)))
            return false;
    }
    return true;
}

static void add_level(double at, size_t winner, bool sure, struct levels *levels)
{
    size_t k = 0;
    while (k < levels->count && levels->level[k].at < at) k++;
    struct level *level = &levels->level[k];
    if (k < levels->count && level->at == at) {
        level->sure = level->sure && sure && level->winner == winner;
        return;
    }
    if (levels->count == MOST_LEVELS) return;
    memmove(level + 1, level, (levels->count++ - k) * sizeof *level);
    *level = (struct level){at, winner, sure};
}

/* Collects the levels of the problems that differ from this one only in the axis and in the
 * seed. */
static struct levels levels_of(const struct races *races, size_t problem, const char *axis)
{
    struct levels out = {0};
    const struct results *r = races->cases.results;
    for (size_t p = 0; p < r->nproblems; p++) {
        const struct axis_value *value = problem_axis(&r->problems[p], axis);
        if (!value || value->text || !same_but(&r->problems[problem], &r->problems[p], axis))
            continue;
        const struct race race = races->race[p];
        if (race.count < 2) continue;
        add_level(value->number, (size_t)case_run(&races->cases.of[race.fastest], 0)->variant,
                  races->summary[race.fastest].ci_high < races->summary[race.next].ci_low, &out);
    }
    return out;
}

/* Returns the axis with the most levels, at least three, among the first problems, other than the
 * seed; NULL if there is none. */
static const char *longest_axis(const struct races *races)
{
    const struct results *r = races->cases.results;
    const char *longest = NULL;
    size_t most = 2;
    for (size_t p = 0; p < r->nproblems && p < MOST_TRIED; p++)
        for (size_t k = 0; k < r->problems[p].naxes; k++) {
            const char *name = r->problems[p].axes[k].name;
            if (!strcmp(name, "seed") || (longest && !strcmp(name, longest))) continue;
            size_t count = levels_of(races, p, name).count;
            if (count <= most) continue;
            most = count;
            longest = name;
        }
    return longest;
}

/* Makes "density (n=400)"; *out is new. */
static enum status name_axis(const struct result_problem *problem, const char *axis, char **out)
{
    bool any = false;
    MUST(copy_text(axis, out));
    for (size_t k = 0; k < problem->naxes; k++) {
        char value[40];
        const char *name = problem->axes[k].name;
        if (!strcmp(name, axis) || !strcmp(name, "seed")) continue;
        MUST(append_text(out, "%s%s=%s", any ? ", " : " (", name,
                         axis_text(&problem->axes[k], value, sizeof value)));
        any = true;
    }
    return any ? append_text(out, ")") : OK;
}

/* Prints "Along density (n=400): a is fastest up to 0.01, b from 0.1."; *told if anything
 * changes. */
static enum status tell_levels(const struct page *page, const struct races *races, size_t problem,
                               const char *axis, bool *told)
{
    enum status status = OK;
    const struct results *r = races->cases.results;
    const struct levels levels = levels_of(races, problem, axis);
    const struct level *last = NULL;
    char *name = NULL, *text = NULL;
    *told = false;
    TRY(name_axis(&r->problems[problem], axis, &name));
    for (const struct level *level = levels.level; level < levels.level + levels.count; level++) {
        if (!level->sure) continue;
        if (last && level->winner != last->winner) {
            TRY(append_text(&text, "%s%s up to %.4g, %s from %.4g", *told ? "; " : "",
                            *told ? "it" : r->variants[last->winner].name, last->at,
                            r->variants[level->winner].name, level->at));
            *told = true;
        }
        last = level;
    }
    if (*told) TRY(page_say_item(page, "Fastest along %s: %s.", name, text));
out:
    free(name);
    free(text);
    return status;
}

/* Prints a line for each combination of the other axes. */
static enum status tell_axis(const struct page *page, const struct races *races)
{
    enum status status = OK;
    const struct results *r = races->cases.results;
    const char *axis = longest_axis(races);
    bool *seen = NULL, told;
    size_t lines = 0;
    if (!axis) return OK;
    TRY(allocate_zeroed(r->nproblems, sizeof *seen, "a summary", &seen));
    for (size_t p = 0; p < r->nproblems && lines < MOST_AXIS_LINES; p++) {
        if (seen[p] || !problem_axis(&r->problems[p], axis)) continue;
        for (size_t q = p; q < r->nproblems; q++)
            seen[q] = seen[q] || same_but(&r->problems[p], &r->problems[q], axis);
        TRY(tell_levels(page, races, p, axis, &told));
        lines += told;
    }
out:
    free(seen);
    return status;
}

/* Prints the largest factor between the fastest and the slowest variant, among times without
 * noise. */
static enum status tell_gap(const struct page *page, const struct races *races)
{
    const struct results *r = races->cases.results;
    size_t widest = 0, left = 0;
    double most = 0;
    for (size_t p = 0; p < r->nproblems; p++) {
        const struct race race = races->quiet[p];
        left += races->race[p].count - race.count;
        if (race.count < 2 || race.slowest_time / race.time <= most) continue;
        most = race.slowest_time / race.time;
        widest = p;
    }
    const struct race race = races->quiet[widest];
    if (!most) return OK;
    return page_say_item(
        page, "Largest gap: on %s, %s is %s times as fast as %s (%s against %s%s)%s.",
        r->problems[widest].label, variant_of(races, race.fastest), human_factor(most).text,
        variant_of(races, race.slowest), human_seconds(race.time).text,
        human_seconds(race.slowest_time).text, strcmp(races->field, "solve") ? " an iteration" : "",
        left ? human_text("; without %zu case%s whose solves may have waited for a core", left,
                          left == 1 ? "" : "s")
                   .text
             : "");
}

/* Prints which variant wins most often, and how often. */
static enum status tell_wins(const struct page *page, const struct races *races)
{
    const struct results *r = races->cases.results;
    size_t *wins, compared = 0, best = 0;
    MUST(allocate_zeroed(r->nvariants, sizeof *wins, "a summary", &wins));
    for (size_t problem = 0; problem < r->nproblems; problem++) {
        const struct race race = races->race[problem];
        if (race.count < 2) continue;
        compared++;
        size_t winner = (size_t)case_run(&races->cases.of[race.fastest], 0)->variant;
        if (++wins[winner] > wins[best]) best = winner;
    }
    size_t won = compared ? wins[best] : 0;
    free(wins);
    if (won < 2) return OK;
    return page_say_item(
        page, "Fastest most often: %s, on %zu of %zu problems with two timed variants or more.",
        r->variants[best].name, won, compared);
}

enum status races_tell(const struct page *page, const struct races *races)
{
    if (!races->cases.results->ncrossovers) MUST(tell_axis(page, races));
    MUST(tell_wins(page, races));
    return tell_gap(page, races);
}

/* Sign behind a number of a case whose times have noise. */
static const char noise_sign[] = "~";

static const char *sign_of(const struct races *races, size_t k, bool *noisy)
{
    if (!noise_in_case(&races->cases.of[k])) return "";
    *noisy = true;
    return noise_sign;
}

/* Adds "1.31 [1.29, 1.33]": how many times as long as the fastest. */
static enum status add_factor(const struct races *races, const struct race *race, size_t other,
                              bool *noisy, struct grid *grid)
{
    struct ratio ratio;
    MUST(judged_ratio(&races->cases, other, race->fastest, strcmp(races->field, "solve") != 0,
                      &ratio));
    bool known = isfinite(ratio.low) && isfinite(ratio.high) && ratio.high > 0;
    const char *sign = sign_of(races, other, noisy);
    if (known)
        grid_format(grid, "%s%s", human_factor_range(ratio.ratio, ratio.low, ratio.high).text,
                    sign);
    else
        grid_format(grid, "%s%s", human_factor(races->summary[other].median / race->time).text,
                    sign);
    return OK;
}

static unsigned marks_of(const struct races *races, size_t k)
{
    const struct result_run *run = case_run(&races->cases.of[k], 0);
    bool whole = !strcmp(races->field, "solve");
    return marks_of_answer(run) | (whole && run->extrapolated ? MARK_BIT(MARK_EXTRAPOLATED) : 0u);
}

static bool any_bound(const struct races *races)
{
    const struct results *r = races->cases.results;
    for (size_t k = 0; k < r->nruns; k++)
        if (r->runs[k].status == CASE_OK && isfinite(r->runs[k].error_bound)) return true;
    return false;
}

/* Largest proven error of the case's runs; NaN if one has no proof. */
static double bound_of(const struct case_runs *runs)
{
    double bound = 0;
    for (size_t k = 0; k < runs->count && !isnan(bound); k++) {
        const struct result_run *run = case_run(runs, k);
        const double of_run = isnan(run->error_bound) ? NAN : proven_error(run);
        bound = isnan(of_run) ? NAN : fmax(bound, of_run);
    }
    return bound;
}

/* Returns whether any problem has three timed variants. */
static bool has_thirds(const struct races *races)
{
    for (size_t p = 0; p < races->cases.results->nproblems; p++)
        if (races->race[p].count > 2) return true;
    return false;
}

static enum status add_race(const struct races *races, size_t problem, unsigned *marks, bool *noisy,
                            struct grid *grid)
{
    const struct race *race = &races->race[problem];
    unsigned of_fastest = marks_of(races, race->fastest);
    *marks |= of_fastest;
    grid_cell(grid, races->cases.results->problems[problem].label);
    grid_cell(grid, variant_of(races, race->fastest));
    grid_format(grid, "%s%s%s", human_seconds(race->time).text, marks_shown(of_fastest).text,
                sign_of(races, race->fastest, noisy));
    if (any_bound(races))
        grid_cell(grid, human_quantity(UNIT_BOUND, bound_of(&races->cases.of[race->fastest])).text);
    grid_cell(grid, variant_of(races, race->next));
    MUST(add_factor(races, race, race->next, noisy, grid));
    if (!has_thirds(races)) return OK;
    if (race->count == 2) return GRID_CELLS(grid, "-", "-");
    grid_cell(grid, variant_of(races, race->slowest));
    return add_factor(races, race, race->slowest, noisy, grid);
}

/* Puts problem p into an order of count problems. The points of a search for a crossover are
 * neighbours, in the order of its axis. */
static void put_in_order(const struct results *r, size_t p, size_t count, size_t *order)
{
    const char *axis = r->ncrossovers ? r->crossovers[0].axis : "";
    const struct axis_value *value = problem_axis(&r->problems[p], axis);
    size_t at = count;
    for (size_t k = 0; value && !value->text && k < count; k++) {
        const struct result_problem *other = &r->problems[order[k]];
        if (!same_but(&r->problems[p], other, axis)) continue;
        at = k;
        if (problem_axis(other, axis)->number > value->number) break;
        at++;
    }
    memmove(order + at + 1, order + at, (count - at) * sizeof *order);
    order[at] = p;
}

/* Adds the rows; *left: number of problems that did not fit. */
static enum status add_races(const struct races *races, unsigned *marks, bool *noisy, size_t *left,
                             struct grid *grid)
{
    const struct results *r = races->cases.results;
    size_t *order, count = 0;
    enum status status = allocate(r->nproblems, sizeof *order, "a summary", &order);
    if (status != OK) return status;
    for (size_t p = 0; p < r->nproblems; p++)
        if (races->race[p].count >= 2) put_in_order(r, p, count++, order);
    for (size_t k = 0; k < count && k < MOST_ROWS && status == OK; k++)
        status = add_race(races, order[k], marks, noisy, grid);
    *left = count > MOST_ROWS ? count - MOST_ROWS : 0;
    free(order);
    return status;
}

enum status races_table(const struct page *page, const struct races *races)
{
    enum status status = OK;
    struct grid grid = {0};
    unsigned marks = 0;
    bool noisy = false;
    size_t left;
    char *note = NULL;
    grid_columns(&grid, any_bound(races) ? "problem|fastest|>its time|>proven error"
                                         : "problem|fastest|>its time");
    grid_columns(&grid, "next|>times as long");
    if (has_thirds(races)) grid_columns(&grid, "slowest|>times as long");
    TRY(add_races(races, &marks, &noisy, &left, &grid));
    TRY(format_text(&note,
                    "median time of %s; times as long: with its 95 %% interval, which contains 1 "
                    "where neither is surely faster",
                    strcmp(races->field, "solve") ? "one iteration" : "a solve"));
    if (marks) TRY(append_text(&note, "\n%s", marks_explained(marks).text));
    if (noisy)
        TRY(append_text(&note, "\n%s may have waited for a core: its time may be too long",
                        noise_sign));
    if (left)
        TRY(append_text(&note, "\n%zu further problem%s: warpmark table %s cases", left,
                        left == 1 ? "" : "s", page->file ? page->file : "FILE"));
    TRY(grid_title(&grid, "Fastest variant of each problem", note));
    TRY(page_take_grid(page, "fastest", &grid));
out:
    free(note);
    grid_free(&grid);
    return status;
}
