#include "datasets/text/lines.h"

#include <ctype.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/progress_hook.h"

static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

bool lines_more(struct lines *lines)
{
    while (blank(*lines->cursor)) lines->cursor++;
    return *lines->cursor != '\0';
}

enum status lines_open_member(const char *path, const char *ending, char comment, struct lines *out)
{
    enum status status = OK;
    *out = (struct lines){.path = path, .comment = comment};
    TRY(allocate(LINES_LONGEST + 1, 1, "reading a file", &out->buffer));
    TRY(unpacked_open(path, ending, &out->file));
    out->size = out->file.most;
    out->cursor = out->buffer;
    *out->cursor = '\0';
out:
    if (status != OK) lines_close(out);
    return status;
}

enum status lines_open(const char *path, char comment, struct lines *out)
{
    return lines_open_member(path, NULL, comment, out);
}

void lines_close(struct lines *lines)
{
    unpacked_close(&lines->file);
    free(lines->buffer);
    *lines = (struct lines){0};
}

/* Moves the rest of the buffer to its front and appends more of the file. */
static enum status refill(struct lines *lines)
{
    memmove(lines->buffer, lines->buffer + lines->begin, lines->end - lines->begin);
    lines->end -= lines->begin;
    lines->begin = 0;
    if (lines->end == LINES_LONGEST) {
        lines->number++;
        return lines_fail(lines, "a line of more than %d bytes; is this a text file?",
                          LINES_LONGEST);
    }
    size_t got;
    MUST(unpacked_read(&lines->file, lines->buffer + lines->end, LINES_LONGEST - lines->end, &got));
    lines->end += got;
    lines->at_end = got == 0;
    return progress_hook_call("bytes read", unpacked_taken(&lines->file), lines->file.size)
               ? OK
               : progress_hook_stopped();
}

/* A byte-order mark is not seen in an editor, and would be part of the first word. */
static enum status check_mark(const struct lines *lines)
{
    const char *at = lines->cursor;
    if (!strncmp(at, "\xef\xbb\xbf", 3) || !strncmp(at, "\xff\xfe", 2) ||
        !strncmp(at, "\xfe\xff", 2))
        return lines_fail(lines, "it begins with a byte-order mark: save it as UTF-8 without one");
    return OK;
}

enum status lines_read(struct lines *lines, bool *found)
{
    char *newline;
    *found = false;
    if (lines->headed) return OK;
    while (!(newline = memchr(lines->buffer + lines->begin, '\n', lines->end - lines->begin)) &&
           !lines->at_end)
        MUST(refill(lines));
    char *start = lines->buffer + lines->begin,
         *stop = newline ? newline : lines->buffer + lines->end;
    *found = newline || stop > start;
    if (!*found) return OK;

    lines->number++;
    lines->begin = (size_t)(stop - lines->buffer) + (newline != NULL);
    lines->cursor = start;
    if (memchr(start, '\0', (size_t)(stop - start)))
        return lines_fail(lines, "a NUL byte: this is not a text file");
    while (stop > start && stop[-1] == '\r') stop--;
    *stop = '\0';
    if (lines->number == 1) MUST(check_mark(lines));
    lines->headed = lines->heads && lines->heads(start);
    *found = !lines->headed;
    return OK;
}

bool lines_can_seek(const struct lines *lines)
{
    return unpacked_can_seek(&lines->file);
}

uint64_t lines_place(const struct lines *lines)
{
    return lines->file.given - (lines->end - lines->begin);
}

enum status lines_seek(struct lines *lines, uint64_t place)
{
    bool found;
    lines->begin = lines->end = 0;
    lines->at_end = lines->headed = false;
    MUST(unpacked_seek(&lines->file, place ? place - 1 : 0));
    if (place) MUST(lines_read(lines, &found)); /* skip the rest of the line before the place */
    lines->number = 0;
    return OK;
}

void lines_go_on(struct lines *lines)
{
    lines->headed = false;
}

bool lines_next(struct lines *lines, enum status *status)
{
    bool found;
    do *status = lines_read(lines, &found);
    while (*status == OK && found && (!lines_more(lines) || *lines->cursor == lines->comment));
    return *status == OK && found;
}

enum status lines_require(struct lines *lines, const char *what)
{
    enum status status;
    if (lines_next(lines, &status) || status != OK) return status;
    lines->number++;
    return lines_fail(lines, "the file ends before %s", what);
}

void lines_announce(struct lines *lines, const char *items, uint64_t count)
{
    lines->items = items;
    lines->announced = count;
    lines->announcer = lines->number;
    lines->taken = 0;
}

enum status lines_take(struct lines *lines)
{
    if (lines->taken++ < lines->announced) return OK;
    return lines_fail(lines, "more %s than the %" PRIu64 " that line %" PRIu64 " announces",
                      lines->items, lines->announced, lines->announcer);
}

enum status lines_took_all(struct lines *lines)
{
    if (lines->taken >= lines->announced) return OK;
    lines->number = lines->announcer;
    return lines_fail(lines, "%" PRIu64 " %s are announced, but the file ends after %" PRIu64,
                      lines->announced, lines->items, lines->taken);
}

bool lines_item(struct lines *lines, enum status *status)
{
    const bool found = lines_next(lines, status);
    if (*status == OK) *status = found ? lines_take(lines) : lines_took_all(lines);
    return found && *status == OK;
}

char *lines_word(struct lines *lines)
{
    if (!lines_more(lines)) return NULL;
    char *word = lines->cursor;
    while (*lines->cursor && !blank(*lines->cursor)) lines->cursor++;
    if (*lines->cursor) *lines->cursor++ = '\0';
    return word;
}

/* Reads digits up to the word's end, or up to `after` where that is not NUL. */
static bool parse_integer(struct lines *lines, char after, uint64_t low, uint64_t high,
                          uint64_t *out)
{
    uint64_t value = 0;
    char *c = lines->cursor;
    if (!isdigit((unsigned char)*c)) return false;
    for (; isdigit((unsigned char)*c); c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        if (value > (UINT64_MAX - digit) / 10) return false;
        value = 10 * value + digit;
    }
    if (after ? *c != after : *c && !blank(*c)) return false;
    lines->cursor = after ? c + 1 : c;
    *out = value;
    return low <= value && value <= high;
}

enum status lines_integer_before(struct lines *lines, char after, const char *what, uint64_t low,
                                 uint64_t high, uint64_t *out)
{
    lines_more(lines);
    char *word = lines->cursor;
    if (parse_integer(lines, after, low, high, out)) return OK;
    char expected[160];
    int length =
        snprintf(expected, sizeof expected, "%s (%" PRIu64 " to %" PRIu64 ")", what, low, high);
    if (after) snprintf(expected + length, sizeof expected - (size_t)length, " and '%c'", after);
    return lines_unexpected(lines, expected, word);
}

enum status lines_integer(struct lines *lines, const char *what, uint64_t low, uint64_t high,
                          uint64_t *out)
{
    return lines_integer_before(lines, '\0', what, low, high, out);
}

enum status lines_state(struct lines *lines, char after, const char *what, int first,
                        uint32_t count, uint32_t *out)
{
    int64_t high = (int64_t)first + count - 1, state = 0;
    uint64_t number;
    lines_more(lines);
    char *word = lines->cursor;
    bool negative = *word == '-';
    lines->cursor += negative;
    bool valid = parse_integer(lines, after, negative, INT64_MAX, &number);
    if (valid) state = negative ? -(int64_t)number : (int64_t)number;
    if (valid && state >= first && state <= high) {
        *out = (uint32_t)(state - first);
        return OK;
    }
    char expected[160];
    int length = snprintf(expected, sizeof expected, "%s (%d to %" PRId64 ")", what, first, high);
    if (after) snprintf(expected + length, sizeof expected - (size_t)length, " and '%c'", after);
    return lines_unexpected(lines, expected, word);
}

double lines_decimal(struct lines *lines, const char *text, char **end)
{
    const double x = strtod(text, end);
    const char first = text[strspn(text, "+-.0")];
    lines->lost |= fabs(x) < DBL_MIN && first >= '1' && first <= '9';
    return x;
}

/* strtod also takes hexadecimal numbers, infinities and NaN, all of which need other characters
 * than these. */
static bool parse_number(struct lines *lines, double *out)
{
    char *end, *stop = lines->cursor + strspn(lines->cursor, "0123456789+-.eE");
    if (stop == lines->cursor || (*stop && !blank(*stop))) return false;
    *out = lines_decimal(lines, lines->cursor, &end);
    lines->cursor = stop;
    return end == stop && isfinite(*out);
}

static enum status number_from(struct lines *lines, const char *what, double low, const char *kind,
                               double *out)
{
    lines_more(lines);
    char *word = lines->cursor;
    if (parse_number(lines, out) && *out >= low) return OK;
    char expected[160];
    snprintf(expected, sizeof expected, "%s (a finite number%s)", what, kind);
    return lines_unexpected(lines, expected, word);
}

enum status lines_number(struct lines *lines, const char *what, double *out)
{
    return number_from(lines, what, -HUGE_VAL, "", out);
}

enum status lines_amount(struct lines *lines, const char *what, double *out)
{
    return number_from(lines, what, 0, ", not negative", out);
}

bool lines_at_pair(struct lines *lines)
{
    return lines_more(lines) && lines->cursor[strcspn(lines->cursor, ": \t")] == ':';
}

enum status lines_pair(struct lines *lines, uint32_t count, double *value, uint32_t *target)
{
    if (!lines_at_pair(lines)) return lines_unexpected(lines, "value:target", lines->cursor);
    *strchr(lines->cursor, ':') = ' ';
    MUST(lines_amount(lines, "the value", value));
    return lines_state(lines, '\0', "the target state", 0, count, target);
}

enum status lines_finish(struct lines *lines)
{
    return lines_more(lines) ? lines_unexpected(lines, "the end of the line", lines->cursor) : OK;
}

enum status lines_fail(const struct lines *lines, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return fail(ERROR_INPUT, "%s:%" PRIu64 ": %s", lines->path, lines->number, text);
}

const char *lines_quote(const char *word, char buffer[LINES_QUOTE])
{
    static const char more[] = "...";
    size_t k = 0;
    for (; word[k] && !strchr(" \t\r\n", word[k]); k++) {
        if (k + sizeof more == LINES_QUOTE) return strcpy(buffer + k, more) - k;
        buffer[k] = isprint((unsigned char)word[k]) ? word[k] : '?';
    }
    buffer[k] = '\0';
    return buffer;
}

enum status lines_unexpected(const struct lines *lines, const char *expected, const char *word)
{
    char quote[LINES_QUOTE];
    if (!word || !*word)
        return lines_fail(lines, "expected %s, found the end of the line", expected);
    if (*word == '#' || !strncmp(word, "//", 2))
        return lines_fail(lines, "expected %s, found '%s': comments cannot stand here", expected,
                          lines_quote(word, quote));
    return lines_fail(lines, "expected %s, found '%s'", expected, lines_quote(word, quote));
}

enum status lines_check_memory(const struct lines *lines, double bytes)
{
    double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    if (bytes <= memory) return OK;
    return fail(ERROR_HOST_MEMORY,
                "%s:%" PRIu64 ": what this announces takes %.3g GB, and this machine has %.3g GB",
                lines->path, lines->number, bytes / 1e9, memory / 1e9);
}
