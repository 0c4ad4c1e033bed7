/* Noise of solve times, and the verdict of compare on two files that differ in nothing else. */
#pragma once

#include "analysis/compare/compare.h"
#include "analysis/statistics/effective_samples.h"
#include "analysis/statistics/stats.h"
#include "tests/support/made/handmade.h"
#include "tests/support/seed.h"

enum { MOST_SAMPLES = 300 };

enum noise_kind {
    WHITE,
    AUTOREGRESSIVE,
    WALK,
    DRIFT,
    BURSTS,
    TWO_LEVELS,
    HEAVY,
    LOGNORMAL,
    PERIODIC
};

/* a, b, c: see noise_make. */
struct noise_model {
    const char *name;
    enum noise_kind kind;
    double a, b, c;
};

static const struct noise_model noise_models[] = {
    {"white, 1 %", WHITE, 0.01, 0, 0},
    {"AR(1), phi = 0.5, 2 %", AUTOREGRESSIVE, 0.5, 0.02, 0},
    {"AR(1), phi = 0.9, 2 %", AUTOREGRESSIVE, 0.9, 0.02, 0},
    {"AR(1), phi = 0.95, 2 %", AUTOREGRESSIVE, 0.95, 0.02, 0},
    {"AR(1), phi = 0.99, 2 %", AUTOREGRESSIVE, 0.99, 0.02, 0},
    {"random walk, 0.5 % a sample", WALK, 0.005, 0, 0},
    {"random walk, 0.2 %, in white, 0.2 %", WALK, 0.002, 0.002, 0},
    {"drift, up to 0.2 % a sample, white, 0.5 %", DRIFT, 0.002, 0.005, 0},
    {"bursts of 2 samples, 17 % spoilt, white, 0.5 %", BURSTS, 0.1, 2, 0.5},
    {"bursts of 5 samples, 9 % spoilt, white, 0.5 %", BURSTS, 0.02, 5, 0.5},
    {"heavy tails, Student's t of 2, 1 %", HEAVY, 2, 0.01, 0},
    {"heavy tails, Cauchy, 1 %", HEAVY, 1, 0.01, 0},
    {"periodic, 2 %, 10 samples, white, 0.5 %", PERIODIC, 10, 0.02, 0.005},
    {"periodic, 2 %, 40 samples, white, 0.5 %", PERIODIC, 40, 0.02, 0.005},
    {"AR(1), phi = 0.95, 2 %, in white, 2 %", AUTOREGRESSIVE, 0.95, 0.02, 0.02},
    {"two levels 3 % apart, 5 samples, white, 0.3 %", TWO_LEVELS, 0.2, 0.03, 0.003},
    {"two levels 3 % apart, 10 samples, white, 0.3 %", TWO_LEVELS, 0.1, 0.03, 0.003},
    {"two levels 3 % apart, 50 samples, white, 0.3 %", TWO_LEVELS, 0.02, 0.03, 0.003},
};

/* Noise within a process, for simulations whose processes have levels of their own. */
static const struct noise_model process_noises[] = {
    {"white, 1 %", WHITE, 0.01, 0, 0},
    {"lognormal, 2 %", LOGNORMAL, 0.02, 0, 0},
    {"Student's t of 3, 1 %", HEAVY, 3, 0.01, 0},
    {"AR(1), phi = 0.5, 1 %", AUTOREGRESSIVE, 0.5, 0.01, 0},
    {"AR(1), phi = 0.8, 1 %", AUTOREGRESSIVE, 0.8, 0.01, 0},
    {"drift, up to 0.05 % a sample, white, 0.5 %", DRIFT, 0.0005, 0.005, 0},
};

enum { NPROCESS_NOISES = sizeof process_noises / sizeof *process_noises };

/* Returns whether the samples of one file can show this noise. */
bool noise_shows(const struct noise_model *m);

enum { NNOISE_MODELS = sizeof noise_models / sizeof *noise_models };

/* How many of MOST_SAMPLES times the default settings take. */
size_t noise_taken(const double *value);

/* Makes `count` times of one file. */
void noise_make(const struct noise_model *m, size_t count, double level, double *out);

/* Two results of one case, to be filled again and again. */
struct noise_pair {
    struct results side[NSIDES];
};

void noise_begin(struct noise_pair *pair);
void noise_end(struct noise_pair *pair);

/* Returns the verdict at a margin of 1 % on two files of count samples (0: as many as the default
 * settings take); the new one is `slow` times as slow. floor: noise floor of the machine; 0: levels
 * are left out. */
struct compared_case noise_compare(struct noise_pair *pair, const struct noise_model *m,
                                   size_t count, double slow, double floor);

bool noise_called(const struct compared_case *c);

/* The noise floor of a machine with this noise, as selfcheck measures it: 99 % of pairs stay below.
 */
double noise_floor_of(struct noise_pair *pair, const struct noise_model *m);
