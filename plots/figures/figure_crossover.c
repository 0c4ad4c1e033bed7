/* Chooses the crossovers that a panel of a figure shows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/crossover/crossover_family.h"
#include "analysis/crossover/crossover_transfer.h"
#include "base/memory.h"
#include "plots/figures/figure_data.h"
#include "store/select.h"

static bool has_curve(const struct figure_data *data, const struct panel *panel, const char *name)
{
    for (size_t j = 0; j < data->pivot.columns.count; j++) {
        const char *text = data->pivot.columns.level[j].text;
        if (text && !strcmp(text, name) && figure_data_in_panel(data, panel, j)) return true;
    }
    return false;
}

static bool same_facet(const struct field_value *a, const struct field_value *b)
{
    return a->text || b->text ? a->text && b->text && !strcmp(a->text, b->text)
                              : a->number == b->number;
}

/* Sets *found to whether one of the runs is at a point of the crossover, in the panel's facet. */
static enum status has_run(const struct figure_data *data, const struct panel *panel,
                           const struct result_crossover *crossover, size_t count,
                           const size_t *runs, bool *found)
{
    const struct results *r = data->results;
    *found = false;
    for (size_t k = 0; k < count && !*found; k++) {
        const struct result_run *run = &r->runs[runs[k]];
        struct field_value facet;
        if (!crossover_is_point(&r->problems[run->problem], crossover)) continue;
        *found = !data->faceted;
        if (*found) continue;
        MUST(field_get(&data->pivot.keys[0].field, r, run, &facet));
        *found = same_facet(&facet, pivot_key(&data->pivot, panel->first, 0));
    }
    return OK;
}

static bool may_have(const struct figure_data *data)
{
    return data->results->ncrossovers && strcmp(data->figure->kind, "built") && !data->by_name &&
           !strcmp(data->pivot.columns.field.name, "variant") &&
           !strcmp(data->pivot.value.name, "solve");
}

/* Gets the crossover that the row's family predicts for the next matrix; it replaces those of the
 * single members. Returns false if there is no prediction, so each member is drawn by itself. */
static bool predicted(const struct results *r, const struct result_crossover *row,
                      struct drawn_crossover *out)
{
    struct crossover_family family;
    for (size_t k = 0; k < r->ncrossovers; k++) {
        if (!crossover_family(r, k, &family) || !crossover_same_family(family.first, row)) continue;
        *out = (struct drawn_crossover){.what = *family.first, .next = true};
        out->what.at = family.at, out->what.low = family.low, out->what.high = family.high;
        out->what.state = CROSSING_FOUND;
        return !isnan(family.at);
    }
    return false;
}

/* Sets *out to the place that bytes and latency predict for the row, or the mean over those of its
 * family that were found; NaN if one has no prediction. */
static enum status predict_transfer(const struct results *r, const struct result_crossover *row,
                                    bool family, double *out)
{
    double sum = 0;
    size_t count = 0;
    for (size_t k = 0; k < r->ncrossovers; k++) {
        const struct result_crossover *c = &r->crossovers[k];
        struct crossover_transfer transfer;
        const bool member = crossover_same_family(c, row) && c->state == CROSSING_FOUND;
        if (family ? !member : c != row) continue;
        MUST(crossover_transfer(r, c, &transfer));
        sum += log(transfer.at);
        count++;
    }
    *out = exp(sum / (double)count);
    return OK;
}

/* Returns whether another member of the row's family is already drawn as having found none. */
static bool says_none(const struct drawn_crossovers *drawn, const struct result_crossover *row)
{
    for (size_t k = 0; isnan(row->at) && k < drawn->count; k++) {
        const struct result_crossover *earlier = &drawn->crossover[k].what;
        if (earlier->state == row->state && crossover_same_family(earlier, row)) return true;
    }
    return false;
}

static enum status draw_crossover(const struct results *r, const struct result_crossover *row,
                                  struct drawn_crossovers *out)
{
    struct drawn_crossover drawn;
    double at;
    if (!predicted(r, row, &drawn)) drawn = (struct drawn_crossover){.what = *row};
    for (size_t k = 0; drawn.next && k < out->count; k++)
        if (out->crossover[k].what.id == drawn.what.id) return OK;
    if (drawn.next || !says_none(out, row)) out->crossover[out->count++] = drawn;
    MUST(predict_transfer(r, row, drawn.next, &at));
    if (isnan(at)) return OK;
    drawn.transfer = true;
    drawn.what.at = drawn.what.low = drawn.what.high = at;
    out->crossover[out->count++] = drawn;
    return OK;
}

enum status figure_crossovers(const struct figure_data *data, const struct panel *panel,
                              struct drawn_crossovers *out)
{
    enum status status = OK;
    const struct results *r = data->results;
    const char *x = data->pivot.keys[data->pivot.nkeys - 1].field.name;
    size_t count, *runs = NULL;
    *out = (struct drawn_crossovers){0};
    if (!may_have(data) || panel->count == 0) return OK;
    TRY(allocate(2 * r->ncrossovers, sizeof *out->crossover, "a figure", &out->crossover));
    TRY(select_runs(r, data->figure->where, &count, &runs));
    for (size_t k = 0; k < r->ncrossovers; k++) {
        const struct result_crossover *crossover = &r->crossovers[k];
        bool found;
        if (strcmp(crossover->axis, x) ||
            (!has_curve(data, panel, crossover->a) && !has_curve(data, panel, crossover->b)))
            continue;
        TRY(has_run(data, panel, crossover, count, runs, &found));
        if (found) TRY(draw_crossover(r, crossover, out));
    }
out:
    free(runs);
    if (status != OK) free(out->crossover), out->crossover = NULL;
    return status;
}
