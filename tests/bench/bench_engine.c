/* make bench-engine: the cost of an engine beside its work: SAMPLES samples of an engine that
 * copies b (tests/engines/faulty.c), in turn with method null, which runs in this process. "solve"
 * is the time of the clock of a sample; "sample" is all its time, with the transfer and the check
 * of the answer. Before that, the same engine twice, and one slower by 3 %, take turns in one run:
 * how many of PAIRS pairs are called different. Exit code 1 if more than 1 % of the equal ones are
 * called different, or less than 95 % of the slower ones are found. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/statistics/stats.h"
#include "base/process/clock.h"
#include "harness/case/case.h"
#include "harness/run/selfcheck.h"

enum { SAMPLES = 2000, NPROGRAMS = 2, PAIRS = 40, TURNS = 3 };

/* An engine that does not look at the precision: the first two are equal. */
#define CASES                                                                                 \
    "{faulty[cost=0.01]/sparse/f32/seq,faulty[cost=0.01]/sparse/f64/seq,faulty[cost=0.0103]/" \
    "sparse/f64/seq}"

static const char *const names[NPROGRAMS] = {"faulty/sparse/f64/seq", "null/msr/f64/seq"};

struct timed_side {
    struct variant variant;
    struct measurement m;
    struct case_result result;
    double solve[SAMPLES], sample[SAMPLES];
};

static struct timed_side sides[NPROGRAMS];

/* The folder of the engine, beside that of this program. */
static void find_engines(void)
{
    static char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) return;
    path[length] = '\0';
    char *here = strstr(path, "/tests/bench/");
    if (here) strcpy(here, "/tests/engines");
    setenv("WARPMARK_ENGINES", path, 1);
}

static enum status begin(const struct problem *problem, const char *name, struct timed_side *side)
{
    static struct settings settings;
    settings = default_settings;
    settings.min_samples = settings.max_samples = SAMPLES + 1;
    settings.max_time = 1e6;
    settings.prove = 0;
    MUST(variant_parse(name, &side->variant));
    return case_begin(problem, &side->variant, &settings, clock_now(), &side->m, &side->result);
}

static enum status take(struct timed_side *side, int k)
{
    static const struct block one = {.seconds = 1e9, .samples = 1};
    const double start = clock_now();
    MUST(case_block(&side->m, &one));
    side->sample[k] = clock_now() - start;
    if (!side->result.run.sample_count)
        return fail(ERROR_INPUT, "no sample: %s", side->result.run.note);
    side->solve[k] = side->result.sample[side->result.run.sample_count - 1].host;
    return OK;
}

static enum status measure(const char *source)
{
    enum status status = OK;
    struct problem problem;
    MUST(problem_open(source, &problem));
    for (int k = 0; k < NPROGRAMS; k++) TRY(begin(&problem, names[k], &sides[k]));
    for (int k = 0; k < SAMPLES; k++)
        for (int side = 0; side < NPROGRAMS; side++) TRY(take(&sides[side], k));
    for (int k = 0; k < NPROGRAMS; k++)
        printf("%-16s %-24s solve %8.1f us   sample %8.1f us\n", source, names[k],
               sort_to_median(SAMPLES, sides[k].solve) * 1e6,
               sort_to_median(SAMPLES, sides[k].sample) * 1e6);
    printf("%-16s beside null: solve + %.1f us, sample + %.1f us\n", source,
           (sides[0].solve[SAMPLES / 2] - sides[1].solve[SAMPLES / 2]) * 1e6,
           (sides[0].sample[SAMPLES / 2] - sides[1].sample[SAMPLES / 2]) * 1e6);
out:
    for (int k = 0; k < NPROGRAMS; k++) {
        case_end(&sides[k].m);
        case_result_free(&sides[k].result);
    }
    problem_free(&problem);
    return status;
}

static enum status find_slower(bool *good)
{
    enum status status = OK;
    struct results r = {0};
    size_t called = 0, found = 0;
    TRY(selfcheck_cases("identity:n=10", CASES, PAIRS, "bench-engine", &r));
    for (size_t k = 0; k < PAIRS; k++) {
        struct compared_case equal, slower;
        TRY(selfcheck_compare(&r, TURNS * k, &r, TURNS * k + 1, 0.01, &equal));
        TRY(selfcheck_compare(&r, TURNS * k + 1, &r, TURNS * k + 2, 0.01, &slower));
        called += equal.judgement == JUDGED_SLOWER || equal.judgement == JUDGED_FASTER;
        found += slower.judgement == JUDGED_SLOWER;
    }
    printf("an engine of 10 ms: of %d equal pairs %zu called different, of %d slower by 3 %% %zu "
           "found\n",
           PAIRS, called, PAIRS, found);
    *good = called <= PAIRS / 100 && found >= PAIRS * 95 / 100;
out:
    results_free(&r);
    return status;
}

int main(void)
{
    bool good;
    static const char *const sources[] = {"identity:n=10", "identity:n=10000"};
    find_engines();
    /* First, as a process that has OpenMP's threads must not fork. */
    if (find_slower(&good) != OK) {
        fprintf(stderr, "bench_engine: %s\n", fail_message());
        return 1;
    }
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
        if (measure(sources[k]) != OK) {
            fprintf(stderr, "bench_engine: %s\n", fail_message());
            return 1;
        }
    return good ? 0 : 1;
}
