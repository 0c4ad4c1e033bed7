/* Arithmetic with intervals. Each end is one double away from the rounded result, unless that is
 * exact. */
#include "problems/questions/numbers.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "certify/nearest.h"

struct range {
    double low, high;
};

enum status numbers_new(uint32_t n, struct numbers *out)
{
    *out = (struct numbers){.n = n};
    enum status status = allocate_large(n, sizeof *out->low, "numbers", &out->low);
    if (status == OK) status = allocate_large(n, sizeof *out->high, "numbers", &out->high);
    if (status != OK) numbers_free(out);
    return status;
}

void numbers_free(struct numbers *numbers)
{
    free(numbers->low);
    free(numbers->high);
    *numbers = (struct numbers){0};
}

void numbers_fill(struct numbers *numbers, double low, double high)
{
    for (uint32_t i = 0; i < numbers->n; i++) numbers->low[i] = low, numbers->high[i] = high;
}

/* Reads digits, a point and an exponent: text = digits times 10^power. Returns false if there are
 * too many digits for 64 bits. */
static bool read_decimal(const char *text, uint64_t *digits, int *power)
{
    bool point = false;
    *digits = 0;
    *power = 0;
    for (; isdigit((unsigned char)*text) || *text == '.'; text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        if (*digits > (UINT64_MAX - 9) / 10) return false;
        *digits = *digits * 10 + (uint64_t)(*text - '0');
        *power -= point;
    }
    if (*text == 'e' || *text == 'E') *power += atoi(text + 1);
    return true;
}

/* Returns whether the number as written is exactly a double. */
static bool is_exact(const char *text)
{
    uint64_t digits;
    int power;
    if (!read_decimal(text, &digits, &power)) return false;
    for (; power > 0 && digits < UINT64_MAX / 10; power--) digits *= 10;
    for (; power < 0 && digits % 5 == 0 && digits; power++) digits /= 5; /* times 2^-1 each */
    while (digits && digits % 2 == 0) digits /= 2;
    return power == 0 && digits < UINT64_C(1) << 53;
}

bool decimal_interval(const char *text, double *low, double *high)
{
    char *end;
    const double x = strtod(text, &end);
    if (end == text || *end) return false;
    const bool exact = is_exact(text);
    *low = exact ? x : nextafter(x, -INFINITY);
    *high = exact ? x : nextafter(x, INFINITY);
    return true;
}

static double down(double x, bool exact)
{
    return exact || isinf(x) ? (x == INFINITY && !exact ? 0x1.fffffffffffffp1023 : x)
                             : nextafter(x, -INFINITY);
}

static double up(double x, bool exact)
{
    return -down(-x, exact);
}

static bool sum_is_exact(double a, double b, double sum)
{
    const double back = sum - a;
    return isinf(a) || isinf(b) || (a - (sum - back) == 0 && b - back == 0);
}

static bool product_is_exact(double a, double b, double product)
{
    return isinf(a) || isinf(b) || product == 0
               ? a == 0 || b == 0 || isinf(product)
               : fma(a, b, -product) == 0 && fabs(product) > 1e-290;
}

static struct range add_ranges(struct range a, struct range b)
{
    const double low = a.low + b.low, high = a.high + b.high;
    if (isnan(low) || isnan(high)) return (struct range){-INFINITY, INFINITY};
    return (struct range){down(low, sum_is_exact(a.low, b.low, low)),
                          up(high, sum_is_exact(a.high, b.high, high))};
}

static struct range negate_range(struct range a)
{
    return (struct range){-a.high, -a.low};
}

static struct range multiply_ranges(struct range a, struct range b)
{
    const double ends[2][2] = {{a.low, a.high}, {b.low, b.high}};
    struct range out = {INFINITY, -INFINITY};
    for (int k = 0; k < 4; k++) {
        const double x = ends[0][k & 1], y = ends[1][k >> 1],
                     product = x == 0 || y == 0 ? 0 : x * y;
        const bool exact = product_is_exact(x, y, product);
        out.low = fmin(out.low, down(product, exact));
        out.high = fmax(out.high, up(product, exact));
    }
    return out;
}

static struct range divide_ranges(struct range a, struct range b)
{
    const double ends[2][2] = {{a.low, a.high}, {b.low, b.high}};
    struct range out = {INFINITY, -INFINITY};
    if (b.low == 0 && b.high == 0 && a.low == a.high)
        return a.low == 0 ? (struct range){NAN, NAN}
                          : (struct range){copysign(INFINITY, a.low), copysign(INFINITY, a.low)};
    if (b.low <= 0 && b.high >= 0) return (struct range){-INFINITY, INFINITY};
    for (int k = 0; k < 4; k++) {
        const double x = ends[0][k & 1], y = ends[1][k >> 1], quotient = x / y;
        if (isnan(quotient)) return (struct range){-INFINITY, INFINITY};
        const bool exact = x == 0 || isinf(x) || isinf(y) || fma(quotient, y, -x) == 0;
        out.low = fmin(out.low, down(quotient, exact && fabs(quotient) > 1e-290));
        out.high = fmax(out.high, up(quotient, exact && fabs(quotient) > 1e-290));
        if (x == 0) out.low = fmin(out.low, 0), out.high = fmax(out.high, 0);
    }
    if (a.low == 0 && a.high == 0) return (struct range){0, 0};
    return out;
}

static struct range apply_rounding(double (*round_it)(double), struct range a)
{
    return (struct range){round_it(a.low), round_it(a.high)};
}

static double round_half_up(double x)
{
    return floor(x + 0.5);
}

/* x^y for an exact exponent, and a base that is not negative or an exponent that is whole. */
static struct range raise_range(struct range a, struct range b)
{
    if (b.low != b.high || (a.low < 0 && b.low != floor(b.low)) || (a.low <= 0 && b.low < 0))
        return (struct range){-INFINITY, INFINITY};
    if (b.low >= 0 && b.low == floor(b.low) && b.low <= 1024) {
        struct range out = {1, 1};
        for (double k = 0; k < b.low; k++) out = multiply_ranges(out, a);
        return out;
    }
    const double ends[2] = {pow(a.low, b.low), pow(a.high, b.low)}, low = fmin(ends[0], ends[1]),
                 high = fmax(ends[0], ends[1]);
    return (struct range){low - 4 * (nextafter(low, INFINITY) - low),
                          high + 4 * (nextafter(high, INFINITY) - high)};
}

static struct range log_range(struct range a, struct range b)
{
    if (!(a.low > 0) || !(b.low > 0) || b.low != b.high || b.low == 1)
        return (struct range){-INFINITY, INFINITY};
    const double ends[2] = {log(a.low) / log(b.low), log(a.high) / log(b.low)},
                 low = fmin(ends[0], ends[1]), high = fmax(ends[0], ends[1]);
    return (struct range){low - 1e-14 * fabs(low) - 1e-300, high + 1e-14 * fabs(high) + 1e-300};
}

static struct range modulo_range(struct range a, struct range b)
{
    if (a.low != a.high || b.low != b.high || !(b.low > 0))
        return (struct range){-INFINITY, INFINITY};
    double rest = fmod(a.low, b.low);
    if (rest < 0) rest += b.low;
    return (struct range){rest, rest};
}

static bool call_function(const char *name, struct range *a, const struct range *b)
{
    if (!strcmp(name, "floor")) *a = apply_rounding(floor, *a);
    else if (!strcmp(name, "ceil")) *a = apply_rounding(ceil, *a);
    else if (!strcmp(name, "round")) *a = apply_rounding(round_half_up, *a);
    else if (!b) return false;
    else if (!strcmp(name, "min"))
        *a = (struct range){fmin(a->low, b->low), fmin(a->high, b->high)};
    else if (!strcmp(name, "max"))
        *a = (struct range){fmax(a->low, b->low), fmax(a->high, b->high)};
    else if (!strcmp(name, "pow")) *a = raise_range(*a, *b);
    else if (!strcmp(name, "mod")) *a = modulo_range(*a, *b);
    else if (!strcmp(name, "log")) *a = log_range(*a, *b);
    else return false;
    return true;
}

static bool combine(enum formula_kind kind, const char *name, struct range *a,
                    const struct range *b)
{
    switch (kind) {
    case FORMULA_PLUS: *a = add_ranges(*a, *b); return true;
    case FORMULA_MINUS: *a = b ? add_ranges(*a, negate_range(*b)) : negate_range(*a); return true;
    case FORMULA_TIMES: *a = multiply_ranges(*a, *b); return true;
    case FORMULA_DIVIDE: *a = divide_ranges(*a, *b); return true;
    case FORMULA_CALL: return call_function(name, a, b);
    default: return false;
    }
}

bool numbers_combine(enum formula_kind kind, const char *name, struct numbers *a,
                     const struct numbers *b)
{
    TO_NEAREST;
    bool fine = true;
    for (uint32_t i = 0; fine && i < a->n; i++) {
        struct range x = {a->low[i], a->high[i]}, y = {b ? b->low[i] : 0, b ? b->high[i] : 0};
        fine = combine(kind, name, &x, b ? &y : NULL);
        a->low[i] = x.low, a->high[i] = x.high;
    }
    return fine;
}

/* surely: it holds for all numbers of both intervals; never: for none. */
static enum truth truth_of(bool surely, bool never)
{
    return surely ? TRUTH_TRUE : never ? TRUTH_FALSE : TRUTH_UNCLEAR;
}

static enum truth compare_ranges(enum formula_kind kind, struct range a, struct range b)
{
    const bool equal = a.low == a.high && b.low == b.high && a.low == b.low,
               apart = a.high < b.low || b.high < a.low;
    if (isnan(a.low) || isnan(b.low)) return TRUTH_UNCLEAR;
    switch (kind) {
    case FORMULA_EQUAL: return truth_of(equal, apart);
    case FORMULA_UNEQUAL: return truth_of(apart, equal);
    case FORMULA_LESS: return truth_of(a.high < b.low, a.low >= b.high);
    case FORMULA_AT_MOST: return truth_of(a.high <= b.low, a.low > b.high);
    case FORMULA_GREATER: return truth_of(a.low > b.high, a.high <= b.low);
    default: return truth_of(a.low >= b.high, a.high < b.low);
    }
}

void numbers_compare(enum formula_kind kind, const struct numbers *a, const struct numbers *b,
                     uint8_t *out)
{
    for (uint32_t i = 0; i < a->n; i++)
        out[i] = compare_ranges(kind, (struct range){a->low[i], a->high[i]},
                                (struct range){b->low[i], b->high[i]});
}
