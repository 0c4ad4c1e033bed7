/* warpmark compare: reports what became faster or slower between two results files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/compare/compare_print.h"
#include "analysis/compare/fail_rule.h"
#include "analysis/compare/live_looks.h"
#include "base/output/printing.h"
#include "base/process/interrupt.h"
#include "base/text.h"
#include "harness/cli.h"
#include "harness/live/live_compare.h"

enum { MOST_ROUNDS = 1000, LIVE_SECONDS = 600 };

struct compare_options {
    const char *margin, *fail_on, *output;
    int format;
    struct compare_request request;
    struct fail_rule fail; /* from --fail-on; default: any case that is slower */
    struct live_request live;
    const char *live_time;
};

static enum status parse_live(struct compare_options *o)
{
    struct live_request *live = &o->live;
    if (!live->program && (live->rounds != MISSING || live->keep || o->live_time))
        return fail(ERROR_INPUT, "--rounds, --live-time and --live-keep need --live OLD_PROGRAM");
    o->request.looks = live->rounds == MISSING;
    if (o->request.looks) live->rounds = live_looks[LIVE_LOOKS - 1];
    if (live->rounds < FEWEST_ROUNDS || live->rounds > MOST_ROUNDS)
        return fail(ERROR_INPUT, "--rounds %llu: needs %d to %d; fewer cannot show a difference",
                    (unsigned long long)live->rounds, FEWEST_ROUNDS, MOST_ROUNDS);
    live->seconds = LIVE_SECONDS;
    if (o->live_time && (!parse_seconds(o->live_time, &live->seconds) || live->seconds <= 0))
        return fail(ERROR_INPUT, "--live-time %s: needs a time such as 90s or 10m", o->live_time);
    live->seed = (uint64_t)time(NULL);
    live->force = o->request.force;
    return OK;
}

static enum status parse_words(struct compare_options *o)
{
    if (o->margin && (!parse_share(o->margin, &o->request.margin) ||
                      (o->request.margin >= 1 && !strchr(o->margin, '%'))))
        return fail(ERROR_INPUT, "--margin %s: needs a share such as 1%% or 0.01", o->margin);
    enum status status = o->fail_on ? fail_rule_parse(o->fail_on, &o->fail) : OK;
    return status == OK ? parse_live(o) : status;
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

/* Measures the unclear cases again with both programs, and judges again with the results. */
static enum status compare_live(const struct results results[NSIDES],
                                const struct compare_options *o, struct live_comparison *live,
                                struct comparison *comparison)
{
    enum status status = OK;
    const struct results *const files[NSIDES] = {&results[BASE], &results[FRESH]};
    struct compare_request request = o->request;
    interrupt_install();
    TRY(live_compare(comparison, files, &request, &o->live, live));
    if (!live->ncases) goto out;
    comparison_free(comparison);
    request.live = live->results;
    TRY(compare_results(&results[BASE], &results[FRESH], &request, comparison));
out:
    return status;
}

static struct compare_options o = {.request = {.margin = 0.01}, .live = {.rounds = MISSING}};
static const struct cli_option options[] = {
    {"--margin", CLI_TEXT, &o.margin, NULL, "SHARE", "2%",
     "call a difference below this the same; default 1%"},
    {"--fail-on", CLI_TEXT, &o.fail_on, NULL, "RULE", "slow:3%,unclear",
     "exit 3 where a case became slower by more than this, (status) went wrong, (unclear) cannot "
     "be "
     "judged, or (missing) vanished"},
    {"--where", CLI_TEXT, &o.request.where, NULL, "FIELD=PATTERN,...", "method=jacobi,n=2*",
     "compare only cases whose fields match"},
    {"--format", CLI_WORD, &o.format, compare_format_names, NULL, "junit", "print in this format"},
    {"--live", CLI_TEXT, &o.live.program, NULL, "OLD_PROGRAM", "old/warpmark",
     "measure doubtful cases again, with the old program and this one in turn"},
    {"--rounds", CLI_COUNT, &o.live.rounds, NULL, "N", "10",
     "with --live: turns of both programs; default 6 to 40, until a case is clear"},
    {"--live-time", CLI_TEXT, &o.live_time, NULL, "TIME", "10m",
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
    if (o.live.program) TRY(compare_live(results, &o, &live, &comparison));
    const struct printed printed = {.comparison = &comparison,
                                    .labels = {.name = {argv[BASE], argv[FRESH]}, .fail = o.fail},
                                    .format = (enum compare_format)o.format};
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
             "A case is unclear where its times cannot decide, mostly because the machine was busy "
             "or ran at another speed. Measure such cases again with --live OLD_PROGRAM, the "
             "program that made BASE.h5, or let --fail-on unclear report them.",
    .examples = "compare old.h5 new.h5 --fail-on slow:3%\n"
                "compare old.h5 new.h5 --live old/warpmark\n",
    .options = options,
    .run = run_comparison,
};
