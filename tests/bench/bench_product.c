/* How long product graphs take to build, against one plain pass over their edges: bench_product
 * [SOURCE...], by default those of FIMU-RS-2009-05, table 2. The largest takes some 1.5 GB. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/process/clock.h"
#include "problems/problem.h"

static double plain_pass(const struct product *p)
{
    volatile uint64_t kept;
    uint64_t sum = 0;
    double start = clock_now();
    for (uint64_t e = 0; e < p->m; e++) sum += p->col[e];
    kept = sum;
    (void)kept;
    return clock_now() - start;
}

static void build(const char *source)
{
    struct problem problem;
    struct rusage usage;
    double start = clock_now();
    if (problem_open(source, &problem) != OK) {
        fprintf(stderr, "bench_product: %s\n", fail_message());
        exit(1);
    }
    double seconds = clock_now() - start;
    const struct product *p = &problem.product;
    getrusage(RUSAGE_SELF, &usage);
    printf(
        "%-28s %12u vertices %12llu edges %8.2f s %8.1f M edges/s %7.0f passes %7.0f MB at most\n",
        source, p->n, (unsigned long long)p->m, seconds, (double)p->m / seconds * 1e-6,
        seconds / plain_pass(p), (double)usage.ru_maxrss * 1024e-6);
    problem_free(&problem);
}

int main(int argc, char **argv)
{
    static const char *const table2[] = {"elevator2:n=12", "elevator2:n=12,property=2",
                                         "leader:n=6", "peterson:n=5,reset=1"};
    for (int k = 1; k < argc; k++) build(argv[k]);
    for (size_t k = 0; argc == 1 && k < sizeof table2 / sizeof *table2; k++) build(table2[k]);
    return 0;
}
