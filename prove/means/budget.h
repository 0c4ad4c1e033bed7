/* The time that a proof may take. */
#pragma once

#include <stdbool.h>

#include "base/status.h"

struct budget {
    double end; /* by budget_now */
    bool spent; /* was seen to be over */
};

double budget_now(void); /* s, from some moment on */
struct budget budget_of(double seconds);

/* *left = whether there is time left; to be asked every few milliseconds. Errors:
 * ERROR_INTERRUPTED. */
enum status budget_check(struct budget *budget, bool *left);
