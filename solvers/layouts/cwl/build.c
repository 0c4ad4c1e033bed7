#include "solvers/layouts/segments.h"

static enum status cwl_build(const struct matrix *a, struct stored *out)
{
    return segments_build_compact(SEGMENT_WL_ROWS, &layout_wl, a, out);
}

const struct layout layout_cwl = {
    .name = "cwl",
    .title = "compact rows in full-warp segments",
    .array_names = {"segment starts", "words", "diagonal indices", "value dictionary",
                    "diagonal dictionary", OWNER_NAME},
    .sums = 1,
    .divisible = true,
    .build = cwl_build,
};
