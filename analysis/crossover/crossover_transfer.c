#include "analysis/crossover/crossover_transfer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"

/* Largest ratio of the speeds of copies on one machine. */
#define COPIES_APART 1.25

static const char letter[2] = "ab";

/* Data of the file for all points. */
struct gathered {
    size_t count;
    struct transfer_point *point;
    double slowest[2], fastest[2]; /* speeds of copies, for a and for b; NaN: none */
    bool untold[2];                /* traffic or iterations of a point are unknown */
};

/* Computes the median time of a variant's solve over the samples of its processes; seconds is NaN
 * if one of them did not end well. scratch: for all samples. */
static void read_case(const struct results *r, size_t problem, const char *variant, int side,
                      double *scratch, struct gathered *all, struct transfer_solve *out)
{
    size_t count = 0;
    *out = (struct transfer_solve){NAN, NAN, NAN};
    for (size_t k = 0; k < r->nruns; k++) {
        const struct result_run *run = &r->runs[k];
        if (run->problem != problem || strcmp(r->variants[run->variant].name, variant)) continue;
        if (run->status != CASE_OK) return;
        count += samples_counted(run, run_samples(r, run), scratch + count);
        out->iterations = run->iterations == MISSING ? NAN : (double)run->iterations;
        out->traffic = run->traffic == MISSING ? NAN : (double)run->traffic;
        all->slowest[side] = fmin(all->slowest[side], run->copy_bandwidth);
        all->fastest[side] = fmax(all->fastest[side], run->copy_bandwidth);
    }
    for (size_t k = 0; k < count; k++)
        if (!(scratch[k] > 0)) count = 0; /* unknown if the iterations are */
    if (count) out->seconds = sort_to_median(count, scratch);
}

static enum status gather_transfer_points(const struct results *r,
                                          const struct result_crossover *crossover,
                                          struct gathered *out)
{
    enum status status = OK;
    double *scratch = NULL;
    *out = (struct gathered){.slowest = {NAN, NAN}, .fastest = {NAN, NAN}};
    TRY(allocate(r->nsamples, sizeof *scratch, "the samples", &scratch));
    TRY(allocate(r->nproblems, sizeof *out->point, "points", &out->point));
    for (size_t p = 0; p < r->nproblems; p++) {
        struct transfer_point *point = &out->point[out->count];
        if (!crossover_is_point(&r->problems[p], crossover)) continue;
        point->x = problem_axis(&r->problems[p], crossover->axis)->number;
        for (int side = 0; side < 2; side++)
            read_case(r, p, side ? crossover->b : crossover->a, side, scratch, out,
                      &point->solve[side]);
        if (isnan(point->solve[0].seconds + point->solve[1].seconds)) continue;
        for (int side = 0; side < 2; side++)
            out->untold[side] =
                out->untold[side] ||
                !(point->solve[side].iterations >= 1 && point->solve[side].traffic >= 0);
        out->count++;
    }
    if (out->count) qsort(out->point, out->count, sizeof *out->point, compare_doubles);
out:
    free(scratch);
    return status;
}

/* Explains why the model lacks numbers; "" if it has them. */
static struct human no_numbers(const struct gathered *all)
{
    for (int side = 0; side < 2; side++) {
        const double slowest = all->slowest[side], fastest = all->fastest[side];
        if (all->untold[side])
            return human_text("%c: the file has no traffic of it, or no iterations", letter[side]);
        if (all->count && !(slowest > 0))
            return human_text("no bandwidth of copies for %c: measure with copy_samples=20",
                              letter[side]);
        if (fastest > COPIES_APART * slowest)
            return human_text("copies for %c differ, %s and %s: other machines, or a busy one",
                              letter[side], human_quantity(UNIT_SPEED, slowest).text,
                              human_quantity(UNIT_SPEED, fastest).text);
    }
    return human_text("%s", "");
}

/* Explains why there is no prediction, or what it says. below: the variant that was measured as
 * faster below; -1: no crossover was found. */
static struct human explain_transfer(const struct transfer *transfer, size_t count, int below)
{
    switch (transfer->end) {
    case TRANSFER_FEW_POINTS:
        if (below < 0)
            return human_text("points where both ended well: %zu, and two are needed", count);
        return human_text("an end of the axis is next to the crossover, or in its interval: widen "
                          "from and to, or add points");
    case TRANSFER_NEGATIVE:
        return human_text("%c: its latency is negative, for it is faster than copies (in a cache?)",
                          letter[transfer->latency[0] >= 0]);
    case TRANSFER_A_FASTER: return human_text("a is predicted to be faster everywhere");
    case TRANSFER_B_FASTER: return human_text("b is predicted to be faster everywhere");
    case TRANSFER_OTHER_WAY:
        return human_text("%c is predicted to be the faster one below, not %c", letter[!below],
                          letter[below]);
    case TRANSFER_PREDICTED: break;
    }
    return human_text("%s", "");
}

enum status crossover_transfer(const struct results *results,
                               const struct result_crossover *crossover,
                               struct crossover_transfer *out)
{
    enum status status = OK;
    struct gathered all = {0};
    const bool found = !isnan(crossover->at);
    const struct transfer_measured measured = {
        found ? fmin(crossover->at, crossover->low) : NAN,
        found ? fmax(crossover->at, crossover->high) : NAN,
        found ? strcmp(crossover->below, crossover->a) != 0 : -1};
    *out = (struct crossover_transfer){
        .at = NAN, .bandwidth = {NAN, NAN}, .latency = {NAN, NAN}};
    TRY(gather_transfer_points(results, crossover, &all));
    for (int side = 0; side < 2; side++)
        out->bandwidth[side] = sqrt(all.slowest[side] * all.fastest[side]);
    out->why = no_numbers(&all);
    if (*out->why.text) goto out;
    const struct transfer transfer =
        transfer_predict(all.count, all.point, out->bandwidth, measured);
    out->at = transfer.at;
    memcpy(out->latency, transfer.latency, sizeof out->latency);
    out->why = explain_transfer(&transfer, all.count, measured.below);
out:
    free(all.point);
    return status;
}
