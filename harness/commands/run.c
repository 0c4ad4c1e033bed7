/* warpmark run: an experiment script from start to results file. */
#include <stdlib.h>

#include "base/text.h"
#include "harness/cli.h"
#include "harness/run/bundled.h"
#include "harness/run/run_script.h"

/* The options as texts where they are more than a flag. */
struct texts {
    const char *checkpoint, *shard;
};

static enum status check_request(const struct texts *texts, struct run_request *request)
{
    struct recording_request *record = &request->record;
    record->checkpoint = CHECKPOINT_SECONDS;
    if (texts->checkpoint && !parse_seconds(texts->checkpoint, &record->checkpoint))
        return fail(ERROR_INPUT,
                    "--checkpoint %s: needs a time, such as 5m, or 0 for none before the end",
                    texts->checkpoint);
    if (record->retry_failed && !record->resume)
        return fail(ERROR_INPUT, "--retry-failed needs --resume");
    return texts->shard ? shard_parse(texts->shard, &request->shard) : OK;
}

int command_run(int argc, char **argv, const char *usage)
{
    bool quick = false, strict = false;
    struct texts texts = {0};
    struct run_request run = {0};
    const struct cli_option options[] = {
        {"-o", CLI_TEXT, &run.record.output, NULL},
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
    char *script = NULL, *command = NULL;
    int code = EXIT_FINE;
    TRY(run_command_line(argc, argv, &command));
    TRY(cli_parse(&argc, argv, options, 1, CLI_ANY, usage));
    TRY(check_request(&texts, &run));
    TRY(find_experiment(argv[0], &script));
    run.command = command;
    const struct script_request from = {.path = script,
                                        .quick = quick,
                                        .noverrides = (size_t)argc - 1,
                                        .overrides = (const char *const *)argv + 1};
    TRY(run_script(&from, &run, strict, &code));
out:
    free(script);
    free(command);
    return status == OK ? code : complain(status);
}
