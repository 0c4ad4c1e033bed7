#include "analysis/compare/compare.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/counters_told.h"
#include "analysis/compare/inside_told.h"
#include "analysis/compare/live_looks.h"
#include "analysis/compare/reference_noise.h"
#include "analysis/compare/together.h"
#include "analysis/compare/work_ratio.h"
#include "analysis/statistics/hypothesis.h"
#include "analysis/statistics/levels.h"
#include "analysis/statistics/prediction.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "store/facts.h"
#include "store/marks.h"

const char *const judgement_names[NJUDGEMENTS] = {
    [JUDGED_FASTER] = "faster",   [JUDGED_SLOWER] = "slower",
    [JUDGED_SAME] = "same",       [JUDGED_UNCLEAR] = "unclear",
    [JUDGED_CHANGED] = "changed", [JUDGED_CONTRADICTION] = "contradiction",
    [JUDGED_UNTIMED] = "untimed", [JUDGED_MISSING] = "missing",
    [JUDGED_NEW] = "new",
};

/* Samples of a case */

static size_t count_samples(const struct case_runs *runs)
{
    size_t count = 0;
    for (size_t k = 0; k < runs->count; k++)
        if (case_run(runs, k)->status == CASE_OK) count += case_run(runs, k)->sample_count;
    return count;
}

/* is whole_solve or one_iteration */
typedef double time_of(const struct result_run *run, const struct result_sample *sample,
                       double seconds);

/* Returns the time of a sample by the host's clock, in s; on_core: without the time that its
 * threads waited for a core, as far as that is known. */
static double host_time(const struct result_sample *sample, bool on_core)
{
    return on_core && sample->without_core < sample->host ? sample->host - sample->without_core
                                                          : sample->host;
}

/* Adds the visits of a run. Samples that follow each other in the order of the whole run form one
 * visit. Samples that were taken again are left out. */
static void add_visits(const struct results *results, const struct result_run *run, time_of *time,
                       bool on_core, struct timings *out)
{
    const struct result_sample *sample = run_samples(results, run);
    size_t first = out->nblocks;
    bool begins = true;
    if (run->status != CASE_OK) return;
    for (uint64_t k = 0; k < run->sample_count; k++) {
        begins = begins || sample[k].order != sample[k - 1].order + 1;
        if (sample[k].retried) continue;
        if (begins) out->block[out->nblocks++] = out->count;
        out->value[out->count++] = time(run, &sample[k], host_time(&sample[k], on_core));
        begins = false;
    }
    if (out->nblocks > first) out->process[out->nprocesses++] = first;
}

/* Makes *out (new), with a block for each visit. */
static enum status find_visits(const struct case_runs *runs, time_of *time, bool on_core,
                               struct timings *out)
{
    enum status status = OK;
    size_t count = count_samples(runs);
    *out = (struct timings){0};
    TRY(allocate(count, sizeof *out->value, "samples", &out->value));
    TRY(allocate(count + 1, sizeof *out->block, "samples", &out->block));
    TRY(allocate(runs->count + 1, sizeof *out->process, "samples", &out->process));
    for (size_t k = 0; k < runs->count; k++)
        add_visits(runs->results, case_run(runs, k), time, on_core, out);
    out->block[out->nblocks] = out->count;
    out->process[out->nprocesses] = out->nblocks;
out:
    if (status != OK) timings_free(out);
    return status;
}

static enum status make_timings(const struct case_runs *runs, time_of *time, struct timings *out)
{
    struct timings visits;
    *out = (struct timings){0};
    enum status status = find_visits(runs, time, false, &visits);
    if (status == OK) status = timings_cut(&visits, out);
    timings_free(&visits);
    return status;
}

enum status case_timings(const struct case_runs *runs, struct timings *out)
{
    return make_timings(runs, whole_solve, out);
}

enum status case_iteration_timings(const struct case_runs *runs, struct timings *out)
{
    return make_timings(runs, one_iteration, out);
}

/* Returns whether live rounds count the time on the core alone: the times of one thread, in a whole
 * table. Several threads wait for each other, and a GPU for its host. */
static bool counts_core(const struct compared_case *c, bool whole_table)
{
    const char *name = c->matched.variant->name, *place = strrchr(name, '/');
    return whole_table && c->live && place && strcmp(place, "/seq") == 0;
}

/* Checks that the files are comparable */

/* Returns the first number of a fact, or NaN. */
static double fact_number(const struct results *results, const char *name)
{
    const char *text = fact_value(results->machine, results->nmachine, name);
    char *end;
    double value = strtod(text, &end);
    return end != text && isfinite(value) ? value : NAN;
}

double results_noise_floor(const struct results *results)
{
    double value = fact_number(results, "noise_floor");
    return value >= 0 ? value : NAN;
}

static bool has_reference(const struct case_runs *runs)
{
    for (size_t k = 0; k < runs->count; k++)
        if (case_run(runs, k)->reference_low > 0) return true;
    return false;
}

/* Margin within which a case is the same. The noise floor widens it in live rounds; elsewhere the
 * floor is in the interval, as a level of processes. */
static double same_margin(const struct compared_case *c, const struct comparison *comparison)
{
    return c->live ? fmax(comparison->margin, comparison->noise_floor) : comparison->margin;
}

/* Margin beyond which a case is faster or slower. The difference of the reference solve in the two
 * files widens it for cases that were measured beside that solve, but not for those of live rounds.
 */
static double margin_of(const struct compared_case *c, const struct comparison *comparison)
{
    const struct case_runs *side = c->matched.side;
    bool concerned = !c->live && (has_reference(&side[BASE]) || has_reference(&side[FRESH]));
    return fmax(same_margin(c, comparison), concerned ? comparison->reference_noise : 0);
}

static enum status check_machines(const struct results *base, const struct results *fresh)
{
    const char *before = fact_value(base->machine, base->nmachine, "key");
    const char *after = fact_value(fresh->machine, fresh->nmachine, "key");
    if (!strcmp(before, after)) return OK;
    return fail(ERROR_ENVIRONMENT,
                "cannot compare files of different machines, '%s' and '%s': measure both on one "
                "machine, or use --force",
                before, after);
}

static enum status check_settings(const struct settings *base, const struct settings *fresh)
{
    const char *what = settings_difference(base, fresh);
    if (!what) return OK;
    return fail(ERROR_INPUT,
                "cannot compare files with different solve settings (%s): measure both with the "
                "same, or use --force",
                what);
}

/* One case */

static bool code_is_same(const struct matched_case *matched)
{
    const char *before = case_run(&matched->side[BASE], 0)->fingerprint;
    const char *after = case_run(&matched->side[FRESH], 0)->fingerprint;
    return before && after && *before && !strcmp(before, after);
}

static enum status median_of_values(size_t count, const double *value, double *out)
{
    double *ascending;
    MUST(allocate(count, sizeof *ascending, "statistics", &ascending));
    memcpy(ascending, value, count * sizeof *ascending);
    sort_numbers(count, ascending);
    *out = count ? sorted_quantile(count, ascending, 0.5) : NAN;
    free(ascending);
    return OK;
}

/* Computes a two-sided p-value: how likely blocks that differ by at most the margin appear to
 * differ by more. */
static enum status test_beyond(const struct timings timings[NSIDES], double margin, double *p)
{
    enum status status = OK;
    double *medians[NSIDES] = {NULL, NULL};
    struct rank_test above, below;
    size_t nbase = timings[BASE].nblocks, nfresh = timings[FRESH].nblocks;
    for (int side = 0; side < NSIDES; side++) {
        TRY(allocate(timings[side].nblocks, sizeof(double), "a test", &medians[side]));
        TRY(timings_block_medians(&timings[side], medians[side]));
    }
    for (size_t k = 0; k < nbase; k++) medians[BASE][k] *= 1 + margin;
    TRY(mann_whitney(nfresh, medians[FRESH], nbase, medians[BASE], &above));
    for (size_t k = 0; k < nbase; k++) medians[BASE][k] /= (1 + margin) * (1 + margin);
    TRY(mann_whitney(nfresh, medians[FRESH], nbase, medians[BASE], &below));
    *p = fmin(1, 2 * fmin(above.greater, below.less));
out:
    free(medians[BASE]);
    free(medians[FRESH]);
    return status;
}

__attribute__((format(printf, 2, 3))) static void case_add_note(struct compared_case *c,
                                                                const char *format, ...)
{
    size_t used = strlen(c->note);
    va_list arguments;
    if (used) used += (size_t)snprintf(c->note + used, sizeof c->note - used, "; ");
    if (used >= sizeof c->note) return;
    va_start(arguments, format);
    vsnprintf(c->note + used, sizeof c->note - used, format, arguments);
    va_end(arguments);
}

static const struct result_problem *problem_of_side(const struct case_runs *runs)
{
    return &runs->results->problems[case_run(runs, 0)->problem];
}

/* Returns whether both problems could be made, and have the same size and number of entries. */
static bool same_matrix(const struct compared_case *c)
{
    const struct result_problem *a = problem_of_side(&c->matched.side[BASE]),
                                *b = problem_of_side(&c->matched.side[FRESH]);
    return *a->kind && *b->kind && a->n == b->n && a->nnz == b->nnz;
}

static bool note_matrix(struct compared_case *c)
{
    if (same_matrix(c)) return true;
    if (*problem_of_side(&c->matched.side[BASE])->kind &&
        *problem_of_side(&c->matched.side[FRESH])->kind)
        case_add_note(c, "the problem is another matrix now");
    return false;
}

/* Notes differences in work. Returns whether both sides had the same work, as far as their files
 * tell. */
static bool note_work(struct compared_case *c)
{
    const struct result_run *a = case_run(&c->matched.side[BASE], 0),
                            *b = case_run(&c->matched.side[FRESH], 0);
    bool same_matrix = note_matrix(c);
    if (case_is_uncounted(&c->matched)) {
        case_add_note(c, "per iteration");
        return same_matrix;
    }
    if (a->iterations != b->iterations && a->iterations != MISSING && b->iterations != MISSING)
        case_add_note(c, "%llu -> %llu iterations", (unsigned long long)a->iterations,
                      (unsigned long long)b->iterations);
    return same_matrix && a->iterations == b->iterations;
}

static unsigned marks_of(const struct case_runs *runs)
{
    unsigned marks = 0;
    for (size_t k = 0; k < runs->count; k++) {
        const struct result_run *run = case_run(runs, k);
        marks |= marks_of_answer(run) | marks_of_times(runs->results, run);
    }
    return marks;
}

/* Notes why a case cannot be judged, or only if it changed by much. of: samples, or their blocks.
 */
static void note_few(struct compared_case *c, const size_t *of, bool independent)
{
    c->few = of[BASE] < FEWEST_BLOCKS || of[FRESH] < FEWEST_BLOCKS;
    if (c->few) case_add_note(c, "too few samples (%zu, %zu)", c->samples[BASE], c->samples[FRESH]);
    else if (!independent)
        case_add_note(c, "too few independent samples (%.0f of %zu, %.0f of %zu)",
                      c->effective[BASE], c->samples[BASE], c->effective[FRESH], c->samples[FRESH]);
}

/* Measures the ratio by blocks of samples: its interval for these processes, and its p-value.
 * visits: at their common level in live rounds. If whole_table, a round counts once at every look:
 * its blocks share the levels of its processes, which a test of blocks does not know. */
static enum status measure_blocks(struct compared_case *c, const struct timings visits[NSIDES],
                                  const struct timings blocks[NSIDES],
                                  const struct compare_request *request)
{
    const bool paired = c->live > 0 && visits[BASE].nprocesses == visits[FRESH].nprocesses;
    MUST(median_ratio(&blocks[BASE], &blocks[FRESH], paired, 0, NULL, &c->ratio));
    MUST(ratio_widen(&blocks[BASE], &blocks[FRESH], &c->ratio));
    const bool looks = request->looks && c->live > 0,
               by_rounds = request->whole_table || (looks && c->live > live_looks[0]);
    if (!by_rounds) MUST(test_beyond(blocks, c->margin, &c->rate));
    else if (paired) MUST(live_test(visits, c->margin, &c->rate));
    if (looks && !by_rounds) c->rate /= live_share(0);
    return OK;
}

/* If a side does not know its iterations, both count by the time of one. */
static time_of *time_of_case(const struct compared_case *c)
{
    return case_is_uncounted(&c->matched) ? one_iteration : whole_solve;
}

enum status turn_timings(const struct compared_case *c, int side, struct timings *out)
{
    return find_visits(&c->matched.side[side], time_of_case(c), counts_core(c, true), out);
}

/* Measures the ratio, its interval for these processes, and its p-value; judgement stays UNCLEAR.
 * levels: zeroed; its share stays 0 if there are no times, and for live rounds. */
static enum status measure_ratio(struct compared_case *c, const struct compare_request *request,
                                 struct ratio_levels *levels)
{
    enum status status = OK;
    struct timings visits[NSIDES] = {{0}, {0}}, timings[NSIDES] = {{0}, {0}};
    c->judgement = JUDGED_UNCLEAR;
    for (int side = 0; side < NSIDES; side++) {
        TRY(find_visits(&c->matched.side[side], time_of_case(c),
                        counts_core(c, request->whole_table), &visits[side]));
        c->marks[side] = marks_of(&c->matched.side[side]);
        c->samples[side] = visits[side].count;
        TRY(median_of_values(visits[side].count, visits[side].value, &c->median[side]));
    }
    if (!timings_positive(&visits[BASE]) || !timings_positive(&visits[FRESH])) {
        c->judgement = JUDGED_UNTIMED;
        goto out;
    }
    c->same_code = note_work(c) && code_is_same(&c->matched) && !request->blind;
    c->rate = 1;
    if (request->whole_table && !c->live) {
        c->few = true;
        if (c->same_code) c->judgement = JUDGED_SAME;
        case_add_note(c, c->same_code ? "code unchanged" : "not measured in turns");
        goto out;
    }
    if (c->live && visits[BASE].nprocesses == visits[FRESH].nprocesses) TRY(live_level(visits));
    for (int side = 0; side < NSIDES; side++) {
        TRY(timings_cut(&visits[side], &timings[side]));
        c->blocks[side] = timings[side].nblocks;
        c->effective[side] = timings[side].effective;
    }
    if (!c->live) TRY(ratio_levels_find(&visits[BASE], &visits[FRESH], levels));
    if (levels->several) c->ratio = levels->range;
    else TRY(measure_blocks(c, visits, timings, request));
    c->here = c->ratio;
    note_few(c, levels->several ? c->samples : c->blocks,
             levels->several ||
                 (timings_independent(&timings[BASE]) && timings_independent(&timings[FRESH])));
    if (c->same_code) case_add_note(c, "code unchanged");
    if (c->live) case_add_note(c, "live, %zu rounds", c->live);
out:
    for (int side = 0; side < NSIDES; side++) {
        timings_free(&visits[side]);
        timings_free(&timings[side]);
    }
    return status;
}

/* Notes a difference of the requested proven error, if a case missed it. Returns whether there is
 * one. */
static bool note_require(struct compared_case *c)
{
    struct human text[NSIDES];
    if (c->status[BASE] != CASE_INACCURATE && c->status[FRESH] != CASE_INACCURATE) return false;
    for (int side = 0; side < NSIDES; side++) {
        const double require = c->matched.side[side].results->settings.require;
        text[side] = isnan(require) ? human_text("none") : human_text("%g", require);
    }
    if (!strcmp(text[BASE].text, text[FRESH].text)) return false;
    case_add_note(c, "another require: %s, then %s", text[BASE].text, text[FRESH].text);
    return true;
}

/* Notes why the status may have changed. */
static void note_change(struct compared_case *c, bool blind)
{
    c->same_code = note_matrix(c) && code_is_same(&c->matched) && !blind;
    const bool told = note_require(c);
    if (!told && c->same_code && case_status_of_answer(c->status[FRESH]))
        case_add_note(c, "code unchanged: look at the problem and its check");
    else if (!told && c->same_code) case_add_note(c, "code unchanged: look at the machine");
    const char *why = case_telling_run(&c->matched.side[FRESH])->note;
    if (*why) case_add_note(c, "%s", why);
}

/* Intersection of the proven intervals of the value over all runs; NaN: nothing is proven. */
static void proven_value(const struct case_runs *runs, double *low, double *high)
{
    *low = *high = NAN;
    for (size_t k = 0; k < runs->count; k++) {
        *low = fmax(*low, case_run(runs, k)->value_low);
        *high = fmin(*high, case_run(runs, k)->value_high);
    }
}

/* Notes proven intervals of the same value that exclude each other. Returns whether there are
 * such. */
static bool note_contradiction(struct compared_case *c)
{
    double low[NSIDES], high[NSIDES];
    for (int k = 0; k < NSIDES; k++) proven_value(&c->matched.side[k], &low[k], &high[k]);
    if (!(low[BASE] > high[FRESH] || low[FRESH] > high[BASE]) || !same_matrix(c)) return false;
    case_add_note(
        c,
        "proven values %s and %s contradict each other: a proof is wrong, or the problem is "
        "another one now",
        human_interval(low[BASE], high[BASE]).text, human_interval(low[FRESH], high[FRESH]).text);
    return true;
}

static enum status examine_case(struct compared_case *c, const struct compare_request *request,
                                struct ratio_levels *levels)
{
    const struct case_runs *side = c->matched.side;
    *levels = (struct ratio_levels){0};
    c->freedom = INFINITY;
    c->median[BASE] = c->median[FRESH] = c->rate = c->work = NAN;
    c->ratio = c->here = (struct ratio){NAN, NAN, NAN};
    for (int k = 0; k < NSIDES; k++)
        c->status[k] = side[k].count ? case_telling_run(&side[k])->status : CASE_OK;
    if (!side[BASE].count) c->judgement = JUDGED_NEW;
    else if (!side[FRESH].count) c->judgement = JUDGED_MISSING;
    else if (note_contradiction(c)) c->judgement = JUDGED_CONTRADICTION;
    else if (c->status[BASE] != c->status[FRESH]) c->judgement = JUDGED_CHANGED;
    else if (c->status[BASE] != CASE_OK) c->judgement = JUDGED_UNTIMED;
    else return measure_ratio(c, request, levels);
    if (c->judgement == JUDGED_CHANGED) note_change(c, request->blind);
    return OK;
}

/* Levels */

/* Half the width of an interval of a ratio, as a logarithm. */
static double half_width(const struct ratio *ratio)
{
    return log(ratio->high / ratio->low) / 2;
}

/* What the ratio of unchanged code says of levels: its logarithm should be 0. */
static struct level_part part_of_unchanged(const struct compared_case *c,
                                           const struct ratio_levels *levels)
{
    const double within = pow(half_width(&c->ratio) / 1.96, 2) / levels->share;
    return (struct level_part){pow(log(c->ratio.ratio), 2) / levels->share, 1,
                               levels->several ? levels->part.within : within};
}

/* Fits the levels of all processes of both files. */
static enum status fit_levels(const struct comparison *comparison, const struct ratio_levels *of,
                              struct level_variance *out)
{
    size_t count = 0;
    struct level_part *parts;
    MUST(allocate(2 * comparison->count + 1, sizeof *parts, "levels", &parts));
    if (comparison->noise_floor >= 0) parts[count++] = level_part_of_floor(comparison->noise_floor);
    for (size_t k = 0; k < comparison->count; k++) {
        if (!(of[k].share > 0)) continue;
        parts[count++] = of[k].part;
        if (comparison->cases[k].same_code)
            parts[count++] = part_of_unchanged(&comparison->cases[k], &of[k]);
    }
    *out = levels_fit(count, parts);
    free(parts);
    return OK;
}

/* Returns whether the interval of the case holds for other processes, too. */
static bool levels_seen(const struct compared_case *c)
{
    return c->freedom > 0;
}

/* Makes the interval and the p-value those of other processes, if anything is known of these: from
 * the processes alone where there are several, else wider by the levels. margin: of the same. */
static void add_levels(struct compared_case *c, const struct level_variance *all,
                       const struct ratio_levels *levels, double margin)
{
    if (!(levels->share > 0)) return;
    const struct level_variance its = levels_moderated(all, &levels->part);
    c->freedom = its.freedom;
    if (!levels_seen(c)) return;
    struct ratio *ratio = &c->ratio;
    const double error = sqrt(its.variance * levels->share);
    if (levels->several) ratio->low = ratio->high = ratio->ratio;
    const double both = hypot(error, half_width(ratio) / 1.96),
                 reach = levels_reach(&its, levels->share),
                 machine = c->margin > margin ? log1p(c->margin) : 0,
                 beyond = fmax(0, fabs(log(ratio->ratio)) - machine),
                 p = student_beyond((size_t)its.freedom, beyond / both);
    ratio->low = ratio->ratio * exp(-hypot(log(ratio->ratio / ratio->low), reach));
    ratio->high = ratio->ratio * exp(hypot(log(ratio->high / ratio->ratio), reach));
    c->rate = levels->several ? p : fmax(p, c->rate);
}

/* All cases */

/* Returns whether a case can be called faster or slower: it needs enough samples, an interval that
 * holds for other processes, and code that is not known to be the same. */
static bool judgeable(const struct compared_case *c)
{
    return c->judgement == JUDGED_UNCLEAR && !c->same_code && !c->few && levels_seen(c);
}

/* Replaces p-values by rates over the cases that can be judged. All cases together have one half of
 * the errors of a whole table, and the cases the other. */
static enum status find_rates(struct comparison *out)
{
    enum status status = OK;
    size_t count = 0;
    double *p = NULL;
    TRY(allocate(out->count, sizeof *p, "a test", &p));
    out->together_rate = NAN;
    if (out->whole_table) TRY(together_test(out, &out->together_rate));
    for (size_t k = 0; k < out->count; k++)
        if (judgeable(&out->cases[k])) p[count++] = out->cases[k].rate;
    TRY(out->whole_table ? holm(count, p) : benjamini_hochberg(count, p));
    if (!isnan(out->together_rate)) {
        out->together_rate = fmin(1, 2 * out->together_rate);
        for (size_t k = 0; k < count; k++) p[k] = fmin(1, 2 * p[k]);
    }
    count = 0;
    for (size_t k = 0; k < out->count; k++)
        out->cases[k].rate = judgeable(&out->cases[k]) ? p[count++] : NAN;
out:
    free(p);
    return status;
}

/* Notes why a case is unclear although its interval lies beyond the margin, or its work differs, or
 * it has an interval for these processes alone. */
static void note_why_unclear(struct compared_case *c, double margin)
{
    if (c->same_code) return;
    if (c->margin > margin)
        case_add_note(c, "cannot judge: the reference solve differs by %.3g %%; use --live",
                      100 * c->margin);
    else if (judgeable(c)) case_add_note(c, "the difference is not significant");
    else if (c->matched.side[BASE].count > 1 && c->matched.side[FRESH].count > 1)
        case_add_note(c, "too few processes: measure with processes = 3");
    else case_add_note(c, "one process says nothing of another: measure with processes = 3");
}

/* Judges by iterations when the times cannot be trusted but point the same way. If they do not, an
 * iteration may have become cheaper, so nothing is decided. */
static bool judge_by_work(struct compared_case *c, double margin, double work)
{
    const double most = 1 + margin, least = 1 / most;
    bool slower = c->here.low > most && work > most, faster = c->here.high < least && work < least;
    if (!slower && !faster) return false;
    c->judgement = slower ? JUDGED_SLOWER : JUDGED_FASTER;
    c->work = work;
    case_add_note(c, "%.1f %% %s work on any machine", 100 * fabs(work - 1),
                  slower ? "more" : "less");
    return true;
}

/* Judges a case. margin: cases within it are the same; c->margin is at least that. by_work: see
 * judge_by_work. */
static void judge_case(struct compared_case *c, double margin, bool by_work)
{
    const double most = 1 + margin, least = 1 / most, slower = 1 + c->margin, faster = 1 / slower;
    if (c->judgement != JUDGED_UNCLEAR || c->few) return;
    bool significant = judgeable(c) && c->rate <= 1.0 / MOST_FALSE_IN;
    const double work = work_ratio(&c->matched);
    /* Equal times of unequal work: the machine's speed may have changed by as much. */
    bool hidden = c->margin > margin && (work > most || work < least);
    const bool seen = levels_seen(c);
    if (seen && !hidden && c->ratio.low >= least && c->ratio.high <= most)
        c->judgement = JUDGED_SAME;
    else if (significant && c->ratio.low > slower) c->judgement = JUDGED_SLOWER;
    else if (significant && c->ratio.high < faster) c->judgement = JUDGED_FASTER;
    else if (by_work && judge_by_work(c, margin, work)) return;
    else if (!seen || hidden || c->ratio.low > most || c->ratio.high < least)
        note_why_unclear(c, margin);
}

/* Computes the geometric mean of all ratios, whose errors are independent, and judges it. */
static void find_mean(struct comparison *out)
{
    double logs = 0, squares = 0;
    for (size_t k = 0; k < out->count; k++) {
        const struct compared_case *c = &out->cases[k];
        if (isnan(c->ratio.ratio)) continue;
        out->timed++;
        logs += log(c->ratio.ratio);
        squares += levels_seen(c) ? pow(half_width(&c->ratio), 2) : NAN;
    }
    const double cases = (double)out->timed, mean = logs / cases, reach = sqrt(squares) / cases;
    out->mean = (struct ratio){exp(mean), exp(mean - reach), exp(mean + reach)};
    out->together = JUDGED_UNCLEAR;
    if (!(out->together_rate <= 1.0 / MOST_FALSE_IN)) return;
    if (out->mean.ratio > 1 + out->margin) out->together = JUDGED_SLOWER;
    if (out->mean.ratio < 1 / (1 + out->margin)) out->together = JUDGED_FASTER;
}

static void count_up(struct comparison *out)
{
    out->unchanged_most = NAN;
    for (size_t k = 0; k < out->count; k++) {
        const struct compared_case *c = &out->cases[k];
        out->judged[c->judgement]++;
        if (isnan(c->ratio.ratio) || !c->same_code) continue;
        double moved = fabs(c->ratio.ratio - 1);
        if (!out->unchanged++ || moved > out->unchanged_most) out->unchanged_most = moved;
    }
}

static enum status judge_all(const struct compare_request *request, struct comparison *out)
{
    enum status status = OK;
    struct ratio_levels *levels = NULL;
    struct level_variance all;
    TRY(allocate(out->count, sizeof *levels, "levels", &levels));
    for (size_t k = 0; k < out->count; k++) {
        out->cases[k].margin = margin_of(&out->cases[k], out);
        TRY(examine_case(&out->cases[k], request, &levels[k]));
    }
    TRY(fit_levels(out, levels, &all));
    for (size_t k = 0; k < out->count; k++)
        add_levels(&out->cases[k], &all, &levels[k], out->margin);
    TRY(find_rates(out));
    for (size_t k = 0; k < out->count; k++) {
        struct human inside;
        judge_case(&out->cases[k], same_margin(&out->cases[k], out), !out->whole_table);
        TRY(inside_told(&out->cases[k].matched, &inside));
        if (*inside.text) case_add_note(&out->cases[k], "%s", inside.text);
        const struct human counted = counters_told(&out->cases[k].matched);
        if (*counted.text) case_add_note(&out->cases[k], "%s", counted.text);
    }
    find_mean(out);
    count_up(out);
out:
    free(levels);
    return status;
}

enum status compare_case(const struct matched_case *matched, const struct compare_request *request,
                         double margin, const struct level_variance *all, struct compared_case *out)
{
    struct ratio_levels levels;
    *out = (struct compared_case){.matched = *matched, .margin = margin};
    MUST(examine_case(out, request, &levels));
    if (all) add_levels(out, all, &levels, margin);
    judge_case(out, margin, true);
    return OK;
}

static bool same_case(const struct matched_case *a, const struct matched_case *b)
{
    return !strcmp(a->problem->label, b->problem->label) &&
           !strcmp(a->problem->source, b->problem->source) &&
           !strcmp(a->variant->name, b->variant->name);
}

/* Takes the cases of both files; those that were measured live replace them. */
static enum status take_cases(const struct compare_request *request, struct comparison *out)
{
    enum status status = OK;
    out->count = out->matching.count;
    TRY(allocate_zeroed(out->count, sizeof *out->cases, "cases", &out->cases));
    for (size_t k = 0; k < out->count; k++) out->cases[k].matched = out->matching.cases[k];
    if (!request->live) goto out;
    TRY(match_cases(&request->live[BASE], &request->live[FRESH], NULL, &out->live));
    for (size_t j = 0; j < out->live.count; j++) {
        const struct matched_case *again = &out->live.cases[j];
        for (size_t k = 0; k < out->count; k++) {
            struct compared_case *c = &out->cases[k];
            if (c->live || !same_case(&c->matched, again)) continue;
            memcpy(c->matched.side, again->side, sizeof c->matched.side);
            c->live = again->side[BASE].count;
            break;
        }
    }
out:
    return status;
}

static enum status check_common(const struct comparison *comparison, const char *where)
{
    for (size_t k = 0; k < comparison->count; k++)
        if (comparison->cases[k].matched.side[BASE].count &&
            comparison->cases[k].matched.side[FRESH].count)
            return OK;
    return fail(ERROR_INPUT, "the two files have no case in common%s%s", where ? " where " : "",
                where ? where : "");
}

enum status compare_results(const struct results *base, const struct results *fresh,
                            const struct compare_request *request, struct comparison *out)
{
    enum status status = OK;
    *out = (struct comparison){
        .noise_floor = fmax(results_noise_floor(base), results_noise_floor(fresh)),
        .whole_table = request->whole_table};
    out->margin = request->margin;
    out->load[BASE] = fact_number(base, "now_load");
    out->load[FRESH] = fact_number(fresh, "now_load");
    out->cores = fact_number(base, "cores");
    out->reference_noise = NAN;
    if (!request->force) TRY(reference_noise(base, fresh, &out->reference_noise));
    if (!request->force) TRY(check_machines(base, fresh));
    if (!request->force) TRY(check_settings(&base->settings, &fresh->settings));
    TRY(match_cases(base, fresh, request->where, &out->matching));
    TRY(take_cases(request, out));
    TRY(judge_all(request, out));
    TRY(check_common(out, request->where));
out:
    if (status != OK) comparison_free(out);
    return status;
}

void comparison_free(struct comparison *comparison)
{
    free(comparison->cases);
    matching_free(&comparison->matching);
    matching_free(&comparison->live);
    *comparison = (struct comparison){0};
}
