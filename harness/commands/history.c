/* warpmark history: reports what became slower or faster over the runs in a folder. */
#include <stdio.h>
#include <string.h>

#include "analysis/history/history_print.h"
#include "base/process/gnuplot.h"
#include "base/process/interrupt.h"
#include "base/text.h"
#include "harness/cli.h"
#include "harness/process/progress.h"
#include "plots/history/history_page.h"
#include "plots/history/history_plot.h"
#include "plots/history/history_table.h"
#include "plots/report/page.h"

enum format { FORMAT_TEXT, FORMAT_MD, FORMAT_JSON };

struct request {
    struct history_request history;
    const char *margin, *since;
    const char *output, *table; /* output: a page, or a folder for figures; table: a page; NULL */
    int format;
    bool json, skip_damaged, force;
};

static enum status check_history_request(struct request *request)
{
    struct history_request *history = &request->history;
    if (request->json) request->format = FORMAT_JSON;
    MUST(parse_margin(request->margin, &history->margin));
    if (request->since && !history_time(request->since, &history->since))
        return fail(
            ERROR_INPUT,
            "--since %s: needs a day such as 2026-11-20, or a time such as 2026-11-20T03:00",
            request->since);
    if (history->newest == 0) return fail(ERROR_INPUT, "--newest 0: must be at least 1");
    history->intervals = request->output || request->format == FORMAT_JSON;
    return OK;
}

static enum status print_history(const struct request *request, const struct history *history)
{
    for (size_t k = 0; k < history->nskipped; k++)
        fprintf(stderr, "warpmark: %s\n", history->skipped[k]);
    if (request->format != FORMAT_JSON)
        return history_print(history, request->format == FORMAT_MD ? TABLE_MD : TABLE_TEXT, stdout);
    history_print_json(history, stdout);
    return OK;
}

/* Exit code; a regression counts more than a damaged file. */
static int history_exit_code(const struct request *request, const struct history *history)
{
    for (size_t k = 0; k < history->nfindings; k++)
        if (history->findings[k].alarm) return EXIT_REGRESSION;
    return history->damaged && !request->skip_damaged ? EXIT_DAMAGED : EXIT_FINE;
}

static const char *const formats[] = {"text", "md", "json", NULL};
static struct request request = {.history = {.since = INT64_MIN, .margin = 0.02, .newest = 7}};
static const struct cli_option options[] = {
    {"--format", CLI_WORD, &request.format, formats, NULL, "md", "print in this format"},
    {"--json", CLI_FLAG, &request.json, NULL, NULL, NULL, "the same as --format json"},
    {"-o", CLI_TEXT, &request.output, NULL, "PAGE.html|DIR", "history.html",
     "write a page of what changed, with its figures; or draw a figure of each case into this "
     "folder"},
    {"--html", CLI_TEXT, &request.table, NULL, "PAGE.html", "cases.html",
     "write a page with a row for each case, its times as a curve, filters and sorting"},
    {"--margin", CLI_TEXT, &request.margin, NULL, "SHARE", "5%",
     "call a change below this no change; default 2%"},
    {"--newest", CLI_COUNT, &request.history.newest, NULL, "N", "3",
     "exit 3 where a case became slower within the newest N runs"},
    {"--since", CLI_TEXT, &request.since, NULL, "TIME", "2026-11-01", "leave out older runs"},
    {"--problems", CLI_TEXT, &request.history.problems, NULL, "PATTERN", "'tandem*'",
     "show matching problems only"},
    {"--variants", CLI_TEXT, &request.history.variants, NULL, "PATTERN", "'*/cuda'",
     "show matching variants only"},
    {"--skip-damaged", CLI_FLAG, &request.skip_damaged, NULL, NULL, NULL,
     "leave out files that cannot be read"},
    {"--force", CLI_FLAG, &request.force, NULL, NULL, NULL,
     "replace a file of the same kind that Warpmark wrote"},
    {0}};

static int run_history(int argc, char **argv)
{
    enum status status = OK;
    struct history history = {0};
    int code = EXIT_FINE;
    request.history.folder = argv[0];
    TRY(check_history_request(&request));
    if (request.output) TRY(gnuplot_check());
    bool page = request.output && is_history_page(request.output);
    if (page) TRY(file_probe(request.output, &kind_reports[PAGE_HTML], request.force));
    if (request.table) TRY(file_probe(request.table, &kind_reports[PAGE_HTML], request.force));
    interrupt_install();
    progress_watch(request.history.folder);
    status = history_read(&request.history, &history);
    if (status == OK) status = history_judge(&request.history, &history);
    progress_unwatch();
    if (status != OK) goto out;
    TRY(print_history(&request, &history));
    if (page) TRY(history_page_write(&history, request.output, request.force));
    else if (request.output) TRY(history_plot(&history, request.output, request.force));
    if (request.table) TRY(history_table_write(&history, request.table, request.force));
    code = history_exit_code(&request, &history);
out:
    history_free(&history);
    return status == OK ? code : complain(status);
}

const struct command command_history = {
    .name = "history",
    .group = "Judge",
    .words = "DIR",
    .least = 1,
    .most = 1,
    .summary = "say which cases became faster or slower over the runs in a folder",
    .examples = "history results/nights\n"
                "history results/nights -o history.html --force\n"
                "history results/nights --html cases.html --force\n"
                "history results/nights --since 2026-11-01 --variants '*/cuda' -o figures\n",
    .options = options,
    .run = run_history,
};
