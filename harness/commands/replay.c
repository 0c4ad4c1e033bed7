/* warpmark replay: measures the cases of a results file again, and says which of its numbers this
 * program reproduces on this machine.
 *
 * The cases are made from the stored facts: sources, names of variants, settings. The script in the
 * file never runs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/replayed.h"
#include "base/memory.h"
#include "base/output/printed.h"
#include "base/process/interrupt.h"
#include "base/text.h"
#include "harness/case/variant.h"
#include "harness/cli.h"
#include "harness/run/run_script.h"
#include "problems/source.h"

/* Processes of each case: enough to show the noise between processes, as many as a script may ask
 * for. */
enum { LEAST_PROCESSES = 3, MOST_PROCESSES = 1000 };

struct replay_options {
    const char *output, *where, *margin, *time;
    uint64_t processes;
    bool trust, json, force;
    double margin_share;
};

/* The cases of the file, and those of them that run again. */
struct replay {
    struct results then, now;
    struct matching cases;
    char **why; /* for each case: why it does not run; NULL: it does */
    struct experiment experiment;
};

static struct replay_options o = {.processes = MISSING, .margin_share = REPLAY_MARGIN};
static bool wide;

/* Choice of the cases */

/* Sets *why (new) to the reason why a case cannot run again; NULL if it can be tried. */
static enum status replay_obstacle(const struct matched_case *c, char **why)
{
    const struct result_run *run = case_telling_run(&c->side[BASE]);
    struct variant variant;
    *why = NULL;
    if (status_is_unmeasured(run->status))
        return format_text(why, "%s: %s", case_status_words[run->status], run->note);
    if (!o.trust && source_opens_files(c->problem->source))
        return copy_text("its source is a file: if you trust the author of the results, add "
                         "--trust",
                         why);
    enum status status = problem_check(c->problem->source);
    if (status == OK) status = variant_parse(c->variant->name, &variant);
    return status == OK || status == ERROR_HOST_MEMORY ? status : copy_text(fail_message(), why);
}

static enum status find_obstacles(struct replay *r)
{
    MUST(match_cases(&r->then, &r->then, o.where, &r->cases));
    if (!r->cases.count)
        return fail(ERROR_INPUT, "the file has no case%s%s", o.where ? " where " : "",
                    o.where ? o.where : "");
    MUST(allocate_zeroed(r->cases.count, sizeof *r->why, "cases", &r->why));
    for (size_t k = 0; k < r->cases.count; k++)
        MUST(replay_obstacle(&r->cases.cases[k], &r->why[k]));
    return OK;
}

/* The experiment of these cases */

/* Appends a name to a list of new texts, unless it is there. */
static enum status add_once(const char *name, char ***list, size_t *count)
{
    for (size_t k = 0; k < *count; k++)
        if (!strcmp((*list)[k], name)) return OK;
    MUST(reallocate(list, *count + 1, sizeof **list, "variants"));
    MUST(copy_text(name, &(*list)[*count]));
    ++*count;
    return OK;
}

static enum status add_replayed_problem(const struct result_problem *problem,
                                        struct experiment *out)
{
    struct experiment_problem *p;
    MUST(reallocate(&out->problems, out->nproblems + 1, sizeof *out->problems, "problems"));
    p = &out->problems[out->nproblems++];
    *p = (struct experiment_problem){.naxes = problem->naxes};
    MUST(copy_text(problem->source, &p->source));
    MUST(copy_text(problem->label, &p->label));
    return axes_copy(problem->naxes, problem->axes, &p->axes);
}

/* Adds a case. Blocks of iterations are timed where they were; their iterations are counted where
 * they were. */
static enum status add_replayed_case(const struct matched_case *c, struct experiment *out)
{
    const struct result_run *run = case_telling_run(&c->side[BASE]);
    const char *name = c->variant->name;
    struct experiment_problem *p = &out->problems[out->nproblems - 1];
    const uint64_t block = out->settings.iterations;
    MUST(add_once(name, &p->variants, &p->nvariants));
    MUST(add_once(name, &out->variants, &out->nvariants));
    if (run->extrapolated && run->iterations != MISSING)
        MUST(add_once(name, &p->counted, &p->ncounted));
    if (block && !run->extrapolated && run->iterations != MISSING && run->iterations > block)
        MUST(add_once(name, &out->whole, &out->nwhole));
    return OK;
}

static uint64_t whole_or(uint64_t count, uint64_t most, uint64_t otherwise)
{
    return count > most ? otherwise : count;
}

static double positive_or(double number, double otherwise)
{
    return number > 0 ? number : otherwise;
}

/* Takes the settings of the file. Those that it lacks, or that no script can have, get their
 * defaults; if it knows of no proof, its answers had none. */
static struct settings replay_settings(const struct settings *then)
{
    const struct settings usual = default_settings;
    struct settings s = *then;
    s.iterations = whole_or(s.iterations, INT64_MAX, 0);
    s.count_iterations = false; /* each problem says of which variants */
    s.seed = whole_or(s.seed, INT64_MAX, usual.seed);
    s.interleave = whole_or(s.interleave, MOST_PROCESSES, usual.interleave);
    s.processes = whole_or(s.processes, MOST_PROCESSES, usual.processes);
    s.width = positive_or(s.width, NAN);
    s.memory = whole_or(s.memory, INT64_MAX, usual.memory);
    s.throttle_retries = whole_or(s.throttle_retries, INT64_MAX, usual.throttle_retries);
    s.epsilon = positive_or(s.epsilon, usual.epsilon);
    s.max_time = positive_or(s.max_time, usual.max_time);
    s.timeout = positive_or(s.timeout, usual.timeout);
    s.prove = positive_or(s.prove, 0);
    s.prove_time = positive_or(s.prove_time, usual.prove_time);
    if (o.processes != MISSING) s.processes = o.processes;
    else if (s.processes < LEAST_PROCESSES) s.processes = LEAST_PROCESSES;
    return s;
}

static enum status make_experiment(struct replay *r)
{
    struct experiment *out = &r->experiment;
    const struct result_problem *last = NULL;
    *out =
        (struct experiment){.settings = replay_settings(&r->then.settings), .quick = r->then.quick};
    if (o.time && (!parse_seconds(o.time, &out->settings.max_time) || out->settings.max_time <= 0))
        return fail(ERROR_INPUT, "--time %s: needs a time such as 5s or 1m", o.time);
    MUST(copy_text(r->then.name, &out->name));
    MUST(copy_text(r->then.title, &out->title));
    MUST(copy_text(r->then.paper, &out->paper));
    MUST(copy_text("", &out->path));
    MUST(copy_text("", &out->script));
    MUST(copy_text("", &out->options));
    for (size_t k = 0; k < r->cases.count; k++) {
        const struct matched_case *c = &r->cases.cases[k];
        if (r->why[k]) continue;
        if (c->problem != last) MUST(add_replayed_problem(c->problem, out));
        last = c->problem;
        MUST(add_replayed_case(c, out));
    }
    return OK;
}

/* Main function */

static enum status measure_again(struct replay *r, const char *command)
{
    enum status status = OK;
    struct recording recording = {0};
    const struct run_request request = {
        .command = command,
        .record = {.output = o.output, .force = o.force, .checkpoint = CHECKPOINT_SECONDS},
        .recording = &recording};
    if (!r->experiment.nproblems) {
        fputs("replay: no case of the file can run here\n", stderr);
        return OK;
    }
    interrupt_install();
    TRY(run_experiment(&r->experiment, &request, &r->now));
    TRY(recording_write(&recording, &r->now));
out:
    if (!r->now.nproblems) status = recording_failed(&recording, status);
    recording_free(&recording);
    return status;
}

static void replay_free(struct replay *r)
{
    for (size_t k = 0; r->why && k < r->cases.count; k++) free(r->why[k]);
    free(r->why);
    matching_free(&r->cases);
    experiment_free(&r->experiment);
    results_free(&r->then);
    results_free(&r->now);
}

static int replay_exit_code(const struct replay *r, const struct replayed *replayed)
{
    if (r->now.interrupted) return EXIT_INTERRUPTED;
    if (replayed->failed) return EXIT_CASE;
    const size_t *judged = replayed->judged;
    return judged[REPLAY_DIFFERS] || judged[REPLAY_CONTRADICTS] ? EXIT_REGRESSION : EXIT_FINE;
}

static int run_replay(int argc, char **argv)
{
    enum status status = OK;
    struct replay r = {0};
    struct replayed replayed = {0};
    char *command = NULL;
    int code = EXIT_FINE;
    (void)argc;
    if (o.margin) TRY(parse_margin(o.margin, &o.margin_share));
    if (o.processes != MISSING && (o.processes < 1 || o.processes > MOST_PROCESSES))
        TRY(fail(ERROR_INPUT, "--processes %llu: needs 1 to %d", (unsigned long long)o.processes,
                 MOST_PROCESSES));
    TRY(command_line("replay", cli_line.argc, cli_line.argv, &command));
    if (o.output) TRY(results_probe(o.output, o.force));
    TRY(results_read(argv[0], &r.then));
    TRY(find_obstacles(&r));
    TRY(make_experiment(&r));
    TRY(measure_again(&r, command));
    TRY(replay_judge(&(struct replay_sides){.then = &r.then,
                                            .now = &r.now,
                                            .cases = &r.cases,
                                            .why = r.why,
                                            .margin = o.margin_share},
                     &replayed));
    if (wide) printed_stay_wide();
    TRY(replayed_print(&replayed, argv[0], o.json, stdout));
    code = replay_exit_code(&r, &replayed);
out:
    replayed_free(&replayed);
    replay_free(&r);
    free(command);
    return status == OK ? code : complain(status);
}

static const struct cli_option options[] = {
    {"-o", CLI_TEXT, &o.output, NULL, "OUT.h5", "again.h5", "keep the new results in this file"},
    {"--margin", CLI_TEXT, &o.margin, NULL, "SHARE", "2%",
     "call a time reproduced within this; default 5%"},
    {"--where", CLI_TEXT, &o.where, NULL, "FIELD=PATTERN,...", "method=jacobi,n=2*",
     "replay only cases whose fields match"},
    {"--processes", CLI_COUNT, &o.processes, NULL, "N", "6",
     "measure each case in N processes; default: as in the file, but at least 3"},
    {"--time", CLI_TEXT, &o.time, NULL, "TIME", "2s",
     "sample each case for at most so long; default: as in the file"},
    {"--trust", CLI_FLAG, &o.trust, NULL, NULL, NULL,
     "replay also cases whose source is a file: open the files that the results name"},
    {"--json", CLI_FLAG, &o.json, NULL, NULL, NULL, "print JSON"},
    {"--wide", CLI_FLAG, &wide, NULL, NULL, NULL, WIDE_HELP},
    {"--force", CLI_FLAG, &o.force, NULL, NULL, NULL,
     "replace a file of the same kind that Warpmark wrote"},
    {0}};

const struct command command_replay = {
    .name = "replay",
    .group = "Judge",
    .words = "FILE.h5",
    .least = 1,
    .most = 1,
    .summary = "measure the cases of a results file again: which numbers are reproduced?",
    .about = "The cases are made from what the file stores: sources, variants, criterion, limits. "
             "The script in the file never runs.\n"
             "Each case is reproduced within some per cent, not reproduced, or cannot be told: its "
             "times are too noisy, are of one process only, or of another machine. It contradicts "
             "where its value is outside a proven interval. Cases that cannot run here are "
             "listed, too.\n"
             "Exit 2 where a case went wrong that was fine in the file, 3 where a case is not "
             "reproduced or contradicts.",
    .examples = "replay results/nightly.h5\n"
                "replay paper.h5 --margin 10% --where method=jacobi -o again.h5\n",
    .options = options,
    .run = run_replay,
};
