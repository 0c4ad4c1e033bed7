#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_WORD = 63 };

/* Returns whether text has only characters of decimal numbers. strtod also accepts blanks, hex
 * floats, inf and nan, which users do not mean. */
static bool looks_like_number(const char *text)
{
    return *text && text[strspn(text, "0123456789+-.eE")] == '\0';
}

bool parse_double(const char *text, double *out)
{
    if (!looks_like_number(text)) return false;
    char *end;
    double value = strtod(text, &end);
    if (*end || !isfinite(value)) return false;
    *out = value;
    return true;
}

char *shortest_double(double value, char *text)
{
    double back;
    int digits = 0;
    do snprintf(text, SHORTEST_DOUBLE, "%.*g", ++digits, value);
    while (digits < 17 && parse_double(text, &back) && back != value);
    return text;
}

bool parse_count(const char *text, uint64_t *out)
{
    double value;
    if (text[strspn(text, "0123456789")] == '\0' && *text) {
        errno = 0;
        uint64_t count = strtoull(text, NULL, 10);
        if (errno) return false;
        *out = count;
        return true;
    }
    if (!parse_double(text, &value) || value < 0 || value != floor(value) || value > 0x1p63)
        return false;
    *out = (uint64_t)value;
    return true;
}

struct scale {
    const char *unit;
    double factor;
};

/* Parses a number with one of the units; the list of units ends with NULL. */
static bool parse_scaled(const char *text, const struct scale *scale, double *out)
{
    size_t digits = strspn(text, "0123456789+-.eE");
    char number[LONGEST_WORD + 1];
    double value;
    if (digits == 0 || digits > LONGEST_WORD) return false;
    memcpy(number, text, digits);
    number[digits] = '\0';
    for (; scale->unit; scale++) {
        if (strcmp(text + digits, scale->unit)) continue;
        if (!parse_double(number, &value) || !isfinite(value * scale->factor)) return false;
        *out = value * scale->factor;
        return true;
    }
    return false;
}

enum status parse_margin(const char *text, double *out)
{
    if (!text || (parse_share(text, out) && (*out < 1 || strchr(text, '%')))) return OK;
    return fail(ERROR_INPUT, "--margin %s: needs a share such as 1%% or 0.01", text);
}

bool parse_seconds(const char *text, double *out)
{
    static const struct scale units[] = {{"", 1},   {"s", 1},    {"ms", 1e-3}, {"us", 1e-6},
                                         {"m", 60}, {"h", 3600}, {NULL, 0}};
    return parse_scaled(text, units, out);
}

bool parse_bytes(const char *text, uint64_t *out)
{
    static const struct scale units[] = {{"", 1},         {"B", 1},        {"kB", 1e3},
                                         {"MB", 1e6},     {"GB", 1e9},     {"TB", 1e12},
                                         {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30},
                                         {"TiB", 0x1p40}, {NULL, 0}};
    double bytes;
    if (!parse_scaled(text, units, &bytes) || bytes < 0 || bytes > 0x1p63) return false;
    *out = (uint64_t)bytes;
    return true;
}

bool parse_share(const char *text, double *out)
{
    size_t length = strlen(text);
    bool percent = length > 0 && text[length - 1] == '%';
    char number[LONGEST_WORD + 1];
    double value;
    if (length > LONGEST_WORD) return false;
    memcpy(number, text, length + 1);
    if (percent) number[length - 1] = '\0';
    if (!parse_double(number, &value) || value < 0) return false;
    *out = percent ? value / 100 : value;
    return true;
}

/* Levenshtein distance, computed row by row. Both words are cut to LONGEST_WORD. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[LONGEST_WORD + 1], la = strnlen(a, LONGEST_WORD), lb = strnlen(b, LONGEST_WORD);
    for (size_t j = 0; j <= lb; j++) row[j] = j;
    for (size_t i = 1; i <= la; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            size_t shorter = row[j] < row[j - 1] ? row[j] : row[j - 1];
            diagonal = row[j];
            row[j] = replaced < shorter + 1 ? replaced : shorter + 1;
        }
    }
    return row[lb];
}

const char *nearest_name(const char *word, const char *const *candidates)
{
    const char *best = NULL;
    size_t least = strnlen(word, LONGEST_WORD) / 3 +
                   2; /* one more than the largest distance that counts as meant */
    for (; *candidates; candidates++) {
        size_t distance = edit_distance(word, *candidates);
        if (**candidates && distance < least) {
            least = distance;
            best = *candidates;
        }
    }
    return best;
}

/* Normalizes names that people mix up: removes case, dashes, underscores, dots and blanks. */
static size_t letters_of(const char *word, char plain[LONGEST_WORD + 1])
{
    size_t length = 0;
    for (; *word && length < LONGEST_WORD; word++)
        if (!strchr("-_ .", *word)) plain[length++] = (char)tolower((unsigned char)*word);
    plain[length] = '\0';
    return length;
}

static const char *other_word(const char *plain, const char *const *candidates)
{
    static const char *const synonyms[][2] = {
#define SYNONYM(word, name) {word, name},
#include "base/synonyms.def"
#undef SYNONYM
    };
    for (size_t k = 0; k < sizeof synonyms / sizeof *synonyms; k++)
        for (const char *const *at = candidates; *at && !strcmp(synonyms[k][0], plain); at++)
            if (!strcmp(synonyms[k][1], *at)) return *at;
    return NULL;
}

/* Returns whether both words begin alike: at least three letters, and all of `name` or two thirds
 * of `word`. */
static bool begins_alike(const char *word, size_t length, const char *name, size_t name_length)
{
    size_t alike = 0;
    while (word[alike] && word[alike] == name[alike]) alike++;
    return alike >= 3 && (alike == name_length || alike * 3 >= length * 2);
}

/* Returns whether a and b have the same letters, in any order. */
static bool same_letters(const char *a, const char *b)
{
    int balance[UCHAR_MAX + 1] = {0};
    for (; *a; a++) balance[(unsigned char)*a]++;
    for (; *b; b++) balance[(unsigned char)*b]--;
    for (int c = 0; c <= UCHAR_MAX; c++)
        if (balance[c]) return false;
    return true;
}

const char *meant_name(const char *word, const char *const *candidates)
{
    char plain[LONGEST_WORD + 1], name[LONGEST_WORD + 1];
    const char *near = NULL, *alike = NULL, *longer = NULL; /* longer: goes on after the word */
    const size_t length = letters_of(word, plain);
    const bool strict = *word == '-'; /* options of one letter would all be near to each other */
    size_t least = length / 3 + 2;
    const char *other = other_word(plain, candidates);
    for (const char *const *at = candidates; *at; at++) {
        const size_t name_length = letters_of(*at, name), distance = edit_distance(plain, name);
        if (distance == 0 && length) return *at;
        if (!longer && length >= 3 && !strncmp(name, plain, length)) longer = *at;
        if (!alike && begins_alike(plain, length, name, name_length)) alike = *at;
        if (distance >= least || (strict && distance >= length)) continue;
        if (length <= 3 && distance > 1 && *plain != *name && !same_letters(plain, name)) continue;
        least = distance;
        near = *at;
    }
    if (longer && least > 1) near = longer;
    return other ? other : near ? near : alike;
}

const char *suggest_name(const char *word, const char *const *candidates, char *buffer, size_t size)
{
    double number;
    const char *best = parse_double(word, &number) ? NULL : meant_name(word, candidates);
    if (best) {
        snprintf(buffer, size, ", did you mean '%s'?", best);
        return buffer;
    }
    size_t used = (size_t)snprintf(buffer, size, "%s", *candidates ? " (known:" : "");
    for (; *candidates && used < size; candidates++)
        used += (size_t)snprintf(buffer + used, size - used, " %s%s", *candidates,
                                 candidates[1] ? "," : ")");
    return buffer;
}

size_t utf8_length(const unsigned char *s)
{
    size_t length = s[0] < 0x80   ? 1
                    : s[0] < 0xc2 ? 0
                    : s[0] < 0xe0 ? 2
                    : s[0] < 0xf0 ? 3
                    : s[0] < 0xf5 ? 4
                                  : 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if (s[0] == 0xe0 && s[1] < 0xa0) return 0; /* overlong */
    if (s[0] == 0xed && s[1] > 0x9f) return 0; /* surrogates */
    if (s[0] == 0xf0 && s[1] < 0x90) return 0; /* overlong */
    if (s[0] == 0xf4 && s[1] > 0x8f) return 0; /* above U+10FFFF */
    return length;
}

/* Code point of a valid UTF-8 sequence of one to four bytes. */
static uint32_t decode(const unsigned char *s, size_t length)
{
    uint32_t code = length == 1 ? s[0] : s[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) code = code << 6 | (s[i] & 0x3f);
    return code;
}

static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029;
}

/* Returns whether people cannot see the character: Unicode's Bidi_Control, its Default_Ignorable
 * except the joiners of letters, and its noncharacters. */
static bool is_hidden(uint32_t code)
{
    static const uint32_t ranges[][2] = {{0xad, 0xad},     {0x61c, 0x61c},    {0x180e, 0x180e},
                                         {0x200b, 0x200b}, {0x200e, 0x200f},  {0x202a, 0x202e},
                                         {0x2060, 0x206f}, {0xfdd0, 0xfdef},  {0xfeff, 0xfeff},
                                         {0xfff0, 0xfffb}, {0xe0000, 0xe0fff}};
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++)
        if (code >= ranges[k][0] && code <= ranges[k][1]) return true;
    return (code & 0xfffe) == 0xfffe;
}

enum character character_at(const char *text, size_t *length, uint32_t *code)
{
    const unsigned char *s = (const unsigned char *)text;
    *length = utf8_length(s);
    if (!*length) {
        *length = 1;
        return CHARACTER_INVALID;
    }
    uint32_t found = decode(s, *length);
    if (code) *code = found;
    return is_control(found)  ? CHARACTER_CONTROL
           : is_hidden(found) ? CHARACTER_HIDDEN
                              : CHARACTER_PLAIN;
}

const char *shown_character(const char **text, size_t *length)
{
    static const char replacement[] = "\xef\xbf\xbd";
    const char *at = *text;
    enum character kind = character_at(at, length, NULL);
    *text += *length;
    if (kind == CHARACTER_PLAIN) return at;
    *length = kind == CHARACTER_CONTROL ? 1 : sizeof replacement - 1;
    return kind == CHARACTER_CONTROL ? " " : replacement;
}
