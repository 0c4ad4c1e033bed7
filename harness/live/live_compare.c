#include "harness/live/live_compare.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "analysis/compare/live_looks.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "base/random.h"
#include "base/text.h"
#include "harness/live/program_measure.h"
#include "harness/process/builder.h"
#include "store/facts.h"

enum { MOST_ROUNDS = 1000, LIVE_SECONDS = 600 };

/* Measurement of one problem by one program in one round. */
struct part {
    double started; /* s after the begin of all */
    struct results results;
};

struct session {
    const struct live_request *request;
    const struct comparison *comparison;
    const struct compare_request *judging;
    const struct results *const *files;
    struct folder folder;
    char *here;
    size_t ncases, ngroups;
    size_t *row;        /* for each case, its row in comparison; cases of a problem are
                           neighbours */
    bool *open;         /* for each case: it is still measured */
    uint64_t *over;     /* for each case: finished rounds */
    size_t *group;      /* ngroups + 1: first case of each problem, then ncases */
    struct part *parts; /* rounds x ngroups x NSIDES */
    double began;
    uint64_t rounds;
};

static struct part *part_of(const struct session *s, uint64_t round, size_t group, int side)
{
    return &s->parts[(round * s->ngroups + group) * NSIDES + (size_t)side];
}

static const struct matched_case *case_of(const struct session *s, size_t k)
{
    return &s->comparison->cases[s->row[k]].matched;
}

/* Choice of the cases to measure */

static bool is_unclear(const struct compared_case *c)
{
    return c->judgement == JUDGED_UNCLEAR;
}

static enum status find_cases(struct session *s)
{
    enum status status = OK;
    const struct comparison *comparison = s->comparison;
    const size_t count = comparison->count;
    bool *taken = NULL;
    TRY(allocate(count, sizeof *s->row, "cases", &s->row));
    TRY(allocate_zeroed(count, sizeof *s->open, "cases", &s->open));
    TRY(allocate_zeroed(count, sizeof *s->over, "cases", &s->over));
    TRY(allocate(count + 1, sizeof *s->group, "cases", &s->group));
    TRY(allocate_zeroed(count, sizeof *taken, "cases", &taken));
    for (size_t k = 0; k < count; k++) {
        if (taken[k] || !is_unclear(&comparison->cases[k])) continue;
        s->group[s->ngroups++] = s->ncases;
        for (size_t j = k; j < count; j++) {
            const struct compared_case *c = &comparison->cases[j];
            if (!is_unclear(c) || c->matched.problem != comparison->cases[k].matched.problem)
                continue;
            s->open[s->ncases] = true;
            s->row[s->ncases++] = j;
            taken[j] = true;
        }
    }
    s->group[s->ngroups] = s->ncases;
out:
    free(taken);
    return status;
}

static enum status check_machine(const struct session *s)
{
    enum status status = OK;
    struct fact *here = NULL;
    size_t count = 0;
    TRY(ask_machine(&here, &count));
    for (int side = 0; side < NSIDES; side++) {
        const char *there = fact_value(s->files[side]->machine, s->files[side]->nmachine, "key");
        if (strcmp(there, fact_value(here, count, "key")) != 0)
            TRY(fail(ERROR_ENVIRONMENT,
                     "%s: the files were measured on '%s', and this machine is '%s'. Run it there",
                     s->request->name, there, fact_value(here, count, "key")));
    }
out:
    facts_free(here, count);
    return status;
}

/* Programs */

static enum status run_part(struct session *s, const char *script, uint64_t round, size_t group,
                            int side)
{
    enum status status = OK;
    const char *keep = s->request->keep;
    char *output = NULL, why[600];
    /* The files' answers have proofs already. */
    const char *const more[] = {isnan(s->files[side]->settings.prove) ? NULL : "prove=0", NULL};
    struct part *part = part_of(s, round, group, side);
    if (keep)
        TRY(format_text(&output, "%s/%llu-%zu-%s.h5", keep, (unsigned long long)round + 1,
                        group + 1, side == BASE ? "base" : "new"));
    else TRY(format_text(&output, "%s/live.h5", s->folder.path));
    if (keep && access(output, F_OK) == 0)
        TRY(fail(ERROR_INPUT, "--live-keep: %s is there already", output));
    part->started = clock_now() - s->began;
    TRY(program_measure(&(struct measurement){.program = s->request->program[side],
                                              .script = script,
                                              .file = output,
                                              .more = more,
                                              .seconds = INFINITY},
                        &part->results, why, sizeof why));
    if (*why)
        TRY(fail(ERROR_INPUT, "%s: %s: %s", s->request->name, s->request->program[side], why));
    if (!keep) unlink(output);
out:
    free(output);
    return status;
}

/* Runs both programs on the open cases of one problem. The order is drawn by chance for two rounds,
 * and turned round in the second, so that neither program is first more often. */
static enum status run_group(struct session *s, uint64_t round, size_t group)
{
    enum status status = OK;
    char *script = NULL;
    const char **variants = NULL;
    const size_t first = s->group[group], end = s->group[group + 1];
    size_t count = 0;
    const uint64_t bits = random_bits(s->request->seed, round, group);
    const uint64_t turned = (random_bits(s->request->seed, round / 2, ~group) ^ round) & 1;
    TRY(allocate(end - first, sizeof *variants, "variants", &variants));
    for (size_t k = first; k < end; k++)
        if (s->open[k]) variants[count++] = case_of(s, k)->variant->name;
    TRY(format_text(&script, "%s/live.lua", s->folder.path));
    TRY(live_script(script, s->here, &s->files[FRESH]->settings, bits >> 33,
                    case_of(s, first)->problem, count, variants));
    for (int k = 0; k < NSIDES; k++)
        TRY(run_part(s, script, round, group, turned ? NSIDES - 1 - k : k));
out:
    free(script);
    free(variants);
    return status;
}

/* Evaluation */

static enum status find_run(const struct session *s, const struct part *part, int side, size_t k,
                            const struct result_run **out)
{
    const struct results *r = &part->results;
    const struct matched_case *c = case_of(s, k);
    for (size_t j = 0; j < r->nruns; j++) {
        if (strcmp(r->variants[r->runs[j].variant].name, c->variant->name) != 0) continue;
        *out = &r->runs[j];
        return OK;
    }
    return fail(ERROR_INPUT, "%s: %s has no case %s, %s", s->request->name,
                s->request->program[side], c->problem->label, c->variant->name);
}

static enum status check_code(const struct session *s, const struct result_run *run, int side,
                              size_t k)
{
    const struct case_runs *runs = &case_of(s, k)->side[side];
    const char *before = runs->results->runs[runs->run[0]].fingerprint;
    if (s->request->force || !*before || !*run->fingerprint || !strcmp(before, run->fingerprint))
        return OK;
    return fail(ERROR_INPUT,
                "%s: %s has other code for %s than the program that made the %s file. Give "
                "that program, or use --force",
                s->request->name, s->request->program[side], case_of(s, k)->variant->name,
                side == BASE ? "base" : "new");
}

/* Adds a run with its samples, as a run of case k. */
static enum status add_live_run(const struct part *part, const struct result_run *from, size_t k,
                                uint64_t round, struct results *out)
{
    struct result_run *run = &out->runs[out->nruns++];
    MUST(result_run_copy(from, run));
    run->problem = run->variant = k;
    run->process = round;
    run->started = part->started;
    run->sample_offset = out->nsamples;
    MUST(reallocate(&out->samples, out->nsamples + from->sample_count, sizeof *out->samples,
                    "samples"));
    if (from->sample_count)
        memcpy(out->samples + out->nsamples, part->results.samples + from->sample_offset,
               from->sample_count * sizeof *out->samples);
    out->nsamples += from->sample_count;
    return OK;
}

/* Adds the problem as this program made it, under the label that the files use. */
static enum status add_case(const struct session *s, size_t k, const struct result_problem *made,
                            struct results *out)
{
    struct result_problem *problem = &out->problems[out->nproblems++];
    struct result_variant *variant = &out->variants[out->nvariants++];
    *problem = (struct result_problem){.n = made->n, .nnz = made->nnz};
    MUST(copy_text(case_of(s, k)->problem->source, &problem->source));
    MUST(copy_text(case_of(s, k)->problem->label, &problem->label));
    MUST(copy_text(made->kind, &problem->kind));
    return copy_text(case_of(s, k)->variant->name, &variant->name);
}

static enum status gather_case(const struct session *s, size_t group, size_t k, int side,
                               struct results *out)
{
    MUST(add_case(s, k, part_of(s, 0, group, side)->results.problems, out));
    for (uint64_t round = 0; round < s->over[k]; round++) {
        const struct part *part = part_of(s, round, group, side);
        const struct result_run *run = NULL;
        MUST(find_run(s, part, side, k, &run));
        MUST(check_code(s, run, side, k));
        MUST(add_live_run(part, run, k, round, out));
    }
    return OK;
}

static enum status gather_side(const struct session *s, int side, struct results *out)
{
    MUST(allocate_zeroed(s->ncases, sizeof *out->problems, "problems", &out->problems));
    MUST(allocate_zeroed(s->ncases, sizeof *out->variants, "variants", &out->variants));
    MUST(allocate_zeroed(s->ncases * s->rounds, sizeof *out->runs, "runs", &out->runs));
    for (size_t g = 0; g < s->ngroups; g++)
        for (size_t k = s->group[g]; k < s->group[g + 1]; k++)
            MUST(gather_case(s, g, k, side, out));
    return OK;
}

/* Rounds */

static size_t count_open(const struct session *s, size_t first, size_t end)
{
    size_t count = 0;
    for (size_t k = first; k < end; k++) count += s->open[k];
    return count;
}

/* Judges with the finished rounds, and closes the cases that are clear. */
static enum status close_clear(struct session *s)
{
    enum status status = OK;
    struct results live[NSIDES] = {{0}, {0}};
    struct comparison now = {0};
    struct compare_request judging = *s->judging;
    judging.live = live;
    for (int side = 0; side < NSIDES; side++) TRY(gather_side(s, side, &live[side]));
    TRY(compare_results(s->files[BASE], s->files[FRESH], &judging, &now));
    for (size_t k = 0; k < s->ncases; k++) {
        const struct compared_case *c = &now.cases[s->row[k]];
        s->open[k] = s->open[k] && is_unclear(c) && !c->same_code;
    }
out:
    comparison_free(&now);
    for (int side = 0; side < NSIDES; side++) results_free(&live[side]);
    return status;
}

static bool is_look(const struct session *s)
{
    if (!s->judging->looks || s->rounds == s->request->rounds) return false;
    for (size_t look = 0; look < LIVE_LOOKS; look++)
        if (s->rounds == live_looks[look]) return true;
    return false;
}

static enum status run_rounds(struct session *s)
{
    const uint64_t most = s->request->rounds;
    for (size_t open; s->rounds < most && (open = count_open(s, 0, s->ncases));) {
        fprintf(stderr, "live: round %llu of %s%llu, %zu case%s\n",
                (unsigned long long)s->rounds + 1, s->judging->looks ? "at most " : "",
                (unsigned long long)most, open, open == 1 ? "" : "s");
        for (size_t g = 0; g < s->ngroups; g++) {
            if (!count_open(s, s->group[g], s->group[g + 1])) continue;
            if (clock_now() - s->began > s->request->seconds) return OK;
            MUST(run_group(s, s->rounds, g));
        }
        s->rounds++;
        for (size_t k = 0; k < s->ncases; k++) s->over[k] += s->open[k];
        if (is_look(s)) MUST(close_clear(s));
    }
    return OK;
}

/* Main function */

static enum status live_prepare(const struct live_request *request, struct session *s)
{
    struct stat file;
    for (int side = 0; side < NSIDES; side++) {
        const char *program = request->program[side];
        if (access(program, X_OK) != 0 || stat(program, &file) != 0)
            return fail(ERROR_INPUT, "%s %s: cannot run it: %s", request->name, program,
                        strerror(errno));
        if (S_ISDIR(file.st_mode))
            return fail(ERROR_INPUT, "%s %s: name a program, this is a folder", request->name,
                        program);
    }
    MUST(check_machine(s));
    if (request->keep && mkdir(request->keep, 0777) != 0 && errno != EEXIST)
        return fail(ERROR_IO, "--live-keep %s: %s", request->keep, strerror(errno));
    s->here = realpath(".", NULL);
    if (!s->here) return fail(ERROR_IO, "the working directory: %s", strerror(errno));
    MUST(folder_create("live", &s->folder));
    return allocate_zeroed(request->rounds * s->ngroups * NSIDES, sizeof *s->parts, "rounds",
                           &s->parts);
}

static void session_free(struct session *s)
{
    for (size_t k = 0; s->parts && k < s->request->rounds * s->ngroups * NSIDES; k++)
        results_free(&s->parts[k].results);
    free(s->parts);
    free(s->row);
    free(s->open);
    free(s->over);
    free(s->group);
    free(s->here);
    folder_remove(&s->folder);
}

enum status live_check(struct live_request *request, struct compare_request *judging)
{
    judging->looks = request->rounds == MISSING;
    if (judging->looks) request->rounds = live_looks[LIVE_LOOKS - 1];
    if (request->rounds < FEWEST_ROUNDS || request->rounds > MOST_ROUNDS)
        return fail(ERROR_INPUT, "--rounds %llu: needs %d to %d; fewer cannot show a difference",
                    (unsigned long long)request->rounds, FEWEST_ROUNDS, MOST_ROUNDS);
    request->seconds = LIVE_SECONDS;
    if (request->time_text &&
        (!parse_seconds(request->time_text, &request->seconds) || request->seconds <= 0))
        return fail(ERROR_INPUT, "%s %s: needs a time such as 90s or 10m", request->time_name,
                    request->time_text);
    request->seed = (uint64_t)time(NULL);
    return OK;
}

enum status live_compare(const struct comparison *comparison,
                         const struct results *const files[NSIDES],
                         const struct compare_request *judging, const struct live_request *request,
                         struct live_comparison *out)
{
    enum status status = OK;
    struct session s = {.request = request,
                        .comparison = comparison,
                        .judging = judging,
                        .files = files,
                        .began = clock_now()};
    *out = (struct live_comparison){0};
    TRY(find_cases(&s));
    TRY(live_prepare(request, &s));
    if (s.ncases) TRY(run_rounds(&s));
    out->rounds = s.rounds;
    out->seconds = clock_now() - s.began;
    if (!s.ncases) fputs("live: no case is unclear\n", stderr);
    else if (s.rounds < FEWEST_ROUNDS)
        fprintf(stderr,
                "live: %llu rounds ended in time, but a verdict needs %d: nothing was judged. "
                "Raise %s\n",
                (unsigned long long)s.rounds, FEWEST_ROUNDS, request->time_name);
    if (s.rounds < FEWEST_ROUNDS) goto out;
    out->ncases = s.ncases;
    for (int side = 0; side < NSIDES; side++) TRY(gather_side(&s, side, &out->results[side]));
out:
    session_free(&s);
    if (status != OK) live_free(out);
    return status;
}

enum status compare_live(const struct results files[NSIDES], const struct compare_request *judging,
                         const struct live_request *request, struct live_comparison *live,
                         struct comparison *comparison)
{
    const struct results *const both[NSIDES] = {&files[BASE], &files[FRESH]};
    struct compare_request again = *judging;
    interrupt_install();
    MUST(live_compare(comparison, both, judging, request, live));
    if (!live->ncases) return OK;
    comparison_free(comparison);
    again.live = live->results;
    return compare_results(&files[BASE], &files[FRESH], &again, comparison);
}

void live_free(struct live_comparison *live)
{
    results_free(&live->results[BASE]);
    results_free(&live->results[FRESH]);
    *live = (struct live_comparison){0};
}
