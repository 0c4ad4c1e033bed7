/* Collects runs and samples, in any order, and makes results of them. */
#pragma once

#include <stdint.h>

#include "base/status.h"
#include "store/results.h"

/* A sample, and the run that it belongs to. */
struct gathered_sample {
    size_t run;
    struct result_sample sample;
};

struct gathered {
    const char *tool;       /* name of the program of the first file */
    struct results results; /* without samples */
    size_t first_run;       /* first run of the file that is being read */
    size_t nsamples;
    struct gathered_sample *samples;
};

/* What the user says of the files; NULL: nothing. */
struct gathered_origin {
    const char *command, *commit, *started, *machine;
    const char *changed; /* when the file was written, where nobody says when it was measured */
};

enum { MOST_BENCHMARKS = 20000 };
#define FACT_DATE "now_date" /* when the file says that it was measured */

void gather_free(struct gathered *gathered); /* accepts a zeroed one */

/* Adds the run of a benchmark in the file that is being read, unless it has one; *run: its index.
 * label: names the benchmark; tool: the program that measured it; place: "host", or a device. */
enum status gather_run(struct gathered *g, const char *label, const char *tool, const char *place,
                       size_t *run);

/* Adds a parameter of the run's benchmark, a number if the text is one. */
enum status gather_axis(struct gathered *g, size_t run, const char *name, const char *text);

/* Adds what was timed: `seconds` for `iterations` together, MISSING: for one. */
struct result_sample *gather_sample(struct gathered *g, size_t run, double seconds,
                                    uint64_t iterations);

/* Says that the benchmark failed, or was not measured. */
enum status gather_failed(struct gathered *g, size_t run, enum case_status status,
                          const char *note);

/* A fact about the machine, once; the first counts. */
enum status gather_fact(struct gathered *g, const char *name, const char *value);

/* Makes results of all runs. Moves them: *g is empty afterwards. Errors: ERROR_HOST_MEMORY. */
enum status gather_finish(struct gathered *g, const struct gathered_origin *origin,
                          struct results *out);
