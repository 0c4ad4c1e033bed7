#include "problems/objectives/fraction.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

static const struct fraction none = {0, 0};

static struct fraction reduced(whole_t up, whole_t down)
{
    whole_t a = up < 0 ? -up : up, b = down;
    while (b) {
        const whole_t rest = a % b;
        a = b;
        b = rest;
    }
    return (struct fraction){up / a, down / a};
}

struct fraction fraction_of_double(double x)
{
    int power;
    double digits = frexp(x, &power);
    if (!isfinite(x)) return none;
    if (x == 0) return (struct fraction){0, 1};
    for (; digits != floor(digits); power--) digits *= 2;
    if (power > 60 || power < -120) return none;
    return power < 0 ? reduced((whole_t)digits, (whole_t)1 << -power)
                     : reduced((whole_t)digits * ((whole_t)1 << power), 1);
}

struct fraction fraction_of_text(const char *text)
{
    whole_t up = 0, down = 1;
    bool point = false;
    for (; isdigit((unsigned char)*text) || (*text == '.' && !point); text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        if (up > (whole_t)1 << 60 || down > (whole_t)1 << 60) return none;
        up = 10 * up + (*text - '0');
        if (point) down *= 10;
    }
    return *text ? none : reduced(up, down);
}

struct fraction fraction_plus(struct fraction a, struct fraction b)
{
    whole_t left, right, up, down;
    if (!fraction_is_known(a) || !fraction_is_known(b)) return none;
    if (__builtin_mul_overflow(a.up, b.down, &left) || __builtin_mul_overflow(b.up, a.down, &right))
        return none;
    if (__builtin_add_overflow(left, right, &up) || __builtin_mul_overflow(a.down, b.down, &down))
        return none;
    return reduced(up, down);
}

struct fraction fraction_times(struct fraction a, struct fraction b)
{
    whole_t up, down;
    if (!fraction_is_known(a) || !fraction_is_known(b)) return none;
    if (__builtin_mul_overflow(a.up, b.up, &up) || __builtin_mul_overflow(a.down, b.down, &down))
        return none;
    return reduced(up, down);
}

struct fraction fraction_minus(struct fraction a, struct fraction b)
{
    return fraction_plus(a, (struct fraction){-b.up, b.down});
}

struct fraction fraction_over(struct fraction a, struct fraction b)
{
    return fraction_times(a, b.up < 0 ? (struct fraction){-b.down, -b.up}
                                      : (struct fraction){b.down, b.up});
}

double fraction_below(struct fraction a)
{
    const double near = (double)a.up / (double)a.down;
    const struct fraction left = fraction_minus(a, fraction_of_double(near));
    if (fraction_is_known(left) && left.up >= 0) return near;
    return nextafter(nextafter(near, -INFINITY), -INFINITY);
}
