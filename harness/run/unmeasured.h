/* Collects cases that are not measured, often hundreds for one reason, to report them together. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "store/results.h"

/* Cases with the same reason. */
struct unmeasured_reason {
    enum case_status status;
    char *note, *first; /* first: name of the first of them */
    size_t count;
};

struct unmeasured {
    size_t count;
    struct unmeasured_reason *reason;
};

/* Adds a case. *first: it is the first with this reason. Errors: ERROR_HOST_MEMORY. */
enum status unmeasured_add(struct unmeasured *unmeasured, enum case_status status, const char *note,
                           const char *name, bool *first);

/* Prints a line for each reason of at least two cases: "675 cases no_device, from tandem:c=255
 * jacobi/msr/f64/cuda on: no GPU". */
void unmeasured_say(const struct unmeasured *unmeasured, FILE *out);

void unmeasured_free(struct unmeasured *unmeasured); /* accepts a zeroed one; leaves one */
