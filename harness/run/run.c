#include "harness/run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/crossover/crossover_search.h"
#include "base/memory.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "base/system.h"
#include "harness/case/fingerprint.h"
#include "harness/case/prove_case.h"
#include "harness/exit_code.h"
#include "harness/process/builder.h"
#include "harness/run/interleave.h"
#include "harness/run/plan.h"
#include "harness/run/run_pieces.h"

static size_t row_count(const struct run *run)
{
    const struct results *r = run->results;
    return r->nproblems * r->nvariants * r->settings.processes;
}

/* Recording */

static enum status record_samples(struct run *run, size_t variant)
{
    struct row *row = run_row(run, run->problem, variant, run->process);
    const struct case_result *result = &row->result;
    const uint64_t first = row->heard, count = result->run.sample_count - first;
    for (; row->heard < result->run.sample_count; row->heard++)
        result->sample[row->heard].order = run->order++;
    if (!count) return OK;
    return journal_samples(&run->recording->journal, run->problem, variant, run->process, count,
                           result->sample + first);
}

static enum status record_end(struct run *run, size_t variant, size_t process)
{
    struct row *row = run_row(run, run->problem, variant, process);
    struct result_run *ran = &row->result.run;
    struct fingerprint code;
    ran->problem = run->problem;
    ran->variant = variant;
    ran->process = process;
    ran->seed = run->results->settings.seed;
    MUST(skip_rule_learn(&run->skip, ran, row->result.sample));
    MUST(fingerprint_of(&run->variants[variant], &code));
    free(ran->fingerprint);
    ran->fingerprint = NULL;
    MUST(copy_text(code.text, &ran->fingerprint));
    row->ended = true;
    run->results->overhead += ran->verify;
    MUST(journal_run(&run->recording->journal, ran));
    run_learn_pace(run, variant, &row->result);
    return run_tell_ended(run, variant, process);
}

/* Returns whether the case is still to be measured. */
static bool is_open(const struct run *run, size_t variant)
{
    return recording_wants(run->recording, run->problem, variant) &&
           !run_row(run, run->problem, variant, 0)->ended;
}

/* Records a case that is not measured, with each of its processes. */
static enum status record_unmeasured(struct run *run, size_t variant, enum case_status why,
                                     const char *note)
{
    for (size_t q = 0; q < run_first_processes(&run->results->settings); q++) {
        struct case_result *result = &run_row(run, run->problem, variant, q)->result;
        *result = (struct case_result){.run = result_run_unknown()};
        result->run.status = why;
        MUST(copy_text(note, &result->run.note));
        MUST(record_end(run, variant, q));
    }
    return OK;
}

/* Cases */

static void turn_begins(void *listener, size_t k)
{
    struct run *run = listener;
    char what[256];
    run->now = run->turning[k];
    run->turn_began = clock_now();
    run_row_name(run, run->now, run->process, what, sizeof what);
    progress_now(&run->progress, what, run->taken[run->now]);
}

static void turn_waits(void *listener, size_t k, const char *why)
{
    struct run *run = listener;
    char what[256];
    run_row_name(run, run->turning[k], run->process, what, sizeof what);
    fprintf(stderr, "%s: %s: measured alone, after the others\n", what, why);
}

static enum status turn_heard(void *listener, size_t k, bool ended)
{
    struct run *run = listener;
    size_t variant = run->turning[k];
    if (variant == run->now) run->taken[variant] += clock_now() - run->turn_began;
    run->turn_began = clock_now();
    MUST(record_samples(run, variant));
    if (ended) {
        run_row(run, run->problem, variant, run->process)->result.run.copy_bandwidth =
            run->copy_bandwidth[variant];
        MUST(record_end(run, variant, run->process));
    }
    run->results->wall = clock_now() - run->started;
    return recording_pause(run->recording, run->results);
}

static double memory_limit(const struct run *run)
{
    double limit = (double)run->results->settings.memory;
    return limit > 0 ? limit : 0.9 * available_memory();
}

/* Adds what this process of each case took beside its samples; of the time outside the turns, in
 * all of `seconds`, each case has an equal part. */
static void learn_costs(struct run *run, size_t count, double seconds)
{
    double outside = seconds;
    for (size_t k = 0; k < count; k++) outside -= run->taken[run->turning[k]];
    for (size_t k = 0; k < count; k++) {
        const size_t v = run->turning[k];
        const struct case_result *result = &run_row(run, run->problem, v, run->process)->result;
        run->beside[v] += run->taken[v] + outside / (double)count;
        for (uint64_t i = 0; i < result->run.sample_count; i++)
            run->beside[v] -= result->sample[i].host;
    }
}

/* Measures the next process of `count` cases. turn: scratch; counted: of each variant. */
static enum status measure_round(struct run *run, int problem, size_t count, struct turn *turn,
                                 const bool *counted)
{
    const struct results *r = run->results;
    const size_t most = r->settings.processes;
    const double start = clock_now();
    for (size_t k = 0; k < count; k++) {
        const size_t v = run->turning[k];
        run->taken[v] = 0;
        turn[k] = (struct turn){.variant = &run->variants[v],
                                .result = &run_row(run, run->problem, v, run->process)->result,
                                .samples = run->samples[v],
                                .whole = r->variants[v].whole,
                                .counted = counted[v],
                                .rests = !run->variants[v].place->on_host && most == 1};
    }
    const struct turns turns = {
        .job = {.problem = problem, .settings = &r->settings, .run_started = run->started,
                .resting = &run->resting},
        .memory = memory_limit(run),
        .stream = run->problem * most + run->process,
        .listener = run,
        .begins = turn_begins,
        .waits = turn_waits,
        .heard = turn_heard};
    MUST(measure_in_turns(&turns, count, turn));
    learn_costs(run, count, clock_now() - start);
    return OK;
}

static enum status measure_variants(struct run *run, int problem)
{
    enum status status = OK;
    const struct results *r = run->results;
    struct turn *turn = NULL;
    bool *counted = NULL;
    size_t count = 0;
    TRY(allocate(r->nvariants, sizeof *turn, "cases", &turn));
    TRY(allocate(r->nvariants, sizeof *counted, "cases", &counted));
    TRY(plan_counted(run->experiment, run->problem, r->nvariants, run->variants, counted));
    progress_now(&run->progress, "starting", 0);
    for (size_t v = 0; v < r->nvariants; v++)
        if (is_open(run, v)) run->turning[count++] = v;
    for (run->process = 0; count; run->process++) {
        const size_t done = run->process + 1, before = count;
        TRY(measure_round(run, problem, count, turn, counted));
        if (r->settings.width > 0) TRY(run_plan_more(run, done));
        count = 0;
        for (size_t k = 0; k < before; k++)
            if (run->processes[run->turning[k]] > done) run->turning[count++] = run->turning[k];
    }
out:
    free(counted);
    free(turn);
    return status;
}

static enum case_status status_without_problem(enum status opened)
{
    if (interrupted()) return CASE_INTERRUPTED;
    if (opened == ERROR_HOST_MEMORY) return CASE_OOM_HOST;
    return opened == ERROR_CRASHED ? CASE_CRASHED : CASE_SKIPPED;
}

/* Sets *any to whether some cases are left to be measured. */
static enum status skip_dominated(struct run *run, bool *any)
{
    char note[512];
    *any = false;
    for (size_t v = 0; v < run->results->nvariants; v++) {
        if (!recording_wants(run->recording, run->problem, v)) continue;
        if (!skip_rule_finds(&run->skip, run->problem, v, note, sizeof note)) *any = true;
        else MUST(record_unmeasured(run, v, CASE_SKIPPED, note));
    }
    return OK;
}

/* The place of GPUs that an open case of the current problem runs on; NULL: there is none. */
static const struct place *gpu_of_problem(const struct run *run)
{
    for (size_t v = 0; v < run->results->nvariants; v++)
        if (run->variants[v].place->cards > 0 && is_open(run, v)) return run->variants[v].place;
    return NULL;
}

/* The proof of the current problem. By default it takes no longer than its cases do, unless an
 * error is required. */
static struct prove_settings proof_of_run(const struct run *run)
{
    const struct settings *settings = &run->results->settings;
    struct prove_settings proof = proof_wanted(settings);
    proof.place = gpu_of_problem(run);
    if (settings->prove_time > 0 || settings->require > 0) return proof;
    proof.seconds = fmin(MOST_PROVE_TIME, fmax(LEAST_PROVE_TIME, run_measuring_time(run)));
    return proof;
}

static enum status open_cached_problem(struct run *run, struct result_problem *out, int *fd)
{
    const struct prove_settings proof = proof_of_run(run);
    enum status status = problem_cache_open(run->cache, memory_limit(run), &proof, out, fd);
    if (status != ERROR_HOST_MEMORY || !run->cache || !run->cache->count) return status;
    problem_cache_free(run->cache);
    return problem_cache_open(run->cache, memory_limit(run), &proof, out, fd);
}

static enum status make_problem(struct run *run, struct result_problem *out, int *fd)
{
    char what[256];
    const double start = clock_now();
    snprintf(what, sizeof what, "making %s", out->label);
    progress_now(&run->progress, what, 0);
    enum status status = open_cached_problem(run, out, fd);
    run->making += clock_now() - start;
    return status;
}

static enum status run_problem(struct run *run, size_t p)
{
    enum status status = OK;
    struct results *r = run->results;
    struct result_problem *record = &r->problems[p];
    char *note = NULL;
    int fd = -1;
    bool any;
    run->problem = p;
    run->process = run->said = 0;
    for (size_t v = 0; v < r->nvariants; v++) {
        run->processes[v] = run_first_processes(&r->settings);
        run->samples[v] = r->settings.width > 0 ? r->settings.min_samples : 0;
        run->beside[v] = 0;
        run->narrow[v] = false;
    }
    TRY(skip_dominated(run, &any));
    if (!any) goto out;
    enum status opened = interrupted() ? ERROR_INTERRUPTED : make_problem(run, record, &fd);
    if (opened == OK) {
        TRY(journal_problem(&run->recording->journal, p, record));
        status = measure_variants(run, fd);
        goto out;
    }
    TRY(copy_text(interrupted() ? "not started" : fail_message(), &note));
    for (size_t v = 0; v < r->nvariants; v++)
        if (is_open(run, v)) TRY(record_unmeasured(run, v, status_without_problem(opened), note));
out:
    if (fd >= 0) close(fd);
    free(note);
    return status;
}

static bool any_wanted(const struct run *run, size_t variant)
{
    for (size_t p = 0; p < run->results->nproblems; p++)
        if (recording_wants(run->recording, p, variant)) return true;
    return false;
}

/* Measures the bandwidth of copies once for each place. A place that does not exist, or fails, is
 * left out: its cases report why. */
static enum status measure_copies(struct run *run)
{
    size_t count = run->results->nvariants;
    uint64_t samples = run->results->settings.copy_samples;
    MUST(allocate(count, sizeof *run->copy_bandwidth, "bandwidths", &run->copy_bandwidth));
    for (size_t v = 0; v < count; v++) {
        const struct place *place = run->variants[v].place;
        size_t same = 0;
        run->copy_bandwidth[v] = NAN;
        if (!samples || !any_wanted(run, v)) continue;
        while (same < v && (run->variants[same].place != place || isnan(run->copy_bandwidth[same])))
            same++;
        if (same < v) run->copy_bandwidth[v] = run->copy_bandwidth[same];
        else if (ask_bandwidth(place, samples, &run->copy_bandwidth[v]) != OK)
            run->copy_bandwidth[v] = NAN;
        MUST(journal_copy_bandwidth(&run->recording->journal, v, run->copy_bandwidth[v]));
    }
    return OK;
}

static void free_run(struct run *run)
{
    for (size_t k = 0; run->rows && k < row_count(run); k++) case_result_free(&run->rows[k].result);
    free(run->rows);
    free(run->variants);
    free(run->turning);
    free(run->taken);
    free(run->processes);
    free(run->samples);
    free(run->beside);
    free(run->narrow);
    free(run->order_of_problems);
    free(run->copy_bandwidth);
    pace_free(&run->pace);
    unmeasured_free(&run->unmeasured);
    skip_rule_free(&run->skip);
}

/* Teaches the skip rule the cases that an earlier run of the same plan recorded. */
static enum status recall(struct run *run)
{
    enum status status = OK;
    struct results before = {0};
    TRY(skip_rule_begin(run->results, &run->skip));
    if (!run->results->skip_axis || !run->recording->nkept) goto out;
    TRY(journal_results(&run->recording->journal, &before));
    for (size_t k = 0; k < before.nruns; k++)
        TRY(skip_rule_learn(&run->skip, &before.runs[k], run_samples(&before, &before.runs[k])));
out:
    results_free(&before);
    return status;
}

/* Begins the recording. Times and positions of samples continue those of the earlier run. */
static enum status begin_recording(struct run *run, const struct run_request *request)
{
    struct recording *recording = run->recording;
    struct results *r = run->results;
    MUST(recording_begin(&request->record, r, recording));
    if (request->record.resume)
        fprintf(stderr, "%s: %zu of %zu cases are kept\n", request->record.output, recording->nkept,
                recording->nkept + recording->nwanted);
    r->overhead = clock_now() - run->started + recording->overhead;
    run->started -= recording->elapsed;
    run->order = recording->order;
    const size_t first = recording->nwanted * run_first_processes(&r->settings);
    progress_start(&run->progress, request->dealer ? 0 : first, run_time_left, run);
    return OK;
}

/* Crossovers */

static enum status measure_point(struct run *run, const struct crossover *how, double x)
{
    struct results *r = run->results;
    const size_t before = row_count(run), more = r->nvariants * r->settings.processes;
    const size_t wanted = run->recording->nwanted;
    MUST(reallocate(&run->rows, before + more, sizeof *run->rows, "results"));
    memset(run->rows + before, 0, more * sizeof *run->rows);
    MUST(plan_point(how, x, r));
    MUST(recording_add_problem(run->recording, r));
    run->progress.total += (run->recording->nwanted - wanted) * run_first_processes(&r->settings);
    return run_problem(run, r->nproblems - 1);
}

/* Searches one crossover, point by point. The points that are measured so far are read from the
 * journal, since they are kept nowhere else. */
static enum status search_crossover(struct run *run, const struct crossover *how, size_t which)
{
    enum status status = OK;
    struct results now = {0};
    for (;;) {
        double start = clock_now(), next;
        TRY(journal_results(&run->recording->journal, &now));
        TRY(crossover_judge(&now, which, how, &next));
        if (interrupted()) now.crossovers[which].state = CROSSING_UNFINISHED;
        TRY(journal_crossover(&run->recording->journal, which, &now.crossovers[which]));
        results_free(&now);
        run->results->overhead += clock_now() - start;
        if (isnan(next) || interrupted()) break;
        TRY(measure_point(run, how, next));
    }
out:
    results_free(&now);
    return status;
}

/* Measures the portions of cases that the dealer gives. */
static enum status measure_dealt(struct run *run, const struct dealer *dealer)
{
    enum status status = OK;
    struct results *r = run->results;
    bool *variants = NULL, any = true;
    size_t problem;
    run->place = run->nplanned; /* how many will come is unknown */
    TRY(allocate(r->nvariants, sizeof *variants, "cases", &variants));
    for (;;) {
        TRY(dealer->next(dealer->context, r, &problem, variants, &any));
        if (!any) break;
        recording_want_only(run->recording, problem, variants);
        run->progress.total += run->recording->nwanted * run_first_processes(&r->settings);
        TRY(run_problem(run, problem));
        TRY(recording_settle(run->recording));
        TRY(dealer->ended(dealer->context));
    }
out:
    free(variants);
    return status;
}

static enum status measure_planned(struct run *run)
{
    for (run->place = 0; run->place < run->nplanned; run->place++) {
        const size_t problem = run->order_of_problems[run->place];
        if (recording_wants_problem(run->recording, problem)) MUST(run_problem(run, problem));
    }
    return OK;
}

static enum status measure_all(struct run *run, const struct experiment *experiment,
                               const struct dealer *dealer)
{
    enum status status = OK;
    struct results *r = run->results;
    double start = clock_now();
    run->nplanned = r->nproblems;
    TRY(allocate(r->nproblems, sizeof *run->order_of_problems, "the order of problems",
                 &run->order_of_problems));
    skip_rule_order(r, run->order_of_problems);
    TRY(recall(run));
    TRY(pace_begin(r, &run->pace));
    TRY(allocate_zeroed(r->nvariants, sizeof *run->taken, "cases", &run->taken));
    TRY(allocate_zeroed(r->nvariants, sizeof *run->processes, "cases", &run->processes));
    TRY(allocate_zeroed(r->nvariants, sizeof *run->samples, "cases", &run->samples));
    TRY(allocate_zeroed(r->nvariants, sizeof *run->beside, "cases", &run->beside));
    TRY(allocate_zeroed(r->nvariants, sizeof *run->narrow, "cases", &run->narrow));
    TRY(allocate_zeroed(row_count(run), sizeof *run->rows, "results", &run->rows));
    TRY(allocate(r->nvariants, sizeof *run->turning, "cases", &run->turning));
    TRY(measure_copies(run));
    r->overhead += clock_now() - start;
    TRY(dealer ? measure_dealt(run, dealer) : measure_planned(run));
    for (size_t k = 0; k < experiment->ncrossovers; k++)
        TRY(search_crossover(run, &experiment->crossovers[k], k));
out:
    return status;
}

enum status run_experiment(const struct experiment *experiment, const struct run_request *request,
                           struct results *out)
{
    enum status status = OK;
    struct recording in_memory = {0};
    struct run run = {.experiment = experiment,
                      .results = out,
                      .started = clock_now(),
                      .recording = &in_memory,
                      .cache = request->cache,
                      .quiet = request->quiet};
    if (request->recording) run.recording = request->recording;
    *out = (struct results){0};
    TRY(plan_run(experiment, request, out, &run.variants));
    TRY(begin_recording(&run, request));
    TRY(measure_all(&run, experiment, request->dealer));
    out->interrupted = interrupted();
    out->wall = clock_now() - run.started;
    TRY(time_text(&out->ended));
    TRY(recording_end(run.recording, out, out));
    TRY(run_set_widths(out));
out:
    resting_workers_end(&run.resting);
    progress_stop(&run.progress);
    unmeasured_say(&run.unmeasured, stderr);
    free_run(&run);
    recording_free(&in_memory);
    if (status != OK) results_free(out);
    return status;
}

static bool expected(const struct experiment *experiment, enum case_status status)
{
    for (size_t k = 0; k < experiment->nexpected; k++)
        if (!strcmp(experiment->expected[k], case_status_names[status])) return true;
    return false;
}

int run_exit_code(const struct experiment *experiment, const struct results *results)
{
    int code = EXIT_FINE;
    if (results->interrupted) return EXIT_INTERRUPTED;
    for (size_t k = 0; k < results->nruns; k++) {
        const struct result_run *run = &results->runs[k];
        const enum case_status status = run->status;
        const bool fine = status == CASE_OK || status == CASE_UNSUPPORTED ||
                          status == CASE_NO_DEVICE || status == CASE_SKIPPED;
        if (!fine && !expected(experiment, status)) return EXIT_CASE;
        if (!*results->problems[run->problem].kind && !run_is_dominated(run)) code = EXIT_INPUT;
    }
    return code;
}
