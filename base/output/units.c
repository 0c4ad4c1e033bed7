#include "base/output/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/output/missing.h"

const char *const unit_names[NUNITS] = {"s", "B", "B/s", "J", "1", "1", "1", "1"};

struct prefix {
    double factor;
    const char *name;
};

/* Ascending; the first is also used for smaller values. */
static const struct prefix second_prefixes[] = {
    {1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}, {1, "s"}, {0, NULL}};
static const struct prefix byte_prefixes[] = {{1, "B"},    {1e3, "kB"},  {1e6, "MB"},
                                              {1e9, "GB"}, {1e12, "TB"}, {0, NULL}};
static const struct prefix speed_prefixes[] = {{1, "B/s"},    {1e3, "kB/s"},  {1e6, "MB/s"},
                                               {1e9, "GB/s"}, {1e12, "TB/s"}, {0, NULL}};
static const struct prefix energy_prefixes[] = {
    {1e-3, "mJ"}, {1, "J"}, {1e3, "kJ"}, {1e6, "MJ"}, {0, NULL}};
static const struct prefix *const prefixes[NUNITS] = {[UNIT_SECONDS] = second_prefixes,
                                                      [UNIT_BYTES] = byte_prefixes,
                                                      [UNIT_SPEED] = speed_prefixes,
                                                      [UNIT_ENERGY] = energy_prefixes};

static void print_behind(struct human *human, const char *format, va_list arguments)
{
    size_t used = strlen(human->text);
    vsnprintf(human->text + used, sizeof human->text - used, format, arguments);
}

struct human human_text(const char *format, ...)
{
    struct human human = {""};
    va_list arguments;
    va_start(arguments, format);
    print_behind(&human, format, arguments);
    va_end(arguments);
    return human;
}

void human_append(struct human *human, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_behind(human, format, arguments);
    va_end(arguments);
}

struct human human_name(const char *name)
{
    struct human human = human_text("%s", name);
    for (char *at = human.text; (at = strchr(at, '_'));) *at = ' ';
    return human;
}

static double round_to_digits(double value, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    return strtod(text, NULL);
}

/* Returns the largest prefix that leaves at least 1, after rounding: 999.96 us is 1.00 ms. Zero is
 * "0 s", "0 B". */
static struct prefix prefix_of(enum unit unit, double value)
{
    const struct prefix *prefix = prefixes[unit];
    if (value == 0) return (struct prefix){1, unit_names[unit]};
    double size = fabs(round_to_digits(value, 3));
    while (prefix[1].name && size >= prefix[1].factor * (1 - 1e-9)) prefix++;
    return *prefix;
}

static bool is_whole(double value)
{
    return fabs(value) < 1e15 && value == floor(value);
}

static struct human group_digits(const char *digits)
{
    struct human human;
    size_t length = strlen(digits), at = 0;
    for (size_t i = 0; i < length; i++) {
        human.text[at++] = digits[i];
        if ((length - i) % 3 == 1 && i + 1 < length && digits[i] != '-') human.text[at++] = ',';
    }
    human.text[at] = 0;
    return human;
}

/* Prints a number without its prefix; with an exponent if it has too many digits. */
static void print_scaled(double scaled, int decimals, char *out, size_t size)
{
    bool short_enough = fabs(scaled) < 1e15;
    snprintf(out, size, short_enough ? "%.*f" : "%.*e", short_enough ? decimals : 2, scaled);
}

/* Number of decimals for three significant digits; 0 for whole numbers of a unit that cannot be
 * divided. */
static int decimals_of(double scaled, bool indivisible)
{
    if (indivisible && is_whole(scaled)) return 0;
    double size = fabs(round_to_digits(scaled, 3));
    return size == 0 || size >= 100 ? 0 : size >= 10 ? 1 : 2;
}

static struct human plain_number(enum unit unit, double value)
{
    char text[40];
    bool whole = is_whole(value);
    if (whole || unit == UNIT_COUNT) print_scaled(value, !whole, text, sizeof text);
    else snprintf(text, sizeof text, "%.4g", value);
    return whole ? group_digits(text) : human_text("%s", text);
}

/* The value with this many digits, rounded up. */
static struct human rounded_up(double value, int digits)
{
    double shown = value;
    struct human human = human_text("%.*g", digits, value);
    while (strtod(human.text, NULL) < value) {
        shown = nextafter(shown + fabs(shown) * pow(10, -digits), INFINITY);
        human = human_text("%.*g", digits, shown);
    }
    return human;
}

struct human human_beyond(double value, double limit)
{
    struct human human = human_quantity(UNIT_BOUND, value);
    for (int digits = 3; value > limit && isfinite(value) && digits <= 17; digits++) {
        if (strtod(human.text, NULL) - limit <= 1.5 * (value - limit)) break;
        human = rounded_up(value, digits);
    }
    return human;
}

struct human human_quantity(enum unit unit, double value)
{
    if (isnan(value)) return human_text("-");
    if (isinf(value)) return human_text("%sinf", value < 0 ? "-" : "");
    if (unit == UNIT_BOUND) return rounded_up(value, 2);
    if (unit == UNIT_EXACT) return exact_number(value);
    if (unit == UNIT_COUNT || unit == UNIT_NUMBER) return plain_number(unit, value);
    struct prefix prefix = prefix_of(unit, value);
    double scaled = value / prefix.factor;
    int decimals = decimals_of(scaled, prefix.factor == 1 && unit == UNIT_BYTES);
    char number[40];
    print_scaled(scaled, decimals, number, sizeof number);
    return human_text("%s %s", number, prefix.name);
}

struct human human_seconds(double seconds)
{
    return human_quantity(UNIT_SECONDS, seconds);
}

struct human human_bytes(uint64_t bytes)
{
    return human_quantity(UNIT_BYTES, bytes == MISSING ? NAN : (double)bytes);
}

struct human human_factor(double factor)
{
    const struct human rounded = human_text("%.3g", factor);
    const double value = strtod(rounded.text, NULL);
    return value >= 1000 && value < 1e15 ? human_count((uint64_t)value) : rounded;
}

struct human human_count(uint64_t count)
{
    if (count == MISSING) return human_text("-");
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, count);
    return group_digits(text);
}

struct human human_range(enum unit unit, double value, double low, double high)
{
    struct human human = human_quantity(unit, value);
    if (!isfinite(value) || !isfinite(low) || !isfinite(high)) return human;
    if (unit >= UNIT_COUNT) {
        const struct human least = human_quantity(unit, low), most = human_quantity(unit, high);
        if (unit == UNIT_NUMBER && low < high && !strcmp(least.text, most.text))
            return human_text("%.6g [%.6g, %.6g]", value, low, high);
        human_append(&human, " [%.40s, %.40s]", least.text, most.text);
        return human;
    }
    struct prefix prefix = prefix_of(unit, value);
    int decimals = decimals_of(value / prefix.factor, prefix.factor == 1 && unit == UNIT_BYTES);
    char least[40], most[40];
    print_scaled(low / prefix.factor, decimals, least, sizeof least);
    print_scaled(high / prefix.factor, decimals, most, sizeof most);
    human_append(&human, " [%s, %s]", least, most);
    return human;
}

/* Returns whether a text says of a number that it is 1, and it is not. */
static bool hides_side_of_one(struct human text, double number)
{
    return number != 1 && !strcmp(text.text, "1");
}

static bool are_apart(struct human low, struct human high, double least, double most)
{
    return least == most || (strcmp(low.text, high.text) && !hides_side_of_one(low, least) &&
                             !hides_side_of_one(high, most));
}

struct human human_factor_range(double factor, double low, double high)
{
    struct human least = human_factor(low), most = human_factor(high),
                 middle = human_factor(factor);
    for (int digits = 4; digits <= 6 && !are_apart(least, most, low, high); digits++) {
        least = human_text("%.*g", digits, low);
        most = human_text("%.*g", digits, high);
        middle = human_text("%.*g", digits, factor);
    }
    return human_text("%s [%s, %s]", middle.text, least.text, most.text);
}

struct human human_interval(double low, double high)
{
    if (!(low <= high)) return human_text("-");
    const double half = high / 2 - low / 2, middle = low / 2 + high / 2;
    const double digits = half > 0 ? ceil(log10(fabs(middle) / half)) + 2 : 17;
    struct human human = human_text("%.*g", (int)fmax(2, fmin(digits, 17)), middle);
    const double shown = strtod(human.text, NULL), most = fmax(high - shown, shown - low),
                 unread = nextafter(fabs(shown), INFINITY) - fabs(shown);
    if (!isfinite(half)) return human_text("[%.17g, %.17g]", low, high);
    if (most > 0)
        human_append(&human, " ± %s", rounded_up(nextafter(most + unread, INFINITY), 2).text);
    return human;
}

struct human human_tick(enum unit unit, double value)
{
    if (!isfinite(value) || unit >= UNIT_COUNT)
        return isfinite(value) && is_whole(value) ? plain_number(unit, value)
                                                  : human_text("%.6g", value);
    struct prefix prefix = prefix_of(unit, value);
    double scaled = value / prefix.factor;
    bool grouped = fabs(scaled) >= 1000 && fabs(scaled) < 1e15;
    struct human number = human_text(grouped ? "%.0f" : "%.4g", scaled);
    if (grouped) number = group_digits(number.text);
    return human_text("%.40s %s", number.text, prefix.name);
}

struct human exact_number(double value)
{
    struct human human;
    for (int digits = 15; digits <= 17; digits++) {
        human = human_text("%.*g", digits, value);
        if (strtod(human.text, NULL) == value) break;
    }
    return human;
}
