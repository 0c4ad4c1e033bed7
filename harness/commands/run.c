/* warpmark run: runs an experiment script and writes a results file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/cli.h"
#include "harness/run/bundled.h"
#include "harness/run/repeat_script.h"
#include "harness/run/run_script.h"

/* Texts of the options that are more than a flag. */
struct texts {
    const char *checkpoint, *require, *prove, *quiet, *pin, *repeat;
};

static struct texts texts;

static uint64_t repeats = 1;

static enum status check_request(struct run_request *request)
{
    struct recording_request *record = &request->record;
    record->checkpoint = CHECKPOINT_SECONDS;
    if (texts.checkpoint && !parse_seconds(texts.checkpoint, &record->checkpoint))
        return fail(ERROR_INPUT,
                    "--checkpoint %s: needs a time, such as 5m, or 0 for none before the end",
                    texts.checkpoint);
    if (texts.quiet) {
        request->most_load = NAN;
        if (*texts.quiet &&
            (!parse_double(texts.quiet, &request->most_load) || !(request->most_load > 0)))
            return fail(ERROR_INPUT,
                        "--quiet-machine=%s: needs a load above 0, such as 0.5, or no value for "
                        "0.1 for each core",
                        texts.quiet);
    }
    request->pin = texts.pin != NULL;
    if (request->pin && *texts.pin &&
        (!parse_count(texts.pin, &request->cpus) || request->cpus == 0))
        return fail(ERROR_INPUT,
                    "--pin=%s: needs a number of CPUs from 1, such as 4, or no value for one for "
                    "each core",
                    texts.pin);
    if (texts.repeat && (!parse_count(texts.repeat, &repeats) || repeats < 1 || repeats > 100))
        return fail(ERROR_INPUT, "--repeat %s: needs a number of runs from 1 to 100, such as 2",
                    texts.repeat);
    if (repeats > 1 && !record->output)
        return fail(ERROR_INPUT, "--repeat needs -o FILE.h5: further runs go to FILE-2.h5, ...");
    if (record->retry_failed && !record->resume)
        return fail(ERROR_INPUT, "--retry-failed needs --resume");
    return OK;
}

/* Settings that override the script's: key=value, and --require and --prove in the same form. *out
 * is new. */
static enum status overrides_of(int argc, char **argv, size_t *count, const char ***out)
{
    static char words[2][64];
    const char *const given[] = {texts.require, texts.prove}, *const names[] = {"require", "prove"};
    *count = 0;
    MUST(allocate((size_t)argc + 2, sizeof **out, "a command line", out));
    for (int k = 0; k < argc; k++) (*out)[(*count)++] = argv[k];
    for (size_t k = 0; k < 2; k++) {
        if (!given[k]) continue;
        snprintf(words[k], sizeof words[k], "%s=%.40s", names[k], given[k]);
        (*out)[(*count)++] = words[k];
    }
    return OK;
}

static bool quick;

static struct run_request request;
static const struct cli_option options[] = {
    {"-o", CLI_TEXT, &request.record.output, NULL, "FILE.h5", "results/mine.h5",
     "write the results here; default: results/NAME-TIME.h5, TIME in UTC"},
    {"--quick", CLI_FLAG, &quick, NULL, NULL, NULL,
     "small instances and few samples, as the script says"},
    {"--dry-run", CLI_FLAG, &request.dry, NULL, NULL, NULL,
     "check the script and say what it would measure; measure nothing"},
    {"--variants", CLI_TEXT, &request.variants, NULL, "PATTERN", "'jacobi/*/f64/seq'",
     "measure those of the script's variants only that match"},
    {"--require", CLI_TEXT, &texts.require, NULL, "E", "1e-6",
     "a case whose proven error is above E, or that has no proof, is inaccurate and has no time"},
    {"--prove", CLI_TEXT, &texts.prove, NULL, "E", "1e-9",
     "prove answers to a width of E; 0: make no proof; default 1e-9"},
    {"--strict", CLI_FLAG, &request.strict, NULL, NULL, NULL,
     "refuse to measure (exit 4) where `warpmark doctor` warns"},
    {"--quiet-machine", CLI_OPTIONAL, &texts.quiet, NULL, "[=LOAD]", "0.5",
     "refuse to measure (exit 4) above this load; without LOAD above 0.1 for each core"},
    {"--pin", CLI_OPTIONAL, &texts.pin, NULL, "[=CPUS]", "4",
     "bind solves to so many CPUs, of different cores as long as there are any; without CPUS to "
     "one for each core"},
    {"--resume", CLI_FLAG, &request.record.resume, NULL, NULL, NULL,
     "continue a run that was stopped; without -o the newest"},
    {"--retry-failed", CLI_FLAG, &request.record.retry_failed, NULL, NULL, NULL,
     "with --resume: measure cases again that went wrong"},
    {"--checkpoint", CLI_TEXT, &texts.checkpoint, NULL, "TIME", "5m",
     "write the results file so often during the run; 0: at the end only; default 5m"},
    {"--repeat", CLI_TEXT, &texts.repeat, NULL, "N", "2",
     "run it N times, into FILE.h5, FILE-2.h5, ..., and say whether the intervals of its "
     "crossovers agree"},
    {"--keep-journal", CLI_FLAG, &request.record.keep_journal, NULL, NULL, NULL,
     "keep FILE.h5.journal at the end"},
    {"--force", CLI_FLAG, &request.record.force, NULL, NULL, NULL,
     "replace a file of the same kind that Warpmark wrote"},
    {0}};

static int run_run(int argc, char **argv)
{
    enum status status = OK;
    char *script = NULL, *command = NULL;
    const char **overrides = NULL;
    size_t count;
    int code = EXIT_FINE;
    TRY(command_line("run", cli_line.argc, cli_line.argv, &command));
    TRY(check_request(&request));
    TRY(find_experiment(argv[0], &script));
    TRY(overrides_of(argc - 1, argv + 1, &count, &overrides));
    request.command = command;
    const struct script_request from = {
        .path = script, .quick = quick, .noverrides = count, .overrides = overrides};
    if (repeats > 1) TRY(repeat_script(&from, &request, repeats, &code));
    else TRY(run_script(&from, &request, &code));
out:
    free(overrides);
    free(script);
    free(command);
    return status == OK ? code : complain(status);
}

const struct command command_run = {
    .name = "run",
    .group = "Measure",
    .words = "EXPERIMENT [key=value]...",
    .least = 1,
    .most = CLI_ANY,
    .summary = "measure what a Lua script describes",
    .about = "EXPERIMENT is a Lua file, or the name of a bundled experiment (`warpmark list "
             "experiments`). key=value changes a setting or an option of the script, such as "
             "max_time=1s.",
    .examples = "run quickstart -o results/quickstart.h5\n"
                "run crossover --quick\n"
                "run crossover-search -o results/search.h5 --repeat 2\n"
                "run mine.lua --variants '*/msr/f64/{seq,omp}' max_time=2s\n"
                "run nightly --resume\n",
    .options = options,
    .run = run_run,
};
