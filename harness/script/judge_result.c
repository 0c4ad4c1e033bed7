/* Names for the results of judging, and the format of their numbers. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/script/judge.h"

const char *const verdict_names[NVERDICTS] = {[VERDICT_HOLDS] = "holds",
                                              [VERDICT_DOES_NOT_HOLD] = "does not hold",
                                              [VERDICT_NOT_TESTED] = "not tested here"};

const char *const magnitude_names[NMAGNITUDES] = {
    [MAGNITUDE_AS_PUBLISHED] = "as published", [MAGNITUDE_OUTSIDE] = "outside"};

const char *const judged_unit_names[NJUDGED_UNITS + 1] = {
    [JUDGED_S] = "s",         [JUDGED_B] = "B",           [JUDGED_B_S] = "B/s",
    [JUDGED_COUNT] = "count", [JUDGED_NUMBER] = "number", [JUDGED_BOUND] = "bound",
    [JUDGED_RATIO] = "ratio", [JUDGED_TEXT] = "text"};

struct human judged_show(enum judged_unit unit, double number)
{
    static const enum unit plain[] = {UNIT_SECONDS, UNIT_BYTES,  UNIT_SPEED,
                                      UNIT_COUNT,   UNIT_NUMBER, UNIT_BOUND};
    if (unit < JUDGED_RATIO) return human_quantity(plain[unit], number);
    if (isnan(number)) return human_text("-");
    return unit == JUDGED_TEXT ? exact_number(number)
                               : human_text(fabs(number) < 1000 ? "%.3g" : "%.0f", number);
}

enum judged_unit judged_unit_called(const char *name)
{
    int unit = 0;
    while (unit < NJUDGED_UNITS - 1 && strcmp(judged_unit_names[unit], name)) unit++;
    return (enum judged_unit)unit;
}

size_t judged_count(const struct judged_claims *claims, enum verdict verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < claims->count; i++) count += claims->claim[i].verdict == verdict;
    return count;
}

size_t judged_magnitudes(const struct judged_claims *claims, enum magnitude magnitude)
{
    const char *name = magnitude_names[magnitude];
    size_t count = 0;
    for (size_t i = 0; i < claims->count; i++)
        count += !strncmp(claims->claim[i].magnitude, name, strlen(name));
    return count;
}

struct human judged_claims_text(const struct judged_claims *claims)
{
    size_t hold = judged_count(claims, VERDICT_HOLDS),
           fails = judged_count(claims, VERDICT_DOES_NOT_HOLD),
           as_published = judged_magnitudes(claims, MAGNITUDE_AS_PUBLISHED),
           outside = judged_magnitudes(claims, MAGNITUDE_OUTSIDE);
    struct human out =
        human_text("%zu hold%s, %zu do%s not hold, %zu not tested here", hold, hold == 1 ? "s" : "",
                   fails, fails == 1 ? "es" : "", judged_count(claims, VERDICT_NOT_TESTED));
    if (as_published + outside)
        human_append(&out, "; numbers: %zu as published, %zu outside", as_published, outside);
    return out;
}
