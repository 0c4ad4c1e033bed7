/* What is in a report. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/compare/slower_omp.h"
#include "harness/report/report.h"
#include "harness/store/facts.h"
#include "harness/store/marks.h"
#include "harness/util/units.h"

/* Paragraphs and cells of formatted text. */

static enum status format_more(char **out, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    enum status status = allocate((size_t)length + 1, 1, "a text", out);
    if (status == OK) vsnprintf(*out, (size_t)length + 1, format, arguments);
    return status;
}

static enum status add_cell(struct grid *grid, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static enum status add_cell(struct grid *grid, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    enum status status = format_more(&text, format, arguments);
    va_end(arguments);
    if (status != OK) return status;
    status = grid_cell(grid, text);
    free(text);
    return status;
}

static enum status put_text(const struct page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static enum status put_text(const struct page *page, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    enum status status = format_more(&text, format, arguments);
    va_end(arguments);
    if (status != OK) return status;
    page_text(page, text);
    free(text);
    return OK;
}

/* Cases */

static const char *title_of(const struct results *results)
{
    return results->title && *results->title ? results->title : results->name;
}

static size_t count_status(const struct results *results, enum case_status status)
{
    size_t count = 0;
    for (size_t k = 0; k < results->nruns; k++) count += results->runs[k].status == status;
    return count;
}

/* "32 ok, 2 timeout"; *out is new. */
static enum status list_statuses(const struct results *results, char **out)
{
    enum status status = copy_text("", out);
    for (int s = 0; s < NCASE_STATUSES && status == OK; s++) {
        char *longer;
        size_t count = count_status(results, (enum case_status)s);
        if (!count) continue;
        status = format_text(&longer, "%s%s%zu %s", *out, **out ? ", " : "", count,
                             case_status_names[s]);
        if (status != OK) break;
        free(*out);
        *out = longer;
    }
    return status;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static enum status put_cases(const struct page *page, const struct results *r)
{
    enum status status = OK;
    size_t ncases = results_case_count(r);
    const struct human answers = marks_summary(r);
    char *statuses = NULL, *slower = NULL, processes[64] = "";
    if (r->nruns > ncases) snprintf(processes, sizeof processes, " in %zu processes", r->nruns);
    TRY(list_statuses(r, &statuses));
    TRY(put_text(page, "%zu case%s of %zu problem%s and %zu variant%s%s: %s%s%s; %s samples.%s%s",
                 ncases, plural(ncases), r->nproblems, plural(r->nproblems), r->nvariants,
                 plural(r->nvariants), processes, statuses, *answers.text ? "; " : "", answers.text,
                 human_count(r->nsamples).text,
                 r->interrupted ? " Interrupted before the end." : "",
                 r->quick ? " A quick run: its numbers are not meant to be kept." : ""));
    TRY(slower_omp_text(r, &slower));
    if (*slower) TRY(put_text(page, "%s.", slower));
out:
    free(slower);
    free(statuses);
    return status;
}

/* Cases that are not ok, those with the same status and reason together. */

enum { MOST_REASONS = 20 };

static bool same_end(const struct result_run *a, const struct result_run *b)
{
    return a->status == b->status && !strcmp(a->note, b->note);
}

/* Whether run k is the first that ended as it did. */
static bool ends_first(const struct results *r, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (same_end(&r->runs[i], &r->runs[k])) return false;
    return true;
}

static enum status add_reason(const struct results *r, size_t k, struct grid *grid)
{
    enum status status = OK;
    const struct result_run *run = &r->runs[k];
    size_t count = 0;
    for (size_t i = k; i < r->nruns; i++) count += same_end(&r->runs[i], run);
    TRY(grid_cell(grid, case_status_names[run->status]));
    TRY(add_cell(grid, "%zu", count));
    TRY(add_cell(grid, "%s, %s", r->problems[run->problem].label, r->variants[run->variant].name));
    TRY(grid_cell(grid, run->note));
out:
    return status;
}

static enum status put_failures(const struct page *page, const struct results *r)
{
    enum status status = OK;
    struct grid grid = {0};
    size_t reasons = 0;
    char more[96] = "";
    TRY(grid_column(&grid, "status", false));
    TRY(grid_column(&grid, "cases", true));
    TRY(grid_column(&grid, "first of them", false));
    TRY(grid_column(&grid, "reason", false));
    for (size_t k = 0; k < r->nruns; k++) {
        if (r->runs[k].status == CASE_OK || !ends_first(r, k)) continue;
        if (reasons++ < MOST_REASONS) TRY(add_reason(r, k, &grid));
    }
    if (reasons > MOST_REASONS)
        snprintf(more, sizeof more, "%zu further reasons: warpmark table FILE cases",
                 reasons - MOST_REASONS);
    TRY(grid_title(&grid, "Cases that are not ok", more));
    if (reasons) page_grid(page, &grid);
out:
    grid_free(&grid);
    return status;
}

/* Claims, tables and figures */

static enum status put_troubles(const struct page *page, const struct report_part *part)
{
    enum status status = OK;
    for (size_t k = 0; k < part->ntroubles; k++)
        TRY(put_text(page, "Not shown: %s", part->troubles[k]));
out:
    return status;
}

static enum status put_figures(struct page *page, const struct report_part *part,
                               const char *folder)
{
    enum status status = OK;
    for (size_t k = 0; k < part->nfigures; k++) {
        const struct report_figure *figure = &part->figures[k];
        char *file;
        if (figure->why) TRY(put_text(page, "Not shown: %s", figure->why));
        if (figure->why) continue;
        TRY(format_text(&file, "%s/%s", folder, figure->file));
        page_figure(page, figure->title, figure->svg, file);
        free(file);
    }
out:
    return status;
}

/* How it was measured */

static enum status add_fact(struct grid *grid, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static enum status add_fact(struct grid *grid, const char *name, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    enum status status = format_more(&text, format, arguments);
    va_end(arguments);
    if (status != OK) return status;
    if (*text) status = grid_cell(grid, name);
    if (*text && status == OK) status = grid_cell(grid, text);
    free(text);
    return status;
}

static enum status begin_facts(struct grid *grid, const char *title)
{
    enum status status = grid_title(grid, title, "");
    if (status == OK) status = grid_column(grid, "what", false);
    return status == OK ? grid_column(grid, "value", false) : status;
}

/* Whether the iterations of a solve that was timed in blocks were counted. */
static bool any_counted(const struct results *r)
{
    for (size_t k = 0; k < r->nruns; k++)
        if (r->runs[k].extrapolated && r->runs[k].iterations != MISSING) return true;
    return false;
}

/* What the file is too old to know is left out. */
static enum status add_settings(struct grid *grid, const struct results *r)
{
    enum status status = OK;
    const struct settings *s = &r->settings;
    TRY(add_fact(grid, "convergence", "%s change below %s, at most %s iterations",
                 s->criterion == RELATIVE ? "relative" : "absolute", exact_number(s->epsilon).text,
                 human_count(s->max_iterations).text));
    if (s->min_samples == s->max_samples)
        TRY(add_fact(grid, "samples", "%s a case, after %s untimed; or fewer, for %s",
                     human_count(s->max_samples).text, human_count(s->warmup).text,
                     human_seconds(s->max_time).text));
    else
        TRY(add_fact(
            grid, "samples",
            "%s to %s a case, after %s untimed; until the 95 %% interval of the median is within "
            "± %.3g %%, or for %s",
            human_count(s->min_samples).text, human_count(s->max_samples).text,
            human_count(s->warmup).text, 100 * s->max_ci, human_seconds(s->max_time).text));
    TRY(add_fact(grid, "limits", "%s a solve", human_seconds(s->timeout).text));
    if (s->iterations != MISSING && s->iterations)
        TRY(add_fact(grid, "long solves", "timed in blocks of %s iterations%s",
                     human_count(s->iterations).text,
                     s->count_iterations ? ""
                     : any_counted(r)    ? ", which are counted for some"
                                         : ", which are not counted"));
    if (s->processes != MISSING)
        TRY(add_fact(grid, "processes", "%s a case; %s cases take turns, from seed %s",
                     human_count(s->processes).text, human_count(s->interleave).text,
                     human_count(s->seed).text));
    TRY(add_fact(grid, "caches", "%s", cache_mode_names[s->cache]));
out:
    return status;
}

/* The options, one "name=value" a line, as words. */
static enum status add_options(struct grid *grid, const char *options)
{
    char *words;
    enum status status = copy_text(options ? options : "", &words);
    if (status != OK) return status;
    for (char *at = words; *at; at++)
        if (*at == '\n') *at = at[1] ? ' ' : '\0';
    status = add_fact(grid, "options", "%s", words);
    free(words);
    return status;
}

static enum status put_origin(const struct page *page, const struct report_part *part,
                              size_t machine)
{
    enum status status = OK;
    struct grid grid = {0};
    const struct results *r = &part->results;
    const char *until = r->interrupted ? "interrupted" : r->ended;
    TRY(begin_facts(&grid, "How it was measured"));
    TRY(add_fact(&grid, "measured", "%s to %s", r->started, until && *until ? until : "unknown"));
    TRY(add_fact(&grid, "took", "%s", human_seconds(r->wall).text));
    TRY(add_fact(&grid, "machine", "%s (machine %zu below)",
                 fact_value(r->machine, r->nmachine, "key"), machine));
    TRY(add_fact(&grid, "commit", "%s", r->git_commit));
    TRY(add_settings(&grid, r));
    TRY(add_options(&grid, r->options));
    TRY(add_fact(&grid, "script", "%s, SHA-256 %s", r->path, r->script_sha256));
    TRY(add_fact(&grid, "file", "%s, SHA-256 %s", part->file, part->sha256));
    page_grid(page, &grid);
    page_text(page, "To measure it again:");
    page_code(page, r->command);
out:
    grid_free(&grid);
    return status;
}

/* Machines: those of the parts, each once. What names begin with now_ say was so at the start of
 * one run. */

static bool lasting(const struct fact *fact)
{
    return strncmp(fact->name, "now_", 4) != 0;
}

/* Whether every lasting fact of a is one of b's. */
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

/* The first part with the machine of part k. */
static size_t first_with_machine(const struct report *report, size_t k)
{
    size_t first = 0;
    while (first < k && !same_machine(&report->parts[first].results, &report->parts[k].results))
        first++;
    return first;
}

/* The number of the machine of part k, from 1. */
static size_t machine_number(const struct report *report, size_t k)
{
    size_t number = 0, first = first_with_machine(report, k);
    for (size_t i = 0; i <= first; i++) number += first_with_machine(report, i) == i;
    return number;
}

static enum status put_machine(const struct page *page, size_t number, const struct results *r)
{
    enum status status = OK;
    struct grid grid = {0};
    char title[64];
    snprintf(title, sizeof title, "Machine %zu", number);
    TRY(begin_facts(&grid, title));
    for (size_t k = 0; k < r->nmachine; k++)
        if (lasting(&r->machine[k]))
            TRY(add_fact(&grid, r->machine[k].name, "%s", r->machine[k].value));
    for (size_t k = 0; k < r->nbuild; k++)
        TRY(add_fact(&grid, r->build[k].name, "%s", r->build[k].value));
    page_grid(page, &grid);
out:
    grid_free(&grid);
    return status;
}

static enum status put_machines(const struct page *page, const struct report *report)
{
    enum status status = OK;
    page_heading(page, 2, "machines", "Machines and programs");
    for (size_t k = 0; k < report->nparts; k++)
        if (first_with_machine(report, k) == k)
            TRY(put_machine(page, machine_number(report, k), &report->parts[k].results));
out:
    return status;
}

/* The page */

/* "spin09-table1: Herman's ring" */
static enum status put_part_heading(const struct page *page, const struct report_part *part)
{
    char *text;
    enum status status = format_text(&text, "%s: %s", part->anchor, title_of(&part->results));
    if (status != OK) return status;
    page_heading(page, 2, part->anchor, text);
    free(text);
    return OK;
}

static enum status put_part(struct page *page, const struct report *report, size_t k,
                            const char *folder)
{
    enum status status = OK;
    const struct report_part *part = &report->parts[k];
    const struct results *r = &part->results;
    if (report->nparts > 1 || report->title) TRY(put_part_heading(page, part));
    if (*r->paper) TRY(put_text(page, "Repeats %s.", r->paper));
    TRY(put_cases(page, r));
    if (part->claims.count)
        TRY(put_text(page, "Claims: %s.", judged_claims_text(&part->claims).text));
    TRY(put_troubles(page, part));
    for (size_t i = 0; i < part->ntables; i++) page_grid(page, &part->tables[i]);
    TRY(put_figures(page, part, folder));
    TRY(put_failures(page, r));
    TRY(put_origin(page, part, machine_number(report, k)));
out:
    return status;
}

static enum status add_summary(struct grid *grid, const struct report_part *part)
{
    enum status status = OK;
    const struct results *r = &part->results;
    size_t ok = count_status(r, CASE_OK);
    TRY(grid_cell(grid, part->anchor));
    TRY(add_cell(grid, "%zu", results_case_count(r)));
    TRY(add_cell(grid, "%zu", ok));
    TRY(add_cell(grid, "%zu", r->nruns - ok));
    for (int verdict = 0; verdict < NVERDICTS; verdict++)
        TRY(add_cell(grid, "%zu", judged_count(&part->claims, (enum verdict)verdict)));
    for (int m = 0; m < NMAGNITUDES; m++)
        TRY(add_cell(grid, "%zu", judged_magnitudes(&part->claims, (enum magnitude)m)));
    TRY(grid_cell(grid, human_seconds(r->wall).text));
out:
    return status;
}

static enum status add_total(struct grid *grid, const struct report *report)
{
    enum status status = OK;
    size_t cases = 0, runs = 0, ok = 0, verdicts[NVERDICTS] = {0}, magnitudes[NMAGNITUDES] = {0};
    double wall = 0;
    for (size_t k = 0; k < report->nparts; k++) {
        const struct report_part *part = &report->parts[k];
        cases += results_case_count(&part->results);
        runs += part->results.nruns;
        ok += count_status(&part->results, CASE_OK);
        for (int v = 0; v < NVERDICTS; v++)
            verdicts[v] += judged_count(&part->claims, (enum verdict)v);
        for (int m = 0; m < NMAGNITUDES; m++)
            magnitudes[m] += judged_magnitudes(&part->claims, (enum magnitude)m);
        wall += part->results.wall;
    }
    TRY(grid_cell(grid, "all"));
    TRY(add_cell(grid, "%zu", cases));
    TRY(add_cell(grid, "%zu", ok));
    TRY(add_cell(grid, "%zu", runs - ok));
    for (int v = 0; v < NVERDICTS; v++) TRY(add_cell(grid, "%zu", verdicts[v]));
    for (int m = 0; m < NMAGNITUDES; m++) TRY(add_cell(grid, "%zu", magnitudes[m]));
    TRY(grid_cell(grid, human_seconds(wall).text));
out:
    return status;
}

static enum status put_summary(const struct page *page, const struct report *report)
{
    enum status status = OK;
    struct grid grid = {0};
    TRY(grid_title(&grid, "Summary",
                   "took: the whole run, with making the problems and checking the answers"));
    TRY(grid_column(&grid, "experiment", false));
    TRY(grid_column(&grid, "cases", true));
    TRY(grid_column(&grid, "ok", true));
    TRY(grid_column(&grid, "not ok", true));
    for (int verdict = 0; verdict < NVERDICTS; verdict++) {
        TRY(grid_column(&grid, verdict_names[verdict], true));
        TRY(grid_group(&grid, "claims"));
    }
    for (int m = 0; m < NMAGNITUDES; m++) {
        TRY(grid_column(&grid, magnitude_names[m], true));
        TRY(grid_group(&grid, "their numbers"));
    }
    TRY(grid_column(&grid, "took", true));
    for (size_t k = 0; k < report->nparts; k++) TRY(add_summary(&grid, &report->parts[k]));
    if (report->nparts > 1) TRY(add_total(&grid, report));
    page_grid(page, &grid);
out:
    grid_free(&grid);
    return status;
}

/* The claims of all parts in one table. */
static enum status put_claims(const struct page *page, const struct report *report)
{
    static const char *const heads[] = {"experiment", "id",        "claim",
                                        "verdict",    "magnitude", "numbers"};
    enum status status = OK;
    struct grid grid = {0};
    size_t count = 0;
    TRY(grid_title(&grid, "All claims", ""));
    for (size_t j = 0; j < 6; j++) TRY(grid_column(&grid, heads[j], false));
    for (size_t k = 0; k < report->nparts; k++)
        for (size_t i = 0; i < report->parts[k].claims.count; i++, count++) {
            const struct judged_claim *claim = &report->parts[k].claims.claim[i];
            const char *const cells[] = {
                report->parts[k].anchor,       claim->id,        claim->text,
                verdict_names[claim->verdict], claim->magnitude, claim->numbers};
            for (size_t j = 0; j < 6; j++) TRY(grid_cell(&grid, cells[j]));
        }
    if (count) page_grid(page, &grid);
out:
    grid_free(&grid);
    return status;
}

static enum status put_contents(const struct page *page, const struct report *report)
{
    page_open_list(page);
    for (size_t k = 0; k < report->nparts; k++)
        page_link(page, report->parts[k].anchor, report->parts[k].anchor,
                  title_of(&report->parts[k].results));
    page_link(page, "machines", "machines", "Machines and programs");
    page_close_list(page);
    enum status status = put_summary(page, report);
    return status == OK ? put_claims(page, report) : status;
}

enum status report_print(const struct report *report, enum page_format format, const char *folder,
                         FILE *out)
{
    enum status status = OK;
    struct page page = {.out = out, .format = format};
    char several[64];
    snprintf(several, sizeof several, "%zu experiments", report->nparts);
    page_begin(&page, report->title         ? report->title
                      : report->nparts == 1 ? title_of(&report->parts[0].results)
                                            : several);
    if (report->nparts > 1) TRY(put_contents(&page, report));
    for (size_t k = 0; k < report->nparts; k++) TRY(put_part(&page, report, k, folder));
    TRY(put_machines(&page, report));
    page_end(&page);
out:
    return status;
}
