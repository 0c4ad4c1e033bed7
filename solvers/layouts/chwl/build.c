#include "solvers/layouts/segments.h"

static enum status chwl_build(const struct matrix *a, struct stored *out)
{
    return segments_build_compact(SEGMENT_HWL_ROWS, &layout_hwl, a, out);
}

const struct layout layout_chwl = {
    .name = "chwl",
    .title = "compact rows in half-warp segments",
    .array_names = {"segment starts", "words", "diagonal indices", "value dictionary",
                    "diagonal dictionary", OWNER_NAME},
    .sums = 2,
    .options = segment_options,
    .divisible = true,
    .build = chwl_build,
};
