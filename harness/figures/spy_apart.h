/* Looking at the non-zeros of a source that a results file names, in a process of its own, from
 * which nothing but the dots comes back. */
#pragma once

#include "harness/figures/spy_build.h"

/* As spy_look. Unless trusted, the source is made by a generator alone, in at most 2 GB, and all
 * sources of this program in at most 60 s of CPU time. Errors: ERROR_INPUT, too, where it opens a
 * file or exceeds a limit, with what to do. */
enum status spy_look_apart(const char *source, const bool wanted[NORDERS], bool trusted,
                           struct spy *out);

/* For tests: so many seconds and bytes are enough from now on; 0: as many as at first. */
void spy_limit(unsigned seconds, double memory);

/* What the process leaves: the panels as bytes, and back. out's titles and texts are constants; it
 * is checked. Errors of the latter: ERROR_DAMAGED, ERROR_HOST_MEMORY; *out is zeroed then. */
struct encoder;
struct decoder;
void spy_put(const struct spy *spy, struct encoder *out);
enum status spy_get(struct decoder *in, struct spy *out);
