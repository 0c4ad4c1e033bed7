/* Reads the kernel's counters of this process, summed over all its threads. */
#pragma once

#include <stdint.h>

#include "harness/store/results.h"

/* Before anything is read: all zero, and again where threads may have ended since. */
struct usage {
    double cpu;                      /* s, user and system; NaN: unknown, and so are the others */
    uint64_t voluntary, involuntary; /* context switches: waiting, and sent off a core */
    uint64_t minor, major;           /* page faults: without, and with, a read from a disk */
    bool looked;                     /* the next two are of an earlier look at all threads */
    uint64_t looked_at;              /* involuntary then */
    double without_core; /* s that threads were ready and had no core, until then; NaN: unknown */
};

/* /proc lies below root: "" on a real machine. Takes about a microsecond, one call of the kernel;
 * more for each thread where one was sent off a core since the last look. */
void usage_begin(const char *root, struct usage *usage);

/* Bytes that this process had in memory at most, since usage_forget_peak where that was called,
 * pages that it shares with others too; MISSING where unknown. */
uint64_t usage_peak(void);
void usage_forget_peak(void);

/* Stores in the sample what the counters gained since usage_begin; fields of unknown counters stay
 * as they were. */
void usage_end(const char *root, struct usage *usage, struct result_sample *sample);
