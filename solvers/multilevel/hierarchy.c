#include "solvers/multilevel/hierarchy.h"

#include <string.h>

#include "base/memory.h"

enum { ALIGN = 256, SMALL = 1 << 16, ALONE = 1 << 14 };

/* 1.75 times what layout msr takes for the same rows. Levels that are set up take up to 1.5 of it;
 * the rest is for the one that is being made. A level that is alone has no arrays to align. */
static size_t room_for(uint32_t n, uint64_t nnz)
{
    return (n > LEVEL_COARSEST ? SMALL : ALONE) + 21 * nnz + 21 * (size_t)n;
}

/* `count` elements of the block, or NULL where it is full. */
static void *take(struct hierarchy *h, size_t count, size_t size)
{
    const size_t first = (h->used + ALIGN - 1) / ALIGN * ALIGN;
    if (first > h->room || count * size > h->room - first) return NULL;
    h->used = first + count * size;
    return h->block + first;
}

static enum status bring(const struct place *place, const void *from, size_t bytes, void *out)
{
    void *there = NULL;
    enum status status = place->allocate(bytes, &there);
    memcpy(out, &there, sizeof there);
    return status == OK ? place->put(there, from, bytes) : status;
}

static enum status bring_rows(struct hierarchy *h, const struct matrix *a)
{
    struct level *fine = &h->level[0];
    h->owns_rows = true;
    MUST(bring(h->place, a->off.row, (a->off.n + (size_t)1) * sizeof *a->off.row, &fine->row));
    MUST(bring(h->place, a->off.col, a->off.nnz * sizeof *a->off.col, &fine->col));
    MUST(bring(h->place, a->off.val, a->off.nnz * sizeof *a->off.val, &fine->val));
    MUST(bring(h->place, a->diag, a->off.n * sizeof *a->diag, &fine->diag));
    return h->place->synchronise();
}

enum status hierarchy_create(const struct place *place, const struct matrix *a, double *b,
                             size_t scratch, struct hierarchy *out)
{
    enum status status = OK;
    struct level *fine = &out->level[0];
    const size_t needed = place->levels->scratch_bytes(a->off.n, a->off.nnz);
    *out = (struct hierarchy){.place = place, .ops = place->levels, .count = 1};
    *fine = (struct level){.n = a->off.n,
                           .nnz = a->off.nnz,
                           .row = a->off.row,
                           .col = a->off.col,
                           .val = a->off.val,
                           .diag = a->diag,
                           .b = b};
    if (!place->on_host) TRY(bring_rows(out, a));
    out->room = room_for(a->off.n, a->off.nnz);
    TRY(place->allocate(out->room, (void **)&out->block));
    TRY(place->allocate(needed > scratch ? needed : scratch, &out->scratch));
    const size_t most = a->off.n < LEVEL_COARSEST ? a->off.n : LEVEL_COARSEST;
    TRY(place->allocate(most * LEVEL_COARSEST * sizeof *out->dense, (void **)&out->dense));
out:
    if (status != OK) hierarchy_free(out);
    return status;
}

void hierarchy_free(struct hierarchy *h)
{
    const struct level *fine = &h->level[0];
    void *owned[] = {h->block, h->scratch, h->dense, fine->row, fine->col, fine->val, fine->diag};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
        if (owned[k] && (k < 3 || h->owns_rows)) h->place->release(owned[k]);
    *h = (struct hierarchy){0};
}

/* What level k needs to have aggregates; false where the block is full. start is last, so that what
 * it does not use is given back. */
static bool place_aggregates(struct hierarchy *h, struct level *fine)
{
    fine->aggregate = take(h, fine->n, sizeof *fine->aggregate);
    fine->member = take(h, fine->n, sizeof *fine->member);
    fine->map = take(h, level_map_room(fine->nnz), sizeof *fine->map);
    fine->start = take(h, fine->n + (size_t)1, sizeof *fine->start);
    return fine->aggregate && fine->member && fine->map && fine->start;
}

static bool place_rows(struct hierarchy *h, struct level *coarse)
{
    coarse->row = take(h, coarse->n + (size_t)1, sizeof *coarse->row);
    coarse->diag = take(h, coarse->n, sizeof *coarse->diag);
    coarse->x = take(h, coarse->n, sizeof *coarse->x);
    coarse->next = take(h, coarse->n, sizeof *coarse->next);
    coarse->out_start = take(h, coarse->n + (size_t)1, sizeof *coarse->out_start);
    if (h->level[0].b) coarse->b = take(h, coarse->n, sizeof *coarse->b);
    return coarse->row && coarse->diag && coarse->x && coarse->next && coarse->out_start &&
           (coarse->b || !h->level[0].b);
}

static bool place_entries(struct hierarchy *h, struct level *coarse)
{
    coarse->col = take(h, coarse->nnz, sizeof *coarse->col);
    coarse->val = take(h, coarse->nnz, sizeof *coarse->val);
    coarse->out_entry = take(h, coarse->nnz, sizeof *coarse->out_entry);
    return coarse->col && coarse->val && coarse->out_entry;
}

/* Level k + 1 where there is room for it and it is worth it: *made. */
static enum status extend(struct hierarchy *h, struct level *fine, struct level *coarse, bool *made)
{
    *made = false;
    *coarse = (struct level){0};
    if (!place_aggregates(h, fine)) return OK;
    MUST(h->ops->aggregate(fine, h->scratch, &coarse->n));
    h->used = (size_t)((char *)(fine->start + coarse->n + 1) - h->block);
    if (coarse->n > fine->n - fine->n / 8 || !place_rows(h, coarse)) return OK;
    MUST(h->ops->count(fine, coarse, h->scratch, &coarse->nnz));
    if (!place_entries(h, coarse)) return OK;
    *made = true;
    return h->ops->connect(fine, coarse, h->scratch);
}

enum status hierarchy_extend(struct hierarchy *h, int k)
{
    bool made = false;
    h->count = k + 1;
    h->used = h->end[k];
    if (h->level[k].n <= LEVEL_COARSEST || k + 1 == LEVELS_MOST) return OK;
    MUST(extend(h, &h->level[k], &h->level[k + 1], &made));
    if (made) h->count = k + 2;
    else h->used = h->end[k];
    h->end[k + 1] = h->used;
    return OK;
}

size_t hierarchy_bytes(const struct hierarchy *h)
{
    return h->used;
}
