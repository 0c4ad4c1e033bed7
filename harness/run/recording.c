#include "harness/run/recording.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/crossover/crossover_search.h"
#include "base/memory.h"
#include "base/process/clock.h"
#include "harness/run/plan.h"
#include "harness/run/skip_rule.h"
#include "store/results_diff.h"

enum status journal_path_of(const char *output, char **out)
{
    return format_text(out, "%s.journal", output);
}

bool path_exists(const char *path)
{
    struct stat file;
    return lstat(path, &file) == 0;
}

/* Cases to measure */

static void want(struct recording *recording, const struct results *plan)
{
    for (size_t k = 0; k < plan->nruns; k++) {
        bool *wanted =
            &recording->wanted[plan->runs[k].problem * plan->nvariants + plan->runs[k].variant];
        recording->nwanted += !*wanted;
        *wanted = true;
    }
}

bool recording_wants(const struct recording *recording, size_t problem, size_t variant)
{
    return recording->wanted[problem * recording->nvariants + variant];
}

bool recording_wants_problem(const struct recording *recording, size_t problem)
{
    for (size_t v = 0; v < recording->nvariants; v++)
        if (recording_wants(recording, problem, v)) return true;
    return false;
}

void recording_want_only(struct recording *recording, size_t problem, const bool *variants)
{
    memset(recording->wanted, 0, recording->nplaces * sizeof *recording->wanted);
    recording->nwanted = 0;
    for (size_t v = 0; v < recording->nvariants; v++) {
        recording->wanted[problem * recording->nvariants + v] = variants[v];
        recording->nwanted += variants[v];
    }
}

enum status recording_settle(struct recording *recording)
{
    return journal_settle(&recording->journal);
}

/* Makes room for all problems of the plan. */
static enum status grow_wanted(struct recording *recording, const struct results *plan)
{
    const size_t before = recording->nplaces, now = plan->nproblems * plan->nvariants;
    MUST(reallocate(&recording->wanted, now, sizeof *recording->wanted, "the plan"));
    if (now > before)
        memset(recording->wanted + before, 0, (now - before) * sizeof *recording->wanted);
    recording->nplaces = now;
    return OK;
}

enum status recording_add_problem(struct recording *recording, const struct results *plan)
{
    enum status status = OK;
    const size_t p = plan->nproblems - 1;
    size_t *variants = NULL, count = 0;
    TRY(allocate(plan->nvariants, sizeof *variants, "the plan", &variants));
    for (size_t v = 0; v < plan->nvariants; v++)
        if (plan_has(plan, p, v)) variants[count++] = v;
    TRY(grow_wanted(recording, plan));
    TRY(journal_added(&recording->journal, &plan->problems[p], count, variants));
    for (size_t k = 0; k < count; k++) recording->wanted[p * plan->nvariants + variants[k]] = true;
    recording->nwanted += count;
out:
    free(variants);
    return status;
}

/* Earlier runs */

static bool is_finished(const struct result_run *run, bool retry_failed)
{
    switch (run->status) {
    case CASE_INTERRUPTED: return false;
    case CASE_SKIPPED: return !retry_failed || !run_is_dominated(run);
    case CASE_NO_DEVICE:
    case CASE_TIMEOUT:
    case CASE_OOM_HOST:
    case CASE_OOM_DEVICE:
    case CASE_CRASHED:
    case CASE_CUDA_ERROR: return !retry_failed;
    default: return true;
    }
}

bool case_is_finished(const struct results *before, size_t *k, bool retry_failed)
{
    const struct result_run *first = &before->runs[*k], *end = before->runs + before->nruns,
                            *run = first;
    uint64_t processes = before->settings.processes == MISSING ? 1 : before->settings.processes;
    bool finished = true, ok = true;
    for (; run < end && !case_compare(run, first); run++) {
        finished = finished && is_finished(run, retry_failed);
        ok = ok && run->status == CASE_OK;
    }
    *k += (size_t)(run - first);
    if (before->settings.width > 0) return finished && (!ok || !isnan(run[-1].width));
    return finished && (uint64_t)(run - first) >= processes;
}

static enum status keep_run(struct recording *recording, const struct results *before,
                            const struct result_run *run)
{
    const struct result_sample *samples = run_samples(before, run);
    uint64_t process = run->process == MISSING ? 0 : run->process;
    if (run->sample_count)
        MUST(journal_samples(&recording->journal, run->problem, run->variant, process,
                             run->sample_count, samples));
    struct result_run kept = *run;
    kept.process = process;
    return journal_run(&recording->journal, &kept);
}

/* Copies finished cases into the new journal. Problems and variants are those of the plan. */
static enum status keep_finished(struct recording *recording, const struct results *before)
{
    for (size_t p = 0; p < before->nproblems; p++)
        if (before->problems[p].kind && *before->problems[p].kind)
            MUST(journal_problem(&recording->journal, p, &before->problems[p]));
    for (size_t k = 0; k < before->nruns;) {
        size_t first = k;
        const struct result_run *run = &before->runs[first];
        bool *wanted = &recording->wanted[run->problem * recording->nvariants + run->variant];
        if (!case_is_finished(before, &k, recording->request.retry_failed) || !*wanted) continue;
        for (size_t i = first; i < k; i++) MUST(keep_run(recording, before, &before->runs[i]));
        *wanted = false;
        recording->nwanted--;
        recording->nkept++;
    }
    for (size_t k = 0; k < before->nsamples; k++)
        if (before->samples[k].order != MISSING && before->samples[k].order >= recording->order)
            recording->order = before->samples[k].order + 1;
    recording->elapsed = before->wall > 0 && isfinite(before->wall) ? before->wall : 0;
    recording->overhead = before->overhead > 0 && isfinite(before->overhead) ? before->overhead : 0;
    return OK;
}

static enum status check_same(const struct recording *recording, const char *from,
                              const struct results *before, const struct results *plan)
{
    const char *what;
    bool other_place;
    MUST(experiment_difference(before, plan, &what, &other_place));
    if (what && !other_place)
        return fail(
            ERROR_INPUT,
            "--resume: %s differ from those of %s. Give the same command, or write to another file",
            what, from);
    if (what && !recording->request.force)
        return fail(ERROR_INPUT,
                    "--resume: %s differ from those of %s. Use --force to continue anyway", what,
                    from);
    return OK;
}

/* Adds the points of crossovers that the earlier run has added to the plan. */
static enum status take_over_points(struct recording *recording, const struct results *before,
                                    struct results *plan)
{
    for (size_t p = plan->nproblems; p < before->nproblems; p++) {
        const struct result_problem *point = &before->problems[p];
        if (!crossover_of(plan, point)) return OK;
        MUST(plan_problem(point->source, point->label, point->naxes, point->axes, plan));
        MUST(
            reallocate(&plan->runs, plan->nruns + plan->nvariants, sizeof *plan->runs, "the plan"));
        for (size_t v = 0; v < plan->nvariants; v++)
            if (plan_has(plan, p, v)) MUST(run_not_started(p, v, &plan->runs[plan->nruns++]));
    }
    MUST(grow_wanted(recording, plan));
    want(recording, plan);
    return OK;
}

/* Reads the locked journal, or else the results file. *from: the one that was read (borrowed), or
 * NULL if the journal has no plan yet. */
static enum status read_before(const struct recording *recording, const struct journal *locked,
                               struct results *before, const char **from)
{
    const char *output = recording->request.output;
    struct journal_found found;
    *from = NULL;
    if (locked->fd >= 0) {
        enum status status = journal_read_locked(locked, &found, before);
        if (status == OK && found.ignored)
            fprintf(stderr, "%s: the last %llu bytes are incomplete or damaged and are left out\n",
                    recording->path, (unsigned long long)found.ignored);
        if (status == OK && found.planned) *from = recording->path;
        return status;
    }
    if (!path_exists(output))
        return fail(ERROR_INPUT, "--resume: neither %s nor %s exists. Leave --resume out",
                    recording->path, output);
    *from = output;
    return results_read(output, before);
}

/* Checks that the results file beside the journal, if there is one, is of the same run. */
static enum status check_output(const struct recording *recording, const char *from,
                                const struct results *before)
{
    enum status status = OK;
    struct results there = {0};
    const char *output = recording->request.output;
    if (from == output || recording->request.force || !path_exists(output)) return OK;
    TRY(results_read(output, &there));
    if (!from || strcmp(there.started, before->started))
        TRY(fail(
            ERROR_INPUT,
            "--resume: %s is from another run than %s. Keep both: warpmark recover %s -o OTHER.h5",
            output, recording->path, recording->path));
out:
    results_free(&there);
    return status;
}

/* Resumes an earlier run. The new journal replaces the old one when it has everything that is
 * kept. */
static enum status resume(struct recording *recording, struct results *plan)
{
    enum status status = OK;
    struct results before = {0};
    struct journal locked = {.fd = -1};
    const char *from;
    char *temporary = NULL;
    TRY(format_text(&temporary, "%s.tmp", recording->path));
    if (path_exists(recording->path)) TRY(journal_lock(recording->path, &locked));
    TRY(read_before(recording, &locked, &before, &from));
    TRY(check_output(recording, from, &before));
    recording->replaces = true;
    if (from) TRY(take_over_points(recording, &before, plan));
    if (from) TRY(check_same(recording, from, &before, plan));
    if (from) {
        char *started = before.started;
        before.started = plan->started;
        plan->started = started;
    }
    unlink(temporary);
    TRY(journal_create(temporary, plan, &recording->journal));
    if (from) TRY(keep_finished(recording, &before));
    TRY(journal_rename(&recording->journal, recording->path));
out:
    if (status != OK && recording->journal.fd >= 0) unlink(temporary);
    journal_close(&locked);
    results_free(&before);
    free(temporary);
    return status;
}

/* Begins a new journal. Reports one that is in the way: of a run that is going on, or of one that
 * was stopped. */
static enum status begin_anew(struct recording *recording, const struct results *plan)
{
    struct journal other;
    if (!path_exists(recording->path))
        return journal_create(recording->path, plan, &recording->journal);
    enum status status = journal_lock(recording->path, &other);
    journal_close(&other);
    if (status != OK) return status;
    return fail(ERROR_INPUT,
                "%s exists: a run was stopped. Continue it with --resume, save it with `warpmark "
                "recover`, or remove it",
                recording->path);
}

enum status recording_begin(const struct recording_request *request, struct results *plan,
                            struct recording *out)
{
    *out = (struct recording){
        .journal = {.fd = -1}, .nvariants = plan->nvariants, .checkpointed = clock_now()};
    if (request) out->request = *request;
    out->replaces = out->request.force;
    MUST(grow_wanted(out, plan));
    want(out, plan);
    if (!out->request.output) return journal_create(NULL, plan, &out->journal);
    MUST(journal_path_of(out->request.output, &out->path));
    return out->request.resume ? resume(out, plan) : begin_anew(out, plan);
}

/* Progress and end of the run */

/* Writes the results file. The first time it replaces only a file that may be replaced; then the
 * file is ours. */
static enum status write_results(struct recording *recording, const struct results *results)
{
    const char *output = recording->request.output;
    enum status status = (recording->replaces ? results_write : results_create)(output, results);
    if (status == OK) recording->replaces = true;
    return status;
}

static enum status checkpoint(struct recording *recording, const struct results *meta)
{
    enum status status = OK;
    struct results results = {0};
    TRY(journal_mark(&recording->journal, meta, false));
    TRY(journal_results(&recording->journal, &results));
    if (write_results(recording, &results) != OK)
        fprintf(stderr, "%s; what was measured is in the journal\n", fail_message());
out:
    results_free(&results);
    return status;
}

enum status recording_pause(struct recording *recording, const struct results *meta)
{
    double interval = recording->request.checkpoint;
    MUST(journal_sync(&recording->journal));
    if (recording->path && interval > 0 && clock_now() - recording->checkpointed >= interval) {
        MUST(checkpoint(recording, meta));
        recording->checkpointed = clock_now();
    }
    return OK;
}

enum status recording_end(struct recording *recording, const struct results *meta,
                          struct results *out)
{
    struct results results = {0};
    MUST(journal_mark(&recording->journal, meta, true));
    MUST(journal_results(&recording->journal, &results));
    if (meta == out) results_free(out);
    *out = results;
    return OK;
}

/* Checks that the file that was just written has the right content. */
static enum status check_written(const char *path, const struct results *results)
{
    struct results back;
    const char *column = NULL;
    enum status status = results_read(path, &back);
    if (status == OK) status = results_difference(results, &back, &column);
    results_free(&back);
    if (status == OK && column)
        return fail(ERROR_DAMAGED, "%s does not hold what was written: %s", path, column);
    return status;
}

enum status recording_write(struct recording *recording, const struct results *results)
{
    enum status status = OK;
    if (!recording->path) return OK;
    TRY(write_results(recording, results));
    TRY(check_written(recording->request.output, results));
    if (!results->interrupted && !recording->request.keep_journal) unlink(recording->path);
    return OK;
out:
    return recording_failed(recording, status);
}

void recording_discard(struct recording *recording)
{
    if (recording->path && !recording->request.resume) unlink(recording->path);
}

enum status recording_failed(const struct recording *recording, enum status status)
{
    char message[1024];
    if (status == OK || !recording->path || !recording->journal.path ||
        !path_exists(recording->path))
        return status;
    snprintf(message, sizeof message, "%s", fail_message());
    return fail(status, "%s; what was measured is in %s: continue with --resume", message,
                recording->path);
}

void recording_free(struct recording *recording)
{
    if (recording->journal.path || recording->journal.fd > 0) journal_close(&recording->journal);
    free(recording->path);
    free(recording->wanted);
    *recording = (struct recording){.journal = {.fd = -1}};
}
