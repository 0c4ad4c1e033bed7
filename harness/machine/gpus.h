/* The GPUs of this machine as NVML sees them: all of them, whether CUDA may use them or not. */
#pragma once

#include "harness/machine/nvml.h"
#include "store/facts.h"

enum { MAX_GPUS = 16 };

struct gpu {
    struct nvml_facts facts;
    struct nvml_reading reading;
};

struct gpus {
    int count; /* those above MAX_GPUS are left out */
    char driver[96];
    struct gpu gpu[MAX_GPUS];
    char problem[256]; /* why NVML cannot be used; "" if it can */
};

/* Reads the GPUs. Call it before this process opens a GPU, because it would be counted among those
 * that use one. */
void gpus_read(struct gpus *out);

/* "2 x NVIDIA H200", "NVIDIA H200 + NVIDIA A100", NO_GPU: from NVML, or from CUDA if NVML is
 * missing. */
void gpus_names(const struct gpus *gpus, char *buffer, size_t size);

/* Adds the lasting facts: driver and, for each card k, gpuk (name, power limit, modes). */
enum status gpus_facts(const struct gpus *gpus, struct facts *out);

/* Adds the facts of the moment: for each card k, now_gpuk (clocks, temperature, power, what holds
 * its clocks down, who uses it). */
enum status gpus_facts_now(const struct gpus *gpus, struct facts *out);
