/* bench_nights [SERIES [NOISE [SEED]]]: alarms of `history` over a year of nights, simulated
 * through the program's own judgement: SERIES cases (500) of one folder, judged each night of 365
 * as the command does. Without a change it counts the false alarms, each once. With steps of 5 %,
 * in every fifth series between night 100 and night 200, it counts the alarms, and after how many
 * nights they came. The other series are steady then, which costs no time. NOISE is a row, from 0;
 * SEED is that of all noise (1). Exit code 1 if there is more than one false alarm a year, or if
 * less than 95 % of the steps in noise of 3 % with phi up to 0.5 are alarms. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/history/history.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "tests/support/made/made_results.h"
#include "tests/support/seed.h"

enum { NIGHTS = 365, FIRST_STEP = 100, LAST_STEP = 200, STEPPED = 5, FIRST_NIGHT = 4 };

#define STEP 1.05

static size_t nseries = 500;

/* phi 1: a walk that begins at 0. white: standard deviation of what does not depend on other
 * nights. */
struct nights_noise {
    const char *name;
    double phi, deviation, white;
    bool demanded;
};

static const struct nights_noise noises[] = {
    {"independent, 1 %", 0, 0.01, 0, true},
    {"independent, 3 %", 0, 0.03, 0, true},
    {"AR(1), phi = 0.3, 1 %", 0.3, 0.01, 0, true},
    {"AR(1), phi = 0.3, 3 %", 0.3, 0.03, 0, true},
    {"AR(1), phi = 0.5, 1 %", 0.5, 0.01, 0, true},
    {"AR(1), phi = 0.5, 3 %", 0.5, 0.03, 0, true},
    {"AR(1), phi = 0.8, 1 %", 0.8, 0.01, 0, false},
    {"AR(1), phi = 0.8, 3 %", 0.8, 0.03, 0, false},
    {"walk, 0.5 % a night", 1, 0.005, 0, false},
    {"walk, 0.5 % a night, in independent, 1 %", 1, 0.005, 0.01, false},
};

static void make_nights(const struct nights_noise *noise, size_t step, struct series *series)
{
    const bool walk = noise->phi == 1;
    double state = walk ? 0 : noise->deviation * draw_normal();
    for (size_t k = 0; k < NIGHTS; k++) {
        const double level = k >= step ? STEP : 1;
        series->points[k].median = level * exp(state + noise->white * draw_normal());
        state = noise->phi * state +
                noise->deviation * draw_normal() * (walk ? 1 : sqrt(1 - noise->phi * noise->phi));
    }
}

static struct history make_history(void)
{
    struct history out = {.nseries = nseries};
    made(allocate_zeroed(NIGHTS, sizeof *out.runs, "runs", &out.runs));
    for (size_t k = 0; k < NIGHTS; k++) {
        out.runs[k].machine = made_text("box");
        out.runs[k].experiment = made_text("nightly");
    }
    made(allocate_zeroed(nseries, sizeof *out.series, "series", &out.series));
    for (struct series *s = out.series; s < out.series + nseries; s++) {
        made(allocate_zeroed(NIGHTS, sizeof *s->points, "points", &s->points));
        for (size_t k = 0; k < NIGHTS; k++)
            s->points[k] = (struct point){.run = k, .fingerprint = made_text("")};
    }
    return out;
}

/* Alarms and nights since the step; before: alarms before it. */
struct year {
    size_t alarms, before;
    double *delay;
};

/* The same time every night, which costs no time to judge. */
static void make_steady(struct series *series)
{
    for (size_t k = 0; k < NIGHTS; k++) series->points[k].median = 1;
}

/* Judges the history as it was after so many nights. A series that gave an alarm is steady then.
 * step[s]: the night of the step; NIGHTS: none. told[s]: an alarm of the series was counted. */
static void judge_night(size_t nights, const size_t *step, bool *told, struct history *history,
                        struct year *year)
{
    const struct history_request request = {.margin = 0.02, .newest = 7};
    history->nruns = nights;
    for (size_t s = 0; s < nseries; s++) {
        free(history->series[s].value);
        history->series[s].value = NULL;
        history->series[s].npoints = nights;
    }
    made(history_judge(&request, history));
    for (size_t k = 0; k < history->nfindings; k++) {
        const struct finding *finding = &history->findings[k];
        const size_t s = finding->series;
        if (!finding->alarm || told[s]) continue;
        told[s] = true;
        make_steady(&history->series[s]);
        if (nights <= step[s]) year->before++;
        else year->delay[year->alarms++] = (double)(nights - step[s]);
    }
}

/* Simulates a year, with a step in each series or without; *out has new delays, ascending. */
static void simulate(const struct nights_noise *noise, bool steps, struct year *out)
{
    struct history history = make_history();
    size_t *step;
    bool *told;
    *out = (struct year){0};
    made(allocate(nseries, sizeof *step, "nights", &step));
    made(allocate_zeroed(nseries, sizeof *told, "nights", &told));
    made(allocate(nseries, sizeof *out->delay, "nights", &out->delay));
    for (size_t s = 0; s < nseries; s++) {
        step[s] = steps ? FIRST_STEP + draw(LAST_STEP - FIRST_STEP) : NIGHTS;
        if (steps && s % STEPPED) make_steady(&history.series[s]);
        else make_nights(noise, step[s], &history.series[s]);
    }
    for (size_t nights = FIRST_NIGHT; nights <= NIGHTS; nights++)
        judge_night(nights, step, told, &history, out);
    sort_numbers(out->alarms, out->delay);
    history.nruns = NIGHTS;
    for (size_t s = 0; s < nseries; s++) history.series[s].npoints = NIGHTS;
    history_free(&history);
    free(step);
    free(told);
}

/* Prints a row. Steps in walks are not tried: nothing is demanded of them, and they take long. */
static bool print_noise(const struct nights_noise *noise)
{
    struct year quiet, stepped = {0};
    simulate(noise, false, &quiet);
    printf("| %s | %zu |", noise->name, quiet.before);
    fflush(stdout);
    if (noise->phi < 1) simulate(noise, true, &stepped);
    const double found = 100 * (double)stepped.alarms / ceil((double)nseries / STEPPED);
    if (stepped.alarms)
        printf(" %.0f %% | %.0f, %.0f | %zu |\n", found,
               sorted_quantile(stepped.alarms, stepped.delay, 0.5),
               sorted_quantile(stepped.alarms, stepped.delay, 0.95), stepped.before);
    else puts(" | | |");
    free(quiet.delay);
    free(stepped.delay);
    return quiet.before <= 1 && (!noise->demanded || found >= 95);
}

int main(int argc, char **argv)
{
    bool good = true;
    draw_from(argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    if (argc > 1) nseries = strtoull(argv[1], NULL, 10);
    setvbuf(stdout, NULL, _IOLBF, 0);
    puts("| nights | false alarms | steps of 5 % found | after nights: half, 95 % | before |\n"
         "|---|---|---|---|---|");
    for (size_t k = 0; k < sizeof noises / sizeof *noises; k++)
        if (argc < 3 || strtoull(argv[2], NULL, 10) == k) good = print_noise(&noises[k]) && good;
    puts(good ? "as it should be" : "NOT as it should be");
    return good ? 0 : 1;
}
