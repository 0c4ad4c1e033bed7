/* make bench-seidel: sweeps of Gauss-Seidel with layout msr on a GPU, in f64 with the relative
 * test, in microseconds; all are timed in turn, medians of ROUNDS.
 *
 *   given     rows as the problem numbers them (solvers/cuda/in_place.cuh)
 *   block     rows stored level by level (solvers/cuda/level_order/walk.cuh), all levels taken by
 *             one block
 *   cluster   all by one cluster of blocks
 *   grid      all by all blocks
 *   plain     by one block or all blocks, as a card without clusters has it
 *   levels    by the three teams, as option level_order=yes has it
 *   launches  of one sweep with the three teams
 *   level     nanoseconds of one level, with the three teams
 *   ratio     levels to given
 *
 * All must give the same bits after SWEEPS sweeps. Columns block, cluster and grid over the number
 * of levels, by the width of levels, give the prices in solvers/schedule.c. SOURCES as arguments:
 * these alone. */
#include "tests/bench/card/on_card.cuh"

extern "C" {
#include "analysis/statistics/stats.h"
#include "problems/problem.h"
#include "problems/row_order.h"
#include "solvers/cuda/device.h"
#include "solvers/solve.h"
}

enum { ROUNDS = 11, SWEEPS = 4 };

/* Everything that is timed. */
enum timed { GIVEN, BLOCK, CLUSTER, GRID, PLAIN, LEVELS, NTIMED };

static const unsigned teams_of[NTIMED] = {[GIVEN] = 0,
                                          [BLOCK] = 1 << TEAM_BLOCK,
                                          [CLUSTER] = 1 << TEAM_CLUSTER,
                                          [GRID] = 1 << TEAM_GRID,
                                          [PLAIN] = 1 << TEAM_BLOCK | 1 << TEAM_GRID,
                                          [LEVELS] = ALL_TEAMS};

struct contest {
    const struct place *cuda;
    const struct mat_ops *ops;
    struct stored given, by_level;
    struct schedule_part *part[NTIMED];
    uint32_t nparts[NTIMED], n, *sequence;
    void *x, *b, *moved_b;
    double *start; /* in the order of the problem */
    struct test test;
};

static void run_one(struct contest *c, int what)
{
    struct stored *a = what == GIVEN ? &c->given : &c->by_level;
    a->schedule.part = c->part[what];
    a->schedule.nparts = c->nparts[what];
    check_cuda(cudaMemsetAsync(c->test.flag, 0, sizeof(int), device_stream()), "cudaMemsetAsync");
    check(c->ops->gauss_seidel(a, what == GIVEN ? c->b : c->moved_b, c->x, false, &c->test));
}

/* Returns the microseconds of one sweep. */
static double time_one(struct contest *c, int what)
{
    double seconds;
    check(c->cuda->span_begin());
    for (int k = 0; k < SWEEPS; k++) run_one(c, what);
    check(c->cuda->span_end(&seconds));
    return 1e6 * seconds / SWEEPS;
}

static void time_all(struct contest *c, struct summary *out)
{
    static double times[NTIMED][ROUNDS];
    for (int round = -1; round < ROUNDS; round++)
        for (int what = 0; what < NTIMED; what++)
            times[what][round < 0 ? 0 : round] = time_one(c, what);
    for (int what = 0; what < NTIMED; what++) check(summarise(ROUNDS, times[what], &out[what]));
}

/* x = the result of SWEEPS sweeps, in the order of the problem. */
static void sweep(struct contest *c, int what, double *x)
{
    double *moved = (double *)on_host(c->n * sizeof *moved);
    for (uint32_t k = 0; k < c->n; k++) moved[k] = c->start[what ? c->sequence[k] : k];
    check(c->cuda->put(c->x, moved, c->n * sizeof *moved));
    check(c->cuda->synchronise());
    for (int k = 0; k < SWEEPS; k++) run_one(c, what);
    check(c->cuda->get(moved, c->x, c->n, sizeof *moved));
    if (what) row_order_undo(c->n, c->sequence, moved, x);
    else memcpy(x, moved, c->n * sizeof *x);
    free(moved);
}

static void compare(struct contest *c)
{
    double *x[2] = {(double *)on_host(c->n * sizeof **x), (double *)on_host(c->n * sizeof **x)};
    sweep(c, GIVEN, x[0]);
    for (int what = BLOCK; what < NTIMED; what++) {
        sweep(c, what, x[1]);
        if (!memcmp(x[0], x[1], c->n * sizeof **x)) continue;
        fprintf(stderr, "sweeps %d differ from those of rows as given\n", what);
        exit(1);
    }
    free(x[0]);
    free(x[1]);
}

static void begin_contest(const struct linear *system, const struct layout *msr, struct contest *c)
{
    struct schedule schedule, given;
    struct linear moved;
    double *b = (double *)on_host(system->a.off.rows * sizeof *b);
    c->n = system->a.off.rows;
    c->start = (double *)on_host(c->n * sizeof *c->start);
    for (uint32_t i = 0; i < c->n; i++) b[i] = 1 + i % 5, c->start[i] = 1.0 / (1 + i % 17);
    const struct linear wanted = {system->a, b, c->start, NULL, NULL};
    check(schedule_build(&system->a.off, BY_BLOCK, &given));
    check(schedule_build(&system->a.off, BY_BLOCK, &schedule));
    check(schedule_store_rows(&schedule, &c->sequence));
    for (int what = BLOCK; what < NTIMED; what++)
        check(schedule_parts(schedule.nsteps, schedule.start, teams_of[what], &c->part[what],
                             &c->nparts[what]));
    free(schedule.part);
    schedule.part = NULL;
    check(row_order_move(&wanted, c->sequence, &moved));
    check(stored_build_at(c->cuda, msr, F64, NULL, &system->a, &c->given));
    check(stored_build_at(c->cuda, msr, F64, NULL, &moved.a, &c->by_level));
    c->given.schedule = given;
    c->by_level.schedule = schedule;
    check(stored_upload(c->cuda, &c->given));
    check(stored_upload(c->cuda, &c->by_level));
    c->x = on_device(c->start, c->n * sizeof *b);
    c->b = on_device(b, c->n * sizeof *b);
    c->moved_b = on_device(moved.b, c->n * sizeof *b);
    linear_free(&moved);
    free(b);
}

static void end_contest(struct contest *c)
{
    c->given.schedule.part = c->by_level.schedule.part = NULL;
    stored_free(&c->given);
    stored_free(&c->by_level);
    for (struct schedule_part *part : c->part) free(part);
    for (void *p : {c->x, c->b, c->moved_b}) cudaFree(p);
    free(c->sequence);
    free(c->start);
}

static void bench(const char *source, const struct layout *msr, struct contest c)
{
    struct problem problem;
    struct summary t[NTIMED];
    check(problem_open(source, &problem));
    begin_contest(&problem.system, msr, &c);
    compare(&c);
    time_all(&c, t);
    const uint32_t levels = c.by_level.schedule.nsteps;
    printf("%-16s %8u %9llu %6u %7u", source, c.n, (unsigned long long)problem.system.a.off.nnz,
           levels, c.by_level.schedule.widest);
    for (const struct summary &s : t) printf(" %9.1f", s.median);
    printf(" %8u %7.0f %6.3f\n", c.nparts[LEVELS], 1e3 * t[LEVELS].median / levels,
           t[LEVELS].median / t[GIVEN].median);
    fflush(stdout);
    end_contest(&c);
    problem_free(&problem);
}

int main(int argc, char **argv)
{
    static const char *const suite[] = {
        "kanban:t=5",    "fms:n=7", "polling:n=16", "cluster:n=256", "tandem:c=255",
        "tandem:c=1023", NULL};
    struct contest contest = {};
    const struct layout *msr = layouts[0];
    contest.cuda = find_cuda();
    check(contest.cuda->probe());
    contest.ops = find_mat_ops(msr, contest.cuda, F64);
    contest.test.epsilon = 1e-300; /* never satisfied */
    contest.test.flag = (int *)on_device(NULL, sizeof(int));
    check_cuda(cudaMemset(contest.test.flag, 0, sizeof(int)), "cudaMemset");
    printf("%-16s %8s %9s %6s %7s", "us", "rows", "non-zeros", "levels", "widest");
    for (const char *timed : {"given", "block", "cluster", "grid", "plain", "levels"})
        printf(" %9s", timed);
    printf(" %8s %7s %6s\n", "launches", "level", "ratio");
    const char *const *source = argc > 1 ? (const char *const *)argv + 1 : suite;
    for (; *source; source++) bench(*source, msr, contest);
    cudaFree(contest.test.flag);
    return 0;
}
