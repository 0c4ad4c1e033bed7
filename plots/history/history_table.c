#include "plots/history/history_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/history/history_print.h"
#include "analysis/history/which_commit.h"
#include "base/memory.h"
#include "base/output/html.h"
#include "base/output/json.h"
#include "base/output/printing.h"
#include "base/output/units.h"
#include "plots/report/page.h"
#include "store/marks.h"

extern const char text_cases_css[], text_history_css[]; /* plots/cases.css, ... */
extern const char text_filters_js[], text_history_js[];

/* Input for the parts of a page. */
struct table_page {
    const struct history *history;
    char *folder; /* folder of the files, relative to the page */
};

static struct human change_text(const struct history *history, const struct finding *f)
{
    const char *word = status_words(finding_word(history, f));
    if (isnan(f->change)) return human_text("%s", word);
    return human_text("%s by %.3g %%", word, 100 * fabs(f->change - 1));
}

/* Rows */

static void put_cell(const char *class, const char *text, FILE *out)
{
    fprintf(out, *class ? "<td class=\"%s\">" : "<td>", class);
    html_text(text, out);
    fputs("</td>", out);
}

/* Prints a cell that names the row. */
static void put_name(const char *text, FILE *out)
{
    fputs("<th scope=\"row\">", out);
    html_text(text, out);
    fputs("</th>", out);
}

/* Prints the verdict and the change of the first finding of a series; alarms come first. f: NULL if
 * there is none. */
static void put_verdict(const struct history *history, const struct finding *f, FILE *out)
{
    put_cell(f && f->alarm ? "alarm" : "", f ? history_verdict(history, f).text : "", out);
    put_cell("number",
             !f                 ? ""
             : isnan(f->change) ? status_words(finding_word(history, f))
                                : human_text("%+.1f %%", 100 * (f->change - 1)).text,
             out);
}

/* Prints when it changed, and between which commits. */
static void put_commit(const struct history *history, const struct finding *f, FILE *out)
{
    if (!f) {
        fputs("<td></td><td></td>", out);
        return;
    }
    const char *before = history->runs[f->before].commit, *after = history->runs[f->after].commit;
    put_cell("", history_moment(history, f->after).text, out);
    put_cell("", strcmp(before, after) ? human_text("%s → %s", before, after).text : after, out);
}

/* Range of the logarithms of a series' values; 0, 0 if it has none. */
static void find_range(const struct series *series, double *low, double *high)
{
    *low = INFINITY, *high = -INFINITY;
    for (size_t k = 0; k < series->nvalues; k++) {
        const double value = log(series->points[series->value[k]].median);
        *low = fmin(*low, value);
        *high = fmax(*high, value);
    }
    if (!series->nvalues) *low = *high = 0;
}

/* Prints the place of a small curve, with its least and most. */
static void put_spark(const struct series *series, size_t s, FILE *out)
{
    double low, high;
    find_range(series, &low, &high);
    fprintf(out,
            "<td class=\"spark\"><canvas data-series=\"%zu\" role=\"img\" aria-label=\"curve\">"
            "</canvas>",
            s);
    const struct human least = human_seconds(exp(low)), most = human_seconds(exp(high));
    const bool differ = strcmp(least.text, most.text) != 0;
    if (series->nvalues)
        html_text(differ ? human_text("%s to %s", least.text, most.text).text : least.text, out);
    fputs("</td>", out);
}

static void put_series_row(const struct history *history, size_t s, const struct finding *f,
                           FILE *out)
{
    const struct series *series = &history->series[s];
    const struct point *newest =
        series->nvalues ? &series->points[series->value[series->nvalues - 1]] : NULL;
    fprintf(out, "<tr data-series=\"%zu\">", s);
    put_name(series->problem, out);
    put_name(series->variant, out);
    put_verdict(history, f, out);
    put_spark(series, s, out);
    put_cell("number", newest ? human_seconds(newest->median).text : "-", out);
    put_commit(history, f, out);
    fputs("</tr>\n", out);
}

/* Finds the first finding of each series; NULL: none. */
static enum status first_findings(const struct history *history, const struct finding ***out)
{
    MUST(allocate_zeroed(history->nseries, sizeof **out, "findings", out));
    for (size_t k = history->nfindings; k-- > 0;)
        (*out)[history->findings[k].series] = &history->findings[k];
    return OK;
}

static enum status put_series_rows(const struct history *history, FILE *out)
{
    const struct finding **first;
    MUST(first_findings(history, &first));
    fputs(
        "<div class=\"cases\">\n<div class=\"wide\" tabindex=\"0\" role=\"group\" "
        "aria-label=\"Cases\">\n<table data-keys=\"2\">\n<thead>\n<tr>"
        "<th scope=\"col\">problem</th><th scope=\"col\">variant</th><th scope=\"col\">verdict</th>"
        "<th scope=\"col\" class=\"number\">change</th><th scope=\"col\">least to most</th>"
        "<th scope=\"col\" class=\"number\">newest</th><th scope=\"col\">since</th>"
        "<th scope=\"col\">commit</th></tr>\n</thead>\n<tbody>\n",
        out);
    for (int alarms = 1; alarms >= 0; alarms--)
        for (size_t s = 0; s < history->nseries; s++)
            if ((first[s] && first[s]->alarm) == alarms) put_series_row(history, s, first[s], out);
    fputs("</tbody>\n</table>\n</div>\n</div>\n", out);
    free(first);
    return OK;
}

/* Numbers */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Encodes bytes in base64. *out is new. */
static enum status encode(size_t count, const unsigned char *bytes, char **out)
{
    MUST(allocate((count + 2) / 3 * 4 + 1, 1, "a page", out));
    char *to = *out;
    for (size_t k = 0; k < count; k += 3) {
        const unsigned second = k + 1 < count ? bytes[k + 1] : 0,
                       third = k + 2 < count ? bytes[k + 2] : 0,
                       all = (unsigned)bytes[k] << 16 | second << 8 | third;
        *to++ = letters[all >> 18];
        *to++ = letters[all >> 12 & 63];
        *to++ = k + 1 < count ? letters[all >> 6 & 63] : '=';
        *to++ = k + 2 < count ? letters[all & 63] : '=';
    }
    *to = '\0';
    return OK;
}

/* Writes a number for each run, as plots/history.js reads them. */
static enum status put_points(struct json *json, const struct series *series, double low,
                              double high)
{
    enum { MISSING_RUN = 65535, FAILED_RUN = 65534, STEPS = 65533 };
    enum status status = OK;
    const size_t first = series->points[0].run,
                 count = series->points[series->npoints - 1].run + 1 - first;
    unsigned char *bytes = NULL;
    char *text = NULL;
    TRY(allocate(2 * count, 1, "a page", &bytes));
    memset(bytes, 0xff, 2 * count);
    for (size_t k = 0; k < series->npoints; k++) {
        const struct point *point = &series->points[k];
        const bool told = !status_is_unmeasured(point->status);
        const long code =
            point->median > 0
                ? lround((log(point->median) - low) / fmax(high - low, 1e-300) * STEPS)
            : told ? FAILED_RUN
                   : MISSING_RUN;
        bytes[2 * (point->run - first)] = (unsigned char)(code & 255);
        bytes[2 * (point->run - first) + 1] = (unsigned char)(code >> 8);
    }
    TRY(encode(2 * count, bytes, &text));
    json_count(json, "first", first);
    json_text(json, "code", text);
out:
    free(bytes);
    free(text);
    return status;
}

static void put_levels(struct json *json, const struct series *series)
{
    json_open_array(json, "levels");
    for (size_t k = 0; k < series->nstretches; k++) {
        const struct stretch *stretch = &series->stretches[k];
        json_open_array(json, NULL);
        json_count(json, NULL, series->points[series->value[stretch->first]].run);
        json_count(json, NULL, series->points[series->value[stretch->end - 1]].run);
        json_number(json, NULL, stretch->level);
        json_number(json, NULL, stretch->level + stretch_rise(stretch));
        json_close_array(json);
    }
    json_close_array(json);
}

/* Writes the changes. next: for each finding, the following one of the same series. */
static enum status put_changes(struct json *json, const struct history *history,
                               const struct finding *first, const size_t *next)
{
    json_open_array(json, "changes");
    for (const struct finding *f = first; f;) {
        const size_t following = next[f - history->findings];
        char *command;
        MUST(which_commit(history, f, &command));
        json_open_object(json, NULL);
        if (*command) json_text(json, "command", command);
        free(command);
        json_text(json, "text", change_text(history, f).text);
        json_count(json, "before", f->before);
        json_count(json, "after", f->after);
        json_bool(json, "worse", f->worse);
        json_bool(json, "alarm", f->alarm);
        json_close_object(json);
        f = following == SIZE_MAX ? NULL : &history->findings[following];
    }
    json_close_array(json);
    return OK;
}

static enum status put_series(struct json *json, const struct history *history,
                              const struct finding *const *first, const size_t *next)
{
    size_t machine = SIZE_MAX;
    json_open_array(json, "series");
    for (size_t s = 0; s < history->nseries; s++) {
        const struct series *series = &history->series[s];
        double low, high;
        machine += history_new_machine(history, s);
        find_range(series, &low, &high);
        json_open_object(json, NULL);
        json_count(json, "machine", machine);
        json_number(json, "low", low);
        json_number(json, "high", high);
        json_bool(json, "few", history_too_few(series));
        MUST(put_points(json, series, low, high));
        put_levels(json, series);
        MUST(put_changes(json, history, first[s], next));
        json_close_object(json);
    }
    json_close_array(json);
    return OK;
}

/* Writes the machines, which series have by number, and the runs. */
static void put_runs(struct json *json, const struct history *history)
{
    json_open_array(json, "machines");
    for (size_t s = 0; s < history->nseries; s++)
        if (history_new_machine(history, s)) json_text(json, NULL, history->series[s].machine);
    json_close_array(json);
    json_open_array(json, "runs");
    for (size_t k = 0; k < history->nruns; k++) {
        json_open_array(json, NULL);
        json_text(json, NULL, history->runs[k].started);
        json_text(json, NULL, history->runs[k].file);
        json_text(json, NULL, history->runs[k].commit);
        json_close_array(json);
    }
    json_close_array(json);
}

/* For each finding, finds the following one of its series. */
static enum status chain_findings(const struct history *history, size_t **next)
{
    enum status status = OK;
    size_t *latest = NULL;
    TRY(allocate(history->nfindings, sizeof **next, "findings", next));
    TRY(allocate(history->nseries, sizeof *latest, "findings", &latest));
    for (size_t s = 0; s < history->nseries; s++) latest[s] = SIZE_MAX;
    for (size_t k = history->nfindings; k-- > 0;) {
        const size_t s = history->findings[k].series;
        (*next)[k] = latest[s];
        latest[s] = k;
    }
out:
    free(latest);
    return status;
}

static enum status write_data(const void *what, FILE *out)
{
    enum status status = OK;
    const struct table_page *page = what;
    const struct history *history = page->history;
    struct json json = {.out = out, .one_line = true};
    const struct finding **first = NULL;
    size_t *next = NULL;
    TRY(first_findings(history, &first));
    TRY(chain_findings(history, &next));
    json_open_object(&json, NULL);
    json_text(&json, "folder", page->folder);
    put_runs(&json, history);
    TRY(put_series(&json, history, first, next));
    json_close_object(&json);
out:
    free(first);
    free(next);
    return status;
}

/* The page */

static enum status print_history_table(const void *what, FILE *out)
{
    enum status status = OK;
    const struct table_page *given = what;
    const struct history *history = given->history;
    const struct human few = history_too_few_text(history);
    struct page page = {.out = out};
    char *title = NULL;
    TRY(format_text(&title, "Cases of %s: %s", history->folder, history_alarms(history).text));
    page_begin(&page, title);
    fprintf(out, "<style>\n%s%s</style>\n", text_cases_css, text_history_css);
    TRY(page_say(&page, "%s.%s%s%s", history_head(history).text, *few.text ? " " : "", few.text,
                 *few.text ? "." : ""));
    TRY(page_say(&page,
                 "A row is a case; those with an alarm come first. Click a row for its runs, its "
                 "changes and their files. Click the head of a column to sort."));
    fputs("<div class=\"controls\"></div>\n", out);
    TRY(put_series_rows(history, out));
    TRY(html_data("data", write_data, given, out));
    fprintf(out, "<script>\n%s%s</script>\n", text_filters_js, text_history_js);
    page_end(&page);
out:
    free(title);
    return status;
}

/* Makes the path of a folder relative to another; both are absolute and without links; "" if they
 * are the same. *out is new. */
static enum status relative_path(const char *from, const char *to, char **out)
{
    size_t common = 0;
    for (size_t k = 0; from[k] == to[k] || !from[k] || !to[k]; k++) {
        if ((!from[k] || from[k] == '/') && (!to[k] || to[k] == '/')) common = k;
        if (!from[k] || !to[k]) break;
    }
    MUST(copy_text("", out));
    for (const char *at = from + common; *at; at++)
        if (*at == '/' && at[1]) MUST(append_text(out, "%s..", **out ? "/" : ""));
    const char *rest = to + common + (to[common] == '/');
    if (!*rest) return OK;
    return append_text(out, "%s%s", **out ? "/" : "", rest);
}

/* Finds the folder of the files, relative to that of the page. */
static enum status find_folder(const struct history *history, const char *path, char **out)
{
    enum status status = OK;
    char *page = NULL, *from = NULL, *to = realpath(history->folder, NULL);
    TRY(copy_text(path, &page));
    char *slash = strrchr(page, '/');
    if (slash) slash[slash == page] = '\0';
    from = realpath(slash ? page : ".", NULL);
    if (!from || !to) status = copy_text(history->folder, out);
    else status = relative_path(from, to, out);
out:
    free(page);
    free(from);
    free(to);
    return status;
}

enum status history_table_write(const struct history *history, const char *path, bool force)
{
    struct table_page page = {.history = history};
    enum status status = find_folder(history, path, &page.folder);
    if (status == OK)
        status = print_to_file(path, force ? &kind_reports[PAGE_HTML] : NULL, print_history_table,
                               &page);
    free(page.folder);
    return status;
}
