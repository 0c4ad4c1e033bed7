/* Stores what `warpmark selfcheck` measured on a machine, for later runs.
 *
 * There is one text file for each machine, $XDG_STATE_HOME/warpmark/KEY or
 * ~/.local/state/warpmark/KEY. KEY is the machine's key, with '-' for each character that is no
 * letter or digit. The file has a line "name value" for each field of struct noise, the key itself
 * first. */
#pragma once

#include <stdbool.h>

#include "base/status.h"

struct noise {
    double floor;           /* a share: 99 % of comparisons of a case with itself differ by less */
    double false_positives; /* share of these comparisons that were called faster or slower at the
                               default margin */
    double resolution;      /* s, smallest step of the host's clock */
    double overhead;        /* s, one reading of it */
    char measured[32];      /* ISO 8601 */
};

/* *out = the file of this machine; NULL on an error. Errors: ERROR_ENVIRONMENT where neither HOME
 * nor XDG_STATE_HOME is set; ERROR_HOST_MEMORY. */
enum status noise_path(const char *key, char **out);

/* Returns whether there is a complete, readable record for this machine. */
bool noise_read(const char *key, struct noise *out);

/* Writes the record, and makes missing folders. Errors: those of noise_path; ERROR_IO. */
enum status noise_write(const char *key, const struct noise *noise);
