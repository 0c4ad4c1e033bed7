/* make bench-device-levels: where the levels of a GPU's processes come from. Each case is solved in
 * groups of SAMPLES; between two groups one thing changes, and the table has the standard deviation
 * of the groups' medians, in percent, by the device's clock and by the host's:
 *
 *   again      nothing
 *   solve      new vectors and a new graph; the matrix stays
 *   matrix     all is freed and made again
 *   elsewhere  the same, after an allocation of random size that stays
 *   core       nothing, but the host thread runs on another core
 *   rested     nothing, after half a second without work
 *   process    a new process
 *
 * A row that is as large as `process` is a cause; `samples` is the spread within one group.
 * CASES as arguments, METHOD/LOOP/SOURCE: only these. */
#define _GNU_SOURCE
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/statistics/stats.h"
#include "base/process/clock.h"
#include "harness/case/variant.h"
#include "problems/problem.h"
#include "solvers/solve.h"

enum { SAMPLES = 15, GROUPS = 12, WARM = 5 };

enum cause { AGAIN, SOLVE, MATRIX, ELSEWHERE, CORE, RESTED, PROCESS, NCAUSES };
static const char *const cause_names[NCAUSES] = {"again", "solve",  "matrix", "elsewhere",
                                                 "core",  "rested", "process"};

enum clock { DEVICE, HOST, NCLOCKS };

static struct bench {
    struct problem problem;
    struct variant variant;
    struct stored stored;
    struct solve solve;
    void *kept[GROUPS]; /* allocations that move the next ones */
} b;

/* The medians of a group and the standard deviation within it, as a share of the median. */
struct group {
    double median[NCLOCKS], spread[NCLOCKS];
};

static enum status make_matrix(void)
{
    enum status status = OK;
    const struct variant *v = &b.variant;
    TRY(stored_build_at(v->place, v->layout, v->precision, &v->options, &b.problem.system.a,
                        &b.stored));
    TRY(stored_upload(v->place, &b.stored));
out:
    return status;
}

static enum status make_solve(void)
{
    const struct solve_settings settings = {.criterion = RELATIVE,
                                            .epsilon = 1e-6,
                                            .scale = 1,
                                            .max_iterations = 100000,
                                            .matrix = &b.problem.system.a,
                                            .options = b.variant.options};
    return solve_create(&b.stored, b.variant.method, b.problem.system.b, &settings, &b.solve);
}

static enum status sample(double *out)
{
    enum status status = OK;
    const struct place *place = b.variant.place;
    TRY(solve_reset(&b.solve, b.problem.system.x0));
    TRY(place->synchronise());
    const double start = clock_now();
    TRY(place->span_begin());
    TRY(solve_run(&b.solve, b.variant.method));
    TRY(place->span_end(&out[DEVICE]));
    TRY(place->synchronise());
    out[HOST] = clock_now() - start;
out:
    return status;
}

static double deviation(size_t n, const double *value, double about)
{
    double sum = 0;
    for (size_t k = 0; k < n; k++) sum += (value[k] / about - 1) * (value[k] / about - 1);
    return sqrt(sum / (double)(n - 1));
}

static enum status measure_group(struct group *out)
{
    enum status status = OK;
    double value[NCLOCKS][SAMPLES], one[NCLOCKS];
    for (int k = -WARM; k < SAMPLES; k++) {
        TRY(sample(one));
        for (int c = 0; c < NCLOCKS && k >= 0; c++) value[c][k] = one[c];
    }
    for (int c = 0; c < NCLOCKS; c++) {
        out->median[c] = sort_to_median(SAMPLES, value[c]);
        out->spread[c] = deviation(SAMPLES, value[c], out->median[c]);
    }
out:
    return status;
}

/* Changes one thing. */
static enum status change(enum cause cause, int k)
{
    enum status status = OK;
    const struct place *place = b.variant.place;
    cpu_set_t set;
    CPU_ZERO(&set);
    switch (cause) {
    case SOLVE:
        solve_free(&b.solve);
        TRY(make_solve());
        break;
    case ELSEWHERE:
        solve_free(&b.solve);
        stored_free(&b.stored);
        TRY(place->allocate((size_t)(1 + rand() % 4096) << 12, &b.kept[k]));
        TRY(make_matrix());
        TRY(make_solve());
        break;
    case MATRIX:
        solve_free(&b.solve);
        stored_free(&b.stored);
        TRY(make_matrix());
        TRY(make_solve());
        break;
    case CORE:
        CPU_SET((size_t)k % (size_t)sysconf(_SC_NPROCESSORS_ONLN), &set);
        sched_setaffinity(0, sizeof set, &set);
        break;
    case RESTED: usleep(500000); break;
    default: break;
    }
out:
    return status;
}

/* Measures a group in a new process, which prints it. */
static enum status other_process(const char *program, const char *text, struct group *out)
{
    char command[512];
    snprintf(command, sizeof command, "%s --one '%s'", program, text);
    FILE *f = popen(command, "r");
    if (!f) return fail(ERROR_ENVIRONMENT, "no process");
    int got = fscanf(f, "%lf %lf %lf %lf", &out->median[DEVICE], &out->median[HOST],
                     &out->spread[DEVICE], &out->spread[HOST]);
    return pclose(f) == 0 && got == 4 ? OK : fail(ERROR_ENVIRONMENT, "the process failed");
}

static void print_row(const char *name, const struct group *group)
{
    printf("  %-10s", name);
    for (int c = 0; c < NCLOCKS; c++) {
        double level[GROUPS], spread[GROUPS], least = INFINITY, most = 0;
        for (int k = 0; k < GROUPS; k++) {
            level[k] = group[k].median[c];
            spread[k] = group[k].spread[c];
            least = fmin(least, level[k]);
            most = fmax(most, level[k]);
        }
        const double middle = sort_to_median(GROUPS, level);
        printf(" %10.4f ms %6.2f %6.2f %6.2f", 1e3 * middle, 100 * deviation(GROUPS, level, middle),
               100 * (most / least - 1), 100 * sort_to_median(GROUPS, spread));
    }
    printf("\n");
    fflush(stdout);
}

static enum status open_case(const char *text)
{
    enum status status = OK;
    char method[128], variant[256], source[128];
    if (sscanf(text, "%127[^/]/%127s", method, source) != 2) return fail(ERROR_INPUT, "%s", text);
    snprintf(variant, sizeof variant, "%s/msr/f64/cuda", method);
    TRY(variant_parse(variant, &b.variant));
    TRY(b.variant.place->probe());
    TRY(problem_open(source, &b.problem));
    TRY(make_matrix());
    TRY(make_solve());
out:
    return status;
}

static void close_case(void)
{
    solve_free(&b.solve);
    stored_free(&b.stored);
    problem_free(&b.problem);
    memset(&b, 0, sizeof b);
}

static enum status bench(const char *program, const char *text)
{
    enum status status = OK;
    struct group group[GROUPS];
    cpu_set_t before;
    sched_getaffinity(0, sizeof before, &before);
    printf("%s\n  %-10s %13s %6s %6s %6s %13s %6s %6s %6s\n", text, "changed", "device", "sd %",
           "range", "within", "host", "sd %", "range", "within");
    TRY(open_case(text));
    for (int cause = 0; cause < NCAUSES; cause++) {
        for (int k = 0; k < GROUPS; k++) {
            if (cause == PROCESS) TRY(other_process(program, text, &group[k]));
            else {
                TRY(change(cause, k));
                TRY(measure_group(&group[k]));
            }
        }
        sched_setaffinity(0, sizeof before, &before);
        print_row(cause_names[cause], group);
        for (int k = 0; k < GROUPS; k++) {
            if (b.kept[k]) b.variant.place->release(b.kept[k]);
            b.kept[k] = NULL;
        }
    }
out:
    close_case();
    return status;
}

static enum status print_one(const char *text)
{
    enum status status = OK;
    struct group group;
    TRY(open_case(text));
    TRY(measure_group(&group));
    printf("%.9g %.9g %.9g %.9g\n", group.median[DEVICE], group.median[HOST], group.spread[DEVICE],
           group.spread[HOST]);
out:
    close_case();
    return status;
}

int main(int argc, char **argv)
{
    static char *const usual[] = {"jacobi[loop=host]/random_dd:n=2000,density=0.01",
                                  "jacobi[loop=graph]/random_dd:n=2000,density=0.01",
                                  "bicgstab[loop=graph]/random_dd:n=2000,density=0.01",
                                  "jacobi[loop=host]/tandem:c=255",
                                  "jacobi[loop=graph]/tandem:c=255",
                                  "bicgstab[loop=graph]/cluster:n=122"};
    char *const *list = argc > 1 ? argv + 1 : usual;
    const int many = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual);
    enum status status = OK;
    if (argc == 3 && strcmp(argv[1], "--one") == 0) status = print_one(argv[2]);
    else
        for (int k = 0; k < many && status == OK; k++) status = bench(argv[0], list[k]);
    if (status != OK) fprintf(stderr, "%s\n", fail_message());
    return status != OK;
}
