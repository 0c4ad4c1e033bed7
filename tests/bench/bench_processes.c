/* make bench-processes: what an interval says of the next process, under simulated noise: a table
 * of docs/notebook/measuring.md. Files have sixteen cases; each process has a level of its own. It
 * counts how often the interval of a median holds the case's level (with one process: that of the
 * process), how often that of a ratio of equal files holds 1, how many equal cases are called
 * faster or slower, and how many that are slower by 5 % are found: if it is one of the sixteen, and
 * if it is all of them. Exit code 1 if numbers are out of their limits. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/case_ratios.h"
#include "tests/support/made/noise_models.h"

enum { CASES = 16, SAMPLES = 20, NSHAPES = 7 };

/* floor: known from selfcheck */
struct shape {
    size_t processes;
    bool floor;
};

static const struct shape shapes[NSHAPES] = {{1, false}, {1, true},  {2, false}, {3, false},
                                             {4, false}, {6, false}, {8, false}};
static size_t trials = 100;

/* In percent; NaN: not said. */
struct process_shares {
    double medians, ratios, called, one, all;
};

/* Adds a process of a case; returns the level that it has. */
static double add_process(struct results *r, size_t k, const struct noise_model *m, double level,
                          bool alone)
{
    double value[MOST_SAMPLES];
    const double its = exp(level * draw_normal());
    noise_make(m, MOST_SAMPLES, its, value);
    const size_t count = alone ? noise_taken(value) : SAMPLES;
    struct result_run *run = handmade_run(r, k, 0, CASE_OK, 1, count);
    for (size_t i = 0; i < count; i++) {
        r->samples[run->sample_offset + i].host = value[i];
        r->samples[run->sample_offset + i].order = run->sample_offset + i;
    }
    return its;
}

static void make_file(const struct noise_model *m, double level, const struct shape *shape,
                      struct results *r, double levels[CASES])
{
    handmade_begin(r, "noise");
    handmade_variant(r, "jacobi", "msr", "seq");
    for (size_t k = 0; k < CASES; k++) {
        char label[32];
        snprintf(label, sizeof label, "case %zu", k);
        const size_t problem = handmade_problem(r, label, 10, 20);
        for (size_t p = 0; p < shape->processes; p++)
            levels[k] = add_process(r, problem, m, level, shape->processes == 1);
        if (shape->processes > 1) levels[k] = 1;
    }
    if (!shape->floor) return;
    char floor[32];
    snprintf(floor, sizeof floor, "%g", expm1(3.643 * level) + 1e-6);
    struct fact *fact = APPEND(r->machine, r->nmachine);
    *fact = (struct fact){text_of("noise_floor"), text_of(floor)};
}

static void slow_down(struct results *r, size_t first, size_t end)
{
    for (size_t k = 0; k < r->nruns; k++)
        for (size_t i = 0; i < r->runs[k].sample_count; i++)
            if (r->runs[k].problem >= first && r->runs[k].problem < end)
                r->samples[r->runs[k].sample_offset + i].host *= 1.05;
}

static struct comparison judge(const struct results side[NSIDES])
{
    const struct compare_request request = {.margin = 0.01, .blind = true};
    struct comparison c;
    if (compare_results(&side[BASE], &side[FRESH], &request, &c) != OK) abort();
    return c;
}

static double medians_held(const struct results *r, const double levels[CASES])
{
    struct judged_cases cases;
    double held = 0;
    if (judged_cases_find(r, &cases) != OK) abort();
    for (size_t k = 0; k < CASES; k++) {
        struct summary summary;
        if (judged_summary(&cases, k, "solve", &summary) != OK) abort();
        held += summary.ci_low <= levels[k] && levels[k] <= summary.ci_high;
    }
    judged_cases_free(&cases);
    return held;
}

static struct process_shares simulate(const struct noise_model *m, double level,
                                      const struct shape *shape)
{
    struct process_shares out = {0};
    for (size_t trial = 0; trial < trials; trial++) {
        struct results side[NSIDES];
        double levels[NSIDES][CASES];
        for (int k = 0; k < NSIDES; k++) make_file(m, level, shape, &side[k], levels[k]);
        out.medians += medians_held(&side[BASE], levels[BASE]);
        struct comparison c = judge(side);
        for (size_t k = 0; k < CASES; k++)
            out.ratios += c.cases[k].freedom > 0
                              ? c.cases[k].ratio.low <= 1 && 1 <= c.cases[k].ratio.high
                              : NAN;
        out.called += (double)(c.judged[JUDGED_FASTER] + c.judged[JUDGED_SLOWER]);
        comparison_free(&c);
        slow_down(&side[FRESH], 0, 1);
        c = judge(side);
        out.one += CASES * (c.cases[0].judgement == JUDGED_SLOWER);
        comparison_free(&c);
        slow_down(&side[FRESH], 1, CASES);
        c = judge(side);
        out.all += (double)c.judged[JUDGED_SLOWER];
        comparison_free(&c);
        for (int k = 0; k < NSIDES; k++) results_free(&side[k]);
    }
    const double percent = 100 / (double)(trials * CASES);
    if (m->kind == DRIFT && shape->processes == 1) out.medians = NAN; /* which one is it? */
    return (struct process_shares){out.medians * percent, out.ratios * percent,
                                   out.called * percent, out.one * percent, out.all * percent};
}

/* Returns whether a share is at least so many percent, less two standard errors of the count. */
static bool at_least(double percent, double share, size_t count)
{
    return !(share < percent - 2 * sqrt(percent * (100 - percent) / (double)count));
}

/* Returns whether the numbers are within their limits: intervals hold in 93 %, equal cases are
 * called different in 1 % at most, more processes find as much or more, and three find nine of ten
 * that are 5 % slower where levels are 1 %. before: with fewer processes. */
static bool is_good(const struct shape *shape, double level, const struct process_shares *o,
                    const struct process_shares *before)
{
    const bool never_falls =
        at_least(before->one, o->one, trials / 2) && at_least(before->all, o->all, trials / 2);
    const bool found = shape->processes < 3 || level > 0.01 || at_least(90, o->one, trials);
    return at_least(93, o->medians, trials * CASES) && at_least(93, o->ratios, trials * CASES) &&
           o->called <= 1 && never_falls && found;
}

static void print_share(double share)
{
    if (isnan(share)) printf(" -,");
    else printf(" %.0f,", share);
}

/* Prints a row of the table. */
static bool print_row(const struct noise_model *m, double level)
{
    struct process_shares before = {0};
    bool good = true;
    printf("| %s, levels of %g %% |", m->name, 100 * level);
    for (int k = 0; k < NSHAPES; k++) {
        const struct process_shares o = simulate(m, level, &shapes[k]);
        const bool its = is_good(&shapes[k], level, &o, &before);
        print_share(o.medians);
        print_share(o.ratios);
        printf(" %.1f, %.0f/%.0f%s |", o.called, o.one, o.all, its ? "" : " !");
        fflush(stdout);
        good = good && its;
        before = o;
    }
    puts("");
    return good;
}

int main(int argc, char **argv)
{
    bool good = true;
    draw_from(argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    if (argc > 1) trials = strtoull(argv[1], NULL, 10);
    puts("| noise | 1 process | 1, floor known | 2 | 3 | 4 | 6 | 8 "
         "|\n|---|---|---|---|---|---|---|---|");
    for (int k = 0; k < NPROCESS_NOISES; k++)
        for (double level = k ? 0.01 : 0; level < 0.025; level += 0.01)
            good = print_row(&process_noises[k], level) && good;
    puts(good ? "as it should be" : "NOT as it should be: !");
    return good ? 0 : 1;
}
