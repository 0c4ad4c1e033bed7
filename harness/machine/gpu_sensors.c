#include "harness/machine/gpu_sensors.h"

#include <math.h>
#include <time.h>

#include "base/process/clock.h"

/* The worse of two readings: the slower clock, the higher temperature. Missing if it is missing for
 * one card. */
static double worse(double a, double b, double sign)
{
    return isnan(a) || isnan(b) ? NAN : sign * fmax(sign * a, sign * b);
}

static uint64_t both(uint64_t a, uint64_t b)
{
    if (a == MISSING) return b;
    return b == MISSING ? a : a | b;
}

static void sensors_read_cards(struct sensors *sensors)
{
    struct nvml_reading one, *all = &sensors->latest;
    nvml_read(sensors->card[0], all);
    for (int k = 1; k < sensors->count; k++) {
        nvml_read(sensors->card[k], &one);
        all->sm_clock = worse(all->sm_clock, one.sm_clock, -1);
        all->memory_clock = worse(all->memory_clock, one.memory_clock, -1);
        all->temperature = worse(all->temperature, one.temperature, 1);
        all->power += one.power;
        all->energy += one.energy;
        all->reasons = both(all->reasons, one.reasons);
    }
    sensors->read_at = clock_now();
}

double sensors_energy(const struct sensors *sensors)
{
    double sum = sensors->count ? 0 : NAN;
    for (int k = 0; k < sensors->count; k++) sum += nvml_energy(sensors->card[k]);
    return sum;
}

void sensors_open(const struct place *place, struct sensors *out)
{
    struct card_identity card;
    int count = place->cards, most = sizeof out->card / sizeof *out->card;
    *out = (struct sensors){.read_at = -INFINITY};
    if (!place->identify || count > most || nvml_open(NULL) != OK) return;
    for (int k = 0; k < count; k++)
        if (place->identify(k, &card) != OK || nvml_card_on(card.bus, &out->card[k]) != OK) return;
    out->count = count;
}

static void refresh(struct sensors *sensors)
{
    if (sensors->count && clock_now() - sensors->read_at > READING_SECONDS)
        sensors_read_cards(sensors);
}

void sensors_begin(struct sensors *sensors)
{
    if (!sensors->count) return;
    refresh(sensors);
    sensors->reasons_before = sensors->latest.reasons;
    sensors->energy_before = sensors_energy(sensors);
}

void sensors_end(struct sensors *sensors, struct result_sample *sample)
{
    const struct nvml_reading *now = &sensors->latest;
    if (!sensors->count) return;
    refresh(sensors);
    sample->sm_clock = now->sm_clock;
    sample->memory_clock = now->memory_clock;
    sample->temperature = now->temperature;
    sample->power = now->power;
    sample->throttle = both(sensors->reasons_before, now->reasons);
    if (sample->host >= ENERGY_SECONDS) sample->energy = now->energy - sensors->energy_before;
}

void sensors_rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
}
