/* State of reading a journal: the records of its cases, and how runs are made of them. Internal to
 * journal_*.c. */
#pragma once

#include "store/journal/journal.h"

/* A record of a case, in the order of the file: some samples, or the end of its run. */
struct piece {
    size_t position;     /* position among the pieces */
    size_t first, count; /* of samples; a run has none */
    bool is_run;
    struct result_run run; /* problem, variant and process; if is_run, all fields */
};

struct reading {
    struct results *out; /* runs and samples are added at the end */
    bool planned, ended;
    size_t ncases, npieces, nsamples, piece_room, sample_room;
    struct result_run *cases; /* planned cases, ascending: problem and variant only */
    struct piece *pieces;
    struct result_sample *samples; /* in the order of the file */
    double *copy_bandwidth;        /* for each variant */
};

/* Makes runs and samples of r->out from the planned cases and the pieces, which are sorted. Errors:
 * ERROR_HOST_MEMORY. */
enum status make_runs(struct reading *r);
