/* warpmark selfcheck: measures how much times must differ on this machine to mean something. */
#include <stdio.h>
#include <stdlib.h>

#include "base/output/units.h"
#include "base/process/interrupt.h"
#include "base/text.h"
#include "harness/cli.h"
#include "harness/machine/machine.h"
#include "harness/run/selfcheck.h"

static void print_report(const struct selfcheck_report *report)
{
    const struct noise *noise = &report->noise;
    printf("clock resolution    %s\n", human_seconds(noise->resolution).text);
    printf("clock overhead      %s a reading\n", human_seconds(noise->overhead).text);
    for (int k = 0; k < NSELFCHECKS; k++) {
        const struct selfcheck *c = &report->check[k];
        printf("%s on %s: %zu comparisons with itself, half of them within %.2g %%, 99 %% within "
               "%.2g %%; "
               "%zu called faster or slower at a margin of 1 %%\n",
               c->variant, c->source, c->pairs, 100 * c->typical, 100 * c->most, c->called);
    }
    printf("false positives     %.2g %%\n", 100 * noise->false_positives);
    printf("noise floor         %.2g %%\n", 100 * noise->floor);
}

/* Stores the record, and prints its path. */
static enum status store_noise(const char *key, const struct noise *noise)
{
    char *path = NULL;
    enum status status = noise_write(key, noise);
    if (status == OK) status = noise_path(key, &path);
    if (status == OK) printf("kept in             %s\n", path);
    free(path);
    return status;
}

/* Renews the facts of this machine, which include the noise floor that was just stored. */
static enum status renew_facts(struct results *results)
{
    facts_free(results->machine, results->nmachine);
    results->machine = NULL;
    results->nmachine = 0;
    return machine_facts(&results->machine, &results->nmachine);
}

static const char *time = "60s", *output;
static bool force;
static const struct cli_option options[] = {
    {"--time", CLI_TEXT, &time, NULL, "TIME", "5m", "measure for about so long"},
    {"-o", CLI_TEXT, &output, NULL, "FILE.h5", "noise.h5",
     "keep the measured solves in a results file"},
    {"--force", CLI_FLAG, &force, NULL, NULL, NULL,
     "replace a file of the same kind that Warpmark wrote"},
    {0}};

static int run_selfcheck(int argc, char **argv)
{
    double seconds = 0;
    struct selfcheck_report report = {0};
    struct results results = {0};
    enum status status = OK;
    if (!parse_seconds(time, &seconds) || seconds <= 0)
        TRY(fail(ERROR_INPUT, "--time %s: needs a time such as 60s or 5m", time));
    if (output) TRY(results_probe(output, force));
    interrupt_install();
    TRY(selfcheck_run(seconds, "warpmark selfcheck", &report, &results));
    print_report(&report);
    TRY(store_noise(fact_value(results.machine, results.nmachine, "key"), &report.noise));
    TRY(renew_facts(&results));
    if (output) TRY((force ? results_write : results_create)(output, &results));
out:
    results_free(&results);
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_selfcheck = {
    .name = "selfcheck",
    .group = "Machine and help",
    .words = "",
    .least = 0,
    .most = 0,
    .summary = "measure the noise of this machine: compare solves with themselves",
    .about = "Later comparisons on this machine know by it what two equal processes differ by.",
    .examples = "selfcheck\n"
                "selfcheck --time 5m -o noise.h5\n",
    .options = options,
    .run = run_selfcheck,
};
