/* Plans how many processes the cases of a problem need for the wanted width, and says what a run
 * would measure. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/compare/case_ratios.h"
#include "analysis/compare/compare.h"
#include "analysis/statistics/width_design.h"
#include "harness/run/plan.h"
#include "harness/run/run_pieces.h"

enum {
    FIRST_PROCESSES = 2, /* the fewest that show a level */
    MORE_PROCESSES = 2,  /* once a case has the width for the first time ... */
    SURE_FREEDOM = 30    /* ... unless others have so many degrees of freedom (bench_width.c) */
};

/* What is said of a plan: the ranges over the cases that get more processes. */
struct plan_told {
    size_t cases, distant; /* that get more; those whose width is out of reach nevertheless */
    struct width_design least, most;
    double seconds, widest; /* s of all; the greatest expected width of those out of reach */
};

size_t run_first_processes(const struct settings *settings)
{
    const bool all = !(settings->width > 0) || settings->processes < FIRST_PROCESSES;
    return all ? settings->processes : FIRST_PROCESSES;
}

static void plan_told_add(struct plan_told *told, const struct width_design *d, double wanted)
{
    if (!told->cases++) told->least = told->most = *d;
    if (d->processes < told->least.processes) told->least.processes = d->processes;
    if (d->processes > told->most.processes) told->most.processes = d->processes;
    if (d->samples < told->least.samples) told->least.samples = d->samples;
    if (d->samples > told->most.samples) told->most.samples = d->samples;
    told->seconds += d->seconds;
    if (d->width <= wanted * (1 + 1e-9)) return;
    told->distant++;
    told->widest = fmax(told->widest, d->width);
}

static struct human count_range(size_t least, size_t most, const char *what)
{
    return least == most ? human_text("%zu %s", least, what)
                         : human_text("%zu to %zu %s", least, most, what);
}

static void plan_say(const struct run *run, const struct plan_told *told)
{
    const struct results *r = run->results;
    struct human width = human_text("width %.3g %%", 100 * r->settings.width), expected = {""};
    if (told->distant) {
        if (isfinite(told->widest)) expected = human_text(", %.2g %% expected", 100 * told->widest);
        human_append(&width,
                     " is out of reach in %zu of %zu cases (processes = %llu%s):", told->distant,
                     told->cases, (unsigned long long)r->settings.processes, expected.text);
    } else human_append(&width, " needs");
    fprintf(stderr, "%s: %s %s of %s, %s more\n", r->problems[run->problem].label, width.text,
            count_range(told->least.processes, told->most.processes, "processes").text,
            count_range(told->least.samples, told->most.samples, "samples").text,
            human_seconds(told->seconds).text);
}

/* Adds up the samples of the case's processes. */
static double sampled_seconds(const struct run *run, size_t variant, size_t done, double *samples)
{
    double seconds = *samples = 0;
    for (size_t q = 0; q < done; q++) {
        const struct case_result *result = &run_row(run, run->problem, variant, q)->result;
        for (uint64_t i = 0; i < result->run.sample_count; i++) seconds += result->sample[i].host;
        *samples += (double)result->run.sample_count;
    }
    return seconds;
}

/* Degrees of freedom of the levels that cases other than this one have. */
static double freedom_of_others(const struct judged_cases *j, const struct process_levels *own)
{
    return fmax(j->levels.seen - (double)(own->count - 1), 0);
}

/* Designs the rest of a case. Where its own levels are all that is known, those of selfcheck
 * count, too. */
static struct width_design design_rest(const struct run *run, const struct judged_cases *j,
                                       const struct process_levels *own, size_t variant,
                                       bool narrow)
{
    const struct settings *s = &run->results->settings;
    const struct level_part parts[] = {
        level_part_of(own, NULL), level_part_of_floor(fmax(results_noise_floor(run->results), 0))};
    struct level_variance all = j->levels;
    double samples;
    const double seconds = sampled_seconds(run, variant, own->count, &samples),
                 solve = seconds / samples;
    if (all.seen < LEAST_FREEDOM && parts[1].variance > 0) all = levels_fit(2, parts);
    struct design_noise noise = design_noise_of(own, &all, samples / (double)own->count);
    noise.freedom = fmin(j->levels.freedom, freedom_of_others(j, own));
    noise.start = fmax(run->beside[variant] / (double)own->count, 0);
    noise.solve = solve;
    const double most = fmax(fmin((double)s->max_samples, floor(s->max_time / solve)), 1);
    struct design_bounds bounds = {own->count + 1, s->processes,
                                   (size_t)fmin((double)s->min_samples, most), (size_t)most};
    if (narrow && own->count + MORE_PROCESSES < s->processes)
        bounds.least_processes = bounds.most_processes = own->count + MORE_PROCESSES;
    return design_find(&noise, &bounds, s->width);
}

/* Plans the rest of a case, or completes it: then its last process is recorded again, with the
 * width. An interval can be narrow by chance, and if runs ended there it would hold too seldom. So
 * the first time it gets some more processes, unless other cases tell enough of the levels. */
static enum status plan_rest(struct run *run, const struct judged_cases *j, size_t k, size_t done,
                             struct plan_told *told)
{
    const struct settings *s = &run->results->settings;
    const size_t v = case_run(&j->of[k], 0)->variant;
    struct result_run *last = &run_row(run, run->problem, v, done - 1)->result.run;
    struct process_levels own;
    MUST(judged_levels(j, k, &own));
    const double width = judged_width(j, &own);
    const bool narrow = width <= s->width,
               sure = run->narrow[v] || freedom_of_others(j, &own) >= SURE_FREEDOM;
    if (own.count < done || done >= s->processes || (narrow && sure)) {
        last->width = width;
        return journal_run(&run->recording->journal, last);
    }
    run->narrow[v] = run->narrow[v] || narrow;
    const struct width_design rest = design_rest(run, j, &own, v, narrow);
    plan_told_add(told, &rest, s->width);
    run->progress.total += rest.processes - done;
    run->processes[v] = rest.processes;
    run->samples[v] = rest.samples;
    return OK;
}

enum status run_plan_more(struct run *run, size_t done)
{
    enum status status = OK;
    struct results now = {0};
    struct judged_cases cases = {0};
    struct plan_told told = {0};
    TRY(journal_results(&run->recording->journal, &now));
    TRY(judged_cases_find(&now, &cases));
    for (size_t k = 0; k < cases.count; k++) {
        const struct result_run *first = case_run(&cases.of[k], 0);
        if (first->problem != run->problem ||
            !recording_wants(run->recording, run->problem, first->variant) ||
            judged_status(&cases, k) != CASE_OK || run->processes[first->variant] != done)
            continue;
        TRY(plan_rest(run, &cases, k, done, &told));
    }
    if (told.cases) plan_say(run, &told);
out:
    judged_cases_free(&cases);
    results_free(&now);
    return status;
}

enum status run_set_widths(struct results *results)
{
    enum status status = OK;
    struct judged_cases cases = {0};
    if (!(results->settings.width > 0)) return OK;
    TRY(judged_cases_find(results, &cases));
    for (size_t k = 0; k < cases.count; k++) {
        struct process_levels own;
        if (judged_status(&cases, k) != CASE_OK) continue;
        TRY(judged_levels(&cases, k, &own));
        for (size_t i = 0; i < cases.of[k].count; i++)
            results->runs[cases.of[k].run[i]].width = judged_width(&cases, &own);
    }
out:
    judged_cases_free(&cases);
    return status;
}

/* Without measuring */

/* The noise floor shows levels; how far samples spread, and how long they take, is unknown. */
static void foretell_width(const struct settings *s, double floor)
{
    const unsigned first = (unsigned)run_first_processes(s);
    printf("width %.3g %%: ", 100 * s->width);
    if (!(floor > 0)) {
        printf("cannot be foretold without the machine's noise floor (`warpmark selfcheck`); the "
               "plan follows after %u processes of each case\n",
               first);
        return;
    }
    const struct design_noise noise = {
        .level = level_part_of_floor(floor).variance, .start = 1, .freedom = FLOOR_FREEDOM};
    const struct design_bounds bounds = {first, s->processes, 1, 1};
    const struct width_design design = design_find(&noise, &bounds, s->width);
    const char *reach = design.width > s->width ? ", and out of reach with them" : "";
    printf("about %zu processes a case, by the noise floor of %.3g %%%s; samples and time are "
           "known after %u processes of each case\n",
           design.processes, 100 * floor, reach, first);
}

enum status run_foretell(const struct experiment *experiment, const struct run_request *request)
{
    enum status status = OK;
    struct results plan = {0};
    struct variant *variants = NULL;
    TRY(plan_run(experiment, request, &plan, &variants));
    const struct settings *s = &plan.settings;
    printf("%zu cases of %zu problems x %zu variants, %s%llu process%s each\n", plan.nruns,
           plan.nproblems, plan.nvariants, s->width > 0 ? "at most " : "",
           (unsigned long long)s->processes, s->processes == 1 ? "" : "es");
    if (plan.ncrossovers)
        printf("%zu searches for crossovers, which choose more problems\n", plan.ncrossovers);
    if (s->width > 0) foretell_width(s, results_noise_floor(&plan));
out:
    free(variants);
    results_free(&plan);
    return status;
}
