/* make bench-auto: method auto against each fixed variant below, in time from the layout to an
 * answer whose error is at most 1e-6 (for auto its choice included). auto comes twice: with nothing
 * in the cache of choices, and after a race (`warpmark advise`). The error is proven; if the
 * proof takes too long (prove=SECONDS), it is estimated. A variant uses the first epsilon of 1e-6,
 * 1e-7, ... that is enough. Variants take turns; the least of ROUNDS times counts. A variant that
 * takes more than MANY times as long as the fastest is stopped.
 *
 * Columns: time, its ratio to the fastest, epsilon, iterations, layout and solve. The ratio of auto
 * should be at most 1.2. Arguments: `seq`, `omp` (default) or `cuda`: the place; prove=SECONDS;
 * SOURCES. */
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/memory.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "harness/case/case.h"
#include "harness/case/choose_variant.h"
#include "harness/case/prove_case.h"

enum { ROUNDS = 5, MANY = 4, VARIANTS = 14 };

static const double wanted = 1e-6, least_epsilon = 1e-14, shortest = 0.05,
                    rounds_take = 5; /* s, for one source, about */

/* Time limits in s: of a proof, and of a variant. */
static double prove_seconds = 100;
static const double longest = 100;

/* Problems and variants that are compared at a kind of place; auto comes last, twice. */
struct comparison {
    const char *const *source, *const *parts; /* end with NULL */
};

static const char *const suite[] = {"tandem:c=127",
                                    "tandem:c=255",
                                    "cluster:n=64",
                                    "cluster:n=122",
                                    "kanban:t=3",
                                    "kanban:t=4",
                                    "fms:n=3",
                                    "fms:n=5",
                                    "polling:n=12",
                                    "polling:n=12,property=2",
                                    "polling:n=14,property=2",
                                    "herman:n=11",
                                    "brp:n=512,max=5",
                                    "leader_sync:n=4,k=8",
                                    "random_dd:n=4000,density=0.01",
                                    NULL};

static const char *const gpu_suite[] = {"tandem:c=255",
                                        "tandem:c=1023",
                                        "cluster:n=122",
                                        "cluster:n=320",
                                        "kanban:t=4",
                                        "kanban:t=5",
                                        "fms:n=5",
                                        "fms:n=7",
                                        "polling:n=16",
                                        "polling:n=16,property=2",
                                        "herman:n=13",
                                        "herman:n=15",
                                        "brp:n=512,max=5",
                                        "random_dd:n=4000,density=0.01",
                                        NULL};

static const char *const fixed[] = {"bicgstab[precondition=ilu0]/msr",
                                    "bicgstab[precondition=ilu0]/auto",
                                    "multilevel/msr",
                                    "jacobi/msr",
                                    "jacobi/auto",
                                    "jor/auto",
                                    "gauss_seidel/msr",
                                    "gauss_seidel_backward/msr",
                                    "bicgstab/msr",
                                    "bicgstab[precondition=jacobi]/msr",
                                    "gauss_seidel/msr+components",
                                    "auto/auto",
                                    "auto/auto",
                                    NULL};

static const char *const gpu_fixed[] = {"bicgstab[precondition=jacobi]/msr",
                                        "bicgstab[precondition=ilu0]/msr",
                                        "multilevel/msr",
                                        "jacobi[loop=graph]/msr",
                                        "jor[loop=graph]/msr",
                                        "jacobi[loop=graph]/auto",
                                        "jor[loop=graph]/auto",
                                        "bicgstab/msr",
                                        "bicgstab[loop=graph]/msr",
                                        "bicgstab/auto",
                                        "auto/auto",
                                        "auto/auto",
                                        NULL};

static const struct comparison on_host = {suite, fixed}, on_gpu = {gpu_suite, gpu_fixed};

struct entry {
    const char *parts;
    bool knows; /* auto, with the cache of choices */
    double epsilon, seconds;
    char note[200];
};

static struct folder choices;

static enum status measure(const struct problem *problem, const struct entry *entry,
                           const char *place, double epsilon, double timeout,
                           struct case_result *out)
{
    setenv("WARPMARK_CHOICES", entry->knows ? choices.path : "", 1);
    struct variant variant;
    char name[128];
    struct settings settings = DEFAULT_SETTINGS;
    settings.epsilon = epsilon;
    settings.timeout = timeout;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    settings.throttle_retries = 0;
    snprintf(name, sizeof name, "%s/f64/%s", entry->parts, place);
    MUST(variant_parse(name, &variant));
    return case_measure(problem, &variant, &settings, 0, out);
}

static double total(const struct case_result *result)
{
    return result->run.layout + result->run.upload + result->sample[0].host + result->run.download;
}

static void keep(struct entry *entry, double epsilon, const struct case_result *result)
{
    entry->epsilon = epsilon;
    if (total(result) >= entry->seconds) return;
    entry->seconds = total(result);
    snprintf(entry->note, sizeof entry->note,
             "%.0f iterations; layout %.4f s, solve %.5f s; %.140s", (double)result->run.iterations,
             result->run.layout, result->sample[0].host, result->run.note);
}

static bool suffices(const struct result_run *run)
{
    const double proven = proven_error(run);
    return !run_is_unsure(run) && (isfinite(proven) ? proven : run->estimated_error) <= wanted;
}

/* The first epsilon for which the answer is good enough. */
static enum status find_epsilon(const struct problem *problem, const char *place, double limit,
                                struct entry *entry)
{
    entry->seconds = INFINITY;
    for (double epsilon = wanted; epsilon > least_epsilon; epsilon /= 10) {
        struct case_result result;
        MUST(measure(problem, entry, place, epsilon, limit, &result));
        const bool ended = result.run.status != CASE_OK, enough = suffices(&result.run);
        if (!ended && enough) keep(entry, epsilon, &result);
        else
            snprintf(entry->note, sizeof entry->note, "%s %.150s",
                     case_status_names[result.run.status], result.run.note);
        case_result_free(&result);
        if (ended || enough) break;
    }
    return OK;
}

static enum status again(const struct problem *problem, const char *place, struct entry *entry)
{
    struct case_result result;
    MUST(measure(problem, entry, place, entry->epsilon, longest, &result));
    if (result.run.status == CASE_OK) keep(entry, entry->epsilon, &result);
    case_result_free(&result);
    return OK;
}

/* Lets all ways race, for each epsilon that auto may be measured with. */
static enum status let_race(const struct problem *problem, const char *place)
{
    struct variant asked;
    struct race race;
    char name[64];
    setenv("WARPMARK_CHOICES", choices.path, 1);
    snprintf(name, sizeof name, "auto/auto/f64/%s", place);
    MUST(variant_parse(name, &asked));
    for (double epsilon = wanted; epsilon > wanted / 1000; epsilon /= 10) {
        MUST(race_all(problem, &asked, epsilon, &race));
        if (epsilon == wanted) printf("a race of %.3f s\n", race.seconds);
    }
    return OK;
}

static double fastest(const struct entry *entries, int count)
{
    double least = INFINITY;
    for (int k = 0; k < count; k++) least = fmin(least, entries[k].seconds);
    return least;
}

static void print_entries(const struct entry *entries, int count)
{
    const double best = fastest(entries, count - 2);
    for (int k = 0; k < count; k++)
        printf("  %-44s %9.5f s %7.2f x  eps %.0e  %s\n", entries[k].parts, entries[k].seconds,
               entries[k].seconds / best, entries[k].epsilon, entries[k].note);
}

static enum status take_turns(const struct problem *problem, const char *place,
                              struct entry *entries, int count)
{
    const double start = clock_now();
    for (int round = 0; round < ROUNDS && clock_now() < start + rounds_take; round++)
        for (int k = 0; k < count; k++)
            if (entries[k].seconds <= MANY * fastest(entries, count))
                MUST(again(problem, place, &entries[k]));
    return OK;
}

/* ratio: of auto to the fastest, without and with the cache. */
static enum status bench(const char *source, const char *place, const char *const *parts,
                         double ratio[2])
{
    enum status status = OK;
    struct problem problem = {0};
    struct entry entries[VARIANTS] = {0};
    const struct prove_settings proof = {.width = wanted / 100, .seconds = prove_seconds};
    int count = 0;
    TRY(problem_open(source, &problem));
    TRY(prove_problem(&problem, &proof));
    printf("%s, %u rows, %.2f s of proof%s: ", source, problem.system.a.off.rows,
           problem.proof.seconds, problem.proof.x ? "" : " (none: errors are estimates)");
    TRY(let_race(&problem, place));
    for (double best = INFINITY; parts[count]; count++) {
        entries[count].parts = parts[count];
        entries[count].knows = !parts[count + 1];
        TRY(find_epsilon(&problem, place, fmin(longest, fmax(shortest, MANY * best)),
                         &entries[count]));
        best = fmin(best, entries[count].seconds);
    }
    TRY(take_turns(&problem, place, entries, count));
    for (int k = 0; k < 2; k++)
        ratio[k] = entries[count - 2 + k].seconds / fastest(entries, count - 2);
    print_entries(entries, count);
    fflush(stdout);
out:
    problem_free(&problem);
    return status;
}

struct ratios {
    double sum, most;
    int count;
};

static void add_ratio(double ratio, struct ratios *out)
{
    if (!isfinite(ratio)) return;
    out->sum += log(ratio);
    out->most = fmax(out->most, ratio);
    out->count++;
}

int main(int argc, char **argv)
{
    static const char *const how[] = {"nothing known", "after a race"};
    const char *place = argc > 1 ? argv[1] : "omp";
    const struct comparison *compared = strcmp(place, "cuda") ? &on_host : &on_gpu;
    const char *const *source = compared->source;
    struct ratios all[2] = {0};
    int first = 2, failed = 0;
    mallopt(M_MMAP_MAX, 0); /* all layouts are built in memory that was used before */
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    interrupt_install();
    if (folder_create("bench", &choices) != OK) return 1;
    if (argc > first && sscanf(argv[first], "prove=%lf", &prove_seconds) == 1) first++;
    if (argc > first) source = (const char *const *)argv + first;
    for (; *source && !interrupted() && !failed; source++) {
        double ratio[2] = {NAN, NAN};
        failed = bench(*source, place, compared->parts, ratio) != OK;
        if (failed) fprintf(stderr, "bench-auto: %s\n", fail_message());
        for (int k = 0; k < 2; k++) add_ratio(ratio[k], &all[k]);
    }
    for (int k = 0; k < 2; k++)
        printf("auto against the fastest, %s: geometric mean of %d ratios %.2f, largest %.2f\n",
               how[k], all[k].count, exp(all[k].sum / all[k].count), all[k].most);
    folder_remove(&choices);
    return failed;
}
