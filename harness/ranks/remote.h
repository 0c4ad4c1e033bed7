/* A solve at a place of ranks. In the process that measures, another method stands in for the one
 * that the ranks run: its prepare starts the ranks, its run lets them solve, and remote_fetch gets
 * the answer. They exchange lines of JSON, one message and one answer at a time, and two files: the
 * system and the answer. */
#pragma once

#include "solvers/solve.h"

/* Makes the method, layout and place that stand in for a variant whose place has ranks. name: of
 * that variant; identity: of this program. There is one at a time. Errors: ERROR_HOST_MEMORY. */
enum status remote_stand_in(const char *name, const char *identity, const struct method **method,
                            const struct layout **layout, const struct place **place);

/* Returns whether a method stands in for another. */
bool is_remote(const struct method *method);

/* Returns why the ranks of a solve that was interrupted while it was created did not start; "" if
 * that is unknown. */
const char *remote_start_note(void);

struct remote_facts {
    double layout, upload; /* s that the slowest rank took */
    uint64_t bytes;        /* of the matrix, in all ranks */
    double solve;          /* s of the last run, by the clock of rank 0 */
    double cpu, peak;      /* s and B of all processes at the last look */
};

/* Returns the facts of a solve that was created. */
void remote_facts_of(struct solve *solve, struct remote_facts *out);

/* Copies the answer of the last run to the iterate. Errors: ERROR_CRASHED with the reason, and
 * those that a rank reports. */
enum status remote_fetch(struct solve *solve);
