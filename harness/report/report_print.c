/* What is in a report. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/compare/slower_omp.h"
#include "harness/report/report.h"
#include "harness/report/stored.h"
#include "harness/store/facts.h"
#include "harness/store/marks.h"
#include "harness/util/units.h"

static enum status put_text(const struct page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A paragraph. */
static enum status put_text(const struct page *page, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    enum status status = append_list(&text, format, arguments);
    va_end(arguments);
    if (status == OK) page_text(page, text);
    free(text);
    return status;
}

/* Prints the grid, unless it has no rows, and frees it. */
static enum status put_grid(const struct page *page, struct grid *grid)
{
    enum status status = grid->status;
    if (status == OK && grid->ncells > grid->ncolumns) page_grid(page, grid);
    grid_free(grid);
    return status;
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
        size_t count = count_status(results, (enum case_status)s);
        if (count)
            status = append_text(out, "%s%zu %s", **out ? ", " : "", count, case_status_names[s]);
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
                 r->quick ? " A quick run: do not keep its numbers." : ""));
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

static void add_reason(const struct results *r, size_t k, struct grid *grid)
{
    const struct result_run *run = &r->runs[k];
    size_t count = 0;
    for (size_t i = k; i < r->nruns; i++) count += same_end(&r->runs[i], run);
    grid_cell(grid, case_status_names[run->status]);
    grid_format(grid, "%zu", count);
    grid_format(grid, "%s, %s", r->problems[run->problem].label, r->variants[run->variant].name);
    grid_cell(grid, run->note);
}

static enum status put_failures(const struct page *page, const struct results *r)
{
    struct grid grid = {0};
    struct human more = {""};
    size_t reasons = 0;
    grid_columns(&grid, "status|>cases|first of them|reason");
    for (size_t k = 0; k < r->nruns; k++) {
        if (r->runs[k].status == CASE_OK || !ends_first(r, k)) continue;
        if (reasons++ < MOST_REASONS) add_reason(r, k, &grid);
    }
    if (reasons > MOST_REASONS)
        more = human_text("%zu further reasons: warpmark table FILE cases", reasons - MOST_REASONS);
    grid_title(&grid, "Cases that are not ok", more.text);
    return put_grid(page, &grid);
}

/* Claims, tables and figures */

static enum status put_figures(struct page *page, const struct report_part *part,
                               const char *folder)
{
    for (size_t k = 0; k < part->nfigures; k++) {
        const struct report_figure *figure = &part->figures[k];
        char *file;
        if (figure->why) MUST(put_text(page, "Not shown: %s", figure->why));
        if (figure->why) continue;
        MUST(format_text(&file, "%s/%s", folder, figure->file));
        page_figure(page, figure->title, figure->svg, file);
        free(file);
    }
    return OK;
}

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

/* Whether the iterations of a solve that was timed in blocks were counted. */
static bool any_counted(const struct results *r)
{
    for (size_t k = 0; k < r->nruns; k++)
        if (r->runs[k].extrapolated && r->runs[k].iterations != MISSING) return true;
    return false;
}

/* What the file is too old to know is left out. */
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
    add_fact(grid, "caches", cache_mode_names[s->cache]);
}

/* The options, one "name=value" a line, as words. */
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

static enum status put_origin(const struct page *page, const struct report_part *part,
                              size_t machine)
{
    enum status status = OK;
    struct grid grid = {0};
    const struct results *r = &part->results;
    const char *until = r->interrupted ? "interrupted" : r->ended;
    begin_facts(&grid, "How it was measured");
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
    TRY(put_grid(page, &grid));
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
    struct grid grid = {0};
    begin_facts(&grid, human_text("Machine %zu", number).text);
    for (size_t k = 0; k < r->nmachine; k++)
        if (lasting(&r->machine[k])) add_fact(&grid, r->machine[k].name, r->machine[k].value);
    for (size_t k = 0; k < r->nbuild; k++) add_fact(&grid, r->build[k].name, r->build[k].value);
    return put_grid(page, &grid);
}

static enum status put_machines(const struct page *page, const struct report *report)
{
    page_heading(page, 2, "machines", "Machines and programs");
    for (size_t k = 0; k < report->nparts; k++)
        if (first_with_machine(report, k) == k)
            MUST(put_machine(page, machine_number(report, k), &report->parts[k].results));
    return OK;
}

/* The page */

static enum status put_part(struct page *page, const struct report *report, size_t k,
                            const char *folder)
{
    enum status status = OK;
    const struct report_part *part = &report->parts[k];
    const struct results *r = &part->results;
    char *heading = NULL;
    TRY(format_text(&heading, "%s: %s", part->anchor, title_of(r)));
    if (report->nparts > 1 || report->title) page_heading(page, 2, part->anchor, heading);
    if (*r->paper) TRY(put_text(page, "Repeats %s.", r->paper));
    TRY(put_cases(page, r));
    if (part->claims.count)
        TRY(put_text(page, "Claims: %s.", judged_claims_text(&part->claims).text));
    for (size_t i = 0; i < part->ntroubles; i++)
        TRY(put_text(page, "Not shown: %s", part->troubles[i]));
    for (size_t i = 0; i < part->ntables; i++) page_grid(page, &part->tables[i]);
    TRY(put_figures(page, part, folder));
    TRY(put_failures(page, r));
    TRY(put_origin(page, part, machine_number(report, k)));
    if (part->stored) TRY(stored_print(page, part->stored));
out:
    free(heading);
    return status;
}

/* A row of the summary: of the parts first .. end - 1 together. */
static void add_summary(struct grid *grid, const char *name, const struct report_part *first,
                        const struct report_part *end)
{
    size_t cases = 0, runs = 0, ok = 0, verdicts[NVERDICTS] = {0}, magnitudes[NMAGNITUDES] = {0};
    double wall = 0;
    for (const struct report_part *part = first; part < end; part++) {
        cases += results_case_count(&part->results);
        runs += part->results.nruns;
        ok += count_status(&part->results, CASE_OK);
        for (int v = 0; v < NVERDICTS; v++)
            verdicts[v] += judged_count(&part->claims, (enum verdict)v);
        for (int m = 0; m < NMAGNITUDES; m++)
            magnitudes[m] += judged_magnitudes(&part->claims, (enum magnitude)m);
        wall += part->results.wall;
    }
    grid_cell(grid, name);
    grid_format(grid, "%zu", cases);
    grid_format(grid, "%zu", ok);
    grid_format(grid, "%zu", runs - ok);
    for (int v = 0; v < NVERDICTS; v++) grid_format(grid, "%zu", verdicts[v]);
    for (int m = 0; m < NMAGNITUDES; m++) grid_format(grid, "%zu", magnitudes[m]);
    grid_cell(grid, human_seconds(wall).text);
}

static enum status put_summary(const struct page *page, const struct report *report)
{
    struct grid grid = {0};
    const struct report_part *part = report->parts, *end = part + report->nparts;
    grid_title(&grid, "Summary",
               "took: the whole run, including making the problems and checking the answers");
    grid_columns(&grid, "experiment|>cases|>ok|>not ok");
    for (int verdict = 0; verdict < NVERDICTS; verdict++) {
        grid_column(&grid, verdict_names[verdict], true);
        grid_group(&grid, "claims");
    }
    for (int m = 0; m < NMAGNITUDES; m++) {
        grid_column(&grid, magnitude_names[m], true);
        grid_group(&grid, "their numbers");
    }
    grid_columns(&grid, ">took");
    for (; part < end; part++) add_summary(&grid, part->anchor, part, part + 1);
    if (report->nparts > 1) add_summary(&grid, "all", report->parts, end);
    return put_grid(page, &grid);
}

/* The claims of all parts in one table. */
static enum status put_claims(const struct page *page, const struct report *report)
{
    struct grid grid = {0};
    const bool stored = stored_any(report);
    grid_title(&grid, "All claims", stored ? STORED_NOTE : "");
    grid_columns(&grid, "experiment|id|claim|verdict|magnitude|numbers");
    if (stored) grid_columns(&grid, "stored");
    for (size_t k = 0; k < report->nparts; k++)
        for (size_t i = 0; i < report->parts[k].claims.count; i++) {
            const struct judged_claim *claim = &report->parts[k].claims.claim[i];
            GRID_CELLS(&grid, report->parts[k].anchor, claim->id, claim->text,
                       verdict_names[claim->verdict], claim->magnitude, claim->numbers);
            if (stored) grid_cell(&grid, stored_verdict(&report->parts[k], claim->id));
        }
    return put_grid(page, &grid);
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
    struct page page = {.out = out, .format = format};
    char several[64];
    snprintf(several, sizeof several, "%zu experiments", report->nparts);
    page_begin(&page, report->title         ? report->title
                      : report->nparts == 1 ? title_of(&report->parts[0].results)
                                            : several);
    if (report->nparts > 1) MUST(put_contents(&page, report));
    for (size_t k = 0; k < report->nparts; k++) MUST(put_part(&page, report, k, folder));
    MUST(put_machines(&page, report));
    page_end(&page);
    return OK;
}
