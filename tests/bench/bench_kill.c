/* Kills runs of 60 cases each with SIGKILL at 1,000 random moments, and continues them
 * (tests/support/results/kills.h): counts lost and repeated cases. $WARPMARK_SEED repeats one;
 * $KILLS sets another number. Exit code 1 if there are any. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/results/kills.h"
#include "tests/support/seed.h"

int main(void)
{
    const char *wanted = getenv("KILLS");
    struct kills kills = {.wanted = wanted ? (unsigned)atoi(wanted) : 1000,
                          .most = 12,
                          .problems = 15,
                          .variants = 4,
                          .nsamples = 6,
                          .longest = 0.4};
    seed_begin();
    kill_runs(&kills);
    printf("%u kills: %zu samples had been reported, %s; %u results files opened; %u runs were "
           "brought to their end\n",
           kills.done, kills.acknowledged,
           *kills.wrong ? "some are lost or repeated" : "none is lost or repeated", kills.files,
           kills.runs);
    if (*kills.wrong) fprintf(stderr, "bench_kill: %s\n", kills.wrong);
    return *kills.wrong != 0;
}
