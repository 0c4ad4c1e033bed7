/* warpmark reproduce: runs the experiments that repeat papers, one after the other, and writes a
 * report about all of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/memory.h"
#include "base/output/units.h"
#include "base/process/clock.h"
#include "base/process/gnuplot.h"
#include "base/process/interrupt.h"
#include "harness/cli.h"
#include "harness/run/bundled.h"
#include "harness/run/reproduce.h"
#include "harness/script/judge.h"
#include "plots/report/report.h"

static int worse(int a, int b)
{
    return a > b ? a : b;
}

/* Runs one experiment and prints how long that took; returns its exit code. */
static int run_one(const struct reproduce_request *request, const struct reproduction *item,
                   struct problem_cache *cache)
{
    double start = clock_now();
    bool kept;
    int code = EXIT_FINE;
    enum status status = reproduce(request, item, cache, &kept, &code);
    if (status != OK) code = complain(status);
    if (interrupted()) return EXIT_INTERRUPTED;
    if (kept) fprintf(stderr, "%s: finished before, kept\n", item->name);
    else fprintf(stderr, "%s: took %s\n", item->name, human_seconds(clock_now() - start).text);
    return code;
}

static const char *const report_names[] = {[PAGE_HTML] = "report.html", [PAGE_MD] = "report.md"};

/* Checks that files with the names of our reports may be replaced: they must be such reports. */
static enum status check_reports(const char *folder)
{
    enum status status = OK;
    for (size_t k = 0; k < 2 && status == OK; k++) {
        char *path;
        status = format_text(&path, "%s/%s", folder, report_names[k]);
        if (status != OK) break;
        status = file_probe(path, &kind_reports_on_papers[k], true);
        free(path);
    }
    return status;
}

/* Judges a file EXPERIMENT.h5 by the bundled script of that name. If that fails, what the file says
 * stays. */
static enum status judge_bundled(const char *path, struct results *results)
{
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    char *name = NULL, *script = NULL;
    enum status status = format_text(&name, "%.*s", (int)strcspn(file, "."), file);
    if (status == OK) status = find_experiment(name, &script);
    if (status == OK) status = judge_with(script, results);
    free(name);
    free(script);
    if (status != ERROR_INPUT && status != ERROR_IO) return status;
    fprintf(stderr, "%s: not judged: %s\n", path, fail_message());
    return OK;
}

/* Adds to results without a GPU the stored results of a GPU that come with the program. */
static enum status add_stored(const struct reproductions *all, struct report *report)
{
    enum status status = OK;
    size_t part = 0;
    for (size_t k = 0; k < all->count && status == OK; k++) {
        char *path;
        if (access(all->item[k].output, F_OK) != 0) continue;
        status = find_stored(all->item[k].name, &path);
        if (status == OK && path) status = report_add_stored(report, part, path, judge_bundled);
        free(path);
        part++;
    }
    return status;
}

/* Writes DIR/report.html and DIR/report.md about the results files that are there. *any: there are
 * some. */
static enum status write_reports(const char *folder, const struct reproductions *all, bool *any,
                                 int *code)
{
    enum status status = OK;
    struct report report = {0};
    const char **paths = NULL;
    size_t count = 0;
    TRY(allocate(all->count, sizeof *paths, "names of files", &paths));
    for (size_t k = 0; k < all->count; k++)
        if (access(all->item[k].output, F_OK) == 0) paths[count++] = all->item[k].output;
    *any = count > 0;
    if (!count) goto out;
    TRY(report_read(count, paths, judge_bundled, &report));
    report.title = REPRODUCE_TITLE;
    TRY(add_stored(all, &report));
    for (size_t k = 0; k < 2; k++) {
        char *path;
        TRY(format_text(&path, "%s/%s", folder, report_names[k]));
        status = report_write(&report, path, &kind_reports_on_papers[k]);
        if (status == OK) printf("%s\n", path);
        free(path);
        if (status != OK) break;
    }
    if (report_troubles(&report, stderr)) *code = worse(*code, EXIT_INPUT);
out:
    report_free(&report);
    free(paths);
    return status;
}

static int run_all(const struct reproduce_request *request, const struct reproductions *all)
{
    int code = EXIT_FINE;
    struct problem_cache cache = {0};
    for (size_t k = 0; k < all->count; k++) {
        fprintf(stderr, "[experiment %zu/%zu] %s\n", k + 1, all->count, all->item[k].name);
        code = worse(code, run_one(request, &all->item[k], &cache));
        if (!interrupted()) continue;
        fputs("interrupted: run the same command again to continue\n", stderr);
        code = EXIT_INTERRUPTED;
        break;
    }
    problem_cache_free(&cache);
    return code;
}

/* Separates words with '=', which are for the scripts. Both arrays have room. */
static void sort_words(char *const *words, struct reproduce_request *out)
{
    for (; *words; words++) {
        if (strchr(*words, '=')) out->overrides[out->noverrides++] = *words;
        else out->wanted[out->nwanted++] = *words;
    }
}

/* Writes reports about the results that are there, even if the scripts have changed since. */
static enum status report_stored(const struct reproduce_request *request,
                                 const struct reproductions *all, int *code)
{
    bool any = false;
    enum status status = write_reports(request->folder, all, &any, code);
    if (status != OK || any) return status;
    return fail(ERROR_INPUT, "%s: no results file of a paper's experiment%s is there",
                request->folder, request->nwanted ? " of that name" : "");
}

static enum status reproduce_measure(const struct reproduce_request *request,
                                     const struct reproductions *all, bool report, int *code)
{
    enum status status = folder_make_above(request->folder);
    bool any;
    if (status == OK) status = folder_make(request->folder);
    if (status == OK && report) status = check_reports(request->folder);
    if (status != OK) return status;
    if (report && gnuplot_check() != OK)
        fprintf(stderr, "the report will have no figures: %s\n", fail_message());
    interrupt_install();
    *code = run_all(request, all);
    return report && !interrupted() ? write_reports(request->folder, all, &any, code) : OK;
}

static struct reproduce_request request = {.folder = "results/reproduce"};
static bool stored, no_report;
static const struct cli_option options[] = {
    {"-o", CLI_TEXT, &request.folder, NULL, "DIR", "results/all",
     "keep the results files and the report here"},
    {"--quick", CLI_FLAG, &request.quick, NULL, NULL, NULL,
     "small instances and few samples: minutes, not hours"},
    {"--stored", CLI_FLAG, &stored, NULL, NULL, NULL,
     "measure nothing: report on the results files that DIR holds"},
    {"--no-report", CLI_FLAG, &no_report, NULL, NULL, NULL, "measure only"},
    {"--force", CLI_FLAG, &request.force, NULL, NULL, NULL, "measure again what DIR holds already"},
    {0}};

static int run_reproduce(int argc, char **argv)
{
    struct reproductions all = {0};
    const size_t room = (size_t)argc + 1;
    int code = EXIT_FINE;
    enum status status = OK;
    TRY(allocate(2 * room, sizeof *request.wanted, "arguments", &request.wanted));
    request.overrides = request.wanted + room;
    sort_words(argv, &request);
    if (stored && (no_report || request.force || request.quick || request.noverrides))
        TRY(fail(ERROR_INPUT, "--stored only reports on existing files: it takes names and -o"));
    TRY(reproductions_find(&request, &all));
    if (stored) TRY(report_stored(&request, &all, &code));
    else TRY(reproduce_measure(&request, &all, !no_report, &code));
out:
    if (status != OK) code = worse(code, complain(status));
    reproductions_free(&all);
    free(request.wanted);
    return code;
}

const struct command command_reproduce = {
    .name = "reproduce",
    .group = "Measure",
    .words = "[PAPER|EXPERIMENT]... [key=value]...",
    .least = 0,
    .most = CLI_ANY,
    .summary = "run the experiments of the papers and report on all",
    .about = "Without a name it runs all experiments of all papers. Called again, it continues "
             "where it stopped.",
    .examples = "reproduce spin09 --quick -o results/spin09\n"
                "reproduce --stored -o results/reproduce\n",
    .options = options,
    .run = run_reproduce,
};
