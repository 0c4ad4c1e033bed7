/* Measures how much other programs use our cores, and how long this process waited for a core. */
#pragma once

#include <stddef.h>

#include "base/status.h"

#include "harness/store/results.h" /* BUSY_SHARE */

#define BUSY_LEAST                                                                 \
    0.05 /* s; of less no share is told: the kernel counts in ticks of up to 10 ms \
          */

#define BUSY_LOAD 0.1 /* of the cores: what is below is this program itself */

/* Linux's counters at one moment; NaN where Linux does not provide one. */
struct busy {
    double load; /* processes that run or want to, the mean of about a minute */
    unsigned cores;
    double ran, waited; /* s, of all threads that this process has now: on a core, and ready but
                           without one */
};

/* /proc and /sys lie below root: "" on a real machine. */
void busy_read(const char *root, struct busy *out);

/* Only what the threads did. */
void busy_read_threads(const char *root, struct busy *out);

/* Between two readings: the share of the time that this process wanted to run in which it had no
 * core; NaN where unknown. */
double busy_waited(const struct busy *before, const struct busy *after);

/* "0.12 on 2 cores", and where this process waited too much, that times are too long. Returns
 * buffer. */
const char *busy_text(const struct busy *before, const struct busy *after, char *buffer,
                      size_t size);

/* Refuses to measure where the load is above most (NaN: BUSY_LOAD for each core), or is not known.
 * Errors: ERROR_ENVIRONMENT, which names --quiet-machine. */
enum status busy_refuse(const char *root, double most);
