/* Encodes rows, numbers and texts as little-endian bytes, the content of the journal's records, and
 * decodes them.
 *
 * Both directions keep their first error and do nothing after it, so that a caller asks once, at
 * the end. */
#pragma once

#include "store/columns.h"

/* Grows with what is written. status: ERROR_HOST_MEMORY after a failure to grow. */
struct encoder {
    unsigned char *byte; /* the caller frees it */
    size_t used, room;
    enum status status;
};

void put_bytes(struct encoder *out, const void *bytes, size_t size);
void put_count(struct encoder *out, uint64_t value);
void put_real(struct encoder *out, double value);
void put_text(struct encoder *out, const char *text); /* NULL is read back as NULL */

/* Writes count, then that many rows of a group, column by column as values_pack makes them. */
void put_rows(struct encoder *out, enum group group, size_t count, const void *rows);

/* Returns whether the plan at the start of a journal contains the rows of a group. */
static inline bool plan_has_group(enum group group)
{
    if (groups[group].listed) return group != GROUP_SAMPLES;
    return group == GROUP_META || group == GROUP_SETTINGS;
}

/* The bytes at .. end are still to be read. status: ERROR_DAMAGED if the bytes did not fit a
 * request, ERROR_HOST_MEMORY. */
struct decoder {
    const unsigned char *at, *end;
    enum status status;
};

/* These functions return 0 or NULL after an error. */
const unsigned char *get_bytes(struct decoder *in, size_t size); /* points into the bytes */
uint64_t get_count(struct decoder *in);
double get_real(struct decoder *in);
char *get_text(struct decoder *in); /* new, or NULL */

/* Reads exactly count rows into zeroed rows at rows. The caller frees their content, on failure
 * too. */
void get_fixed_rows(struct decoder *in, enum group group, size_t count, void *rows);

/* Reads rows into a fresh array at *rows; both are set on failure too. */
void get_rows(struct decoder *in, enum group group, size_t *count, void *rows);
