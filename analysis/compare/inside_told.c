#include "analysis/compare/inside_told.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "store/with_inside.h"

/* *out = the median time of the case's processes with the questions inside; NaN if one has none, or
 * if nothing is inside. */
static enum status time_of_case(const struct case_runs *runs, double *out)
{
    enum status status = OK;
    double *seconds = NULL;
    struct human why;
    *out = NAN;
    if (!runs->count || !problem_needs(&runs->results->problems[case_run(runs, 0)->problem]))
        return OK;
    MUST(allocate(runs->count, sizeof *seconds, "times", &seconds));
    for (size_t k = 0; k < runs->count; k++) {
        TRY(time_with_inside(runs->results, case_run(runs, k), &seconds[k], &why));
        if (isnan(seconds[k])) goto out;
    }
    *out = sort_to_median(runs->count, seconds);
out:
    free(seconds);
    return status;
}

enum status inside_told(const struct matched_case *matched, struct human *out)
{
    double base, fresh;
    *out = human_text("%s", "");
    MUST(time_of_case(&matched->side[BASE], &base));
    MUST(time_of_case(&matched->side[FRESH], &fresh));
    if (!isnan(base) && !isnan(fresh))
        *out = human_text("with the questions inside %s -> %s", human_seconds(base).text,
                          human_seconds(fresh).text);
    return OK;
}
