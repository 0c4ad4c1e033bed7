#include "solvers/methods/choice_tiles.h"

#include <stdlib.h>

#include "base/memory.h"
#include "solvers/placed.h"

/* 124 row starts and their end are 32 pieces of 16 bytes wherever they begin: one for each thread.
 */
enum { TILE_ROWS = 124, TILE_ENTRIES = 384 };

/* Returns the number of things that TILE_ROWS rows have on average, and a quarter more; at most
 * `most`. */
static uint32_t of_tile(const struct matrix *a, uint64_t things, uint32_t most)
{
    const double share = a->off.rows ? (double)things / a->off.rows : 0,
                 wanted = 1.25 * TILE_ROWS * share + 4;
    return wanted < most ? (uint32_t)wanted : most;
}

struct choice_limits choice_limits_for(const struct matrix *a)
{
    return (struct choice_limits){.unknowns = of_tile(a, a->ngroups, TILE_ROWS),
                                  .rows = TILE_ROWS,
                                  .entries = of_tile(a, a->off.nnz, TILE_ENTRIES),
                                  .stages = 2};
}

static uint64_t entries_of(const struct matrix *a, uint32_t first, uint32_t end)
{
    return a->off.row[a->group[end]] - a->off.row[a->group[first]];
}

/* Returns the end of the tile that begins with unknown `first`. */
static uint32_t tile_end(const struct matrix *a, const struct choice_limits *most, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < a->ngroups && end - first < most->unknowns &&
           a->group[end + 1] - a->group[first] <= most->rows &&
           entries_of(a, first, end + 1) <= most->entries)
        end++;
    return end;
}

static uint32_t count_tiles(const struct matrix *a, const struct choice_limits *most)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->ngroups; i = tile_end(a, most, i)) count++;
    return count;
}

static struct choice_tile tile_from(const struct matrix *a, uint32_t unknown)
{
    const uint32_t row = a->group[unknown];
    return (struct choice_tile){unknown, row, (uint32_t)a->off.row[row], 0};
}

enum status choice_tiles_cut(const struct matrix *a, const struct choice_limits *most,
                             struct choice_tiles *out)
{
    uint32_t k = 0;
    *out = (struct choice_tiles){.count = count_tiles(a, most), .most = *most};
    MUST(allocate(out->count + (size_t)1, sizeof *out->tile, "tiles of choices", &out->tile));
    for (uint32_t i = 0; i < a->ngroups; i = tile_end(a, most, i)) out->tile[k++] = tile_from(a, i);
    out->tile[k] = tile_from(a, a->ngroups);
    return OK;
}

enum status choice_tiles_bring(const struct place *place, const struct matrix *a,
                               const struct choice_limits *most, struct choice_tiles *out)
{
    enum status status = OK;
    struct choice_tiles made;
    void *there = NULL;
    MUST(choice_tiles_cut(a, most, &made));
    TRY(place_bring(place, made.tile, (made.count + (size_t)1) * sizeof *made.tile, &there));
    TRY(place->synchronise());
out:
    free(made.tile);
    if (status != OK && there) place->release(there);
    made.tile = status == OK ? there : NULL;
    *out = made;
    return status;
}
