#include "harness/probe/entrants.h"

#include <math.h>
#include <omp.h>
#include <string.h>

enum { ON_CPU = 1, ON_CUDA = 2, ANYWHERE = ON_CPU | ON_CUDA };
enum {
    IF_ACYCLIC = 1,
    IF_CHAIN = 2,
    IF_NOT_PERIODIC = 4,
    IF_SHORT_ROWS = 8,
    IF_DEEP = 16, /* factors have many levels, each of which waits for the one before */
    IF_NOT_DEEP = 32,
    IF_FEW_ROWS = 64,   /* at most RESIDENT_ROWS */
    IF_MANY_ROWS = 128, /* at least LEVEL_ROWS */
    IF_LONG_RUN = 256
};

/* Rows up to which BiCGStab stays in one kernel. An iteration takes 6 to 16 us there, and 110 where
 * the host takes part (docs/notebook/sweeps.md); 43 multiprocessors hold so many. */
enum { RESIDENT_ROWS = 1 << 16 };

/* Rows from which on multilevel keeps a GPU busy. With 500,000 rows it took twice as long as
 * BiCGStab with the diagonal, and as long with 2 million. */
enum { LEVEL_ROWS = 1 << 20 };

static const char ilu[] = "bicgstab[precondition=ilu0]";

/* Share of the entries between two blocks up to which blocks take as many iterations as the whole.
 * Measured: cluster and tandem below it, polling, kanban and fms above (docs/notebook/ilu.md). */
static const double most_between = 0.01;

/* Costs on the CPU are from make bench-auto, those on a GPU from eight problems on an H200. On a
 * GPU no sweeps are tried: the first ones said little about the last. With cluster 320 they
 * foretold 74, and it took 6,313; with polling 16 it took 8,910. */
const struct entrant entrants[] = {
    {"gauss_seidel", "components", ANYWHERE, IF_ACYCLIC, 0, 50, 1.1, 2, 0, 0, 0},
    {"gauss_seidel", NULL, ON_CPU, IF_SHORT_ROWS, 0, 0, 1.1, 0, 0, 0, 0},
    {"gauss_seidel_backward", NULL, ON_CPU, IF_SHORT_ROWS, 0, 0, 1.1, 0, 0, 0, 0},
    {"jacobi", NULL, ON_CUDA, IF_NOT_PERIODIC, 0, 0, 0, 0, 0, LOOP_GRAPH, 0},
    {"jor", NULL, ON_CUDA, 0, 0, 0, 0, 0, 0, LOOP_GRAPH, 0},
    {ilu, NULL, ON_CPU, 0, 0, 8, 5, 10, 0.5, 0, 0},
    {"bicgstab[precondition=jacobi]", NULL, ON_CPU, 0, 0, 2, 3.4, 60, 0, 0, 0},
    {"bicgstab[precondition=jacobi]", NULL, ON_CUDA, 0, 0, 2, 7, 100, 0, 0, 0},
    {"bicgstab[precondition=jacobi]", NULL, ON_CUDA, IF_FEW_ROWS | IF_SHORT_ROWS, 0, 20, 1, 100, 0,
     LOOP_RESIDENT, 0},
    {ilu, NULL, ON_CUDA, 0, IF_NOT_DEEP, 30, 10, 12, 0, 0, 0},
    {"multilevel", NULL, ON_CUDA, IF_CHAIN, IF_LONG_RUN | IF_DEEP | IF_MANY_ROWS, 0, 40, 14, 0, 0,
     0},
    {"jacobi", NULL, ON_CUDA, IF_NOT_PERIODIC, IF_ACYCLIC | IF_FEW_ROWS, 20, 1, 20, 0,
     LOOP_RESIDENT, 0},
    {"bicgstab", NULL, ON_CUDA, 0, 0, 0, 0, 0, 0, LOOP_GRAPH, 0},
    {"bicgstab", NULL, ON_CPU, 0, 0, 0, 0, 0, 0, 0, 0},
    {"gmres[precondition=ilu0]", NULL, ANYWHERE, 0, 0, 0, 0, 0, 0, 0, 0},
    {"multilevel", NULL, ON_CPU, IF_CHAIN, 0, 0, 0, 0, 0, 0, 0},
    {"bicgstab[precondition=ilu0,blocks=2]", NULL, ON_CPU, 0, 0, 7, 5, 10, 0, 0, 2},
    {"bicgstab[precondition=ilu0,blocks=4]", NULL, ON_CPU, 0, 0, 7, 5, 10, 0, 0, 4},
    {"bicgstab[precondition=ilu0,blocks=8]", NULL, ON_CPU, 0, 0, 7, 5, 10, 0, 0, 8},
    {"bicgstab[precondition=ilu0,blocks=16]", NULL, ON_CPU, 0, 0, 7, 5, 10, 0, 0, 16},
    {"jacobi", NULL, ON_CPU, IF_NOT_PERIODIC, 0, 0, 0, 0, 0, 0, 0},
    {"jor", NULL, ON_CPU, 0, 0, 0, 0, 0, 0, 0, 0},
};

const int entrant_count = sizeof entrants / sizeof *entrants;

enum status occasion_find(const struct problem *problem, const struct place *place, double epsilon,
                          struct occasion *out)
{
    *out = (struct occasion){
        .problem = problem, .place = place, .epsilon = epsilon, .threads = 1};
    if (place->on_host && place->scheduled != UNSCHEDULED)
        out->threads = (uint32_t)omp_get_max_threads();
    MUST(structure_find(&problem->system.a, problem->kind != KIND_STEADY, &out->facts));
    for (int k = 0; k < entrant_count; k++)
        if (takes_part(&entrants[k], out) && entrants[k].threads)
            out->between = structure_between(&problem->system.a, entrants[k].threads);
    return OK;
}

/* The conditions that do not hold. */
static unsigned missing(const struct occasion *occasion)
{
    const struct problem *problem = occasion->problem;
    const bool chain = problem->kind != KIND_LINEAR,
               periodic = problem->period > 1 && problem->jacobi_limit >= occasion->epsilon,
               is_long = occasion->facts.length >= LONG_ROWS;
    const uint64_t rows = problem->system.a.off.rows;
    return (occasion->facts.acyclic ? 0 : IF_ACYCLIC) | (chain ? 0 : IF_CHAIN) |
           (periodic ? IF_NOT_PERIODIC : 0) | (is_long ? IF_SHORT_ROWS : 0) |
           (occasion->facts.deep ? IF_NOT_DEEP : IF_DEEP) |
           (rows <= RESIDENT_ROWS ? 0 : IF_FEW_ROWS) | (rows >= LEVEL_ROWS ? 0 : IF_MANY_ROWS) |
           (problem->kind == KIND_STEADY ? 0 : IF_LONG_RUN);
}

bool takes_part(const struct entrant *entrant, const struct occasion *occasion)
{
    return (entrant->where & (occasion->place->on_host ? ON_CPU : ON_CUDA)) &&
           !(entrant->when & missing(occasion)) &&
           (!entrant->threads || (entrant->threads <= occasion->threads &&
                                  occasion->threads < 2 * entrant->threads));
}

bool makes_sweeps(const struct entrant *entrant)
{
    return entrant->iteration > 0 && !(entrant->usual > 0);
}

/* ILU(0) takes fewer iterations if few sweeps in place suffice, and the factors of long rows cost
 * more. Blocks of it take no more iterations than the whole if few entries are between two. A long
 * run makes sweeps to find its pins. Chains with long rows mix fast. */
double usual_products(const struct entrant *entrant, const struct occasion *occasion, double sweeps,
                      double *iterations)
{
    enum { PIN_SWEEPS = 8, LONG_RUN = 14, FIRST = 2, WELL_MIXED = 8, MIXING_ROWS = 32 };
    static const double for_sweep = 0.2, for_length = 0.7;
    const bool long_run = occasion->problem->kind == KIND_STEADY;
    double set_up = entrant->set_up;
    *iterations = entrant->usual;
    if (!(entrant->usual > 0) || (entrant->foretold & missing(occasion))) return INFINITY;
    if (entrant->threads && occasion->between > most_between) return INFINITY;
    if (!entrant->order && long_run) set_up += PIN_SWEEPS;
    if (entrant->name == ilu || entrant->threads) {
        set_up += for_length * occasion->facts.length;
        if (long_run) *iterations = LONG_RUN;
        if (isfinite(sweeps))
            *iterations = fmin(FIRST + for_sweep * sweeps, (long_run ? 2 : 1) * *iterations);
    } else if (!entrant->order && occasion->facts.length >= MIXING_ROWS) {
        *iterations = WELL_MIXED;
    }
    return set_up + *iterations * entrant->iteration;
}
