/* What was counted in solves of their own, and why the rest was not. Counters are read in solves
 * that are not timed, so that no reading is part of a timing. */
#pragma once

#include "store/results.h"

enum { LONGEST_WHY = 160 };

struct counts {
    double value[NCOUNTERS];          /* sums over the counted solves; NaN: unknown */
    char why[NCOUNTERS][LONGEST_WHY]; /* why it is unknown; "": it is known, or was not wanted */
};

/* Counts nothing yet: all is unknown, for no reason. */
void counts_clear(struct counts *out);

/* Says why a counter is unknown. */
void counts_refuse(struct counts *counts, enum counter which, const char *why);

/* Says the same of all counters from first to last. */
void counts_refuse_all(struct counts *counts, enum counter first, enum counter last,
                       const char *why);

/* "instructions, cycles: no such counter here; dram_read: not allowed": what is unknown, and why;
 * NULL if nothing is. *out is new. Errors: ERROR_HOST_MEMORY. */
enum status counts_note(const struct counts *counts, char **out);
