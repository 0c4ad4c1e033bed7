#include "analysis/crossover/crossover_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "analysis/crossover/crossover_family.h"
#include "analysis/statistics/crossover_fit.h"
#include "analysis/statistics/prediction.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/output/units.h"

const struct result_crossover *crossover_of(const struct results *results,
                                            const struct result_problem *problem)
{
    for (size_t k = 0; k < results->ncrossovers; k++)
        if (crossover_is_point(problem, &results->crossovers[k])) return &results->crossovers[k];
    return NULL;
}

/* Points */

/* Measurements at one place of the axis; a, b: owned. */
struct place_timings {
    double x; /* first, for compare_doubles */
    struct timings a, b;
};

struct points {
    size_t count, failed; /* failed: planned, but without times of both variants */
    struct place_timings *place;
    struct crossover_point *point; /* the places, ascending */
};

/* Collects the times of a case. All its processes must have ended well, without an unsure
 * answer. */
static enum status time_case(const struct results *r, size_t problem, const char *variant,
                             size_t *scratch, struct timings *out)
{
    struct case_runs runs = {.results = r, .run = scratch};
    bool ok = true;
    *out = (struct timings){0};
    for (size_t k = 0; k < r->nruns; k++) {
        const struct result_run *run = &r->runs[k];
        if (run->problem != problem || strcmp(r->variants[run->variant].name, variant)) continue;
        ok = ok && run->status == CASE_OK && !run_is_unsure(run);
        scratch[runs.count++] = k;
    }
    return ok && runs.count ? case_timings(&runs, out) : OK;
}

static void points_free(struct points *points)
{
    for (size_t k = 0; k < points->count; k++) {
        timings_free(&points->place[k].a);
        timings_free(&points->place[k].b);
    }
    free(points->place);
    free(points->point);
}

static enum status collect_points(const struct results *r, const struct result_crossover *crossover,
                                  struct points *out)
{
    enum status status = OK;
    size_t *scratch = NULL;
    *out = (struct points){0};
    TRY(allocate(r->nruns, sizeof *scratch, "the runs", &scratch));
    TRY(allocate_zeroed(r->nproblems, sizeof *out->place, "points", &out->place));
    TRY(allocate(r->nproblems, sizeof *out->point, "points", &out->point));
    for (size_t p = 0; p < r->nproblems; p++) {
        struct place_timings *place = &out->place[out->count];
        if (!crossover_is_point(&r->problems[p], crossover)) continue;
        place->x = problem_axis(&r->problems[p], crossover->axis)->number;
        out->count++;
        TRY(time_case(r, p, crossover->a, scratch, &place->a));
        TRY(time_case(r, p, crossover->b, scratch, &place->b));
        if (timings_positive(&place->a) && timings_positive(&place->b)) continue;
        timings_free(&place->a);
        timings_free(&place->b);
        out->count--;
        out->failed++;
    }
    if (out->count) qsort(out->place, out->count, sizeof *out->place, compare_doubles);
    for (size_t k = 0; k < out->count; k++)
        out->point[k] =
            (struct crossover_point){out->place[k].x, &out->place[k].a, &out->place[k].b};
out:
    free(scratch);
    return status;
}

/* Rounds x to six significant digits, or to a whole number; NaN if there is already a problem. */
static double fresh_place(const struct results *r, const struct result_crossover *crossover,
                          const struct crossover *how, double x)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", x);
    x = how->whole ? round(x) : strtod(text, NULL);
    for (size_t p = 0; p < r->nproblems; p++)
        if (crossover_is_point(&r->problems[p], crossover) &&
            problem_axis(&r->problems[p], crossover->axis)->number == x)
            return NAN;
    return x;
}

static enum crossing_state crossing_state_of(const struct points *points,
                                             const struct crossing *crossing)
{
    if (!points->count) return CROSSING_UNTIMED;
    if (crossing->found && crossing->at > 0 && isfinite(crossing->at)) return CROSSING_FOUND;
    if (crossing->sure_a == points->count) return CROSSING_A_FASTER;
    if (crossing->sure_b == points->count) return CROSSING_B_FASTER;
    return CROSSING_TOO_NOISY;
}

static enum status describe_crossover(const struct points *points, const struct crossing *crossing,
                                      double next, struct result_crossover *out)
{
    enum crossing_state state = crossing_state_of(points, crossing);
    const bool found = state == CROSSING_FOUND;
    char *below;
    MUST(copy_text(!found ? "" : crossing->a_first ? out->a : out->b, &below));
    free(out->below);
    out->below = below;
    out->state = isnan(next) ? state : CROSSING_UNFINISHED;
    out->at = found ? crossing->at : NAN;
    out->low = found ? crossing->low : NAN;
    out->high = found ? crossing->high : NAN;
    out->others = found ? crossing->others : MISSING;
    out->points = points->count;
    return OK;
}

enum status crossover_judge(struct results *results, size_t which, const struct crossover *how,
                            double *next)
{
    enum status status = OK;
    struct result_crossover *crossover = &results->crossovers[which];
    struct points points;
    struct crossing crossing;
    *next = NAN;
    TRY(collect_points(results, crossover, &points));
    const size_t most = how->points > points.failed ? how->points - points.failed : 0;
    const struct crossover_search search = {
        .tolerance = how->within, .whole = how->whole, .most = most,
        .floor = results_noise_floor(results)};
    TRY(crossover_fit(points.count, points.point, &search, &crossing, next));
    if (!isnan(*next)) *next = fresh_place(results, crossover, how, *next);
    TRY(describe_crossover(&points, &crossing, *next, crossover));
out:
    points_free(&points);
    return status;
}

/* Texts */

/* Makes *out (new): text with value in place of each mark. */
static enum status fill_in(const char *text, const char *mark, const char *value, char **out)
{
    const char *at;
    *out = NULL;
    for (; (at = strstr(text, mark)); text = at + strlen(mark))
        MUST(append_text(out, "%.*s%s", (int)(at - text), text, value));
    return append_text(out, "%s", text);
}

enum status crossover_point_texts(const struct crossover *how, double x, char **source,
                                  char **label)
{
    enum status status = OK;
    const struct human value = exact_number(x);
    char *mark = NULL;
    *source = *label = NULL;
    TRY(format_text(&mark, "{%s}", how->axis));
    TRY(fill_in(how->source, mark, value.text, source));
    TRY(format_text(label, "%s %s=%s", how->id, how->axis, value.text));
out:
    free(mark);
    if (status != OK) {
        free(*source);
        *source = NULL;
    }
    return status;
}

static void say_found(const struct result_crossover *c, FILE *out)
{
    const char *above = strcmp(c->below, c->a) ? c->a : c->b;
    fprintf(out, "%s: %s = %.3g [%.3g, %.3g]: %s is faster below, %s above; %llu points", c->id,
            c->axis, c->at, c->low, c->high, c->below, above, (unsigned long long)c->points);
    if (c->others)
        fprintf(out, "; they change places %llu more time%s", (unsigned long long)c->others,
                c->others > 1 ? "s" : "");
    fprintf(out, "%s\n", c->state == CROSSING_FOUND ? "" : "; unfinished");
}

static void say_family(const struct crossover_family *family, FILE *out)
{
    const char *axis = family->first->axis;
    fprintf(out, "%.*s: ", family->id_length, family->first->id);
    if (!isnan(family->at))
        fprintf(out,
                "for the next matrix %s = %.3g, with 95 %% between %.3g and %.3g: %zu of %zu seeds "
                "found one\n",
                axis, family->at, family->low, family->high, family->found, family->searches);
    else if (family->unfinished)
        fprintf(out, "nothing is said of the next matrix: %zu of %zu seeds are unfinished\n",
                family->unfinished, family->searches);
    else if (family->mixed)
        fprintf(out, "nothing is said of the next matrix: the seeds differ in which variant is "
                     "faster below\n");
    else
        fprintf(
            out,
            "nothing is said of the next matrix: %zu of %zu seeds found a crossover, and %d are "
            "needed\n",
            family->found, family->searches, FEWEST_TO_PREDICT);
}

void crossovers_say(const struct results *results, FILE *out)
{
    struct crossover_family family;
    for (size_t k = 0; k < results->ncrossovers; k++)
        if (crossover_family(results, k, &family)) say_family(&family, out);
    for (size_t k = 0; k < results->ncrossovers; k++) {
        const struct result_crossover *c = &results->crossovers[k];
        unsigned long long points = c->points;
        if (!isnan(c->at)) {
            say_found(c, out);
            continue;
        }
        fprintf(out, "%s: no crossover of %s and %s found along %s: ", c->id, c->a, c->b, c->axis);
        switch (c->state) {
        case CROSSING_A_FASTER:
            fprintf(out, "%s is faster at all %llu points\n", c->a, points);
            break;
        case CROSSING_B_FASTER:
            fprintf(out, "%s is faster at all %llu points\n", c->b, points);
            break;
        case CROSSING_TOO_NOISY:
            fprintf(out,
                    "noise, fewer than %d samples, or a single process hides which is faster at "
                    "some of the %llu points\n",
                    FEWEST_BLOCKS, points);
            break;
        case CROSSING_UNTIMED: fputs("both ended well at no point\n", out); break;
        default: fputs("unfinished\n", out);
        }
    }
}
