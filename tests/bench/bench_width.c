/* make bench-width: runs that plan their processes for a wanted width, under simulated noise: a
 * table of docs/notebook/measuring.md. Cases of one problem get two processes each, then as many as
 * the design says, again and again, as harness/run/plan_more.c does it. It counts how often the
 * interval at the end holds the case's time, how many cases have the width, and how much longer it
 * took than the best design of one who knows the noise. Exit code 1 if fewer than 93 % hold. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/case_ratios.h"
#include "analysis/statistics/width_design.h"
#include "tests/support/made/noise_models.h"

enum { MOST_CASES = 16, MOST_PROCESSES = 30, MOST_TAKEN = 100, LEAST_TAKEN = 12, START = 20 };

/* Times of the processes of one case; a solve takes 1 s and a start START s. */
struct case_times {
    size_t processes, planned, samples, count[MOST_PROCESSES];
    bool narrow, complete;
    double value[MOST_PROCESSES][MOST_TAKEN], seconds;
};

static struct case_times cases[MOST_CASES];
static size_t trials = 100;

struct width_shares {
    double held, reached, processes, samples, seconds;
};

static void take_processes(struct case_times *c, const struct noise_model *m, double level)
{
    for (; c->processes < c->planned; c->processes++) {
        noise_make(m, c->samples, exp(level * draw_normal()), c->value[c->processes]);
        c->count[c->processes] = c->samples;
        c->seconds += START + (double)c->samples;
    }
}

static void make_results(size_t count, struct results *r)
{
    handmade_begin(r, "width");
    handmade_variant(r, "jacobi", "msr", "seq");
    for (size_t k = 0; k < count; k++) {
        char label[32];
        snprintf(label, sizeof label, "case %zu", k);
        const size_t problem = handmade_problem(r, label, 10, 20);
        for (size_t p = 0; p < cases[k].processes; p++) {
            struct result_run *run = handmade_run(r, problem, 0, CASE_OK, 1, cases[k].count[p]);
            for (size_t i = 0; i < cases[k].count[p]; i++)
                r->samples[run->sample_offset + i].host = cases[k].value[p][i];
        }
    }
}

/* Plans more for the cases that have their processes and not the width; returns whether any has
 * more to do. */
static bool plan_round(size_t count, double wanted)
{
    struct results r;
    struct judged_cases j;
    bool more = false;
    make_results(count, &r);
    if (judged_cases_find(&r, &j) != OK) abort();
    for (size_t k = 0; k < count; k++) {
        struct case_times *c = &cases[k];
        struct process_levels own;
        if (judged_levels(&j, k, &own) != OK) abort();
        const bool narrow = judged_width(&j, &own) <= wanted,
                   sure = c->narrow || j.levels.seen - (double)(c->processes - 1) >= 30;
        if (c->processes == MOST_PROCESSES || (narrow && sure) || c->complete) {
            c->complete = true;
            continue;
        }
        c->narrow = c->narrow || narrow;
        size_t samples = 0;
        for (size_t p = 0; p < c->processes; p++) samples += c->count[p];
        struct design_noise noise =
            design_noise_of(&own, &j.levels, (double)samples / (double)c->processes);
        noise.start = START, noise.solve = 1;
        struct design_bounds bounds = {c->processes + 1, MOST_PROCESSES, LEAST_TAKEN, MOST_TAKEN};
        if (narrow && c->processes + 2 < MOST_PROCESSES)
            bounds.least_processes = bounds.most_processes = c->processes + 2;
        const struct width_design design = design_find(&noise, &bounds, wanted);
        c->planned = design.processes, c->samples = design.samples;
        more = true;
    }
    judged_cases_free(&j);
    results_free(&r);
    return more;
}

static void count_shares(size_t count, double wanted, struct width_shares *out)
{
    struct results r;
    struct judged_cases j;
    make_results(count, &r);
    if (judged_cases_find(&r, &j) != OK) abort();
    for (size_t k = 0; k < count; k++) {
        struct summary summary;
        struct process_levels own;
        if (judged_summary(&j, k, "solve", &summary) != OK || judged_levels(&j, k, &own) != OK)
            abort();
        out->held += summary.ci_low <= 1 && 1 <= summary.ci_high;
        out->reached += judged_width(&j, &own) <= wanted * 1.1;
        out->processes += (double)cases[k].processes;
        for (size_t p = 0; p < cases[k].processes; p++)
            out->samples += (double)cases[k].count[p] / (double)cases[k].processes;
        out->seconds += cases[k].seconds;
    }
    judged_cases_free(&j);
    results_free(&r);
}

static struct width_shares simulate(const struct noise_model *m, double level, size_t count,
                                    double wanted)
{
    struct width_shares out = {0};
    for (size_t trial = 0; trial < trials; trial++) {
        memset(cases, 0, sizeof cases);
        for (size_t k = 0; k < count; k++) cases[k].planned = 2, cases[k].samples = LEAST_TAKEN;
        do
            for (size_t k = 0; k < count; k++) take_processes(&cases[k], m, level);
        while (plan_round(count, wanted));
        count_shares(count, wanted, &out);
    }
    const double all = (double)(trials * count);
    return (struct width_shares){100 * out.held / all, 100 * out.reached / all, out.processes / all,
                                 out.samples / all, out.seconds / all};
}

int main(int argc, char **argv)
{
    static const size_t counts[] = {1, 4, 16};
    bool good = true;
    draw_from(argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    if (argc > 1) trials = strtoull(argv[1], NULL, 10);
    puts("| noise | 1 case | 4 cases | 16 cases |\n|---|---|---|---|");
    for (int m = 0; m < NPROCESS_NOISES; m++)
        for (double level = 0.005; level < 0.025; level *= 2) {
            printf("| %s, levels of %g %% |", process_noises[m].name, 100 * level);
            for (int k = 0; k < 3; k++) {
                const double share = 100 / sqrt((double)(trials * counts[k]));
                const struct width_shares o = simulate(&process_noises[m], level, counts[k], 0.01);
                const bool its = o.held >= 93 - 0.5 * share;
                printf(" %.0f, %.0f, %.1f x %.0f%s |", o.held, o.reached, o.processes, o.samples,
                       its ? "" : " !");
                fflush(stdout);
                good = good && its;
            }
            puts("");
        }
    puts(good ? "as it should be" : "NOT as it should be: !");
    return good ? 0 : 1;
}
