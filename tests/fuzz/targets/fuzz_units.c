/* Feeds numbers and quantities: the input is a text for the parsers of base/text.h, and its first
 * eight bytes a number for the printers of base/output/units.h. What one prints exactly the other
 * reads as the same number. */
#include <math.h>

#include "base/output/units.h"
#include "base/text.h"
#include "tests/fuzz/fuzz.h"

enum { LONGEST = 100 };

static void fuzz_begin(void) {}

static void check_parsers(const char *text)
{
    static const char *const names[] = {"jacobi", "power", "msr", "1.5", "", NULL};
    char hint[40];
    double real = -7;
    uint64_t count = 7;
    if (parse_double(text, &real)) require(isfinite(real));
    if (parse_share(text, &real)) require(isfinite(real) && real >= 0);
    if (parse_seconds(text, &real)) require(isfinite(real));
    if (parse_bytes(text, &count)) require(count <= UINT64_C(1) << 63);
    if (parse_count(text, &count)) require(strspn(text, "0123456789+-.eE") == strlen(text));
    require(strlen(suggest_name(text, names, hint, sizeof hint)) < sizeof hint);
    for (const char *s = text; *s;) {
        size_t length = utf8_length((const unsigned char *)s);
        require(length <= 4 && length <= strlen(s));
        s += length ? length : 1;
    }
}

static void check_printers(double number)
{
    double back;
    struct human exact = exact_number(number);
    require(isfinite(number)
                ? parse_double(exact.text, &back) && !memcmp(&back, &number, sizeof back)
                : *exact.text != '\0');
    for (enum unit unit = 0; unit < NUNITS; unit++) {
        require(*human_quantity(unit, number).text && *human_tick(unit, number).text);
        require(*human_range(unit, number, number / 2, number * 2).text);
    }
    require(*human_seconds(number).text);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    char text[LONGEST + 1];
    double number = 0;
    uint64_t count = 0;
    check_parsers(take_text(bytes, size, text, sizeof text));
    memcpy(&number, bytes, size < sizeof number ? size : sizeof number);
    memcpy(&count, &number, sizeof count);
    check_printers(number);
    require(*human_bytes(count).text && *human_count(count).text);
}
