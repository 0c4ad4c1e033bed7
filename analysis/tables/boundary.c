#include "analysis/tables/boundary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/crossover/crossover_family.h"
#include "analysis/tables/script_figure.h"
#include "base/memory.h"

static bool is_shown(const struct result_crossover *row, const struct figure *figure)
{
    return *row->over && !strcmp(row->over, figure->x) && !strcmp(row->axis, figure->y);
}

/* Returns whether an earlier row is of the same family as row k. */
static bool is_later(const struct results *results, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (crossover_same_family(&results->crossovers[j], &results->crossovers[k])) return true;
    return false;
}

/* Extends the measured range by the points of a search. */
static void add_range(const struct results *results, const struct result_crossover *row,
                      struct boundary_place *place)
{
    for (size_t p = 0; p < results->nproblems; p++) {
        const struct axis_value *id = problem_axis(&results->problems[p], CROSSOVER_AXIS),
                                *at = problem_axis(&results->problems[p], row->axis);
        if (!id || !id->text || strcmp(id->text, row->id) || !at || !(at->number > 0)) continue;
        place->from = fmin(place->from, at->number);
        place->to = fmax(place->to, at->number);
    }
}

static const char *faster_of(const struct result_crossover *row)
{
    return row->state == CROSSING_A_FASTER   ? row->a
           : row->state == CROSSING_B_FASTER ? row->b
                                             : NULL;
}

static void add_search(const struct results *results, const struct result_crossover *row,
                       struct boundary_place *place)
{
    const char *faster = faster_of(row);
    if (place->searches && (!faster || !place->faster || strcmp(faster, place->faster)))
        faster = NULL;
    place->faster = faster;
    place->searches++;
    place->found += !isnan(row->at);
    place->unfinished += row->state == CROSSING_UNFINISHED;
    place->noisy += row->state == CROSSING_TOO_NOISY;
    if (!place->below && *row->below) place->below = row->below;
    add_range(results, row, place);
}

/* Returns the panel of the last place: that of an earlier place of the same study, or a new one. */
static size_t panel_of_place(size_t count, const struct boundary_place *places)
{
    size_t next = 0;
    for (size_t k = 0; k + 1 < count; k++) {
        if (!strcmp(places[k].row->study, places[count - 1].row->study)) return places[k].panel;
        next = places[k].panel + 1;
    }
    return next;
}

enum status boundary_places(const struct results *results, const struct figure *figure,
                            size_t *count, struct boundary_place **out)
{
    *count = 0;
    MUST(allocate(results->ncrossovers, sizeof **out, "a figure", out));
    for (size_t k = 0; k < results->ncrossovers; k++) {
        const struct result_crossover *row = &results->crossovers[k];
        struct crossover_family family;
        if (!is_shown(row, figure) || is_later(results, k)) continue;
        struct boundary_place *place = &(*out)[(*count)++];
        *place = (struct boundary_place){.row = row,
                                         .next = crossover_family(results, k, &family),
                                         .at = row->at,
                                         .low = row->low,
                                         .high = row->high,
                                         .from = INFINITY};
        place->panel = panel_of_place(*count, *out);
        if (place->next) {
            place->at = family.at, place->low = family.low, place->high = family.high;
            place->mixed = family.mixed;
        }
        for (size_t j = k; j < results->ncrossovers; j++)
            if (j == k || crossover_same_family(row, &results->crossovers[j]))
                add_search(results, &results->crossovers[j], place);
    }
    return OK;
}

void boundary_sides(size_t count, const struct boundary_place *places, size_t panel,
                    const char **below, const char **above)
{
    const struct boundary_place *any = NULL, *crossed = NULL;
    bool mixed = false, differ = false;
    for (size_t k = 0; k < count; k++) {
        const struct boundary_place *place = &places[k];
        if (place->panel != panel) continue;
        mixed |= place->mixed || (crossed && place->below && strcmp(crossed->below, place->below));
        if (place->below) crossed = place;
        differ |= !place->faster || (any && (!any->faster || strcmp(any->faster, place->faster)));
        any = place;
    }
    *below = *above = any && !crossed && !differ ? any->faster : NULL;
    if (!crossed || mixed) return;
    *below = crossed->below;
    *above = strcmp(crossed->below, crossed->row->a) ? crossed->row->a : crossed->row->b;
}

int boundary_side(size_t count, const struct boundary_place *places,
                  const struct boundary_place *place)
{
    const char *below, *above;
    boundary_sides(count, places, place->panel, &below, &above);
    if (!place->faster || !below || below == above) return 0;
    return strcmp(place->faster, below) ? -1 : 1;
}

enum status boundary_pivot(const struct figure *figure, size_t count,
                           const struct boundary_place *places, struct pivot *out)
{
    static const char *curve = "crossover";
    enum status status = OK;
    struct judged_figure whole = {.x = {figure->x, JUDGED_NUMBER},
                                  .y = {figure->y, JUDGED_NUMBER},
                                  .ncurves = 1,
                                  .curves = &curve,
                                  .npoints = count};
    *out = (struct pivot){0};
    TRY(allocate_zeroed(count, sizeof *whole.panels, "a figure", &whole.panels));
    TRY(allocate(count, sizeof *whole.points, "a figure", &whole.points));
    for (size_t k = 0; k < count; k++) {
        const struct boundary_place *place = &places[k];
        if (place->panel >= whole.npanels) whole.npanels = place->panel + 1;
        whole.panels[place->panel] = place->row->study;
        whole.points[k] = (struct judged_point){.panel = place->panel,
                                                .x = place->row->over_value,
                                                .y = place->at,
                                                .low = place->low,
                                                .high = place->high};
    }
    whole.faceted = whole.npanels > 1;
    TRY(script_figure_pivot(&whole, out));
    if (whole.faceted) out->keys[0].field.name = "study";
    out->keys[out->nkeys - 1].field.name = figure->x;
    out->value.name = figure->y;
out:
    free(whole.panels);
    free(whole.points);
    return status;
}
