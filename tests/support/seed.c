#include "tests/support/seed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

uint64_t seed;
static uint64_t drawn_from, drawn;

void seed_begin(void)
{
    const char *given = getenv("WARPMARK_SEED");
    seed = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    draw_from(seed);
    printf("seed %llu (WARPMARK_SEED=%llu repeats it)\n", (unsigned long long)seed,
           (unsigned long long)seed);
    fflush(stdout);
}

void draw_from(uint64_t key)
{
    drawn_from = key;
    drawn = 0;
}

uint64_t draw(uint64_t range)
{
    return random_below(random_bits(drawn_from, 0, drawn++), range);
}

double draw_unit(void)
{
    return (double)draw(UINT64_C(1) << 53) * 0x1p-53;
}

double draw_normal(void)
{
    double radius = sqrt(-2 * log(draw_unit() + 0x1p-54));
    return radius * cos(6.283185307179586 * draw_unit());
}
