/* Places ranks2 to ranks16, for the names of variants. Their solves run in other processes
 * (harness/ranks); only the probe of these places is called. */
#include "solvers/ranks/find.h"
#include "solvers/ranks/operations.h"

extern const struct place place_omp;

static enum status ranks_probe(void)
{
    struct ranks_found found;
    MUST(ranks_find(&found));
    ranks_found_free(&found);
    return OK;
}

static enum status ranks_permits(const struct solver_options *options)
{
    if (options->loop != LOOP_RESIDENT) return OK;
    return fail(ERROR_UNSUPPORTED,
                "loop=resident takes one GPU by itself: use place cuda, or loop=graph");
}

#define PLACE(count, ...)                                               \
    [count] = {.name = "ranks" #count,                                  \
               .title = #count " processes under MPI",                  \
               .on_host = true,                                         \
               .ranks = count,                                          \
               .member = &place_omp,                                    \
               .mat = {&mat_ops_ranks, &mat_ops_ranks},                 \
               .vec = {[F32] = &vec_ops_ranks, [F64] = &vec_ops_ranks}, \
               .probe = ranks_probe,                                    \
               .permits = ranks_permits},
extern const struct place ranks_places[MOST_PARTS + 1];
const struct place ranks_places[MOST_PARTS + 1] = {EACH_PART_COUNT(PLACE, )};
