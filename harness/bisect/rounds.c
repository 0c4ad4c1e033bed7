#include "harness/bisect/rounds.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/output/units.h"
#include "base/random.h"
#include "harness/live/program_measure.h"
#include "store/results.h"

enum { ATTEMPTS = 3, MOST_SIDES = 3, MEASURE_SECONDS = 1200, SEED = 20260301 };

/* One measurement */

/* Times of one measurement of a commit, in s. */
struct reading {
    double least, median;
};

static enum status take_reading(const struct results *results, struct reading *out)
{
    const struct result_run *run = &results->runs[0];
    const struct result_sample *sample = run_samples(results, run);
    double *time;
    *out = (struct reading){INFINITY, NAN};
    MUST(allocate(run->sample_count, sizeof *time, "samples", &time));
    const size_t count = samples_counted(run, sample, time);
    for (size_t k = 0; k < count; k++) out->least = fmin(out->least, time[k]);
    if (count) out->median = sort_to_median(count, time);
    free(time);
    return OK;
}

/* Measures the case once. why: "", or why it has no time. */
static enum status measure_case(const struct rounds *rounds, const char *program,
                                struct results *results, struct reading *reading, char *why,
                                size_t size)
{
    const char *variant = rounds->request->variant;
    MUST(program_measure(&(struct measurement){.program = program,
                                               .script = rounds->script,
                                               .file = rounds->file,
                                               .more = (const char *const[]){"prove=0", NULL},
                                               .seconds = MEASURE_SECONDS},
                         results, why, size));
    if (*why) return OK;
    const struct result_run *run = results->nruns == 1 ? &results->runs[0] : NULL;
    if (!run || strcmp(results->variants[run->variant].name, variant) != 0)
        snprintf(why, size, "it measured another case than %s", variant);
    else if (run->status != CASE_OK)
        snprintf(why, size, "the case is %s: %s", case_status_names[run->status], run->note);
    if (*why) return OK;
    MUST(take_reading(results, reading));
    if (!(reading->least > 0 && reading->median > 0)) snprintf(why, size, "it has no time");
    return OK;
}

/* Commits */

static enum status commit_learn(struct bisect_commit *commit, const char *known)
{
    const char *text = strchr(known, ' ');
    if (!strncmp(known, "skipped", 7)) {
        commit->state = COMMIT_SKIPPED;
        free(commit->why);
        commit->why = NULL;
        return copy_text(text ? text + 1 : "", &commit->why);
    }
    commit->state = COMMIT_USABLE;
    commit->iterations = MISSING;
    sscanf(known, "usable %" SCNu64 " %16s", &commit->iterations, commit->fingerprint);
    return OK;
}

/* Replaces control characters by spaces: line feeds would end the line in the notebook. */
static void one_line(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ') *text = ' ';
}

/* Builds and measures a commit. *known (new): the text for the notebook. */
static enum status find_out(const struct rounds *rounds, const struct bisect_commit *commit,
                            char **known)
{
    enum status status = OK;
    struct results results = {0};
    struct reading reading;
    char *program = NULL, why[700];
    fprintf(stderr, "bisect: build %.12s %s\n", commit->hash, commit->subject);
    TRY(checkout_build(&rounds->checkout, commit->hash, &program, why, sizeof why));
    if (*why) {
        status = format_text(known, "skipped it does not build: %s", why);
        goto out;
    }
    TRY(measure_case(rounds, program, &results, &reading, why, sizeof why));
    status = *why ? format_text(known, "skipped %s", why)
                  : format_text(known, "usable %" PRIu64 " %s", results.runs[0].iterations,
                                results.runs[0].fingerprint);
out:
    results_free(&results);
    free(program);
    return status;
}

enum status rounds_try(struct rounds *rounds, size_t commit)
{
    enum status status = OK;
    struct bisect_commit *c = &rounds->out->commits[commit];
    char *start = NULL, *line = NULL, *found = NULL;
    if (c->state != COMMIT_UNTRIED) return OK;
    TRY(format_text(&start, "commit %s ", c->hash));
    const char *known = notebook_find(&rounds->notebook, start);
    if (!known) {
        TRY(find_out(rounds, c, &found));
        one_line(found);
        TRY(format_text(&line, "%s%s", start, found));
        TRY(notebook_add(&rounds->notebook, line));
        known = found;
    }
    status = commit_learn(c, known);
    if (status == OK && c->state == COMMIT_SKIPPED) {
        fprintf(stderr, "bisect: skip %.12s: %s\n", c->hash, c->why);
        checkout_drop(&rounds->checkout, c->hash);
    }
out:
    free(start);
    free(line);
    free(found);
    return status;
}

/* Rounds */

/* Returns the number of commits of a step, and fills `side` with them, low first and high last. */
static size_t sides_of(const struct bisect_step *step, size_t side[MOST_SIDES])
{
    size_t count = 0;
    side[count++] = step->low;
    if (step->mid != SIZE_MAX) side[count++] = step->mid;
    side[count++] = step->high;
    return count;
}

static enum status measure_side(const struct rounds *rounds, size_t commit, struct reading *out)
{
    const struct bisect_commit *c = &rounds->out->commits[commit];
    char *program, why[700] = "";
    MUST(checkout_build(&rounds->checkout, c->hash, &program, why, sizeof why));
    for (int k = 0; program && k < ATTEMPTS; k++) {
        struct results results = {0};
        const enum status status = measure_case(rounds, program, &results, out, why, sizeof why);
        results_free(&results);
        if (status == OK && *why) continue;
        free(program);
        return status;
    }
    free(program);
    return fail(ERROR_INPUT, "%.12s could be measured, and cannot be any more: %s", c->hash, why);
}

/* Measures the commits of a step once each, in an order drawn by chance. */
static enum status measure_round(const struct rounds *rounds, size_t count, const size_t *side,
                                 uint64_t stream, size_t round, struct reading *out)
{
    size_t order[MOST_SIDES] = {0, 1, 2};
    for (size_t k = count - 1; k > 0; k--) {
        const size_t j = random_below(random_bits(SEED, stream, round * MOST_SIDES + k), k + 1);
        const size_t kept = order[k];
        order[k] = order[j];
        order[j] = kept;
    }
    for (size_t k = 0; k < count; k++) MUST(measure_side(rounds, side[order[k]], &out[order[k]]));
    return OK;
}

static enum status write_round(size_t count, const char *start, const struct reading *reading,
                               struct notebook *notebook)
{
    enum status status = OK;
    char *line = NULL;
    TRY(copy_text(start, &line));
    for (size_t k = 0; k < count; k++)
        TRY(append_text(&line, " %.17g %.17g", reading[k].least, reading[k].median));
    status = notebook_add(notebook, line);
out:
    free(line);
    return status;
}

static bool read_round(size_t count, const char *text, struct reading *out)
{
    for (size_t k = 0; k < count; k++) {
        char *end;
        out[k].least = strtod(text, &end);
        out[k].median = strtod(end, &end);
        if (end == text || !(out[k].least > 0) || !(out[k].median > 0)) return false;
        text = end;
    }
    return true;
}

static enum status name_round(const struct rounds *rounds, const struct bisect_step *step,
                              size_t round, char **out)
{
    const struct bisect_commit *c = rounds->out->commits;
    const char *mid = step->mid == SIZE_MAX ? "-" : c[step->mid].hash;
    return format_text(out, "round %d %s %s %s %zu:", step->stage, c[step->low].hash, mid,
                       c[step->high].hash, round);
}

/* Gets the logarithms of the ratios of neighbouring commits in a round, from the notebook or by
 * measuring it. */
static enum status get_round(struct rounds *rounds, const struct bisect_step *step, size_t round,
                             double ratio[2])
{
    enum status status = OK;
    char *start = NULL;
    struct reading reading[MOST_SIDES];
    size_t side[MOST_SIDES], count = sides_of(step, side);
    TRY(name_round(rounds, step, round, &start));
    const char *known = notebook_find(&rounds->notebook, start);
    if (!known || !read_round(count, known, reading)) {
        TRY(measure_round(rounds, count, side, rounds->notebook.count, round, reading));
        TRY(write_round(count, start, reading, &rounds->notebook));
    }
    for (size_t k = 0; k + 1 < count; k++)
        ratio[k] = rounds->request->median ? log(reading[k + 1].median / reading[k].median)
                                           : log(reading[k + 1].least / reading[k].least);
out:
    free(start);
    return status;
}

/* Verdicts */

/* Share of BISECT_ERROR that the k-th step may use. The planned steps share one half of it equally.
 * Further steps, which skipped commits cause, share the other half by a series that sums up to
 * it. */
static double step_level(const struct rounds *rounds, size_t k)
{
    if (k < rounds->steps) return 0.5 * BISECT_ERROR / (double)rounds->steps;
    const double more = (double)(k - rounds->steps + 1);
    return 0.5 * BISECT_ERROR / (more * (more + 1));
}

/* Standard deviation, estimated from the median distance to the median. */
static enum status deviation_of(size_t count, const double *values, double *out)
{
    double *sorted;
    MUST(sorted_copy(count, values, &sorted));
    const double middle = sorted_quantile(count, sorted, 0.5);
    for (size_t k = 0; k < count; k++) sorted[k] = fabs(values[k] - middle);
    *out = 1.4826 * sort_to_median(count, sorted);
    free(sorted);
    return OK;
}

/* Tests whether one half, or the pair, is slower at this level; also estimates the slowdown and the
 * number of rounds needed. */
static enum status test_half(const struct rounds *rounds, double level, const double *ratio,
                             struct bisect_step *step, int half, bool *slower)
{
    double p, deviation;
    const double margin = log1p(rounds->request->margin);
    MUST(signed_rank_above(step->rounds, ratio, margin, &p));
    MUST(signed_rank_centre(step->rounds, ratio, &step->slow[half]));
    MUST(deviation_of(step->rounds, ratio, &deviation));
    *slower = p <= level;
    /* Slowdown to detect: that between the two ends, or the estimate so far. */
    const double seen = step->stage == STAGE_ENDS ? step->slow[half].estimate
                                                  : rounds->out->steps[0].slow[0].estimate,
                 above = fmax(seen - margin, 0.5 * margin);
    step->needed = fmax(step->needed, signed_rank_count(level, deviation, fmax(above, 1e-6)));
    return OK;
}

static enum bisect_decision step_decide(const struct rounds *rounds, const struct bisect_step *step,
                                        const bool slower[2])
{
    const double margin = log1p(rounds->request->margin);
    const int halves = step->mid == SIZE_MAX ? 1 : 2;
    if (slower[0] && slower[1])
        return step->slow[0].estimate >= step->slow[1].estimate ? DECIDED_FIRST : DECIDED_SECOND;
    if (slower[0]) return DECIDED_FIRST;
    if (slower[1]) return DECIDED_SECOND;
    for (int k = 0; k < halves; k++)
        if (!(step->slow[k].high < margin)) return DECIDED_NOT;
    return DECIDED_SAME;
}

static struct human percent(double log_ratio)
{
    return human_text("%+.1f %%", 100 * expm1(log_ratio));
}

static void tell_slowdowns(const struct rounds *rounds, const struct bisect_step *step)
{
    const struct bisect_commit *c = rounds->out->commits;
    size_t side[MOST_SIDES], count = sides_of(step, side);
    for (size_t k = 0; k + 1 < count; k++)
        fprintf(stderr, "bisect: %zu rounds: %.12s to %.12s %s [%s, %s]\n", step->rounds,
                c[side[k]].hash, c[side[k + 1]].hash, percent(step->slow[k].estimate).text,
                percent(step->slow[k].low).text, percent(step->slow[k].high).text);
}

/* Least factor by which the number of rounds grows from one look to the next. */
static const double apart = 1.5;

/* Most looks that a comparison may have, if the first comes after `first` rounds. */
static double most_looks(const struct rounds *rounds, double first)
{
    return 2 + ceil(fmax(0, log((double)rounds->request->rounds / first) / log(apart)));
}

/* Number of rounds at the next look. It grows at most threefold at once, because noise comes and
 * goes. */
static size_t next_target(const struct rounds *rounds, const struct bisect_step *step)
{
    const double now = (double)step->rounds,
                 target = now > 0 ? fmin(fmax(step->needed, apart * now), 3 * now) : step->needed;
    const double most = (double)rounds->request->rounds;
    return (size_t)(apart * target > most ? most : ceil(target));
}

static enum status test_halves(const struct rounds *rounds, double level, double *const ratio[2],
                               struct bisect_step *step)
{
    bool slower[2] = {false, false};
    step->needed = 0;
    for (int k = 0; k < (step->mid == SIZE_MAX ? 1 : 2); k++)
        MUST(test_half(rounds, level, ratio[k], step, k, &slower[k]));
    step->decision = step_decide(rounds, step, slower);
    tell_slowdowns(rounds, step);
    return OK;
}

enum status rounds_compare(struct rounds *rounds, struct bisect_step *step)
{
    enum status status = OK;
    double *ratio[2] = {NULL, NULL};
    const uint64_t most = rounds->request->rounds;
    /* The two halves of a step share its level, and so do the looks. */
    double level = step_level(rounds, rounds->out->nsteps) / (step->mid == SIZE_MAX ? 1 : 2);
    level /= most_looks(rounds, 1 - log2(level));
    for (int k = 0; k < 2; k++) TRY(allocate(most, sizeof(double), "rounds", &ratio[k]));
    step->needed = ceil(1 - log2(level));
    step->decision = DECIDED_NOT;
    do {
        const size_t target = next_target(rounds, step);
        for (; step->rounds < target; step->rounds++) {
            double now[2] = {0, 0};
            TRY(get_round(rounds, step, step->rounds, now));
            for (int k = 0; k < 2; k++) ratio[k][step->rounds] = now[k];
        }
        TRY(test_halves(rounds, level, ratio, step));
    } while (step->decision == DECIDED_NOT && step->rounds < most);
out:
    free(ratio[0]);
    free(ratio[1]);
    return status;
}
