/* The GPUs of this machine as NVML sees them: all that are there, whether CUDA may use them or
 * not. */
#pragma once

#include "harness/machine/nvml.h"
#include "harness/store/facts.h"

enum { MAX_GPUS = 16 };

struct gpu {
    struct nvml_facts facts;
    struct nvml_reading reading;
};

struct gpus {
    int count; /* of those above MAX_GPUS nothing is said */
    char driver[96];
    struct gpu gpu[MAX_GPUS];
    char problem[256]; /* why NVML says nothing; "" where it does */
};

/* To be called before this process opens a GPU, which would count among those that disturb. */
void gpus_read(struct gpus *out);

#define NO_GPU "no GPU"

/* "2 x NVIDIA H200", "NVIDIA H200 + NVIDIA A100", NO_GPU: by NVML, or by CUDA where NVML is not
 * there. */
void gpus_names(const struct gpus *gpus, char *buffer, size_t size);

/* driver and, for each card k, gpuk (name, power limit, modes): what stays. */
enum status gpus_facts(const struct gpus *gpus, struct facts *out);

/* For each card k, now_gpuk: clocks, temperature, power, what holds its clocks down, who uses
 * it. */
enum status gpus_facts_now(const struct gpus *gpus, struct facts *out);
