/* Progress on stderr, of a run and of what takes long within it: one line that is rewritten on a
 * terminal, plain lines otherwise. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

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

/* From here until progress_unwatch, long work (base/progress_hook.h) shows on stderr how far it is:
 * on a terminal several times a second, otherwise every ten seconds. what is borrowed: the source
 * that is being built or read. */
void progress_watch(const char *what);
void progress_unwatch(void);

/* problem_open, watched. */
struct problem;
enum status progress_open(const char *source, struct problem *out);
