/* Reads the results of a script's functions from the bytes that the judging process sent. Neither
 * the script nor that process is trusted: every length, text, number and name is checked, so that
 * the output is safe to print and draw. */
#pragma once

#include "harness/script/judge.h"
#include "harness/script/judge_script.h"
#include "harness/script/shape.h"

/* Largest number of each that is accepted. */
enum {
    MOST_CLAIMS = 10000,
    MOST_COLUMNS = 1000,
    MOST_CELLS = 1000000,
    MOST_NOTES = 1000,
    MOST_PANELS = 1000,
    MOST_CURVES = 1000,    /* in all panels of a figure */
    MOST_POINTS = 10000,   /* in a figure */
    MOST_PLACES = 1000000, /* curves times points */
    MOST_SIGHTS = 10000
};

/* Shape of the answer to each question. */
extern const struct shape *const judge_shapes[NJUDGE_QUESTIONS];

/* Reads all of the bytes into *out, which is zeroed before. The caller frees the content of *out,
 * on failure, too. Errors: ERROR_INPUT with what is wrong, ERROR_HOST_MEMORY. */
typedef enum status judge_read_fn(struct decoder *in, void *out);

judge_read_fn judge_read_claims;    /* a struct judged_claims */
judge_read_fn judge_read_table;     /* a struct judged_table */
judge_read_fn judge_read_figure;    /* a struct judged_figure */
judge_read_fn judge_read_structure; /* a struct judged_structure */
