#include "datasets/formats/hoa/hoa_reader.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "datasets/text/lines.h"

enum status hoa_wrong(const struct hoa_reader *r, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const char *line = r->at;
    while (line > r->text && line[-1] != '\n') line--;
    return fail(ERROR_INPUT, "%s:%" PRIu64 ": column %td: %s", r->path, r->line, r->at - line + 1,
                text);
}

enum status hoa_unexpected(const struct hoa_reader *r, const char *expected)
{
    char found[LINES_QUOTE];
    if (!*r->at) return hoa_wrong(r, "expected %s, found the end of the file", expected);
    return hoa_wrong(r, "expected %s, found '%s'", expected, lines_quote(r->at, found));
}

char hoa_peek(struct hoa_reader *r)
{
    for (int depth = 0;; r->at++) {
        if (r->at[0] == '/' && r->at[1] == '*') {
            depth++;
            r->at++;
        } else if (depth && r->at[0] == '*' && r->at[1] == '/') {
            depth--;
            r->at++;
        } else if (!*r->at || (!depth && !isspace((unsigned char)*r->at))) {
            return *r->at;
        } else {
            r->line += *r->at == '\n';
        }
    }
}

bool hoa_name_character(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-';
}

size_t hoa_identifier(struct hoa_reader *r, bool *header)
{
    size_t length = 0;
    char first = hoa_peek(r);
    if (isalpha((unsigned char)first) || first == '_')
        while (hoa_name_character(r->at[length])) length++;
    *header = length && r->at[length] == ':';
    return length;
}

bool hoa_take_word(struct hoa_reader *r, const char *word)
{
    size_t length = strlen(word);
    hoa_peek(r);
    if (strncmp(r->at, word, length) || hoa_name_character(r->at[length])) return false;
    r->at += length;
    return true;
}

bool hoa_take_character(struct hoa_reader *r, char c)
{
    if (hoa_peek(r) != c) return false;
    r->at++;
    return true;
}

enum status hoa_take_integer(struct hoa_reader *r, const char *what, uint64_t high, uint32_t *out)
{
    char expected[128];
    uint64_t value = 0;
    const char *digit = (hoa_peek(r), r->at);
    for (; isdigit((unsigned char)*digit) && value <= high; digit++)
        value = 10 * value + (uint64_t)(*digit - '0');
    snprintf(expected, sizeof expected, "%s (0 to %" PRIu64 ")", what, high);
    if (digit == r->at || value > high) return hoa_unexpected(r, expected);
    r->at = digit;
    *out = (uint32_t)value;
    return OK;
}

enum status hoa_take_string(struct hoa_reader *r, const char **start, size_t *length)
{
    if (hoa_peek(r) != '"') return hoa_unexpected(r, "a text in double quotes");
    const char *end = ++r->at;
    while (*end && *end != '"' && *end != '\n') end += *end == '\\' && end[1] ? 2 : 1;
    if (*end != '"') return hoa_wrong(r, "the text has no second double quote");
    *start = r->at;
    *length = (size_t)(end - r->at);
    r->at = end + 1;
    return OK;
}
