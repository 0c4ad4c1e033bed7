/* make bench-prove: how long the proof of a problem takes (prove_problem, to 1e-9), against the
 * fastest solve that proves nothing, to the same epsilon by its own stopping rule, of the methods
 * and layouts below on one core and on all. Layouts are built beforehand. Least of ROUNDS times;
 * what takes longer than a second is timed once. SOURCES as arguments: these alone. The geometric
 * mean of the ratios should be at most 2.2. */
#include <math.h>
#include <stdio.h>

#include "base/process/clock.h"
#include "harness/case/variant.h"
#include "prove/prove.h"
#include "solvers/solve.h"

enum { ROUNDS = 5, MOST_ITERATIONS = 20000 };

static const double epsilon = 1e-9;

static const char *const quick[] = {"tandem:c=63",
                                    "tandem:c=127",
                                    "cluster:n=26",
                                    "kanban:t=3",
                                    "fms:n=3",
                                    "polling:n=8",
                                    "polling:n=8,property=2",
                                    "polling:n=12",
                                    "herman:n=9",
                                    "herman:n=11",
                                    "brp:n=64,max=4",
                                    "embedded",
                                    "firewire",
                                    "markov:n=20000",
                                    "random_dd:n=500,density=0.1"};

static const char *const variants[] = {"jacobi/msr",
                                       "jacobi/auto",
                                       "jor/auto",
                                       "power/auto",
                                       "gauss_seidel/msr",
                                       "bicgstab/msr",
                                       "bicgstab/auto",
                                       "bicgstab[precondition=jacobi]/msr",
                                       "bicgstab[precondition=ilu0]/msr",
                                       "multilevel/msr"};

static enum status time_runs(struct solve *solve, const struct method *method, const double *x0,
                             double *least)
{
    for (int k = 0; k < ROUNDS; k++) {
        MUST(solve_reset(solve, x0));
        const double start = clock_now();
        MUST(solve_run(solve, method));
        const double seconds = clock_now() - start;
        if (solve->outcome != CONVERGED) return OK;
        *least = fmin(*least, seconds);
        if (seconds > 1) return OK;
    }
    return OK;
}

static enum status time_parsed(const struct problem *problem, const struct variant *variant,
                               double *least)
{
    const struct method *method = variant->method;
    enum status status = OK;
    struct stored stored = {0};
    struct solve solve = {0};
    const struct linear *s = &problem->system;
    const struct solve_settings settings = {.criterion = RELATIVE,
                                            .epsilon = epsilon,
                                            .scale = problem_scale(problem),
                                            .step = problem->step,
                                            .max_iterations = MOST_ITERATIONS,
                                            .matrix = &s->a,
                                            .class_of = problem->steady.class_of,
                                            .nclasses = problem->steady.nclasses,
                                            .options = variant->options};
    if ((method->undamped && problem->period > 1) || (method->stepped && problem->step == 0))
        return OK;
    TRY(stored_build_at(variant->place, variant->layout, F64, &settings.options, &s->a, &stored));
    TRY(stored_schedule(method, variant->place, &s->a, &stored));
    TRY(stored_upload(variant->place, &stored));
    TRY(solve_create(&stored, method, s->b, &settings, &solve));
    TRY(time_runs(&solve, method, s->x0, least));
out:
    solve_free(&solve);
    stored_free(&stored);
    return status;
}

static enum status time_variant(const struct problem *problem, const char *parts, const char *place,
                                double *least)
{
    char name[64];
    struct variant variant;
    snprintf(name, sizeof name, "%s/f64/%s", parts, place);
    MUST(variant_parse(name, &variant));
    return time_parsed(problem, &variant, least);
}

static enum status time_proof(const char *source, double *least)
{
    const struct prove_settings settings = {.width = epsilon, .seconds = 60};
    for (int k = 0; k < ROUNDS; k++) {
        struct problem problem;
        MUST(problem_open(source, &problem));
        const enum status status = prove_problem(&problem, &settings);
        const double seconds = problem.proof.seconds;
        const bool proven = problem.proof.x;
        problem_free(&problem);
        if (status != OK || !proven) return status;
        *least = fmin(*least, seconds);
        if (seconds > 1) return OK;
    }
    return OK;
}

static enum status bench(const char *source, double *ratio)
{
    struct problem problem;
    double solve = INFINITY, proof = INFINITY;
    const char *fastest = "none";
    MUST(problem_open(source, &problem));
    for (size_t k = 0; k < sizeof variants / sizeof *variants; k++)
        for (int place = 0; place < 2; place++) {
            const double before = solve;
            if (time_variant(&problem, variants[k], places[place]->name, &solve) != OK)
                printf("%s: %s: %s\n", source, variants[k], fail_message());
            if (solve < before) fastest = variants[k];
        }
    problem_free(&problem);
    MUST(time_proof(source, &proof));
    *ratio = proof / solve;
    printf("%-32s %-33s %10.6f %10.6f %8.2f\n", source, fastest, solve, proof, *ratio);
    return OK;
}

int main(int argc, char **argv)
{
    const int own = argc - 1, count = own ? own : (int)(sizeof quick / sizeof *quick);
    double sum = 0;
    int compared = 0;
    printf("%-32s %-33s %10s %10s %8s\n", "problem", "fastest", "solve, s", "proof, s", "ratio");
    for (int k = 0; k < count; k++) {
        double ratio = NAN;
        if (bench(own ? argv[k + 1] : quick[k], &ratio) != OK) {
            fprintf(stderr, "bench-prove: %s\n", fail_message());
            return 1;
        }
        if (!isfinite(ratio)) continue;
        sum += log(ratio);
        compared++;
    }
    printf("geometric mean of %d ratios: %.2f\n", compared, exp(sum / compared));
    return 0;
}
