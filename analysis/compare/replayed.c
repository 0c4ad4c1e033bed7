#include "analysis/compare/replayed.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare_print.h"
#include "base/memory.h"
#include "base/output/grid_view.h"
#include "base/text.h"
#include "store/facts.h"

const char *const replay_verdict_names[NREPLAY_VERDICTS] = {
    [REPLAY_REPRODUCED] = "reproduced",   [REPLAY_DIFFERS] = "not reproduced",
    [REPLAY_CONTRADICTS] = "contradicts", [REPLAY_UNTOLD] = "cannot be told",
    [REPLAY_NOT_RUN] = "not run here",    [REPLAY_NOTHING] = "not measured then",
};

/* One case */

static const struct result_run *side_run(const struct replayed_case *c, int side)
{
    return case_telling_run(&c->compared.matched.side[side]);
}

/* Adds a part of the note, which is cut to its size. */
__attribute__((format(printf, 2, 3))) static void replay_note(struct replayed_case *c,
                                                              const char *format, ...)
{
    const size_t used = strlen(c->note);
    va_list arguments;
    snprintf(c->note + used, sizeof c->note - used, "%s", used ? "; " : "");
    const size_t begin = strlen(c->note);
    va_start(arguments, format);
    vsnprintf(c->note + begin, sizeof c->note - begin, format, arguments);
    va_end(arguments);
}

/* Largest difference of two answers that stopped at the same epsilon: as the check of an answer
 * allows it (docs/measuring.md). */
static double value_tolerance(const struct replayed_case *c, double a, double b)
{
    const struct result_variant *variant = c->compared.matched.variant;
    const struct settings *settings = &c->compared.matched.side[BASE].results->settings;
    double share = 10 * variant_epsilon(variant, settings);
    if (!strcmp(variant->precision, "f32")) share = fmax(share, 1e-4);
    return share * (settings->criterion == ABSOLUTE ? 1 : fmax(fabs(a), fabs(b)));
}

/* Returns whether a value lies outside the interval that the other run has proven, by more than the
 * other run's own value does. */
static bool outside(const struct replayed_case *c, double value, const struct result_run *proven)
{
    const double low = fmin(proven->value_low, proven->value),
                 high = fmax(proven->value_high, proven->value);
    if (isnan(value) || !(proven->value_low <= proven->value_high)) return false;
    return value < low - value_tolerance(c, value, low) ||
           value > high + value_tolerance(c, value, high);
}

static bool is_same_size(const struct replayed_case *c)
{
    const struct result_problem *p[NSIDES];
    for (int side = 0; side < NSIDES; side++)
        p[side] = &c->compared.matched.side[side].results->problems[side_run(c, side)->problem];
    return p[BASE]->n == p[FRESH]->n && p[BASE]->nnz == p[FRESH]->nnz;
}

/* Compares answers and bounds, and notes how they differ. Returns REPLAY_REPRODUCED,
 * REPLAY_DIFFERS or REPLAY_CONTRADICTS. */
static enum replay_verdict judge_answer(struct replayed_case *c)
{
    const struct result_run *then = side_run(c, BASE), *now = side_run(c, FRESH);
    const double before = proven_error(then), after = proven_error(now);
    if (then->verdict != CYCLE_UNKNOWN && now->verdict != CYCLE_UNKNOWN &&
        then->verdict != now->verdict) {
        replay_note(c, "%s, now %s", human_name(cycle_names[then->verdict]).text,
                    human_name(cycle_names[now->verdict]).text);
        return REPLAY_CONTRADICTS;
    }
    if (isnan(before) != isnan(after))
        replay_note(c, "proven %s only", isnan(after) ? "then" : "now");
    else if (before > 10 * after || after > 10 * before)
        replay_note(c, "proven to %.2g, now to %.2g", before, after);
    const bool excluded = outside(c, now->value, then) || outside(c, then->value, now);
    if (!excluded &&
        !(fabs(then->value - now->value) > value_tolerance(c, then->value, now->value)))
        return REPLAY_REPRODUCED;
    replay_note(c, "value %.12g, now %.12g", then->value, now->value);
    if (!is_same_size(c)) replay_note(c, "the problem has another size now");
    else if (excluded) replay_note(c, "a proven interval excludes it");
    return excluded && is_same_size(c) ? REPLAY_CONTRADICTS : REPLAY_DIFFERS;
}

static size_t count_ok(const struct case_runs *runs)
{
    size_t count = 0;
    for (size_t k = 0; k < runs->count; k++)
        count += case_run(runs, k)->status == CASE_OK && case_run(runs, k)->sample_count;
    return count;
}

static enum replay_verdict judge_times(struct replayed_case *c, const char *other_machine)
{
    const struct compared_case *compared = &c->compared;
    const struct case_runs *side = compared->matched.side;
    if (other_machine) {
        replay_note(c, "another machine");
        return REPLAY_UNTOLD;
    }
    if (count_ok(&side[BASE]) < 2 && count_ok(&side[FRESH]) < 2) {
        replay_note(c, "one process says nothing of another: use --processes");
        return REPLAY_UNTOLD;
    }
    if (compared->judgement == JUDGED_SAME) {
        c->within = fmax(compared->ratio.high, 1 / compared->ratio.low) - 1;
        return REPLAY_REPRODUCED;
    }
    if (compared->judgement != JUDGED_UNCLEAR) return REPLAY_DIFFERS;
    if (!*c->note) replay_note(c, "the interval is too wide");
    return REPLAY_UNTOLD;
}

/* Judges a case that ended otherwise than in the file. */
static enum replay_verdict judge_ending(struct replayed_case *c, const char *other_machine)
{
    const enum case_status *status = c->compared.status;
    replay_note(c, "%s, now %s", case_status_words[status[BASE]], case_status_words[status[FRESH]]);
    const bool by_answer =
        case_status_of_answer(status[BASE] == CASE_OK ? status[FRESH] : status[BASE]);
    return other_machine && !by_answer ? REPLAY_UNTOLD : REPLAY_DIFFERS;
}

static enum replay_verdict judge_replayed(struct replayed_case *c, const char *other_machine)
{
    const struct compared_case *compared = &c->compared;
    if (!compared->matched.side[FRESH].count) {
        replay_note(c, "this program has no such case");
        return REPLAY_NOT_RUN;
    }
    if (status_is_unmeasured(compared->status[FRESH])) {
        replay_note(c, "%s: %s", case_status_words[compared->status[FRESH]],
                    side_run(c, FRESH)->note);
        return REPLAY_NOT_RUN;
    }
    if (*compared->note) replay_note(c, "%s", compared->note);
    if (compared->judgement == JUDGED_CONTRADICTION) return REPLAY_CONTRADICTS;
    if (compared->judgement == JUDGED_CHANGED) return judge_ending(c, other_machine);
    const enum replay_verdict answer = judge_answer(c);
    if (answer != REPLAY_REPRODUCED) return answer;
    if (compared->judgement != JUDGED_UNTIMED) return judge_times(c, other_machine);
    replay_note(c, "%s, as then", case_status_words[compared->status[BASE]]);
    return compared->status[BASE] == CASE_OK ? REPLAY_UNTOLD : REPLAY_REPRODUCED;
}

/* All cases */

static bool is_left_out(const struct result_run *run)
{
    return status_is_unmeasured(run->status);
}

/* Takes a case that was not run, with the reason. */
static void take_left_out(const struct matched_case *matched, const char *why,
                          struct replayed_case *out)
{
    out->compared = (struct compared_case){.matched = *matched,
                                           .judgement = JUDGED_MISSING,
                                           .median = {NAN, NAN},
                                           .ratio = {NAN, NAN, NAN}};
    out->compared.matched.side[FRESH] = (struct case_runs){0};
    out->compared.status[BASE] = side_run(out, BASE)->status;
    out->verdict = is_left_out(side_run(out, BASE)) ? REPLAY_NOTHING : REPLAY_NOT_RUN;
    replay_note(out, "%s", why);
}

static bool same_place(const struct matched_case *a, const struct matched_case *b)
{
    return a->problem == b->problem && a->variant == b->variant;
}

/* Takes the cases of the file; *at walks through those of the comparison in the same order. */
static void take_case(const struct replay_sides *sides, size_t k, size_t *at, struct replayed *out)
{
    const struct matched_case *matched = &sides->cases->cases[k];
    const struct comparison *comparison = &out->comparison;
    struct replayed_case *c = &out->cases[k];
    c->within = NAN;
    while (*at < comparison->count && !same_place(&comparison->cases[*at].matched, matched)) ++*at;
    if (sides->why[k] || *at == comparison->count) {
        take_left_out(matched, sides->why[k] ? sides->why[k] : "it was not measured", c);
    } else {
        c->compared = comparison->cases[*at];
        c->verdict = judge_replayed(c, out->other_machine);
    }
    const enum case_status now = c->compared.status[FRESH];
    out->failed |=
        c->compared.judgement == JUDGED_CHANGED && now != CASE_OK && c->verdict != REPLAY_NOT_RUN;
    out->judged[c->verdict]++;
}

enum status replay_judge(const struct replay_sides *sides, struct replayed *out)
{
    enum status status = OK;
    const struct results *then = sides->then, *now = sides->now;
    const char *before = fact_value(then->machine, then->nmachine, "key");
    struct compare_request request = {.margin = sides->margin, .blind = true};
    size_t at = 0;
    *out = (struct replayed){.margin = sides->margin, .count = sides->cases->count};
    if (now->nruns && strcmp(before, fact_value(now->machine, now->nmachine, "key")) != 0)
        out->other_machine = before;
    request.force = out->other_machine != NULL;
    TRY(allocate_zeroed(out->count, sizeof *out->cases, "cases", &out->cases));
    if (now->nruns) TRY(compare_results(then, now, &request, &out->comparison));
    if (now->nruns) out->margin = out->comparison.margin;
    for (size_t k = 0; k < out->count; k++) take_case(sides, k, &at, out);
out:
    if (status != OK) replayed_free(out);
    return status;
}

void replayed_free(struct replayed *replayed)
{
    free(replayed->cases);
    comparison_free(&replayed->comparison);
    *replayed = (struct replayed){0};
}

/* Printing */

static struct human replay_verdict_text(const struct replayed_case *c)
{
    if (isnan(c->within)) return human_text("%s", replay_verdict_names[c->verdict]);
    return human_text("reproduced within %.1f %%", ceil(1000 * c->within) / 10);
}

enum status replayed_counts(const struct replayed *replayed, char **out)
{
    const char *before = ": ";
    *out = NULL;
    MUST(append_text(out, "%zu case%s", replayed->count, replayed->count == 1 ? "" : "s"));
    for (int k = 0; k < NREPLAY_VERDICTS; k++) {
        if (!replayed->judged[k]) continue;
        MUST(append_text(out, "%s%zu %s", before, replayed->judged[k], replay_verdict_names[k]));
        before = ", ";
    }
    return OK;
}

enum status replayed_fill(const struct replayed *replayed, bool all, struct grid *grid)
{
    grid_columns(grid, "problem|variant|>then|>now|>change [95 %]|verdict|note");
    for (size_t k = 0; k < replayed->count; k++) {
        const struct compared_case *c = &replayed->cases[k].compared;
        const enum replay_verdict verdict = replayed->cases[k].verdict;
        if (!all && verdict != REPLAY_DIFFERS && verdict != REPLAY_CONTRADICTS) continue;
        GRID_CELLS(grid, c->matched.problem->label, c->matched.variant->name,
                   human_seconds(c->median[BASE]).text, human_seconds(c->median[FRESH]).text,
                   case_change(c).text, replay_verdict_text(&replayed->cases[k]).text,
                   replayed->cases[k].note);
    }
    return grid->status;
}

static enum status replay_print_grid(const struct replayed *replayed, const char *name, FILE *out)
{
    enum status status = OK;
    struct grid grid = {0};
    char *title = NULL, *counts = NULL;
    TRY(format_text(&title, "%s, by this program on this machine; margin %.3g %%%s%s", name,
                    100 * replayed->margin, replayed->other_machine ? "; measured then on " : "",
                    replayed->other_machine ? replayed->other_machine : ""));
    TRY(replayed_counts(replayed, &counts));
    TRY(replayed_fill(replayed, true, &grid));
    grid_title(&grid, title, counts);
    TRY(grid_print_view(&grid, NULL, TABLE_TEXT, out));
out:
    grid_free(&grid);
    free(title);
    free(counts);
    return status;
}

static void replay_json_side(struct json *json, const char *key, const struct replayed_case *c,
                             int side)
{
    const struct result_run unknown = result_run_unknown(), *run = &unknown;
    if (c->compared.matched.side[side].count) run = side_run(c, side);
    json_open_object(json, key);
    json_text(json, "status", run == &unknown ? NULL : case_status_names[run->status]);
    json_number(json, "median", c->compared.median[side]);
    json_count(json, "processes", c->compared.matched.side[side].count);
    json_count(json, "iterations", run->iterations);
    json_number(json, "value", run->value);
    json_number(json, "value_low", run->value_low);
    json_number(json, "value_high", run->value_high);
    json_number(json, "error_bound", run->error_bound);
    json_close_object(json);
}

static void replay_print_json(const struct replayed *replayed, const char *name, FILE *out)
{
    struct json json = {.out = out};
    json_open_object(&json, NULL);
    json_text(&json, "file", name);
    json_number(&json, "margin", replayed->margin);
    json_text(&json, "other_machine", replayed->other_machine);
    json_open_object(&json, "counts");
    for (int k = 0; k < NREPLAY_VERDICTS; k++)
        json_count(&json, replay_verdict_names[k], replayed->judged[k]);
    json_close_object(&json);
    json_open_array(&json, "cases");
    for (size_t k = 0; k < replayed->count; k++) {
        const struct replayed_case *c = &replayed->cases[k];
        json_open_object(&json, NULL);
        json_text(&json, "problem", c->compared.matched.problem->label);
        json_text(&json, "source", c->compared.matched.problem->source);
        json_text(&json, "variant", c->compared.matched.variant->name);
        json_text(&json, "verdict", replay_verdict_names[c->verdict]);
        json_number(&json, "within", c->within);
        json_ratio(&json, "ratio", &c->compared.ratio, c->compared.freedom > 0);
        replay_json_side(&json, "then", c, BASE);
        replay_json_side(&json, "now", c, FRESH);
        json_text(&json, "note", c->note);
        json_close_object(&json);
    }
    json_close_array(&json);
    json_close_object(&json);
}

enum status replayed_print(const struct replayed *replayed, const char *name, bool json, FILE *out)
{
    if (!json) return replay_print_grid(replayed, name, out);
    replay_print_json(replayed, name, out);
    return OK;
}
