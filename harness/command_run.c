/* warpmark run: an experiment script from start to results file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "harness/cli.h"
#include "harness/clock.h"
#include "harness/doctor.h"
#include "harness/interrupt.h"
#include "harness/progress.h"
#include "harness/run.h"
#include "harness/script.h"

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
    fprintf(stderr, "%s%s: %zu cases", results->interrupted ? "interrupted; " : "", path, results->nruns);
    for (int k = 0; k < NCASE_STATUSES; k++) {
        if (!count[k]) continue;
        fprintf(stderr, "%s%zu %s", before, count[k], case_status_names[k]);
        before = ", ";
    }
    fprintf(stderr, ") in %.3g s; planning and checking %.2g %%, writing %.3g s\n", results->wall,
            100 * results->overhead / results->wall, writing);
}

static enum status run_and_write(const struct experiment *experiment, const struct run_request *request,
                                 const char *output, int *code)
{
    enum status status = OK;
    struct results results = {0};
    TRY(results_probe(output));
    TRY(run_experiment(experiment, request, &results));
    double start = clock_now();
    TRY(results_write(output, &results));
    say_end(&results, output, clock_now() - start);
    *code = run_exit_code(experiment, &results);
out:
    results_free(&results);
    return status;
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

int command_run(int argc, char **argv, const char *usage)
{
    bool quick = false, strict = false;
    const char *output = NULL, *variants = NULL, **word = NULL;
    const struct cli_option options[] = {{"-o", CLI_TEXT, &output, NULL},
                                         {"--strict", CLI_FLAG, &strict, NULL},
                                         {"--quick", CLI_FLAG, &quick, NULL},
                                         {"--variants", CLI_TEXT, &variants, NULL},
                                         {0}};
    enum status status = OK;
    struct cli_words words = {0};
    struct experiment experiment = {0};
    char *script = NULL, *command = NULL, *by_default = NULL;
    int code = EXIT_FINE;
    TRY(allocate((size_t)argc, sizeof *word, "arguments", &word));
    words.word = word;
    TRY(cli_parse(argc, argv, options, 1, (size_t)argc, usage, &words));
    TRY(find_experiment(word[0], &script));
    TRY(command_line(argc, argv, &command));
    const struct script_request request = {
        .path = script, .quick = quick, .noverrides = words.count - 1, .overrides = word + 1};
    TRY(script_load(&request, &experiment));
    if (!output) TRY(default_output(experiment.name, &by_default));
    TRY(examine_machine(strict));
    interrupt_install();
    const struct run_request run = {.command = command, .variants = variants};
    TRY(run_and_write(&experiment, &run, output ? output : by_default, &code));
out:
    experiment_free(&experiment);
    free(word);
    free(script);
    free(command);
    free(by_default);
    return status == OK ? code : complain(status);
}
