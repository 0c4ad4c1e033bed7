#include "harness/engines/message.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* A struct message is a json_t under another name, so that other files need not know the
 * library. */
static const json_t *json_of(const struct message *message)
{
    return (const json_t *)message;
}

static const json_t *member(const struct message *message, const char *name)
{
    const json_t *found = json_object_get(json_of(message), name);
    return json_is_null(found) ? NULL : found;
}

/* The beginning of a line, made printable. */
static const char *shown(const char *text, char *out, size_t size)
{
    size_t used = 0, length;
    while (*text && used + 8 < size) {
        const char *character = shown_character(&text, &length);
        memcpy(out + used, character, length);
        used += length;
    }
    snprintf(out + used, size - used, "%s", *text ? "..." : "");
    return out;
}

static bool is_plain_text(const char *text)
{
    for (size_t length; *text; text += length)
        if (character_at(text, &length, NULL) != CHARACTER_PLAIN) return false;
    return true;
}

enum status message_read(const char *line, struct message **out)
{
    char start[80];
    json_error_t where;
    json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, &where);
    *out = NULL;
    if (!json_is_object(json)) {
        json_decref(json);
        return fail(ERROR_INPUT, "it sent what is no JSON object: %s",
                    shown(line, start, sizeof start));
    }
    *out = (struct message *)json;
    const char *error = json_string_value(json_object_get(json, "error"));
    if (!error) return OK;
    enum status status = fail(ERROR_UNSUPPORTED, "%s", shown(error, (char[400]){0}, 400));
    message_free(*out);
    *out = NULL;
    return status;
}

void message_free(struct message *message)
{
    json_decref((json_t *)message);
}

static enum status message_wrong(const char *name, const char *needed)
{
    return fail(ERROR_INPUT, "\"%s\" in its message must be %s", name, needed);
}

static enum status text_of(const json_t *json, const char *name, const char **out)
{
    if (!json_is_string(json)) return message_wrong(name, "a text");
    if (!is_plain_text(json_string_value(json)))
        return message_wrong(name, "a text without control characters");
    *out = json_string_value(json);
    return OK;
}

enum status message_text(const struct message *message, const char *name, const char *fallback,
                         const char **out)
{
    const json_t *found = member(message, name);
    *out = fallback;
    return found ? text_of(found, name, out) : OK;
}

enum status message_number(const struct message *message, const char *name, double fallback,
                           double *out)
{
    static const struct {
        const char *text;
        double value;
    } special[] = {{"nan", NAN}, {"inf", INFINITY}, {"-inf", -INFINITY}};
    const json_t *found = member(message, name);
    *out = fallback;
    if (!found) return OK;
    for (size_t k = 0; json_is_string(found) && k < sizeof special / sizeof *special; k++)
        if (!strcmp(json_string_value(found), special[k].text)) {
            *out = special[k].value;
            return OK;
        }
    if (!json_is_number(found)) return message_wrong(name, "a number");
    *out = json_number_value(found);
    return OK;
}

enum status message_count(const struct message *message, const char *name, uint64_t fallback,
                          uint64_t *out)
{
    const json_t *found = member(message, name);
    *out = fallback;
    if (!found) return OK;
    if (!json_is_integer(found) || json_integer_value(found) < 0)
        return message_wrong(name, "a whole number, at least 0");
    *out = (uint64_t)json_integer_value(found);
    return OK;
}

enum status message_texts(const struct message *message, const char *name, size_t most,
                          const char **out, size_t *count)
{
    const json_t *found = member(message, name);
    *count = 0;
    *out = NULL;
    if (!found) return OK;
    if (!json_is_array(found)) return message_wrong(name, "a list of texts");
    for (; *count < json_array_size(found); (*count)++) {
        if (*count == most) return message_wrong(name, "a shorter list");
        const enum status status = text_of(json_array_get(found, *count), name, &out[*count]);
        if (status != OK) return status;
        out[*count + 1] = NULL;
    }
    return OK;
}

enum status message_item(const struct message *message, const char *name, size_t k,
                         const struct message **out)
{
    const json_t *found = member(message, name), *item = json_array_get(found, k);
    *out = NULL;
    if (found && !json_is_array(found)) return message_wrong(name, "a list");
    if (item && !json_is_object(item)) return message_wrong(name, "a list of objects");
    *out = (const struct message *)item;
    return OK;
}

bool message_has(const struct message *message, const char *name)
{
    return member(message, name) != NULL;
}
