/* Models in a language of PRISM or Storm. If one of these programs is installed, it builds the
 * chain.
 *
 * Models are not trusted. A model is copied into a folder of its own, in which the exporter runs:
 * with separate arguments, without a shell, with limits of time and size. Its output is read like
 * any foreign file. The chain is kept in a cache, under the SHA-256 of the model, the values of its
 * constants and the exporter's version. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/sparse/chain.h"

/* Returns whether a file of this name, packed or not, is such a model. */
bool model_is(const char *path);
bool model_is_jani(const char *path); /* also judged by its name; otherwise it is in PRISM's
                                         language */

/* Appends `NAME=VALUE` to *constants (NULL: none yet), so that it is like `N=4,p=0.5`. path: for
 * the message. Errors: ERROR_INPUT if it is not a name with one number, true or false;
 * ERROR_HOST_MEMORY. */
enum status model_add_constant(const char *path, const char *text, char **constants);

/* Checks that an exporter for path is installed. constants: NULL for none. Errors:
 * ERROR_ENVIRONMENT with the command that converts it on another machine; ERROR_HOST_MEMORY;
 * ERROR_IO; ERROR_INTERRUPTED. */
enum status model_check(const char *path, const char *constants);

/* *out (new) = the file, unpacked, with a NUL behind its *size bytes. Errors: ERROR_IO, ERROR_INPUT
 * if it is too long, ERROR_HOST_MEMORY. */
enum status model_text(const char *path, char **out, size_t *size);

/* *out = the chain with all its labels and rewards. text: the model with additions, instead of that
 * in the file; NULL: none. Errors: those of model_check; ERROR_INPUT with the exporter's last
 * message, or with the reason why its file is refused. A damaged file in the cache is removed, and
 * the chain is built again. */
enum status model_chain(const char *path, const char *constants, const char *text,
                        struct chain *out);
