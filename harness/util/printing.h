/* Printing into a file that appears whole or not at all. */
#pragma once

#include "base/file.h"

typedef enum status print_fn(const void *what, FILE *out);

/* Makes path hold what print(what) prints. replaced: as file_create has it. Errors: those of print
 * and file_store. */
enum status print_to_file(const char *path, const struct file_kind *replaced, print_fn *print,
                          const void *what);

/* *out: which of the endings (".html", ..., NULL) path has. what: it is, for messages: "report".
 * Errors: ERROR_INPUT with the nearest ending. */
enum status find_ending(const char *path, const char *what, const char *const *endings, int *out);
