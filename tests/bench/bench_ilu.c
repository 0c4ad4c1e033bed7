/* make bench-ilu: the time of ILU(0) on one core and on all, in turns: the levels with the factors,
 * and one use of them, z = M^-1 r. Least of ROUNDS. SOURCES as arguments: only these. */
#include <stdio.h>
#include <stdlib.h>

#include "base/process/clock.h"
#include "harness/machine/threads.h"
#include "problems/problem.h"
#include "solvers/ilu.h"
#include "solvers/place.h"

extern const struct place place_seq, place_omp;

enum { ROUNDS = 15, USES = 4 };

struct least_times {
    double factor, use; /* s */
};

static void keep_least(double *least, double began)
{
    const double seconds = clock_now() - began;
    if (*least == 0 || seconds < *least) *least = seconds;
}

static enum status run(const struct place *place, struct ilu *ilu, const double *r, double *z,
                       struct least_times *least)
{
    double began = clock_now();
    MUST(place->ilu[F64]->factor(ilu));
    keep_least(&least->factor, began);
    for (int k = 0; k < USES; k++) {
        began = clock_now();
        MUST(place->ilu[F64]->solve(ilu, r, z));
        keep_least(&least->use, began);
    }
    return OK;
}

static enum status bench(const char *source)
{
    enum status status = OK;
    static const struct place *const at[2] = {&place_seq, &place_omp};
    struct problem problem = {0};
    struct ilu ilu[2] = {{0}};
    struct least_times least[2] = {{0}};
    double *r = NULL, *z = NULL;
    TRY(problem_open(source, &problem));
    const uint32_t n = problem.system.a.off.rows;
    TRY(place_seq.allocate(n * sizeof *r, (void **)&r));
    TRY(place_seq.allocate(n * sizeof *z, (void **)&z));
    for (uint32_t i = 0; i < n; i++) r[i] = 1.0 / (1 + i % 17);
    const uint64_t pin[] = {n - 1};
    for (int k = 0; k < 2; k++) {
        ilu[k] = (struct ilu){
            .a = &problem.system.a, .narrow = true, .blocks = 1, .pin = pin, .npins = 1};
        TRY(at[k]->ilu[F64]->create(&ilu[k]));
    }
    for (int round = 0; round < 2 * ROUNDS; round++)
        TRY(run(at[round % 2], &ilu[round % 2], r, z, &least[round % 2]));
    printf("%-26s %8u %8u %8u %9.2f %9.2f %6.2f %9.3f %9.3f %6.2f\n", source, n,
           ilu[1].lower_levels, ilu[1].upper_levels, 1e3 * least[0].factor, 1e3 * least[1].factor,
           least[0].factor / least[1].factor, 1e3 * least[0].use, 1e3 * least[1].use,
           least[0].use / least[1].use);
    fflush(stdout);
out:
    for (int k = 0; k < 2; k++) at[k]->ilu[F64]->destroy(&ilu[k]);
    free(r);
    free(z);
    problem_free(&problem);
    return status;
}

int main(int argc, char **argv)
{
    static char *const sources[] = {
        "tandem:c=255", "tandem:c=1023", "cluster:n=122",           "kanban:t=4",
        "fms:n=5",      "polling:n=14",  "polling:n=14,property=2", "herman:n=11"};
    char *const *list = argc > 1 ? argv + 1 : sources;
    const int many = argc > 1 ? argc - 1 : (int)(sizeof sources / sizeof *sources);
    enum status status = OK;
    threads_wait_briefly(argv);
    printf("Times in ms; levels 0: one thread takes the triangle. %d threads.\n", threads_count());
    printf("%-26s %8s %8s %8s %9s %9s %6s %9s %9s %6s\n", "", "rows", "L", "U", "factor", "all",
           "ratio", "use", "all", "ratio");
    for (int k = 0; k < many && status == OK; k++) status = bench(list[k]);
    if (status != OK) fprintf(stderr, "%s\n", fail_message());
    return status != OK;
}
