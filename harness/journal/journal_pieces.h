/* A journal on its way into results: its records of cases, and how runs are made of them. Internal
 * to journal_*.c. */
#pragma once

#include "harness/journal/journal.h"

/* A record of a case, in the order of the file: samples, or how its run ended. */
struct piece {
    size_t position;     /* among the pieces */
    size_t first, count; /* of samples; a run has none */
    bool is_run;
    struct result_run run; /* problem, variant and process; where is_run, all of it */
};

struct reading {
    struct results *out; /* runs and samples are made at the end */
    bool planned, ended;
    size_t ncases, npieces, nsamples, piece_room, sample_room;
    struct result_run *cases; /* planned ones, ascending: problem and variant only */
    struct piece *pieces;
    struct result_sample *samples; /* in the order of the file */
    double *copy_bandwidth;        /* of each variant */
};

/* Makes runs and samples of r->out from the planned cases and the pieces, which are sorted. Errors:
 * ERROR_HOST_MEMORY. */
enum status make_runs(struct reading *r);
