#include "generators/explore_product.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/text.h"
#include "generators/packing.h"
#include "generators/vertices.h"

/* The search takes vertices in the order of their numbers, many blocks in each round. Its threads
 * meet a few times in each round, which is expensive if they share cores with other programs. One
 * thread works on a block. */
enum { BLOCK = 64, BLOCKS = 4096 };

enum { FIRST_LOOK = 16 }; /* vertices that are expanded before an observer looks */

enum failure { NONE, NO_MEMORY, OUT_OF_RANGE, STOPPED };

struct keys {
    uint64_t *key;
    uint64_t count;
    size_t room; /* words */
};

/* The successors of one state; the automaton's part of their keys is 0. */
struct moves {
    const struct packing *packing;
    struct keys to;
    enum failure failure;
};

/* The successors of a block's vertices, in order. */
struct block {
    struct keys to;
    uint64_t first, fresh; /* position of the block's first successor in the batch; number of new
                              ones */
};

struct search {
    const char *name;
    const struct kripke *model;
    const union argument *arguments;
    const struct automaton *automaton; /* NULL: only the structure */
    const struct model_label *proposition[MAX_PROPOSITIONS];
    struct space space;
    struct packing packing;
    struct vertices vertices;
    struct block block[BLOCKS];
    struct keys batch;               /* the successors of all blocks, one block behind the other */
    const struct observer *observer; /* or NULL */
    uint64_t next_look;              /* look again when this many vertices are expanded */
    bool enough;
    struct product *out;
    size_t row_room, col_room;
    atomic_int failure;
};

static bool keys_append(struct keys *keys, uint32_t words, const uint64_t *key)
{
    if (reserve(&keys->key, &keys->room, (keys->count + 1) * words, sizeof *key, "successors") !=
        OK)
        return false;
    memcpy(keys->key + keys->count++ * words, key, words * sizeof *key);
    return true;
}

void move_to(struct moves *moves, const int *next)
{
    uint64_t key[MAX_VARIABLES];
    if (!pack(moves->packing, next, key)) moves->failure = OUT_OF_RANGE;
    else if (!keys_append(&moves->to, moves->packing->words, key)) moves->failure = NO_MEMORY;
}

/* Vertices to successors */

static void add_moves(struct search *search, struct moves *moves, uint32_t q, struct keys *out)
{
    uint32_t words = search->packing.words;
    for (uint64_t k = 0; k < moves->to.count; k++) {
        uint64_t *key = moves->to.key + k * words;
        pack_automaton(&search->packing, q, key);
        if (!keys_append(out, words, key)) moves->failure = NO_MEMORY;
    }
}

static uint64_t valuation_of(const struct search *search, const int *state)
{
    uint64_t valuation = 0;
    for (uint32_t k = 0; k < search->automaton->nnames; k++)
        valuation |= (uint64_t)label_holds(search->proposition[k], search->arguments, state) << k;
    return valuation;
}

static void move_both(struct search *search, const int *state, uint32_t q, struct moves *moves,
                      struct keys *out)
{
    const struct automaton *automaton = search->automaton;
    uint64_t valuation = valuation_of(search, state);
    if (moves->to.count == 0 && moves->failure == NONE) move_to(moves, state);
    for (uint64_t e = automaton->row[q]; e < automaton->row[q + 1]; e++)
        if (guard_holds(&automaton->formulas, &automaton->edge[e].formula, valuation))
            add_moves(search, moves, automaton->edge[e].to, out);
}

/* Expands vertex v; stores the number of its edges in the row start of the next vertex. */
static void product_expand(struct search *search, uint64_t v, struct moves *moves, struct keys *out)
{
    int state[MAX_VARIABLES];
    const uint64_t *key = search->vertices.key + v * search->packing.words;
    uint64_t before = out->count;
    unpack(&search->packing, key, state);
    moves->to.count = 0;
    search->model->step(search->arguments, state, moves);
    if (search->automaton)
        move_both(search, state, packed_automaton(&search->packing, key), moves, out);
    else add_moves(search, moves, 0, out);
    if (moves->failure != NONE) search->failure = moves->failure;
    search->out->row[v + 1] = out->count - before;
}

/* Expands the vertices of a block. Asks every few blocks whether to stop. */
static void expand_block(struct search *search, uint64_t b, uint64_t first, uint64_t last,
                         struct moves *moves)
{
    enum { FEW = 16 };
    uint64_t v = first + b * BLOCK, end = v + BLOCK < last ? v + BLOCK : last;
    search->block[b].to.count = 0;
    if (b % FEW == 0 && !progress_hook_call("vertices found", search->vertices.count, 0))
        search->failure = STOPPED;
    for (; v < end && search->failure == NONE; v++)
        product_expand(search, v, moves, &search->block[b].to);
}

static void expand_blocks(struct search *search, uint64_t first, uint64_t last)
{
#pragma omp parallel if (last - first > BLOCK)
    {
        struct moves moves = {.packing = &search->packing};
#pragma omp for schedule(dynamic)
        for (uint64_t b = 0; b < (last - first + BLOCK - 1) / BLOCK; b++)
            expand_block(search, b, first, last, &moves);
        free(moves.to.key);
    }
}

static enum status product_failed(const struct search *search)
{
    if (search->failure == STOPPED) return progress_hook_stopped();
    if (search->failure == OUT_OF_RANGE)
        return fail(
            ERROR_INPUT,
            "%s: the model is not defined for these parameters: a variable leaves its range",
            search->name);
    return fail(ERROR_HOST_MEMORY, "%s: not enough memory to enumerate its states", search->name);
}

/* Successors to numbers */

/* Bytes in use after the batch is added, without reserve room. */
static double bytes_in_use(const struct search *search, uint64_t batch)
{
    const struct vertices *vertices = &search->vertices;
    double words = search->packing.words, count = (double)(vertices->count + batch);
    return 8 * (count * (words + 1) + (double)vertices->slots + 2 * (double)batch * words) +
           4 * (double)(search->out->m + batch);
}

/* Computes each block's position in the batch and the row starts, and allocates memory. */
static enum status lay_out_batch(struct search *search, uint64_t first, uint64_t last,
                                 uint64_t nblocks)
{
    struct product *out = search->out;
    uint32_t words = search->packing.words;
    uint64_t count = 0;
    for (uint64_t b = 0; b < nblocks; b++) {
        search->block[b].first = count;
        count += search->block[b].to.count;
    }
    if (count > UINT32_MAX) return product_failed(search);
    MUST(memory_must_fit(bytes_in_use(search, count), search->name));
    for (uint64_t v = first; v < last; v++) out->row[v + 1] += out->row[v];
    MUST(reserve(&search->batch.key, &search->batch.room, count * words, sizeof *search->batch.key,
                 "successors"));
    search->batch.count = count;
    MUST(reserve(&out->col, &search->col_room, out->m + count, sizeof *out->col, "edges"));
    MUST(vertices_reserve(&search->vertices, count));
    return reserve(&out->row, &search->row_room, search->vertices.count + count + 1,
                   sizeof *out->row, "row starts");
}

/* Inserts the successors of a block. Until the vertices have numbers, edges have slots instead.
 * AHEAD: memory is prefetched for this many keys ahead. */
static void insert_block(struct search *search, struct block *block)
{
    enum { AHEAD = 16 };
    uint32_t words = search->packing.words;
    uint64_t *batch = search->batch.key, *key = batch + block->first * words,
             count = block->to.count;
    uint32_t *col = search->out->col + search->out->m + block->first;
    if (count) memcpy(key, block->to.key, count * words * sizeof *key);
    for (uint64_t k = 0; k < AHEAD && k < count; k++)
        vertices_expect(&search->vertices, key + k * words);
    for (uint64_t k = 0; k < count; k++) {
        if (k + AHEAD < count) vertices_expect(&search->vertices, key + (k + AHEAD) * words);
        col[k] = vertices_insert(&search->vertices, batch, (uint32_t)(block->first + k));
    }
}

static void count_fresh(struct search *search, struct block *block)
{
    const uint32_t *col = search->out->col + search->out->m + block->first;
    block->fresh = 0;
    for (uint64_t k = 0; k < block->to.count; k++)
        block->fresh += vertices_is_first(&search->vertices, col[k], (uint32_t)(block->first + k));
}

/* Numbers the block's new vertices. block->fresh: on entry, the number of the first of them. */
static void accept_fresh(struct search *search, struct block *block)
{
    const uint32_t *col = search->out->col + search->out->m + block->first;
    uint32_t number = (uint32_t)block->fresh;
    for (uint64_t k = 0; k < block->to.count; k++) {
        uint32_t position = (uint32_t)(block->first + k);
        if (vertices_is_first(&search->vertices, col[k], position))
            vertices_accept(&search->vertices, col[k], search->batch.key, position, number++);
    }
}

static void number_edges(struct search *search, struct block *block)
{
    uint32_t *col = search->out->col + search->out->m + block->first;
    for (uint64_t k = 0; k < block->to.count; k++)
        col[k] = vertices_number(&search->vertices, col[k]);
}

static void number_batch(struct search *search, uint64_t nblocks)
{
    struct block *block = search->block;
    uint64_t fresh = search->vertices.count;
#pragma omp parallel if (nblocks > 1)
    {
#pragma omp for schedule(dynamic)
        for (uint64_t b = 0; b < nblocks; b++) insert_block(search, &block[b]);
#pragma omp for schedule(dynamic)
        for (uint64_t b = 0; b < nblocks; b++) count_fresh(search, &block[b]);
#pragma omp single
        for (uint64_t b = 0; b < nblocks; b++) {
            uint64_t here = block[b].fresh;
            block[b].fresh = fresh;
            fresh += here;
        }
#pragma omp for schedule(dynamic)
        for (uint64_t b = 0; b < nblocks; b++) accept_fresh(search, &block[b]);
#pragma omp for schedule(dynamic)
        for (uint64_t b = 0; b < nblocks; b++) number_edges(search, &block[b]);
    }
    search->vertices.count = fresh;
    search->out->m += search->batch.count;
}

/* Makes a bitmap of the vertices whose automaton state is marked; no vertex without an
 * automaton. */
static enum status mark_vertices(const struct search *search, const uint8_t *states, uint64_t **out)
{
    uint64_t n = search->vertices.count;
    enum status status = allocate_zeroed((n + 63) / 64, sizeof **out, "accepting vertices", out);
    if (status != OK || !search->automaton) return status;
    for (uint64_t v = 0; v < n; v++) {
        uint32_t q =
            packed_automaton(&search->packing, search->vertices.key + v * search->packing.words);
        (*out)[v / 64] |= (uint64_t)states[q] << v % 64;
    }
    return OK;
}

/* Sets out->n, out->accepting and *stored for the current vertices. */
static enum status mark_both(struct search *search, uint64_t **stored)
{
    enum status status = OK;
    struct product *out = search->out;
    uint8_t *components = NULL;
    out->n = (uint32_t)search->vertices.count;
    if (search->automaton) TRY(automaton_accepting_components(search->automaton, &components));
    TRY(mark_vertices(search, search->automaton ? search->automaton->accepting : NULL,
                      &out->accepting));
    TRY(mark_vertices(search, components, stored));
out:
    free(components);
    return status;
}

/* The search */

static enum status product_start(struct search *search)
{
    struct keys *first = &search->block[0].to;
    const struct automaton *automaton = search->automaton;
    uint64_t key[MAX_VARIABLES];
    if (!pack(&search->packing, search->space.initial, key)) {
        search->failure = OUT_OF_RANGE;
        return product_failed(search);
    }
    pack_automaton(&search->packing, automaton ? automaton->initial : 0, key);
    if (!keys_append(first, search->packing.words, key)) return product_failed(search);
    MUST(reserve(&search->out->row, &search->row_room, 1, sizeof *search->out->row, "row starts"));
    search->out->row[0] = 0;
    MUST(lay_out_batch(search, 0, 0, 1));
    number_batch(search, 1);
    search->out->m = 0; /* removes the edge that product_start() added */
    return OK;
}

/* Shows the observer the current part. Vertices from `expanded` on have no edges yet;
 * product_expand() sets their row starts later. */
static enum status product_show_part(struct search *search, uint64_t expanded)
{
    enum status status = OK;
    struct product *out = search->out;
    uint64_t *stored = NULL;
    if (expanded == search->vertices.count) return OK;
    for (uint64_t v = expanded; v < search->vertices.count; v++) out->row[v + 1] = out->m;
    TRY(mark_both(search, &stored));
    TRY(search->observer->look(out, stored, search->observer->context, &search->enough));
    search->next_look = 2 * expanded;
out:
    free(stored);
    free(out->accepting);
    out->accepting = NULL;
    return status;
}

static enum status find_vertices(struct search *search)
{
    MUST(product_start(search));
    for (uint64_t first = 0, last; first < search->vertices.count && !search->enough;
         first = last) {
        last = first + BLOCK * BLOCKS < search->vertices.count ? first + BLOCK * BLOCKS
                                                               : search->vertices.count;
        uint64_t nblocks = (last - first + BLOCK - 1) / BLOCK;
        expand_blocks(search, first, last);
        if (search->failure != NONE) MUST(product_failed(search));
        MUST(lay_out_batch(search, first, last, nblocks));
        number_batch(search, nblocks);
        if (search->observer && last >= search->next_look) MUST(product_show_part(search, last));
    }
    return OK;
}

static enum status product_finish(struct search *search, uint64_t **stored)
{
    struct product *out = search->out;
    MUST(mark_both(search, stored));
    MUST(reallocate(&out->row, (size_t)out->n + 1, sizeof *out->row, "row starts"));
    return reallocate(&out->col, out->m, sizeof *out->col, "edges");
}

enum status match_propositions(const char *name, const struct kripke *model,
                               const struct automaton *automaton, const struct model_label **out)
{
    const char *known[MAX_PROPOSITIONS + 1] = {0};
    char hint[256];
    for (int k = 0; model->propositions[k].name; k++) known[k] = model->propositions[k].name;
    for (uint32_t p = 0; p < automaton->nnames; p++) {
        int k = 0;
        while (known[k] && strcmp(known[k], automaton->name[p])) k++;
        if (!known[k])
            return fail(ERROR_INPUT, "%s: unknown proposition '%s'%s", name, automaton->name[p],
                        suggest_name(automaton->name[p], known, hint, sizeof hint));
        out[p] = &model->propositions[k];
    }
    return OK;
}

static void product_search_free(struct search *search)
{
    vertices_free(&search->vertices);
    for (int b = 0; b < BLOCKS; b++) free(search->block[b].to.key);
    free(search->batch.key);
    free(search);
}

enum status explore_product(const char *name, const struct kripke *model,
                            const union argument *arguments, const struct automaton *automaton,
                            const struct observer *observer, struct product *out, uint64_t **stored)
{
    enum status status = OK;
    struct search *search = NULL;
    *out = (struct product){0};
    *stored = NULL;
    if (model->check) TRY(model->check(arguments));
    TRY(allocate_zeroed(1, sizeof *search, "a search", &search));
    search->name = name;
    search->model = model;
    search->arguments = arguments;
    search->automaton = automaton;
    search->observer = observer;
    search->next_look = FIRST_LOOK;
    search->out = out;
    if (automaton) TRY(match_propositions(name, model, automaton, search->proposition));
    model->space(arguments, &search->space);
    packing_create(&search->space, automaton ? automaton->n : 1, &search->packing);
    TRY(vertices_create(name, search->packing.words, &search->vertices));
    TRY(find_vertices(search));
    TRY(product_finish(search, stored));
out:
    if (search) product_search_free(search);
    if (status == OK) return OK;
    product_free(out);
    free(*stored);
    *stored = NULL;
    return status;
}
