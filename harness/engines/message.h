/* Messages of engines: one JSON object a line. What an engine sends may be anything. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct message; /* an object, or a member that is one */

/* *out: to be freed, NULL on failure. Errors: ERROR_INPUT where the line is no JSON object, with
 * its beginning; ERROR_UNSUPPORTED with the text of its member "error", where it has that. */
enum status message_read(const char *line, struct message **out);
void message_free(struct message *message); /* accepts NULL */

/* Members: fallback where there is none of that name, ERROR_INPUT where it is of another type.
 * Texts are borrowed, and hold no control characters. A number may be one of the texts "nan", "inf"
 * and "-inf". */
enum status message_text(const struct message *message, const char *name, const char *fallback,
                         const char **out);
enum status message_number(const struct message *message, const char *name, double fallback,
                           double *out);
enum status message_count(const struct message *message, const char *name, uint64_t fallback,
                          uint64_t *out);

/* A list of texts: at most `most`, and NULL behind the last. */
enum status message_texts(const struct message *message, const char *name, size_t most,
                          const char **out, size_t *count);

/* Object k of a list; NULL behind the last, and where there is no list. */
enum status message_item(const struct message *message, const char *name, size_t k,
                         const struct message **out);
bool message_has(const struct message *message, const char *name);
