/* Measures how much other programs use our cores, and how long this process waited for a core. */
#pragma once

#include <stddef.h>

#include "base/status.h"

/* Linux's counters at one moment; NaN where Linux does not provide one. */
struct busy {
    double load; /* mean number, over about a minute, of processes that run or want to */
    unsigned cores;
    double ran, waited; /* s, of all threads of this process: on a core; ready but without one */
};

/* Reads the counters. /proc and /sys lie below root: "" on a real machine. */
void busy_read(const char *root, struct busy *out);

/* Reads only the times of the threads. */
void busy_read_threads(const char *root, struct busy *out);

/* Share of the time between two readings in which this process was ready but had no core; NaN if
 * unknown. */
double busy_waited(const struct busy *before, const struct busy *after);

/* "0.12 on 2 cores"; if this process waited too much, also that times are too long. Returns
 * buffer. */
const char *busy_text(const struct busy *before, const struct busy *after, char *buffer,
                      size_t size);

/* Fails if the load is above most (NaN: BUSY_LOAD for each core), or is unknown. Errors:
 * ERROR_ENVIRONMENT, which names --quiet-machine. */
enum status busy_refuse(const char *root, double most);
