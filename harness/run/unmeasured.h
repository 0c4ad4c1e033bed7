/* Cases that are not measured, often hundreds for one reason: what is told of them. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "harness/store/results.h"

/* Cases with one reason. */
struct unmeasured_reason {
    enum case_status status;
    char *note, *first; /* first: name of the first of them */
    size_t count;
};

struct unmeasured {
    size_t count;
    struct unmeasured_reason *reason;
};

/* Returns whether cases with this status are reported together: no_device, unsupported, skipped,
 * interrupted. */
bool unmeasured_takes(enum case_status status);

/* One more. *first: nothing was told of this reason yet. Errors: ERROR_HOST_MEMORY. */
enum status unmeasured_add(struct unmeasured *unmeasured, enum case_status status, const char *note,
                           const char *name, bool *first);

/* One line for each reason of two cases or more: "675 cases no_device, from tandem:c=255
 * jacobi/msr/f64/cuda on: no GPU". */
void unmeasured_say(const struct unmeasured *unmeasured, FILE *out);

void unmeasured_free(struct unmeasured *unmeasured); /* accepts a zeroed one; leaves one */
