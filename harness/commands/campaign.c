/* warpmark submit, work, status, collect: commands for campaigns, which many tasks measure. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/campaign/collect.h"
#include "harness/campaign/status.h"
#include "harness/campaign/submit.h"
#include "harness/campaign/work.h"
#include "harness/cli.h"
#include "harness/run/bundled.h"
#include "harness/run/run_script.h"

/* submit */

static const char *lease = "60s";
static struct submit_request submission;
static const struct cli_option submit_options[] = {
    {"--to", CLI_TEXT, &submission.to, NULL, "WHERE", "local:2",
     "slurm: one job array; ssh:HOST,HOST: a task on each; local:K: K tasks here"},
    {"-o", CLI_TEXT, &submission.dir, NULL, "DIR", "results/nightly",
     "the campaign's folder, which all machines see; default: results/NAME-TIME.campaign"},
    {"--quick", CLI_FLAG, &submission.campaign.quick, NULL, NULL, NULL,
     "small instances and few samples, as the script says"},
    {"--variants", CLI_TEXT, &submission.campaign.variants, NULL, "PATTERN", "'jacobi/*/f64/seq'",
     "measure those of the script's variants only that match"},
    {"--tasks", CLI_COUNT, &submission.tasks, NULL, "N", "16",
     "with slurm: so many tasks, each on a node of its own; default 1"},
    {"--gpus-per-task", CLI_COUNT, &submission.gpus, NULL, "G", "1",
     "with slurm: G GPUs for each task; tasks may then share a node"},
    {"--sbatch", CLI_TEXT, &submission.sbatch, NULL, "'key=value key=value'",
     "'partition=long time=2:00:00'", "with slurm: further options of sbatch"},
    {"--lease", CLI_TEXT, &lease, NULL, "TIME", "60s",
     "a task without a sign of life for so long is lost, and others take its cases; default 60s"},
    {"--resume", CLI_FLAG, &submission.resume, NULL, NULL, NULL,
     "start tasks for what is left of the campaign in -o DIR"},
    {"--retry-failed", CLI_FLAG, &submission.retry_failed, NULL, NULL, NULL,
     "with --resume: measure cases again that went wrong"},
    {0}};

/* Separates scripts from words with '=', which are options of the scripts. */
static enum status separate_overrides(int argc, char **argv, const char **overrides)
{
    struct campaign_request *campaign = &submission.campaign;
    campaign->overrides = overrides;
    MUST(allocate_zeroed((size_t)argc, sizeof *campaign->scripts, "experiments",
                         &campaign->scripts));
    for (int k = 0; k < argc; k++) {
        if (strchr(argv[k], '=')) overrides[campaign->noverrides++] = argv[k];
        else MUST(find_experiment(argv[k], &campaign->scripts[campaign->nscripts++]));
    }
    if (!campaign->nscripts) return fail(ERROR_INPUT, "submit: name an experiment");
    return OK;
}

static enum status check_submit(void)
{
    if (!submission.to)
        return fail(ERROR_INPUT, "submit: say where with --to slurm, ssh:HOST,HOST or local:K");
    if (!parse_seconds(lease, &submission.campaign.lease) || !(submission.campaign.lease >= 1))
        return fail(ERROR_INPUT, "--lease %s: needs a time of at least 1s, such as 60s", lease);
    if (submission.retry_failed && !submission.resume)
        return fail(ERROR_INPUT, "--retry-failed needs --resume");
    return OK;
}

static int run_submit(int argc, char **argv)
{
    enum status status = OK;
    const char **overrides = NULL;
    char *command = NULL;
    TRY(check_submit());
    TRY(command_line("submit", cli_line.argc, cli_line.argv, &command));
    TRY(allocate((size_t)argc, sizeof *overrides, "a command line", &overrides));
    TRY(separate_overrides(argc, argv, overrides));
    submission.campaign.command = command;
    TRY(campaign_submit(&submission));
out:
    for (size_t k = 0; submission.campaign.scripts && k < submission.campaign.nscripts; k++)
        free(submission.campaign.scripts[k]);
    free(submission.campaign.scripts);
    free(overrides);
    free(command);
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_submit = {
    .name = "submit",
    .group = "Campaigns",
    .words = "EXPERIMENT... [key=value]... --to WHERE",
    .least = 1,
    .most = CLI_ANY,
    .summary = "measure experiments by many tasks, here or on a cluster",
    .about =
        "Tasks take cases from a shared folder until none is left; what a lost task had, others "
        "take over. Read it with `warpmark status DIR`, join it with `warpmark collect DIR`.",
    .examples = "submit quickstart --to local:2 -o results/quick\n"
                "submit crossover --to slurm --tasks 16 -o /shared/crossover\n"
                "submit crossover --quick --to ssh:node1,node2 -o /shared/crossover\n",
    .options = submit_options,
    .run = run_submit,
};

/* work */

static struct work_request working;
static const struct cli_option work_options[] = {
    {"--leash", CLI_FLAG, &working.leash, NULL, NULL, NULL,
     "give back what is not finished when standard input ends, as by SIGTERM"},
    {0}};

static int run_work(int argc, char **argv)
{
    enum status status = OK;
    char *command = NULL;
    (void)argc;
    TRY(command_line("work", cli_line.argc, cli_line.argv, &command));
    working.command = command;
    TRY(campaign_work(argv[0], &working));
out:
    free(command);
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_work = {
    .name = "work",
    .group = "Campaigns",
    .words = "DIR",
    .least = 1,
    .most = 1,
    .summary = "be one task of a campaign: take cases until none is left",
    .about =
        "`warpmark submit` starts it; more may be started by hand, on any machine that sees the "
        "folder. SIGTERM gives back what is not finished (exit 130).",
    .examples = "work results/quick\n",
    .options = work_options,
    .run = run_work,
};

/* status */

static bool as_json;
static const struct cli_option status_options[] = {
    {"--json", CLI_FLAG, &as_json, NULL, NULL, NULL, "print one JSON object"}, {0}};

static int run_status(int argc, char **argv)
{
    enum status status = OK;
    struct campaign campaign = {0};
    (void)argc;
    TRY(campaign_open(argv[0], &campaign));
    TRY(campaign_status(&campaign, as_json));
out:
    campaign_free(&campaign);
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_status = {
    .name = "status",
    .group = "Campaigns",
    .words = "DIR",
    .least = 1,
    .most = 1,
    .summary = "what a campaign has done, what runs where, and how long it will take",
    .examples = "status results/quick\n"
                "status results/quick --json\n",
    .options = status_options,
    .run = run_status,
};

/* collect */

static struct collect_request collecting;
static const struct cli_option collect_options[] = {
    {"-o", CLI_TEXT, &collecting.folder, NULL, "FOLDER", "results",
     "write the files into this folder; default: DIR"},
    {"--force", CLI_FLAG, &collecting.force, NULL, NULL, NULL,
     "replace a file of the same kind that Warpmark wrote"},
    {0}};

static int run_collect(int argc, char **argv)
{
    enum status status = OK;
    struct campaign campaign = {0};
    int code = EXIT_FINE;
    (void)argc;
    TRY(campaign_open(argv[0], &campaign));
    if (!collecting.folder) collecting.folder = argv[0];
    TRY(campaign_collect(&campaign, &collecting, &code));
out:
    campaign_free(&campaign);
    return status == OK ? code : complain(status);
}

const struct command command_collect = {
    .name = "collect",
    .group = "Campaigns",
    .words = "DIR",
    .least = 1,
    .most = 1,
    .summary = "join what the tasks of a campaign have measured, and say what is missing",
    .about = "One results file for each experiment and kind of machine: NAME.h5, or NAME-1.h5, "
             "NAME-2.h5 where hardware or builds differ. Exit 130 while cases are missing.",
    .examples = "collect results/quick\n"
                "collect results/quick -o results --force\n",
    .options = collect_options,
    .run = run_collect,
};
