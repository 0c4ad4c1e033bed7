#include "plots/report/explore.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/noise_told.h"
#include "base/memory.h"
#include "base/output/html.h"
#include "base/output/json.h"
#include "base/text.h"
#include "plots/report/fastest.h"
#include "store/marks.h"

extern const char text_cases_css[], text_explore_css[], text_filters_js[], text_explore_js[];
extern const char text_charts_js[],
    text_explore_figures_js[]; /* plots/cases.css, plots/explore.css, ... */

/* Most samples of a case that a page holds; of more, every second, third ... is there. */
enum { MOST_SAMPLES = 200 };

/* Fields that a reader can add to the table, besides the axes of the problems. */
static const char *const fields[] = {
    "n",          "nnz",        "iterations", "proven_error",  "estimated_error", "value",
    "error",      "residual",   "solve",      "per_iteration", "bytes",           "peak_memory",
    "waited",     "samples",    "t_generate", "t_layout",      "t_prove",         "bandwidth",
    "cpu_energy", "gpu_energy", NULL};

struct shown_case {
    size_t part, k; /* k: among the judged cases of the part */
};

struct explorer {
    const struct report *report;
    struct races *races; /* of each part */
    size_t count, nparts;
    struct shown_case *shown;
};

static const struct results *results_of(const struct explorer *explorer, size_t i)
{
    return &explorer->report->parts[explorer->shown[i].part].results;
}

static const struct races *races_of(const struct explorer *explorer, size_t i)
{
    return &explorer->races[explorer->shown[i].part];
}

static const struct case_runs *runs_of(const struct explorer *explorer, size_t i)
{
    return &races_of(explorer, i)->cases.of[explorer->shown[i].k];
}

static const struct result_problem *problem_of(const struct explorer *explorer, size_t i)
{
    return &results_of(explorer, i)->problems[case_run(runs_of(explorer, i), 0)->problem];
}

static const struct summary *summary_of(const struct explorer *explorer, size_t i)
{
    return &races_of(explorer, i)->summary[explorer->shown[i].k];
}

/* Lists the cases of a part that this machine and this program can run. */
static enum status list_cases(struct explorer *out, size_t part)
{
    const struct judged_cases *cases = &out->races[part].cases;
    MUST(reallocate(&out->shown, out->count + cases->count, sizeof *out->shown, "a page"));
    for (size_t k = 0; k < cases->count; k++) {
        const enum case_status status = judged_status(cases, k);
        if (status != CASE_NO_DEVICE && status != CASE_UNSUPPORTED)
            out->shown[out->count++] = (struct shown_case){part, k};
    }
    return OK;
}

static enum status find_cases(const struct report *report, struct explorer *out)
{
    *out = (struct explorer){.report = report};
    MUST(allocate_zeroed(report->nparts, sizeof *out->races, "a page", &out->races));
    for (size_t k = 0; k < report->nparts; k++) {
        out->nparts = k + 1;
        MUST(races_find(&report->parts[k].results, &out->races[k]));
        MUST(list_cases(out, k));
    }
    return OK;
}

static void free_cases(struct explorer *explorer)
{
    for (size_t k = 0; k < explorer->nparts; k++) races_free(&explorer->races[k]);
    free(explorer->races);
    free(explorer->shown);
}

/* The table */

/* Marks of the time of a case, if it has one. */
static unsigned marks_of(const struct explorer *explorer, size_t i)
{
    const struct case_runs *runs = runs_of(explorer, i);
    const bool whole = !strcmp(races_of(explorer, i)->field, "solve");
    if (isnan(summary_of(explorer, i)->median)) return 0;
    unsigned marks = noise_in_case(runs) ? MARK_BIT(MARK_DISTURBED) : 0;
    for (size_t k = 0; k < runs->count; k++) {
        const struct result_run *run = case_run(runs, k);
        marks |= marks_of_answer(run);
        if (whole && run->extrapolated) marks |= MARK_BIT(MARK_EXTRAPOLATED);
    }
    return marks;
}

/* Adds "1.31 ms [1.29, 1.33]~", or "1.31 ms [1.29, 1.33] an iteration". */
static void add_time(const struct explorer *explorer, size_t i, unsigned *marks, struct grid *grid)
{
    const struct summary *its = summary_of(explorer, i);
    const bool whole = !strcmp(races_of(explorer, i)->field, "solve");
    const unsigned own = marks_of(explorer, i);
    *marks |= own;
    if (isnan(its->median)) grid_cell(grid, "-");
    else
        grid_format(grid, "%s%s%s",
                    human_range(UNIT_SECONDS, its->median, its->ci_low, its->ci_high).text,
                    marks_shown(own).text, whole ? "" : " an iteration");
}

static enum status add_field(const struct explorer *explorer, size_t i, const char *name,
                             struct grid *grid)
{
    struct field field;
    struct field_value value;
    struct human buffer;
    MUST(field_find(results_of(explorer, i), name, &field));
    MUST(judged_value(&races_of(explorer, i)->cases, explorer->shown[i].k, &field, &value));
    return grid_cell(grid, field_shown(&field, &value, &buffer));
}

static enum status add_case(const struct explorer *explorer, size_t i, unsigned *marks,
                            struct grid *grid)
{
    const struct results *r = results_of(explorer, i);
    const struct result_run *run = case_telling_run(runs_of(explorer, i));
    const bool unsure = run->status == CASE_OK &&
                        judged_unsure(&races_of(explorer, i)->cases, explorer->shown[i].k);
    GRID_CELLS(grid, problem_of(explorer, i)->label, r->variants[run->variant].name);
    grid_format(grid, "%s%s", status_said(r, run->status).text, unsure ? ", doubtful" : "");
    add_time(explorer, i, marks, grid);
    MUST(add_field(explorer, i, "iterations", grid));
    MUST(add_field(explorer, i, "proven_error", grid));
    if (explorer->report->nparts > 1)
        grid_cell(grid, explorer->report->parts[explorer->shown[i].part].anchor);
    return grid->status;
}

static enum status put_table(const struct page *page, const struct explorer *explorer)
{
    enum status status = OK;
    struct grid grid = {.keys = 2};
    unsigned marks = 0;
    char *note = NULL;
    grid_columns(&grid, "problem|variant|status|>time|>iterations|>proven error");
    if (explorer->report->nparts > 1) grid_columns(&grid, "experiment");
    for (size_t i = 0; i < explorer->count; i++) TRY(add_case(explorer, i, &marks, &grid));
    TRY(format_text(&note, "time: median of the samples [its 95 %% interval]%s%s",
                    marks ? "; " : "", marks_explained(marks).text));
    TRY(grid_title(&grid, "", note));
    page_grid(page, &grid, NULL);
out:
    grid_free(&grid);
    free(note);
    return status;
}

/* The numbers */

/* Writes a number of six digits. */
static void put_number(struct json *json, double number)
{
    char text[32];
    double rounded = number;
    snprintf(text, sizeof text, "%.6g", number);
    if (isfinite(number)) parse_double(text, &rounded);
    json_number(json, NULL, rounded);
}

/* Name of the generator or file that the problem is from, or of the folder where the file's name is
 * the usual one, model.tra; without a source the label's first word. */
static struct human model_of(const struct result_problem *problem)
{
    const char *text = *problem->source ? problem->source : problem->label;
    const int length = (int)strcspn(text, *problem->source ? ":" : ":, ");
    const struct human whole = human_text("%.*s", length, text);
    const char *slash = strrchr(whole.text, '/'), *folder = slash;
    if (!slash) return whole;
    if (!strncmp(slash + 1, "model.", 6))
        while (folder > whole.text && folder[-1] != '/') folder--;
    if (folder == slash || folder[0] == '.') return human_text("%s", slash + 1);
    return human_text("%.*s", (int)(slash - folder), folder);
}

/* Writes the median of each process, and some of its samples behind it. */
static enum status put_processes(struct json *json, const struct timings *times)
{
    const size_t step = 1 + (times->count ? times->count - 1 : 0) / MOST_SAMPLES;
    json_open_array(json, NULL);
    for (size_t p = 0; p < times->nprocesses; p++) {
        const size_t first = times->block[times->process[p]],
                     end = times->block[times->process[p + 1]];
        double *copy;
        MUST(sorted_copy(end - first, times->value + first, &copy));
        json_open_array(json, NULL);
        put_number(json, sorted_quantile(end - first, copy, 0.5));
        free(copy);
        for (size_t s = first; s < end; s += step) put_number(json, times->value[s]);
        json_close_array(json);
    }
    json_close_array(json);
    return OK;
}

/* Writes [model, marks, median, low, high, number of samples, processes, note]. */
static enum status put_case(struct json *json, const struct explorer *explorer, size_t i)
{
    const struct summary *its = summary_of(explorer, i);
    const struct races *races = races_of(explorer, i);
    const struct result_run *run = case_telling_run(runs_of(explorer, i));
    const char *why = unproven(run);
    struct timings times;
    MUST(judged_times(&races->cases, explorer->shown[i].k, races->field, &times));
    json_open_array(json, NULL);
    json_text(json, NULL, model_of(problem_of(explorer, i)).text);
    json_text(json, NULL, marks_explained(marks_of(explorer, i)).text);
    put_number(json, its->median);
    put_number(json, its->ci_low);
    put_number(json, its->ci_high);
    json_count(json, NULL, times.count);
    enum status status = put_processes(json, &times);
    json_text(json, NULL, *run->note ? run->note : why);
    json_close_array(json);
    timings_free(&times);
    return status;
}

static enum status put_column_value(struct json *json, const struct explorer *explorer, size_t i,
                                    const char *name)
{
    struct field field = {0};
    struct field_value value = {NAN, NULL};
    const enum status found = field_find(results_of(explorer, i), name, &field);
    if (found == ERROR_HOST_MEMORY) return found;
    if (found == OK) /* else an axis of another experiment */
        MUST(judged_value(&races_of(explorer, i)->cases, explorer->shown[i].k, &field, &value));
    if (value.text) json_text(json, NULL, value.text);
    else if (field.unit == UNIT_SECONDS) put_number(json, value.number);
    else json_number(json, NULL, value.number);
    return OK;
}

static enum status put_column(struct json *json, const struct explorer *explorer, const char *name)
{
    struct field field = {0};
    for (size_t i = 0; i < explorer->count && !field.name; i++) {
        const enum status status = field_find(results_of(explorer, i), name, &field);
        if (status == ERROR_HOST_MEMORY) return status;
    }
    json_open_object(json, NULL);
    json_text(json, "name", name);
    json_text(json, "title", field.title ? field.title : name);
    json_text(json, "unit", unit_names[field.unit]);
    json_open_array(json, "values");
    for (size_t i = 0; i < explorer->count; i++) MUST(put_column_value(json, explorer, i, name));
    json_close_array(json);
    json_close_object(json);
    return OK;
}

static bool is_among(const char *const *names, size_t count, const char *name)
{
    size_t k = 0;
    while (k < count && names[k] && strcmp(names[k], name)) k++;
    return k < count && names[k];
}

/* Writes the axes of all problems, each once, and the fields. */
static enum status put_columns(struct json *json, const struct explorer *explorer)
{
    enum status status = OK;
    const char **names = NULL;
    size_t count = 0;
    for (size_t p = 0; p < explorer->report->nparts; p++) {
        const struct results *r = &explorer->report->parts[p].results;
        for (size_t i = 0; i < r->nproblems; i++)
            for (size_t a = 0; a < r->problems[i].naxes; a++) {
                const char *name = r->problems[i].axes[a].name;
                if (is_among(names, count, name) || is_among(fields, SIZE_MAX, name)) continue;
                TRY(reallocate(&names, count + 1, sizeof *names, "a page"));
                names[count++] = name;
            }
    }
    json_open_array(json, "columns");
    for (size_t k = 0; k < count; k++) TRY(put_column(json, explorer, names[k]));
    for (size_t k = 0; fields[k]; k++) TRY(put_column(json, explorer, fields[k]));
    json_close_array(json);
out:
    free(names);
    return status;
}

static enum status write_numbers(const void *what, FILE *out)
{
    const struct explorer *explorer = what;
    struct json json = {.out = out, .one_line = true};
    json_open_object(&json, NULL);
    json_open_array(&json, "cases");
    for (size_t i = 0; i < explorer->count; i++) MUST(put_case(&json, explorer, i));
    json_close_array(&json);
    MUST(put_columns(&json, explorer));
    json_close_object(&json);
    return OK;
}

static enum status put_section(const struct page *page, const struct explorer *explorer)
{
    FILE *out = page->out;
    page_heading(page, 2, EXPLORE_ANCHOR, EXPLORE_TITLE);
    if (!explorer->count) {
        page_text(page, "No case could run here.");
        return OK;
    }
    fprintf(out, "<style>\n%s%s</style>\n<div class=\"controls\"></div>\n<div class=\"cases\">\n",
            text_cases_css, text_explore_css);
    MUST(put_table(page, explorer));
    fputs("</div>\n<div class=\"charts\"></div>\n", out);
    MUST(html_data("cases:numbers", write_numbers, explorer, out));
    fprintf(out, "<script>\n%s%s%s%s</script>\n", text_filters_js, text_charts_js, text_explore_js,
            text_explore_figures_js);
    return OK;
}

enum status explore_print(const struct page *page, const struct report *report)
{
    struct explorer explorer;
    if (page->format != PAGE_HTML) return OK;
    enum status status = find_cases(report, &explorer);
    if (status == OK) status = put_section(page, &explorer);
    free_cases(&explorer);
    return status;
}
