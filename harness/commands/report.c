/* warpmark report: results files as one page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/cli.h"
#include "harness/report/report.h"
#include "harness/util/interrupt.h"

/* FILE.h5 becomes FILE.html. */
static enum status default_path(int count, const char *path, char **out)
{
    size_t length = strlen(path);
    if (count > 1)
        return fail(ERROR_INPUT,
                    "%d results files: say where their report goes, such as -o report.html", count);
    if (length > 3 && !strcmp(path + length - 3, ".h5")) length -= 3;
    return format_text(out, "%.*s.html", (int)length, path);
}

int command_report(int argc, char **argv, const char *usage)
{
    const char *path = NULL;
    char *by_default = NULL;
    bool trusted = false;
    int code = EXIT_FINE;
    bool force = false;
    enum status status = OK;
    enum page_format format;
    struct report report = {0};
    const struct cli_option options[] = {{"-o", CLI_TEXT, &path, NULL},
                                         {"--trust", CLI_FLAG, &trusted, NULL},
                                         {"--force", CLI_FLAG, &force, NULL},
                                         {0}};
    TRY(cli_parse(&argc, argv, options, 1, CLI_ANY, usage));
    if (!path) TRY(default_path(argc, argv[0], &by_default));
    if (!path) path = by_default;
    TRY(report_format(path, &format));
    TRY(file_probe(path, &kind_reports[format], force));
    interrupt_install();
    TRY(report_read((size_t)argc, (const char *const *)argv, trusted, &report));
    TRY(report_write(&report, path, force ? &kind_reports[format] : NULL));
    printf("%s\n", path);
    code = report_troubles(&report, stderr) ? EXIT_INPUT : EXIT_FINE;
out:
    report_free(&report);
    free(by_default);
    return status == OK ? code : complain(status);
}
