#include "plots/history/history_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/noise_told.h"
#include "analysis/history/history_print.h"
#include "analysis/history/kept_alarms.h"
#include "analysis/history/which_commit.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/output/printing.h"
#include "plots/figures/picture.h"
#include "plots/history/history_plot.h"
#include "plots/report/page.h"
#include "store/marks.h"

/* Limits of the page; what is new and worse comes first. */
enum { MOST_FIGURES = 24, MOST_LINES = 10, MOST_RUNS = 60 };

bool is_history_page(const char *path)
{
    static const char ending[] = ".html";
    size_t length = strlen(path);
    return length > strlen(ending) && !strcmp(path + length - strlen(ending), ending);
}

/* Makes a history of only the series with findings, for the figures. It borrows all but its two
 * lists. */
static enum status select_changed(const struct history *history, struct history *out)
{
    size_t *place;
    *out = *history;
    out->series = NULL;
    out->findings = NULL;
    out->nseries = out->nfindings = 0;
    MUST(allocate(history->nseries, sizeof *place, "a history", &place));
    for (size_t s = 0; s < history->nseries; s++) place[s] = SIZE_MAX;
    enum status status =
        allocate(history->nfindings, sizeof *out->series, "a history", &out->series);
    if (status == OK)
        status = allocate(history->nfindings, sizeof *out->findings, "a history", &out->findings);
    for (size_t k = 0; k < history->nfindings && status == OK; k++) {
        size_t s = history->findings[k].series;
        if (place[s] == SIZE_MAX && (out->nseries == MOST_FIGURES || !history->series[s].nvalues))
            continue;
        if (place[s] == SIZE_MAX) {
            out->series[out->nseries] = history->series[s];
            place[s] = out->nseries++;
        }
        out->findings[out->nfindings] = history->findings[k];
        out->findings[out->nfindings++].series = place[s];
    }
    free(place);
    return status;
}

static void free_selection(struct history *selection)
{
    free(selection->series);
    free(selection->findings);
}

/* Makes ", also changed: built with compiler"; "" if nothing else changed. *out is new. */
static enum status also_changed(const struct history *history, const struct finding *finding,
                                char **out)
{
    const char *other;
    size_t k = 0;
    MUST(copy_text("", out));
    for (const struct fact *fact;
         (fact = history_difference(&history->runs[finding->before], &history->runs[finding->after],
                                    &k, &other));)
        MUST(append_text(out, "%s%s", **out ? ", " : "; also changed: ", fact->name));
    return OK;
}

/* Prints "tandem, jacobi/msr/f64/seq: slower by 10.1 % since 2026-11-21 (21.h5), commit c4 →
 * c5." */
static enum status put_finding(const struct page *page, const struct history *history,
                               const struct finding *finding)
{
    const struct series *series = &history->series[finding->series];
    const char *before = history->runs[finding->before].commit,
               *after = history->runs[finding->after].commit;
    bool other = strcmp(before, after) != 0;
    char change[40] = "", *also = NULL, *kept = NULL;
    if (!isnan(finding->change))
        snprintf(change, sizeof change, " by %.1f %%", 100 * fabs(finding->change - 1));
    enum status status = also_changed(history, finding, &also);
    if (status == OK) status = kept_text(finding, &kept);
    if (status == OK)
        status = page_say_item(
            page, "%s, %s: %s%s since %s (%s), commit %s%s%s%s%s%s%s.", series->problem,
            series->variant, finding_word(history, finding), change,
            history_moment(history, finding->after).text, history->runs[finding->after].file,
            before, other ? " → " : "", other ? after : "",
            finding->same_code ? "; its code did not change" : "", also, *kept ? "; " : "", kept);
    free(also);
    free(kept);
    return status;
}

static bool is_alarm(const struct finding *finding)
{
    return finding->alarm;
}

static bool is_new_improvement(const struct finding *finding)
{
    return finding->fresh && !finding->worse;
}

static bool is_unsure(const struct finding *finding)
{
    return finding->fresh && finding->worse && !finding->alarm && !finding->kept &&
           finding->back == MISSING;
}

static bool is_back(const struct finding *finding)
{
    return finding->fresh && finding->back != MISSING;
}

static bool is_settled(const struct finding *finding)
{
    return finding->kept && !finding->alarm && finding->back == MISSING;
}

/* Prints the number of findings of a kind, and a line for each. */
static enum status put_kind(const struct page *page, const struct history *history,
                            bool (*belongs)(const struct finding *), const char *what)
{
    size_t count = 0, told = 0;
    for (size_t k = 0; k < history->nfindings; k++) count += belongs(&history->findings[k]);
    if (!count) return OK;
    MUST(page_say(page, "%s: %zu.", what, count));
    page_open_list(page);
    for (size_t k = 0; k < history->nfindings && told < MOST_LINES; k++)
        if (belongs(&history->findings[k])) {
            MUST(put_finding(page, history, &history->findings[k]));
            told++;
        }
    if (count > told) MUST(page_say_item(page, "%zu more: see the table.", count - told));
    page_close_list(page);
    return OK;
}

/* Prints the commands that find the commits of the alarms. */
static enum status put_commands(const struct page *page, const struct history *history)
{
    char *commands, *rest, *line;
    MUST(which_commits(history, "", &commands));
    if (*commands) page_text(page, "Which commit made them slower? On the machine of these runs:");
    for (rest = commands; *rest && (line = strsep(&rest, "\n"));) page_code(page, line);
    free(commands);
    return OK;
}

/* Names the cases that came or vanished. */
static enum status put_came_and_gone(const struct page *page, const struct history *history)
{
    enum status status = OK;
    char *names, *rest, *line;
    MUST(history_came_and_gone(history, &names));
    for (rest = names; status == OK && *rest && (line = strsep(&rest, "\n"));)
        status = page_say(page, "%s.", line);
    free(names);
    return status;
}

/* Prints what disturbed the newest run; its file is read again for that. */
static enum status put_noise(const struct page *page, const struct history *history)
{
    enum status status = OK;
    char *path = NULL, *noise = NULL;
    struct results results = {0};
    const struct history_run *run = &history->runs[history->nruns - 1];
    TRY(format_text(&path, "%s/%s", history->folder, run->file));
    TRY(results_read(path, &results));
    TRY(noise_sentences(&results, &noise));
    TRY(page_say(page, "Noise in the newest run, %s: %s", run->file,
                 *noise ? "" : "none was seen."));
    struct page about = *page;
    about.file = run->file;
    page_open_list(page);
    page_items(&about, noise);
    page_close_list(page);
out:
    results_free(&results);
    free(noise);
    free(path);
    return status;
}

static enum status put_learned(const struct page *page, const struct history *history)
{
    size_t old = 0;
    const struct human few = history_too_few_text(history);
    page_heading(page, 2, "learned", "What changed");
    MUST(put_kind(page, history, is_alarm, "New changes for the worse"));
    MUST(put_commands(page, history));
    MUST(put_kind(page, history, is_settled, "Acknowledged, or not confirmed"));
    MUST(put_kind(page, history, is_back, "Worse for a while, and as fast as before again"));
    MUST(put_kind(page, history, is_unsure,
                  "New and worse, but uncertain, or the code did not change"));
    MUST(put_kind(page, history, is_new_improvement, "New changes for the better"));
    for (size_t k = 0; k < history->nfindings; k++) old += !history->findings[k].fresh;
    if (history->nfindings == 0) page_text(page, "Nothing became slower, faster or failed.");
    if (old) MUST(page_say(page, "Older changes: %zu.", old));
    if (*few.text) MUST(page_say(page, "%s.", few.text));
    MUST(put_came_and_gone(page, history));
    for (size_t k = 0; k < history->nskipped; k++)
        MUST(page_say(page, "Not read: %s", history->skipped[k]));
    return put_noise(page, history);
}

static enum status put_tables(const struct page *page, const struct history *history)
{
    for (size_t s = 0; s < history->nseries; s++) {
        struct grid grid = {0};
        if (!history_new_machine(history, s)) continue;
        enum status status = history_grid(history, history->series[s].machine, &grid);
        if (status == OK) status = page_take_grid(page, NULL, &grid);
        else grid_free(&grid);
        if (status != OK) return status;
    }
    return OK;
}

static enum status put_figure(struct page *page, const char *folder, const char *stem,
                              const struct series *series)
{
    enum status status = OK;
    char *path = NULL, *title = NULL, *svg = NULL;
    size_t size;
    TRY(format_text(&path, "%s/%s.svg", folder, stem));
    TRY(format_text(&title, "%s, %s", series->problem, series->variant));
    TRY(picture_read(path, SPY_SVG, &svg, &size));
    TRY(page_figure(page, NULL, title, svg, path));
out:
    free(path);
    free(title);
    free(svg);
    return status;
}

static enum status put_history_figures(struct page *page, const struct history *history)
{
    enum status status = OK;
    struct folder folder = {0};
    struct history changed;
    char **stems = NULL;
    TRY(select_changed(history, &changed));
    if (!changed.nseries) goto out;
    page_heading(page, 2, "figures", "Figures");
    TRY(folder_create("history", &folder));
    TRY(history_plot(&changed, folder.path, false));
    TRY(history_stems(&changed, &stems));
    for (size_t s = 0; s < changed.nseries; s++)
        TRY(put_figure(page, folder.path, stems[s], &changed.series[s]));
out:
    for (size_t s = 0; stems && s < changed.nseries; s++) free(stems[s]);
    free(stems);
    folder_remove(&folder);
    free_selection(&changed);
    return status;
}

/* Prints the runs, the newest first. */
static enum status put_runs(const struct page *page, const struct history *history)
{
    struct grid grid = {0};
    size_t shown = history->nruns < MOST_RUNS ? history->nruns : MOST_RUNS;
    page_heading(page, 2, "runs", "Runs");
    grid_title(&grid, "",
               history->nruns > shown
                   ? human_text("%zu older runs are left out", history->nruns - shown).text
                   : "");
    grid_columns(&grid, "started|file|experiment|commit|machine");
    for (size_t k = history->nruns; k-- > history->nruns - shown;) {
        const struct history_run *run = &history->runs[k];
        GRID_CELLS(&grid, run->started, run->file, run->experiment, run->commit, run->machine);
    }
    return page_take_grid(page, NULL, &grid);
}

static void put_contents(const struct page *page, const struct history *history)
{
    page_open_links(page);
    if (history->nfindings) page_link(page, "changes", "All changes", "");
    if (history->nfindings) page_link(page, "figures", "Figures", "");
    page_link(page, "runs", "Runs", "");
    page_link(page, GLOSSARY_ANCHOR, GLOSSARY_TITLE, "");
    page_close_links(page);
}

static enum status print_history_page(const void *what, FILE *out)
{
    enum status status = OK;
    const struct history *history = what;
    struct glossary glossary = {0};
    struct page page = {.out = out, .glossary = &glossary};
    char *title = NULL;
    TRY(glossary_read(&glossary));
    TRY(format_text(&title, "History of %s: %s", history->folder, history_alarms(history).text));
    page_begin(&page, title);
    TRY(page_say(&page, "%s.", history_head(history).text));
    TRY(put_learned(&page, history));
    page_heading(&page, 2, "contents", "Contents");
    put_contents(&page, history);
    if (history->nfindings) page_heading(&page, 2, "changes", "All changes");
    TRY(put_tables(&page, history));
    TRY(put_history_figures(&page, history));
    TRY(put_runs(&page, history));
    page_glossary(&page);
    page_end(&page);
out:
    free(title);
    glossary_free(&glossary);
    return status;
}

enum status history_page_write(const struct history *history, const char *path, bool force)
{
    return print_to_file(path, force ? &kind_reports[PAGE_HTML] : NULL, print_history_page,
                         history);
}
