#include "generators/explore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "generators/command_names.h"
#include "generators/walk.h"

/* Rows. All threads make some rows each, a slab of them in all, and then move them to their place.
 */

/* Entries of some rows that one thread has made, and of an MDP the rows themselves. */
struct piece {
    uint32_t *col;
    double *val;
    size_t count, col_room, val_room;
    uint64_t at;      /* where its entries go */
    uint32_t *length; /* of each row */
    uint32_t *called; /* of each row: command_name(); only if the model has names */
    double *rate;     /* the rewards of the first row, those of the next, ... */
    size_t rows, length_room, called_room, rate_room;
    uint64_t row_at; /* where its rows go */
};

enum { PIECES = 512, PIECE_ROWS = 256 };

struct rows {
    struct walk *walk;
    struct piece piece[PIECES];
    uint64_t room; /* for entries of the chain */
    uint64_t next; /* of an MDP: where the next rows go */
};

/* State of one thread while rows are made. */
struct filler {
    struct walk *walk;
    struct step step;
    uint64_t states; /* number of states that it has visited */
    struct piece *piece;
    uint64_t *code;     /* for each entry of the piece: its target */
    size_t count, room; /* of these; other threads write to the pieces beside this one */
    size_t rows;        /* of the piece, in an MDP */
};

static bool filler_make_room(struct filler *f, uint64_t count)
{
    static const char what[] = "transitions";
    struct piece *piece = f->piece;
    return reserve(&f->code, &f->room, count, sizeof *f->code, what) == OK &&
           reserve(&piece->col, &piece->col_room, count, sizeof *piece->col, what) == OK &&
           reserve(&piece->val, &piece->val_room, count, sizeof *piece->val, what) == OK;
}

/* Notes the lengths, rewards and names of the rows of an MDP's state. */
static bool put_choices(struct filler *f)
{
    const struct step *step = &f->step;
    struct piece *piece = f->piece;
    const uint32_t rows = step_rows(step);
    const size_t rewards = f->walk->chain->nrewards, all = f->rows + rows;
    uint32_t first = 0;
    if (reserve(&piece->length, &piece->length_room, all, sizeof *piece->length, "choices") != OK)
        return false;
    if (rewards && reserve(&piece->rate, &piece->rate_room, all * rewards, sizeof *piece->rate,
                           "rewards") != OK)
        return false;
    const bool named = stepper_names(step->stepper);
    if (named &&
        reserve(&piece->called, &piece->called_room, all, sizeof *piece->called, "choices") != OK)
        return false;
    for (uint32_t r = 0; r < rows; r++) {
        const uint32_t end = step_row_end(step, first);
        for (size_t k = 0; k < rewards; k++)
            piece->rate[f->rows * rewards + k] = step->rate[k * rows + r];
        if (named) piece->called[f->rows] = step_row_name(step, r);
        piece->length[f->rows++] = end - first;
        first = end;
    }
    return true;
}

static bool put_rows(struct filler *f, uint32_t rank)
{
    struct chain *chain = f->walk->chain;
    if (!chain->group) {
        chain->transitions.row[rank + 1] = f->step.count;
        return true;
    }
    chain->group[rank + 1] = step_rows(&f->step);
    return put_choices(f);
}

static void visit_row(void *context, uint32_t rank, uint64_t code)
{
    struct filler *f = context;
    struct piece *piece = f->piece;
    const struct step *step = &f->step;
    walk_count(f->walk, &f->states, "rows made", f->walk->codes.count);
    step_row(&f->step, code, f->walk->chain, rank);
    if (step->failed || !filler_make_room(f, f->count + step->count) || !put_rows(f, rank)) {
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
    filler->count = filler->rows = 0;
    codes_each(&walk->codes, first_row(walk, k), first_row(walk, k + 1), visit_row, filler);
    piece->count = filler->count;
    piece->rows = filler->rows;
    if (!walk->failed) find_ranks(&walk->codes, filler->code, piece);
}

static void move_choices(struct chain *chain, const struct piece *piece, uint32_t first,
                         uint32_t end)
{
    uint64_t *row = chain->transitions.row + piece->row_at, at = piece->at;
    uint32_t state_at = (uint32_t)piece->row_at;
    for (uint32_t i = first; i < end; i++) chain->group[i + 1] = state_at += chain->group[i + 1];
    for (size_t r = 0; r < piece->rows; r++) row[r + 1] = at += piece->length[r];
    if (chain->actions.of && piece->rows)
        memcpy(chain->actions.of + piece->row_at, piece->called,
               piece->rows * sizeof *piece->called);
    for (size_t k = 0; k < chain->nrewards; k++)
        for (size_t r = 0; r < piece->rows; r++)
            chain->rewards[k].rate[piece->row_at + r] = piece->rate[r * chain->nrewards + k];
}

static void move_piece(struct chain *chain, const struct piece *piece, uint32_t first, uint32_t end)
{
    struct csr *r = &chain->transitions;
    uint64_t at = piece->at;
    if (piece->count) {
        memcpy(r->col + at, piece->col, piece->count * sizeof *r->col);
        memcpy(r->val + at, piece->val, piece->count * sizeof *r->val);
    }
    if (chain->group) move_choices(chain, piece, first, end);
    else
        for (uint32_t i = first; i < end; i++) r->row[i + 1] = at += r->row[i + 1];
}

/* Updates the bounds on roundings. If several commands of a state are enabled, each probability is
 * divided by their number. Rewards are sums over the transitions of a state. */
static void note_rounding(const struct step *step, struct chain *chain)
{
    struct chain_rounding *rounding = &chain->rounding;
    const uint64_t more = (uint64_t)step->stepper->model->roundings,
                   transitions = step->merged + 1 + more, rewards = step->most + 5 + 2 * more;
    if (transitions > rounding->transitions) rounding->transitions = transitions;
    if (rewards > rounding->rewards) rounding->rewards = rewards;
}

enum status model_must_fit(const char *name, double states, double transitions)
{
    char what[128];
    snprintf(what, sizeof what, "%s: a chain of %.3g states and %.3g transitions", name, states,
             transitions);
    return memory_must_fit(24 * states + 12 * transitions, what); /* labels and a reward included */
}

enum status decisions_must_fit(const char *name, double states, double choices, double transitions)
{
    char what[160];
    snprintf(what, sizeof what, "%s: about %.3g states, %.3g choices and %.3g transitions", name,
             states, choices, transitions);
    return memory_must_fit(20 * states + 20 * choices + 12 * transitions,
                           what); /* the same, and names of choices */
}

/* Makes room for `most` entries of the chain. */
static enum status rows_make_room(struct rows *rows, uint64_t most)
{
    struct csr *r = &rows->walk->chain->transitions;
    if (most <= rows->room) return OK;
    MUST(rows->walk->chain->group
             ? decisions_must_fit(rows->walk->stepper.name, (double)rows->walk->codes.count,
                                  r->rows, (double)most)
             : model_must_fit(rows->walk->stepper.name, r->rows, (double)most));
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
        rows->piece[k].row_at = rows->next;
        rows->next += rows->piece[k].rows;
    }
    const double share =
        (double)first_row(rows->walk, first + pieces) / (double)rows->walk->codes.count;
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
        step_free(&filler.step);
        free(filler.code);
    }
    if (walk->failed) return walk_failure(walk);
    MUST(place_pieces(rows, first, pieces));
#pragma omp parallel for if (several)
    for (uint64_t k = 0; k < pieces; k++)
        move_piece(walk->chain, &rows->piece[k], first_row(walk, first + k),
                   first_row(walk, first + k + 1));
    return OK;
}

static void rows_free(struct rows *rows)
{
    for (int k = 0; k < PIECES; k++) {
        free(rows->piece[k].col);
        free(rows->piece[k].val);
        free(rows->piece[k].length);
        free(rows->piece[k].called);
        free(rows->piece[k].rate);
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

enum status explore(const char *name, const struct model *model, const union argument *arguments,
                    const struct model_reward *rewards, bool values, struct chain *out)
{
    enum status status = OK;
    struct walk walk = {.chain = out};
    *out = (struct chain){0};
    TRY(stepper_create(name, model, arguments, rewards, &walk.stepper));
    TRY(walk_find(&walk));
    const bool decides = model_type(model, arguments) == CHAIN_MDP;
    if (decides && walk.rows >= UINT32_MAX)
        TRY(fail(ERROR_INPUT, "%s: %.4g choices are more than 2^32 - 2", name, (double)walk.rows));
    TRY(stepper_chain(&walk.stepper, (uint32_t)walk.codes.count,
                      (uint32_t)(decides ? walk.rows : walk.codes.count), out));
    if (values) TRY(stepper_values(&walk.stepper, (uint32_t)walk.codes.count, out));
    out->all_reached = !walk.stepper.space.all_initial && !walk.stepper.space.is_initial;
    if (stepper_names(&walk.stepper))
        TRY(allocate_large(out->transitions.rows, sizeof *out->actions.of, "names of choices",
                           &out->actions.of));
    TRY(make_rows(&walk));
    if (out->actions.of) TRY(command_names(model, out->transitions.rows, &out->actions));
out:
    codes_free(&walk.codes);
    if (status != OK) chain_free(out);
    return status;
}
