/* NVIDIA's management library (NVML), which reads a GPU's sensors. It comes with the driver and is
 * loaded at its first use, so that no build needs it. NVML counts cards as the driver does; CUDA
 * may count them differently. A card has the same PCI address in both.
 *
 * Only processes that may use a GPU call nvml_open: the library does not survive a fork. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "store/throttle_reasons.h"

/* A card; copied freely, valid while the library is open. */
struct nvml_card {
    void *handle;
};

/* Readings of one moment. Missing: NaN, and MISSING (results.h) for reasons. */
struct nvml_reading {
    double sm_clock, memory_clock; /* Hz */
    double temperature;            /* degC */
    double power;                  /* W; for newer cards the mean of the last second */
    double energy;                 /* J since the driver was loaded */
    uint64_t reasons;              /* NVML_... bits that are active now */
};

/* Properties of a card. All but the last two are constant. Missing: NaN, and "" for the name. */
struct nvml_facts {
    char name[96];
    double power_limit, default_power_limit; /* W */
    double most_sm_clock;                    /* Hz */
    double persistence, ecc, mig;            /* 0 or 1 */
    double processes; /* processes with a CUDA context on the card, also those of other
                         containers */
    double busy;      /* share of the last second or less in which kernels ran */
};

/* Loads and starts the library; NULL: the driver's. Does nothing if one is open. Errors:
 * ERROR_ENVIRONMENT, with the reason. */
enum status nvml_open(const char *name);
void nvml_close(void); /* accepts a closed one */

/* These use the open library. Errors: ERROR_ENVIRONMENT, with NVML's own words. */
enum status nvml_count(unsigned *out);
enum status nvml_card_at(unsigned index, struct nvml_card *out);
enum status nvml_card_on(const char *bus,
                         struct nvml_card *out); /* "0000:1b:00.0", as CUDA gives it */

/* The driver's version; "" if unknown. */
const char *nvml_driver(void);

void nvml_read(struct nvml_card card, struct nvml_reading *out);
double nvml_energy(struct nvml_card card);
void nvml_describe(struct nvml_card card, struct nvml_facts *out);
