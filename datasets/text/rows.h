/* Functions with which all readers of chains process the rows that they have read. */
#pragma once

#include "base/sparse/chain.h"
#include "datasets/text/lines.h"

/* Sets *type to the type that a file names, dtmc, ctmc or mdp in any case. On entry *type is the
 * type that the user gave, or CHAIN_UNKNOWN. Errors: ERROR_INPUT if the two differ, or with
 * `expected` if word is none of them. */
enum status rows_type(const struct lines *lines, const char *expected, const char *word,
                      enum chain_type *type);

/* What the value of a transition is, for messages: "the probability" or "the rate". */
const char *rows_value_name(enum chain_type type);

/* Storm prints six digits unless it is asked for more, so the sum of a row may have this relative
 * error. */
#define ROWS_SIX_DIGITS 1e-5

/* Sums of a row's values: of the self-loops, and of the transitions to other states. */
struct row_sum {
    double staying, leaving;
};

/* Adds the value of a transition from i to j. */
static inline void row_sum_add(struct row_sum *sum, uint64_t i, uint64_t j, double value)
{
    if (i == j) sum->staying += value;
    else sum->leaving += value;
}

static inline double row_sum_total(struct row_sum sum)
{
    return sum.staying + sum.leaving;
}

/* Text of a sum of probabilities for messages, with enough digits to show that it is not 1: "1 +
 * 2e-13". */
struct sum_text {
    char text[32];
} row_sum_text(struct row_sum sum);

/* Checks one row: probabilities sum to 1 within tolerance (base/sparse/chain.h: chain_row_fits),
 * and rates have a finite sum. state: its number in the file. Errors: ERROR_INPUT with the current
 * line. */
enum status rows_check_sum(const struct lines *lines, enum chain_type type, int64_t state,
                           struct row_sum sum, double tolerance);

/* The same for all rows of a DTMC or CTMC, with tolerance 1e-6 (as PRISM). last: for each state,
 * the line of the file in which its row ends; rows with 0 are not checked. Errors: ERROR_INPUT with
 * that line. */
enum status rows_check(struct lines *lines, enum chain_type type, const struct csr *a,
                       const uint64_t *last);

/* Gives every empty row a self-loop of 1, and its state the label "deadlock". Errors:
 * ERROR_HOST_MEMORY; the chain is unchanged then. */
enum status rows_close_deadlocks(struct chain *chain);
