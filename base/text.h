/* Words and numbers as users type them: strict parsing, and the nearest valid name for a wrong one.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Parsers of whole strings. They return false and leave *out unchanged if text is empty, has
 * trailing characters, or does not fit. They need the C locale, which this program never changes.
 * parse_double accepts finite numbers only. parse_count also accepts 2e6. */
bool parse_double(const char *text, double *out);
bool parse_count(const char *text, uint64_t *out);

/* Writes the shortest text that is this double, and returns it. text: of SHORTEST_DOUBLE bytes. */
enum { SHORTEST_DOUBLE = 32 };
char *shortest_double(double value, char *text);

/* A share such as 1% or 0.01, not negative. */
bool parse_share(const char *text, double *out);

/* The value of --margin: a share, of which one of 100 % or more is written with '%'; NULL leaves
 * *out as it is. Errors: ERROR_INPUT. */
enum status parse_margin(const char *text, double *out);

/* A time such as 10s, 250ms, 5us, 2m or 1h, or a bare number of seconds; seconds out. */
bool parse_seconds(const char *text, double *out);

/* A size such as 8GB, 500MB, 64kB, 2TB (powers of 1000), 512MiB, 8GiB (powers of 1024), or a bare
 * number of bytes; bytes out, whole. */
bool parse_bytes(const char *text, uint64_t *out);

/* The candidate closest to word by edit distance, the first of several, or NULL when none is near
 * enough to be meant: a third of the word's characters and one more may differ. The list ends with
 * NULL. */
const char *nearest_name(const char *word, const char *const *candidates);

/* Returns the candidate that the user probably meant, or NULL. In this order: the same word but for
 * case, dashes and underscores; a synonym (base/synonyms.def); the nearest one; one that begins
 * like word. */
const char *meant_name(const char *word, const char *const *candidates);

/* Writes ", did you mean 'x'?" into buffer, cut to size, for the candidate that was meant, or
 * " (known: a, b, c)" where there is none or word is a number (nothing for an empty list). Returns
 * buffer, to be used inside fail(). */
const char *suggest_name(const char *word, const char *const *candidates, char *buffer,
                         size_t size);

/* Bytes of the valid UTF-8 sequence at s (RFC 3629), which ends with a zero byte somewhere; 0 where
 * there is none. */
size_t utf8_length(const unsigned char *s);

/* Effects that a character of an untrusted text can have on the reader. */
enum character {
    CHARACTER_PLAIN,
    CHARACTER_CONTROL, /* moves the cursor or ends the line: controls of C0 and C1, DEL, U+2028 and
                          U+2029 */
    CHARACTER_HIDDEN,  /* is not seen, or turns the order of others round: marks of direction, zero
                          width, U+FFFF */
    CHARACTER_INVALID  /* a byte that is no UTF-8 */
};

/* The character at text, which has not ended. *length: its bytes; *code, or NULL: its code point,
 * where it has one. */
enum character character_at(const char *text, size_t *length, uint32_t *code);

/* Removes the first character from *text and returns what to show for it: the character itself, a
 * space for a control, U+FFFD for a hidden or invalid one. *length: bytes to show; the returned
 * text may not end with a zero byte. */
const char *shown_character(const char **text, size_t *length);
