/* Models in a language of PRISM or Storm: where one of them is installed, it builds the chain.
 *
 * The model may be anybody's. It is copied into a folder of its own, in which the exporter runs: by
 * its arguments, without a shell, with limits of time and size. What it writes is read as any
 * foreign file. The chain is kept in a cache, under the SHA-256 of the model, the values of its
 * constants and the exporter's version. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/sparse/chain.h"

/* Whether a file of this name, packed or not, is such a model. */
bool model_is(const char *path);
bool model_is_jani(const char *path); /* by its name, too; else it is in PRISM's language */

/* Adds `NAME=VALUE` to *constants (new, or NULL: none), which then is `N=4,p=0.5`. path: for the
 * message. Errors: ERROR_INPUT where it is not a name with one number, true or false;
 * ERROR_HOST_MEMORY. */
enum status model_add_constant(const char *path, const char *text, char **constants);

/* Whether an exporter for path is installed. constants: NULL for none. Errors: ERROR_ENVIRONMENT
 * with the command that converts it elsewhere; ERROR_HOST_MEMORY; ERROR_IO; ERROR_INTERRUPTED. */
enum status model_check(const char *path, const char *constants);

/* *out (new) = the file, unpacked; a NUL stands behind its *size bytes. Errors: ERROR_IO,
 * ERROR_INPUT where it is too long, ERROR_HOST_MEMORY. */
enum status model_text(const char *path, char **out, size_t *size);

/* *out = the chain with all its labels and rewards. labels: text that is put behind a model in
 * PRISM's language, or NULL. Errors: those of model_check; ERROR_INPUT with
 * the exporter's last message, or what is wrong with its file; ERROR_DAMAGED where the cache is. */
enum status model_chain(const char *path, const char *constants, const char *labels,
                        struct chain *out);
