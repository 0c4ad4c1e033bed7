/* make bench-omp: the gain of place omp on free cores and on cores that other programs use. With 0,
 * 1 and 2 programs per core that only count, in turn, ROUNDS times: the sweep of jacobi/msr/f64 of
 * chains of three sizes, on one core, and on all cores with three ways of waiting: the default of
 * OpenMP, that of the program (harness/machine/threads.h), and sleeping at once. OpenMP reads the
 * way when it is loaded, so each is a process of its own: this program again, `bench_omp SOURCE
 * PLACE`, which prints seconds per sweep. The table has medians and their intervals in us, and the
 * ratios of omp to seq. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/statistics/stats.h"
#include "base/process/clock.h"
#include "problems/problem.h"
#include "solvers/solve.h"

enum { ROUNDS = 7, MOST_BURNERS = 256 };
static const double enough = 0.3; /* s of sweeps */

static const struct way {
    const char *title, *place, *environment; /* of the process; NULL: none */
} ways[] = {{"seq", "seq", NULL},
            {"omp, by itself", "omp", "GOMP_SPINCOUNT=300000"},
            {"omp, as it is", "omp", "GOMP_SPINCOUNT=500"},
            {"omp, asleep at once", "omp", "OMP_WAIT_POLICY=passive"}};
enum { NWAYS = sizeof ways / sizeof *ways };

/* A sweep's time in this process. */
static enum status time_sweep(const char *source, const struct place *place, double *out)
{
    enum status status = OK;
    struct problem problem = {0};
    struct stored stored = {0};
    void *x = NULL, *y = NULL;
    int flag = 0;
    struct test test = {.criterion = RELATIVE, .epsilon = 1e-6, .flag = &flag};
    TRY(problem_open(source, &problem));
    TRY(stored_build(layouts[0], F64, NULL, &problem.system.a, &stored));
    TRY(stored_upload(place, &stored));
    TRY(place->allocate(stored.n * sizeof(double), &x));
    TRY(place->allocate(stored.n * sizeof(double), &y));
    memset(x, 0, stored.n * sizeof(double));
    const struct mat_ops *ops = find_mat_ops(stored.layout, place, F64);
    TRY(ops->jacobi(&stored, NULL, x, y, 1, &test));
    double start = clock_now();
    size_t sweeps = 0;
    for (; sweeps < 3 || clock_now() < start + enough; sweeps++)
        TRY(ops->jacobi(&stored, NULL, x, y, 1, &test));
    *out = (clock_now() - start) / (double)sweeps;
out:
    place->release(x);
    place->release(y);
    stored_free(&stored);
    problem_free(&problem);
    return status;
}

static double time_process(const char *program, const char *source, const struct way *way)
{
    char command[1024];
    double out = 0;
    snprintf(command, sizeof command, "env -u OMP_WAIT_POLICY -u GOMP_SPINCOUNT %s '%s' '%s' %s",
             way->environment ? way->environment : "", program, source, way->place);
    FILE *in = popen(command, "r");
    if (!in || fscanf(in, "%lf", &out) != 1) fprintf(stderr, "bench_omp: no time: %s\n", command);
    if (in) pclose(in);
    return out;
}

static pid_t burn(void)
{
    pid_t child = fork();
    if (child != 0) return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (volatile unsigned long k = 0;; k++) continue;
}

static enum status print_row(const char *source, size_t burners, double times[NWAYS][ROUNDS])
{
    enum status status = OK;
    struct summary one, many;
    for (int w = 0; w < NWAYS; w++) {
        TRY(summarise(ROUNDS, times[w], &many));
        if (w == 0) one = many;
        printf("%-14s %8zu  %-20s %9.1f [%.1f, %.1f]  %.2f [%.2f, %.2f]\n", source, burners,
               ways[w].title, many.median * 1e6, many.ci_low * 1e6, many.ci_high * 1e6,
               many.median / one.median, many.ci_low / one.ci_high, many.ci_high / one.ci_low);
    }
out:
    return status;
}

static enum status bench(const char *program, const char *source, size_t burners)
{
    static double times[NWAYS][ROUNDS];
    pid_t burner[MOST_BURNERS];
    for (size_t k = 0; k < burners; k++) burner[k] = burn();
    for (int round = 0; round < ROUNDS; round++)
        for (int w = 0; w < NWAYS; w++) times[w][round] = time_process(program, source, &ways[w]);
    for (size_t k = 0; k < burners; k++) {
        kill(burner[k], SIGKILL);
        waitpid(burner[k], NULL, 0);
    }
    return print_row(source, burners, times);
}

int main(int argc, char **argv)
{
    static const char *const sources[] = {"tandem:c=15", "tandem:c=63", "tandem:c=255"};
    enum status status = OK;
    double seconds;
    if (argc == 3) {
        status = time_sweep(argv[1], places[!strcmp(argv[2], "omp")], &seconds);
        if (status == OK) printf("%.9g\n", seconds);
    }
    size_t cores = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
    if (argc != 3)
        printf("%-14s %8s  %-20s %s  times seq\n", "sweep of", "burners", "on", "us [95 %]");
    for (size_t b = 0; argc != 3 && b <= 2 * cores && b <= MOST_BURNERS; b += cores)
        for (int k = 0; k < 3 && status == OK; k++) status = bench(argv[0], sources[k], b);
    if (status != OK) fprintf(stderr, "%s\n", fail_message());
    return status != OK;
}
