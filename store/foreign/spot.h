/* Values of a JSON text, each with the way to it, so that a message can say where it stands. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct document {
    const char *path, *text;
    json_t *root;
    bool lines; /* several JSON texts, one behind the other: root is their array */
};

/* Reads the text, of which 0 is behind the end. Errors: ERROR_INPUT with line and column. */
enum status document_read(const char *path, const char *text, size_t size, struct document *out);
void document_free(struct document *document); /* accepts a zeroed one */

/* A value: member `key` of up, or its entry `index` if key is NULL; the root has no up. */
struct spot {
    const struct document *in;
    const struct spot *up;
    const char *key;
    size_t index;
    json_t *json; /* NULL: up has no such member */
};

struct spot spot_root(const struct document *document);
struct spot spot_entry(const struct spot *array, size_t index);
struct spot spot_member(const struct spot *object, const char *key); /* json may be NULL */

/* Returns whether there is a value of that type. */
bool spot_is(const struct spot *spot, json_type type);

/* Fails with "FILE:LINE:COLUMN: " and the message. */
enum status spot_fail(const struct spot *spot, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Gets a member of that type. Errors: ERROR_INPUT if it is missing or of another type. */
enum status spot_need(const struct spot *object, const char *key, json_type type, struct spot *out);
enum status spot_text(const struct spot *object, const char *key, const char **out);

/* Gets a number of at least 0; of `place` itself, or of a member. */
enum status spot_number(const struct spot *spot, double *out);
enum status spot_member_number(const struct spot *object, const char *key, double *out);

/* Gets a whole number from 1 to 2^53. */
enum status spot_count(const struct spot *spot, uint64_t *out);
