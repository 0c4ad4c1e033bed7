#include "solvers/multilevel/hierarchy.h"

#include "base/memory.h"
#include "solvers/placed.h"

enum { ALIGN = 256, SMALL = 1 << 16, ALONE = 1 << 14 };

/* Room for 1.75 times the memory of layout msr for the same rows. Levels that are set up take up to
 * 1.5 of this; the rest is for the level that is being made. A level that is alone has no arrays to
 * align. */
size_t hierarchy_room(uint32_t n, uint64_t nnz)
{
    return (n > LEVEL_COARSEST ? SMALL : ALONE) + 21 * nnz + 21 * (size_t)n;
}

void *hierarchy_take(struct hierarchy *h, size_t count, size_t size)
{
    const size_t first = (h->used + ALIGN - 1) / ALIGN * ALIGN;
    if (first > h->room || count * size > h->room - first) return NULL;
    h->used = first + count * size;
    return h->block + first;
}

static enum status bring_rows(struct hierarchy *h, const struct matrix *a)
{
    struct level *fine = &h->level[0];
    h->owns_rows = true;
    const struct place *place = h->place;
    const size_t n = a->off.rows, nnz = a->off.nnz;
    MUST(place_bring(place, a->off.row, (n + 1) * sizeof *a->off.row, &fine->row));
    MUST(place_bring(place, a->off.col, nnz * sizeof *a->off.col, &fine->col));
    MUST(place_bring(place, a->off.val, nnz * sizeof *a->off.val, &fine->val));
    MUST(place_bring(place, a->diag, n * sizeof *a->diag, &fine->diag));
    return place->synchronise();
}

/* Creates a hierarchy on one device. */
static enum status create_whole(const struct place *place, const struct finest *finest,
                                size_t scratch, struct hierarchy *out)
{
    struct level *fine = &out->level[0];
    const struct matrix *a = finest->a;
    const size_t needed = place->levels->scratch_bytes(a->off.rows, a->off.nnz);
    *fine = (struct level){.n = matrix_unknowns(a),
                           .nnz = a->off.nnz,
                           .row = a->off.row,
                           .col = a->off.col,
                           .val = a->off.val,
                           .diag = a->diag,
                           .b = finest->b};
    if (!place->on_host && !finest->placed) MUST(bring_rows(out, a));
    out->room = hierarchy_room(a->off.rows, a->off.nnz);
    MUST(place->allocate(out->room, (void **)&out->block));
    MUST(place->allocate(needed > scratch ? needed : scratch, &out->scratch));
    const size_t most = matrix_unknowns(a) < LEVEL_COARSEST ? matrix_unknowns(a) : LEVEL_COARSEST;
    return place->allocate(most * LEVEL_COARSEST * sizeof *out->dense, (void **)&out->dense);
}

enum status hierarchy_create(const struct place *place, const struct finest *finest, size_t scratch,
                             struct hierarchy *out)
{
    *out = (struct hierarchy){.place = place, .ops = place->levels, .count = 1};
    enum status status =
        out->ops->divide ? out->ops->divide(out, finest->a, finest->stored, finest->b)
                         : create_whole(place, finest, scratch, out);
    if (status != OK) hierarchy_free(out);
    return status;
}

void hierarchy_free(struct hierarchy *h)
{
    const struct level *fine = &h->level[0];
    if (h->divided) h->ops->unite(h);
    void *owned[] = {h->block, h->scratch, h->dense, fine->row, fine->col, fine->val, fine->diag};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
        if (owned[k] && (k < 3 || h->owns_rows)) h->place->release(owned[k]);
    *h = (struct hierarchy){0};
}

/* Takes room for the aggregates of level k; returns false if the block is full. start comes last,
 * so that its unused end can be given back. */
static bool place_aggregates(struct hierarchy *h, struct level *fine)
{
    fine->aggregate = hierarchy_take(h, fine->n + (size_t)fine->ghosts, sizeof *fine->aggregate);
    fine->member = hierarchy_take(h, fine->n, sizeof *fine->member);
    fine->map = hierarchy_take(h, level_map_room(fine->nnz), sizeof *fine->map);
    fine->start = hierarchy_take(h, fine->n + (size_t)1, sizeof *fine->start);
    return fine->aggregate && fine->member && fine->map && fine->start;
}

bool hierarchy_place_rows(struct hierarchy *h, struct level *level)
{
    const size_t n = level->n, columns = n + level->ghosts;
    level->row = hierarchy_take(h, n + 1, sizeof *level->row);
    level->diag = hierarchy_take(h, n, sizeof *level->diag);
    level->x = hierarchy_take(h, columns, sizeof *level->x);
    level->next = hierarchy_take(h, columns, sizeof *level->next);
    level->out_start = hierarchy_take(h, columns + 1, sizeof *level->out_start);
    if (h->level[0].b) level->b = hierarchy_take(h, n, sizeof *level->b);
    return level->row && level->diag && level->x && level->next && level->out_start &&
           (level->b || !h->level[0].b);
}

bool hierarchy_place_entries(struct hierarchy *h, struct level *level)
{
    level->col = hierarchy_take(h, level->nnz, sizeof *level->col);
    level->val = hierarchy_take(h, level->nnz, sizeof *level->val);
    level->out_entry = hierarchy_take(h, level->nnz, sizeof *level->out_entry);
    return level->col && level->val && level->out_entry;
}

enum status hierarchy_aggregate(struct hierarchy *h, int k, bool *made)
{
    struct level *fine = &h->level[k], *coarse = fine + 1;
    *coarse = (struct level){0};
    h->used = h->end[k];
    *made = place_aggregates(h, fine);
    if (!*made) return OK;
    MUST(h->ops->aggregate(fine, h->scratch, &coarse->n));
    h->used = (size_t)((char *)(fine->start + coarse->n + 1) - h->block);
    return OK;
}

enum status hierarchy_connect(struct hierarchy *h, int k, bool *made)
{
    struct level *fine = &h->level[k], *coarse = fine + 1;
    *made = false;
    if (!hierarchy_place_rows(h, coarse)) return OK;
    MUST(h->ops->count(fine, coarse, h->scratch, &coarse->nnz));
    if (!hierarchy_place_entries(h, coarse)) return OK;
    *made = true;
    MUST(h->ops->connect(fine, coarse, h->scratch));
    h->end[k + 1] = h->used;
    return OK;
}

bool hierarchy_is_worth(uint32_t rows, uint32_t aggregates)
{
    return aggregates <= rows - rows / 8;
}

enum status hierarchy_extend(struct hierarchy *h, int k)
{
    const struct level *fine = &h->level[k];
    bool made = false;
    h->count = k + 1;
    if (fine->n <= LEVEL_COARSEST || k + 1 == LEVELS_MOST) return OK;
    if (fine->divided) return h->ops->extend(h, k);
    MUST(hierarchy_aggregate(h, k, &made));
    if (made && hierarchy_is_worth(fine->n, h->level[k + 1].n)) {
        MUST(hierarchy_connect(h, k, &made));
        if (made) h->count = k + 2;
    }
    if (h->count == k + 1) h->used = h->end[k];
    return OK;
}

bool hierarchy_is_poor(const struct hierarchy *h)
{
    const uint32_t weighs = h->level[0].n / 100;
    for (int k = 1; k < h->count && h->level[k].n > weighs; k++)
        if (k + 1 < h->count ? h->level[k + 1].n > h->level[k].n / 5 * 2
                             : h->level[k].n > LEVEL_COARSEST)
            return true;
    return false;
}

size_t hierarchy_bytes(const struct hierarchy *h)
{
    return h->used;
}
