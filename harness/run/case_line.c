#include "harness/run/case_line.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/effective_samples.h"
#include "base/memory.h"
#include "base/output/units.h"

/* Half the width of the interval, as a share of the median. */
static struct human share_text(const struct summary *summary)
{
    const double share = 50 * (summary->ci_high - summary->ci_low) / summary->median;
    if (!isfinite(share)) return human_text("%s", "");
    return human_text(" ± %.*f %%", share < 0.95 ? 1 : 0, fmax(share, 0.1));
}

/* Appends the median of whole solves; of one iteration if the number of iterations of a solve is
 * unknown. */
static enum status append_time(const struct case_result *ended, bool one_iteration, char **out)
{
    enum status status = OK;
    struct result_run run = ended->run;
    struct summary summary;
    double *seconds = NULL;
    if (one_iteration) run.iterations = 1;
    TRY(allocate(run.sample_count, sizeof *seconds, "samples", &seconds));
    const size_t count = samples_counted(&run, ended->sample, seconds);
    const double disturbed = samples_disturbed(&run, ended->sample);
    if (!count) goto out;
    TRY(summarise_samples(count, seconds, &summary));
    TRY(append_text(out, "%s%s%s%s, %s sample%s", human_seconds(summary.median).text,
                    share_text(&summary).text, one_iteration ? " an iteration" : "",
                    run.extrapolated && !one_iteration ? " (extrapolated)" : "",
                    human_count(count).text, count == 1 ? "" : "s"));
    if (disturbed > 0) TRY(append_text(out, " (%.0f disturbed)", disturbed));
    if (count < run.sample_count)
        TRY(append_text(out, ", %s measured again", human_count(run.sample_count - count).text));
out:
    free(seconds);
    return status;
}

enum status case_line(const struct case_result *ended, char **out)
{
    enum status status = OK;
    const struct result_run *run = &ended->run;
    const bool timed = run->status == CASE_OK && run->sample_count;
    const bool one_iteration = run->extrapolated && run->iterations == MISSING;
    TRY(copy_text("", out));
    if (timed) TRY(append_time(ended, one_iteration, out));
    if (timed && run->iterations != MISSING)
        TRY(append_text(out, ", %s iteration%s", human_count(run->iterations).text,
                        run->iterations == 1 ? "" : "s"));
    if (!timed) TRY(append_text(out, "%s", case_status_names[run->status]));
    if (run->doubtful) TRY(append_text(out, ", doubtful"));
    else if (*run->note) TRY(append_text(out, ": %s", run->note));
    return OK;
out:
    free(*out);
    *out = NULL;
    return status;
}
