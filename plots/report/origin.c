#include "plots/report/origin.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/shell_word.h"
#include "base/output/units.h"
#include "base/text.h"
#include "store/facts.h"

/* How it was measured */

static void add_fact(struct grid *grid, const char *name, const char *value)
{
    if (*value) GRID_CELLS(grid, name, value);
}

static void begin_facts(struct grid *grid, const char *title)
{
    grid_title(grid, title, "");
    grid_columns(grid, "what|value");
}

/* Returns whether the iterations of any solve that was timed in blocks were counted. */
static bool any_counted(const struct results *r)
{
    for (size_t k = 0; k < r->nruns; k++)
        if (r->runs[k].extrapolated && r->runs[k].iterations != MISSING) return true;
    return false;
}

/* Adds the settings to the table. Settings that are unknown, because the file is too old, are left
 * out. */
static void add_settings(struct grid *grid, const struct results *r)
{
    const struct settings *s = &r->settings;
    const struct human most = human_count(s->max_samples), warmup = human_count(s->warmup),
                       time = human_seconds(s->max_time);
    grid_cell(grid, "convergence");
    grid_format(grid, "%s change below %s, at most %s iterations",
                s->criterion == RELATIVE ? "relative" : "absolute", exact_number(s->epsilon).text,
                human_count(s->max_iterations).text);
    grid_cell(grid, "samples");
    if (s->min_samples == s->max_samples)
        grid_format(grid, "%s a case, after %s untimed; or fewer, for %s", most.text, warmup.text,
                    time.text);
    else
        grid_format(
            grid,
            "%s to %s a case, after %s untimed; until the 95 %% interval of the median is within "
            "± %.3g %%, or for %s",
            human_count(s->min_samples).text, most.text, warmup.text, 100 * s->max_ci, time.text);
    grid_cell(grid, "limits");
    grid_format(grid, "%s a solve", human_seconds(s->timeout).text);
    if (s->iterations != MISSING && s->iterations) {
        grid_cell(grid, "long solves");
        grid_format(grid, "timed in blocks of %s iterations%s", human_count(s->iterations).text,
                    s->count_iterations ? ""
                    : any_counted(r)    ? ", which are counted for some"
                                        : ", which are not counted");
    }
    if (s->processes != MISSING) {
        grid_cell(grid, "processes");
        grid_format(grid, "%s a case; %s cases take turns, from seed %s",
                    human_count(s->processes).text, human_count(s->interleave).text,
                    human_count(s->seed).text);
    }
    if (s->require > 0) {
        grid_cell(grid, "required");
        grid_format(grid, "a proven error of at most %s", exact_number(s->require).text);
    }
    if (s->prove > 0) {
        grid_cell(grid, "proofs");
        grid_format(grid, "to a width of %s, for about %s a problem", exact_number(s->prove).text,
                    s->prove_time > 0 ? human_seconds(s->prove_time).text
                                      : "as long as its cases take, at most 60 s");
    }
    add_fact(grid, "caches", cache_mode_names[s->cache]);
}

/* Adds the options, lines of "name=value", as words. */
static enum status add_options(struct grid *grid, const char *options)
{
    char *words;
    MUST(copy_text(options ? options : "", &words));
    for (char *at = words; *at; at++)
        if (*at == '\n') *at = at[1] ? ' ' : '\0';
    add_fact(grid, "options", words);
    free(words);
    return OK;
}

enum status origin_print(const struct page *page, const struct report_part *part, size_t machine)
{
    enum status status = OK;
    struct grid grid = {0};
    char *replay = NULL;
    const struct results *r = &part->results;
    const char *until = r->interrupted ? "interrupted" : r->ended;
    begin_facts(&grid, "");
    grid_cell(&grid, "measured");
    grid_format(&grid, "%s to %s", r->started, until && *until ? until : "unknown");
    add_fact(&grid, "took", human_seconds(r->wall).text);
    grid_cell(&grid, "machine");
    grid_format(&grid, "%s (machine %zu below)", fact_value(r->machine, r->nmachine, "key"),
                machine);
    add_fact(&grid, "commit", r->git_commit);
    add_settings(&grid, r);
    TRY(add_options(&grid, r->options));
    grid_cell(&grid, "script");
    grid_format(&grid, "%s, SHA-256 %s", r->path, r->script_sha256);
    grid_cell(&grid, "file");
    grid_format(&grid, "%s, SHA-256 %s", part->file, part->sha256);
    TRY(page_take_grid(page, NULL, &grid));
    page_text(page, "It was measured by:");
    page_code(page, r->command);
    page_text(page, "To measure its cases again, and see which numbers are reproduced:");
    TRY(copy_text("warpmark replay", &replay));
    TRY(append_shell_word(&replay, part->file));
    page_code(page, replay);
out:
    free(replay);
    grid_free(&grid);
    return status;
}

/* Machines of the parts, each once. Facts with names that begin with now_ describe the start of one
 * run. */

static bool lasting(const struct fact *fact)
{
    return strncmp(fact->name, "now_", 4) != 0;
}

/* Returns whether b has every lasting fact of a, with the same value. */
static bool has_facts(const struct fact *a, size_t na, const struct fact *b, size_t nb)
{
    for (size_t k = 0; k < na; k++)
        if (lasting(&a[k]) && strcmp(a[k].value, fact_value(b, nb, a[k].name))) return false;
    return true;
}

static bool same_machine(const struct results *a, const struct results *b)
{
    return has_facts(a->machine, a->nmachine, b->machine, b->nmachine) &&
           has_facts(b->machine, b->nmachine, a->machine, a->nmachine) &&
           has_facts(a->build, a->nbuild, b->build, b->nbuild) &&
           has_facts(b->build, b->nbuild, a->build, a->nbuild);
}

/* Returns the first part that was measured on the machine of part k. */
static size_t first_with_machine(const struct report *report, size_t k)
{
    size_t first = 0;
    while (first < k && !same_machine(&report->parts[first].results, &report->parts[k].results))
        first++;
    return first;
}

size_t machine_number(const struct report *report, size_t k)
{
    size_t number = 0, first = first_with_machine(report, k);
    for (size_t i = 0; i <= first; i++) number += first_with_machine(report, i) == i;
    return number;
}

static enum status put_machine(const struct page *page, size_t number, const struct results *r)
{
    struct grid grid = {0};
    begin_facts(&grid, human_text("Machine %zu", number).text);
    for (size_t k = 0; k < r->nmachine; k++)
        if (lasting(&r->machine[k])) add_fact(&grid, r->machine[k].name, r->machine[k].value);
    for (size_t k = 0; k < r->nbuild; k++) add_fact(&grid, r->build[k].name, r->build[k].value);
    return page_take_grid(page, NULL, &grid);
}

enum status machines_print(const struct page *page, const struct report *report)
{
    for (size_t k = 0; k < report->nparts; k++)
        if (first_with_machine(report, k) == k)
            MUST(put_machine(page, machine_number(report, k), &report->parts[k].results));
    return OK;
}
