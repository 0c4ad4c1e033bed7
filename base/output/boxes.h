/* Describes points with a few coordinates by few products of sets: {a, b} x {c} x {d, e, f}. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { BOX_AXES = 5, BOX_VALUES = 64 };

/* A bit for each value of an axis that the product has. A point has one bit on each axis. */
struct box {
    uint64_t values[BOX_AXES];
    size_t points;
};

/* Joins boxes that differ on one axis only, the last axis first; the array must have no duplicates.
 * The result is disjoint and covers the same points. It replaces the boxes; returns their new
 * number. */
size_t boxes_join(size_t count, struct box *boxes);
