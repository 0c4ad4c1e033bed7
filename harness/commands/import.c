/* warpmark import: makes a results file of what other benchmark programs wrote. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "analysis/history/history.h"
#include "base/output/units.h"
#include "harness/cli.h"
#include "store/foreign/foreign.h"

static const char *path, *commit, *started, *machine;
static bool force;
static const struct cli_option options[] = {
    {"-o", CLI_TEXT, &path, NULL, "OUT.h5", "night.h5", "write the results here"},
    {"--commit", CLI_TEXT, &commit, NULL, "COMMIT", "4f2a91c", "the commit that was measured"},
    {"--started", CLI_TEXT, &started, NULL, "TIME", "2026-03-04T05:06:07+0000",
     "when it was measured; default: what the file says, else when it was written"},
    {"--machine", CLI_TEXT, &machine, NULL, "NAME", "runner-7",
     "where it was measured; results of machines with different names are not compared"},
    {"--force", CLI_FLAG, &force, NULL, NULL, NULL,
     "replace a file of the same kind that Warpmark wrote"},
    {0}};

static void say(const struct results *results)
{
    size_t ok = 0, skipped = 0;
    for (size_t k = 0; k < results->nruns; k++) {
        ok += results->runs[k].status == CASE_OK;
        skipped += results->runs[k].status == CASE_SKIPPED;
    }
    printf("%s: %zu benchmark%s of %s, %zu run%s, %zu of them failed, ", path, results->nproblems,
           results->nproblems == 1 ? "" : "s", results->name, results->nruns,
           results->nruns == 1 ? "" : "s", results->nruns - ok - skipped);
    if (skipped) printf("%zu skipped, ", skipped);
    printf("%zu samples\n", results->nsamples);
}

static enum status check_options(void)
{
    int64_t ignored;
    if (!path) return fail(ERROR_INPUT, "say where the results go: -o OUT.h5");
    if (started && !history_time(started, &ignored))
        return fail(ERROR_INPUT,
                    "--started %s: a time is expected, such as 2026-03-04T05:06:07+0000", started);
    return results_probe(path, force);
}

/* When the file was written. */
static struct human written(const char *file)
{
    struct stat found;
    struct human text = {"unknown"};
    struct tm utc;
    if (stat(file, &found) == 0 && gmtime_r(&found.st_mtime, &utc))
        strftime(text.text, sizeof text.text, "%Y-%m-%dT%H:%M:%S+0000", &utc);
    return text;
}

static int run_import(int argc, char **argv)
{
    enum status status = OK;
    struct gathered gathered = {0};
    struct results results = {0};
    TRY(check_options());
    for (int k = 0; k < argc; k++) TRY(foreign_read(argv[k], &gathered));
    const struct human changed = written(argv[0]);
    TRY(gather_finish(
        &gathered,
        &(struct gathered_origin){"warpmark import", commit, started, machine, changed.text},
        &results));
    TRY((force ? results_write : results_create)(path, &results));
    say(&results);
out:
    gather_free(&gathered);
    results_free(&results);
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_import = {
    .name = "import",
    .group = "Files of runs",
    .words = "FILE... -o OUT.h5",
    .least = 1,
    .most = CLI_ANY,
    .summary = "make a results file of what another benchmark program wrote",
    .about = "It reads JSON of hyperfine, Google Benchmark, Criterion and nvbench, so that compare "
             "and history judge their numbers. A benchmark that several files have gets a process "
             "for each: take three, as of three nights or three calls.",
    .examples = "import times.json -o new.h5 # then: compare base.h5 new.h5\n"
                "import 1.json 2.json 3.json -o night.h5 --commit 4f2a91c --machine runner-7\n"
                "import target/criterion/*/new/sample.json -o new.h5\n",
    .options = options,
    .run = run_import,
};
