/* Progress of a run on stderr: one line that is rewritten on a terminal, plain lines otherwise. */
#ifndef WARPMARK_HARNESS_PROGRESS_H
#define WARPMARK_HARNESS_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct progress {
    size_t done, total;
    double started; /* clock_now() */
    bool terminal;
};

struct progress progress_start(size_t total);

/* A step begins: what is shown until it ends (on a terminal only). */
void progress_begin(const struct progress *progress, const char *what);

/* A step has ended: what came of it. */
void progress_end(struct progress *progress, const char *what, const char *result);

/* Removes the line from a terminal, before anything else is printed there. */
void progress_clear(const struct progress *progress);

#endif
