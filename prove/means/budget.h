/* The time that a proof may take. */
#pragma once

#include <stdbool.h>

#include "base/status.h"

struct budget {
    double end; /* by budget_now */
    bool spent; /* the end was reached */
};

double budget_now(void); /* s, from an arbitrary start */
struct budget budget_of(double seconds);

/* *left = whether there is time left; call it every few milliseconds. Errors: ERROR_INTERRUPTED. */
enum status budget_check(struct budget *budget, bool *left);
