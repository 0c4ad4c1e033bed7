#include "harness/report/learned.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/compare/case_ratios.h"
#include "harness/compare/noise_told.h"
#include "harness/compare/slower_omp.h"
#include "harness/run/crossover_search.h"
#include "harness/store/marks.h"

/* At most so many rows and lines of a kind. */
enum { MOST_ROWS = 20, MOST_LINES = 6 };

/* Claims */

static enum status tell_claims(const struct page *page, const struct judged_claims *claims)
{
    size_t told = 0, failed = judged_count(claims, VERDICT_DOES_NOT_HOLD);
    if (!claims->count) return OK;
    MUST(page_say_item(page, "Claims: %s.", judged_claims_text(claims).text));
    for (size_t k = 0; k < claims->count && told < MOST_LINES; k++) {
        const struct judged_claim *claim = &claims->claim[k];
        if (claim->verdict != VERDICT_DOES_NOT_HOLD) continue;
        MUST(page_say_item(page, "Does not hold: %s (%s)%s%s.", claim->text, claim->id,
                           *claim->numbers ? ": " : "", claim->numbers));
        told++;
    }
    if (failed <= told) return OK;
    return page_say_item(page, "%zu further claims do not hold.", failed - told);
}

/* Fastest variants */

/* The timed cases of one problem: indices among the judged cases. */
struct race {
    size_t count, fastest, next, slowest;
    double time, next_time, slowest_time;
};

struct races {
    const struct judged_cases *cases;
    const char *field; /* whole solves; or iterations, where no case has a time for a solve */
    double *time;      /* of each case; NaN: none */
};

static enum status time_cases(struct races *races, const char *field, bool *any)
{
    *any = false;
    races->field = field;
    for (size_t k = 0; k < races->cases->count; k++) {
        struct summary summary;
        MUST(judged_summary(races->cases, k, field, &summary));
        races->time[k] = summary.median;
        *any = *any || summary.median > 0;
    }
    return OK;
}

static size_t problem_of(const struct races *races, size_t k)
{
    return (size_t)case_run(&races->cases->of[k], 0)->problem;
}

static const char *variant_of(const struct races *races, size_t k)
{
    return races->cases->results->variants[case_run(&races->cases->of[k], 0)->variant].name;
}

static void add_racer(size_t k, double time, struct race *race)
{
    if (!race->count || time > race->slowest_time) race->slowest = k, race->slowest_time = time;
    if (!race->count || time < race->time) {
        race->next = race->fastest;
        race->next_time = race->time;
        race->fastest = k;
        race->time = time;
    } else if (race->count == 1 || time < race->next_time) {
        race->next = k;
        race->next_time = time;
    }
    race->count++;
}

static struct race race_of(const struct races *races, size_t problem)
{
    struct race race = {0};
    for (size_t k = 0; k < races->cases->count; k++)
        if (problem_of(races, k) == problem && races->time[k] > 0)
            add_racer(k, races->time[k], &race);
    return race;
}

/* Which variant wins most often, how often, and by how much at most the fastest beats the slowest.
 */
static enum status tell_races(const struct page *page, const struct races *races)
{
    const struct results *r = races->cases->results;
    size_t *wins, compared = 0, best = 0, widest = 0;
    double most = 0;
    MUST(allocate_zeroed(r->nvariants, sizeof *wins, "a summary", &wins));
    for (size_t problem = 0; problem < r->nproblems; problem++) {
        const struct race race = race_of(races, problem);
        if (race.count < 2) continue;
        compared++;
        size_t winner = (size_t)case_run(&races->cases->of[race.fastest], 0)->variant;
        if (++wins[winner] > wins[best]) best = winner;
        if (race.slowest_time / race.time <= most) continue;
        most = race.slowest_time / race.time;
        widest = problem;
    }
    size_t won = compared ? wins[best] : 0;
    free(wins);
    if (!compared) return OK;
    const struct race race = race_of(races, widest);
    MUST(page_say_item(
        page, "Fastest most often: %s, on %zu of %zu problem%s with two timed variants or more.",
        r->variants[best].name, won, compared, compared == 1 ? "" : "s"));
    return page_say_item(page,
                         "Largest gap: on %s, %s is %.3g times as fast as %s (%s against %s%s).",
                         r->problems[widest].label, variant_of(races, race.fastest), most,
                         variant_of(races, race.slowest), human_seconds(race.time).text,
                         human_seconds(race.slowest_time).text,
                         strcmp(races->field, "solve") ? " an iteration" : "");
}

/* "1.31 [1.29, 1.33]": how many times as long as the fastest. */
static enum status add_factor(const struct races *races, const struct race *race, size_t other,
                              struct grid *grid)
{
    struct ratio ratio;
    MUST(judged_ratio(races->cases, other, race->fastest, strcmp(races->field, "solve") != 0,
                      &ratio));
    bool known = isfinite(ratio.low) && isfinite(ratio.high) && ratio.high > 0;
    if (known) grid_format(grid, "%.3g [%.3g, %.3g]", ratio.ratio, ratio.low, ratio.high);
    else grid_format(grid, "%.3g", races->time[other] / race->time);
    return OK;
}

static unsigned marks_of(const struct races *races, size_t k)
{
    const struct result_run *run = case_run(&races->cases->of[k], 0);
    bool whole = !strcmp(races->field, "solve");
    return marks_of_answer(run) | (whole && run->extrapolated ? MARK_BIT(MARK_EXTRAPOLATED) : 0u);
}

static enum status add_race(const struct races *races, size_t problem, const struct race *race,
                            unsigned *marks, struct grid *grid)
{
    unsigned of_fastest = marks_of(races, race->fastest);
    *marks |= of_fastest;
    grid_cell(grid, races->cases->results->problems[problem].label);
    grid_cell(grid, variant_of(races, race->fastest));
    grid_format(grid, "%s%s", human_seconds(race->time).text, marks_shown(of_fastest).text);
    grid_cell(grid, variant_of(races, race->next));
    MUST(add_factor(races, race, race->next, grid));
    if (race->slowest == race->next) return GRID_CELLS(grid, "-", "-");
    grid_cell(grid, variant_of(races, race->slowest));
    return add_factor(races, race, race->slowest, grid);
}

/* The rows; *left: how many problems did not fit. */
static enum status add_races(const struct races *races, unsigned *marks, size_t *left,
                             struct grid *grid)
{
    size_t rows = 0;
    *left = 0;
    for (size_t problem = 0; problem < races->cases->results->nproblems; problem++) {
        const struct race race = race_of(races, problem);
        if (race.count < 2) continue;
        if (rows++ < MOST_ROWS) MUST(add_race(races, problem, &race, marks, grid));
        else ++*left;
    }
    return OK;
}

static enum status put_races(const struct page *page, const struct races *races)
{
    enum status status = OK;
    struct grid grid = {0};
    unsigned marks = 0;
    size_t left;
    char *note = NULL;
    grid_columns(&grid, "problem|fastest|>its time|next|>times as long|slowest|>times as long ");
    TRY(add_races(races, &marks, &left, &grid));
    TRY(format_text(&note,
                    "median time of %s; times as long: with its 95 %% interval, which contains 1 "
                    "where neither is surely faster",
                    strcmp(races->field, "solve") ? "one iteration" : "a solve"));
    if (marks) TRY(append_text(&note, "\n%s", marks_explained(marks).text));
    if (left) TRY(append_text(&note, "\n%zu further problems: warpmark table FILE cases", left));
    TRY(grid_title(&grid, "Fastest variant of each problem", note));
    TRY(page_take_grid(page, "fastest", &grid));
out:
    free(note);
    grid_free(&grid);
    return status;
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
    page_items(page, text);
    free(text);
    return OK;
}

/* Cases that failed, and doubtful answers */

/* The first run that ended so, or NULL; *count: how many did. */
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
        MUST(page_say_item(page, "%zu %s%s%s, such as %s on %s.", count, case_status_words[s],
                           *run->note ? ": " : "", run->note, r->variants[run->variant].name,
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
    return page_say_item(
        page,
        "Doubtful answers: %zu, such as %s on %s (estimated error %.2g). Do not rely on "
        "their times.",
        count, r->variants[first->variant].name, r->problems[first->problem].label,
        first->estimated_error);
}

/* Noise */

static enum status tell_noise(const struct page *page, const struct results *r)
{
    enum status status = OK;
    char *noise = NULL, *slower = NULL;
    if (r->quick) page_item(page, "A quick run: do not keep its numbers.");
    if (r->interrupted) page_item(page, "Interrupted before the end.");
    TRY(noise_sentences(r, &noise));
    if (*noise) page_items(page, noise);
    else page_item(page, "Noise: none was seen.");
    TRY(slower_omp_text(r, &slower));
    if (*slower) TRY(page_say_item(page, "%s.", slower));
out:
    free(noise);
    free(slower);
    return status;
}

enum status learned_print(const struct page *page, const struct report_part *part, bool table)
{
    enum status status = OK;
    const struct results *r = &part->results;
    struct judged_cases cases = {0};
    struct races races = {.cases = &cases};
    bool any;
    TRY(judged_cases_find(r, &cases));
    TRY(allocate(cases.count, sizeof *races.time, "a summary", &races.time));
    TRY(time_cases(&races, "solve", &any));
    if (!any) TRY(time_cases(&races, "per_iteration", &any));
    page_open_list(page);
    TRY(tell_claims(page, &part->claims));
    TRY(tell_crossovers(page, r));
    TRY(tell_races(page, &races));
    TRY(tell_failures(page, r));
    TRY(tell_doubts(page, r));
    TRY(tell_noise(page, r));
    page_close_list(page);
    if (table) TRY(put_races(page, &races));
out:
    free(races.time);
    judged_cases_free(&cases);
    return status;
}
