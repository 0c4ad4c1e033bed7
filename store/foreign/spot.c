#include "store/foreign/spot.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/output/units.h"

/* Reading */

static const char *skip_space(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

static enum status fail_at(const char *path, const char *text, size_t offset, const char *why)
{
    size_t line = 1, column = 1;
    for (size_t k = 0; k < offset && text[k]; k++) {
        column = text[k] == '\n' ? 1 : column + 1;
        line += text[k] == '\n';
    }
    return fail(ERROR_INPUT, "%s:%zu:%zu: %s", path, line, column, why);
}

/* Reads the next JSON text; *used: its bytes. */
static enum status read_next(const char *path, const char *text, size_t from, size_t size,
                             json_t **out, size_t *used)
{
    json_error_t error;
    *out = json_loadb(text + from, size - from, JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES,
                      &error);
    *used = (size_t)error.position;
    if (*out) return OK;
    if (json_error_code(&error) == json_error_out_of_memory)
        return fail(ERROR_HOST_MEMORY, "no memory for %s", path);
    return fail_at(path, text, from + *used, human_text("no JSON: %s", error.text).text);
}

static enum status append(const char *path, json_t *array, json_t *json)
{
    return json_array_append_new(array, json) ? fail(ERROR_HOST_MEMORY, "no memory for %s", path)
                                              : OK;
}

enum status document_read(const char *path, const char *text, size_t size, struct document *out)
{
    size_t used = 0;
    *out = (struct document){.path = path, .text = text};
    if (strlen(text) != size) return fail_at(path, text, strlen(text), "no JSON: a zero byte");
    MUST(read_next(path, text, 0, size, &out->root, &used));
    size_t at = (size_t)(skip_space(text + used) - text);
    if (at == size) return OK;
    json_t *array = json_array(), *next = out->root;
    out->root = array;
    out->lines = true;
    if (!array) json_decref(next);
    if (!array) return fail(ERROR_HOST_MEMORY, "no memory for %s", path);
    MUST(append(path, array, next));
    while (at < size) {
        MUST(read_next(path, text, at, size, &next, &used));
        MUST(append(path, array, next));
        at = (size_t)(skip_space(text + at + used) - text);
    }
    return OK;
}

void document_free(struct document *document)
{
    json_decref(document->root);
    *document = (struct document){0};
}

/* Places. The text is known to be JSON. */

static const char *skip_string(const char *at)
{
    for (at++; *at && *at != '"'; at++) at += *at == '\\' && at[1];
    return at + (*at == '"');
}

static const char *skip_value(const char *at)
{
    size_t depth = 0;
    do {
        at = skip_space(at);
        if (*at == '"') at = skip_string(at);
        else if (strchr("[{", *at) && *at) depth++, at++;
        else if (strchr("]}", *at) && *at) depth--, at++;
        else if (strchr(",:", *at) && *at) at++;
        else at += strcspn(at, ",:]} \t\r\n");
    } while (depth && *at);
    return at;
}

/* Returns whether the string at this place is the key. */
static bool is_key(const char *at, const char *key)
{
    const size_t length = strlen(key), end = (size_t)(skip_string(at) - at);
    if (!memchr(at, '\\', end)) return end == length + 2 && !strncmp(at + 1, key, length);
    json_t *read = json_loadb(at, end, JSON_DECODE_ANY, NULL);
    const bool is = read && !strcmp(json_string_value(read), key);
    json_decref(read);
    return is;
}

static const char *find(const struct spot *spot)
{
    const struct spot *up = spot->up;
    if (!up) return skip_space(spot->in->text);
    const char *at = find(up);
    if (!spot->json) return at; /* what lacks it */
    const bool bare = up->json == spot->in->root && spot->in->lines;
    if (!bare) at = skip_space(at + 1);
    if (!spot->key) {
        for (size_t k = 0; k < spot->index; k++) {
            at = skip_space(skip_value(at));
            if (!bare) at = skip_space(at + 1);
        }
        return at;
    }
    while (*at == '"') {
        const char *value = skip_space(skip_space(skip_string(at)) + 1);
        if (is_key(at, spot->key)) return value;
        at = skip_space(skip_space(skip_value(value)) + 1);
    }
    return at;
}

enum status spot_fail(const struct spot *spot, const char *format, ...)
{
    char why[600];
    va_list list;
    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    const char *text = spot->in->text;
    return fail_at(spot->in->path, text, (size_t)(find(spot) - text), why);
}

struct spot spot_root(const struct document *document)
{
    return (struct spot){.in = document, .json = document->root};
}

struct spot spot_entry(const struct spot *array, size_t index)
{
    return (struct spot){array->in, array, NULL, index, json_array_get(array->json, index)};
}

struct spot spot_member(const struct spot *object, const char *key)
{
    return (struct spot){object->in, object, key, 0, json_object_get(object->json, key)};
}

bool spot_is(const struct spot *spot, json_type type)
{
    return spot->json && json_typeof(spot->json) == type;
}

enum status spot_need(const struct spot *object, const char *key, json_type type, struct spot *out)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "an object", [JSON_ARRAY] = "a list", [JSON_STRING] = "a text"};
    *out = spot_member(object, key);
    if (!out->json) return spot_fail(out, "'%s' is missing here", key);
    return spot_is(out, type) ? OK : spot_fail(out, "'%s' is not %s", key, names[type]);
}

enum status spot_text(const struct spot *object, const char *key, const char **out)
{
    struct spot text;
    MUST(spot_need(object, key, JSON_STRING, &text));
    *out = json_string_value(text.json);
    return OK;
}

enum status spot_number(const struct spot *spot, double *out)
{
    *out = spot->json ? json_number_value(spot->json) : NAN;
    if (json_is_number(spot->json) && isfinite(*out) && *out >= 0) return OK;
    return spot_fail(spot, "%s%s%s: a number of at least 0 is expected%s", spot->key ? "'" : "",
                     spot->key ? spot->key : "an entry", spot->key ? "'" : "",
                     spot->json ? "" : " here");
}

enum status spot_member_number(const struct spot *object, const char *key, double *out)
{
    const struct spot member = spot_member(object, key);
    return spot_number(&member, out);
}

enum status spot_count(const struct spot *spot, uint64_t *out)
{
    double number;
    MUST(spot_number(spot, &number));
    if (!(number >= 1 && number <= 0x1p53 && number == floor(number)))
        return spot_fail(spot, "a whole number from 1 to 2^53 is expected");
    *out = (uint64_t)number;
    return OK;
}
