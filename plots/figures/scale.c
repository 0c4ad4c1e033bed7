#include "plots/figures/scale.h"

#include <math.h>
#include <string.h>

/* Position of a value on the axis: 0 at low, 1 at high. */
static double scale_share(const struct scale *scale, double value)
{
    if (scale->type == SCALE_LOG)
        return (log(value) - log(scale->low)) / (log(scale->high) - log(scale->low));
    return (value - scale->low) / (scale->high - scale->low);
}

/* Limits of an axis: powers of ten beyond them, and ratios of such numbers, do not fit into a
 * double. Numbers that differ by a smaller share than `closest` count as one, because scripts for
 * gnuplot print ten digits. */
static const double largest = 1e280, smallest = 1e-280, closest = 1e-8;

static void set_log_range(struct scale *scale, double min, double max)
{
    min = fmin(fmax(min, smallest), largest);
    max = fmin(fmax(max, min), largest);
    double factor = log(max) - log(min) > closest ? exp(0.04 * (log(max) - log(min))) : 2;
    scale->low = min / factor;
    scale->high = max * factor;
}

static void set_range(struct scale *scale, double min, double max)
{
    const double room = 0.04;
    min = fmin(fmax(min, -largest), largest);
    max = fmin(fmax(max, -largest), largest);
    if (scale->type == SCALE_FROM_ZERO) {
        min = fmin(min, 0);
        max = fmax(max, 0);
    }
    double size = fmax(fabs(min), fabs(max)), span = max - min;
    double pad = span > fmax(closest * size, smallest) ? room * span : fmax(size / 2, 1e-9);
    scale->low = scale->type == SCALE_FROM_ZERO && min == 0 ? 0 : min - pad;
    scale->high = max + pad;
}

/* Adds a tick, unless it is beyond the axis or there is one already. */
static void add_tick(struct scale *scale, double at, bool minor)
{
    const double tolerance = 1e-9;
    double where = scale_share(scale, at);
    if (!(where >= -tolerance && where <= 1 + tolerance) || scale->count == MAX_TICKS) return;
    for (size_t i = 0; i < scale->count; i++)
        if (fabs(scale_share(scale, scale->tick[i].at) - where) < tolerance) return;
    scale->tick[scale->count++] = (struct tick){at, minor};
}

static bool far_enough(const struct scale *scale, double gap)
{
    for (size_t i = 1; i < scale->count; i++)
        if (scale_share(scale, scale->tick[i].at) - scale_share(scale, scale->tick[i - 1].at) < gap)
            return false;
    return true;
}

/* Makes ticks at multiples of the smallest step in 1, 2, 5, 10, ... that keeps them apart. */
static void linear_ticks(struct scale *scale, double gap)
{
    static const double digits[] = {1, 2, 5};
    double span = scale->high - scale->low;
    int exponent = (int)floor(log10(span * gap)) - 1;
    for (int i = 0; i < 30; i++) {
        double step = digits[i % 3] * pow(10, exponent + i / 3);
        double first = ceil(scale->low / step - 1e-9);
        scale->count = 0;
        if (span / step > MAX_TICKS) continue;
        for (int k = 0; k <= (int)(span / step) + 1; k++)
            add_tick(scale, (first + k) * step, false);
        if (far_enough(scale, gap)) return;
    }
}

/* Makes ticks at the digits of every stride-th power of ten. */
static void log_ticks(struct scale *scale, int ndigits, const double *digits, int stride,
                      bool minor)
{
    int from = (int)floor(log10(scale->low)), to = (int)ceil(log10(scale->high));
    for (int exponent = from; exponent <= to; exponent++)
        for (int i = 0; i < ndigits && exponent % stride == 0; i++)
            add_tick(scale, digits[i] * pow(10, exponent), minor);
}

static bool try_log_labels(struct scale *scale, int ndigits, const double *digits, int stride,
                           size_t least, double gap)
{
    scale->count = 0;
    log_ticks(scale, ndigits, digits, stride, false);
    return scale->count >= least && far_enough(scale, gap);
}

/* Makes labels at 1, 2, 5 if there is room, else at powers of ten, or at 1 and 3 if these are few,
 * else at every second power and so on; in a narrow range at plain multiples. */
static void log_labels(struct scale *scale, double gap)
{
    static const double one_two_five[] = {1, 2, 5}, one_three[] = {1, 3};
    if (try_log_labels(scale, 3, one_two_five, 1, 2, gap)) return;
    if (try_log_labels(scale, 1, one_two_five, 1, 3, gap)) return;
    if (try_log_labels(scale, 2, one_three, 1, 2, gap)) return;
    for (int stride = 1; stride < 100; stride++)
        if (try_log_labels(scale, 1, one_two_five, stride, 2, gap)) return;
    linear_ticks(scale, gap);
}

static void add_minor_ticks(struct scale *scale)
{
    static const double digits[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    double decades = log10(scale->high) - log10(scale->low);
    log_ticks(scale, decades > 8 ? 1 : 9, digits, 1, true);
}

void scale_make(enum scale_type type, double min, double max, double gap, struct scale *out)
{
    *out = (struct scale){.type = type, .empty = !(min <= max), .low = 1, .high = 10};
    if (out->empty) return;
    (type == SCALE_LOG ? set_log_range : set_range)(out, min, max);
    if (type == SCALE_LOG) {
        log_labels(out, gap);
        add_minor_ticks(out);
    } else linear_ticks(out, gap);
}

void scale_prefer(struct scale *scale, size_t count, const double *positions, double gap)
{
    struct scale wanted = {.type = scale->type, .low = scale->low, .high = scale->high};
    if (scale->empty) return;
    for (size_t i = 0; i < count; i++) add_tick(&wanted, positions[i], false);
    if (wanted.count == count && count > 0 && far_enough(&wanted, gap)) *scale = wanted;
}

size_t scale_label_length(const struct scale *scale, enum unit unit)
{
    size_t longest = 0;
    for (size_t i = 0; i < scale->count; i++) {
        size_t length = scale->tick[i].minor ? 0 : strlen(human_tick(unit, scale->tick[i].at).text);
        if (length > longest) longest = length;
    }
    return longest;
}
