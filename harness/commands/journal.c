/* warpmark recover, verify, merge: commands for results files, the journals that they are made
 * from, and proofs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process/interrupt.h"
#include "harness/cli.h"
#include "harness/commands/certified.h"
#include "harness/run/recording.h"
#include "harness/script/judge.h"
#include "store/journal/journal.h"
#include "store/journal/merge.h"
#include "store/judged.h"
#include "store/results_diff.h"

static void say_counts(const char *path, const struct results *results)
{
    size_t unfinished = 0;
    for (size_t k = 0; k < results->nruns; k++)
        unfinished += results->runs[k].status == CASE_INTERRUPTED;
    printf("%s: %zu runs, %zu of them unfinished, %zu samples", path, results->nruns, unfinished,
           results->nsamples);
}

static const char *script; /* from --script */

/* Judges the results by the script, or says that they are not judged. */
static enum status judge_or_tell(struct results *results)
{
    if (script) return judge_with(script, results);
    if (results_unjudged(results))
        fprintf(stderr,
                "its claims, tables and figures are not judged: add --script %s here, or "
                "to `warpmark table`, `plot` and `report`\n",
                results->path);
    return OK;
}

/* recover: finds the journal and its results file from the name of either. */

static enum status names_of_pair(const char *word, char **journal, char **output)
{
    static const char ending[] = ".journal";
    size_t length = strlen(word), tail = strlen(ending);
    if (length <= tail || strcmp(word + length - tail, ending)) {
        MUST(journal_path_of(word, journal));
        MUST(copy_text(word, output));
    } else {
        MUST(copy_text(word, journal));
        MUST(format_text(output, "%.*s", (int)(length - tail), word));
    }
    return OK;
}

static enum status recover(const char *journal, const char *output, bool force)
{
    enum status status = OK;
    struct results results = {0};
    struct journal_found found;
    TRY(results_probe(output, force));
    TRY(journal_read(journal, &found, &results));
    if (!found.planned)
        TRY(fail(ERROR_DAMAGED,
                 "%s has no complete plan, so there is nothing to recover: start the run again",
                 journal));
    TRY(judge_or_tell(&results));
    TRY((force ? results_write : results_create)(output, &results));
    say_counts(output, &results);
    if (found.ignored)
        printf("; the last %llu of %llu bytes of the journal are incomplete or damaged and were "
               "left out",
               (unsigned long long)found.ignored, (unsigned long long)found.bytes);
    putchar('\n');
out:
    results_free(&results);
    return status;
}

static const char *chosen; /* from -o */
static bool may_replace;
static const struct cli_option recover_options[] = {
    {"-o", CLI_TEXT, &chosen, NULL, "OUT.h5", "saved.h5",
     "write the results here; default: the name of the run, FILE.h5"},
    {"--script", CLI_TEXT, &script, NULL, "FILE.lua", "new.lua", SCRIPT_HELP},
    {"--force", CLI_FLAG, &may_replace, NULL, NULL, NULL,
     "replace a file of the same kind that Warpmark wrote"},
    {0}};

static int run_recover(int argc, char **argv)
{
    char *journal = NULL, *beside = NULL;
    enum status status = OK;
    TRY(names_of_pair(argv[0], &journal, &beside));
    TRY(recover(journal, chosen ? chosen : beside, may_replace));
out:
    free(journal);
    free(beside);
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_recover = {
    .name = "recover",
    .group = "Files of runs",
    .words = "FILE.h5|FILE.h5.journal",
    .least = 1,
    .most = 1,
    .summary = "make a results file from the journal of a run that was stopped",
    .examples = "recover results/nightly.h5\n"
                "recover results/nightly.h5.journal -o saved.h5\n",
    .options = recover_options,
    .run = run_recover,
};

/* verify */

/* Checks that every ended run of the file is in the journal, with the same samples; *missing =
 * number of samples that the file lacks. A run that had not ended may have grown since. */
static enum status compare_with_later(const char *path, const struct results *file,
                                      const struct results *journal, size_t *missing)
{
    enum status status = OK;
    const char *column = NULL;
    bool other_place;
    TRY(experiment_difference(file, journal, &column, &other_place));
    for (size_t k = 0; k < file->nruns && !column; k++) {
        const struct result_run *run = &file->runs[k];
        if (run->status == CASE_INTERRUPTED) continue;
        const struct result_run *same = journal->runs, *end = same + journal->nruns;
        while (same < end && (same->problem != run->problem || same->variant != run->variant ||
                              same->process != run->process))
            same++;
        if (same == end) column = "/runs";
        else TRY(run_difference(file, run, journal, same, &column));
    }
    if (column || journal->nsamples < file->nsamples)
        TRY(fail(ERROR_DAMAGED, "%s differs from its journal: %s. See `warpmark recover`", path,
                 column ? column : "/samples"));
    *missing = journal->nsamples - file->nsamples;
out:
    return status;
}

/* Compares a file with its journal. about (new) = what the journal says of the file. */
static enum status verify_journal(const char *path, const char *journal, struct results *file,
                                  char **about)
{
    enum status status = OK;
    struct results results = {0};
    struct journal_found found;
    const char *column;
    size_t missing;
    TRY(journal_read(journal, &found, &results));
    if (!found.planned)
        TRY(fail(ERROR_DAMAGED, "%s has no complete plan: start the run again", journal));
    results_unjudge(file); /* a journal has no judgements */
    TRY(results_difference(file, &results, &column));
    if (!column) {
        status = copy_text("as its journal says", about);
        goto out;
    }
    TRY(compare_with_later(path, file, &results, &missing));
    TRY(format_text(about, "its journal agrees and has %zu more samples: see `warpmark recover`",
                    missing));
out:
    results_free(&results);
    return status;
}

static enum status verify(const char *path)
{
    enum status status = OK;
    struct results results = {0};
    char *journal = NULL, *about = NULL;
    TRY(results_read(path, &results));
    TRY(results_check(path, &results));
    TRY(journal_path_of(path, &journal));
    if (access(journal, F_OK)) TRY(copy_text("no journal", &about));
    else TRY(verify_journal(path, journal, &results, &about));
    say_counts(path, &results);
    printf("; %s\n", about);
out:
    results_free(&results);
    free(journal);
    free(about);
    return status;
}

static bool trust;
static const struct cli_option verify_options[] = {
    {"--trust", CLI_FLAG, &trust, NULL, NULL, NULL,
     "for proofs: open the source that the file names, also where it is a file"},
    {0}};

/* Verifies a proof or a results file. Any file that is no proof goes to the reader of results,
 * since that explains best what is wrong with it. */
static int run_verify(int argc, char **argv)
{
    bool is_proof, holds = true;
    if (proof_file_is(argv[0], &is_proof) != OK) is_proof = false;
    if (is_proof) interrupt_install();
    const enum status status =
        is_proof ? certified_verify(argv[0], trust, &holds) : verify(argv[0]);
    if (status != OK) return complain(status);
    return holds ? EXIT_FINE : EXIT_CASE;
}

const struct command command_verify = {
    .name = "verify",
    .group = "Files of runs",
    .words = "FILE.h5",
    .least = 1,
    .most = 1,
    .summary = "check a results file against its checksums, itself and its journal; or a proof",
    .about =
        "A proof is a file of `warpmark certify -o`: its source is opened again, and the check "
        "says what the vectors of the file prove of it. Exit 2 where the file claims more, or "
        "is about another system.",
    .examples = "verify results/nightly.h5\n"
                "verify tandem.proof.h5\n",
    .options = verify_options,
    .run = run_verify,
};

/* merge */

static bool repeat;

static enum status merge_files(size_t count, const char *const *path, const char *output,
                               bool force)
{
    enum status status = OK;
    struct results *parts = NULL, merged = {0};
    TRY(results_probe(output, force));
    TRY(allocate_zeroed(count, sizeof *parts, "the parts", &parts));
    for (size_t k = 0; k < count; k++) TRY(results_read(path[k], &parts[k]));
    if (repeat) TRY(results_repeat(count, parts, path, force, &merged));
    else TRY(results_merge(count, parts, path, force, &merged));
    TRY(judge_or_tell(&merged));
    TRY((force ? results_write : results_create)(output, &merged));
    say_counts(output, &merged);
    putchar('\n');
out:
    for (size_t k = 0; parts && k < count; k++) results_free(&parts[k]);
    free(parts);
    results_free(&merged);
    return status;
}

static const struct cli_option merge_options[] = {
    {"-o", CLI_TEXT, &chosen, NULL, "OUT.h5", "all.h5", "write the joined results here"},
    {"--repeat", CLI_FLAG, &repeat, NULL, NULL, NULL,
     "the files are runs of the same cases, such as those of several nights: their processes are "
     "processes of one file then"},
    {"--script", CLI_TEXT, &script, NULL, "FILE.lua", "new.lua", SCRIPT_HELP},
    {"--force", CLI_FLAG, &may_replace, NULL, NULL, NULL,
     "replace a file of the same kind that Warpmark wrote"},
    {0}};

static int run_merge(int argc, char **argv)
{
    enum status status = OK;
    if (!chosen) TRY(fail(ERROR_INPUT, "merge: say where to write with -o FILE.h5"));
    TRY(merge_files((size_t)argc, (const char *const *)argv, chosen, may_replace));
out:
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_merge = {
    .name = "merge",
    .group = "Files of runs",
    .words = "A.h5 B.h5... -o OUT.h5",
    .least = 2,
    .most = CLI_ANY,
    .summary = "join results files of one experiment, each with some of its cases",
    .examples = "merge part1.h5 part2.h5 -o all.h5\n"
                "merge --repeat monday.h5 tuesday.h5 -o both.h5\n",
    .options = merge_options,
    .run = run_merge,
};
