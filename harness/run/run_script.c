#include "harness/run/run_script.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "analysis/compare/noise_told.h"
#include "analysis/compare/slower_omp.h"
#include "analysis/compare/counters_told.h"
#include "analysis/compare/width_told.h"
#include "analysis/crossover/crossover_search.h"
#include "base/memory.h"
#include "base/output/shell_word.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "harness/machine/busy.h"
#include "harness/machine/doctor.h"
#include "harness/machine/pin.h"
#include "harness/script/judge.h"
#include "store/judged.h"
#include "store/marks.h"

enum status command_line(const char *command, int argc, char *const *argv, char **out)
{
    enum status status = format_text(out, "warpmark %s", command);
    for (int k = 0; k < argc && status == OK; k++) status = append_shell_word(out, argv[k]);
    return status;
}

/* Makes the default output of a run that starts now: results/NAME-20261123T034000Z.h5; makes the
 * folder if it is missing. */
static enum status new_output(const char *name, char **out)
{
    char moment[32];
    time_t now = time(NULL);
    struct tm utc;
    if (mkdir("results", 0777) != 0 && errno != EEXIST)
        return fail(ERROR_IO, "results: %s; say where to write with -o FILE.h5", strerror(errno));
    strftime(moment, sizeof moment, "%Y%m%dT%H%M%SZ", gmtime_r(&now, &utc));
    return format_text(out, "results/%s-%s.h5", name, moment);
}

/* Returns whether entry is a file name of new_output for this name, with this ending behind it. */
static bool is_output_of(const char *entry, const char *name, const char *ending)
{
    static const char pattern[] = "-[0-9]*T[0-9]*Z";
    size_t length = strlen(name), moment = strlen("-20261123T034000Z");
    if (strncmp(entry, name, length) || strlen(entry) != length + moment + strlen(ending))
        return false;
    char when[32];
    snprintf(when, sizeof when, "%.*s", (int)moment, entry + length);
    return !strcmp(entry + length + moment, ending) && !fnmatch(pattern, when, 0);
}

/* Finds the default output that --resume goes on with: the one with the newest journal, or else the
 * newest. */
static enum status newest_output(const char *name, char **out)
{
    static const char *const endings[] = {".h5.journal", ".h5"};
    char newest[NAME_MAX + 1] = "";
    for (int k = 0; k < 2 && !*newest; k++) {
        DIR *folder = opendir("results");
        for (const struct dirent *entry; folder && (entry = readdir(folder));)
            if (is_output_of(entry->d_name, name, endings[k]) && strcmp(entry->d_name, newest) > 0)
                snprintf(newest, sizeof newest, "%s", entry->d_name);
        if (folder) closedir(folder);
    }
    if (!*newest)
        return fail(ERROR_INPUT,
                    "--resume: folder results has neither %s-TIME.h5 nor its journal. Leave "
                    "--resume out, or name the file with -o",
                    name);
    char *journal = strstr(newest, ".journal");
    if (journal) *journal = '\0';
    fprintf(stderr, "continuing results/%s\n", newest);
    return format_text(out, "results/%s", newest);
}

static void say_end(const struct results *results, const char *path, double writing)
{
    size_t count[NCASE_STATUSES] = {0};
    const char *before = " (";
    for (size_t k = 0; k < results->nruns; k++) count[results->runs[k].status]++;
    size_t ncases = results_case_count(results);
    fprintf(stderr, "%s%s: %zu cases", results->interrupted ? "interrupted; " : "", path, ncases);
    if (results->nruns > ncases) fprintf(stderr, ", %zu processes", results->nruns);
    for (int k = 0; k < NCASE_STATUSES; k++) {
        if (!count[k]) continue;
        fprintf(stderr, "%s%zu %s", before, count[k], case_status_names[k]);
        before = ", ";
    }
    double overhead = 100 * results->overhead / results->wall;
    if (results->nruns) fputc(')', stderr);
    const struct human answers = marks_summary(results);
    if (*answers.text) fprintf(stderr, ", %s,", answers.text);
    fprintf(stderr, " in %.3g s; planning and checking %.*f %%, %swriting %.3g s%s\n",
            results->wall, overhead < 9.95 ? 1 : 0, overhead, proofs_cost_text(results).text,
            writing, results->interrupted ? "; continue with --resume" : "");
}

/* Judges the results. A script that cannot judge them does not cost what was measured. */
static enum status judge_or_say(struct experiment *script, struct results *results)
{
    const enum status status = judge_results(script, results);
    if (status != ERROR_INPUT) return status;
    fprintf(stderr, "nothing is judged: %s\n", fail_message());
    return OK;
}

/* Prints what the script's claims, tables and figures failed with, and what became of the
 * claims. */
static void say_judged(const struct results *r)
{
    for (size_t k = 0; k < r->nclaims; k++)
        if (r->claims[k].verdict == VERDICT_NOT_JUDGED)
            fprintf(stderr, "claim %s: %s\n", r->claims[k].id, r->claims[k].numbers);
    for (size_t k = 0; k < r->ntables; k++)
        if (*r->tables[k].trouble)
            fprintf(stderr, "table %s: %s\n", r->tables[k].id, r->tables[k].trouble);
    for (size_t k = 0; k < r->nfigures; k++)
        if (*r->figures[k].trouble)
            fprintf(stderr, "figure %s: %s\n", r->figures[k].id, r->figures[k].trouble);
    if (r->nclaims) fprintf(stderr, "claims: %s\n", judged_claims_text(r).text);
}

/* Prints what disturbed the times, one line each, and whether place omp was slower than seq. */
static enum status say_noise(const struct results *results)
{
    enum status status = OK;
    char *noise = NULL, *slower = NULL;
    TRY(noise_sentences(results, &noise));
    for (char *at = noise, *line; (line = strsep(&at, "\n")) && *line;)
        fprintf(stderr, "noise: %s\n", line);
    TRY(slower_omp_text(results, &slower));
    if (*slower) fprintf(stderr, "%s\n", slower);
out:
    free(noise);
    free(slower);
    return status;
}

/* Says what to do about cases that took all iterations that they may, and were not expected to. */
static void say_unconverged(const struct experiment *experiment, const struct results *results)
{
    for (size_t k = 0; k < experiment->nexpected; k++)
        if (!strcmp(experiment->expected[k], case_status_names[CASE_NOT_CONVERGED])) return;
    const struct result_run *first = NULL;
    const uint64_t most = results->settings.max_iterations;
    size_t count = 0;
    for (size_t k = 0; k < results->nruns; k++) {
        const struct result_run *run = &results->runs[k];
        if (run->status != CASE_NOT_CONVERGED || run->iterations < most) continue;
        if (!count++) first = run;
    }
    if (!first) return;
    fprintf(stderr,
            "%zu %s ended after max_iterations = %s without an answer, such as %s on %s: give less "
            "on the command line, such as max_iterations=10000, take another method, or write "
            "expect = { \"not_converged\" }\n",
            count, count == 1 ? "case" : "cases", human_count(most).text,
            results->variants[first->variant].name, results->problems[first->problem].label);
}

/* Returns the first reason if no problem could be made, so that nothing was measured; else NULL. */
static const char *nothing_made(const struct results *results)
{
    for (size_t k = 0; k < results->nruns; k++)
        if (results->runs[k].status != CASE_SKIPPED ||
            *results->problems[results->runs[k].problem].kind)
            return NULL;
    return results->nruns && !results->interrupted ? results->runs[0].note : NULL;
}

static enum status run_and_write(struct experiment *experiment, struct run_request request,
                                 int *code)
{
    enum status status = OK;
    struct results results = {0};
    struct recording recording = {0};
    char *counted = NULL;
    request.recording = &recording;
    TRY(results_probe(request.record.output, request.record.force || request.record.resume));
    TRY(run_experiment(experiment, &request, &results));
    if (!request.record.resume && nothing_made(&results)) {
        recording_discard(&recording);
        TRY(fail(ERROR_INPUT, "nothing was measured, and no file is written: %s",
                 nothing_made(&results)));
    }
    TRY(judge_or_say(experiment, &results));
    double start = clock_now();
    TRY(recording_write(&recording, &results));
    TRY(say_noise(&results));
    crossovers_say(&results, stderr);
    if (*width_told(&results).text) fprintf(stderr, "width: %s\n", width_told(&results).text);
    TRY(counted_told(&results, &counted));
    if (*counted) fprintf(stderr, "counted: %s\n", counted);
    say_end(&results, request.record.output, clock_now() - start);
    if (!results_unjudged(&results)) say_judged(&results);
    *code = run_exit_code(experiment, &results);
    say_unconverged(experiment, &results);
out:
    if (!results.nproblems) status = recording_failed(&recording, status);
    free(counted);
    results_free(&results);
    recording_free(&recording);
    return status;
}

static enum status bind_run(const struct run_request *request)
{
    char text[256];
    if (!request->pin) return OK;
    MUST(pin_process(request->cpus));
    fprintf(stderr, "pinned to %s\n", pin_text(text, sizeof text));
    return OK;
}

/* Looks for what disturbs timings on this machine. It prints one line if standard error is a
 * terminal. It fails with --strict, and if the load is above what --quiet-machine allows. */
static enum status examine_machine(const struct run_request *request)
{
    const bool strict = request->strict;
    char names[256];
    if (request->most_load != 0) MUST(busy_refuse("", request->most_load));
    if (!strict && !isatty(STDERR_FILENO)) return OK;
    MUST(doctor_warnings(names, sizeof names));
    if (!*names) return OK;
    if (strict)
        return fail(ERROR_ENVIRONMENT,
                    "--strict: nothing was measured, because times on this machine may be wrong "
                    "(%s). Run `warpmark doctor`",
                    names);
    fprintf(stderr, "warning: times on this machine may be wrong (%s). Run `warpmark doctor`\n",
            names);
    return OK;
}

/* Warns once of an epsilon that is too small, because otherwise each case would report it. */
static void say_out_of_reach(const struct experiment *experiment)
{
    const struct settings *settings = &experiment->settings;
    if (!epsilon_is_in_reach(settings->criterion, settings->epsilon))
        fprintf(
            stderr,
            "warning: epsilon = %g: a double holds 16 digits, so no change of it is that small, "
            "relative to it. Use 1e-15 or more\n",
            settings->epsilon);
}

enum status run_script(const struct script_request *from, const struct run_request *request,
                       int *code)
{
    enum status status = OK;
    struct experiment experiment = {0};
    char *by_default = NULL;
    TRY(script_load(from, &experiment));
    if (request->dry) {
        status = run_foretell(&experiment, request);
        goto out;
    }
    struct run_request complete = *request;
    if (!complete.record.output)
        TRY((complete.record.resume ? newest_output : new_output)(experiment.name, &by_default));
    if (by_default) complete.record.output = by_default;
    say_out_of_reach(&experiment);
    TRY(examine_machine(request));
    TRY(bind_run(request));
    interrupt_install();
    TRY(run_and_write(&experiment, complete, code));
out:
    experiment_free(&experiment);
    free(by_default);
    return status;
}
