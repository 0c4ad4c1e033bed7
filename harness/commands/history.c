/* warpmark history: reports what became slower or faster over the runs in a folder; confirms and
 * acknowledges alarms. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/history/history_print.h"
#include "base/output/printed.h"
#include "analysis/history/kept_alarms.h"
#include "base/memory.h"
#include "base/output/glob.h"
#include "base/process/gnuplot.h"
#include "base/process/interrupt.h"
#include "base/text.h"
#include "harness/cli.h"
#include "harness/live/confirm.h"
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
    struct confirm_request confirm;
    bool acknowledge, all; /* acknowledge: instead of printing; all: every alarm */
    const char *cases, *note;
};

static enum status check_acknowledge(const struct request *request)
{
    if (!request->acknowledge && (request->cases || request->all || request->note))
        return fail(ERROR_INPUT, "--case, --all and --note need `history ack DIR`");
    if (request->acknowledge &&
        (request->output || request->table || request->confirm.programs || request->json))
        return fail(ERROR_INPUT, "history ack: takes no -o, --html, --json or --programs");
    if (request->cases && request->all) return fail(ERROR_INPUT, "--case and --all: give one");
    return OK;
}

static enum status check_confirm(struct confirm_request *confirm, double margin)
{
    if (!confirm->programs && (confirm->checkout.repository || confirm->live.time_text))
        return fail(ERROR_INPUT, "--repository and --time need --programs DIR");
    confirm->judging.margin = margin;
    return live_check(&confirm->live, &confirm->judging);
}

static enum status check_history_request(struct request *request)
{
    struct history_request *history = &request->history;
    MUST(check_acknowledge(request));
    if (request->json) request->format = FORMAT_JSON;
    MUST(parse_margin(request->margin, &history->margin));
    MUST(check_confirm(&request->confirm, history->margin));
    if (request->since && !history_time(request->since, &history->since))
        return fail(
            ERROR_INPUT,
            "--since %s: needs a day such as 2026-11-20, or a time such as 2026-11-20T03:00",
            request->since);
    if (history->newest == 0) return fail(ERROR_INPUT, "--newest 0: must be at least 1");
    history->intervals = request->output || request->format == FORMAT_JSON;
    return OK;
}

/* Acknowledging */

/* Sets *out to whether the user means this finding: an open alarm. */
static enum status alarm_is_meant(const struct request *request, const struct history *history,
                                  const struct finding *finding, bool *out)
{
    enum status status = OK;
    const struct series *series = &history->series[finding->series];
    char *names[2] = {NULL, NULL};
    *out = finding->alarm;
    if (!request->cases || !finding->alarm) return OK;
    TRY(format_text(&names[0], "%s %s", series->source, series->variant));
    TRY(format_text(&names[1], "%s %s", series->problem, series->variant));
    *out = false;
    for (int k = 0; k < 2 && !*out; k++) TRY(pattern_match(request->cases, names[k], out));
out:
    free(names[0]);
    free(names[1]);
    return status;
}

static enum status acknowledge(const struct request *request, struct history *history)
{
    enum status status = OK;
    struct kept_note *notes = NULL;
    size_t count = 0, open = 0;
    char note[1] = "";
    TRY(allocate(history->nfindings, sizeof *notes, "alarms", &notes));
    for (size_t k = 0; k < history->nfindings; k++) {
        bool meant;
        TRY(alarm_is_meant(request, history, &history->findings[k], &meant));
        open += history->findings[k].alarm;
        if (meant)
            notes[count++] =
                (struct kept_note){k, KEPT_ACKNOWLEDGED, request->note ? request->note : note};
    }
    if (request->cases && open && !count)
        TRY(fail(ERROR_INPUT, "--case '%s': no open alarm is of such a case", request->cases));
    if (!request->cases && !request->all && open > 1)
        TRY(fail(ERROR_INPUT, "%zu alarms are open: name one with --case, or give --all", open));
    if (count) TRY(kept_alarms_add(history, count, notes));
    for (size_t k = 0; k < count; k++) {
        const struct finding *f = &history->findings[notes[k].finding];
        printf("acknowledged: %s %s, %s since %s\n", history->series[f->series].problem,
               history->series[f->series].variant, finding_word(history, f),
               history_moment(history, f->after).text);
    }
    if (!open) puts("no alarm is open");
out:
    free(notes);
    return status;
}

static enum status print_history(const struct request *request, const struct history *history)
{
    for (size_t k = 0; k < history->nskipped; k++)
        fprintf(stderr, "warpmark: %s\n", history->skipped[k]);
    if (request->format == FORMAT_TEXT) printed_fold();
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
static struct request request = {
    .history = {.since = INT64_MIN, .margin = 0.02, .newest = 7},
    .confirm = {.checkout = {.program = "build/warpmark", .told = "history"},
                .judging = {.whole_table = true, .blind = true},
                .live = {.name = "--programs", .time_name = "--time", .rounds = MISSING}}};
static bool wide;
static const struct cli_option options[] = {
    {"--format", CLI_WORD, &request.format, formats, NULL, "md", "print in this format"},
    {"--wide", CLI_FLAG, &wide, NULL, NULL, NULL, WIDE_HELP},
    {"--json", CLI_FLAG, &request.json, NULL, NULL, NULL, "the same as --format json"},
    {"-o", CLI_TEXT, &request.output, NULL, "PAGE.html|DIR", "history.html",
     "write a page of what changed, with its figures; or draw a figure of each case into this "
     "folder"},
    {"--html", CLI_TEXT, &request.table, NULL, "PAGE.html", "cases.html",
     "write a page with a row for each case, its times as a curve, filters and sorting"},
    {"--margin", CLI_TEXT, &request.margin, NULL, "SHARE", "5%",
     "call a change below this no change; default 2%"},
    {"--newest", CLI_COUNT, &request.history.newest, NULL, "N", "3",
     "a change is new if it came within the newest N runs; default 7"},
    {"--since", CLI_TEXT, &request.since, NULL, "TIME", "2026-11-01", "leave out older runs"},
    {"--problems", CLI_TEXT, &request.history.problems, NULL, "PATTERN", "'tandem*'",
     "show matching problems only"},
    {"--variants", CLI_TEXT, &request.history.variants, NULL, "PATTERN", "'*/cuda'",
     "show matching variants only"},
    {"--programs", CLI_TEXT, &request.confirm.programs, NULL, "DIR", "programs",
     "measure both programs of each alarm in turns now, from this folder of `ab --programs`"},
    {"--repository", CLI_TEXT, &request.confirm.checkout.repository, NULL, "DIR", "warpmark",
     "with --programs: build the programs that are missing from this git repository"},
    {"--build", CLI_TEXT, &request.confirm.checkout.build, NULL, "COMMAND",
     "'make CUDA=0 build/warpmark'", "with --repository: what builds a commit, as for `ab`"},
    {"--program", CLI_TEXT, &request.confirm.checkout.program, NULL, "PATH", "build/warpmark",
     "with --programs: the program in the worktree of its commit, as for `ab`"},
    {"--time", CLI_TEXT, &request.confirm.live.time_text, NULL, "TIME", "30m",
     "with --programs: measure so long at most; default 10m"},
    {"--case", CLI_TEXT, &request.cases, NULL, "CASE", "'tandem* jacobi/*'",
     "with ack: acknowledge the alarms of these cases, a source and a variant"},
    {"--all", CLI_FLAG, &request.all, NULL, NULL, NULL, "with ack: acknowledge all alarms"},
    {"--note", CLI_TEXT, &request.note, NULL, "TEXT", "'new compiler'",
     "with ack: keep this text with them"},
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
    request.acknowledge = argc > 1;
    request.history.folder = argv[argc - 1];
    if (argc > 1 && strcmp(argv[0], "ack") != 0)
        TRY(fail(ERROR_INPUT, "history: '%s' is one word too many; see `warpmark help history`",
                 argv[1]));
    TRY(check_history_request(&request));
    if (request.output) TRY(gnuplot_check());
    bool page = request.output && is_history_page(request.output);
    if (page) TRY(file_probe(request.output, &kind_reports[PAGE_HTML], request.force));
    if (request.table) TRY(file_probe(request.table, &kind_reports[PAGE_HTML], request.force));
    interrupt_install();
    progress_watch(request.history.folder);
    status = history_read(&request.history, &history);
    if (status == OK) status = history_judge(&request.history, &history);
    if (status == OK) status = kept_alarms_apply(&history);
    progress_unwatch();
    if (status != OK) goto out;
    if (request.acknowledge) {
        status = acknowledge(&request, &history);
        goto out;
    }
    if (request.confirm.programs) TRY(history_confirm(&request.confirm, &history));
    if (wide) printed_stay_wide();
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
    .words = "DIR|ack DIR",
    .least = 1,
    .most = 2,
    .summary = "say which cases became faster or slower over the runs in a folder",
    .about = "Exit code 3: there is an alarm. With --programs each step that is an alarm is "
             "measured again, by the programs of both commits in turns. If that does not confirm "
             "it, the machine changed: it is no alarm any more. `history ack DIR` acknowledges "
             "alarms. Both are kept in alarms.txt in the folder.",
    .examples = "history results/nights\n"
                "history results/nights -o history.html --force\n"
                "history results/nights --html cases.html --force\n"
                "history results/nights --programs programs --time 30m\n"
                "history ack results/nights --case 'tandem* jacobi/*' --note 'known'\n"
                "history results/nights --since 2026-11-01 --variants '*/cuda' -o figures\n",
    .options = options,
    .run = run_history,
};
