/* Signs of life of the tasks of a campaign.
 *
 * A task writes a counter to a file of its own every few seconds, from a process that dies with it.
 * Others read it again and again: a task is lost if its counter did not change for as long as a
 * lease, by the reader's own clock. So clocks of several machines are never compared. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"

struct beat {
    pid_t pid; /* 0: none */
};

/* Time between two signs of life for a given lease; both in s. */
double beat_interval(double lease);

/* Starts a process that writes signs of life to path. leash: the end of standard input counts as
 * SIGTERM to us. Errors: ERROR_IO if path cannot be written; ERROR_HOST_MEMORY. */
enum status beat_start(const char *path, double interval, bool leash, struct beat *out);
void beat_stop(struct beat *beat); /* accepts a zeroed one */

/* Signs of life that we have read of one task so far. */
struct watched {
    char *task;
    bool seen;
    uint64_t count;     /* the last one read; 0: none */
    double since;       /* clock_now() when it was first read */
    unsigned different; /* how often it had changed */
};

struct watch {
    const char *dir; /* of the campaign; borrowed */
    size_t count;
    struct watched *tasks;
};

/* Reads the counter of a task once more. *out belongs to the watch. Errors: ERROR_HOST_MEMORY. */
enum status watch_look(struct watch *watch, const char *task, struct watched **out);
void watch_free(struct watch *watch);
