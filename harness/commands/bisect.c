/* warpmark bisect: finds the commit that made a case slower. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process/interrupt.h"
#include "base/text.h"
#include "harness/bisect/bisect_print.h"
#include "harness/cli.h"

static struct bisect_request request = {
    .repository = ".", .bad = "HEAD", .program = "build/warpmark", .rounds = 100, .margin = 0.01};
static const char *margin, *time_text = "500ms", *where;
static double epsilon = 1e-6;
static int criterion, statistic;
static bool as_json;
static const char *const criteria[] = {"relative", "absolute", NULL}, *const statistics[] = {
                                                                          "least", "median", NULL};

static const struct cli_option options[] = {
    {"--good", CLI_TEXT, &request.good, NULL, "COMMIT", "v1.0",
     "a commit at which the case was fast"},
    {"--case", CLI_TEXT, &where, NULL, "CASE", "'tandem:c=63 jacobi/msr/f64/seq'",
     "source and variant of the case that became slower"},
    {"--bad", CLI_TEXT, &request.bad, NULL, "COMMIT", "main", "a commit at which it is slow"},
    {"--repository", CLI_TEXT, &request.repository, NULL, "DIR", "warpmark", "the git repository"},
    {"--build", CLI_TEXT, &request.build, NULL, "COMMAND", "'make CUDA=0 build/warpmark'",
     "what builds a commit, in its worktree; default: make, with the config.mk of --repository"},
    {"--program", CLI_TEXT, &request.program, NULL, "PATH", "build/warpmark",
     "the program that the build makes, in its worktree"},
    {"--margin", CLI_TEXT, &margin, NULL, "SHARE", "2%",
     "call a difference below this none; default 1%"},
    {"--rounds", CLI_COUNT, &request.rounds, NULL, "N", "200",
     "measure each commit of a comparison so often at most"},
    {"--time", CLI_TEXT, &time_text, NULL, "TIME", "2s", "how long one measurement takes samples"},
    {"--by", CLI_WORD, &statistic, statistics, NULL, "median",
     "compare the least or the median time of each measurement"},
    {"--epsilon", CLI_REAL, &epsilon, NULL, "E", "1e-8", "as of the case"},
    {"--criterion", CLI_WORD, &criterion, criteria, NULL, "absolute", "as of the case"},
    {"--measure-all", CLI_FLAG, &request.all, NULL, NULL, NULL,
     "measure commits with unchanged code of the case, too"},
    {"--state", CLI_TEXT, &request.state, NULL, "DIR", "search",
     "keep worktrees and measurements here; default: below $XDG_STATE_HOME/warpmark"},
    {"--fresh", CLI_FLAG, &request.fresh, NULL, NULL, NULL,
     "forget what an earlier run of this search measured"},
    {"--json", CLI_FLAG, &as_json, NULL, NULL, NULL, "print JSON"},
    {0}};

static enum status check_case(char *text)
{
    char *blank = strrchr(text, ' ');
    if (!blank || blank == text || !blank[1] || !strchr(blank, '/'))
        return fail(ERROR_INPUT,
                    "--case '%s': needs a source and a variant, such as "
                    "'tandem:c=63 jacobi/msr/f64/seq'",
                    where);
    *blank = '\0';
    request.variant = blank + 1;
    while (blank > text && blank[-1] == ' ') *--blank = '\0';
    request.source = text;
    return OK;
}

static enum status check_numbers(void)
{
    double seconds;
    MUST(parse_margin(margin, &request.margin));
    if (!parse_seconds(time_text, &seconds) || !(seconds > 0))
        return fail(ERROR_INPUT, "--time %s: needs a time such as 500ms or 2s", time_text);
    if (request.rounds < FEWEST_BISECT_ROUNDS || request.rounds > SIGNED_RANK_MOST)
        return fail(ERROR_INPUT, "--rounds %llu: needs %d to %d",
                    (unsigned long long)request.rounds, FEWEST_BISECT_ROUNDS, SIGNED_RANK_MOST);
    if (!(epsilon > 0)) return fail(ERROR_INPUT, "--epsilon %g: must be above 0", epsilon);
    request.settings = default_settings;
    request.settings.epsilon = epsilon;
    request.settings.criterion = criterion == 1 ? ABSOLUTE : RELATIVE;
    request.settings.max_time = seconds;
    request.settings.max_ci = 1e-9; /* all of the time is used */
    request.settings.min_samples = 1;
    request.median = statistic == 1;
    return OK;
}

static int run_bisect(int argc, char **argv)
{
    enum status status = OK;
    struct bisection found = {0};
    char *text = NULL;
    int code = EXIT_FINE;
    if (!request.good || !where)
        TRY(fail(ERROR_INPUT, "bisect: --good COMMIT and --case CASE are needed; see "
                              "`warpmark help bisect`"));
    TRY(copy_text(where, &text));
    TRY(check_case(text));
    TRY(check_numbers());
    interrupt_install();
    TRY(bisect(&request, &found));
    (as_json ? bisect_print_json : bisect_print)(&found, &request, stdout);
    if (found.verdict != BISECT_NOT_REPRODUCIBLE) code = EXIT_REGRESSION;
out:
    bisection_free(&found);
    free(text);
    return status == OK ? code : complain(status);
}

const struct command command_bisect = {
    .name = "bisect",
    .group = "Judge",
    .words = "--good COMMIT --case CASE",
    .summary = "find the commit that made a case slower",
    .about =
        "Commits are built in worktrees of a clone, and measured in turns with the last fast and "
        "the first slow one that are known. Your checkout is not touched. Commits that do not "
        "build are skipped.\n"
        "A search that was stopped goes on when the same command is given again. Exit code 3: bad "
        "is slower than good; 0: that is not reproducible.",
    .examples = "bisect --good HEAD~30 --case 'tandem:c=63 jacobi/msr/f64/seq'\n"
                "bisect --good v1.0 --bad main --case 'herman:n=9 power/msr/f64/seq' --build "
                "'make CUDA=0 build/warpmark'\n",
    .options = options,
    .run = run_bisect,
};
