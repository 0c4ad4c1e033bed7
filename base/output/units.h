/* Quantities for people: three significant digits with an SI prefix, or whole numbers in groups of
 * three. */
#pragma once

#include <stdint.h>

enum unit {
    UNIT_SECONDS,
    UNIT_BYTES,
    UNIT_SPEED,
    UNIT_ENERGY,
    UNIT_COUNT,
    UNIT_NUMBER,
    UNIT_BOUND, /* an upper bound: two digits, rounded up */
    UNIT_EXACT, /* with all its digits */
    NUNITS
};

extern const char *const unit_names[NUNITS]; /* "s", "B", "B/s", "J", "1", ... */

/* A text that is returned by value, so that human_seconds(t).text can be an argument of printf. */
struct human {
    char text[160];
};

/* Print into a text, and behind a text; cut to its size. */
struct human human_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
void human_append(struct human *human, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "1.23 ms", "45.6 MB" (powers of 1000), "33,550,336", "1.234e-07"; "-" for NaN. */
struct human human_quantity(enum unit unit, double value);
struct human human_seconds(double seconds);
struct human human_bytes(uint64_t bytes); /* "-" for MISSING, as below */
struct human human_count(uint64_t count);

/* A name without its underscores: "too noisy". */
struct human human_name(const char *name);

/* A factor of three digits without an exponent: "1.25", "36,000". */
struct human human_factor(double factor);

/* "1.23 ms [1.20, 1.26]", all three in the unit of value; without the bracket if low or high is
 * NaN. */
struct human human_range(enum unit unit, double value, double low, double high);

/* "1.31 [1.29, 1.33]", with more digits where the ends would look alike. */
struct human human_factor_range(double factor, double low, double high);

/* An interval as its middle and half its width: "4095.829771651 ± 4.1e-10". The printed interval
 * contains all of [low, high]; "-" if one is NaN or they are in the wrong order. */
struct human human_interval(double low, double high);

/* A bound above the required limit, with enough digits to tell them apart. */
struct human human_beyond(double value, double limit);

/* The same quantity as a tick label: no more digits than it needs ("1 ms", "0.5 s"). */
struct human human_tick(enum unit unit, double value);

/* The shortest text of 15 to 17 digits that reads back as the same double; "nan", "inf", "-inf"
 * otherwise. */
struct human exact_number(double value);
