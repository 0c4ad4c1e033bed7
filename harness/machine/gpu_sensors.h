/* Reads a card's clocks, temperature, power, energy and throttle reasons for a sample, outside of
 * the timed region. */
#pragma once

#include "harness/machine/nvml.h"
#include "harness/store/results.h"
#include "solvers/solver.h"

/* The cards of a place. Of several cards the slowest clocks, the highest temperature, the sum of
 * power and energy. */
struct sensors {
    int count; /* 0: no card, or NVML cannot say anything */
    struct nvml_card card[8];
    struct nvml_reading latest;
    double read_at;       /* clock_now() of latest */
    double energy_before; /* J */
    uint64_t reasons_before;
};

/* A reading is taken anew when it is older than this: NVML's own values change no more often, and
 * reading them costs more than a short solve takes. */
#define READING_SECONDS 0.02

/* NVML's counter of energy moves some ten times a second: what it says of shorter samples is
 * chance. */
#define ENERGY_SECONDS 0.5

/* Finds the cards of a place that can be used. Where NVML is not there, or does not know them,
 * count is 0. */
void sensors_open(const struct place *place, struct sensors *out);

/* Before and after what sample times. The readings of sample are those right after it; throttle has
 * the bits that were active before or after; energy is missing for a sample below ENERGY_SECONDS,
 * by its host time. */
void sensors_begin(struct sensors *sensors);
void sensors_end(struct sensors *sensors, struct result_sample *sample);

/* J that the cards took until now; NaN where unknown. */
double sensors_energy(const struct sensors *sensors);

/* The pause before a sample is taken again: half a second, or until a signal comes. */
void sensors_rest(void);
