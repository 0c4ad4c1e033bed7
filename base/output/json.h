/* Writes one JSON document, member by member. Always valid JSON: text that is not UTF-8 gets U+FFFD
 * for each wrong byte. A number that is missing (NaN) is null, and an infinite one the text "inf"
 * or "-inf", as JSON has none.
 *
 * Usage: struct json json = {.out = stdout}; then nested open/close pairs; a final newline follows
 * the outermost close. key is NULL for the outermost value and inside arrays. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
    FILE *out;
    bool one_line; /* everything in one line, instead of a line for each member */
    int depth;     /* number of open objects and arrays */
    bool nonempty; /* something comes before the next member */
};

void json_open_object(struct json *json, const char *key);
void json_close_object(struct json *json);
void json_open_array(struct json *json, const char *key);
void json_close_array(struct json *json);

void json_text(struct json *json, const char *key, const char *text); /* NULL becomes null */
/* Writes at most 17 digits, fewer if they read back as the same double; null for NaN, "inf" and
 * "-inf" for infinities. */
void json_number(struct json *json, const char *key, double number);
void json_count(struct json *json, const char *key,
                uint64_t count); /* UINT64_MAX, i.e. MISSING, becomes null */
void json_bool(struct json *json, const char *key, bool value);
