/* Level 0 of method multilevel, divided among the cards as the vectors of a solve are. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/cuda/cards/levels.h"
#include "solvers/solve.h"

extern const struct place place_cuda;

static const char what[] = "a part of a level";

/* Rows first .. end - 1 of a matrix, with the column numbers of the card that has them. */
struct cut {
    const struct matrix *from;
    uint32_t first, end;
    uint32_t *number; /* from->off.rows entries: number here of a column that another card has */
    uint32_t *ghost;  /* these columns, ascending */
    uint32_t count;
    struct matrix rows; /* diag belongs to from */
};

static bool is_own(const struct cut *cut, uint32_t column)
{
    return column >= cut->first && column < cut->end;
}

static enum status cut_number_columns(struct cut *cut)
{
    const struct csr *a = &cut->from->off;
    MUST(allocate_zeroed(a->rows, sizeof *cut->number, what, &cut->number));
    for (uint64_t k = a->row[cut->first]; k < a->row[cut->end]; k++)
        if (!is_own(cut, a->col[k])) cut->number[a->col[k]] = 1;
    for (uint32_t j = 0; j < a->rows; j++) cut->count += cut->number[j];
    MUST(allocate(cut->count, sizeof *cut->ghost, what, &cut->ghost));
    for (uint32_t j = 0, count = 0; j < a->rows; j++) {
        if (!cut->number[j]) continue;
        cut->number[j] = cut->end - cut->first + count;
        cut->ghost[count++] = j;
    }
    return OK;
}

/* Copies the entries of row i whose columns are the card's own (or not), to position `at` on. */
static uint64_t copy_entries(struct cut *cut, uint32_t i, bool own, uint64_t at)
{
    const struct csr *a = &cut->from->off;
    for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
        if (is_own(cut, a->col[k]) != own) continue;
        cut->rows.off.col[at] = own ? a->col[k] - cut->first : cut->number[a->col[k]];
        cut->rows.off.val[at++] = a->val[k];
    }
    return at;
}

static enum status cut_rows(struct cut *cut)
{
    const struct csr *a = &cut->from->off;
    struct csr *to = &cut->rows.off;
    const uint64_t nnz = a->row[cut->end] - a->row[cut->first];
    if (nnz >= NO_ENTRY)
        return fail(ERROR_UNSUPPORTED, "multilevel needs fewer than 2^32 - 1 entries on each GPU");
    MUST(cut_number_columns(cut));
    MUST(csr_allocate(cut->end - cut->first, nnz, to));
    cut->rows.diag = cut->from->diag + cut->first;
    for (uint32_t i = cut->first; i < cut->end; i++) {
        const uint64_t others = copy_entries(cut, i, true, to->row[i - cut->first]);
        to->row[i - cut->first + 1] = copy_entries(cut, i, false, others);
    }
    return OK;
}

/* Allocates the vectors and ghosts of level 0 on the selected card k. */
static enum status place_room(struct divided *d, int k, const struct cut *cut)
{
    struct level *level = &d->part[k].level[0];
    struct ghosts *ghosts = &d->level[0].ghosts[k];
    const size_t columns = level->n + (size_t)cut->count;
    MUST(place_cuda.allocate((columns + WINDOW_SUMS) * sizeof(double) +
                                 cut->count * sizeof *ghosts->index,
                             (void **)&d->room[k]));
    level->ghosts = cut->count;
    level->next = d->room[k];
    d->level[0].sums[k] = level->next + columns;
    ghosts->index = (uint32_t *)(d->level[0].sums[k] + WINDOW_SUMS);
    return OK;
}

static enum status put_ghosts(struct level_parts *parts, int k, struct cut *cut)
{
    struct ghosts *ghosts = &parts->ghosts[k];
    uint32_t g = 0;
    for (int card = 0; card < parts->cards; card++) {
        ghosts->first[card] = g;
        for (; g < cut->count && cut->ghost[g] < parts->first[card + 1]; g++)
            cut->number[g] = cut->ghost[g] - (uint32_t)parts->first[card];
    }
    ghosts->first[parts->cards] = g;
    MUST(place_cuda.put(ghosts->index, cut->number, g * sizeof *ghosts->index));
    return place_cuda.synchronise();
}

/* A system to divide, and the hierarchy for it. */
struct system {
    struct divided *divided;
    const struct matrix *a;
    const double *b;
};

/* Makes the part of card k, which is selected. */
static enum status place_part(void *context, int k, bool *yes)
{
    enum status status = OK;
    const struct system *s = context;
    struct level_parts *parts = &s->divided->level[0];
    struct cut cut = {
        .from = s->a, .first = (uint32_t)parts->first[k], .end = (uint32_t)parts->first[k + 1]};
    double *const b = s->b ? (double *)cards_at(s->b, k) + cut.first : NULL;
    *yes = true;
    TRY(cut_rows(&cut));
    TRY(hierarchy_create(&place_cuda, &(struct finest){.a = &cut.rows, .b = b}, 0,
                         &s->divided->part[k]));
    TRY(place_room(s->divided, k, &cut));
    TRY(put_ghosts(parts, k, &cut));
out:
    free(cut.number);
    free(cut.ghost);
    csr_free(&cut.rows.off);
    return status;
}

static enum status place_small(struct divided *d, const struct matrix *a, bool b)
{
    const size_t n = a->off.rows;
    struct level *small = &d->small.level[0];
    MUST(place_cuda.allocate(3 * n * sizeof(double), (void **)&d->small_room));
    const struct finest finest = {.a = a, .b = b ? d->small_room + 2 * n : NULL};
    MUST(hierarchy_create(&place_cuda, &finest, 0, &d->small));
    small->x = d->small_room;
    small->next = small->x + n;
    d->level[0].small = small;
    return OK;
}

static enum status divided_make(struct divided *d, const struct matrix *a,
                                const struct stored *stored, const double *b)
{
    struct system system = {d, a, b};
    struct level_parts *parts = &d->level[0];
    bool all;
    parts->cards = stored->nparts;
    for (int k = 0; k < parts->cards; k++) parts->first[k] = stored->part[k].first_row;
    parts->first[parts->cards] = a->off.rows;
    for (int k = 0; k <= parts->cards; k++) parts->first_entry[k] = a->off.row[parts->first[k]];
    MUST(cards_at_once(parts->cards, place_part, &system, &all));
    return a->off.rows <= LEVEL_COARSEST ? place_small(d, a, b != NULL) : OK;
}

enum status cards_divide(struct hierarchy *h, const struct matrix *a, const struct stored *stored,
                         double *b)
{
    struct divided *d;
    MUST(cards_connect(stored->nparts));
    MUST(allocate_zeroed(1, sizeof *d, what, &d));
    h->divided = d;
    for (int k = 0; k < LEVELS_MOST; k++) {
        d->level[k].part = d->part;
        d->level[k].k = k;
    }
    h->level[0] = (struct level){
        .n = a->off.rows, .nnz = a->off.nnz, .b = b, .divided = true, .parts = &d->level[0]};
    MUST(divided_make(d, a, stored, b));
    return place_cuda.allocate(LEVEL_COARSEST * LEVEL_COARSEST * sizeof *h->dense,
                               (void **)&h->dense);
}

static void divided_release(void *there)
{
    if (there) place_cuda.release(there);
}

void cards_unite(struct hierarchy *h)
{
    struct divided *d = h->divided;
    for (int k = 0; k < d->level[0].cards; k++) {
        if (device_select(k) != OK) continue;
        if (d->part[k].place) hierarchy_free(&d->part[k]);
        divided_release(d->room[k]);
    }
    device_home();
    if (d->small.place) hierarchy_free(&d->small);
    divided_release(d->small_room);
    divided_release(h->block);
    divided_release(h->scratch);
    divided_release(h->dense);
    free(d);
    h->divided = h->block = h->scratch = h->dense = NULL;
}
