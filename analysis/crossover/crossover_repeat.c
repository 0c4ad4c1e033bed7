#include "analysis/crossover/crossover_repeat.h"

#include <math.h>
#include <string.h>

static const struct result_crossover *search_of(const struct results *results, const char *id)
{
    for (size_t k = 0; k < results->ncrossovers; k++)
        if (!strcmp(results->crossovers[k].id, id)) return &results->crossovers[k];
    return NULL;
}

enum agreement { AGREE, DISJOINT, NOT_FOUND };

/* Says what all files found. */
static enum agreement say_places(size_t count, const struct results *results,
                                 const struct result_crossover *first, FILE *out)
{
    double low = 0, high = INFINITY;
    size_t found = 0;
    fprintf(out, "%s: %s =", first->id, first->axis);
    for (size_t k = 0; k < count; k++) {
        const struct result_crossover *c = search_of(&results[k], first->id);
        if (!c || isnan(c->at)) {
            fputs(" none;", out);
            continue;
        }
        fprintf(out, " %.3g [%.3g, %.3g];", c->at, c->low, c->high);
        low = fmax(low, c->low);
        high = fmin(high, c->high);
        found++;
    }
    return found < count ? NOT_FOUND : low > high ? DISJOINT : AGREE;
}

void crossovers_agree(size_t count, const struct results *results, FILE *out)
{
    static const char *const texts[] = {"the intervals agree", "some intervals are disjoint",
                                        "not found in each run"};
    size_t counts[3] = {0};
    for (size_t k = 0; k < results[0].ncrossovers; k++) {
        const enum agreement it = say_places(count, results, &results[0].crossovers[k], out);
        fprintf(out, " %s\n", texts[it]);
        counts[it]++;
    }
    if (results[0].ncrossovers)
        fprintf(out,
                "%zu of %zu searches agree in %zu runs; %zu disjoint, %zu not found in each run\n",
                counts[AGREE], results[0].ncrossovers, count, counts[DISJOINT], counts[NOT_FOUND]);
}
