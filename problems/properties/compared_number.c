#include "problems/properties/compared_number.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { DIGITS_TOLD_APART = 15 };

static bool in_compared_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Number of digits from the first that is not 0 to the last that is not 0, without the exponent. */
static int digits_of(const char *number, size_t length)
{
    int digits = 0, zeros = 0;
    for (size_t k = 0; k < length && !isalpha((unsigned char)number[k]); k++) {
        if (number[k] == '.' || (number[k] == '0' && !digits)) continue;
        zeros = number[k] == '0' ? zeros + 1 : 0;
        digits++;
    }
    return digits - zeros;
}

static size_t number_length(const char *at)
{
    size_t length = 0;
    while (in_compared_word(at[length]) || at[length] == '.' ||
           (length && strchr("eE", at[length - 1]) && at[length] && strchr("+-", at[length])))
        length++;
    return length;
}

static const char *back_over(const char *text, const char *at, bool words)
{
    while (at > text && (words ? in_compared_word(at[-1]) : isspace((unsigned char)at[-1]))) at--;
    return at;
}

/* Returns whether the '=' at `at` belongs to a definition such as `const double p = ...` or
 * `formula f = ...`. */
static bool defines(const char *text, const char *at)
{
    static const char *const words[] = {"const", "double", "rate", "prob", "formula"};
    const char *name = back_over(text, back_over(text, at, false), true),
               *end = back_over(text, name, false), *word = back_over(text, end, true);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (end < name && strlen(words[k]) == (size_t)(end - word) &&
            !strncmp(words[k], word, strlen(words[k])))
            return true;
    return false;
}

static bool is_compared(const char *text, const char *number, size_t length)
{
    const char *before = back_over(text, number, false), *after = number + length;
    while (isspace((unsigned char)*after)) after++;
    if (*after && strchr("=<>!", *after)) return true;
    if (before == text || !strchr("=<>", before[-1])) return false;
    if (before - text > 1 && before[-1] == '>' && before[-2] == '-') return false; /* -> */
    return before[-1] != '=' || !defines(text, before - 1);
}

const char *compared_number(const char *text, size_t *length)
{
    for (const char *at = text; *at; at += *length) {
        *length = number_length(at);
        if (!strncmp(at, "//", 2)) *length = strcspn(at, "\n");
        else if (!*length) *length = 1;
        else if ((isdigit((unsigned char)*at) || *at == '.') &&
                 digits_of(at, *length) > DIGITS_TOLD_APART && is_compared(text, at, *length))
            return at;
    }
    return NULL;
}
