#include "generators/explore.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "generators/codes.h"
#include "generators/step.h"

struct walk {
    struct stepper stepper;
    struct codes codes;
    struct chain *chain;
    uint64_t most;      /* no fewer than the transitions of the chain; 0: not known */
    atomic_ullong done; /* states found, or rows made, so far */
    atomic_bool failed; /* in one of the threads */
    atomic_bool stopped;
};

/* The walk */

struct frontier {
    uint64_t *code;
    size_t count, room;
};

static bool frontier_push(struct frontier *frontier, uint64_t code)
{
    if (reserve(&frontier->code, &frontier->room, frontier->count + 1, sizeof *frontier->code,
                "states to visit") != OK)
        return false;
    frontier->code[frontier->count++] = code;
    return true;
}

/* Counts one more state; *mine: number of this thread's. Every SOME states it reports the progress,
 * and asks whether to stop. */
static void count_state(struct walk *walk, uint64_t *mine, const char *what, uint64_t total)
{
    enum { SOME = 1024 };
    if (++*mine % SOME) return;
    if (!progress_hook_call(what, atomic_fetch_add(&walk->done, SOME) + SOME, total))
        walk->stopped = walk->failed = true;
}

/* State of one thread during the search. */
struct finder {
    struct step step;
    uint64_t states;      /* number of states that it has expanded */
    uint64_t transitions; /* number of their transitions, with a self-loop for each deadlock */
    uint64_t reserved;    /* number of new codes for which it has room */
    bool full;            /* the set has no room for more */
    struct frontier found;
};

static bool finder_reserve(struct walk *walk, struct finder *finder, uint64_t count)
{
    enum { SOME = 1024 };
    if (finder->reserved >= count) return true;
    if (!codes_reserve(&walk->codes, count + SOME)) return false;
    finder->reserved += count + SOME;
    return true;
}

/* Claims the successors of a state and collects those that are new. If there is no room for them,
 * it collects the state itself, to be expanded once more. */
static void explore_state(struct walk *walk, uint64_t code, struct finder *finder)
{
    const struct step *step = &finder->step;
    count_state(walk, &finder->states, "states found", 0);
    step_from(&finder->step, code);
    bool failed = step->failed;
    if (!failed && !finder_reserve(walk, finder, step->count)) {
        finder->full = true;
        if (!frontier_push(&finder->found, code)) walk->failed = true;
        return;
    }
    finder->transitions += step->count ? step->count : 1;
    for (uint32_t e = 0; e < step->count && !failed && !walk->codes.bits; e++)
        codes_prefetch(&walk->codes, step->entry[e].code);
    for (uint32_t e = 0; e < step->count && !failed; e++) {
        if (!codes_claim(&walk->codes, step->entry[e].code)) continue;
        finder->reserved--;
        failed = !frontier_push(&finder->found, step->entry[e].code);
    }
    if (failed) walk->failed = true;
}

/* GRAIN: number of states that a thread takes at a time, at most. FAR: number of states that a
 * thread explores alone before all threads meet. Models such as tandem have thousands of small
 * levels, and meeting after each costs more than the work. */
enum { GRAIN = 256, FAR = 1 << 14, FEW = 16 };

/* Several for each thread, so that all have work. */
static uint64_t grain_of(uint64_t count)
{
    const uint64_t share = count / (4 * (uint64_t)omp_get_max_threads()) + 1;
    return share < GRAIN ? share : GRAIN;
}

/* Adds the states from the first-th on to the others. */
static bool frontier_append(struct frontier *to, const struct frontier *from, size_t first)
{
    const size_t more = from->count - first;
    if (reserve(&to->code, &to->room, to->count + more, sizeof *to->code, "states to visit") != OK)
        return false;
    if (more) memcpy(to->code + to->count, from->code + first, more * sizeof *to->code);
    to->count += more;
    return true;
}

/* *full: the set must grow. */
static void expand_level(struct walk *walk, const uint64_t *level, uint64_t count,
                         struct frontier *next, bool *full)
{
    const uint64_t grain = grain_of(count);
#pragma omp parallel if (count > FEW)
    {
        struct finder finder = {.step.stepper = &walk->stepper};
        struct frontier *found = &finder.found;
        uint64_t done = 0;
#pragma omp for schedule(dynamic, grain) nowait
        for (uint64_t k = 0; k < count; k++)
            if (!walk->failed) explore_state(walk, level[k], &finder);
        for (; done < FAR && done < found->count && !walk->failed && !finder.full; done++)
            explore_state(walk, found->code[done], &finder);
        codes_give_back(&walk->codes, finder.reserved);
#pragma omp critical
        {
            if (!frontier_append(next, found, done)) walk->failed = true;
            walk->most += finder.transitions;
            *full |= finder.full;
        }
        free(finder.step.entry);
        free(found->code);
    }
}

static enum status failure(const struct walk *walk)
{
    return walk->stopped ? progress_hook_stopped() : step_failure(&walk->stepper);
}

static enum status find_states(struct walk *walk)
{
    enum status status = OK;
    struct frontier now = {0}, next = {0};
    const uint64_t start = walk->stepper.start;
    codes_reserve(&walk->codes, 1);
    codes_claim(&walk->codes, start);
    if (!frontier_push(&now, start)) TRY(failure(walk));
    while (now.count) {
        bool full = false;
        next.count = 0;
        expand_level(walk, now.code, now.count, &next, &full);
        if (walk->failed) TRY(failure(walk));
        if (full) TRY(codes_grow(&walk->codes));
        struct frontier done = now;
        now = next;
        next = done;
    }
out:
    free(now.code);
    free(next.code);
    return status;
}

/* Rows. All threads make some rows each, a slab of them in all, and then move them to their place.
 */

/* Entries of some rows that one thread has made. */
struct piece {
    uint32_t *col;
    double *val;
    size_t count, col_room, val_room;
    uint64_t at; /* where its entries go */
};

enum { PIECES = 512, PIECE_ROWS = GRAIN };

struct rows {
    struct walk *walk;
    struct piece piece[PIECES];
    uint64_t room; /* for entries of the chain */
};

/* State of one thread while rows are made. */
struct filler {
    struct walk *walk;
    struct step step;
    uint64_t states; /* number of states that it has visited */
    struct piece *piece;
    uint64_t *code;     /* for each entry of the piece: its target */
    size_t count, room; /* of these; other threads write to the pieces beside this one */
};

static bool filler_make_room(struct filler *f, uint64_t count)
{
    static const char what[] = "transitions";
    struct piece *piece = f->piece;
    return reserve(&f->code, &f->room, count, sizeof *f->code, what) == OK &&
           reserve(&piece->col, &piece->col_room, count, sizeof *piece->col, what) == OK &&
           reserve(&piece->val, &piece->val_room, count, sizeof *piece->val, what) == OK;
}

static void visit_row(void *context, uint32_t rank, uint64_t code)
{
    struct filler *f = context;
    struct piece *piece = f->piece;
    const struct step *step = &f->step;
    count_state(f->walk, &f->states, "rows made", f->walk->codes.count);
    step_row(&f->step, code, f->walk->chain, rank);
    f->walk->chain->transitions.row[rank + 1] = step->count;
    if (step->failed || !filler_make_room(f, f->count + step->count)) {
        f->walk->failed = true;
        return;
    }
    for (uint32_t k = 0; k < step->count; k++) {
        f->code[f->count] = step->entry[k].code;
        piece->val[f->count++] = step->entry[k].value;
    }
}

/* Loads codes of a table long before they are looked up. */
static void find_ranks(const struct codes *codes, const uint64_t *code, struct piece *piece)
{
    enum { AHEAD = 16 };
    for (size_t k = 0; k < piece->count; k++) {
        if (k + AHEAD < piece->count) codes_prefetch(codes, code[k + AHEAD]);
        piece->col[k] = codes_rank(codes, code[k]);
    }
}

static uint32_t first_row(const struct walk *walk, uint64_t piece)
{
    const uint64_t row = piece * PIECE_ROWS;
    return (uint32_t)(row < walk->codes.count ? row : walk->codes.count);
}

/* Makes the rows of piece k of all. */
static void make_piece(struct filler *filler, struct piece *piece, uint64_t k)
{
    const struct walk *walk = filler->walk;
    filler->piece = piece;
    filler->count = 0;
    codes_each(&walk->codes, first_row(walk, k), first_row(walk, k + 1), visit_row, filler);
    piece->count = filler->count;
    if (!walk->failed) find_ranks(&walk->codes, filler->code, piece);
}

static void move_piece(struct csr *r, const struct piece *piece, uint32_t first, uint32_t end)
{
    uint64_t at = piece->at;
    if (piece->count) {
        memcpy(r->col + at, piece->col, piece->count * sizeof *r->col);
        memcpy(r->val + at, piece->val, piece->count * sizeof *r->val);
    }
    for (uint32_t i = first; i < end; i++) r->row[i + 1] = at += r->row[i + 1];
}

/* Updates the bounds on roundings. If several commands of a state are enabled, each probability is
 * divided by their number. Rewards are sums over the transitions of a state. */
static void note_rounding(const struct step *step, struct chain *chain)
{
    struct chain_rounding *rounding = &chain->rounding;
    if (step->merged + 1 > rounding->transitions) rounding->transitions = step->merged + 1;
    if (step->most + 5 > rounding->rewards) rounding->rewards = step->most + 5;
}

enum status model_must_fit(const char *name, double states, double transitions)
{
    char what[128];
    snprintf(what, sizeof what, "%s: a chain of %.3g states and %.3g transitions", name, states,
             transitions);
    return memory_must_fit(24 * states + 12 * transitions, what); /* labels and a reward included */
}

/* Makes room for `most` entries of the chain. */
static enum status rows_make_room(struct rows *rows, uint64_t most)
{
    struct csr *r = &rows->walk->chain->transitions;
    if (most <= rows->room) return OK;
    MUST(model_must_fit(rows->walk->stepper.name, r->rows, (double)most));
    rows->room = most;
    if (r->col) {
        MUST(reallocate(&r->col, most, sizeof *r->col, "column indices"));
        return reallocate(&r->val, most, sizeof *r->val, "matrix values");
    }
    MUST(allocate_large(most, sizeof *r->col, "column indices", &r->col));
    return allocate_large(most, sizeof *r->val, "matrix values", &r->val);
}

/* Says where the pieces of a slab go. If the number of entries is not known, those to come are
 * foretold from those so far. */
static enum status place_pieces(struct rows *rows, uint64_t first, uint64_t pieces)
{
    struct csr *r = &rows->walk->chain->transitions;
    for (uint64_t k = 0; k < pieces; k++) {
        rows->piece[k].at = r->nnz;
        r->nnz += rows->piece[k].count;
    }
    const double share = (double)first_row(rows->walk, first + pieces) / r->rows;
    const uint64_t most = rows->walk->most;
    return rows_make_room(rows, most ? most : (uint64_t)(1.05 * (double)r->nnz / share));
}

/* Makes the rows of these pieces. */
static enum status make_slab(struct rows *rows, uint64_t first, uint64_t pieces)
{
    struct walk *walk = rows->walk;
    const bool several = pieces > 1;
#pragma omp parallel if (several)
    {
        struct filler filler = {.walk = walk, .step.stepper = &walk->stepper};
#pragma omp for schedule(dynamic)
        for (uint64_t k = 0; k < pieces; k++)
            if (!walk->failed) make_piece(&filler, &rows->piece[k], first + k);
#pragma omp critical
        note_rounding(&filler.step, walk->chain);
        free(filler.step.entry);
        free(filler.code);
    }
    if (walk->failed) return failure(walk);
    MUST(place_pieces(rows, first, pieces));
#pragma omp parallel for if (several)
    for (uint64_t k = 0; k < pieces; k++)
        move_piece(&walk->chain->transitions, &rows->piece[k], first_row(walk, first + k),
                   first_row(walk, first + k + 1));
    return OK;
}

static void rows_free(struct rows *rows)
{
    for (int k = 0; k < PIECES; k++) {
        free(rows->piece[k].col);
        free(rows->piece[k].val);
    }
    free(rows);
}

static enum status make_rows(struct walk *walk)
{
    enum status status = OK;
    struct csr *r = &walk->chain->transitions;
    const uint64_t all = (walk->codes.count + PIECE_ROWS - 1) / PIECE_ROWS;
    struct rows *rows;
    MUST(allocate_zeroed(1, sizeof *rows, "rows", &rows));
    rows->walk = walk;
    walk->done = 0;
    for (uint64_t first = 0; first < all; first += PIECES)
        TRY(make_slab(rows, first, all - first < PIECES ? all - first : PIECES));
    TRY(reallocate(&r->col, r->nnz, sizeof *r->col, "column indices"));
    TRY(reallocate(&r->val, r->nnz, sizeof *r->val, "matrix values"));
out:
    rows_free(rows);
    return status;
}

static enum status find_all(struct walk *walk)
{
    const uint64_t limit = walk->stepper.limit;
    if (walk->stepper.space.all_initial) {
        codes_create_all(limit, &walk->codes);
    } else {
        MUST(codes_create(limit, &walk->codes));
        MUST(find_states(walk));
    }
    return codes_number(&walk->codes);
}

enum status explore(const char *name, const struct model *model, const union argument *arguments,
                    const struct model_reward *rewards, bool values, struct chain *out)
{
    enum status status = OK;
    struct walk walk = {.chain = out};
    *out = (struct chain){.type = model->type};
    TRY(stepper_create(name, model, arguments, rewards, &walk.stepper));
    TRY(find_all(&walk));
    TRY(stepper_chain(&walk.stepper, (uint32_t)walk.codes.count, out));
    if (values)
        TRY(allocate_large((size_t)walk.codes.count * (size_t)walk.stepper.space.count,
                           sizeof *out->values, "values of variables", &out->values));
    out->all_reached = !walk.stepper.space.all_initial;
    TRY(make_rows(&walk));
out:
    codes_free(&walk.codes);
    if (status != OK) chain_free(out);
    return status;
}
