#include "base/output/json.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>

#include "base/output/missing.h"
#include "base/output/units.h"
#include "base/text.h"

static void break_line(struct json *json)
{
    if (json->one_line) return;
    fprintf(json->out, "\n%*s", 2 * json->depth, "");
}

/* Writes a character above U+FFFF as a pair. */
static void write_escape(FILE *out, uint32_t code)
{
    if (code < 0x10000) fprintf(out, "\\u%04x", (unsigned)code);
    else
        fprintf(out, "\\u%04x\\u%04x", (unsigned)(0xd7c0 + (code >> 10)),
                (unsigned)(0xdc00 + (code & 0x3ff)));
}

static void write_string(FILE *out, const char *text)
{
    size_t length;
    fputc('"', out);
    for (; *text; text += length) {
        uint32_t code = 0xfffd;
        if (character_at(text, &length, &code) != CHARACTER_PLAIN) {
            write_escape(out, code);
        } else {
            if (*text == '"' || *text == '\\') fputc('\\', out);
            fwrite(text, 1, length, out);
        }
    }
    fputc('"', out);
}

static void begin_member(struct json *json, const char *key)
{
    if (json->nonempty) fputs(json->one_line ? ", " : ",", json->out);
    if (json->depth > 0) break_line(json);
    json->nonempty = true;
    if (!key) return;
    write_string(json->out, key);
    fputs(": ", json->out);
}

static void open_group(struct json *json, const char *key, char bracket)
{
    begin_member(json, key);
    fputc(bracket, json->out);
    json->depth++;
    json->nonempty = false;
}

static void close_group(struct json *json, char bracket)
{
    json->depth--;
    if (json->nonempty) break_line(json);
    fputc(bracket, json->out);
    json->nonempty = json->depth > 0;
    if (json->depth == 0) fputc('\n', json->out);
}

void json_open_object(struct json *json, const char *key)
{
    open_group(json, key, '{');
}

void json_close_object(struct json *json)
{
    close_group(json, '}');
}

void json_open_array(struct json *json, const char *key)
{
    open_group(json, key, '[');
}

void json_close_array(struct json *json)
{
    close_group(json, ']');
}

void json_text(struct json *json, const char *key, const char *text)
{
    begin_member(json, key);
    if (text) write_string(json->out, text);
    else fputs("null", json->out);
}

void json_number(struct json *json, const char *key, double number)
{
    begin_member(json, key);
    if (isinf(number)) write_string(json->out, exact_number(number).text);
    else fputs(isnan(number) ? "null" : exact_number(number).text, json->out);
}

void json_count(struct json *json, const char *key, uint64_t count)
{
    begin_member(json, key);
    if (count == MISSING) fputs("null", json->out);
    else fprintf(json->out, "%" PRIu64, count);
}

void json_bool(struct json *json, const char *key, bool value)
{
    begin_member(json, key);
    fputs(value ? "true" : "false", json->out);
}
