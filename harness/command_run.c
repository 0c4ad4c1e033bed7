/* warpmark run: an experiment script from start to results file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/cli.h"
#include "harness/clock.h"
#include "harness/crossover_search.h"
#include "harness/doctor.h"
#include "harness/interrupt.h"
#include "harness/judge.h"
#include "harness/progress.h"
#include "harness/run.h"
#include "harness/script.h"

enum { CHECKPOINT_SECONDS = 300 };

/* *out (new) = word as a shell reads it back. */
static enum status quote(const char *word, char **out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    if (*word && word[strspn(word, plain)] == '\0') return copy_text(word, out);
    enum status status = allocate(4 * strlen(word) + 3, 1, "a word", out);
    if (status != OK) return status;
    char *end = stpcpy(*out, "'");
    for (; *word; word++) {
        const char one[2] = {*word};
        end = stpcpy(end, *word == '\'' ? "'\\''" : one);
    }
    stpcpy(end, "'");
    return OK;
}

static enum status command_line(int argc, char **argv, char **out)
{
    enum status status = copy_text("warpmark run", out);
    for (int k = 0; k < argc && status == OK; k++) {
        char *word = NULL, *longer = NULL;
        status = quote(argv[k], &word);
        if (status == OK) status = format_text(&longer, "%s %s", *out, word);
        free(word);
        if (status != OK) break;
        free(*out);
        *out = longer;
    }
    return status;
}

/* Where results go unless -o says: results/NAME.h5, the folder being made where it is missing. */
static enum status default_output(const char *name, char **out)
{
    if (mkdir("results", 0777) != 0 && errno != EEXIST)
        return fail(ERROR_IO, "results: %s; say where to write with -o FILE.h5", strerror(errno));
    return format_text(out, "results/%s.h5", name);
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
    fprintf(stderr, ") in %.3g s; planning and checking %.2g %%, writing %.3g s%s\n", results->wall,
            100 * results->overhead / results->wall, writing, results->interrupted ? "; --resume goes on" : "");
}

/* "claims: 3 hold, 1 does not, 2 not tested here" */
static enum status say_claims(const struct results *results)
{
    struct judged_claims claims;
    if (!results->nclaims) return OK;
    enum status status = judge_claims(results, &claims);
    if (status != OK) return status;
    size_t hold = judged_count(&claims, VERDICT_HOLDS), fail_to = judged_count(&claims, VERDICT_DOES_NOT_HOLD);
    fprintf(stderr, "claims: %zu hold%s, %zu do%s not, %zu not tested here\n", hold, hold == 1 ? "s" : "", fail_to,
            fail_to == 1 ? "es" : "", judged_count(&claims, VERDICT_NOT_TESTED));
    judged_claims_free(&claims);
    return OK;
}

static enum status run_and_write(const struct experiment *experiment, struct run_request request, int *code)
{
    enum status status = OK;
    struct results results = {0};
    struct recording recording = {0};
    request.recording = &recording;
    TRY(results_probe(request.record.output));
    TRY(run_experiment(experiment, &request, &results));
    double start = clock_now();
    TRY(recording_write(&recording, &results));
    crossovers_say(&results, stderr);
    say_end(&results, request.record.output, clock_now() - start);
    TRY(say_claims(&results));
    *code = run_exit_code(experiment, &results);
out:
    if (!results.nproblems) status = recording_failed(&recording, status);
    results_free(&results);
    recording_free(&recording);
    return status;
}

/* The options as texts where they are more than a flag. */
struct texts {
    const char *checkpoint, *shard;
};

static enum status check_request(const struct texts *texts, struct run_request *request)
{
    struct recording_request *record = &request->record;
    record->checkpoint = CHECKPOINT_SECONDS;
    if (texts->checkpoint && !parse_seconds(texts->checkpoint, &record->checkpoint))
        return fail(ERROR_INPUT, "--checkpoint %s: needs a time, such as 5m, or 0 for none before the end",
                    texts->checkpoint);
    if (record->retry_failed && !record->resume) return fail(ERROR_INPUT, "--retry-failed is for --resume");
    if (record->force && !record->resume) return fail(ERROR_INPUT, "--force is for --resume");
    return texts->shard ? shard_parse(texts->shard, &request->shard) : OK;
}

/* What spoils timings here: one line where somebody reads it, an error with --strict. */
static enum status examine_machine(bool strict)
{
    enum status status = OK;
    size_t warnings;
    char names[256];
    if (!strict && !isatty(STDERR_FILENO)) return OK;
    TRY(doctor_warnings(&warnings, names, sizeof names));
    if (warnings == 0) return OK;
    if (strict)
        return fail(ERROR_ENVIRONMENT, "--strict: %zu thing%s spoil%s timings here (%s); see: warpmark doctor",
                    warnings, warnings == 1 ? "" : "s", warnings == 1 ? "s" : "", names);
    fprintf(stderr, "%zu thing%s spoil%s timings here (%s): warpmark doctor\n", warnings, warnings == 1 ? "" : "s",
            warnings == 1 ? "s" : "", names);
out:
    return status;
}

static enum status run_script(const struct script_request *from, struct run_request *request, bool strict, int *code)
{
    enum status status = OK;
    struct experiment experiment = {0};
    char *by_default = NULL;
    TRY(script_load(from, &experiment));
    if (!request->record.output) TRY(default_output(experiment.name, &by_default));
    if (by_default) request->record.output = by_default;
    TRY(examine_machine(strict));
    interrupt_install();
    TRY(run_and_write(&experiment, *request, code));
out:
    experiment_free(&experiment);
    free(by_default);
    return status;
}

int command_run(int argc, char **argv, const char *usage)
{
    bool quick = false, strict = false;
    const char **word = NULL;
    struct texts texts = {0};
    struct run_request run = {0};
    const struct cli_option options[] = {{"-o", CLI_TEXT, &run.record.output, NULL},
                                         {"--strict", CLI_FLAG, &strict, NULL},
                                         {"--quick", CLI_FLAG, &quick, NULL},
                                         {"--variants", CLI_TEXT, &run.variants, NULL},
                                         {"--shard", CLI_TEXT, &texts.shard, NULL},
                                         {"--resume", CLI_FLAG, &run.record.resume, NULL},
                                         {"--retry-failed", CLI_FLAG, &run.record.retry_failed, NULL},
                                         {"--force", CLI_FLAG, &run.record.force, NULL},
                                         {"--checkpoint", CLI_TEXT, &texts.checkpoint, NULL},
                                         {"--keep-journal", CLI_FLAG, &run.record.keep_journal, NULL},
                                         {0}};
    enum status status = OK;
    struct cli_words words = {0};
    char *script = NULL, *command = NULL;
    int code = EXIT_FINE;
    TRY(allocate((size_t)argc, sizeof *word, "arguments", &word));
    words.word = word;
    TRY(cli_parse(argc, argv, options, 1, (size_t)argc, usage, &words));
    TRY(check_request(&texts, &run));
    TRY(find_experiment(word[0], &script));
    TRY(command_line(argc, argv, &command));
    run.command = command;
    const struct script_request from = {
        .path = script, .quick = quick, .noverrides = words.count - 1, .overrides = word + 1};
    TRY(run_script(&from, &run, strict, &code));
out:
    free(word);
    free(script);
    free(command);
    return status == OK ? code : complain(status);
}
