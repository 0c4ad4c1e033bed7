#include "harness/ranks/halo_note.h"

#include <stdio.h>

#include "base/output/units.h"

enum { MUCH = 10 }; /* % of a part's rows */

static const char *const try[NORDERS] = {[ORDER_NATIVE] = ": try +bisection or +bfs",
                                         [ORDER_BFS] = ": try +bisection",
                                         [ORDER_COLOUR] = ": try +bisection or +bfs",
                                         [ORDER_BISECTION] = ""};

static double halo_percent(struct halo_size part)
{
    return part.rows ? 100 * (double)part.received / (double)part.rows : 0;
}

void halo_note(int parts, const struct halo_size *sizes, enum row_order order, bool can_reorder,
               char *out, size_t size)
{
    struct halo_size worst = {0};
    for (int k = 0; k < parts; k++)
        if (halo_percent(sizes[k]) > halo_percent(worst)) worst = sizes[k];
    *out = '\0';
    if (halo_percent(worst) <= MUCH) return;
    snprintf(out, size, "a part receives %s entries in an iteration, %.0f %% of its rows%s",
             human_count(worst.received).text, halo_percent(worst), can_reorder ? try[order] : "");
}
