/* Reliability of verdicts on this machine: compares runs at default settings (worker processes,
 * cases in turns) with later runs of the same, and with runs that are 3 % slower. Prints the
 * numbers of docs/notebook/measuring.md, and the load of the machine during the runs. Exit code 1
 * if the numbers are out of their limits. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/compare/reference_noise.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "harness/run/selfcheck.h"

enum { NULL_PAIRS = 1000, SLOW_PAIRS = 100, JACOBI_PAIRS = 200, MOST_PAIRS = NULL_PAIRS };

#define LAYOUTS "{msr,cmsr,wl,hwl,cwl,chwl,sscan}/{f32,f64}/seq" /* VARIANTS cases of a problem */
#define VARIANTS 14
#define IDENTITY "identity:n=10"
#define NULL_SOLVE "null[cost=0.001]/" LAYOUTS
#define SLOW_SOLVE "null[cost=0.001,slow=3]/" LAYOUTS
#define TANDEM "tandem:c=31"
#define JACOBI_SOLVE "jacobi/" LAYOUTS

static const double margin = 0.01;
static size_t judged[NJUDGEMENTS];
static double moved[MOST_PAIRS];

static void demand(enum status status)
{
    if (status == OK) return;
    fprintf(stderr, "bench-compare: %s\n", fail_message());
    exit(2);
}

static void say_load(void)
{
    double load;
    if (getloadavg(&load, 1) == 1)
        printf("load %.2f on %ld cores\n", load, sysconf(_SC_NPROCESSORS_ONLN));
    fflush(stdout);
}

static void measure(const char *source, const char *variants, size_t pairs, struct results *out)
{
    demand(
        selfcheck_cases(source, variants, (pairs + VARIANTS - 1) / VARIANTS, "bench-compare", out));
}

/* Pairs first .. end - 1, each as a comparison by itself. */
static void judge(const struct results *base, const struct results *fresh, size_t first, size_t end,
                  double within)
{
    size_t count = end - first;
    memset(judged, 0, sizeof judged);
    for (size_t k = 0; k < count; k++) {
        struct compared_case c;
        demand(selfcheck_compare(base, first + k, fresh, first + k, within, &c));
        judged[c.judgement]++;
        moved[k] = c.ratio.ratio > 1 ? c.ratio.ratio - 1 : 1 / c.ratio.ratio - 1;
    }
    sort_numbers(count, moved);
    printf("faster %zu, slower %zu, same %zu, unclear %zu of %zu; |change| median %.3g %%, 99 %% "
           "%.3g %%\n",
           judged[JUDGED_FASTER], judged[JUDGED_SLOWER], judged[JUDGED_SAME],
           judged[JUDGED_UNCLEAR], count, 100 * sorted_quantile(count, moved, 0.5),
           100 * sorted_quantile(count, moved, 0.99));
}

static size_t called(void)
{
    return judged[JUDGED_FASTER] + judged[JUDGED_SLOWER];
}

/* The files as a whole, as warpmark compare does it. */
static void compare_files(const struct results *base, const struct results *fresh)
{
    const struct compare_request request = {.margin = margin, .blind = true};
    struct comparison c;
    demand(compare_results(base, fresh, &request, &c));
    printf("  as two files: faster %zu, slower %zu, same %zu, unclear %zu of %zu\n",
           c.judged[JUDGED_FASTER], c.judged[JUDGED_SLOWER], c.judged[JUDGED_SAME],
           c.judged[JUDGED_UNCLEAR], c.count);
    comparison_free(&c);
}

/* So that its cases are paired with those of the other. */
static void rename_variants(const struct results *like, struct results *r)
{
    for (size_t k = 0; k < r->nvariants; k++) {
        free(r->variants[k].name);
        demand(copy_text(like->variants[k].name, &r->variants[k].name));
    }
}

int main(void)
{
    static struct results base, fresh, slow;
    bool good = true;
    say_load();
    measure(IDENTITY, NULL_SOLVE, NULL_PAIRS, &base);
    measure(IDENTITY, NULL_SOLVE, NULL_PAIRS, &fresh);
    measure(IDENTITY, SLOW_SOLVE, SLOW_PAIRS, &slow);
    say_load();
    printf("A/A, %s, margin 1 %%: ", NULL_SOLVE);
    judge(&base, &fresh, 0, NULL_PAIRS, margin);
    good = good && called() <= NULL_PAIRS / 100;
    compare_files(&base, &fresh);
    printf("slower by 3 %%, margin 1 %%: ");
    judge(&base, &slow, 0, SLOW_PAIRS, margin);
    good = good && judged[JUDGED_SLOWER] >= SLOW_PAIRS * 95 / 100;
    rename_variants(&base, &slow);
    compare_files(&base, &slow);
    results_free(&base);
    results_free(&fresh);
    results_free(&slow);

    measure(TANDEM, JACOBI_SOLVE, JACOBI_PAIRS, &base);
    measure(TANDEM, JACOBI_SOLVE, JACOBI_PAIRS, &fresh);
    say_load();
    double noise;
    demand(reference_noise(&base, &fresh, &noise));
    printf("A/A, %s on %s, margin 1 %%, without the reference solve: ", JACOBI_SOLVE, TANDEM);
    judge(&base, &fresh, 0, JACOBI_PAIRS, margin);
    printf("the same with the reference solve, margin %.3g %%: ", 100 * fmax(margin, noise));
    judge(&base, &fresh, 0, JACOBI_PAIRS, fmax(margin, noise));
    compare_files(&base, &fresh);
    good = good && called() <= JACOBI_PAIRS / 100;
    results_free(&base);
    results_free(&fresh);
    puts(good ? "as it should be"
              : "NOT as it should be: at most 1 % of A/A called, at least 95 % of the slower ones");
    return good ? 0 : 1;
}
