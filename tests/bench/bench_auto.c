/* make bench-auto: method auto against each fixed variant below, in time from the layout to an
 * answer whose proven error is at most 1e-6 (its choice included). A variant stops by the first
 * epsilon of 1e-6, 1e-7, ... for which that is proven. Variants take turns; least of ROUNDS times.
 * A variant that takes more than MANY times as long as the fastest is stopped. Columns: time, its
 * ratio to the fastest, what `warpmark advise` foretells (iterations and time), epsilon,
 * iterations. The ratio of auto should be at most 1.2, and no forecast wrong by more than ten.
 * First argument `seq` or `omp` (default): the place; further ones are SOURCES. */
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/case/case.h"
#include "harness/case/choose_variant.h"
#include "harness/case/prove_case.h"
#include "harness/util/interrupt.h"

enum { ROUNDS = 5, MANY = 4, VARIANTS = 12 };

static const double wanted = 1e-6, least_epsilon = 1e-14, shortest = 0.05, longest = 100;

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
                                    "brp:n=64,max=4",
                                    "random_dd:n=4000,density=0.01"};

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
                                    "auto/auto"};

struct entry {
    const char *parts;
    double epsilon, seconds;
    char note[200];
};

static enum status measure(const struct problem *problem, const char *parts, const char *place,
                           double epsilon, double timeout, struct case_result *out)
{
    struct variant variant;
    char name[128];
    struct settings settings = DEFAULT_SETTINGS;
    settings.epsilon = epsilon;
    settings.timeout = timeout;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    settings.throttle = THROTTLE_NEVER;
    snprintf(name, sizeof name, "%s/f64/%s", parts, place);
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
    entry->seconds = fmin(entry->seconds, total(result));
    snprintf(entry->note, sizeof entry->note, "%.0f iterations; layout %.4f s; %.140s",
             (double)result->run.iterations, result->run.layout, result->run.note);
}

/* The first epsilon for which the answer is proven. */
static enum status find_epsilon(const struct problem *problem, const char *place, double limit,
                                struct entry *entry)
{
    entry->seconds = INFINITY;
    for (double epsilon = wanted; epsilon > least_epsilon; epsilon /= 10) {
        struct case_result result;
        MUST(measure(problem, entry->parts, place, epsilon, limit, &result));
        const bool ended = result.run.status != CASE_OK,
                   enough = proven_error(&result.run) <= wanted;
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
    MUST(measure(problem, entry->parts, place, entry->epsilon, longest, &result));
    if (result.run.status == CASE_OK) keep(entry, entry->epsilon, &result);
    case_result_free(&result);
    return OK;
}

/* "" where there is no forecast. */
static void foretold(const struct forecasts *forecasts, const struct entry *entry,
                     const char *place, char *text, size_t size)
{
    struct variant variant;
    char name[128];
    *text = '\0';
    snprintf(name, sizeof name, "%s/f64/%s", entry->parts, place);
    if (variant_parse(name, &variant) != OK) return;
    for (size_t k = 0; k < forecasts->count; k++)
        if (variant_same(&forecasts->way[k].variant, &variant))
            snprintf(text, size, "%.0f, %.5f s", forecasts->way[k].forecast.iterations,
                     forecasts->way[k].seconds);
}

static enum status foretell(const struct problem *problem, const char *place, struct forecasts *out)
{
    static const struct probing probing = {.relaxed = 100, .in_place = 100, .seconds = 1};
    struct variant asked;
    char name[64];
    snprintf(name, sizeof name, "auto/msr/f64/%s", place);
    MUST(variant_parse(name, &asked));
    return forecasts_make(problem, &asked, wanted, &probing, out);
}

static double fastest(const struct entry *entries, int count)
{
    double least = INFINITY;
    for (int k = 0; k < count; k++) least = fmin(least, entries[k].seconds);
    return least;
}

static enum status bench(const char *source, const char *place, double *ratio)
{
    enum status status = OK;
    struct problem problem = {0};
    struct entry entries[VARIANTS] = {0};
    struct forecasts forecasts = {0};
    const int count = (int)(sizeof fixed / sizeof *fixed);
    const struct prove_settings proof = {.width = wanted / 100, .seconds = longest};
    TRY(problem_open(source, &problem));
    TRY(prove_problem(&problem, &proof));
    for (int k = 0; k < count; k++) {
        const double best = fastest(entries, k);
        entries[k].parts = fixed[k];
        TRY(find_epsilon(&problem, place, k ? fmax(shortest, MANY * best) : longest, &entries[k]));
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < count; k++)
            if (entries[k].seconds <= MANY * fastest(entries, count))
                TRY(again(&problem, place, &entries[k]));
    TRY(foretell(&problem, place, &forecasts));
    const double best = fastest(entries, count - 1);
    *ratio = entries[count - 1].seconds / best;
    printf("%s, %u rows, %.2f s of proof\n", source, problem.system.a.off.n, problem.proof.seconds);
    for (int k = 0; k < count; k++) {
        char text[64];
        foretold(&forecasts, &entries[k], place, text, sizeof text);
        printf("  %-34s %9.5f s %7.2f x  %-18s  eps %.0e  %s\n", entries[k].parts,
               entries[k].seconds, entries[k].seconds / best, text, entries[k].epsilon,
               entries[k].note);
    }
    fflush(stdout);
out:
    forecasts_free(&forecasts);
    problem_free(&problem);
    return status;
}

int main(int argc, char **argv)
{
    const char *place = argc > 1 ? argv[1] : "omp";
    const int own = argc > 2 ? argc - 2 : 0,
              count = own ? own : (int)(sizeof suite / sizeof *suite);
    double sum = 0, most = 0;
    int compared = 0;
    mallopt(M_MMAP_MAX, 0); /* all layouts are built in memory that was used before */
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    interrupt_install();
    for (int k = 0; k < count && !interrupted(); k++) {
        double ratio = NAN;
        if (bench(own ? argv[k + 2] : suite[k], place, &ratio) != OK) {
            fprintf(stderr, "bench-auto: %s\n", fail_message());
            return 1;
        }
        if (!isfinite(ratio)) continue;
        sum += log(ratio);
        most = fmax(most, ratio);
        compared++;
    }
    printf("auto against the fastest: geometric mean of %d ratios %.2f, largest %.2f\n", compared,
           exp(sum / compared), most);
    return 0;
}
