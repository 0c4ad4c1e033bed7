/* make bench-crossovers: what the interval of a crossover says of the same search with other
 * processes, under simulated noise: a table of docs/measuring.md. The variants meet at a known
 * place; each process has a level of its own, and one variant needs iterations in steps. It counts
 * how often the interval holds the place, and how often the intervals of two searches are disjoint.
 * Exit code 1 if less than 93 % hold it, or if more than 5 % are disjoint. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/statistics/crossover_fit.h"
#include "tests/support/made/noise_models.h"

enum { SAMPLES = 12, PROCESSES = 3, MOST_POINTS = 12, TAKEN = SAMPLES * PROCESSES };

static const double place = 37;
static const double levels[] = {0.005, 0.01, 0.02, 0.05};
enum { NLEVELS = sizeof levels / sizeof *levels };

/* The samples of one variant at one point. */
struct samples {
    double value[TAKEN];
    size_t block[PROCESSES + 1], process[PROCESSES + 1];
    struct timings timings;
};

struct search {
    const struct noise_model *noise;
    double level;
    size_t count;
    struct crossover_point point[MOST_POINTS];
    struct samples samples[MOST_POINTS][2];
};

static size_t trials = 250;

static const struct timings *measure(const struct search *search, double seconds,
                                     struct samples *out)
{
    for (size_t p = 0; p < PROCESSES; p++) {
        double value[MOST_SAMPLES];
        noise_make(search->noise, MOST_SAMPLES, seconds * exp(search->level * draw_normal()),
                   value);
        for (size_t k = 0; k < SAMPLES; k++) out->value[p * SAMPLES + k] = value[k];
        out->process[p] = p;
        out->block[p] = p * SAMPLES;
    }
    out->process[PROCESSES] = PROCESSES;
    out->block[PROCESSES] = TAKEN;
    out->timings = (struct timings){TAKEN,      PROCESSES,    PROCESSES, out->value,
                                    out->block, out->process, TAKEN};
    return &out->timings;
}

/* Iterations of the second variant: they come in steps of one in about forty. */
static double in_steps(double x)
{
    const double at = 40 * pow(x / place, 0.2);
    return 1e-3 * place * (round(at - 0.5) + 0.5) / 40;
}

static void add(struct search *search, double x)
{
    size_t at = search->count;
    struct samples *samples = search->samples[search->count++];
    for (; at > 0 && search->point[at - 1].x > x; at--) search->point[at] = search->point[at - 1];
    search->point[at] = (struct crossover_point){x, measure(search, 1e-3 * x, &samples[0]),
                                                 measure(search, in_steps(x), &samples[1])};
}

/* Searches from 1 to 1,000, as wm.crossover does. */
static struct crossing find(struct search *search)
{
    const struct crossover_search how = {.tolerance = 0.05, .most = MOST_POINTS, .floor = NAN};
    struct crossing crossing;
    double next;
    search->count = 0;
    for (int k = 0; k < 4; k++) add(search, (1 + 0.2 * draw_unit()) * pow(10, k));
    for (;;) {
        if (crossover_fit(search->count, search->point, &how, &crossing, &next) != OK) abort();
        if (isnan(next)) return crossing;
        add(search, next);
    }
}

static bool print_cell(struct search *search)
{
    size_t held = 0, found = 0, disjoint = 0, pairs = 0;
    for (size_t k = 0; k < trials; k++) {
        struct crossing c[2];
        for (int i = 0; i < 2; i++) {
            c[i] = find(search);
            found += c[i].found;
            held += c[i].found && c[i].low <= place && place <= c[i].high;
        }
        pairs += c[0].found && c[1].found;
        disjoint += c[0].found && c[1].found && (c[0].low > c[1].high || c[1].low > c[0].high);
    }
    const double share = (double)held / (double)found, apart = (double)disjoint / (double)pairs;
    const bool good = share >= 0.93 - 2 * sqrt(0.93 * 0.07 / (double)found) && apart <= 0.05;
    printf(" %.0f, %.1f%s |", 100 * share, 100 * apart, good ? "" : " !");
    fflush(stdout);
    return good;
}

int main(int argc, char **argv)
{
    static struct search search;
    bool good = true;
    draw_from(argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    if (argc > 1) trials = strtoull(argv[1], NULL, 10);
    puts("| noise | levels of 0.5 % | 1 % | 2 % | 5 % |\n|---|---|---|---|---|");
    for (int k = 0; k < NPROCESS_NOISES; k++) {
        printf("| %s |", process_noises[k].name);
        for (int j = 0; j < NLEVELS; j++) {
            search.noise = &process_noises[k];
            search.level = levels[j];
            good = print_cell(&search) && good;
        }
        puts("");
    }
    puts(good ? "as it should be" : "NOT as it should be: !");
    return good ? 0 : 1;
}
