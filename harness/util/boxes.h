/* Points with a few coordinates, as few products of sets: {a, b} x {c} x {d, e, f}. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { BOX_AXES = 5, BOX_VALUES = 64 };

/* One bit for each value of an axis that the product has. A point has one bit on each axis. */
struct box {
    uint64_t values[BOX_AXES];
    size_t points;
};

/* Joins boxes that differ on one axis alone, the last axis first; none may be in the array twice.
 * The result is disjoint, covers the same points, and stands where they stood; returns how many
 * boxes it has. */
size_t boxes_join(size_t count, struct box *boxes);
