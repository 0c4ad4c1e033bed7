#include "base/output/boxes.h"

#include <stdbool.h>

static bool same_but(const struct box *a, const struct box *b, int axis)
{
    for (int k = 0; k < BOX_AXES; k++)
        if (k != axis && a->values[k] != b->values[k]) return false;
    return true;
}

static size_t join_along(int axis, size_t count, struct box *boxes)
{
    size_t kept = 0, to;
    for (size_t k = 0; k < count; k++) {
        const struct box box = boxes[k];
        for (to = 0; to < kept && !same_but(&boxes[to], &box, axis);) to++;
        if (to == kept) {
            boxes[kept++] = box;
            continue;
        }
        boxes[to].values[axis] |= box.values[axis];
        boxes[to].points += box.points;
    }
    return kept;
}

size_t boxes_join(size_t count, struct box *boxes)
{
    for (int axis = BOX_AXES - 1; axis >= 0; axis--) count = join_along(axis, count, boxes);
    return count;
}
