/* warpmark report: makes one page from results files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process/interrupt.h"
#include "harness/cli.h"
#include "harness/script/judge.h"
#include "plots/report/report.h"

/* Makes FILE.html from FILE.h5. */
static enum status default_path(int count, const char *path, char **out)
{
    size_t length = strlen(path);
    if (count > 1)
        return fail(ERROR_INPUT,
                    "%d results files: say where their report goes, such as -o report.html", count);
    if (length > 3 && !strcmp(path + length - 3, ".h5")) length -= 3;
    return format_text(out, "%.*s.html", (int)length, path);
}

static const char *path, *script;
static bool force;
static const struct cli_option options[] = {
    {"-o", CLI_TEXT, &path, NULL, "FILE", "results/all.html",
     "write the page here, as HTML or Markdown by its "
     "ending; default: FILE.html beside the first file"},
    {"--script", CLI_TEXT, &script, NULL, "FILE.lua", "new.lua", SCRIPT_HELP},
    {"--force", CLI_FLAG, &force, NULL, NULL, NULL,
     "replace a file of the same kind that Warpmark wrote"},
    {0}};

static enum status judge_by_script(const char *file, struct results *results)
{
    (void)file;
    return judge_with(script, results);
}

static int run_report(int argc, char **argv)
{
    char *by_default = NULL;
    int code = EXIT_FINE;
    enum status status = OK;
    enum page_format format;
    struct report report = {0};
    if (!path) TRY(default_path(argc, argv[0], &by_default));
    if (!path) path = by_default;
    TRY(report_format(path, &format));
    TRY(file_probe(path, &kind_reports[format], force));
    interrupt_install();
    TRY(report_read((size_t)argc, (const char *const *)argv, script ? judge_by_script : NULL,
                    &report));
    TRY(report_write(&report, path, force ? &kind_reports[format] : NULL));
    printf("%s\n", path);
    code = report_troubles(&report, stderr) ? EXIT_INPUT : EXIT_FINE;
out:
    report_free(&report);
    free(by_default);
    return status == OK ? code : complain(status);
}

const struct command command_report = {
    .name = "report",
    .group = "Read results",
    .words = "FILE.h5...",
    .least = 1,
    .most = CLI_ANY,
    .summary = "make one page of results files: tables, figures, claims, machine",
    .about = "The page holds everything, pictures too: one file to look at in a browser, to print "
             "or to send.",
    .examples = "report results/crossover.h5\n"
                "report a.h5 b.h5 -o both.md\n",
    .options = options,
    .run = run_report,
};
