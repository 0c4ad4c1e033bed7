/* Words and numbers as users type them: strict parsing, and the nearest valid name for a wrong one.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whole-string parsers: false, and *out as it was, when text is empty, has trailing characters, or
 * does not fit. They count on the C locale, which nothing here leaves. parse_double takes finite
 * numbers only. parse_count also takes 2e6. */
bool parse_double(const char *text, double *out);
bool parse_count(const char *text, uint64_t *out);

/* A share such as 1% or 0.01, not negative. */
bool parse_share(const char *text, double *out);

/* A time such as 10s, 250ms, 5us, 2m or 1h, or a bare number of seconds; seconds out. */
bool parse_seconds(const char *text, double *out);

/* A size such as 8GB, 500MB, 64kB, 2TB (powers of 1000), 512MiB, 8GiB (powers of 1024), or a bare
 * number of bytes; bytes out, whole. */
bool parse_bytes(const char *text, uint64_t *out);

/* The candidate closest to word by edit distance, the first of several, or NULL when none is near
 * enough to be meant: a third of the word's characters and one more may differ. The list ends with
 * NULL. */
const char *nearest_name(const char *word, const char *const *candidates);

/* The candidate that word was meant to be, or NULL: the same but for case, dashes and underscores;
 * what others call it (base/synonyms.def); the nearest; one that begins like word. */
const char *meant_name(const char *word, const char *const *candidates);

/* Writes ", did you mean 'x'?" into buffer, cut to size, for the candidate that was meant, or
 * " (known: a, b, c)" where there is none or word is a number (nothing for an empty list). Returns
 * buffer, to be used inside fail(). */
const char *suggest_name(const char *word, const char *const *candidates, char *buffer,
                         size_t size);

/* Bytes of the valid UTF-8 sequence at s (RFC 3629), which ends with a zero byte somewhere; 0 where
 * there is none. */
size_t utf8_length(const unsigned char *s);

/* Texts may be anybody's. What a character of one may do where people read it. */
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

/* Takes the first character off *text and returns what stands for it where people read: itself, a
 * space for a control, U+FFFD for what is hidden or invalid. *length: bytes of that, which no zero
 * byte needs to follow. */
const char *shown_character(const char **text, size_t *length);
