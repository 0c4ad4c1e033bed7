/* Prints a report. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/units.h"
#include "plots/report/explore.h"
#include "plots/report/learned.h"
#include "plots/report/origin.h"
#include "plots/report/stored.h"
#include "store/marks.h"

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

/* Number of cases that this machine or this program cannot run. */
static size_t count_not_run(const struct results *results)
{
    return count_status(results, CASE_NO_DEVICE) + count_status(results, CASE_UNSUPPORTED);
}

static const char *title_of_failures(const struct results *results)
{
    const size_t not_run = count_not_run(results);
    if (!not_run) return "Cases that are not ok";
    return not_run + count_status(results, CASE_OK) == results->nruns
               ? "Cases that cannot run here"
               : "Cases that are not ok or cannot run here";
}

/* Makes "32 ok, 2 timeout"; *out is new. */
static enum status list_statuses(const struct results *results, char **out)
{
    enum status status = copy_text("", out);
    for (int s = 0; s < NCASE_STATUSES && status == OK; s++) {
        size_t count = count_status(results, (enum case_status)s);
        if (count)
            status = append_text(out, "%s%zu %s", **out ? ", " : "", count, case_status_words[s]);
    }
    return status;
}

/* Anchor of a table or figure of a part. No name of a part contains ':', so anchors are unique. */
static struct human anchor_of(const struct report_part *part, const char *what, size_t k)
{
    return human_text("%s:%zu.%zu", what, part->number, k);
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static enum status put_cases(const struct page *page, const struct results *r)
{
    size_t ncases = results_case_count(r);
    const struct human answers = marks_summary(r);
    char *statuses = NULL, processes[64] = "";
    if (r->nruns > ncases) snprintf(processes, sizeof processes, " in %zu processes", r->nruns);
    MUST(list_statuses(r, &statuses));
    enum status status =
        page_say(page, "%zu case%s of %zu problem%s and %zu variant%s%s: %s%s%s; %s samples.",
                 ncases, plural(ncases), r->nproblems, plural(r->nproblems), r->nvariants,
                 plural(r->nvariants), processes, statuses, *answers.text ? "; " : "", answers.text,
                 human_count(r->nsamples).text);
    free(statuses);
    return status;
}

/* Cases that are not ok, those with the same status and reason together. */

enum { MOST_REASONS = 20 };

/* Returns whether two runs ended alike. Notes are ignored for inaccurate runs, since each has its
 * own number. */
static bool same_end(const struct result_run *a, const struct result_run *b)
{
    return a->status == b->status && (a->status == CASE_INACCURATE || !strcmp(a->note, b->note));
}

/* Returns whether run k is the first that ended as it did. */
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
    grid_cell(grid, case_status_words[run->status]);
    grid_format(grid, "%zu", count);
    grid_format(grid, "%s, %s", r->problems[run->problem].label, r->variants[run->variant].name);
    grid_cell(grid, run->note);
}

static enum status put_failures(const struct page *page, const struct report_part *part)
{
    const struct results *r = &part->results;
    struct grid grid = {0};
    struct human more = {""};
    size_t reasons = 0;
    grid_columns(&grid, "status|>cases|first of them|reason");
    for (size_t k = 0; k < r->nruns; k++) {
        if (r->runs[k].status == CASE_OK || !ends_first(r, k)) continue;
        if (reasons++ < MOST_REASONS) add_reason(r, k, &grid);
    }
    if (reasons > MOST_REASONS)
        more = human_text("%zu further reasons: warpmark table %s cases", reasons - MOST_REASONS,
                          part->file);
    grid_title(&grid, title_of_failures(r), more.text);
    return page_take_grid(page, anchor_of(part, "failures", 0).text, &grid);
}

/* Claims, tables and figures */

static enum status put_report_figures(struct page *page, const struct report_part *part,
                                      const char *folder)
{
    for (size_t k = 0; k < part->nfigures; k++) {
        const struct report_figure *figure = &part->figures[k];
        char *file;
        if (figure->why) MUST(page_say(page, "Not shown: %s", figure->why));
        if (figure->why) continue;
        MUST(format_text(&file, "%s/%s", folder, figure->file));
        const struct human anchor = anchor_of(part, "figure", k + 1);
        enum status status = page_figure(page, anchor.text, figure->title, figure->svg, file);
        free(file);
        MUST(status);
    }
    return OK;
}

/* The page */

/* Returns whether the page is for a collection of experiments; one with a title may hold just
 * one. */
static bool is_collection(const struct report *report)
{
    return report->nparts > 1 || report->title;
}

/* Marks the layouts, precisions and places in the names of variants as used words, since they are
 * in no text. */
static void use_words(const struct report *report, struct glossary *words)
{
    for (size_t k = 0; k < report->nparts; k++)
        for (size_t v = 0; v < report->parts[k].results.nvariants; v++) {
            const struct result_variant *variant = &report->parts[k].results.variants[v];
            glossary_use(words, variant->layout);
            glossary_use(words, variant->method);
        }
}

static enum status put_results(struct page *page, const struct report *report, size_t k,
                               const char *folder)
{
    const struct report_part *part = &report->parts[k];
    for (size_t i = 0; i < part->ntroubles; i++)
        MUST(page_say(page, "Not shown: %s", part->troubles[i]));
    for (size_t i = 0; i < part->ntables; i++)
        page_grid(page, &part->tables[i], anchor_of(part, "table", i + 1).text);
    MUST(put_report_figures(page, part, folder));
    MUST(put_failures(page, part));
    if (part->replayed) MUST(page_say(page, "%s", part->replayed));
    if (part->differing.ncells > part->differing.ncolumns) page_grid(page, &part->differing, NULL);
    return OK;
}

/* Prints how a part was measured, below its heading. */
static enum status put_origin(const struct page *page, const struct report *report, size_t k)
{
    const struct report_part *part = &report->parts[k];
    page_heading(page, is_collection(report) ? 3 : 2, anchor_of(part, "origin", 0).text,
                 "How it was measured");
    return origin_print(page, part, machine_number(report, k));
}

static enum status put_head(const struct page *page, const struct results *r)
{
    if (*r->paper) MUST(page_say(page, "Repeats %s.", r->paper));
    return put_cases(page, r);
}

/* Prints one experiment among several. */
static enum status put_part(struct page *page, const struct report *report, size_t k,
                            const char *folder)
{
    enum status status = OK;
    const struct report_part *part = &report->parts[k];
    char *heading = NULL;
    page->file = part->file;
    TRY(format_text(&heading, "%s: %s", part->anchor, title_of(&part->results)));
    page_heading(page, 2, part->anchor, heading);
    TRY(put_head(page, &part->results));
    TRY(learned_print(page, part, false));
    page_open_fold(page, "Tables, figures, and how it was measured");
    TRY(put_results(page, report, k, folder));
    TRY(put_origin(page, report, k));
    if (part->stored) TRY(stored_print(page, part->stored));
    page_close_fold(page);
out:
    free(heading);
    return status;
}

/* Adds a cell for each count; "-" if all are 0. */
static void add_counts(struct grid *grid, int count, const size_t *counts)
{
    size_t all = 0;
    for (int k = 0; k < count; k++) all += counts[k];
    for (int k = 0; k < count; k++) grid_format(grid, all ? "%zu" : "-", counts[k]);
}

/* Adds a row of the summary, for the parts first .. end - 1 together. */
static void add_summary(struct grid *grid, const char *name, const struct report_part *first,
                        const struct report_part *end)
{
    size_t cases = 0, runs = 0, ok = 0, not_run = 0, verdicts[NVERDICTS] = {0},
           magnitudes[NMAGNITUDES] = {0};
    double wall = 0;
    for (const struct report_part *part = first; part < end; part++) {
        cases += results_case_count(&part->results);
        runs += part->results.nruns;
        ok += count_status(&part->results, CASE_OK);
        not_run += count_not_run(&part->results);
        for (int v = 0; v < NVERDICTS; v++)
            verdicts[v] += judged_count(&part->results, (enum claim_verdict)v);
        for (int m = 0; m < NMAGNITUDES; m++)
            magnitudes[m] += judged_magnitudes(&part->results, (enum magnitude)m);
        wall += part->results.wall;
    }
    grid_cell(grid, name);
    grid_format(grid, "%zu", cases);
    grid_format(grid, "%zu", ok);
    grid_format(grid, "%zu", runs - ok - not_run);
    grid_format(grid, not_run ? "%zu" : "-", not_run);
    add_counts(grid, NVERDICTS - VERDICT_HOLDS, verdicts + VERDICT_HOLDS);
    add_counts(grid, NMAGNITUDES, magnitudes);
    grid_cell(grid, human_seconds(wall).text);
}

static enum status put_summary(const struct page *page, const struct report *report)
{
    struct grid grid = {0};
    const struct report_part *part = report->parts, *end = part + report->nparts;
    grid_title(&grid, "Summary",
               "took: the whole run, including making the problems and checking the answers");
    grid_columns(&grid, "experiment|>cases|>ok|>not ok|>cannot run here");
    for (int verdict = VERDICT_HOLDS; verdict < NVERDICTS; verdict++) {
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
    return page_take_grid(page, "summary", &grid);
}

/* Prints the claims of all parts in one table. */
static enum status put_claims(const struct page *page, const struct report *report)
{
    struct grid grid = {0};
    const bool stored = stored_any(report);
    grid_title(&grid, "All claims", stored ? STORED_NOTE : "");
    grid.keys = 2; /* on paper each part of a wide table names its claims */
    grid_columns(&grid, "experiment|id|claim|verdict|magnitude|numbers");
    if (stored) grid_columns(&grid, "stored");
    for (size_t k = 0; k < report->nparts; k++)
        for (size_t i = 0; i < report->parts[k].results.nclaims; i++) {
            const struct claim *claim = &report->parts[k].results.claims[i];
            GRID_CELLS(&grid, report->parts[k].anchor, claim->id, claim->text,
                       verdict_names[claim->verdict], claim->magnitude, claim->numbers);
            if (stored) grid_cell(&grid, stored_verdict(&report->parts[k], claim->id));
        }
    return page_take_grid(page, NULL, &grid);
}

static void link_cases(const struct page *page)
{
    if (page->format == PAGE_HTML)
        page_link(page, EXPLORE_ANCHOR, EXPLORE_TITLE, "filter, sort, compare");
}

static void link_ends(const struct page *page)
{
    page_link(page, "machines", "Machines and programs", "");
    page_link(page, GLOSSARY_ANCHOR, GLOSSARY_TITLE, "");
    page_close_links(page);
}

static void put_contents(const struct page *page, const struct report *report)
{
    page_heading(page, 2, "contents", "Contents");
    page_open_links(page);
    link_cases(page);
    for (size_t k = 0; k < report->nparts; k++)
        page_link(page, report->parts[k].anchor, report->parts[k].anchor,
                  title_of(&report->parts[k].results));
    link_ends(page);
}

/* Prints what all parts show together. */
static enum status put_all(const struct page *page, const struct report *report)
{
    page_heading(page, 2, "learned", "What it shows");
    MUST(learned_of_all(page, report));
    put_contents(page, report);
    MUST(put_summary(page, report));
    MUST(put_claims(page, report));
    return explore_print(page, report);
}

/* Prints the contents of a page about one experiment. */
static void put_own_contents(const struct page *page, const struct report_part *part)
{
    page_open_links(page);
    link_cases(page);
    for (size_t k = 0; k < part->ntables; k++)
        page_link(page, anchor_of(part, "table", k + 1).text, part->tables[k].title, "");
    for (size_t k = 0, figure = 0; k < part->nfigures; k++)
        if (!part->figures[k].why)
            page_link(page, anchor_of(part, "figure", k + 1).text,
                      human_text("Figure %zu", ++figure).text, part->figures[k].title);
    if (count_status(&part->results, CASE_OK) < part->results.nruns)
        page_link(page, anchor_of(part, "failures", 0).text, title_of_failures(&part->results), "");
    page_link(page, anchor_of(part, "origin", 0).text, "How it was measured", "");
    link_ends(page);
}

static enum status put_one(struct page *page, const struct report *report, const char *folder)
{
    const struct report_part *part = report->parts;
    MUST(put_head(page, &part->results));
    page_heading(page, 2, "learned", "What it shows");
    MUST(learned_print(page, part, true));
    page_heading(page, 2, "contents", "Contents");
    put_own_contents(page, part);
    MUST(explore_print(page, report));
    page_heading(page, 2, part->anchor, "Results");
    MUST(put_results(page, report, 0, folder));
    return put_origin(page, report, 0);
}

enum status report_print(struct report *report, enum page_format format, const char *folder,
                         FILE *out)
{
    struct page page = {.out = out,
                        .format = format,
                        .file = report->nparts == 1 ? report->parts[0].file : NULL,
                        .glossary = &report->glossary};
    char several[64];
    snprintf(several, sizeof several, "%zu experiments", report->nparts);
    page_begin(&page, report->title         ? report->title
                      : report->nparts == 1 ? title_of(&report->parts[0].results)
                                            : several);
    if (is_collection(report)) MUST(put_all(&page, report));
    for (size_t k = 0; is_collection(report) && k < report->nparts; k++)
        MUST(put_part(&page, report, k, folder));
    if (!is_collection(report)) MUST(put_one(&page, report, folder));
    page_stay_link(&page, "contents", "Contents");
    page_heading(&page, 2, "machines", "Machines and programs");
    MUST(machines_print(&page, report));
    use_words(report, page.glossary);
    page_glossary(&page);
    page_end(&page);
    return OK;
}
