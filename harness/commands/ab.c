/* warpmark ab: compares two commits, for a pull request. */
#include <stdio.h>
#include <string.h>

#include "analysis/compare/compare_print.h"
#include "base/process/interrupt.h"
#include "base/text.h"
#include "harness/cli.h"
#include "harness/live/ab.h"

static struct ab_request request = {
    .checkout = {.repository = ".", .program = "build/warpmark", .told = "ab"},
    .judging = {.margin = 0.01, .whole_table = true},
    .live = {.name = "ab", .time_name = "--time", .rounds = MISSING}};
static const char *margin, *fail_on;
static bool as_json;

static const struct cli_option options[] = {
    {"--repository", CLI_TEXT, &request.checkout.repository, NULL, "DIR", "warpmark",
     "the git repository; default: the one of the current folder"},
    {"--build", CLI_TEXT, &request.checkout.build, NULL, "COMMAND", "'make CUDA=0 build/warpmark'",
     "what builds a commit, in its worktree; default: make, with the config.mk of --repository"},
    {"--program", CLI_TEXT, &request.checkout.program, NULL, "PATH", "build/warpmark",
     "the program that the build makes, in its worktree"},
    {"--programs", CLI_TEXT, &request.programs, NULL, "DIR", "programs",
     "keep the newest 8 programs here; default: warpmark/programs in $XDG_CACHE_HOME or ~/.cache"},
    {"--quick", CLI_FLAG, &request.quick, NULL, NULL, NULL,
     "small instances and few samples, as the script says"},
    {"--where", CLI_TEXT, &request.judging.where, NULL, "FIELD=PATTERN,...", "method=jacobi,n=2*",
     "compare only cases whose fields match"},
    {"--margin", CLI_TEXT, &margin, NULL, "SHARE", "2%",
     "call a difference below this the same; default 1%"},
    {"--fail-on", CLI_TEXT, &fail_on, NULL, "RULE", "slow:3%,missing",
     "exit 3 by this rule, as in `compare`; default: where any case became slower or went wrong"},
    {"--time", CLI_TEXT, &request.live.time_text, NULL, "TIME", "30m",
     "measure in turns so long at most; default 10m"},
    {"--rounds", CLI_COUNT, &request.live.rounds, NULL, "N", "10",
     "turns of both programs; default 6 to 40, until a case is clear"},
    {"--measure-all", CLI_FLAG, &request.judging.blind, NULL, NULL, NULL,
     "measure cases with unchanged code, too"},
    {"--json", CLI_FLAG, &as_json, NULL, NULL, NULL, "print JSON, as `compare` does"},
    {0}};

static int run_ab(int argc, char **argv)
{
    enum status status = OK;
    struct ab found = {0};
    struct fail_rule rule = {0};
    int code = EXIT_FINE;
    /* A word with '=' is no experiment. */
    const int names = argc > NSIDES && !strchr(argv[NSIDES], '=') ? NSIDES + 1 : NSIDES;
    TRY(parse_margin(margin, &request.judging.margin));
    if (fail_on) TRY(fail_rule_parse(fail_on, &rule));
    TRY(live_check(&request.live, &request.judging));
    for (int side = 0; side < NSIDES; side++) request.commit[side] = argv[side];
    request.script = names > NSIDES ? argv[NSIDES] : NULL;
    request.words = (const char *const *)argv + names;
    interrupt_install();
    TRY(ab(&request, &found));
    const struct compare_labels labels = {.name = {found.name[BASE], found.name[FRESH]},
                                          .fail = rule};
    TRY(compare_print(&found.comparison, &labels, as_json ? COMPARE_JSON : COMPARE_MD, stdout));
    if (comparison_failed(&found.comparison, &rule)) code = EXIT_REGRESSION;
out:
    ab_free(&found);
    return status == OK ? code : complain(status);
}

const struct command command_ab = {
    .name = "ab",
    .group = "Judge",
    .words = "BASE HEAD [EXPERIMENT] [key=value]...",
    .least = 2,
    .most = CLI_ANY,
    .summary = "compare two commits, for a pull request",
    .about = "Both commits are built in worktrees of a clone; your checkout is not touched, and "
             "programs are kept. EXPERIMENT (a Lua file, or an experiment of HEAD; default: "
             "nightly --quick) runs once by each program. Then the cases whose code differs are "
             "measured in turns, until each is clear or the time is up.\n"
             "It prints a Markdown table. The noise of the rounds makes at most 1 of 100 such "
             "tables call a case, or all together, faster or slower. Exit code 3: a case, or all "
             "together, became slower, or a case went wrong.",
    .examples = "ab main HEAD\n"
                "ab v1.1 HEAD crossover --quick --time 30m\n"
                "ab main HEAD mine.lua --fail-on slow:3%,missing >comment.md\n",
    .options = options,
    .run = run_ab,
};
