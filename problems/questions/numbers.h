/* Numbers and truth values of all states, known up to intervals. */
#pragma once

#include <stdint.h>

#include "base/status.h"
#include "problems/properties/formula.h"

/* An interval of each state's number; infinite ends are numbers, too. */
struct numbers {
    uint32_t n;
    double *low, *high;
};

enum truth { TRUTH_FALSE, TRUTH_TRUE, TRUTH_UNCLEAR };

enum status numbers_new(uint32_t n, struct numbers *out);
void numbers_free(struct numbers *numbers); /* accepts a zeroed one, leaves one */
void numbers_fill(struct numbers *numbers, double low, double high);

/* Interval of a decimal number as written, such as 0.1: no double is that. Returns false if text is
 * no number. */
bool decimal_interval(const char *text, double *low, double *high);

/* a = a OP b in each state, or f(a, b), for PLUS, MINUS, TIMES, DIVIDE and the functions of CALL
 * (name: of the function; b: NULL for functions of one argument, and for the sign). Returns false
 * if there is no such function. */
bool numbers_combine(enum formula_kind kind, const char *name, struct numbers *a,
                     const struct numbers *b);

/* out (one byte for each state) = whether a OP b, OP one of EQUAL .. AT_LEAST. */
void numbers_compare(enum formula_kind kind, const struct numbers *a, const struct numbers *b,
                     uint8_t *out);
