/* Judges a history: finds cases that became faster, slower or failed, and decides which changes are
 * alarms. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/history/history.h"
#include "analysis/statistics/change_points.h"
#include "analysis/statistics/hypothesis.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/text.h"
#include "store/facts.h"

enum { PERMUTATIONS = 999 };

/* Number of tests for changes. Each series that is long enough has two tests. */
static size_t hypotheses(const struct history *history)
{
    size_t count = 0;
    for (size_t s = 0; s < history->nseries; s++)
        count += 2 * (history->series[s].nvalues >= 2 * CHANGE_SEGMENT);
    return count;
}

/* Smallest change that counts: the requested margin, or the noise floor that the machine has
 * measured if that is larger. */
static double margin_of(const struct history_request *request, const struct history *history,
                        const struct series *series)
{
    const struct history_run *newest = &history->runs[series->points[series->npoints - 1].run];
    double floor = 0;
    parse_share(fact_value(newest->facts, newest->nfacts, "noise_floor"), &floor);
    return fmax(request->margin, floor);
}

static enum status find_series_values(struct series *series)
{
    enum status status =
        allocate(series->npoints, sizeof *series->value, "a series", &series->value);
    series->nvalues = 0;
    for (size_t k = 0; status == OK && k < series->npoints; k++)
        if (series->points[k].median > 0) series->value[series->nvalues++] = k;
    return status;
}

static const struct change_test change_test = {
    .level = HISTORY_LEVEL, .permutations = PERMUTATIONS, .dependent = HISTORY_DEPENDENT};

/* Makes the logarithms of the values of a series. */
static enum status make_logs(const struct series *series, double **out)
{
    MUST(allocate(series->nvalues, sizeof **out, "a series", out));
    for (size_t k = 0; k < series->nvalues; k++)
        (*out)[k] = log(series->points[series->value[k]].median);
    return OK;
}

static enum status find_course(struct series *series)
{
    enum status status = OK;
    double *logs = NULL, deviation;
    free(series->stretches);
    series->stretches = NULL;
    if (series->nvalues == 0) return OK;
    TRY(make_logs(series, &logs));
    TRY(piecewise_fit(series->nvalues, logs, &change_test, &series->stretches,
                      &series->nstretches));
    TRY(change_points_deviation(series->nvalues, logs, &deviation));
    series->needed = change_points_needed(HISTORY_LEVEL, isnan(deviation) ? 0 : deviation,
                                          log1p(HISTORY_CHANGE * series->margin));
out:
    free(logs);
    return status;
}

bool history_too_few(const struct series *series)
{
    return series->nvalues > 0 && (double)series->nvalues < series->needed;
}

static enum status history_add_finding(struct history *history, struct finding finding)
{
    finding.adjusted = 1;
    finding.false_a_year = HISTORY_LOOKS;
    if (finding.kind != FOUND_STEP || !finding.worse) finding.back = MISSING;
    if (finding.kind != FOUND_STEP) finding.reference = NAN;
    enum status status =
        reallocate(&history->findings, history->nfindings + 1, sizeof finding, "findings");
    if (status == OK) history->findings[history->nfindings++] = finding;
    return status;
}

static size_t run_of_value(const struct series *series, size_t value)
{
    return series->points[series->value[value]].run;
}

static bool same_code(const struct point *a, const struct point *b)
{
    return *a->fingerprint && !strcmp(a->fingerprint, b->fingerprint);
}

/* Returns whether the values first .. end - 1 of a series, as far as they exist, have the same
 * known code. */
static bool one_code(const struct series *series, size_t first, size_t end)
{
    if (end > series->nvalues) end = series->nvalues;
    const struct point *from = &series->points[series->value[first]];
    for (size_t k = first; k < end; k++)
        if (!same_code(from, &series->points[series->value[k]])) return false;
    return *from->fingerprint != '\0';
}

/* Returns the run since which the case is at most a margin slower than before stretch k; else
 * MISSING. */
static uint64_t back_since(const struct series *series, size_t k)
{
    const struct stretch *s = series->stretches, *before = &s[k - 1];
    const double most = before->level + stretch_rise(before) + log1p(series->margin);
    size_t back = series->nstretches;
    while (back > k + 1 &&
           fmax(s[back - 1].level, s[back - 1].level + stretch_rise(&s[back - 1])) <= most)
        back--;
    return back < series->nstretches ? run_of_value(series, s[back].first) : MISSING;
}

/* Sets *out to the median of the logarithm of the reference solve's times beside a stretch; NaN if
 * a value has none. */
static enum status find_reference(const struct series *series, const struct stretch *stretch,
                                  double *out)
{
    const size_t count = stretch->end - stretch->first;
    double *logs;
    MUST(allocate(count, sizeof *logs, "a stretch", &logs));
    *out = 0;
    for (size_t k = 0; k < count; k++) {
        logs[k] = log(series->points[series->value[stretch->first + k]].reference);
        *out += logs[k];
    }
    if (!isnan(*out)) *out = sort_to_median(count, logs);
    free(logs);
    return OK;
}

/* Returns whether a step (a logarithm) is within the margin once what the machine changed by in the
 * same direction is taken off. */
static bool is_by_machine(double step, double machine, double margin)
{
    return machine / step > 0 && fabs(step) - fabs(machine) <= log1p(margin);
}

static enum status add_step(const struct history_request *request, size_t s, size_t k,
                            struct history *history)
{
    const struct series *series = &history->series[s];
    const struct stretch *stretch = &series->stretches[k];
    double step = stretch_step(stretch - 1, stretch);
    const size_t from = stretch->first > HISTORY_DOUBT ? stretch->first - HISTORY_DOUBT : 0,
                 end = stretch->first + HISTORY_DOUBT;
    double before, after;
    if (fabs(step) <= log1p(series->margin)) return OK;
    MUST(find_reference(series, stretch - 1, &before));
    MUST(find_reference(series, stretch, &after));
    return history_add_finding(
        history, (struct finding){.kind = FOUND_STEP,
                                  .series = s,
                                  .before = run_of_value(series, stretch->first - 1),
                                  .after = run_of_value(series, stretch->first),
                                  .change = exp(step),
                                  .p = fmax(stretch->p, stretch->against_dependence),
                                  .against_dependence = stretch->against_dependence,
                                  .back = back_since(series, k),
                                  .same_code = one_code(series, from, end),
                                  .reference = exp(after - before),
                                  .by_machine = is_by_machine(step, after - before, series->margin),
                                  .worse = step > 0,
                                  .fresh = series->nvalues - stretch->first <= request->newest});
}

static enum status add_drift(size_t s, size_t k, struct history *history)
{
    const struct series *series = &history->series[s];
    const struct stretch *stretch = &series->stretches[k];
    double rise = stretch_rise(stretch);
    if (fabs(rise) <= log1p(series->margin)) return OK;
    return history_add_finding(
        history, (struct finding){.kind = FOUND_DRIFT,
                                  .series = s,
                                  .before = run_of_value(series, stretch->first),
                                  .after = run_of_value(series, stretch->end - 1),
                                  .change = exp(rise),
                                  .p = fmax(stretch->trend_p, stretch->trend_against_dependence),
                                  .against_dependence = stretch->trend_against_dependence,
                                  .same_code = one_code(series, stretch->first, stretch->end),
                                  .worse = rise > 0,
                                  .fresh = k + 1 == series->nstretches});
}

/* Returns whether a status means failure for a case that was ok before. The statuses that are not
 * failures say nothing about the case. */
static bool is_failure(enum case_status status)
{
    return status != CASE_OK && !status_is_unmeasured(status);
}

/* Returns whether the machine may have caused the failures after point `before`: they ran the same
 * code, and none is about the answer. */
static bool excused(const struct series *series, size_t before)
{
    for (size_t k = before + 1; k < series->npoints; k++) {
        const struct point *point = &series->points[k];
        if (!is_failure(point->status)) continue;
        if (!same_code(&series->points[before], point) || case_status_of_answer(point->status))
            return false;
    }
    return true;
}

/* Adds a failure that has lasted up to the newest run that says something about the case. */
static enum status add_failure(const struct history_request *request, size_t s,
                               struct history *history)
{
    const struct series *series = &history->series[s];
    size_t failed = 0, first = 0, k = series->npoints;
    while (k > 0 && series->points[k - 1].status != CASE_OK) {
        k--;
        if (!is_failure(series->points[k].status)) continue;
        failed++;
        first = k;
    }
    if (k == 0 || failed == 0) return OK;
    return history_add_finding(history, (struct finding){.kind = FOUND_FAILURE,
                                                         .series = s,
                                                         .before = series->points[k - 1].run,
                                                         .after = series->points[first].run,
                                                         .change = NAN,
                                                         .same_code = excused(series, k - 1),
                                                         .worse = true,
                                                         .fresh = failed <= request->newest});
}

static enum status find_all(const struct history_request *request, struct history *history)
{
    history->nfindings = 0;
    for (size_t s = 0; s < history->nseries; s++) {
        const struct series *series = &history->series[s];
        for (size_t k = 0; k < series->nstretches; k++) {
            if (k > 0) MUST(add_step(request, s, k, history));
            if (series->stretches[k].slope != 0) MUST(add_drift(s, k, history));
        }
        MUST(add_failure(request, s, history));
    }
    return OK;
}

static bool is_candidate(const struct finding *finding)
{
    const bool lasts = finding->kind == FOUND_STEP ? finding->back == MISSING : finding->fresh;
    return finding->kind != FOUND_FAILURE && lasts && finding->worse && !finding->same_code &&
           !finding->by_machine;
}

/* Sets both adjusted values of the candidates. Hypotheses without a candidate have p = 1. */
static enum status adjust(struct history *history)
{
    enum status status = OK;
    double *p = NULL, *dependent = NULL;
    const size_t room = hypotheses(history) + history->nfindings;
    size_t count = 0, next = 0;
    TRY(allocate(room, sizeof *p, "p-values", &p));
    TRY(allocate(room, sizeof *dependent, "p-values", &dependent));
    for (size_t k = 0; k < history->nfindings; k++) {
        const struct finding *finding = &history->findings[k];
        if (!is_candidate(finding)) continue;
        p[count] = finding->p;
        dependent[count++] = finding->against_dependence;
    }
    for (; count < hypotheses(history); count++) p[count] = dependent[count] = 1;
    TRY(benjamini_hochberg(count, p));
    TRY(holm(count, dependent));
    for (size_t k = 0; k < history->nfindings; k++) {
        struct finding *finding = &history->findings[k];
        if (!is_candidate(finding)) continue;
        finding->adjusted = p[next];
        finding->false_a_year = HISTORY_LOOKS * dependent[next++];
    }
out:
    free(p);
    free(dependent);
    return status;
}

static bool is_certain(double p, double against_dependence)
{
    return p <= HISTORY_FALSE && HISTORY_LOOKS * against_dependence <= 1;
}

/* Factors by which the other hypotheses of a night enlarge the p-values of a finding. */
struct others {
    double p, against_dependence;
};

/* Returns whether one of the stretches begins at one of the values low .. high, is slower than the
 * one before, and is certain. */
static bool has_alarm_within(size_t low, size_t high, double margin, const struct others *others,
                             size_t count, const struct stretch *stretches)
{
    for (size_t k = 1; k < count; k++) {
        const struct stretch *s = &stretches[k];
        if (s->first >= low && s->first <= high && stretch_step(s - 1, s) > log1p(margin) &&
            is_certain(others->p * fmax(s->p, s->against_dependence),
                       others->against_dependence * s->against_dependence))
            return true;
    }
    return false;
}

/* Sets *out to whether a step, or one where now a drift is found, was an alarm in an earlier night,
 * by the values up to then and the other findings of now: an alarm stays when later nights make it
 * less clear. Changes that are far from an alarm now never were. */
static enum status was_alarm(const struct history *history, const struct finding *finding,
                             bool *out)
{
    enum { FAR = 1000 };
    enum status status = OK;
    const struct series *series = &history->series[finding->series];
    const struct others others = {finding->adjusted / finding->p, finding->false_a_year /
                                                                      HISTORY_LOOKS /
                                                                      finding->against_dependence};
    size_t low = 0, high;
    double *logs = NULL;
    *out = false;
    if (!is_certain(finding->adjusted / FAR, finding->false_a_year / HISTORY_LOOKS / FAR))
        return OK;
    TRY(make_logs(series, &logs));
    if (finding->kind == FOUND_STEP) {
        while (run_of_value(series, low) != finding->after) low++;
        high = low + HISTORY_DOUBT;
        low = low > HISTORY_DOUBT ? low - HISTORY_DOUBT : 0;
    } else {
        while (run_of_value(series, low) != finding->before) low++;
        high = series->nvalues;
    }
    for (size_t count = series->nvalues - 1; count > low + 1 && !*out; count--) {
        struct stretch *stretches = NULL;
        size_t nstretches;
        TRY(piecewise_fit(count, logs, &change_test, &stretches, &nstretches));
        *out = has_alarm_within(low, high, series->margin, &others, nstretches, stretches);
        free(stretches);
    }
out:
    free(logs);
    return status;
}

static enum status find_alarms(struct history *history)
{
    for (size_t k = 0; k < history->nfindings; k++) {
        struct finding *f = &history->findings[k];
        if (f->kind == FOUND_FAILURE) f->adjusted = 0;
        f->alarm = f->kind == FOUND_FAILURE ? !f->same_code
                                            : f->adjusted <= HISTORY_FALSE && f->false_a_year <= 1;
        if (!f->alarm && is_candidate(f)) MUST(was_alarm(history, f, &f->alarm));
        f->fresh |= f->alarm;
    }
    return OK;
}

static int by_importance(const void *a, const void *b)
{
    const struct finding *x = a, *y = b;
    if (x->alarm != y->alarm) return y->alarm - x->alarm;
    if (x->fresh != y->fresh) return y->fresh - x->fresh;
    if (x->after != y->after) return x->after < y->after ? 1 : -1;
    if (x->series != y->series) return x->series < y->series ? -1 : 1;
    return (int)x->kind - (int)y->kind;
}

static bool same_origin(const struct history_run *a, const struct history_run *b)
{
    return !strcmp(a->machine, b->machine) && !strcmp(a->experiment, b->experiment);
}

/* Finds whether the case came or vanished within the newest runs. Cases that were never measured do
 * not count. */
static void find_came_and_gone(const struct history_request *request, const struct history *history,
                               struct series *series)
{
    const struct history_run *runs = history->runs;
    const size_t first = series->points[0].run, last = series->points[series->npoints - 1].run;
    bool measured = false, before = false;
    uint64_t since = 1, without = 0;
    series->came = series->gone = MISSING;
    for (size_t k = 0; k < series->npoints; k++)
        measured |= !status_is_unmeasured(series->points[k].status);
    for (size_t k = 0; k < first; k++) before |= same_origin(&runs[k], &runs[first]);
    for (size_t k = first + 1; k < history->nruns; k++)
        since += same_origin(&runs[k], &runs[first]);
    for (size_t k = last + 1; k < history->nruns; k++)
        if (same_origin(&runs[k], &runs[last]) && !without++) series->gone = k;
    if (measured && before && since <= request->newest) series->came = first;
    if (!measured || without > request->newest) series->gone = MISSING;
}

enum status history_judge(const struct history_request *request, struct history *history)
{
    for (size_t s = 0; s < history->nseries; s++) {
        if (!progress_hook_call("testing", s, history->nseries)) return progress_hook_stopped();
        struct series *series = &history->series[s];
        series->margin = margin_of(request, history, series);
        find_came_and_gone(request, history, series);
        MUST(find_series_values(series));
        MUST(find_course(series));
    }
    MUST(find_all(request, history));
    MUST(adjust(history));
    MUST(find_alarms(history));
    if (history->nfindings)
        qsort(history->findings, history->nfindings, sizeof *history->findings, by_importance);
    return OK;
}
