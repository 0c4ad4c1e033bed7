#include "analysis/compare/compare_print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/counters_told.h"
#include "base/memory.h"
#include "base/output/grid_view.h"
#include "base/output/html.h"
#include "base/output/json.h"
#include "base/output/units.h"
#include "base/text.h"
#include "store/marks.h"

const struct file_kind kind_comparisons[NCOMPARE_FORMATS] = {
    [COMPARE_TEXT] = {"a comparison of warpmark", "", "; noise floor of the machine "},
    [COMPARE_MD] = {"a comparison of warpmark", "", "; noise floor of the machine "},
    [COMPARE_JSON] = {"a comparison of warpmark", "{", "\"code_unchanged_moved\":"},
    [COMPARE_JUNIT] = {"a comparison of warpmark", "<?xml", "<!-- warpmark compare -->"},
};

const char *const compare_format_names[NCOMPARE_FORMATS + 1] = {"text", "md", "json", "junit",
                                                                NULL};

/* MOST_NAMED: cases that came or went, by name. MOST_ROWS: of a table for a comment, which holds
 * 65,536 characters on GitHub. */
enum { MOST_NAMED = 20, MOST_ROWS = 50 };

/* Words */

/* Converts 1.0314 to 3.1, in per cent. */
static double percent(double ratio)
{
    return 100 * (ratio - 1);
}

/* seen: the interval holds for other processes, too; else it is not said. */
static struct human change_text(const struct ratio *ratio, bool seen)
{
    if (isnan(ratio->ratio)) return human_text("-");
    if (!seen) return human_text("%+.2f %%", percent(ratio->ratio));
    return human_text("%+.2f %% [%+.2f, %+.2f]", percent(ratio->ratio), percent(ratio->low),
                      percent(ratio->high));
}

struct human case_change(const struct compared_case *c)
{
    return change_text(&c->ratio, c->freedom > 0);
}

static struct human verdict_text(const struct compared_case *c)
{
    const char *before = case_status_words[c->status[BASE]];
    if (c->judgement == JUDGED_CHANGED)
        return human_text("%s -> %s", before, case_status_words[c->status[FRESH]]);
    if (c->judgement == JUDGED_UNTIMED) return human_text("untimed (%s)", before);
    return human_text("%s", judgement_names[c->judgement]);
}

/* Returns whether more than half of the cores were busy when one of the runs began; then the two
 * runs had different conditions. */
static bool loaded(const struct comparison *c)
{
    return c->load[BASE] > c->cores / 2 || c->load[FRESH] > c->cores / 2;
}

/* "NEW against BASE; margin 1 %; noise floor ...". */
static enum status title_text(const struct comparison *c, const struct compare_labels *labels,
                              char **out)
{
    *out = NULL;
    MUST(append_text(out, "%s against %s; margin %.3g %%; noise floor of the machine ",
                     labels->name[FRESH], labels->name[BASE], 100 * c->margin));
    if (isnan(c->noise_floor)) MUST(append_text(out, "unknown, run `warpmark selfcheck`"));
    else MUST(append_text(out, "%.3g %%", 100 * c->noise_floor));
    if (c->whole_table) return OK;
    if (c->reference_noise > c->margin)
        MUST(
            append_text(out,
                        "; a fixed reference solve ran up to %.3g %% differently in the two files, "
                        "so the speeds of the machines differ: use --live",
                        100 * c->reference_noise));
    if (loaded(c))
        MUST(append_text(
            out, "; load was %.2f and %.2f on %.0f cores, so times may be too long: use --live",
            c->load[BASE], c->load[FRESH], c->cores));
    return OK;
}

/* Adds "missing: tandem 15 jacobi/msr/f64/seq, ...", a line: the cases that were judged so. */
static enum status name_cases(const struct comparison *comparison, enum judgement judgement,
                              char **out)
{
    size_t count = 0;
    for (size_t k = 0; k < comparison->count; k++) {
        const struct compared_case *c = &comparison->cases[k];
        if (c->judgement != judgement || compared_unable(c) || count++ >= MOST_NAMED) continue;
        MUST(append_text(out, count == 1 ? "%s: " : ", ", judgement_names[judgement]));
        MUST(append_text(out, "%s %s", c->matched.problem->label, c->matched.variant->name));
    }
    if (count > MOST_NAMED) MUST(append_text(out, " and %zu more", count - MOST_NAMED));
    return count ? append_text(out, "\n") : OK;
}

static size_t count_unable(const struct comparison *comparison)
{
    size_t count = 0;
    for (size_t k = 0; k < comparison->count; k++) count += compared_unable(&comparison->cases[k]);
    return count;
}

/* rows: those that the table could have. The cases that came and went, and "12 cases: 1 slower, 11
 * same; geometric mean ...". */
static enum status summary_text(const struct comparison *comparison, size_t rows, char **out)
{
    size_t live = 0, same = 0, unable = count_unable(comparison);
    unsigned marks = 0;
    const char *before = ": ";
    for (size_t k = 0; k < comparison->count; k++) {
        const struct compared_case *c = &comparison->cases[k];
        live += c->live > 0;
        same += c->same_code && !c->live;
        marks |= c->marks[BASE] | c->marks[FRESH];
    }
    *out = NULL;
    MUST(name_cases(comparison, JUDGED_MISSING, out));
    MUST(name_cases(comparison, JUDGED_NEW, out));
    MUST(append_text(out, "%zu case%s", comparison->count, comparison->count == 1 ? "" : "s"));
    for (int k = 0; k < NJUDGEMENTS; k++) {
        if (!comparison->judged[k]) continue;
        MUST(append_text(out, "%s%zu %s", before, comparison->judged[k], judgement_names[k]));
        before = ", ";
    }
    if (unable) MUST(append_text(out, "; %zu cannot run on this machine, not shown", unable));
    if (comparison->timed)
        MUST(append_text(out, "; geometric mean %s over %zu",
                         change_text(&comparison->mean, !isnan(comparison->mean.low)).text,
                         comparison->timed));
    if (!isnan(comparison->together_rate) && comparison->together != JUDGED_UNCLEAR)
        MUST(append_text(out, ", together %s", judgement_names[comparison->together]));
    if (comparison->unchanged)
        MUST(append_text(out, "; noise: %zu with unchanged code differ by up to %.2f %%",
                         comparison->unchanged, 100 * comparison->unchanged_most));
    if (live && !comparison->whole_table)
        MUST(append_text(out, "; %zu measured again, live", live));
    if (marks) MUST(append_text(out, "; %s", marks_explained(marks).text));
    if (!comparison->whole_table) return OK;
    if (same) MUST(append_text(out, "; %zu with unchanged code, not measured in turns", same));
    if (rows > MOST_ROWS) MUST(append_text(out, "; %zu more rows in --json", rows - MOST_ROWS));
    return append_text(
        out,
        "\nThe noise of the rounds makes at most 1 of %d such tables call a case, "
        "or all together, faster or slower: all rows and all looks count (Holm). Times "
        "of seq in turns are those on the core, without waits for it.",
        MOST_FALSE_IN);
}

/* Text and Markdown */

static void fill_case_row(const struct compared_case *c, struct grid *grid)
{
    GRID_CELLS(grid, c->matched.problem->label, c->matched.variant->name);
    for (int side = 0; side < NSIDES; side++)
        grid_format(grid, "%s%s", human_seconds(c->median[side]).text,
                    isnan(c->median[side]) ? "" : marks_shown(c->marks[side]).text);
    GRID_CELLS(grid, case_change(c).text, verdict_text(c).text, c->note);
}

static bool has_row(const struct comparison *comparison, const struct compared_case *c)
{
    return !compared_unable(c) &&
           !(comparison->whole_table && c->judgement == JUDGED_SAME && !c->live);
}

/* Fills the rows of a table that must fit a comment: failures first, then by verdict. Returns the
 * number of rows that there are. */
static size_t fill_short_table(const struct comparison *comparison, const struct fail_rule *rule,
                               struct grid *grid)
{
    static const enum judgement order[NJUDGEMENTS] = {
        JUDGED_SLOWER, JUDGED_CONTRADICTION, JUDGED_CHANGED, JUDGED_MISSING, JUDGED_FASTER,
        JUDGED_NEW,    JUDGED_UNCLEAR,       JUDGED_SAME,    JUDGED_UNTIMED};
    size_t rows = 0;
    for (int pass = 0; pass < 2 * NJUDGEMENTS; pass++)
        for (size_t k = 0; k < comparison->count; k++) {
            const struct compared_case *c = &comparison->cases[k];
            if (has_row(comparison, c) && c->judgement == order[pass % NJUDGEMENTS] &&
                compared_failed(c, rule) == (pass < NJUDGEMENTS) && rows++ < MOST_ROWS)
                fill_case_row(c, grid);
        }
    return rows;
}

static enum paint paint_verdict(const char *cell)
{
    const char *changed = strstr(cell, " -> ");
    if (changed) return strcmp(changed, " -> ok") ? PAINT_BAD : PAINT_GOOD;
    if (!strcmp(cell, judgement_names[JUDGED_SLOWER])) return PAINT_BAD;
    if (!strcmp(cell, judgement_names[JUDGED_CONTRADICTION])) return PAINT_BAD;
    if (!strcmp(cell, judgement_names[JUDGED_FASTER])) return PAINT_GOOD;
    return strcmp(cell, judgement_names[JUDGED_UNCLEAR]) ? PAINT_NONE : PAINT_UNSURE;
}

static enum status print_grid(const struct comparison *comparison,
                              const struct compare_labels *labels, enum table_format format,
                              FILE *out)
{
    enum status status = OK;
    struct grid grid = {.order = "problem|variant|verdict|change [95 %]|new|base|note",
                        .paint = paint_verdict};
    char *title = NULL, *summary = NULL;
    size_t rows = 0;
    TRY(title_text(comparison, labels, &title));
    grid_columns(&grid, "problem|variant|>base|>new|>change [95 %]|verdict|note");
    if (comparison->whole_table) rows = fill_short_table(comparison, &labels->fail, &grid);
    for (size_t k = 0; k < comparison->count && !comparison->whole_table; k++)
        if (has_row(comparison, &comparison->cases[k])) fill_case_row(&comparison->cases[k], &grid);
    TRY(summary_text(comparison, rows, &summary));
    grid_title(&grid, title, summary);
    TRY(grid_print_view(&grid, NULL, format, out));
out:
    grid_free(&grid);
    free(title);
    free(summary);
    return status;
}

/* JSON */

void json_ratio(struct json *json, const char *key, const struct ratio *ratio, bool seen)
{
    json_open_object(json, key);
    json_number(json, "value", ratio->ratio);
    json_number(json, "low", seen ? ratio->low : NAN);
    json_number(json, "high", seen ? ratio->high : NAN);
    json_close_object(json);
}

static bool knows_disturbed(const struct case_runs *runs)
{
    for (size_t k = 0; k < runs->count; k++) {
        const struct result_run *run = case_run(runs, k);
        if (isnan(run_disturbed(run, run_samples(runs->results, run)))) return false;
    }
    return runs->count > 0;
}

static void json_side(struct json *json, const char *key, const struct compared_case *c, int side)
{
    json_open_object(json, key);
    json_text(json, "status",
              c->matched.side[side].count ? case_status_names[c->status[side]] : NULL);
    json_number(json, "median", c->median[side]);
    json_bool(json, "doubtful", c->marks[side] & MARK_BIT(MARK_DOUBTFUL));
    json_bool(json, "unchecked", c->marks[side] & MARK_BIT(MARK_UNCHECKED));
    if (knows_disturbed(&c->matched.side[side]))
        json_bool(json, "disturbed", c->marks[side] & MARK_BIT(MARK_DISTURBED));
    else json_text(json, "disturbed", NULL);
    json_count(json, "samples", c->samples[side]);
    json_count(json, "blocks", c->blocks[side]);
    json_number(json, "effective_samples", c->effective[side]);
    json_close_object(json);
}

/* Prints which side began each round. */
static void json_live(struct json *json, const struct compared_case *c)
{
    const struct case_runs *base = &c->matched.side[BASE], *fresh = &c->matched.side[FRESH];
    json_count(json, "live_rounds", c->live);
    if (!c->live) return;
    json_open_array(json, "live_first");
    for (size_t k = 0; k < c->live; k++) {
        double before = base->results->runs[base->run[k]].started,
               after = fresh->results->runs[fresh->run[k]].started;
        json_text(json, NULL, before < after ? "base" : "new");
    }
    json_close_array(json);
}

static void json_case(struct json *json, const struct compared_case *c,
                      const struct fail_rule *rule)
{
    json_open_object(json, NULL);
    json_text(json, "problem", c->matched.problem->label);
    json_text(json, "source", c->matched.problem->source);
    json_text(json, "variant", c->matched.variant->name);
    json_text(json, "verdict", judgement_names[c->judgement]);
    json_ratio(json, "ratio", &c->ratio, c->freedom > 0);
    json_number(json, "margin", c->margin);
    json_number(json, "iterations_ratio", c->work);
    json_number(json, "false_discovery_rate", c->rate);
    json_bool(json, "code_unchanged", c->same_code);
    json_bool(json, "failed", compared_failed(c, rule));
    json_live(json, c);
    json_side(json, "base", c, BASE);
    json_side(json, "new", c, FRESH);
    json_counters(json, &c->matched);
    json_text(json, "note", c->note);
    json_close_object(json);
}

static void comparison_print_json(const struct comparison *comparison,
                                  const struct compare_labels *labels, FILE *out)
{
    struct json json = {.out = out};
    json_open_object(&json, NULL);
    json_text(&json, "base", labels->name[BASE]);
    json_text(&json, "new", labels->name[FRESH]);
    json_number(&json, "margin", comparison->margin);
    json_bool(&json, "whole_table", comparison->whole_table);
    json_number(&json, "noise_floor", comparison->noise_floor);
    json_number(&json, "reference_noise", comparison->reference_noise);
    json_number(&json, "base_load", comparison->load[BASE]);
    json_number(&json, "new_load", comparison->load[FRESH]);
    json_open_object(&json, "counts");
    for (int k = 0; k < NJUDGEMENTS; k++)
        json_count(&json, judgement_names[k], comparison->judged[k]);
    json_close_object(&json);
    json_count(&json, "cannot_run", count_unable(comparison));
    json_ratio(&json, "geometric_mean", &comparison->mean, true);
    json_text(&json, "together",
              isnan(comparison->together_rate) ? NULL : judgement_names[comparison->together]);
    json_count(&json, "timed", comparison->timed);
    json_count(&json, "code_unchanged", comparison->unchanged);
    json_number(&json, "code_unchanged_moved", comparison->unchanged_most);
    json_open_array(&json, "cases");
    for (size_t k = 0; k < comparison->count; k++)
        json_case(&json, &comparison->cases[k], &labels->fail);
    json_close_array(&json);
    json_close_object(&json);
}

/* JUnit XML, as continuous integration reads it */

/* Prints text for XML: lines and tabs stay; characters that XML cannot hold, or that a reader
 * should not see, are replaced as in html_text. */
static void put_xml(const char *text, FILE *out)
{
    size_t length;
    for (char piece[8]; *text; text += length) {
        character_at(text, &length, NULL);
        snprintf(piece, sizeof piece, "%.*s", (int)length, text);
        if (strchr("\n\t\r", *piece)) fprintf(out, "&#%d;", *piece);
        else html_text(piece, out);
    }
}

static void put_attribute(const char *name, const char *value, FILE *out)
{
    fprintf(out, " %s=\"", name);
    put_xml(value, out);
    fputc('"', out);
}

static bool skipped(const struct compared_case *c, const struct fail_rule *rule)
{
    bool unjudged = c->judgement == JUDGED_UNCLEAR || c->judgement == JUDGED_UNTIMED ||
                    c->judgement == JUDGED_MISSING || c->judgement == JUDGED_NEW;
    return unjudged && !compared_failed(c, rule);
}

/* Prints why the case failed, or its result. */
static void print_outcome(const struct compared_case *c, const struct fail_rule *rule, FILE *out)
{
    const struct human verdict = verdict_text(c), change = case_change(c);
    bool failed = compared_failed(c, rule);
    const char *texts[] = {failed ? "" : verdict.text, failed ? "" : ": ", change.text,
                           *c->note ? "; " : "", c->note};
    fputs(failed ? "<failure" : "<system-out", out);
    if (failed) put_attribute("message", verdict.text, out);
    fputc('>', out);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) put_xml(texts[k], out);
    fputs(failed ? "</failure>" : "</system-out>", out);
}

static void print_skipped(const struct compared_case *c, FILE *out)
{
    const struct human change = case_change(c);
    const bool changed = !isnan(c->ratio.ratio);
    fputs("<skipped message=\"", out);
    put_xml(verdict_text(c).text, out);
    if (changed || *c->note) fputs(": ", out);
    if (changed) put_xml(change.text, out);
    if (changed && *c->note) fputs("; ", out);
    put_xml(c->note, out);
    fputs("\"/>", out);
}

static void print_testcase(const struct compared_case *c, const struct fail_rule *rule, FILE *out)
{
    fputs("  <testcase", out);
    put_attribute("classname", c->matched.problem->label, out);
    put_attribute("name", c->matched.variant->name, out);
    if (!isnan(c->median[FRESH])) fprintf(out, " time=\"%.9f\"", c->median[FRESH]);
    fputs(">\n    ", out);
    if (skipped(c, rule)) print_skipped(c, out);
    else print_outcome(c, rule, out);
    fputs("\n  </testcase>\n", out);
}

static void print_junit(const struct comparison *comparison, const struct compare_labels *labels,
                        FILE *out)
{
    size_t failures = 0, skips = 0, unable = count_unable(comparison);
    for (size_t k = 0; k < comparison->count; k++) {
        if (compared_unable(&comparison->cases[k])) continue;
        failures += compared_failed(&comparison->cases[k], &labels->fail);
        skips += skipped(&comparison->cases[k], &labels->fail);
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite", out);
    put_attribute("name", labels->name[FRESH], out);
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n",
            comparison->count - unable, failures, skips);
    for (size_t k = 0; k < comparison->count; k++)
        if (!compared_unable(&comparison->cases[k]))
            print_testcase(&comparison->cases[k], &labels->fail, out);
    if (unable)
        fprintf(out, "  <system-out>%zu case%s cannot run on this machine</system-out>\n", unable,
                unable == 1 ? "" : "s");
    fputs("</testsuite>\n<!-- warpmark compare -->\n", out);
}

enum status compare_print(const struct comparison *comparison, const struct compare_labels *labels,
                          enum compare_format format, FILE *out)
{
    switch (format) {
    case COMPARE_TEXT: return print_grid(comparison, labels, TABLE_TEXT, out);
    case COMPARE_MD: return print_grid(comparison, labels, TABLE_MD, out);
    case COMPARE_JSON: comparison_print_json(comparison, labels, out); return OK;
    default: print_junit(comparison, labels, out); return OK;
    }
}
