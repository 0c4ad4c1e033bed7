/* Writes a text file number by number: the counterpart of lines.h. The file is written completely
 * or not at all. */
#pragma once

#include <stdint.h>

#include "base/file.h"

/* The same values occur often in chains: the last text of each is kept in a table, indexed by the
 * value's bits. */
enum { PRINTED_VALUES = 1024, PRINTED_LENGTH = 26 };

struct printed {
    double value;
    char text[PRINTED_LENGTH];
};

struct printer {
    struct new_file file;
    struct printed *known; /* PRINTED_VALUES of them */
    uint64_t lines, total; /* written, and announced by printer_create for the progress line */
    enum status status;    /* the first failure; everything printed after it is dropped */
};

/* Creates folder/name, of about `total` lines. Errors: as for file_create. */
enum status printer_create(const char *folder, const char *name, uint64_t total,
                           struct printer *out);

/* As printf, with %%, %s, %u, %lu and %g only. %g writes the shortest of 15, 16 or 17 digits that
 * reads back as the same value. Each \n of the format ends a line. */
void print(struct printer *printer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Completes the file, or removes it if anything failed or the work was stopped. In both cases
 * printer is empty afterwards. */
enum status printer_finish(struct printer *printer);
