/* Rows, numbers and texts as a row of bytes, little-endian: what a record of the journal holds.
 *
 * Both directions keep their first error and do nothing from then on, so that a caller asks once,
 * at the end. */
#pragma once

#include "harness/store/columns.h"

/* Grows as it is written. status: ERROR_HOST_MEMORY once it could not. */
struct encoder {
    unsigned char *byte; /* the caller frees it */
    size_t used, room;
    enum status status;
};

void put_bytes(struct encoder *out, const void *bytes, size_t size);
void put_count(struct encoder *out, uint64_t value);
void put_real(struct encoder *out, double value);
void put_text(struct encoder *out, const char *text); /* NULL comes back as NULL */

/* count rows of a group, column by column as values_pack makes them, preceded by count. */
void put_rows(struct encoder *out, enum group group, size_t count, const void *rows);

/* Returns whether the plan at the start of a journal contains the rows of a group. */
static inline bool plan_has_group(enum group group)
{
    if (groups[group].listed) return group != GROUP_SAMPLES;
    return group == GROUP_META || group == GROUP_SETTINGS;
}

/* at .. end is still to be read. status: ERROR_DAMAGED once the bytes are not what was asked for,
 * ERROR_HOST_MEMORY. */
struct decoder {
    const unsigned char *at, *end;
    enum status status;
};

/* These functions return 0 or NULL after an error. */
const unsigned char *get_bytes(struct decoder *in, size_t size); /* points into the bytes */
uint64_t get_count(struct decoder *in);
double get_real(struct decoder *in);
char *get_text(struct decoder *in); /* new, or NULL */

/* Reads exactly count rows into zeroed rows at rows; what is in them is the caller's, on failure
 * too. */
void get_fixed_rows(struct decoder *in, enum group group, size_t count, void *rows);

/* Reads rows into a fresh array at *rows; both are set on failure too. */
void get_rows(struct decoder *in, enum group group, size_t *count, void *rows);
