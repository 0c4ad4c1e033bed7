/* Messages of engines: one JSON object in each line. An engine may send anything. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct message; /* an object, or a member that is an object */

/* Parses a line. *out: free it; NULL on failure. Errors: ERROR_INPUT with the line's beginning if
 * it is no JSON object; ERROR_UNSUPPORTED with the text of its member "error", if it has one. */
enum status message_read(const char *line, struct message **out);
void message_free(struct message *message); /* accepts NULL */

/* Read members. They return fallback if there is no member of that name, and ERROR_INPUT if it has
 * another type. Texts are borrowed, and have no control characters. A number may be one of the
 * texts "nan", "inf" and "-inf". */
enum status message_text(const struct message *message, const char *name, const char *fallback,
                         const char **out);
enum status message_number(const struct message *message, const char *name, double fallback,
                           double *out);
enum status message_count(const struct message *message, const char *name, uint64_t fallback,
                          uint64_t *out);

/* Reads a list of texts: at most `most`, with NULL behind the last. */
enum status message_texts(const struct message *message, const char *name, size_t most,
                          const char **out, size_t *count);

/* Gets object k of a list; NULL behind the last, and if there is no list. */
enum status message_item(const struct message *message, const char *name, size_t k,
                         const struct message **out);
bool message_has(const struct message *message, const char *name);
