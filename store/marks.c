#include "store/marks.h"

#include <math.h>
#include <string.h>

#include "store/facts.h"

const char *const mark_names[NMARKS] = {[MARK_EXTRAPOLATED] = "extrapolated",
                                        [MARK_DOUBTFUL] = "doubtful",
                                        [MARK_UNCHECKED] = "unchecked",
                                        [MARK_DISTURBED] = "disturbed"};

static const char *const signs[NMARKS] = {[MARK_EXTRAPOLATED] = "*",
                                          [MARK_DOUBTFUL] = "?",
                                          [MARK_UNCHECKED] = "†",
                                          [MARK_DISTURBED] = "~"};

static const char *const meanings[NMARKS] = {[MARK_EXTRAPOLATED] =
                                                 "iterations x time per iteration",
                                             [MARK_DOUBTFUL] = "error may be above 10 epsilon",
                                             [MARK_UNCHECKED] = "no answer was checked",
                                             [MARK_DISTURBED] = "may be too long"};

static void marks_append(struct human *to, const char *text)
{
    strncat(to->text, text, sizeof to->text - strlen(to->text) - 1);
}

struct human marks_shown(unsigned marks)
{
    struct human out = {""};
    for (int k = 0; k < NMARKS; k++)
        if (marks & MARK_BIT(k)) marks_append(&out, signs[k]);
    return out;
}

unsigned marks_read(const char *text)
{
    unsigned marks = 0;
    while (*text) {
        int k = 0;
        while (k < NMARKS && strncmp(text, signs[k], strlen(signs[k])) != 0) k++;
        if (k == NMARKS) return 0;
        marks |= MARK_BIT(k);
        text += strlen(signs[k]);
    }
    return marks;
}

struct human marks_explained(unsigned marks)
{
    struct human out = {""};
    for (int k = 0; k < NMARKS; k++) {
        if (!(marks & MARK_BIT(k))) continue;
        const char *parts[] = {*out.text ? "; " : "", signs[k], " ",
                               mark_names[k],         ": ",     meanings[k]};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) marks_append(&out, parts[i]);
    }
    return out;
}

unsigned marks_of_answer(const struct result_run *run)
{
    if (run->status != CASE_OK) return 0;
    return (run->doubtful ? MARK_BIT(MARK_DOUBTFUL) : 0) |
           (run->proof == PROOF_UNCHECKED ? MARK_BIT(MARK_UNCHECKED) : 0);
}

unsigned marks_of_times(const struct results *results, const struct result_run *run)
{
    if (run->status != CASE_OK || !(run_disturbed(run, run_samples(results, run)) > 0)) return 0;
    return MARK_BIT(MARK_DISTURBED);
}

struct answers answers_none(void)
{
    return (struct answers){.largest_bound = NAN, .largest_error = NAN};
}

void answers_count(const struct results *results, struct answers *to)
{
    for (size_t k = 0; k < results->nruns; k++) {
        const struct result_run *run = &results->runs[k];
        if (run->status != CASE_OK) continue;
        to->proof[run->proof]++;
        to->doubtful += run->doubtful;
        if (run->proof != PROOF_CERTIFIED) continue;
        to->largest_bound = fmax(to->largest_bound, run->error_bound);
        to->largest_error = fmax(to->largest_error, proven_error(run));
    }
}

struct human answers_text(const struct answers *a)
{
    const size_t certified = a->proof[PROOF_CERTIFIED], checked = a->proof[PROOF_CHECKED],
                 unchecked = a->proof[PROOF_UNCHECKED], looked_at = certified + checked;
    if (looked_at + unchecked == 0) return human_text("%s", "");
    struct human out = human_text("%zu answer%s", looked_at, looked_at == 1 ? "" : "s");
    if (certified)
        human_append(&out, ": %zu certified (largest proven error %s)", certified,
                     human_quantity(UNIT_BOUND, a->largest_error).text);
    if (certified && checked) human_append(&out, ", %zu checked", checked);
    if (!certified) human_append(&out, " checked");
    if (a->doubtful && certified)
        human_append(&out, ", %zu of the %zu doubtful", a->doubtful, looked_at);
    else if (a->doubtful) human_append(&out, ", %zu of them doubtful", a->doubtful);
    if (unchecked) human_append(&out, "; %zu unchecked", unchecked);
    return out;
}

struct human proofs_cost_text(const struct results *results)
{
    size_t count = 0, found = 0;
    double seconds = 0;
    for (size_t k = 0; k < results->nproblems; k++) {
        if (isnan(results->problems[k].prove)) continue;
        count++;
        found += results->problems[k].proof_found;
        seconds += results->problems[k].prove;
    }
    const double share = 100 * seconds / results->wall;
    if (!count || !(results->wall > 0)) return human_text("%s", "");
    return human_text("%zu proof%s (%zu found, %s) %.*f %%, ", count, count == 1 ? "" : "s", found,
                      human_seconds(seconds).text, share < 9.95 ? 1 : 0, share);
}

struct human marks_summary(const struct results *results)
{
    struct answers answers = answers_none();
    answers_count(results, &answers);
    return answers_text(&answers);
}

const char *unproven(const struct result_run *run)
{
    static const char before[] = "no proof: ";
    const bool alone =
        run->status == CASE_OK && run->proof == PROOF_CHECKED && run->verdict == CYCLE_UNKNOWN;
    const char *why = alone && run->proof_note ? run->proof_note : "";
    return strncmp(why, before, strlen(before)) ? why : why + strlen(before);
}

struct human status_said(const struct results *results, enum case_status status)
{
    if (results && status == CASE_TIMEOUT && results->settings.timeout > 0)
        return human_text("timeout after %s",
                          human_tick(UNIT_SECONDS, results->settings.timeout).text);
    const char *gpus = results ? fact_value(results->machine, results->nmachine, "gpus") : "";
    if (status == CASE_NO_DEVICE && *gpus && strcmp(gpus, case_status_words[status]))
        return human_text("%s", "GPU not available");
    return human_text("%s", case_status_words[status]);
}

const char *status_words(const char *name)
{
    for (int k = 0; k < NCASE_STATUSES; k++)
        if (!strcmp(name, case_status_names[k])) return case_status_words[k];
    return name;
}
