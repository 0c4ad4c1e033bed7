/* warpmark compare: reports what became faster or slower between two results files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/compare/compare_print.h"
#include "base/output/printed.h"
#include "analysis/compare/fail_rule.h"
#include "analysis/compare/live_looks.h"
#include "base/output/printing.h"
#include "base/process/interrupt.h"
#include "base/text.h"
#include "harness/cli.h"
#include "harness/live/live_compare.h"

struct compare_options {
    const char *margin, *fail_on, *output;
    int format;
    struct compare_request request;
    struct fail_rule fail; /* from --fail-on; default: any case that is slower */
    struct live_request live;
};

static enum status parse_words(struct compare_options *o)
{
    struct live_request *live = &o->live;
    if (!live->program[BASE] && (live->rounds != MISSING || live->keep || live->time_text))
        return fail(ERROR_INPUT, "--rounds, --live-time and --live-keep need --live OLD_PROGRAM");
    live->force = o->request.force;
    MUST(parse_margin(o->margin, &o->request.margin));
    if (o->fail_on) MUST(fail_rule_parse(o->fail_on, &o->fail));
    return live_check(live, &o->request);
}

/* Arguments of compare_print. */
struct printed {
    const struct comparison *comparison;
    struct compare_labels labels;
    enum compare_format format;
};

static enum status print_comparison(const void *what, FILE *out)
{
    const struct printed *p = what;
    return compare_print(p->comparison, &p->labels, p->format, out);
}

static struct compare_options o = {.request = {.margin = 0.01},
                                   .live = {.name = "--live",
                                            .time_name = "--live-time",
                                            .program = {NULL, "/proc/self/exe"},
                                            .rounds = MISSING}};
static bool wide;
static const struct cli_option options[] = {
    {"--margin", CLI_TEXT, &o.margin, NULL, "SHARE", "2%",
     "call a difference below this the same; default 1%"},
    {"--fail-on", CLI_TEXT, &o.fail_on, NULL, "RULE", "slow:3%,unclear",
     "exit 3 where a case became slower by more than this, (status) went wrong, (unclear) cannot "
     "be "
     "judged, or (missing) vanished"},
    {"--where", CLI_TEXT, &o.request.where, NULL, "FIELD=PATTERN,...", "method=jacobi,n=2*",
     "compare only cases whose fields match"},
    {"--wide", CLI_FLAG, &wide, NULL, NULL, NULL, WIDE_HELP},
    {"--format", CLI_WORD, &o.format, compare_format_names, NULL, "junit", "print in this format"},
    {"--live", CLI_TEXT, &o.live.program[BASE], NULL, "OLD_PROGRAM", "old/warpmark",
     "measure doubtful cases again, with the old program and this one in turn"},
    {"--rounds", CLI_COUNT, &o.live.rounds, NULL, "N", "10",
     "with --live: turns of both programs; default 6 to 40, until a case is clear"},
    {"--live-time", CLI_TEXT, &o.live.time_text, NULL, "TIME", "10m",
     "with --live: stop after so long; default 10m"},
    {"--live-keep", CLI_TEXT, &o.live.keep, NULL, "DIR", "turns",
     "with --live: keep the results file of each turn here"},
    {"-o", CLI_TEXT, &o.output, NULL, "FILE", "verdicts.md", "write into this file"},
    {"--force", CLI_FLAG, &o.request.force, NULL, NULL, NULL,
     "replace a file of the same kind that Warpmark wrote"},
    {0}};

static int run_comparison(int argc, char **argv)
{
    struct results results[NSIDES] = {{0}, {0}};
    struct comparison comparison = {0};
    struct live_comparison live = {0};
    enum status status = OK;
    int code = EXIT_FINE;
    TRY(parse_words(&o));
    if (o.output) TRY(file_probe(o.output, &kind_comparisons[o.format], o.request.force));
    for (int side = 0; side < NSIDES; side++) TRY(results_read(argv[side], &results[side]));
    TRY(compare_results(&results[BASE], &results[FRESH], &o.request, &comparison));
    if (o.live.program[BASE]) TRY(compare_live(results, &o.request, &o.live, &live, &comparison));
    const struct printed printed = {.comparison = &comparison,
                                    .labels = {.name = {argv[BASE], argv[FRESH]}, .fail = o.fail},
                                    .format = (enum compare_format)o.format};
    if (wide) printed_stay_wide();
    if (o.format == COMPARE_TEXT) printed_fold();
    if (!o.output) TRY(print_comparison(&printed, stdout));
    else
        TRY(print_to_file(o.output, o.request.force ? &kind_comparisons[o.format] : NULL,
                          print_comparison, &printed));
    if (o.fail_on && comparison_failed(&comparison, &o.fail)) code = EXIT_REGRESSION;
out:
    comparison_free(&comparison);
    live_free(&live);
    results_free(&results[BASE]);
    results_free(&results[FRESH]);
    return status == OK ? code : complain(status);
}

const struct command command_compare = {
    .name = "compare",
    .group = "Judge",
    .words = "BASE.h5 NEW.h5",
    .least = 2,
    .most = 2,
    .summary = "say which cases became faster or slower",
    .about = "A verdict counts only where the difference is above the margin and above the noise "
             "of the machine.\n"
             "A case is unclear where its times cannot decide, mostly because one process measured "
             "it (set processes = 3), or the machine was busy or ran at another speed. Measure "
             "such cases again with --live OLD_PROGRAM, the "
             "program that made BASE.h5, or let --fail-on unclear report them.",
    .examples = "compare old.h5 new.h5 --fail-on slow:3%\n"
                "compare old.h5 new.h5 --live old/warpmark\n",
    .options = options,
    .run = run_comparison,
};
