/* The counters of the CPUs' memory controllers that Linux lists in
 * /sys/bus/event_source/devices/uncore_imc*: bytes read and written, of all programs together.
 * Virtual machines have none. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { MOST_DRAM_EVENTS = 128 };

/* An event for perf_event_open, on one CPU of the package whose controller it belongs to. */
struct dram_event {
    uint32_t type;
    uint64_t config;
    int cpu;
    double bytes; /* of one count */
    bool written; /* else read */
};

/* Lists the events; returns their number. root: "" on a real machine. */
int dram_events(const char *root, struct dram_event out[MOST_DRAM_EVENTS]);
