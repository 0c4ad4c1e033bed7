/* Prints the progress of a run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/process/clock.h"
#include "harness/run/case_line.h"
#include "harness/run/run_pieces.h"

struct row *run_row(const struct run *run, size_t problem, size_t variant, size_t process)
{
    const struct results *r = run->results;
    return &run->rows[(problem * r->nvariants + variant) * r->settings.processes + process];
}

void run_row_name(const struct run *run, size_t variant, size_t process, char *out, size_t size)
{
    const struct results *r = run->results;
    int used =
        snprintf(out, size, "%s  %s", r->problems[run->problem].label, r->variants[variant].name);
    if (r->settings.processes > 1 && used > 0 && (size_t)used < size)
        snprintf(out + used, size - (size_t)used, " (process %zu of %zu)", process + 1,
                 run->processes[variant]);
}

static bool is_failure(enum case_status status)
{
    return status != CASE_OK && !status_is_unmeasured(status);
}

static enum status say_end(struct run *run, size_t variant, size_t process)
{
    enum status status = OK;
    char what[256], *line = NULL;
    const struct case_result *ended = &run_row(run, run->problem, variant, process)->result;
    const struct result_run *ran = &ended->run;
    bool told = true;
    run_row_name(run, variant, process, what, sizeof what);
    TRY(case_line(ended, &line));
    if (status_is_unmeasured(ran->status))
        TRY(unmeasured_add(&run->unmeasured, ran->status, ran->note, what, &told));
    if (run->quiet && run->progress.terminal) told = false;
    progress_end(&run->progress, what, told ? line : NULL, is_failure(ran->status));
out:
    free(line);
    return status;
}

/* Prints rows of a problem in their order: all cases, then the same with the next process. */
static enum status say_ended(struct run *run)
{
    size_t nvariants = run->results->nvariants;
    for (; run->said < nvariants * run->results->settings.processes; run->said++) {
        size_t variant = run->said % nvariants, process = run->said / nvariants;
        if (!recording_wants(run->recording, run->problem, variant)) continue;
        if (process > run->process && process >= run->processes[variant]) return OK;
        if (process >= run->processes[variant]) continue;
        if (!run_row(run, run->problem, variant, process)->ended) return OK;
        MUST(say_end(run, variant, process));
    }
    return OK;
}

enum status run_tell_ended(struct run *run, size_t variant, size_t process)
{
    return run->progress.terminal ? say_end(run, variant, process) : say_ended(run);
}

/* Remaining time */

/* Learns from the times of a case. If no whole solve was timed, the time of the whole case stands
 * for it. */
void run_learn_pace(struct run *run, size_t variant, const struct case_result *ended)
{
    const struct result_run *ran = &ended->run;
    const double taken = run->taken[variant];
    const bool timed = ran->sample_count && !ran->extrapolated;
    if (status_is_unmeasured(ran->status)) pace_learn_absent(&run->pace, variant);
    else pace_learn(&run->pace, variant, run->problem, taken, timed ? ended->sample->host : taken);
}

/* Time still needed for the cases of the problem at a place, other than those that have ended. */
static double left_at(const struct run *run, size_t place)
{
    const struct results *r = run->results;
    const size_t problem = run->order_of_problems[place];
    double sum = 0;
    for (size_t v = 0; v < r->nvariants; v++) {
        if (!recording_wants(run->recording, problem, v)) continue;
        const double guess = pace_guess(&run->pace, v, problem);
        for (size_t q = 0; q < run->processes[v]; q++) {
            if (run_row(run, problem, v, q)->ended) continue;
            const bool open = place == run->place && q == run->process;
            double taken = open ? run->taken[v] : 0;
            if (open && v == run->now) taken += clock_now() - run->turn_began;
            sum += pace_rest(guess, taken);
        }
    }
    return sum;
}

double run_measuring_time(const struct run *run)
{
    const struct settings *settings = &run->results->settings;
    double sum = 0;
    for (size_t v = 0; v < run->results->nvariants; v++) {
        if (!recording_wants(run->recording, run->problem, v)) continue;
        if (run_row(run, run->problem, v, 0)->ended) continue;
        const double guess = pace_guess(&run->pace, v, run->problem);
        sum += (double)settings->processes * (isnan(guess) ? settings->max_time : guess);
    }
    return sum;
}

/* Making a problem is taken to last as long as it did for those before. */
double run_time_left(void *context)
{
    const struct run *run = context;
    double sum = 0;
    if (run->place >= run->nplanned) return NAN;
    for (size_t place = run->place; place < run->nplanned; place++) sum += left_at(run, place);
    const size_t more = run->nplanned - run->place - 1;
    return sum + run->making / (double)(run->place + 1) * (double)more;
}
