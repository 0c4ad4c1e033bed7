#include "plots/figures/spy_build.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/bisection_order.h"
#include "base/sparse/breadth_first.h"
#include "base/sparse/colour_order.h"
#include "problems/structure.h"

const char *const spy_orders[NORDERS] = {[ORDER_NATIVE] = "native order",
                                         [ORDER_BFS] = "breadth-first order",
                                         [ORDER_COLOUR] = "order by colours",
                                         [ORDER_BISECTION] = "order by bisection"};

_Static_assert((int)MAX_SPY_PANELS >= (int)NORDERS, "a spy has a panel for each order");

static enum status add_panel(const struct structure *structure, int order, struct spy *spy)
{
    enum status status = OK;
    struct spy_panel *panel = &spy->panel[spy->npanels++];
    uint32_t *rank = NULL;
    panel->order = spy_orders[order];
    if (order != ORDER_NATIVE) TRY(allocate(structure->a.rows, sizeof *rank, "a numbering", &rank));
    if (order == ORDER_BFS) TRY(breadth_first_order(&structure->a, structure->start, rank));
    if (order == ORDER_COLOUR) TRY(colour_order(&structure->a, rank));
    if (order == ORDER_BISECTION) TRY(bisection_order(&structure->a, rank));
    TRY(raster_make(&structure->a, rank, SPY_DOTS, &panel->raster));
out:
    free(rank);
    return status;
}

enum status spy_look(const char *source, const bool wanted[NORDERS], struct spy *out)
{
    enum status status = OK;
    struct structure structure = {0};
    *out = (struct spy){.source = source};
    TRY(structure_open(source, &structure));
    out->chain = structure.chain;
    for (int k = 0; k < NORDERS; k++)
        if (wanted[k]) TRY(add_panel(&structure, k, out));
out:
    structure_free(&structure);
    return status;
}

void spy_free(struct spy *spy)
{
    for (size_t p = 0; p < spy->npanels; p++) raster_free(&spy->panel[p].raster);
    *spy = (struct spy){0};
}
