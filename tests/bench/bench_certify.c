/* make bench-certify: the cost of proofs.
 *
 * answer: the bound on one answer (prove_answer) that is off by EPSILON, for a problem with its
 * default proof, against one sweep of jacobi/msr/f64/omp; in turn, medians of ROUNDS.
 *
 * proof: the proof of the problem (prove_problem) to a width of EPSILON, against the fastest solve
 * to that epsilon without a proof: of jacobi, gauss_seidel, bicgstab and power, in msr and auto, on
 * one core and on all. Both run once, the proof first; if they take less than a tenth of a second,
 * medians of three. After it the proven error of that solve's answer: if it is above EPSILON, the
 * solve was fast because it stopped too early.
 *
 * checks: for each checker (certify/checker.h), the residual of one answer without the other work
 * of prove_answer, against one sweep of jacobi/msr/f64 at the place where it checks (omp, cuda). A
 * check on a GPU needs a copy of the answer, so the time of the place's own copy is subtracted.
 * times: for long runs, the pass over the flows out of each state (certify_times), the least of
 * three; and its ratio to one core of the host. Only if `checks` is the first argument; the rest is
 * then left out.
 *
 * At the end the geometric means. SOURCES as arguments: only these. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/process/clock.h"
#include "harness/case/build_layout.h"
#include "harness/case/case.h"
#include "prove/prove.h"

enum { ROUNDS = 15, FEW = 3, LONGEST = 120 };

static const double epsilon = 1e-6, brief = 0.1;

static const char *const sources[] = {"random_dd:n=2000,density=0.05",
                                      "tandem:c=63",
                                      "herman:n=9",
                                      "cluster:n=26",
                                      "kanban:t=2",
                                      "fms:n=3",
                                      "polling:n=7",
                                      "brp:n=64,max=4",
                                      "embedded:max=4",
                                      "cell:n=500",
                                      "knacl:n1=100,n2=100",
                                      "firewire",
                                      "leader_sync:n=4,k=4",
                                      "tandem:c=1023",
                                      "herman:n=11",
                                      "kanban:t=4",
                                      "cluster:n=122",
                                      "polling:n=12"};

static const char *const methods_tried[] = {"jacobi", "gauss_seidel", "bicgstab", "power"},
                         *const layouts_tried[] = {"msr", "auto"},
                         *const places_tried[] = {"seq", "omp"};

/* One case. */
struct attempt {
    char name[96];
    double seconds, error; /* error: proven; NaN: nothing is */
};

/* s of one sweep; the median of ROUNDS, in turn with those of prove_answer. */
static enum status time_answer(const struct problem *problem, double *answer, double *sweep)
{
    enum status status = OK;
    struct variant variant;
    struct built_layout built = {0};
    struct solve solve = {0};
    const struct solve_settings settings = {.epsilon = epsilon, .scale = 1, .max_iterations = 1};
    struct proven proven;
    double times[2][ROUNDS], *x = NULL, *y = NULL;
    const uint32_t n = problem->system.a.off.rows;
    int flag = 0;
    struct test test = {.criterion = RELATIVE, .epsilon = epsilon, .flag = &flag};
    TRY(variant_parse("jacobi/msr/f64/omp", &variant));
    TRY(build_layout(problem, &variant, &built));
    TRY(stored_upload(variant.place, &built.stored));
    TRY(solve_create(&built.stored, variant.method, built.b, &settings, &solve));
    TRY(allocate(n, sizeof *x, "x", &x));
    TRY(allocate(n, sizeof *y, "y", &y));
    for (uint32_t i = 0; i < n; i++)
        x[i] = problem->proof.x[i] * (1 + (i % 2 ? epsilon : -epsilon));
    const int repeat = (int)(4e6 / (double)(built.stored.nnz + n)) + 1;
    for (int round = -1; round < ROUNDS; round++) {
        const int at = round < 0 ? 0 : round;
        double start = clock_now();
        for (int k = 0; k < repeat; k++) TRY(prove_answer(problem, x, &proven));
        times[0][at] = (clock_now() - start) / repeat;
        start = clock_now();
        for (int k = 0; k < repeat; k++) TRY(solve.mat->jacobi(solve.a, &solve.b, x, y, 1, &test));
        times[1][at] = (clock_now() - start) / repeat;
    }
    *answer = sort_to_median(ROUNDS, times[0]);
    *sweep = sort_to_median(ROUNDS, times[1]);
out:
    solve_free(&solve);
    built_layout_free(&built);
    free(x);
    free(y);
    return status;
}

/* Data of the operations that are timed in turn. */
struct contest {
    const struct problem *problem;
    struct check check;
    struct variant variant;
    struct solve solve;
    double *host, *distance; /* host: an answer; distance: one number per class */
    double *x, *y;           /* at the place */
    int flag;
    struct test test;
};

static enum status check_once(struct contest *c)
{
    struct bound bound;
    if (c->problem->kind == KIND_STEADY)
        return c->check.by->long_run(&c->check, c->host, c->distance);
    return c->check.by->answer(&c->check, c->host, &bound);
}

static enum status sweep_once(struct contest *c)
{
    return c->solve.mat->jacobi(c->solve.a, &c->solve.b, c->x, c->y, 1, &c->test);
}

static enum status copy_once(struct contest *c)
{
    if (!c->variant.place->cards) return OK;
    return c->variant.place->put(c->x, c->host, c->problem->system.a.off.rows * sizeof *c->host);
}

/* Seconds of each of three, medians of ROUNDS. */
static enum status run_contest(struct contest *c, double *seconds)
{
    enum status (*const what[3])(struct contest *) = {check_once, sweep_once, copy_once};
    const struct csr *off = &c->problem->system.a.off;
    const int repeat = (int)(4e6 / (double)(off->nnz + off->rows)) + 1;
    double times[3][ROUNDS];
    for (int round = -1; round < ROUNDS; round++)
        for (int k = 0; k < 3; k++) {
            const double start = clock_now();
            for (int again = 0; again < repeat; again++) MUST(what[k](c));
            MUST(c->variant.place->synchronise());
            times[k][round < 0 ? 0 : round] = (clock_now() - start) / repeat;
        }
    for (int k = 0; k < 3; k++) seconds[k] = sort_to_median(ROUNDS, times[k]);
    return OK;
}

/* *seconds: the least of FEW. */
static enum status time_times(const struct contest *c, struct check *check, double *seconds)
{
    enum status status = OK;
    struct times times = {0};
    *seconds = INFINITY;
    TRY(allocate(c->problem->steady.nclasses, sizeof *times.scale, "times", &times.scale));
    TRY(allocate(c->problem->system.a.off.rows, sizeof *times.slack, "times", &times.slack));
    for (int k = 0; k < FEW; k++) {
        const double start = clock_now();
        TRY(check->by->times(check, c->problem->proof.v, &times));
        *seconds = fmin(*seconds, clock_now() - start);
    }
out:
    free(times.scale);
    free(times.slack);
    return status;
}

static enum status print_times(struct contest *c)
{
    const int cores = omp_get_max_threads();
    struct check host = {.by = checkers[0], .subject = c->check.subject};
    double seconds, alone;
    if (c->problem->kind != KIND_STEADY) {
        printf("\n");
        return OK;
    }
    MUST(time_times(c, &c->check, &seconds));
    omp_set_num_threads(1);
    const enum status status = time_times(c, &host, &alone);
    omp_set_num_threads(cores);
    printf(" %9.3f %6.2f\n", 1e3 * seconds, alone / seconds);
    return status;
}

static enum status time_check(const char *source, const struct problem *problem, int number)
{
    enum status status = OK;
    struct built_layout built = {0};
    struct contest c = {.problem = problem,
                        .check = {.by = checkers[number], .subject = prove_subject(problem)}};
    const struct solve_settings settings = {.epsilon = epsilon, .scale = 1, .max_iterations = 1};
    const size_t bytes = problem->system.a.off.rows * sizeof *c.x;
    double seconds[3];
    TRY(variant_parse(number ? "jacobi/msr/f64/cuda" : "jacobi/msr/f64/omp", &c.variant));
    if (c.variant.place->probe && c.variant.place->probe() != OK) goto out;
    TRY(build_layout(problem, &c.variant, &built));
    TRY(stored_upload(c.variant.place, &built.stored));
    TRY(solve_create(&built.stored, c.variant.method, built.b, &settings, &c.solve));
    TRY(allocate(problem->system.a.off.rows, sizeof *c.host, "an answer", &c.host));
    TRY(allocate(problem->steady.nclasses + 1, sizeof *c.distance, "bounds", &c.distance));
    TRY(c.variant.place->allocate(bytes, (void **)&c.x));
    TRY(c.variant.place->allocate(bytes, (void **)&c.y));
    TRY(c.variant.place->allocate(sizeof c.flag, (void **)&c.test.flag));
    c.test.criterion = RELATIVE, c.test.epsilon = epsilon;
    memcpy(c.host, problem->proof.x, bytes);
    TRY(c.variant.place->put(c.x, c.host, bytes));
    double start = clock_now();
    TRY(check_open(c.check.by, &c.check.subject, &c.check));
    const double open = clock_now() - start;
    TRY(run_contest(&c, seconds));
    printf("%-30s %9u %-5s %9.3f %9.3f %9.3f %9.3f %6.2f", source, problem->system.a.off.rows,
           c.check.by->name, 1e3 * open, 1e3 * seconds[0], 1e3 * seconds[2], 1e3 * seconds[1],
           (seconds[0] - seconds[2]) / seconds[1]);
    TRY(print_times(&c));
out:
    check_close(&c.check);
    if (c.x) c.variant.place->release(c.x);
    if (c.y) c.variant.place->release(c.y);
    if (c.test.flag) c.variant.place->release(c.test.flag);
    solve_free(&c.solve);
    built_layout_free(&built);
    free(c.host);
    free(c.distance);
    return status;
}

static enum status time_checks(const char *source)
{
    const struct prove_settings settings = {.width = 1e-3, .seconds = LONGEST};
    struct problem problem;
    MUST(problem_open(source, &problem));
    enum status status = prove_problem(&problem, &settings);
    for (int k = 0; problem.proof.x && status == OK && k < checker_count; k++)
        status = time_check(source, &problem, k);
    problem_free(&problem);
    return status;
}

static enum status solve_once(const struct problem *problem, const struct variant *variant,
                              double timeout, struct attempt *out)
{
    struct settings settings = default_settings;
    struct case_result result;
    settings.epsilon = epsilon;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    settings.timeout = timeout;
    out->seconds = INFINITY;
    MUST(case_measure(problem, variant, &settings, clock_now(), &result));
    if (result.run.status == CASE_OK && result.run.sample_count) {
        out->seconds = result.sample[0].host;
        out->error = result.run.error_bound;
    }
    case_result_free(&result);
    return OK;
}

/* A solve that takes longer than the best so far is not waited for. */
static enum status time_variant(const struct problem *problem, const char *name,
                                struct attempt *best)
{
    struct variant variant;
    struct attempt attempt = {.error = NAN};
    double seconds[FEW];
    int taken = 0;
    if (variant_parse(name, &variant) != OK || variant_check(&variant) != OK) return OK;
    do {
        MUST(solve_once(problem, &variant, fmin(LONGEST, 2 * best->seconds + 1), &attempt));
        if (!isfinite(attempt.seconds)) return OK;
        seconds[taken++] = attempt.seconds;
    } while (attempt.seconds < brief && taken < FEW);
    attempt.seconds = sort_to_median((size_t)taken, seconds);
    if (attempt.seconds >= best->seconds) return OK;
    *best = attempt;
    snprintf(best->name, sizeof best->name, "%s", name);
    return OK;
}

static enum status find_fastest(const struct problem *problem, struct attempt *best)
{
    char name[96];
    *best = (struct attempt){.seconds = INFINITY, .error = NAN};
    for (int m = 0; m < 4; m++)
        for (int l = 0; l < 2; l++)
            for (int p = 0; p < 2; p++) {
                snprintf(name, sizeof name, "%s/%s/f64/%s", methods_tried[m], layouts_tried[l],
                         places_tried[p]);
                MUST(time_variant(problem, name, best));
            }
    return OK;
}

static enum status prove_anew(const char *source, const struct prove_settings *settings,
                              struct problem *out, double *seconds)
{
    problem_free(out);
    MUST(problem_open(source, out));
    const double start = clock_now();
    MUST(prove_problem(out, settings));
    *seconds = clock_now() - start;
    return OK;
}

static enum status time_proof(const char *source, struct problem *out, double *seconds)
{
    const struct prove_settings settings = {.width = epsilon, .seconds = LONGEST};
    double times[FEW];
    int taken = 0;
    do MUST(prove_anew(source, &settings, out, &times[taken]));
    while (times[taken++] < brief && taken < FEW);
    *seconds = sort_to_median((size_t)taken, times);
    return OK;
}

struct means {
    double answer, proof; /* sums of logarithms */
    int answers, proofs;
};

static enum status bench(const char *source, struct means *means)
{
    enum status status = OK;
    struct problem problem = {0};
    struct attempt best;
    const struct prove_settings by_default = DEFAULT_PROVE_SETTINGS;
    double proof, again, answer = NAN, sweep = NAN;
    TRY(time_proof(source, &problem, &proof));
    TRY(prove_anew(source, &by_default, &problem, &again));
    printf("%-30s %8u ", source, problem.system.a.off.rows);
    if (!problem.proof.x) {
        printf("%s\n", problem.proof.note);
        goto out;
    }
    TRY(time_answer(&problem, &answer, &sweep));
    printf("%9.3f %9.3f %6.2f  ", 1e3 * answer, 1e3 * sweep, answer / sweep);
    fflush(stdout);
    means->answer += log(answer / sweep);
    means->answers++;
    TRY(find_fastest(&problem, &best));
    printf("%10.3f %10.3f %6.2f  %-26s %.1e\n", 1e3 * proof, 1e3 * best.seconds,
           proof / best.seconds, best.name, best.error);
    if (!isfinite(best.seconds)) goto out;
    means->proof += log(proof / best.seconds);
    means->proofs++;
out:
    problem_free(&problem);
    return status;
}

static int bench_checks(int count, char **source)
{
    printf("%-30s %9s %-5s %9s %9s %9s %9s %6s %9s %6s\n", "ms", "rows", "by", "open", "check",
           "copy", "sweep", "ratio", "times", "1 core");
    for (int k = 0; k < (count ? count : (int)(sizeof sources / sizeof *sources)); k++) {
        if (time_checks(count ? source[k] : sources[k]) == OK) continue;
        fprintf(stderr, "%s\n", fail_message());
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct means means = {0};
    if (argc > 1 && !strcmp(argv[1], "checks")) return bench_checks(argc - 2, argv + 2);
    const int count = argc > 1 ? argc - 1 : (int)(sizeof sources / sizeof *sources);
    printf("%-30s %8s %9s %9s %6s  %10s %10s %6s  %-26s %s\n", "ms", "rows", "answer", "sweep",
           "ratio", "proof", "solve", "ratio", "by", "its error");
    for (int k = 0; k < count; k++) {
        if (bench(argc > 1 ? argv[k + 1] : sources[k], &means) == OK) continue;
        fprintf(stderr, "%s\n", fail_message());
        return 1;
    }
    printf("geometric means: an answer takes %.2f of a sweep (%d problems); a proof takes %.2f of "
           "the fastest solve (%d)\n",
           exp(means.answer / means.answers), means.answers, exp(means.proof / means.proofs),
           means.proofs);
    return 0;
}
