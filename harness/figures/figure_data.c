#include "harness/figures/figure_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/machine/machine.h"
#include "harness/statistics/stats.h"
#include "harness/tables/script_figure.h"

static const char *const kinds[] = {"lines", "bars", "built", NULL};

/* Labels of a y axis stand at least this share of it apart. */
static const double y_gap = 0.09;

const struct field_value *figure_data_key(const struct figure_data *data, size_t row)
{
    return pivot_key(&data->pivot, row, data->pivot.nkeys - 1);
}

double figure_data_x(const struct figure_data *data, const struct panel *panel, size_t row)
{
    return data->by_name ? (double)(row - panel->first) : figure_data_key(data, row)->number;
}

bool figure_data_in_legend(const struct figure_data *data, size_t j)
{
    bool any = data->bars;
    for (size_t i = 0; i < data->pivot.nrows && !any; i++)
        any = pivot_cell(&data->pivot, i, j)->used > 0;
    return any;
}

struct range {
    double min, max; /* min > max: nothing seen */
};

static void include(struct range *range, bool log, double value)
{
    if (!isfinite(value) || (log && value <= 0)) return;
    range->min = fmin(range->min, value);
    range->max = fmax(range->max, value);
}

static bool has_log(const struct figure_data *data, char axis)
{
    return data->log && strchr(data->log, axis);
}

/* Linear axes of quantities start at 0, so that heights can be compared. */
static void make_y(const struct figure_data *data, size_t first, size_t count, struct scale *out)
{
    bool log = has_log(data, 'y');
    size_t ncolumns = data->pivot.columns.count;
    struct range range = {INFINITY, -INFINITY};
    const struct cell *cells = data->pivot.cells + first * ncolumns;
    for (size_t i = 0; i < count * ncolumns; i++) {
        include(&range, log, cells[i].median);
        include(&range, log, cells[i].low);
        include(&range, log, cells[i].high);
    }
    if (log && data->bars)
        range.min /= 2; /* bars stand on the lower end: the smallest needs some height */
    scale_make(log ? SCALE_LOG : SCALE_FROM_ZERO, range.min, range.max, y_gap, out);
}

void figure_data_y_scale(const struct figure_data *data, const struct panel *panel,
                         struct scale *out)
{
    if (data->y.type == SCALE_LOG) *out = data->y;
    else make_y(data, panel->first, panel->count, out);
}

/* Characters of the longest label, with some space around. */
static double label_width(const struct scale *scale, enum unit unit)
{
    size_t longest = 0;
    for (size_t i = 0; i < scale->count; i++) {
        size_t length = scale->tick[i].minor ? 0 : strlen(human_tick(unit, scale->tick[i].at).text);
        if (length > longest) longest = length;
    }
    return (double)longest + 1.5;
}

enum status figure_data_x_scale(const struct figure_data *data, double width, struct scale *out)
{
    const struct pivot_axis *axis = &data->pivot.keys[data->pivot.nkeys - 1];
    bool log = has_log(data, 'x');
    struct range range = {INFINITY, -INFINITY};
    double *positions, gap = 0, needed = 0.12;
    MUST(allocate(axis->count, sizeof *positions, "the ticks of a figure", &positions));
    for (size_t i = 0; i < axis->count; i++)
        include(&range, log, positions[i] = axis->level[i].number);
    for (int i = 0; i < 4 && needed > gap; i++) {
        gap = needed;
        scale_make(log ? SCALE_LOG : SCALE_LINEAR, range.min, range.max, gap, out);
        scale_prefer(out, axis->count, positions, gap);
        needed = label_width(out, axis->field.unit) / width;
    }
    free(positions);
    return OK;
}

static enum status make_panels(struct figure_data *data)
{
    const struct pivot *pivot = &data->pivot;
    MUST(allocate(pivot->nrows + 1, sizeof *data->panels, "the panels of a figure", &data->panels));
    struct panel *panel = NULL;
    for (size_t row = 0; row < pivot->nrows; row++) {
        if (!panel ||
            (data->faceted && pivot_key(pivot, row, 0) != pivot_key(pivot, panel->first, 0))) {
            panel = &data->panels[data->npanels++];
            *panel = (struct panel){row, 0};
        }
        panel->count++;
    }
    if (!panel) data->panels[data->npanels++] = (struct panel){0, 0};
    return OK;
}

/* What gaps in the figure hide, curve by curve: "not shown: jacobi seq 3 timeout; ...". Appends to
 * *text. */
static enum status append_failures(const struct figure_data *data, char **text)
{
    const struct pivot *pivot = &data->pivot;
    enum status status = OK;
    const char *before = "\nnot shown: ";
    for (size_t j = 0; j < pivot->columns.count && status == OK && pivot->value.ok_runs; j++) {
        struct cell sum = {.runs = 0};
        for (size_t i = 0; i < pivot->nrows; i++) {
            const struct cell *cell = pivot_cell(pivot, i, j);
            for (int s = 0; s < NCASE_STATUSES; s++) sum.status[s] += cell->status[s];
        }
        struct human bad = cell_statuses(&sum, false);
        if (!*bad.text) continue;
        status = append_text(text, "%s%s %s", before, data->legend.name[j], bad.text);
        before = "; ";
    }
    return status;
}

static size_t count_invisible(const struct figure_data *data)
{
    size_t count = 0;
    for (size_t i = 0;
         data->y.type == SCALE_LOG && i < data->pivot.nrows * data->pivot.columns.count; i++)
        count += data->pivot.cells[i].median <= 0;
    return count;
}

/* Distinct values of the axis "seed" over all problems. */
static enum status count_seeds(const struct results *results, size_t *out)
{
    double *seeds;
    size_t count = 0;
    *out = 0;
    MUST(allocate(results->nproblems, sizeof *seeds, "the seeds", &seeds));
    for (size_t i = 0; i < results->nproblems; i++)
        for (size_t j = 0; j < results->problems[i].naxes; j++)
            if (strcmp(results->problems[i].axes[j].name, "seed") == 0)
                seeds[count++] = results->problems[i].axes[j].number;
    sort_numbers(count, seeds);
    for (size_t i = 0; i < count; i++) *out += i == 0 || seeds[i] != seeds[i - 1];
    free(seeds);
    return OK;
}

static bool is_built(const struct figure *figure)
{
    return strcmp(figure->kind, "built") == 0;
}

static bool has_intervals(const struct pivot *pivot)
{
    for (size_t i = 0; i < pivot->nrows * pivot->columns.count; i++)
        if (!isnan(pivot->cells[i].low)) return true;
    return false;
}

/* What a point is. */
static enum status explain(const struct figure_data *data, char **out)
{
    const char *what = data->bars ? "bars" : "points";
    size_t seeds, most = data->pivot.most_used;
    if (is_built(data->figure))
        return most == 0
                   ? format_text(out, "nothing to draw: the experiment's script has no %s here",
                                 what)
                   : format_text(out, "%s: computed by the experiment's script%s", what,
                                 has_intervals(&data->pivot) ? "; whiskers: 95 % intervals" : "");
    MUST(count_seeds(data->results, &seeds));
    if (most == 0) return copy_text("nothing to draw: no run has a number here", out);
    if (most > 1 && seeds > 1)
        return format_text(out, "%s: median over up to %zu runs (%zu seeds); whiskers: quartiles",
                           what, most, seeds);
    if (most > 1)
        return format_text(out, "%s: median over up to %zu runs; whiskers: quartiles", what, most);
    if (field_is_sampled(&data->pivot.value))
        return format_text(out, "%s: median of the samples; whiskers: 95 %% interval of the median",
                           what);
    return format_text(out, "%s: one run each", what);
}

/* Curves have the marks of their points. */
static enum status mark_curves(struct figure_data *data)
{
    for (size_t j = 0; j < data->legend.count; j++) {
        const unsigned marks = pivot_column_marks(&data->pivot, j);
        MUST(append_text(&data->legend.name[j], "%s", marks_shown(marks).text));
    }
    return OK;
}

/* "KEY OF THE MACHINE · commit 0123456789 · 2026-01-01T12:00:00+00:00" */
static enum status append_origin(const struct results *results, char **text)
{
    const char *machine = fact_value(results->machine, results->nmachine, "key");
    const char *commit = results->git_commit,
               *rest = commit + strcspn(commit, "+"); /* rest: "+dirty" or "" */
    int shown = rest - commit < 10 ? (int)(rest - commit) : 10;
    return append_text(text, "\n%s%scommit %.*s%s · %s", machine, *machine ? " · " : "", shown,
                       commit, rest, results->started);
}

static enum status make_caption(struct figure_data *data)
{
    const struct human marks = marks_explained(data->pivot.marks);
    size_t below = count_invisible(data);
    MUST(explain(data, &data->caption));
    MUST(append_failures(data, &data->caption));
    if (below)
        MUST(append_text(&data->caption,
                         "\nnot on the logarithmic axis: %zu values that are not positive", below));
    MUST(append_text(&data->caption, "%s%s", *marks.text ? "\n" : "", marks.text));
    return append_origin(data->results, &data->caption);
}

static enum status make_texts(struct figure_data *data)
{
    const struct figure *figure = data->figure;
    const struct pivot *pivot = &data->pivot;
    const char *shared = data->legend.shared, *where = figure->where ? figure->where : "";
    const char *x = pivot->keys[pivot->nkeys - 1].field.title;
    MUST(figure->title && *figure->title
             ? copy_text(figure->title, &data->title)
             : format_text(&data->title, "%s by %s", pivot->value.title, x));
    MUST(format_text(&data->subtitle, "%s%s%s%s%s", *shared ? "all: " : "", shared,
                     *shared && *where ? "; " : "", *where ? "only " : "", where));
    return make_caption(data);
}

static enum status check_kind(const struct figure *figure)
{
    char hint[200];
    for (size_t i = 0; kinds[i]; i++)
        if (strcmp(figure->kind, kinds[i]) == 0) return OK;
    return fail(ERROR_INPUT, "figure '%s': unknown kind '%s'%s", figure->id, figure->kind,
                suggest_name(figure->kind, kinds, hint, sizeof hint));
}

/* Rows, columns and cells, and what the figure says of itself. */
static enum status arrange(struct figure_data *data)
{
    const struct figure *figure = data->figure;
    const char *kind = figure->kind;
    data->log = figure->log;
    if (is_built(figure)) {
        MUST(judge_figure(data->results, figure->id, &data->built));
        MUST(script_figure_pivot(&data->built, &data->pivot));
        data->log = data->built.log;
        kind = data->built.kind;
    } else {
        MUST(pivot_figure(data->results, figure, &data->pivot));
    }
    data->bars = strcmp(kind, "bars") == 0;
    return OK;
}

enum status figure_data_make(const struct results *results, const struct figure *figure,
                             struct figure_data *out)
{
    enum status status = OK;
    *out = (struct figure_data){.results = results, .figure = figure};
    TRY(check_kind(figure));
    TRY(arrange(out));
    TRY(legend_make(&out->pivot.columns, &out->legend));
    TRY(mark_curves(out));
    out->faceted = out->pivot.nkeys > 1;
    out->by_name = out->bars || out->pivot.keys[out->pivot.nkeys - 1].texts;
    TRY(make_panels(out));
    make_y(out, 0, out->pivot.nrows, &out->y);
    TRY(make_texts(out));
out:
    if (status != OK) figure_data_free(out);
    return status;
}

void figure_data_free(struct figure_data *data)
{
    pivot_free(&data->pivot);
    judged_figure_free(&data->built);
    legend_free(&data->legend);
    free(data->panels);
    free(data->title);
    free(data->subtitle);
    free(data->caption);
    *data = (struct figure_data){0};
}
