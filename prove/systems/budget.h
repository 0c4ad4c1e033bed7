/* What a proof may take: time, and the place where its systems are solved. */
#pragma once

#include <stdbool.h>

#include "base/status.h"

struct place;

struct budget {
    double end;                /* by budget_now */
    bool spent;                /* the end was reached */
    bool led;                  /* a candidate led to what was found (prove/candidate.h) */
    const struct place *place; /* NULL: a place of the host, by the size of a system */
};

double budget_now(void); /* s, from an arbitrary start */
struct budget budget_of(double seconds);

/* Returns OK if the place can be used, else ERROR_ENVIRONMENT or ERROR_UNSUPPORTED. */
enum status budget_probe(const struct budget *budget);

/* *left = whether there is time left; call it every few milliseconds. Errors: ERROR_INTERRUPTED. */
enum status budget_check(struct budget *budget, bool *left);
