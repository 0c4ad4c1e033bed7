#include "solvers/layouts/segments.h"

static enum status hwl_build(const struct matrix *a, struct stored *out)
{
    return segments_build(SEGMENT_HWL_ROWS, a, out);
}

const struct layout layout_hwl = {
    .name = "hwl",
    .title = "half-warp segments: rows interleaved, two threads for each row",
    .array_names = {"segment starts", "columns", "values", "reciprocal diagonal", OWNER_NAME},
    .sums = 2,
    .options = segment_options,
    .divisible = true,
    .build = hwl_build,
};
