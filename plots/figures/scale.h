/* The range of one axis of a figure and its ticks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/output/units.h"

enum { MAX_TICKS = 160 };

struct tick {
    double at;
    bool minor; /* without a label */
};

enum scale_type { SCALE_LINEAR, SCALE_FROM_ZERO, SCALE_LOG };

struct scale {
    enum scale_type type;
    bool empty;       /* no values: no ticks */
    double low, high; /* low < high; both positive if logarithmic */
    size_t count;
    struct tick tick[MAX_TICKS];
};

/* Makes a scale that shows min .. max with a little room around, but nothing below zero for
 * SCALE_FROM_ZERO. It is empty if min > max, or one of them is NaN. Labels are at least gap, a
 * share of the axis, apart. For SCALE_LOG min must be positive. Any numbers are allowed: those
 * above 1e280, or below 1e-280 if logarithmic, lie beyond the axis. */
void scale_make(enum scale_type type, double min, double max, double gap, struct scale *out);

/* Puts the ticks at exactly these positions (ascending) if all are on the scale and gap apart; else
 * changes nothing. */
void scale_prefer(struct scale *scale, size_t count, const double *positions, double gap);

/* Number of characters of the axis' longest label. */
size_t scale_label_length(const struct scale *scale, enum unit unit);
