/* Makes the caption of a figure: the meaning of its marks, what it leaves out, and its origin. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "plots/figures/figure_data.h"
#include "store/facts.h"

static bool is_built(const struct figure_data *data)
{
    return strcmp(data->figure->kind, "built") == 0;
}

/* Counts the distinct values of the axis "seed" over all problems. */
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

/* Maps */

/* Kinds of places that the caption lists. */
enum places { NONE_FOUND, NOT_PREDICTED, UNFINISHED, NLISTS };

static enum places list_of(const struct boundary_place *place)
{
    if (place->unfinished) return UNFINISHED;
    if (!isnan(place->at)) return NLISTS;
    return place->found ? NOT_PREDICTED : NONE_FOUND;
}

/* Explains why nothing is drawn at a place; "" if its search is unfinished. */
static struct human why_not_drawn(const struct boundary_place *place)
{
    if (place->unfinished) return human_text("%s", "");
    if (place->faster) return human_text(" (%.100s is faster)", place->faster);
    if (place->mixed) return human_text(" (seeds differ in which variant is faster below)");
    if (place->next)
        return human_text(" (%zu of %zu seeds found one%s)", place->found, place->searches,
                          place->noisy ? "; noise hides which variant is faster" : "");
    return human_text(place->row->state == CROSSING_UNTIMED
                          ? " (no point was timed)"
                          : " (noise hides which variant is faster)");
}

static enum status begin_list(struct figure_data *data, enum places list,
                              const struct boundary_place *place)
{
    char **out = &data->caption;
    if (list == NONE_FOUND)
        MUST(append_text(out, "\nNo crossover found between %s and %s",
                         exact_number(place->from).text, exact_number(place->to).text));
    else
        MUST(append_text(out, "\n%s",
                         list == UNFINISHED ? "Unfinished" : "Nothing is said of the next matrix"));
    return data->faceted ? append_text(out, " (%s)", place->row->study) : OK;
}

/* Lists places: "No crossover found between 0.005 and 0.3: n = 20, 40 (jacobi/msr/f64/seq is
 * faster); n = 60 (...)." */
static enum status list_places(struct figure_data *data, size_t panel, enum places list)
{
    const struct boundary_place *last = NULL;
    for (size_t k = 0; k < data->nplaces; k++) {
        const struct boundary_place *place = &data->places[k];
        const struct human n = exact_number(place->row->over_value);
        if (place->panel != panel || list_of(place) != list) continue;
        if (!last) MUST(begin_list(data, list, place));
        if (last && !strcmp(why_not_drawn(last).text, why_not_drawn(place).text))
            MUST(append_text(&data->caption, ", %s", n.text));
        else
            MUST(append_text(&data->caption, "%s%s%s = %s", last ? why_not_drawn(last).text : "",
                             last ? "; " : ": ", place->row->over, n.text));
        last = place;
    }
    return last ? append_text(&data->caption, "%s.", why_not_drawn(last).text) : OK;
}

/* Lists the names that do not fit into the figure. */
static enum status explain_sides(struct figure_data *data, size_t panel)
{
    const char *name[2];
    bool left;
    boundary_sides(data->nplaces, data->places, panel, &name[0], &name[1]);
    for (int above = 0; above < 2 && name[0] && name[0] != name[1]; above++) {
        const char *study = "";
        if (figure_boundary_fits(data, panel, above, &left)) continue;
        for (size_t k = 0; data->faceted && k < data->nplaces; k++)
            if (data->places[k].panel == panel) study = data->places[k].row->study;
        MUST(append_text(&data->caption, "\n%s the points%s%s%s %s is faster.",
                         above ? "Above" : "Below", *study ? " (" : "", study, *study ? ")" : "",
                         name[above]));
    }
    return OK;
}

/* Explains points, band, circles and triangles of a map, and lists the places without a point and
 * the names that do not fit. */
static enum status explain_boundary(struct figure_data *data)
{
    bool drawn[2] = {false, false}, triangles = false; /* drawn: of one search; of several seeds */
    for (size_t k = 0; k < data->nplaces; k++) {
        drawn[data->places[k].next] |= !isnan(data->places[k].at);
        triangles |= boundary_side(data->nplaces, data->places, &data->places[k]) != 0;
    }
    MUST(copy_text("", &data->caption));
    if (drawn[0])
        MUST(
            append_text(&data->caption,
                        "Points: where both variants take the same time. Band: 95 %% interval, for "
                        "the noise of these timings alone."));
    if (drawn[1])
        MUST(append_text(&data->caption,
                         "%sPoints: where both variants take the same time, geometric mean of "
                         "several seeds. Circles: each seed. Band: where the next matrix has its "
                         "crossover, with 95 %%.",
                         drawn[0] ? "\n" : ""));
    if (!drawn[0] && !drawn[1])
        MUST(append_text(&data->caption, "Nothing to draw: no crossover was found."));
    if (triangles)
        MUST(append_text(&data->caption, " Triangles point to where a crossover may be."));
    for (size_t p = 0; p < data->nplaces; p++) { /* there are no more panels than places */
        MUST(explain_sides(data, p));
        for (int list = 0; list < NLISTS; list++) MUST(list_places(data, p, (enum places)list));
    }
    return OK;
}

/* Parts */

static const char *points_of(const struct figure_data *data)
{
    return data->bars ? "Bars" : data->by_name ? "Dots" : "Points";
}

/* Adds "Points: median of the samples. Whiskers: 95 % interval of the median." */
static enum status explain_points(struct figure_data *data)
{
    char **out = &data->caption;
    const char *what = points_of(data), *whiskers = "";
    size_t seeds, most = data->pivot.most_used;
    if (figure_is_boundary(data)) return explain_boundary(data);
    if (most == 0)
        return copy_text(is_built(data)
                             ? "Nothing to draw: the experiment's script gives no points here."
                             : "Nothing to draw: no run has a number here.",
                         out);
    MUST(count_seeds(data->results, &seeds));
    if (data->whiskers)
        whiskers = is_built(data) ? " Whiskers: 95 % interval."
                   : most > 1     ? " Whiskers: from the first to the third quartile of the runs."
                                  : " Whiskers: 95 % interval of the median.";
    if (is_built(data))
        return format_text(out, "%s: computed by the experiment's script.%s", what, whiskers);
    if (most > 1 && seeds > 1)
        return format_text(out, "%s: median of up to %zu runs (%zu seeds).%s", what, most, seeds,
                           whiskers);
    if (most > 1) return format_text(out, "%s: median of up to %zu runs.%s", what, most, whiskers);
    if (field_is_sampled(&data->pivot.value))
        return format_text(out, "%s: median of the samples.%s", what, whiskers);
    return format_text(out, "%s: one run each.", what);
}

static enum status explain_panels(struct figure_data *data)
{
    const size_t most = MOST_CURVES_OF_PANEL;
    const struct curve_split *split = &data->split;
    if (data->by_name && data->name_step > 1)
        MUST(append_text(&data->caption, "\nNames stand beside one row in %zu.", data->name_step));
    if (data->listed)
        return append_text(&data->caption,
                           "\nEach panel shows one %s: there are more than %zu series.",
                           data->pivot.keys[data->pivot.nkeys - 1].field.title, most);
    if (split->ngroups < 2) return OK;
    if (split->axis)
        return append_text(&data->caption,
                           "\nEach panel shows one %s; a panel has at most %zu curves.",
                           split->axis, most);
    return append_text(&data->caption, "\n%zu panels share the curves; a panel has at most %zu.",
                       split->ngroups, most);
}

/* Value of a cell on the horizontal axis; 1 if that axis has names. */
static double across(const struct figure_data *data, size_t cell)
{
    const struct pivot *pivot = &data->pivot;
    const struct field_value *x = pivot_key(pivot, cell / pivot->columns.count, pivot->nkeys - 1);
    return data->by_name || x->text ? 1 : x->number;
}

static enum status explain_axis(struct figure_data *data)
{
    size_t below = 0, missing = 0, count = data->pivot.nrows * data->pivot.columns.count;
    for (size_t i = 0; i < count; i++) {
        const struct cell *cell = &data->pivot.cells[i];
        const double x = across(data, i);
        below += (data->log_y && cell->median <= 0) || (data->log_x && x <= 0 && cell->used);
        missing += (isnan(x) && cell->used) || (!cell->used && cell->status[CASE_OK]);
    }
    if (data->ratio_log)
        MUST(append_text(&data->caption, "\nThe axis is logarithmic: the ratios differ widely."));
    if (below)
        MUST(append_text(&data->caption, "\nNot on the logarithmic axis: %zu value%s not positive.",
                         below, below == 1 ? " that is" : "s that are"));
    return missing ? append_text(&data->caption, "\nNot shown: %zu value%s not known.", missing,
                                 missing == 1 ? " that is" : "s that are")
                   : OK;
}

static enum status explain_crossovers(struct figure_data *data)
{
    bool any[2] = {false, false}; /* found; predicted for the next matrix */
    bool transfer = false;
    for (size_t p = 0; p < data->npanels; p++) {
        struct drawn_crossovers found;
        MUST(figure_crossovers(data, &data->panels[p], &found));
        for (size_t k = 0; k < found.count; k++)
            if (found.crossover[k].transfer) transfer = true;
            else if (!isnan(found.crossover[k].what.at)) any[found.crossover[k].next] = true;
        free(found.crossover);
    }
    if (any[0])
        MUST(append_text(&data->caption,
                         "\nUpright line: the crossover, where another variant becomes the "
                         "faster one. Band: its 95 %% interval, for the noise of these timings "
                         "alone."));
    if (any[1])
        MUST(append_text(&data->caption,
                         "\nUpright line at \"next matrix\": the geometric mean of the "
                         "crossovers that several seeds found. Band: where the next matrix "
                         "has its own, with 95 %%."));
    return transfer ? append_text(&data->caption,
                                  "\nDashed upright line: the crossover predicted from bytes "
                                  "moved, the bandwidth of a copy, and a latency that the ends of "
                                  "the axis give. The model knows no caches.")
                    : OK;
}

/* Lists the failures behind the gaps in the figure, curve by curve: "Not shown: jacobi seq 3
 * timeout; ...". */
static enum status explain_failures(struct figure_data *data)
{
    const struct pivot *pivot = &data->pivot;
    enum status status = OK;
    const char *before = "\nNot shown: ";
    for (size_t j = 0; j < pivot->columns.count && status == OK && pivot->value.ok_runs; j++) {
        struct cell sum = {.runs = 0};
        for (size_t i = 0; i < pivot->nrows; i++) {
            const struct cell *cell = pivot_cell(pivot, i, j);
            if (data->by_name && data->name_step == 1 && isnan(cell->median))
                continue; /* the figure shows its status */
            for (int s = 0; s < NCASE_STATUSES; s++) sum.status[s] += cell->status[s];
        }
        struct human bad = cell_said(pivot, &sum, false);
        if (!*bad.text) continue;
        status = append_text(&data->caption, "%s%s %s", before, data->legend.name[j], bad.text);
        before = "; ";
    }
    return status;
}

/* Marks that a script has put behind a title: "ours *". */
static unsigned marks_behind(const char *title)
{
    const char *space = strrchr(title, ' ');
    return space ? marks_read(space + 1) : 0;
}

static enum status explain_marks(struct figure_data *data)
{
    unsigned marks = data->pivot.marks;
    for (size_t j = 0; is_built(data) && j < data->legend.count; j++)
        marks |= marks_behind(data->legend.name[j]);
    const struct human text = marks_explained(marks);
    return append_text(&data->caption, "%s%s", *text.text ? "\n" : "", text.text);
}

/* Appends "KEY OF THE MACHINE", "commit 0123456789 · 2026-01-01T12:00:00+00:00". */
static enum status append_origin(struct figure_data *data)
{
    const struct results *results = data->results;
    const char *machine = fact_value(results->machine, results->nmachine, "key");
    const char *commit = results->git_commit,
               *rest = commit + strcspn(commit, "+"); /* rest: "+dirty" or "" */
    int shown = rest - commit < 10 ? (int)(rest - commit) : 10;
    return append_text(&data->caption, "\n%s%scommit %.*s%s · %s", machine, *machine ? "\n" : "",
                       shown, commit, rest, results->started);
}

enum status figure_caption_make(struct figure_data *data)
{
    static enum status (*const parts[])(struct figure_data *) = {
        explain_points,   explain_panels, explain_axis, explain_crossovers,
        explain_failures, explain_marks,  append_origin};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) MUST(parts[k](data));
    return OK;
}
