/* make bench-sptrsv: the triangular solves of ILU(0) on a GPU, by solvers/cuda/ilu/ and by
 * cuSPARSE's SpSV, over the same factors in f64; all are timed in turn, medians of ROUNDS. In
 * microseconds:
 *
 *   make     ours: levels of both triangles and the factorisation, which come together. SpSV: its
 *            analysis of both triangles, without a factorisation. Least of MADE times
 *   use      z = M^-1 r. f32: ours with factors stored in f32, as the program has them unless
 *            factors=f64 is set. lev 32, lev 64: the same by triangles=levels. SpSV has L alone, (I
 *            + L) y = r, and U alone, D (I + U) z = y
 *   ratio    ours with factors in f64 to both solves of SpSV; above 1, SpSV is the faster one, and
 *            saves so much a use
 *   levels   ours by levels, with factors in f64, to both solves of SpSV
 *
 * SpSV's factors are made on the host by the same code, and stand in a matrix each. Answers must
 * agree entry by entry, as factors of chains give sums without cancellation. The last row is
 * pinned.
 * SOURCES as arguments: these alone. */
#include "tests/bench/card/spsv.cuh"

extern "C" {
#include "analysis/statistics/stats.h"
#include "base/process/clock.h"
#include "problems/problem.h"
#include "solvers/cuda/device.h"
#include "solvers/place.h"
}

enum { ROUNDS = 21, USES = 5, MADE = 3 };

static const double apart = 1e-9, least = 1e-290;

/* Everything that is timed. */
enum timed { OURS_F32, OURS_F64, LEVELS_F32, LEVELS_F64, LOWER, UPPER, NTIMED };

enum { RATIO = NTIMED, LEVELS_RATIO, NTOLD };

struct contest {
    const struct place *cuda;
    struct ilu ilu[LOWER]; /* factors in f32, and in f64 */
    cusparseHandle_t handle;
    struct triangle triangle[2];
    double *r, *y, *z;
};

/* Runs one solver once; SpSV solves one triangle. */
static void run_one(struct contest *c, int what)
{
    if (what < LOWER) check(c->cuda->ilu[F64]->solve(&c->ilu[what], c->r, c->z));
    else use_triangle(c->handle, &c->triangle[what - LOWER]);
}

/* Returns the microseconds of one run. */
static double time_one(struct contest *c, int what)
{
    double seconds;
    check(c->cuda->span_begin());
    for (int k = 0; k < USES; k++) run_one(c, what);
    check(c->cuda->span_end(&seconds));
    return 1e6 * seconds / USES;
}

/* Microseconds of what comes before the first solve. */
static double time_making(struct contest *c, bool ours)
{
    double fastest = INFINITY;
    for (int k = 0; k < MADE; k++) {
        check(c->cuda->synchronise());
        const double began = clock_now();
        if (ours) check(c->cuda->ilu[F64]->factor(&c->ilu[1]));
        else
            for (struct triangle &t : c->triangle) analyse(c->handle, &t);
        check(c->cuda->synchronise());
        fastest = fmin(fastest, 1e6 * (clock_now() - began));
    }
    return fastest;
}

/* Medians, and the ratios behind these. */
static void time_all(struct contest *c, struct summary *out)
{
    static double times[NTOLD][ROUNDS];
    for (int round = -1; round < ROUNDS; round++) {
        const int to = round < 0 ? 0 : round;
        for (int what = 0; what < NTIMED; what++) times[what][to] = time_one(c, what);
        const double spsv = times[LOWER][to] + times[UPPER][to];
        times[RATIO][to] = times[OURS_F64][to] / spsv;
        times[LEVELS_RATIO][to] = times[LEVELS_F64][to] / spsv;
    }
    for (int what = 0; what < NTOLD; what++) check(summarise(ROUNDS, times[what], &out[what]));
}

/* Runs it, where no number is left of what ran before, and gets its n numbers. */
static void run_alone(struct contest *c, int first, int last, uint32_t n, double *z)
{
    check_cuda(cudaMemsetAsync(c->y, 0xff, n * sizeof *z, device_stream()), "cudaMemsetAsync");
    check_cuda(cudaMemsetAsync(c->z, 0xff, n * sizeof *z, device_stream()), "cudaMemsetAsync");
    for (int what = first; what <= last; what++) run_one(c, what);
    check(c->cuda->get(z, c->z, n, sizeof *z));
}

/* Ends the program unless levels give the bits of rows, in both precisions of L and U. */
static void compare_levels(struct contest *c, uint32_t n)
{
    double *z[2] = {(double *)on_host(n * sizeof **z), (double *)on_host(n * sizeof **z)};
    for (int wide = 0; wide < 2; wide++) {
        run_alone(c, wide ? OURS_F64 : OURS_F32, wide ? OURS_F64 : OURS_F32, n, z[0]);
        run_alone(c, wide ? LEVELS_F64 : LEVELS_F32, wide ? LEVELS_F64 : LEVELS_F32, n, z[1]);
        if (!memcmp(z[0], z[1], n * sizeof **z)) continue;
        fprintf(stderr, "levels and rows give different numbers, %s\n", wide ? "f64" : "f32");
        exit(1);
    }
    free(z[0]);
    free(z[1]);
}

/* The largest relative distance of an entry of z by SpSV from that by ours; ends the program where
 * it is too large. */
static double compare(struct contest *c, uint32_t n)
{
    double *z[2] = {(double *)on_host(n * sizeof **z), (double *)on_host(n * sizeof **z)}, most = 0;
    compare_levels(c, n);
    run_alone(c, OURS_F64, OURS_F64, n, z[0]);
    run_alone(c, LOWER, UPPER, n, z[1]);
    for (uint32_t i = 0; i < n; i++) {
        const double off = fabs(z[0][i] - z[1][i]) / fmax(fabs(z[0][i]), least);
        most = off <= most ? most : off;
    }
    free(z[0]);
    free(z[1]);
    if (most <= apart) return most;
    fprintf(stderr, "the solves differ by %g\n", most);
    exit(1);
}

static void begin_contest(const struct matrix *a, const uint64_t *pin, struct contest *c)
{
    const uint32_t n = a->off.rows;
    struct host_factors f = factor_on_host(a, *pin);
    double *r = (double *)on_host(n * sizeof *r);
    for (uint32_t i = 0; i < n; i++) r[i] = 1.0 / (1 + i % 17);
    c->r = (double *)on_device(r, n * sizeof *r);
    c->y = (double *)on_device(NULL, n * sizeof *r);
    c->z = (double *)on_device(NULL, n * sizeof *r);
    for (int k = 0; k < LOWER; k++) {
        c->ilu[k] = {};
        c->ilu[k].a = a;
        c->ilu[k].pin = pin;
        c->ilu[k].npins = 1;
        c->ilu[k].blocks = 1;
        c->ilu[k].narrow = k % 2 == 0;
        c->ilu[k].triangles = k < LEVELS_F32 ? TRIANGLES_ROWS : TRIANGLES_LEVELS;
        check(c->cuda->ilu[F64]->create(&c->ilu[k]));
        check(c->cuda->ilu[F64]->factor(&c->ilu[k]));
    }
    for (int k = 0; k < 2; k++) {
        begin_triangle(&f, k == 1, k ? c->y : c->r, k ? c->z : c->y, &c->triangle[k]);
        analyse(c->handle, &c->triangle[k]);
    }
    free_factors(&f);
    free(r);
}

static void end_contest(struct contest *c)
{
    for (struct ilu &ilu : c->ilu) c->cuda->ilu[F64]->destroy(&ilu);
    for (struct triangle &t : c->triangle) end_triangle(&t);
    for (double *p : {c->r, c->y, c->z}) cudaFree(p);
}

static void bench(const char *source, struct contest *c)
{
    struct problem problem;
    struct summary t[NTOLD];
    check(problem_open(source, &problem));
    const uint32_t n = problem.system.a.off.rows;
    const uint64_t pin = n - 1;
    begin_contest(&problem.system.a, &pin, c);
    const double off = compare(c, n), make = time_making(c, true), analysis = time_making(c, false);
    time_all(c, t);
    const double saved = t[OURS_F64].median - t[LOWER].median - t[UPPER].median;
    printf("%-26s %8u %9.0f %9.0f", source, n, make, analysis);
    for (int what = 0; what < NTIMED; what++) printf(" %9.1f", t[what].median);
    printf(" %6.3f [%.3f, %.3f] %9.1f %6.3f %5u %5u %8.1e\n", t[RATIO].median, t[RATIO].ci_low,
           t[RATIO].ci_high, saved, t[LEVELS_RATIO].median, c->ilu[0].lower_levels,
           c->ilu[0].upper_levels, off);
    fflush(stdout);
    end_contest(c);
    problem_free(&problem);
}

int main(int argc, char **argv)
{
    static const char *const suite[] = {
        "tandem:c=1023", "cluster:n=320",           "kanban:t=5", "fms:n=7",
        "polling:n=16",  "polling:n=16,property=2", NULL};
    struct contest contest = {};
    contest.cuda = find_cuda();
    check(contest.cuda->probe());
    check_cusparse(cusparseCreate(&contest.handle), "cusparseCreate");
    check_cusparse(cusparseSetStream(contest.handle, device_stream()), "cusparseSetStream");
    printf("%-26s %8s %9s %9s %9s %9s %9s %9s %9s %9s %6s %-14s %9s %6s %5s %5s %8s\n", "us",
           "rows", "make", "analysis", "f32", "f64", "lev 32", "lev 64", "SpSV L", "SpSV U",
           "ratio", "[95 %]", "saves", "levels", "of L", "of U", "apart");
    const char *const *source = argc > 1 ? (const char *const *)argv + 1 : suite;
    for (; *source; source++) bench(*source, &contest);
    cusparseDestroy(contest.handle);
    return 0;
}
