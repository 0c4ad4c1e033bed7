/* Lists of facts about the machine and the build: each has a name and a text. */
#pragma once

#include <stddef.h>

#include "base/status.h"
#include "store/results.h"

/* A growing list. */
struct facts {
    struct fact *fact;
    size_t count;
};

/* Adds a fact. Errors: ERROR_HOST_MEMORY; the list then stays as it was. */
enum status facts_add(struct facts *facts, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "12.5 W", or "unknown" for NaN; four digits. Returns the text. */
struct quantity {
    char text[32];
};
struct quantity quantity(double value, const char *unit);

/* Returns the list in *out if status is OK, else frees it and returns none; returns status. */
enum status facts_finish(enum status status, struct facts *facts, struct fact **out, size_t *count);

void facts_free(struct fact *facts, size_t count);

#define NO_GPU "no GPU" /* the text of the fact "gpus" of a machine that has none */

/* Returns the text of the fact called name, or "". */
const char *fact_value(const struct fact *facts, size_t count, const char *name);
