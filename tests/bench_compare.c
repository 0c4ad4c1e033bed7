/* What verdicts are worth on this machine: solves compared with themselves, and with ones that are slower by 3 %, all
 * at default settings. Prints the numbers of docs/measuring.md; exit code 1 where they are not what they should be. */
#include <stdio.h>
#include <stdlib.h>

#include "harness/selfcheck.h"
#include "harness/stats.h"

enum { NULL_PAIRS = 1000, SLOW_PAIRS = 100, JACOBI_PAIRS = 200 };

#define IDENTITY "identity:n=10"
#define NULL_SOLVE "null[cost=0.001]/msr/f64/seq"
#define SLOW_SOLVE "null[cost=0.001,slow=3]/msr/f64/seq"
#define TANDEM "tandem:c=31"
#define JACOBI_SOLVE "jacobi/msr/f64/seq"

static const double margin = 0.01;
static size_t judged[NJUDGEMENTS];
static double moved[NULL_PAIRS];

static void measure(const char *source, const char *variant, size_t count, struct results *out)
{
    if (selfcheck_cases(source, variant, count, "bench-compare", out) == OK) return;
    fprintf(stderr, "bench-compare: %s\n", fail_message());
    exit(2);
}

/* count pairs: the k-th of base and the (first + k)-th of fresh. */
static void judge(const struct results *base, const struct results *fresh, size_t first, size_t count, double within)
{
    for (int k = 0; k < NJUDGEMENTS; k++) judged[k] = 0;
    for (size_t k = 0; k < count; k++) {
        struct compared_case c;
        if (selfcheck_compare(base, k, fresh, first + k, within, &c) != OK) exit(2);
        judged[c.judgement]++;
        moved[k] = c.ratio.ratio > 1 ? c.ratio.ratio - 1 : 1 / c.ratio.ratio - 1;
    }
    sort_numbers(count, moved);
    printf("faster %zu, slower %zu, same %zu, unclear %zu of %zu; |change| median %.3g %%, 99 %% %.3g %%\n",
           judged[JUDGED_FASTER], judged[JUDGED_SLOWER], judged[JUDGED_SAME], judged[JUDGED_UNCLEAR], count,
           100 * sorted_quantile(count, moved, 0.5), 100 * sorted_quantile(count, moved, 0.99));
}

static size_t called(void)
{
    return judged[JUDGED_FASTER] + judged[JUDGED_SLOWER];
}

int main(void)
{
    static struct results same, slow, jacobi;
    bool good = true;
    measure(IDENTITY, NULL_SOLVE, 2 * NULL_PAIRS, &same);
    measure(IDENTITY, SLOW_SOLVE, SLOW_PAIRS, &slow);
    measure(TANDEM, JACOBI_SOLVE, 2 * JACOBI_PAIRS, &jacobi);

    printf("A/A, %s, margin 1 %%: ", NULL_SOLVE);
    judge(&same, &same, NULL_PAIRS, NULL_PAIRS, margin);
    good = good && called() <= NULL_PAIRS / 100;

    printf("slower by 3 %%, margin 1 %%: ");
    judge(&same, &slow, 0, SLOW_PAIRS, margin);
    good = good && judged[JUDGED_SLOWER] >= SLOW_PAIRS * 95 / 100;

    /* Half of them for the noise floor, half to be judged by it. */
    printf("A/A, %s on %s, margin 1 %%: ", JACOBI_SOLVE, TANDEM);
    judge(&jacobi, &jacobi, JACOBI_PAIRS, JACOBI_PAIRS / 2, margin);
    double floor = sorted_quantile(JACOBI_PAIRS / 2, moved, 0.99);
    printf("the others, margin %.3g %% (the noise floor of these): ", 100 * floor);
    const struct results rest = {.nproblems = jacobi.nproblems,
                                 .problems = jacobi.problems,
                                 .variants = jacobi.variants,
                                 .runs = jacobi.runs + JACOBI_PAIRS / 2,
                                 .samples = jacobi.samples};
    judge(&rest, &rest, JACOBI_PAIRS, JACOBI_PAIRS / 2, floor > margin ? floor : margin);
    good = good && called() <= JACOBI_PAIRS / 100;

    results_free(&same);
    results_free(&slow);
    results_free(&jacobi);
    puts(good ? "as it should be" : "NOT as it should be: at most 1 % of A/A called, at least 95 % of the slower ones");
    return good ? 0 : 1;
}
