/* What the kernel counts of this process, all its threads together. */
#pragma once

#include <stdint.h>

#include "harness/store/results.h"

struct usage {
    double cpu;                      /* s, user and system; NaN: unknown, and so are the others */
    uint64_t voluntary, involuntary; /* context switches: waiting, and sent off a core */
    uint64_t minor, major;           /* page faults: without, and with, a read from a disk */
};

/* Takes about a microsecond: one call of the kernel. */
void usage_read(struct usage *out);

/* What happened since `before`, into the sample; where that is unknown, it stays as it was. */
void usage_since(const struct usage *before, struct result_sample *sample);
