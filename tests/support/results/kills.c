#include "tests/support/results/kills.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool kills_require(struct kills *k, bool holds, const char *what)
{
    if (!holds && !*k->wrong)
        snprintf(k->wrong, sizeof k->wrong, "after %u kills (seed %llu): %s; last message: %s",
                 k->done, (unsigned long long)seed, what, fail_message());
    return holds;
}

static void kills_write_script(const struct kills *k)
{
    char text[1000];
    snprintf(text, sizeof text,
             "local wm = require 'warpmark'\n"
             "local variants, ns = {}, {}\n"
             "for n = 2, %u do ns[n - 1] = n end\n"
             "for k = 1, %u do variants[k] = 'null[cost=0.002,slow=' .. k .. ']/msr/f64/seq' end\n"
             "return wm.experiment { name = 'k', problems = wm.grid { 'identity', n = ns },\n"
             "  variants = variants,\n"
             "  measure = { throttle_retries = 0, max_samples = %u, min_samples = %u,\n"
             "    max_time = '1h' } }\n",
             k->problems + 1, k->variants, k->nsamples, k->nsamples);
    scratch_write("k.lua", text);
}

/* The child: warpmark run k.lua, silent, which reports each sample once the journal has it. */
static void kills_child(bool resume)
{
    char *words[] = {"k.lua",          "-o",       "k.h5", "--checkpoint", "20ms",
                     "--keep-journal", "--resume", NULL};
    int silent = open("log", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int reports = open("reports", O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (silent < 0 || reports < 0 || dup2(silent, STDERR_FILENO) < 0 ||
        dup2(silent, STDOUT_FILENO) < 0)
        _exit(99);
    journal_acknowledge(reports);
    if (!resume) words[6] = NULL;
    int code = cli_run(command_find("run"), resume ? 7 : 6, words);
    fflush(NULL);
    _exit(code);
}

/* Every report of this run is true, and none is of a case that had finished. */
static void kills_check_reports(struct kills *k, const struct results *results)
{
    unsigned long long problem, variant, process, order;
    FILE *reports = fopen("reports", "r");
    if (!reports) return;
    fseek(reports, k->reported, SEEK_SET);
    while (fscanf(reports, "%llu %llu %llu %llu", &problem, &variant, &process, &order) == 4) {
        bool found = false;
        for (size_t i = 0; i < results->nruns && !found; i++) {
            const struct result_run *run = &results->runs[i];
            if (run->problem != problem || run->variant != variant || run->process != process)
                continue;
            for (uint64_t s = 0; s < run->sample_count; s++)
                found = found || results->samples[run->sample_offset + s].order == order;
        }
        kills_require(k, found, "a sample that was reported is lost");
        kills_require(k, !k->finished[problem][variant] || k->kept[order],
                      "a case that had finished is measured again");
        k->acknowledged++;
    }
    fclose(reports);
}

static void kills_note_finished(struct kills *k, const struct results *results)
{
    FILE *reports = fopen("reports", "r");
    if (reports) fseek(reports, 0, SEEK_END);
    k->reported = reports ? ftell(reports) : 0;
    if (reports) fclose(reports);
    for (size_t i = 0; i < results->nruns; i++) {
        const struct result_run *run = &results->runs[i];
        if (run->status == CASE_OK) k->finished[run->problem][run->variant] = true;
        for (uint64_t s = 0; run->status == CASE_OK && s < run->sample_count; s++)
            k->kept[results->samples[run->sample_offset + s].order] = true;
        kills_require(k, run->status == CASE_OK || !k->finished[run->problem][run->variant],
                      "a case that had finished is lost");
    }
}

/* The results file, if it is there, and one made from the journal, open and are sound. */
static void kills_check_files(struct kills *k)
{
    struct results results;
    char *words[] = {"k.h5", "-o", "recovered.h5", "--force", NULL};
    const char *names[] = {"k.h5", "recovered.h5"};
    int out = dup(STDOUT_FILENO), silent = open("/dev/null", O_WRONLY);
    fflush(stdout);
    dup2(silent, STDOUT_FILENO);
    kills_require(k, cli_run(command_find("recover"), 4, words) == EXIT_FINE, "recover fails");
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    close(out), close(silent);
    for (int f = 0; f < 2; f++) {
        if (f == 0 && access(names[f], F_OK)) continue;
        bool opened = results_read(names[f], &results) == OK;
        kills_require(k, opened, "a results file does not open");
        if (opened)
            kills_require(k, results_check(names[f], &results) == OK,
                          "a results file is not sound");
        if (opened) results_free(&results);
        k->files += opened;
    }
}

/* Checks the files that the process left, whether it was killed or ended. */
static void kills_check(struct kills *k)
{
    struct journal_found found;
    struct results results;
    if (access("k.h5.journal", F_OK)) {
        kills_require(k, access("reports", F_OK) != 0 || k->reported == 0, "there is no journal");
        return;
    }
    if (!kills_require(k, journal_read("k.h5.journal", &found, &results) == OK,
                       "the journal cannot be read"))
        return;
    kills_check_reports(k, &results);
    if (found.planned) kills_check_files(k);
    kills_note_finished(k, &results);
    results_free(&results);
}

static void kills_check_end(struct kills *k)
{
    struct results results;
    if (!kills_require(k, results_read("k.h5", &results) == OK,
                       "the last results file does not open"))
        return;
    kills_require(k, results.nruns == k->problems * k->variants && !results.interrupted,
                  "the plan is not complete");
    for (size_t i = 0; i < results.nruns; i++)
        kills_require(
            k, results.runs[i].status == CASE_OK && results.runs[i].sample_count == k->nsamples,
            "a case is not complete");
    results_free(&results);
    k->runs++;
}

/* Starts a process, and kills it after a random time unless it is to end by itself; whether it was
 * killed. */
static bool kills_process(struct kills *k, bool resume, bool kill_it)
{
    int code;
    uint64_t ns = draw((uint64_t)(1e9 * k->longest));
    struct timespec nap = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    pid_t pid = fork();
    if (pid == 0) kills_child(resume);
    if (!kills_require(k, pid > 0, "no process can be had")) return false;
    if (kill_it) {
        nanosleep(&nap, NULL);
        kill(pid, SIGKILL);
    }
    waitpid(pid, &code, 0);
    bool killed = WIFSIGNALED(code) && WTERMSIG(code) == SIGKILL;
    kills_require(k, killed || (WIFEXITED(code) && WEXITSTATUS(code) == EXIT_FINE),
                  "the run does not end well");
    return killed;
}

/* One run: killed up to a few times, then brought to its end. */
static void kills_one_run(struct kills *k)
{
    scratch_clear();
    kills_write_script(k);
    memset(k->finished, 0, sizeof k->finished);
    memset(k->kept, 0, sizeof k->kept);
    k->reported = 0;
    unsigned most = 1 + (unsigned)draw(k->most);
    for (bool killed = true; killed && !*k->wrong;) {
        bool resume = access("k.h5.journal", F_OK) == 0, kill_it = most > 0 && k->done < k->wanted;
        killed = kills_process(k, resume, kill_it);
        k->done += killed;
        most -= most > 0;
        kills_check(k);
    }
    if (!*k->wrong) kills_check_end(k);
}

void kill_runs(struct kills *k)
{
    char before[1024];
    if (!getcwd(before, sizeof before) || scratch_create(NULL) || chdir(scratch_folder)) {
        kills_require(k, false, "no scratch folder");
        return;
    }
    while (k->done < k->wanted && !*k->wrong) kills_one_run(k);
    if (*k->wrong) {
        printf("what is left is in %s\n", scratch_folder);
        return;
    }
    if (chdir(before) == 0) scratch_remove(NULL);
}
