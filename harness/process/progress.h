/* Shows progress on stderr. A run prints a line for each case that has ended; on a terminal it also
 * has a line below them with a clock, which is drawn about twice a second (base/progress_hook.h).
 * Other long work has one line that is rewritten on a terminal, or plain lines elsewhere. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* Progress of a run. */
struct progress {
    size_t done, total;
    double started, drawn;         /* clock_now(); drawn: when the line was last drawn */
    bool terminal;                 /* there is a line to draw */
    char now[256];                 /* current work; "": nothing worth showing */
    double since;                  /* clock_now() when that began, less the time that it took
                                      before */
    double (*left)(void *context); /* returns the s until all is done; NaN: unknown */
    void *context;
};

/* Starts showing a run; only one at a time. out must not move until progress_stop. */
void progress_start(struct progress *out, size_t total, double (*left)(void *context),
                    void *context);
void progress_stop(struct progress *progress); /* accepts one that was never started */

/* Sets the current work, which has taken `before` seconds already. */
void progress_now(struct progress *progress, const char *what, double before);

/* Prints the result of a case that has ended, unless result is NULL. bad: makes the line stand
 * out. */
void progress_end(struct progress *progress, const char *what, const char *result, bool bad);

/* Makes the line, of at most `columns` characters: "[12/96] 1:04, about 3 min left: NOW for 12 s".
 * left: as above. Returns buffer. */
const char *progress_line(const struct progress *progress, double now, double left, int columns,
                          char *buffer, size_t size);

/* Until progress_unwatch, long work (base/progress_hook.h) shows its progress on stderr: several
 * times a second on a terminal, otherwise every ten seconds; a child of a run shows it in the run's
 * line. what, which is borrowed, is the source that is being built or read. */
void progress_watch(const char *what);
void progress_unwatch(void);

/* Until progress_clock_stop, a terminal shows "WHAT for 0:12", from the second second on; a thread
 * of its own draws it. what is borrowed. Nothing else may be printed meanwhile. */
void progress_clock_start(const char *what);
void progress_clock_stop(void);

/* Calls problem_open and shows its progress. */
struct problem;
enum status progress_open(const char *source, struct problem *out);

/* Calls proof_store_prove (harness/proofs/proof_store.h) and shows its progress. *seconds: the time
 * it took; NaN if no proof is wanted, or none can be made of such a problem. */
struct prove_settings;
enum status progress_prove(struct problem *problem, const struct prove_settings *settings,
                           double *seconds);
