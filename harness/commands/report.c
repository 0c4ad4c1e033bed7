/* warpmark report: results files as one page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/cli.h"
#include "harness/report/report.h"
#include "harness/util/interrupt.h"

/* FILE.h5 becomes FILE.html. */
static enum status default_path(const struct cli_words *words, char **out)
{
    const char *path = words->word[0];
    size_t length = strlen(path);
    if (words->count > 1)
        return fail(ERROR_INPUT,
                    "%zu results files: say where their report goes, such as -o report.html",
                    words->count);
    if (length > 3 && !strcmp(path + length - 3, ".h5")) length -= 3;
    return format_text(out, "%.*s.html", (int)length, path);
}

int command_report(int argc, char **argv, const char *usage)
{
    const char **word = NULL, *path = NULL;
    char *by_default = NULL;
    bool trusted = false;
    int code = EXIT_FINE;
    bool force = false;
    enum status status = OK;
    enum page_format format;
    struct report report = {0};
    struct cli_words words = {0};
    const struct cli_option options[] = {{"-o", CLI_TEXT, &path, NULL},
                                         {"--trust", CLI_FLAG, &trusted, NULL},
                                         {"--force", CLI_FLAG, &force, NULL},
                                         {0}};
    TRY(allocate((size_t)argc, sizeof *word, "arguments", &word));
    words.word = word;
    TRY(cli_parse(argc, argv, options, 1, (size_t)argc, usage, &words));
    if (!path) TRY(default_path(&words, &by_default));
    if (!path) path = by_default;
    TRY(report_format(path, &format));
    TRY(file_probe(path, &kind_reports[format], force));
    interrupt_install();
    TRY(report_read(words.count, word, trusted, &report));
    TRY(report_write(&report, path, force ? &kind_reports[format] : NULL));
    printf("%s\n", path);
    code = report_troubles(&report, stderr) ? EXIT_INPUT : EXIT_FINE;
out:
    report_free(&report);
    free(by_default);
    free(word);
    return status == OK ? code : complain(status);
}
