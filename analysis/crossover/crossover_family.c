#include "analysis/crossover/crossover_family.h"

#include <math.h>
#include <string.h>

#include "analysis/statistics/prediction.h"

/* Length of ID in ID.seedN. */
static size_t length_without_seed(const char *id)
{
    const char *end = strrchr(id, '.');
    return end ? (size_t)(end - id) : strlen(id);
}

bool crossover_same_family(const struct result_crossover *x, const struct result_crossover *y)
{
    return !isnan(x->seed) && !isnan(y->seed) && !strcmp(x->study, y->study) &&
           !strcmp(x->axis, y->axis) && !strcmp(x->a, y->a) && !strcmp(x->b, y->b) &&
           (x->over_value == y->over_value || (isnan(x->over_value) && isnan(y->over_value)));
}

bool crossover_family(const struct results *results, size_t k, struct crossover_family *out)
{
    const struct result_crossover *row = results->crossovers, *below = NULL;
    double sum = 0, squares = 0;
    *out = (struct crossover_family){.first = &row[k],
                                     .id_length = (int)length_without_seed(row[k].id),
                                     .at = NAN,
                                     .low = NAN,
                                     .high = NAN};
    for (size_t j = 0; j < results->ncrossovers; j++) {
        if (!crossover_same_family(&row[k], &row[j])) continue;
        if (j < k) return false;
        out->searches++;
        out->unfinished += row[j].state == CROSSING_UNFINISHED;
        if (row[j].state != CROSSING_FOUND) continue;
        if (!below) below = &row[j];
        out->mixed = out->mixed || strcmp(row[j].below, below->below);
        out->found++;
        sum += log(row[j].at);
    }
    if (out->searches < 2) return false;
    if (out->found < FEWEST_TO_PREDICT || out->mixed || out->unfinished) return true;
    const double count = (double)out->found, mean = sum / count;
    for (size_t j = k; j < results->ncrossovers; j++)
        if (crossover_same_family(&row[k], &row[j]) && row[j].state == CROSSING_FOUND)
            squares += pow(log(row[j].at) - mean, 2);
    const double reach = prediction_reach(out->found, sqrt(squares / (count - 1)));
    out->at = exp(mean), out->low = exp(mean - reach), out->high = exp(mean + reach);
    return true;
}
