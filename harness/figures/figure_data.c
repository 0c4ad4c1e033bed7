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

const struct field_value *drawing_key(const struct drawing *drawing, size_t row)
{
    return pivot_key(&drawing->pivot, row, drawing->pivot.nkeys - 1);
}

double drawing_x(const struct drawing *drawing, const struct panel *panel, size_t row)
{
    return drawing->by_name ? (double)(row - panel->first) : drawing_key(drawing, row)->number;
}

bool drawing_in_legend(const struct drawing *drawing, size_t j)
{
    bool any = drawing->bars;
    for (size_t i = 0; i < drawing->pivot.nrows && !any; i++)
        any = pivot_cell(&drawing->pivot, i, j)->used > 0;
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

static bool has_log(const struct drawing *drawing, char axis)
{
    return drawing->log && strchr(drawing->log, axis);
}

/* Linear axes of quantities start at 0, so that heights can be compared. */
static void make_y(const struct drawing *drawing, size_t first, size_t count, struct scale *out)
{
    bool log = has_log(drawing, 'y');
    size_t ncolumns = drawing->pivot.columns.count;
    struct range range = {INFINITY, -INFINITY};
    const struct cell *cells = drawing->pivot.cells + first * ncolumns;
    for (size_t i = 0; i < count * ncolumns; i++) {
        include(&range, log, cells[i].median);
        include(&range, log, cells[i].low);
        include(&range, log, cells[i].high);
    }
    if (log && drawing->bars)
        range.min /= 2; /* bars stand on the lower end: the smallest needs some height */
    scale_make(log ? SCALE_LOG : SCALE_FROM_ZERO, range.min, range.max, y_gap, out);
}

void drawing_y_scale(const struct drawing *drawing, const struct panel *panel, struct scale *out)
{
    if (drawing->y.type == SCALE_LOG) *out = drawing->y;
    else make_y(drawing, panel->first, panel->count, out);
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

enum status drawing_x_scale(const struct drawing *drawing, double width, struct scale *out)
{
    const struct pivot_axis *axis = &drawing->pivot.keys[drawing->pivot.nkeys - 1];
    bool log = has_log(drawing, 'x');
    struct range range = {INFINITY, -INFINITY};
    double *positions, gap = 0, needed = 0.12;
    enum status status =
        allocate(axis->count, sizeof *positions, "the ticks of a figure", &positions);
    if (status != OK) return status;
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

static enum status make_panels(struct drawing *drawing)
{
    const struct pivot *pivot = &drawing->pivot;
    enum status status = allocate(pivot->nrows + 1, sizeof *drawing->panels,
                                  "the panels of a figure", &drawing->panels);
    if (status != OK) return status;
    struct panel *panel = NULL;
    for (size_t row = 0; row < pivot->nrows; row++) {
        if (!panel ||
            (drawing->faceted && pivot_key(pivot, row, 0) != pivot_key(pivot, panel->first, 0))) {
            panel = &drawing->panels[drawing->npanels++];
            *panel = (struct panel){row, 0};
        }
        panel->count++;
    }
    if (!panel) drawing->panels[drawing->npanels++] = (struct panel){0, 0};
    return OK;
}

/* What gaps in the figure hide, curve by curve: "not shown: jacobi seq 3 timeout; ...". Appends to
 * *text. */
static enum status append_failures(const struct drawing *drawing, char **text)
{
    const struct pivot *pivot = &drawing->pivot;
    enum status status = OK;
    bool first = true;
    for (size_t j = 0; j < pivot->columns.count && status == OK && pivot->value.ok_runs; j++) {
        struct cell sum = {.runs = 0};
        for (size_t i = 0; i < pivot->nrows; i++) {
            const struct cell *cell = pivot_cell(pivot, i, j);
            for (int s = 0; s < NCASE_STATUSES; s++) sum.status[s] += cell->status[s];
        }
        struct human bad = cell_statuses(&sum, false);
        if (!*bad.text) continue;
        char *old = *text;
        status = format_text(text, "%s%s%s %s", old, first ? "\nnot shown: " : "; ",
                             drawing->legend.name[j], bad.text);
        free(old);
        first = false;
    }
    return status;
}

static size_t count_invisible(const struct drawing *drawing)
{
    size_t count = 0;
    for (size_t i = 0;
         drawing->y.type == SCALE_LOG && i < drawing->pivot.nrows * drawing->pivot.columns.count;
         i++)
        count += drawing->pivot.cells[i].median <= 0;
    return count;
}

/* Distinct values of the axis "seed" over all problems. */
static enum status count_seeds(const struct results *results, size_t *out)
{
    double *seeds;
    size_t count = 0;
    *out = 0;
    enum status status = allocate(results->nproblems, sizeof *seeds, "the seeds", &seeds);
    if (status != OK) return status;
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
static enum status explain(const struct drawing *drawing, char **out)
{
    const char *what = drawing->bars ? "bars" : "points";
    size_t seeds, most = drawing->pivot.most_used;
    if (is_built(drawing->figure))
        return most == 0
                   ? format_text(out, "nothing to draw: the experiment's script has no %s here",
                                 what)
                   : format_text(out, "%s: computed by the experiment's script%s", what,
                                 has_intervals(&drawing->pivot) ? "; whiskers: their intervals"
                                                                : "");
    enum status status = count_seeds(drawing->results, &seeds);
    if (status != OK) return status;
    if (most == 0) return copy_text("nothing to draw: no run has a number here", out);
    if (most > 1 && seeds > 1)
        return format_text(out, "%s: median over up to %zu runs (%zu seeds); whiskers: quartiles",
                           what, most, seeds);
    if (most > 1)
        return format_text(out, "%s: median over up to %zu runs; whiskers: quartiles", what, most);
    if (field_is_sampled(&drawing->pivot.value))
        return format_text(out, "%s: median of the samples; whiskers: its 95 %% interval", what);
    return format_text(out, "%s: one run each", what);
}

/* Curves have the marks of their points. */
static enum status mark_curves(struct drawing *drawing)
{
    enum status status = OK;
    for (size_t j = 0; j < drawing->legend.count; j++) {
        char **name = &drawing->legend.name[j], *marked;
        const unsigned marks = pivot_column_marks(&drawing->pivot, j);
        if (!marks) continue;
        TRY(format_text(&marked, "%s%s", *name, marks_shown(marks).text));
        free(*name);
        *name = marked;
    }
out:
    return status;
}

/* "KEY OF THE MACHINE · commit 0123456789 · 2026-01-01T12:00:00+00:00" */
static enum status origin(const struct results *results, char **out)
{
    const char *machine = fact_value(results->machine, results->nmachine, "key");
    const char *commit = results->git_commit,
               *rest = commit + strcspn(commit, "+"); /* rest: "+dirty" or "" */
    int shown = rest - commit < 10 ? (int)(rest - commit) : 10;
    return format_text(out, "%s%scommit %.*s%s · %s", machine, *machine ? " · " : "", shown, commit,
                       rest, results->started);
}

static enum status make_caption(struct drawing *drawing)
{
    enum status status = OK;
    const struct human marks = marks_explained(drawing->pivot.marks);
    char *explained = NULL, *from = NULL, *failures = NULL, *invisible = NULL;
    size_t below = count_invisible(drawing);
    TRY(explain(drawing, &explained));
    TRY(origin(drawing->results, &from));
    TRY(copy_text("", &failures));
    TRY(append_failures(drawing, &failures));
    TRY(below ? format_text(&invisible, "\nnot on the logarithmic axis: %zu that are not positive",
                            below)
              : copy_text("", &invisible));
    status = format_text(&drawing->caption, "%s%s%s%s%s\n%s", explained, failures, invisible,
                         *marks.text ? "\n" : "", marks.text, from);
out:
    free(explained);
    free(from);
    free(failures);
    free(invisible);
    return status;
}

static enum status make_texts(struct drawing *drawing)
{
    enum status status = OK;
    const struct figure *figure = drawing->figure;
    const struct pivot *pivot = &drawing->pivot;
    const char *shared = drawing->legend.shared, *where = figure->where ? figure->where : "";
    const char *x = pivot->keys[pivot->nkeys - 1].field.title;
    TRY(figure->title && *figure->title
            ? copy_text(figure->title, &drawing->title)
            : format_text(&drawing->title, "%s by %s", pivot->value.title, x));
    TRY(format_text(&drawing->subtitle, "%s%s%s%s%s", *shared ? "all: " : "", shared,
                    *shared && *where ? "; " : "", *where ? "only " : "", where));
    TRY(make_caption(drawing));
out:
    return status;
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
static enum status arrange(struct drawing *drawing)
{
    enum status status = OK;
    const struct figure *figure = drawing->figure;
    const char *kind = figure->kind;
    drawing->log = figure->log;
    if (is_built(figure)) {
        TRY(judge_figure(drawing->results, figure->id, &drawing->built));
        TRY(built_pivot(&drawing->built, &drawing->pivot));
        drawing->log = drawing->built.log;
        kind = drawing->built.kind;
    } else {
        TRY(pivot_figure(drawing->results, figure, &drawing->pivot));
    }
    drawing->bars = strcmp(kind, "bars") == 0;
out:
    return status;
}

enum status drawing_make(const struct results *results, const struct figure *figure,
                         struct drawing *out)
{
    enum status status = OK;
    *out = (struct drawing){.results = results, .figure = figure};
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
    if (status != OK) drawing_free(out);
    return status;
}

void drawing_free(struct drawing *drawing)
{
    pivot_free(&drawing->pivot);
    judged_figure_free(&drawing->built);
    legend_free(&drawing->legend);
    free(drawing->panels);
    free(drawing->title);
    free(drawing->subtitle);
    free(drawing->caption);
    *drawing = (struct drawing){0};
}
