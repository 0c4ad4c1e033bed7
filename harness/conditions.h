/* What a card did while a sample was timed: clocks, heat, power, energy, and whether it was slowed down. Read outside
 * of the timed region. */
#ifndef WARPMARK_HARNESS_CONDITIONS_H
#define WARPMARK_HARNESS_CONDITIONS_H

#include <stdbool.h>

#include "harness/experiment.h"
#include "harness/nvml.h"
#include "solvers/solver.h"

/* The cards of a place. Of several cards the slowest clocks, the highest temperature, the sum of power and energy. */
struct sensors {
    int count; /* 0: no card, or NVML cannot say anything */
    struct nvml_card card[8];
    struct nvml_reading latest;
    double read_at;       /* clock_now() of latest */
    double energy_before; /* J */
    uint64_t reasons_before;
};

/* Of one sample. Missing: NaN and MISSING, as where there is no card. */
struct conditions {
    double sm_clock, memory_clock, temperature, power; /* as nvml_reading has them, right after the sample */
    double energy;     /* J that the cards took meanwhile; NaN for samples below ENERGY_SECONDS */
    uint64_t throttle; /* NVML_... bits that were active before or after it */
};

/* A reading is taken anew when it is older than this: NVML's own values change no more often, and reading them costs
 * more than a short solve takes. */
#define READING_SECONDS 0.02

/* NVML's counter of energy moves some ten times a second: what it says of shorter samples is chance. */
#define ENERGY_SECONDS 0.5

/* Finds the cards of a place that can be used. Where NVML is not there, or does not know them, count is 0. */
void sensors_open(const struct place *place, struct sensors *out);

void conditions_begin(struct sensors *sensors);
struct conditions conditions_end(struct sensors *sensors, double seconds);

/* Whether a sample with these reasons is to be taken again, `repeated` ones of the same case having been already. It is
 * kept, marked, all the same; after `most` of them throttled samples count like others, marked by their reasons alone.
 */
bool throttle_repeats(enum throttle_rule rule, uint64_t reasons, uint64_t repeated, uint64_t most);

#endif
