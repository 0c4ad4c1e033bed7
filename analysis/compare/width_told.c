#include "analysis/compare/width_told.h"

#include <math.h>

struct human width_told(const struct results *r)
{
    size_t cases = 0, reached = 0, unknown = 0;
    double widest = 0;
    if (!(r->settings.width > 0)) return human_text("%s", "");
    for (size_t k = 0; k < r->nruns; k++) {
        const bool last = k + 1 == r->nruns || case_compare(&r->runs[k], &r->runs[k + 1]);
        const double width = r->runs[k].width;
        if (!last || isnan(width)) continue;
        cases++;
        reached += width <= r->settings.width;
        if (isinf(width)) unknown++;
        else widest = fmax(widest, width);
    }
    struct human out = human_text("wanted %.3g %%, reached in %zu of %zu cases",
                                  100 * r->settings.width, reached, cases);
    if (reached + unknown < cases) human_append(&out, "; the widest has %.2g %%", 100 * widest);
    if (unknown) human_append(&out, "; unknown in %zu, which have too few processes", unknown);
    return out;
}
