#include "analysis/history/history_print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/history/kept_alarms.h"
#include "analysis/history/which_commit.h"
#include "base/memory.h"
#include "base/output/grid_view.h"
#include "base/output/json.h"
#include "base/output/units.h"
#include "store/marks.h"

enum { MOST_NAMED = 20 }; /* cases that came or vanished in one run */

const char *finding_word(const struct history *history, const struct finding *finding)
{
    const struct series *series = &history->series[finding->series];
    if (finding->kind == FOUND_STEP) return finding->worse ? "slower" : "faster";
    if (finding->kind == FOUND_DRIFT) return finding->worse ? "drifts slower" : "drifts faster";
    size_t k = 0;
    while (series->points[k].run != finding->after) k++;
    return case_status_names[series->points[k].status];
}

/* "2026-11-20", from the ISO time at which a run started */
static struct human date_of(const struct history *history, size_t run)
{
    return human_text("%.10s", history->runs[run].started);
}

/* Returns whether no other run started on the same day. */
static bool is_alone(const struct history *history, size_t run)
{
    const char *day = history->runs[run].started;
    for (size_t k = 0; k < history->nruns; k++)
        if (k != run && !strncmp(history->runs[k].started, day, strlen("2026-11-20"))) return false;
    return true;
}

struct human history_moment(const struct history *history, size_t run)
{
    const char *started = history->runs[run].started;
    struct human out = date_of(history, run);
    if (!is_alone(history, run) && strlen(started) > strlen("2026-11-20T03:00"))
        human_append(&out, " %.5s", started + strlen("2026-11-20T"));
    return out;
}

static struct human change_of(const struct finding *finding)
{
    return isnan(finding->change) ? human_text("%s", "")
                                  : human_text("%+.1f %%", 100 * (finding->change - 1));
}

struct human history_verdict(const struct history *history, const struct finding *finding)
{
    if (finding->back != MISSING)
        return human_text("back since %s", history_moment(history, finding->back).text);
    if (!finding->alarm && finding->kept)
        return human_text("%s", kept_verdict_names[finding->kept->verdict]);
    return human_text("%s", finding->alarm        ? "alarm"
                            : !finding->fresh     ? ""
                            : !finding->worse     ? "new"
                            : finding->same_code  ? "not the code"
                            : finding->by_machine ? "the machine"
                                                  : "uncertain");
}

/* "3 runs": a count with its noun; one, many: singular and plural. */
static struct human counted(size_t count, const char *one, const char *many)
{
    return human_text("%zu %s", count, count == 1 ? one : many);
}

/* Adds "4f2a1c -> 77b0de", and the names of the facts that differ, too. */
static enum status add_difference(const struct history *history, const struct finding *finding,
                                  struct grid *grid)
{
    enum status status = OK;
    const struct history_run *before = &history->runs[finding->before],
                             *after = &history->runs[finding->after];
    const char *other;
    char *facts = NULL;
    size_t k = 0;
    if (!strcmp(before->commit, after->commit)) grid_cell(grid, before->commit);
    else grid_format(grid, "%s → %s", before->commit, after->commit);
    TRY(copy_text("", &facts));
    for (const struct fact *fact; (fact = history_difference(before, after, &k, &other));)
        TRY(append_text(&facts, "%s%s", *facts ? ", " : "", fact->name));
    grid_cell(grid, facts);
out:
    free(facts);
    return status;
}

static enum status add_finding(const struct history *history, const struct finding *finding,
                               struct grid *grid)
{
    const struct series *series = &history->series[finding->series];
    grid_cell(grid, history_verdict(history, finding).text);
    GRID_CELLS(grid, series->problem, series->variant, status_words(finding_word(history, finding)),
               change_of(finding).text);
    grid_format(grid, "%s (%s)", history_moment(history, finding->after).text,
                history->runs[finding->after].file);
    if (finding->kind == FOUND_FAILURE) grid_cell(grid, "");
    else grid_format(grid, "%.2g", finding->p);
    return add_difference(history, finding, grid);
}

enum status history_grid(const struct history *history, const char *machine, struct grid *out)
{
    grid_title(out, machine, "");
    grid_columns(out, "new|problem|variant|became|>by|since|>p|commit|also changed");
    for (size_t k = 0; k < history->nfindings; k++)
        if (!strcmp(history->series[history->findings[k].series].machine, machine))
            MUST(add_finding(history, &history->findings[k], out));
    return out->status;
}

static enum paint paint_alarm(const char *cell)
{
    return strcmp(cell, "alarm") ? PAINT_NONE : PAINT_BAD;
}

/* Prints the findings of one machine. */
static enum status print_machine(const struct history *history, const char *machine,
                                 enum table_format format, FILE *out)
{
    enum status status = OK;
    struct grid grid = {.order = "new|problem|variant|became|by|since|commit|also changed|p",
                        .paint = paint_alarm};
    TRY(history_grid(history, machine, &grid));
    if (grid.ncells == grid.ncolumns) goto out;
    TRY(grid_print_view(&grid, NULL, format, out));
    fputc('\n', out);
out:
    grid_free(&grid);
    return status;
}

bool history_new_machine(const struct history *history, size_t s)
{
    return s == 0 || strcmp(history->series[s].machine, history->series[s - 1].machine);
}

struct human history_head(const struct history *history)
{
    size_t machines = 0, timed = 0;
    for (size_t s = 0; s < history->nseries; s++) {
        machines += history_new_machine(history, s);
        timed += history->series[s].nvalues > 0;
    }
    return human_text("%s from %s to %s, %s on %s", counted(history->nruns, "run", "runs").text,
                      date_of(history, 0).text, date_of(history, history->nruns - 1).text,
                      counted(timed, "series", "series").text,
                      counted(machines, "machine", "machines").text);
}

struct human history_alarms(const struct history *history)
{
    size_t alarms = 0;
    for (size_t k = 0; k < history->nfindings; k++) alarms += history->findings[k].alarm;
    if (!alarms) return human_text("no new change for the worse");
    return human_text("%s for the worse", counted(alarms, "new change", "new changes").text);
}

/* A range of whole numbers of at least 1; one number if both are equal. */
static struct human range(double least, double most)
{
    return least == most ? human_text("%.0f", least) : human_text("%.0f to %.0f", least, most);
}

struct human history_too_few_text(const struct history *history)
{
    size_t timed = 0, few = 0;
    double runs[2] = {INFINITY, 0}, needed[2] = {INFINITY, 0}, change[2] = {INFINITY, 0};
    for (size_t s = 0; s < history->nseries; s++) {
        const struct series *series = &history->series[s];
        const double now[] = {(double)series->nvalues, series->needed,
                              100 * HISTORY_CHANGE * series->margin};
        double *const bounds[] = {runs, needed, change};
        timed += series->nvalues > 0;
        if (!history_too_few(series)) continue;
        few++;
        for (int k = 0; k < 3; k++) {
            bounds[k][0] = fmin(bounds[k][0], now[k]);
            bounds[k][1] = fmax(bounds[k][1], now[k]);
        }
    }
    if (!few) return human_text("%s", "");
    return human_text("%s run%s: too few to find a change of %.3g %% (about %s needed) in %zu of "
                      "%zu series",
                      range(runs[0], runs[1]).text, runs[1] == 1 ? "" : "s", change[1],
                      range(needed[0], needed[1]).text, few, timed);
}

/* Adds a line with the cases whose time, came or gone, is this run. */
static enum status name_series(const struct history *history, size_t run, bool came, char **out)
{
    size_t count = 0;
    for (const struct series *s = history->series; s < history->series + history->nseries; s++) {
        if ((came ? s->came : s->gone) != run || count++ >= MOST_NAMED) continue;
        if (count == 1)
            MUST(append_text(out, "%s since %s (%s): ", came ? "new" : "vanished",
                             history_moment(history, run).text, history->runs[run].file));
        MUST(append_text(out, "%s%s %s", count == 1 ? "" : ", ", s->problem, s->variant));
    }
    if (count > MOST_NAMED) MUST(append_text(out, " and %zu more", count - MOST_NAMED));
    return count ? append_text(out, "\n") : OK;
}

enum status history_came_and_gone(const struct history *history, char **out)
{
    MUST(copy_text("", out));
    for (size_t run = 0; run < history->nruns; run++)
        for (int came = 0; came < 2; came++) MUST(name_series(history, run, came, out));
    return OK;
}

enum status history_print(const struct history *history, enum table_format format, FILE *out)
{
    fprintf(out, "%s: %s\n\n", history->folder, history_head(history).text);
    for (size_t s = 0; s < history->nseries; s++)
        if (history_new_machine(history, s))
            MUST(print_machine(history, history->series[s].machine, format, out));
    const struct human few = history_too_few_text(history);
    if (*few.text) fprintf(out, "%s\n", few.text);
    char *names, *commands, *kept;
    MUST(history_came_and_gone(history, &names));
    fputs(names, out);
    free(names);
    MUST(kept_lines(history, &kept));
    fputs(kept, out);
    free(kept);
    MUST(which_commits(history, "which commit: ", &commands));
    fprintf(out, "%s%s\n", commands, history_alarms(history).text);
    free(commands);
    return OK;
}

/* JSON */

static void json_runs(struct json *json, const struct history *history)
{
    json_open_array(json, "runs");
    for (const struct history_run *run = history->runs; run < history->runs + history->nruns;
         run++) {
        json_open_object(json, NULL);
        json_text(json, "file", run->file);
        json_text(json, "started", run->started);
        json_text(json, "experiment", run->experiment);
        json_text(json, "commit", run->commit);
        json_text(json, "machine", run->machine);
        json_close_object(json);
    }
    json_close_array(json);
}

static void json_points(struct json *json, const struct series *series)
{
    json_open_array(json, "points");
    for (const struct point *point = series->points; point < series->points + series->npoints;
         point++) {
        json_open_object(json, NULL);
        json_count(json, "run", point->run);
        json_text(json, "status", case_status_names[point->status]);
        json_count(json, "samples", point->samples);
        json_number(json, "median", point->median);
        json_number(json, "ci_low", point->low);
        json_number(json, "ci_high", point->high);
        json_close_object(json);
    }
    json_close_array(json);
}

static void json_stretches(struct json *json, const struct series *series)
{
    json_open_array(json, "stretches");
    for (size_t k = 0; k < series->nstretches; k++) {
        const struct stretch *stretch = &series->stretches[k];
        json_open_object(json, NULL);
        json_count(json, "first", series->points[series->value[stretch->first]].run);
        json_count(json, "last", series->points[series->value[stretch->end - 1]].run);
        json_number(json, "begins_at", exp(stretch->level));
        json_number(json, "ends_at", exp(stretch->level + stretch_rise(stretch)));
        json_number(json, "p", k ? stretch->p : NAN);
        json_close_object(json);
    }
    json_close_array(json);
}

static void json_series(struct json *json, const struct history *history)
{
    json_open_array(json, "series");
    for (const struct series *series = history->series; series < history->series + history->nseries;
         series++) {
        json_open_object(json, NULL);
        json_text(json, "machine", series->machine);
        json_text(json, "problem", series->problem);
        json_text(json, "source", series->source);
        json_text(json, "variant", series->variant);
        json_text(json, "criterion", series->criterion == RELATIVE ? "relative" : "absolute");
        json_number(json, "epsilon", series->epsilon);
        json_count(json, "max_iterations", series->max_iterations);
        json_number(json, "margin", series->margin);
        json_number(json, "runs_needed", series->nvalues ? series->needed : NAN);
        json_bool(json, "too_few", history_too_few(series));
        json_count(json, "came", series->came);
        json_count(json, "vanished", series->gone);
        json_points(json, series);
        json_stretches(json, series);
        json_close_object(json);
    }
    json_close_array(json);
}

static void json_differences(struct json *json, const struct history_run *before,
                             const struct history_run *after)
{
    const char *other;
    size_t k = 0;
    json_open_array(json, "differences");
    for (const struct fact *fact; (fact = history_difference(before, after, &k, &other));) {
        json_open_object(json, NULL);
        json_text(json, "fact", fact->name);
        json_text(json, "before", fact->value);
        json_text(json, "after", other);
        json_close_object(json);
    }
    json_close_array(json);
}

static void json_findings(struct json *json, const struct history *history)
{
    json_open_array(json, "findings");
    for (const struct finding *f = history->findings; f < history->findings + history->nfindings;
         f++) {
        const struct history_run *before = &history->runs[f->before],
                                 *after = &history->runs[f->after];
        json_open_object(json, NULL);
        json_count(json, "series", f->series);
        json_text(json, "became", finding_word(history, f));
        json_bool(json, "worse", f->worse);
        json_bool(json, "new", f->fresh);
        json_bool(json, "same_code", f->same_code);
        json_number(json, "reference_ratio", f->reference);
        json_bool(json, "by_machine", f->by_machine);
        json_bool(json, "alarm", f->alarm);
        json_text(json, "kept", f->kept ? kept_verdict_names[f->kept->verdict] : NULL);
        json_text(json, "kept_day", f->kept ? f->kept->day : NULL);
        json_text(json, "note", f->kept ? f->kept->note : NULL);
        json_text(json, "unconfirmed", f->unconfirmed);
        json_number(json, "ratio", f->change);
        json_number(json, "p", f->kind == FOUND_FAILURE ? NAN : f->p);
        json_number(json, "p_adjusted", f->kind == FOUND_FAILURE ? NAN : f->adjusted);
        json_number(json, "false_a_year", f->kind == FOUND_FAILURE ? NAN : f->false_a_year);
        if (f->back == MISSING) json_number(json, "back", NAN);
        else json_count(json, "back", f->back);
        json_count(json, "before", f->before);
        json_count(json, "after", f->after);
        json_text(json, "commit_before", before->commit);
        json_text(json, "commit_after", after->commit);
        json_text(json, "file", after->file);
        json_differences(json, before, after);
        json_close_object(json);
    }
    json_close_array(json);
}

void history_print_json(const struct history *history, FILE *out)
{
    struct json json = {.out = out};
    json_open_object(&json, NULL);
    json_text(&json, "folder", history->folder);
    json_runs(&json, history);
    json_open_array(&json, "left_out");
    for (size_t k = 0; k < history->nskipped; k++) json_text(&json, NULL, history->skipped[k]);
    json_close_array(&json);
    json_series(&json, history);
    json_findings(&json, history);
    json_close_object(&json);
}
