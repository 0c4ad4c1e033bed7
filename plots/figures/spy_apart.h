/* Looks at the non-zeros of a source that a results file names, in a process of its own, which
 * returns only the dots. */
#pragma once

#include "plots/figures/spy_build.h"

/* As spy_look. Unless trusted, only a generator may make the source, in at most 2 GB, and all
 * sources of this program together in at most 60 s of CPU time. Errors: also ERROR_INPUT, with
 * advice, if it opens a file or exceeds a limit. */
enum status spy_look_apart(const char *source, const bool wanted[NORDERS], bool trusted,
                           struct spy *out);

/* Sets limits of time and memory for tests; 0: the usual ones. */
void spy_limit(unsigned seconds, double memory);

/* Encodes the panels as bytes, to send them from the child process, and decodes them. out's titles
 * and texts are constants; out is checked. Errors of the latter: ERROR_DAMAGED, ERROR_HOST_MEMORY;
 * *out is then zeroed. */
struct encoder;
struct decoder;
void spy_put(const struct spy *spy, struct encoder *out);
enum status spy_get(struct decoder *in, struct spy *out);
