/* Prints into a file that appears complete or not at all. */
#pragma once

#include "base/file.h"

typedef enum status print_fn(const void *what, FILE *out);

/* Makes path hold what print(what) prints. replaced: as file_create has it. Errors: those of print
 * and file_store. */
enum status print_to_file(const char *path, const struct file_kind *replaced, print_fn *print,
                          const void *what);

/* Sets *out to the ending of path, of those listed (".html", ..., NULL). what: name of the output
 * in messages, such as "report". Errors: ERROR_INPUT with the nearest ending. */
enum status find_ending(const char *path, const char *what, const char *const *endings, int *out);
