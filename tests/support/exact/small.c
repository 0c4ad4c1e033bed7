#include "tests/support/exact/small.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/registry.h"
#include "tests/support/seed.h"

int small_cases(int few)
{
    const char *given = getenv("WARPMARK_CASES");
    const int times = given ? atoi(given) : 1;
    return few * (times > 1 ? times : 1);
}

double draw_decades(double decades)
{
    return pow(10, (2 * draw_unit() - 1) * decades);
}

double draw_sign(void)
{
    return draw(2) ? 1 : -1;
}

void small_set(struct small *s, uint32_t n, double dense[][SMALL_MOST])
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        s->row[i] = count;
        s->diag[i] = dense[i][i];
        for (uint32_t j = 0; j < n; j++) {
            if (i == j || dense[i][j] == 0) continue;
            s->col[count] = j;
            s->val[count++] = dense[i][j];
        }
    }
    s->row[n] = count;
    s->a = (struct matrix){.off = {n, count, s->row, s->col, s->val}, .diag = s->diag};
}

/* Rates to other states and to itself. */
static double draw_rates(uint32_t n, double decades, double rate[SMALL_MOST])
{
    double sum = 0;
    for (uint32_t j = 0; j < n; j++) {
        rate[j] = draw(2) ? draw_decades(decades) : 0;
        sum += rate[j];
    }
    return sum;
}

static void draw_chain(uint32_t n, double dense[][SMALL_MOST], double *b)
{
    const double decades = draw(2) ? 12 : 1, leak = draw(3) ? 1 : 1 - draw_decades(8) * 1e-8;
    const bool rewards = draw(2);
    for (uint32_t i = 0; i < n; i++) {
        double rate[SMALL_MOST], sum = draw_rates(n, decades, rate);
        const bool decided = i == 0 || draw(5) == 0 || sum - rate[i] == 0;
        if (decided) sum = INFINITY;
        for (uint32_t j = 0; j < n; j++) dense[i][j] = -(rate[j] / sum * leak);
        dense[i][i] = decided ? 1 : 1 - rate[i] / sum;
        if (!(dense[i][i] > 0)) dense[i][i] = DBL_EPSILON;
        b[i] = decided ? i == 0 : rewards ? draw_sign() * draw_decades(3) / sum : 0;
    }
}

static void draw_reducible(uint32_t n, double dense[][SMALL_MOST], double *b)
{
    const double out = draw_decades(12) * 1e-12 / 2;
    for (uint32_t i = 0; i < n; i++) {
        dense[i][i] = 1;
        b[i] = i == 0;
        if (i == 0) continue;
        dense[i][i - 1] = -out;
        if (n > 1) dense[i][i + 1 < n ? i + 1 : i - 1] -= 1 - out;
    }
}

static void draw_dominant(uint32_t n, double dense[][SMALL_MOST], double *b)
{
    const double margin = draw_decades(8) * 1e-8;
    for (uint32_t i = 0; i < n; i++) {
        double sum = draw_rates(n, 3, dense[i]) - dense[i][i];
        for (uint32_t j = 0; j < n; j++) dense[i][j] *= draw_sign();
        dense[i][i] = draw_sign() * (sum > 0 ? sum * (1 + margin) : draw_decades(3));
        b[i] = draw_sign() * draw_decades(6);
    }
}

static void draw_any(uint32_t n, double dense[][SMALL_MOST], double *b)
{
    for (uint32_t i = 0; i < n; i++) {
        draw_rates(n, 2, dense[i]);
        for (uint32_t j = 0; j < n; j++) dense[i][j] *= draw_sign();
        b[i] = draw_sign() * draw_decades(2);
    }
}

static void draw_apart(uint32_t n, double dense[][SMALL_MOST], double *b)
{
    draw_dominant(n, dense, b);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; i % 2 && j < n; j++)
            if (j != i) dense[i][j] = 0;
}

static double draw_extreme(void)
{
    static const double special[] = {DBL_MAX, DBL_MIN, 0x1p-1074, 0x1.8p-1060, 1, 0x1p1000};
    return draw(2) ? draw_decades(307) : special[draw(sizeof special / sizeof *special)];
}

static void draw_extremes(uint32_t n, double dense[][SMALL_MOST], double *b)
{
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++)
            dense[i][j] = j == i    ? draw_sign() * draw_extreme()
                          : draw(3) ? 0
                                    : draw_sign() * draw_extreme() * (draw(2) ? 1 : 1e-100);
        b[i] = draw_sign() * draw_extreme();
    }
}

void small_draw(struct small *s, enum small_kind kind)
{
    static void (*const all[])(uint32_t, double[][SMALL_MOST], double *) = {
        draw_chain, draw_reducible, draw_dominant, draw_any, draw_apart, draw_extremes};
    double dense[SMALL_MOST][SMALL_MOST] = {0};
    const uint32_t n = 1 + (uint32_t)draw(SMALL_MOST);
    all[kind](n, dense, s->b);
    small_set(s, n, dense);
}

/* A cycle through first .. last, and more. */
static void draw_class(uint32_t first, uint32_t last, double dense[][SMALL_MOST])
{
    const double decades = draw(2) ? 12 : 1, rare = draw(3) ? 1 : 1e-12;
    const bool only_cycle = draw(4) == 0;
    for (uint32_t i = first; i <= last; i++) {
        const uint32_t next = i == last ? first : i + 1;
        for (uint32_t j = first; j <= last && !only_cycle; j++)
            if (j != i && draw(3) == 0) dense[j][i] = -draw_decades(decades);
        if (next != i) dense[next][i] = -draw_decades(decades) * (i == first ? rare : 1);
    }
}

void small_draw_classes(struct small *s, uint32_t class_of[SMALL_MOST], uint32_t *classes)
{
    double dense[SMALL_MOST][SMALL_MOST] = {0};
    uint32_t n = 0;
    *classes = 1 + (uint32_t)draw(3);
    for (uint32_t c = 0; c < *classes; c++) {
        const uint32_t last = n + (uint32_t)draw(*classes == 1 ? SMALL_MOST : 2);
        draw_class(n, last, dense);
        for (; n <= last; n++) class_of[n] = c;
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            if (j != i) dense[i][i] -= dense[j][i];
    for (uint32_t i = 0; i < n; i++)
        if (draw(8) == 0) dense[i][i] = draw_sign() * draw_decades(12);
    small_set(s, n, dense);
}

static void move_all(double *x, uint32_t n)
{
    const double by = draw_decades(8) * 1e-8;
    for (uint32_t i = 0; i < n; i++) x[i] *= 1 + by * (2 * draw_unit() - 1);
}

static void shuffle(double *x, uint32_t n)
{
    for (uint32_t i = n; i > 1; i--) {
        const uint32_t j = (uint32_t)draw(i);
        const double other = x[j];
        x[j] = x[i - 1];
        x[i - 1] = other;
    }
}

void small_change(double *x, uint32_t n, int how)
{
    static const double worst[] = {NAN, INFINITY, -INFINITY, DBL_MAX, -1, 0x1p-1074};
    const double scale = draw_sign() * draw_decades(30);
    switch (how) {
    case 0: return;
    case 1:
    case 2: move_all(x, n); return;
    case 3: move_all(x + draw(n), 1); return;
    case 4: shuffle(x, n); return;
    case 6: memset(x, 0, n * sizeof *x); return;
    case 9: x[draw(n)] = worst[draw(sizeof worst / sizeof *worst)]; return;
    default: break;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (how == 5) x[i] = (float)x[i];
        if (how == 7) x[i] *= scale;
        if (how == 8) x[i] = scale * draw_decades(3);
    }
}

static _Thread_local bool kept;

void rounding_begin(int mode)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    places[0]->flush_denormals(mode >= 4, 0, &kept);
    fesetround(modes[mode % 4]);
}

void rounding_end(void)
{
    bool flushed;
    fesetround(FE_TONEAREST);
    places[0]->flush_denormals(kept, 0, &flushed);
}
