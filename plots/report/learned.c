#include "plots/report/learned.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/noise_told.h"
#include "analysis/compare/slower_omp.h"
#include "analysis/crossover/crossover_search.h"
#include "base/memory.h"
#include "plots/report/fastest.h"
#include "plots/report/stored.h"
#include "store/facts.h"
#include "store/marks.h"

enum { MOST_LINES = 6 }; /* for each kind */

/* Claims */

/* Tells of claims. all: also lists those that do not hold. */
static enum status tell_claims(const struct page *page, const struct results *r, bool all)
{
    size_t told = 0, failed = judged_count(r, VERDICT_DOES_NOT_HOLD);
    if (!r->nclaims || results_unjudged(r)) return OK;
    MUST(page_say_item(page, "Claims: %s.", judged_claims_text(r).text));
    for (size_t k = 0; all && k < r->nclaims && told < MOST_LINES; k++) {
        const struct claim *claim = &r->claims[k];
        if (claim->verdict != VERDICT_DOES_NOT_HOLD) continue;
        MUST(page_say_item(page, "Does not hold: %s (%s)%s%s.", claim->text, claim->id,
                           *claim->numbers ? ": " : "", claim->numbers));
        told++;
    }
    if (!all || failed <= told) return OK;
    return page_say_item(page, "%zu further claims do not hold.", failed - told);
}

/* Crossovers */

static enum status tell_crossovers(const struct page *page, const struct results *results)
{
    char *text = NULL;
    size_t size;
    if (!results->ncrossovers) return OK;
    FILE *out = open_memstream(&text, &size);
    if (!out) return fail(ERROR_HOST_MEMORY, "no memory for a summary");
    crossovers_say(results, out);
    bool failed = ferror(out);
    if (fclose(out) || failed) {
        free(text);
        return fail(ERROR_HOST_MEMORY, "no memory for a summary");
    }
    enum status status = OK;
    for (char *line = strtok(text, "\n"); line && status == OK; line = strtok(NULL, "\n"))
        status = page_say_item(page, "Crossover %s.", line);
    free(text);
    return status;
}

/* Cases that failed, and answers that are doubtful or not proven */

/* Returns the first run with this end, or NULL; *count: number of such runs. */
static const struct result_run *first_with(const struct results *r, enum case_status status,
                                           size_t *count)
{
    const struct result_run *first = NULL;
    *count = 0;
    for (size_t k = r->nruns; k-- > 0;)
        if (r->runs[k].status == status) {
            first = &r->runs[k];
            ++*count;
        }
    return first;
}

static enum status tell_failures(const struct page *page, const struct results *r)
{
    for (int s = CASE_OK + 1; s < NCASE_STATUSES; s++) {
        size_t count;
        const struct result_run *run = first_with(r, (enum case_status)s, &count);
        if (!run) continue;
        MUST(page_say_item(page, "%zu × %s%s%s, such as %s on %s.", count,
                           status_said(r, (enum case_status)s).text, *run->note ? ": " : "",
                           run->note, r->variants[run->variant].name,
                           r->problems[run->problem].label));
    }
    return OK;
}

static enum status tell_doubts(const struct page *page, const struct results *r)
{
    const struct result_run *first = NULL;
    size_t count = 0;
    for (size_t k = 0; k < r->nruns; k++) {
        if (!r->runs[k].doubtful) continue;
        if (!first) first = &r->runs[k];
        count++;
    }
    if (!first) return OK;
    const double proven = proven_error(first);
    const bool estimated = run_is_unsure(first) && !(proven > first->estimated_error);
    return page_say_item(
        page, "Doubtful answers: %zu, such as %s on %s (%s error %s). Do not rely on their times.",
        count, r->variants[first->variant].name, r->problems[first->problem].label,
        estimated ? "estimated" : "proven",
        (estimated ? human_text("%.2g", first->estimated_error)
                   : human_quantity(UNIT_BOUND, proven))
            .text);
}

/* Prints why answers have no proof: a line for each reason, up to a limit. */
static enum status tell_unproven(const struct page *page, const struct results *r)
{
    size_t told = 0;
    for (size_t k = 0; k < r->nruns && told < MOST_LINES; k++) {
        const char *why = unproven(&r->runs[k]);
        size_t first = 0, count = 0;
        while (strcmp(unproven(&r->runs[first]), why)) first++;
        if (!*why || first < k) continue;
        for (size_t i = k; i < r->nruns; i++) count += !strcmp(unproven(&r->runs[i]), why);
        MUST(page_say_item(page, "No proof of %zu answer%s, such as %s on %s: %s.", count,
                           count == 1 ? "" : "s", r->variants[r->runs[k].variant].name,
                           r->problems[r->runs[k].problem].label, why));
        told++;
    }
    return OK;
}

/* Noise */

/* Returns whether the file tells for any sample if it was disturbed, or has no samples. */
static bool knows_disturbed(const struct results *r)
{
    for (size_t k = 0; k < r->nsamples; k++)
        if (!isnan(sample_disturbed(&r->samples[k]))) return true;
    return !r->nsamples;
}

static enum status tell_noise(const struct page *page, const struct results *r)
{
    enum status status = OK;
    char *noise = NULL, *slower = NULL;
    if (r->quick) page_item(page, "A quick run: do not keep its numbers.");
    if (r->interrupted) page_item(page, "Interrupted before the end.");
    TRY(noise_sentences(r, &noise));
    if (*noise) page_items(page, noise);
    else page_item(page, "Noise: none was seen.");
    if (!knows_disturbed(r)) page_item(page, "Whether samples were disturbed is unknown.");
    TRY(slower_omp_text(r, &slower));
    if (*slower) TRY(page_say_item(page, "%s.", slower));
out:
    free(noise);
    free(slower);
    return status;
}

enum status learned_print(const struct page *page, const struct report_part *part, bool alone)
{
    enum status status = OK;
    const struct results *r = &part->results;
    struct races races = {0};
    TRY(races_find(r, &races));
    page_open_list(page);
    TRY(tell_claims(page, r, alone));
    TRY(tell_crossovers(page, r));
    TRY(races_tell(page, &races));
    TRY(tell_failures(page, r));
    TRY(tell_doubts(page, r));
    TRY(tell_unproven(page, r));
    TRY(tell_noise(page, r));
    page_close_list(page);
    if (alone) TRY(races_table(page, &races));
out:
    races_free(&races);
    return status;
}

/* Several files */

/* Adds how many claims of a part, which may be NULL, got each verdict. */
static void count_verdicts(const struct report_part *part, size_t count[NVERDICTS])
{
    for (int v = 0; part && v < NVERDICTS; v++)
        count[v] += judged_count(&part->results, (enum claim_verdict)v);
}

static enum status tell_stored(const struct page *page, const struct report *report)
{
    size_t count[NVERDICTS] = {0};
    if (!stored_any(report)) return OK;
    for (size_t k = 0; k < report->nparts; k++) count_verdicts(report->parts[k].stored, count);
    return page_say_item(page,
                         "Stored results from a GPU, which come with Warpmark, stand beside. "
                         "Claims there: %zu hold, "
                         "%zu do not, %zu not tested. None of it was measured here.",
                         count[VERDICT_HOLDS], count[VERDICT_DOES_NOT_HOLD],
                         count[VERDICT_NOT_TESTED]);
}

/* Prints the claims of all parts that do not hold: a line for each, up to a limit. */
static enum status tell_all_claims(const struct page *page, const struct report *report)
{
    size_t count[NVERDICTS] = {0}, told = 0;
    for (size_t k = 0; k < report->nparts; k++) count_verdicts(&report->parts[k], count);
    if (count[VERDICT_HOLDS] + count[VERDICT_DOES_NOT_HOLD] + count[VERDICT_NOT_TESTED] == 0)
        return OK;
    MUST(page_say_item(page, "Claims: %zu hold, %zu do not, %zu are not tested here.",
                       count[VERDICT_HOLDS], count[VERDICT_DOES_NOT_HOLD],
                       count[VERDICT_NOT_TESTED]));
    MUST(tell_stored(page, report));
    for (size_t k = 0; k < report->nparts; k++)
        for (size_t i = 0; i < report->parts[k].results.nclaims; i++) {
            const struct claim *claim = &report->parts[k].results.claims[i];
            if (claim->verdict != VERDICT_DOES_NOT_HOLD || told == MOST_LINES) continue;
            MUST(page_say_item(page, "Does not hold: %s (%s of %s).", claim->text, claim->id,
                               report->parts[k].anchor));
            told++;
        }
    if (count[VERDICT_DOES_NOT_HOLD] == told) return OK;
    return page_say_item(page, "%zu further claims do not hold: see the table below.",
                         count[VERDICT_DOES_NOT_HOLD] - told);
}

/* Sets *seen if something disturbed the times of a file. */
static enum status has_noise(const struct results *results, bool *seen)
{
    char *noise;
    MUST(noise_sentences(results, &noise));
    *seen = *noise != 0;
    free(noise);
    return OK;
}

/* Returns whether a run had no GPU that its variant needs. A program without CUDA on a machine
 * without a GPU counts, too. */
static bool lacks_gpu(const struct results *r, const struct result_run *run)
{
    return run->status == CASE_NO_DEVICE ||
           (run->status == CASE_UNSUPPORTED &&
            !strncmp(r->variants[run->variant].place, "cuda", strlen("cuda")) &&
            !strcmp(fact_value(r->machine, r->nmachine, "gpus"), NO_GPU));
}

/* Prints "5 of 11 cases were measured; 6 need a GPU that this machine does not have." */
static enum status tell_statuses(const struct page *page, const struct report *report)
{
    size_t cases = 0, lacking = 0, count[NCASE_STATUSES] = {0};
    char *text = NULL;
    enum status status = OK;
    for (size_t k = 0; k < report->nparts; k++) {
        const struct results *r = &report->parts[k].results;
        cases += r->nruns;
        for (size_t i = 0; i < r->nruns; i++) {
            count[r->runs[i].status]++;
            lacking += lacks_gpu(r, &r->runs[i]);
        }
    }
    const size_t not_run = count[CASE_NO_DEVICE] + count[CASE_UNSUPPORTED],
                 unsupported = not_run - lacking, measured = cases - not_run,
                 failed = measured - count[CASE_OK];
    if (cases == count[CASE_OK]) return OK;
    TRY(copy_text("", &text));
    if (not_run) TRY(append_text(&text, "%zu of %zu cases were measured", measured, cases));
    if (lacking)
        TRY(append_text(&text, "; %zu need%s a GPU that this machine does not have", lacking,
                        lacking == 1 ? "s" : ""));
    if (unsupported)
        TRY(append_text(&text, "; %zu %s not supported here", unsupported,
                        unsupported == 1 ? "is" : "are"));
    if (failed)
        TRY(append_text(&text, "%s%zu of %zu cases %s not ok", *text ? "; " : "", failed, measured,
                        failed == 1 ? "is" : "are"));
    TRY(page_say_item(page, "%s.", text));
out:
    free(text);
    return status;
}

enum status learned_of_all(const struct page *page, const struct report *report)
{
    char *noisy = NULL;
    size_t count = 0;
    enum status status = OK;
    struct answers answers = answers_none();
    page_open_list(page);
    TRY(tell_all_claims(page, report));
    for (size_t k = 0; k < report->nparts; k++) {
        const struct results *r = &report->parts[k].results;
        bool seen;
        answers_count(r, &answers);
        TRY(has_noise(r, &seen));
        if (seen && count++ < MOST_LINES)
            TRY(append_text(&noisy, "%s%s", noisy ? ", " : "", report->parts[k].anchor));
    }
    TRY(tell_statuses(page, report));
    if (answers.proof[PROOF_CERTIFIED])
        TRY(page_say_item(page, "%s.", answers_text(&answers).text));
    if (!noisy) page_item(page, "Noise: none was seen.");
    else
        TRY(page_say_item(page,
                          "Noise was seen in %zu of %zu experiments, which say by how much: %s%s.",
                          count, report->nparts, noisy, count > MOST_LINES ? ", ..." : ""));
    page_close_list(page);
out:
    free(noisy);
    return status;
}
