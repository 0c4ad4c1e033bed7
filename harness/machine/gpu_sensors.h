/* Reads a card's clocks, temperature, power, energy and throttle reasons for a sample, outside of
 * the timed region. */
#pragma once

#include "harness/machine/nvml.h"
#include "solvers/solver.h"
#include "store/results.h"

/* The cards of a place. For several cards: the slowest clocks, the highest temperature, the sum of
 * power and energy. */
struct sensors {
    int count; /* 0: no card, or NVML is missing */
    struct nvml_card card[8];
    struct nvml_reading latest;
    double read_at;       /* clock_now() of latest */
    double energy_before; /* J */
    uint64_t reasons_before;
};

/* Age in s after which a reading is taken again. NVML's own values change no more often, and
 * reading them takes longer than a short solve. */
#define READING_SECONDS 0.02

/* Shortest sample in s that has an energy. NVML's counter moves some ten times a second, so shorter
 * samples have random values. */
#define ENERGY_SECONDS 0.5

/* Finds the cards of a place that can be read. If NVML is missing, or does not know them, count is
 * 0. */
void sensors_open(const struct place *place, struct sensors *out);

/* Call these before and after the timed part of a sample. The readings of a sample are taken right
 * after it; throttle has the bits that were active before or after; energy is missing for a sample
 * shorter than ENERGY_SECONDS by its host time. */
void sensors_begin(struct sensors *sensors);
void sensors_end(struct sensors *sensors, struct result_sample *sample);

/* Energy in J that the cards have used until now; NaN if unknown. */
double sensors_energy(const struct sensors *sensors);

/* Pauses before a sample is taken again: half a second, or until a signal comes. */
void sensors_rest(void);
