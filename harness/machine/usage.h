/* Reads the kernel's counters of this process, summed over all its threads. */
#pragma once

#include <stdint.h>

#include "store/results.h"

/* Zero it before the first use, and again if threads may have ended since. */
struct usage {
    double cpu;                      /* s, user and system; NaN: unknown, and then the others are,
                                        too */
    uint64_t voluntary, involuntary; /* context switches: to wait; sent off a core */
    uint64_t minor, major;           /* page faults: without, and with, a read from a disk */
    bool looked;                     /* the next two are from an earlier look at all threads */
    uint64_t looked_at;              /* involuntary then */
    double without_core; /* s that threads were ready but had no core, until then; NaN: unknown */
};

/* Reads the counters. /proc lies below root: "" on a real machine. It takes about a microsecond,
 * for one system call, and more for each thread if one was sent off a core since the last look. */
void usage_begin(const char *root, struct usage *usage);

/* Most bytes that this process has had in memory, including shared pages; since usage_forget_peak,
 * if that was called; MISSING if unknown. */
uint64_t usage_peak(void);
void usage_forget_peak(void);

/* Stores in the sample what the counters gained since usage_begin; fields of unknown counters stay
 * as they were. */
void usage_end(const char *root, struct usage *usage, struct result_sample *sample);
