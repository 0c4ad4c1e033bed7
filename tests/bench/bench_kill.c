/* Runs that are killed with SIGKILL at 1,000 random moments and gone on with (tests/support/kills.h), each
 * of 60 cases: what is lost, and what is repeated. $WARPMARK_SEED repeats one; $KILLS is another
 * number. Exit 1 when anything is. */
#include "tests/support/scratch.h"

#include "tests/support/kills.h"

int main(void)
{
    const char *seed = getenv("WARPMARK_SEED"), *wanted = getenv("KILLS");
    struct kills kills = {.seed = seed ? strtoull(seed, NULL, 10) : (uint64_t)time(NULL),
                          .wanted = wanted ? (unsigned)atoi(wanted) : 1000,
                          .most = 12,
                          .problems = 15,
                          .variants = 4,
                          .nsamples = 6,
                          .longest = 0.4};
    printf("seed %llu\n", (unsigned long long)kills.seed);
    kill_runs(&kills);
    printf("%u kills: %zu samples had been reported, %s; %u results files opened; %u runs were "
           "brought to their end\n",
           kills.done, kills.acknowledged,
           *kills.wrong ? "some are lost or repeated" : "none is lost or repeated", kills.files,
           kills.runs);
    if (*kills.wrong) fprintf(stderr, "bench_kill: %s\n", kills.wrong);
    return *kills.wrong != 0;
}
