#include "solvers/layouts/segments.h"

static enum status wl_build(const struct matrix *a, struct stored *out)
{
    return segments_build(SEGMENT_WL_ROWS, a, out);
}

const struct layout layout_wl = {
    .name = "wl",
    .title = "full-warp segments: rows interleaved, one thread for each row",
    .array_names = {"segment starts", "columns", "values", "reciprocal diagonal", OWNER_NAME},
    .sums = 1,
    .divisible = true,
    .build = wl_build,
};
