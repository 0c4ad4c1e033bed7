/* Lists of facts about the machine and the build: a name and a text each. */
#pragma once

#include <stddef.h>

#include "base/status.h"
#include "harness/store/results.h"

/* A growing list. */
struct facts {
    struct fact *fact;
    size_t count;
};

/* Errors: ERROR_HOST_MEMORY; the list then is as it was. */
enum status facts_add(struct facts *facts, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "12.5 W", or "unknown" for NaN; four digits. Returns the text. */
struct quantity {
    char text[32];
};
struct quantity quantity(double value, const char *unit);

/* Hands the list over where status is OK, else frees it and hands over none; returns status. */
enum status facts_finish(enum status status, struct facts *facts, struct fact **out, size_t *count);

void facts_free(struct fact *facts, size_t count);

/* The fact called name, or "". */
const char *fact_value(const struct fact *facts, size_t count, const char *name);
