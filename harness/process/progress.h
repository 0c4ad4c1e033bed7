/* Progress on stderr. Of a run: a line a case that has ended, and on a terminal a line below them
 * with a clock, which is drawn anew about twice a second. Of what takes long otherwise: one line
 * that is rewritten on a terminal, plain lines elsewhere. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* A run on its way. */
struct progress {
    size_t done, total;
    double started, drawn;         /* clock_now(); drawn: the line, last */
    bool terminal;                 /* there is a line to be drawn */
    char now[256];                 /* what is being done; "": nothing that is worth telling */
    double since;                  /* clock_now() when that began, less what it took before */
    double (*left)(void *context); /* s until all is done; NaN: unknown */
    void *context;
};

/* Begins one, of which there is one at a time; out stays where it is until progress_stop. */
void progress_start(struct progress *out, size_t total, double (*left)(void *context),
                    void *context);
void progress_stop(struct progress *progress); /* accepts one that was never started */

/* From here on this is being done; it has taken so many seconds before. */
void progress_now(struct progress *progress, const char *what, double before);

/* A case has ended: prints what came of it, unless result is NULL. bad: to be seen at once. */
void progress_end(struct progress *progress, const char *what, const char *result, bool bad);

/* Draws the line when it is time. To be called several times a second by whoever waits. */
void progress_tick(void);

/* The line, of at most `columns` characters: "[12/96] 1:04, about 3 min left: NOW for 12 s". left:
 * as above. Returns buffer. */
const char *progress_line(const struct progress *progress, double now, double left, int columns,
                          char *buffer, size_t size);

/* From here until progress_unwatch, long work (base/progress_hook.h) shows on stderr how far it is:
 * on a terminal several times a second, otherwise every ten seconds; in a child of a run, in the
 * run's line. what is borrowed: the source that is being built or read. */
void progress_watch(const char *what);
void progress_unwatch(void);

/* From here until progress_clock_stop, a terminal shows "WHAT for 0:12", from its second second on;
 * a thread of its own draws it. what is borrowed. Nothing else may be printed meanwhile. */
void progress_clock_start(const char *what);
void progress_clock_stop(void);

/* problem_open, watched. */
struct problem;
enum status progress_open(const char *source, struct problem *out);

/* proof_store_prove (harness/proofs/proof_store.h), watched. *seconds: that it took; NaN where no
 * proof is wanted, or none can be made of such a problem. */
struct prove_settings;
enum status progress_prove(struct problem *problem, const struct prove_settings *settings,
                           double *seconds);
