#include "problems/ranks/own_system.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/ranks/incoming.h"
#include "problems/ranks/mail.h"

/* Labels and lengths */

/* What labels say of some own states. to: one byte an own state. */
static enum status copy_label(const struct chain *some, uint32_t first, const char *label,
                              bool negated, uint8_t *to)
{
    uint8_t *holds;
    MUST(label_states(some, label, &holds));
    for (uint32_t i = 0; i < some->transitions.n; i++) to[first + i] = holds[i] != negated;
    free(holds);
    return OK;
}

/* Of own states first .. first + some->n - 1. through: NULL where nothing is avoided. */
static enum status look_at(struct own_system *s, uint32_t first, struct chain *some,
                           uint8_t *through)
{
    const struct property *property = s->property;
    struct step *step = &s->share->step;
    for (uint32_t i = 0; i < some->transitions.n; i++) {
        const uint64_t code = s->share->code[first + i];
        step_row(step, code, some, i);
        if (step->failed) return step_failure(step->stepper);
        s->length[first + i] = 0;
        for (uint32_t e = 0; e < step->count; e++)
            s->length[first + i] += step->entry[e].code != code;
    }
    if (property->goal) MUST(copy_label(some, first, property->goal, false, s->goal));
    if (through) MUST(copy_label(some, first, property->avoid, true, through));
    return OK;
}

static enum status look_at_all(struct own_system *s, uint8_t *through)
{
    enum { SOME = 4096 };
    const uint32_t count = s->share->count;
    for (uint32_t first = 0; first < count; first += SOME) {
        struct chain some = {0};
        const uint32_t n = count - first < SOME ? count - first : SOME;
        enum status status = stepper_chain(s->share->step.stepper, n, &some);
        if (status == OK) status = look_at(s, first, &some, through);
        chain_free(&some);
        MUST(status);
    }
    return OK;
}

static enum status make_room(struct own_system *s, uint8_t **through)
{
    const uint32_t count = s->share->count;
    MUST(allocate(count, sizeof *s->length, "rows", &s->length));
    MUST(allocate(count, 1, "states", &s->moves));
    if (!s->property->goal) return OK;
    MUST(allocate(count, 1, "states", &s->goal));
    MUST(allocate(count, 1, "states", &s->no));
    MUST(allocate(count, 1, "states", &s->yes));
    return s->property->avoid ? allocate(count, 1, "states", through) : OK;
}

/* Probability 0 and 1 */

/* As certain_states has it. through: NULL for all; it is not needed any more. */
static enum status find_certain(struct own_system *s, const uint8_t *through)
{
    enum status status = OK;
    struct csr incoming = {0};
    uint8_t *undecided = NULL;
    const uint32_t count = s->share->count;
    TRY(incoming_make(s->share, false, NULL, &incoming));
    TRY(ranks_agree(allocate(count, 1, "a search", &undecided)));
    TRY(incoming_search(s->share, &incoming, s->goal, through, s->no));
    for (uint32_t i = 0; i < count; i++) {
        s->no[i] = !s->no[i];
        undecided[i] = (!through || through[i]) && !s->goal[i];
    }
    TRY(incoming_search(s->share, &incoming, s->no, undecided, s->yes));
    for (uint32_t i = 0; i < count; i++) s->yes[i] = !s->yes[i];
out:
    csr_free(&incoming);
    free(undecided);
    return status;
}

static bool is_bounded(const struct property *property)
{
    return property->steps || property->time > 0;
}

/* Whether a row is more than x_i = b_i. */
static bool has_row(const struct own_system *s, uint32_t i)
{
    if (is_bounded(s->property)) return s->moves[i];
    return is_undecided(s->reward != NULL, s->goal[i], s->no[i], s->yes[i]);
}

static void count_entries(struct own_system *s)
{
    for (uint32_t i = 0; i < s->share->count; i++) {
        s->moves[i] = s->goal ? !s->goal[i] && !s->no[i] : s->length[i] > 0;
        if (has_row(s, i)) s->entries += s->length[i];
    }
}

static enum status make_goal_system(struct own_system *s)
{
    enum status status = OK;
    uint8_t *through = NULL;
    const bool every = s->reward && !is_bounded(s->property); /* whatever is avoided */
    s->has_b = true;
    TRY(ranks_agree(make_room(s, &through)));
    TRY(ranks_agree(look_at_all(s, through)));
    if (s->goal) TRY(find_certain(s, every ? NULL : through));
    count_entries(s);
out:
    free(through);
    return status;
}

/* Long runs */

/* All states have been reached from the initial one: they are one class if all reach it. */
static enum status check_class(const struct own_system *s)
{
    enum status status = OK;
    const struct stepper *stepper = s->share->step.stepper;
    const uint64_t start = stepper_start(stepper);
    const uint32_t count = s->share->count;
    uint8_t *initial = NULL, *seen = NULL;
    int others = stepper->space.all_initial || s->share->n == 1;
    TRY(ranks_agree(allocate_zeroed(count, 1, "a search", &initial)));
    TRY(ranks_agree(allocate(count, 1, "a search", &seen)));
    if (count && share_owner(s->share, start) == ranks_self()->rank)
        initial[share_index(s->share, start)] = 1;
    TRY(incoming_search(s->share, &s->incoming, initial, NULL, seen));
    for (uint32_t i = 0; i < count; i++) others |= !seen[i];
    if (ranks_link_here()->any(others))
        status = fail(ERROR_UNSUPPORTED,
                      "%s: ranks take a long run whose states, more than one, are one closed "
                      "class, reached from one initial state, and this is another: leave out "
                      "--ranks",
                      stepper->name);
out:
    free(initial);
    free(seen);
    return status;
}

static enum status make_long_run(struct own_system *s)
{
    const uint32_t count = s->share->count;
    MUST(ranks_agree(allocate(count, sizeof *s->leaving, "the diagonal", &s->leaving)));
    MUST(ranks_agree(allocate(count, sizeof *s->length, "rows", &s->length)));
    MUST(incoming_make(s->share, true, s->leaving, &s->incoming));
    for (uint32_t i = 0; i < count; i++)
        s->length[i] = (uint32_t)(s->incoming.row[i + 1] - s->incoming.row[i]);
    s->entries = s->incoming.nnz;
    return check_class(s);
}

enum status own_system_make(struct share *share, const struct property *property,
                            const char *reward, struct own_system *out)
{
    *out = (struct own_system){.share = share, .property = property, .reward = reward};
    return property->goal || is_bounded(property) ? make_goal_system(out) : make_long_run(out);
}

/* Pieces */

enum { PIECE = 1 << 18 }; /* entries and rows, or one row */

/* *entries: of the piece at most. */
static uint32_t piece_end(const struct own_system *s, uint32_t first, uint64_t *entries)
{
    uint32_t end = first;
    *entries = 0;
    while (end < s->share->count && (end == first || *entries + s->length[end] < PIECE))
        *entries += s->length[end++] + UINT64_C(1);
    return end;
}

static enum status copy_long_run(const struct own_system *s, uint32_t first, uint32_t end,
                                 struct linear *out)
{
    const struct csr *from = &s->incoming;
    struct csr *off = &out->a.off;
    const uint64_t begin = from->row[first];
    MUST(csr_allocate(end - first, from->row[end] - begin, off));
    MUST(allocate(off->n, sizeof *out->a.diag, "rows", &out->a.diag));
    MUST(allocate(off->n, sizeof *out->x0, "rows", &out->x0));
    for (uint32_t i = 0; i <= off->n; i++) off->row[i] = from->row[first + i] - begin;
    memcpy(off->col, from->col + begin, off->nnz * sizeof *off->col);
    memcpy(off->val, from->val + begin, off->nnz * sizeof *off->val);
    memcpy(out->a.diag, s->leaving + first, off->n * sizeof *out->a.diag);
    for (uint32_t i = 0; i < off->n; i++) out->x0[i] = 1.0 / s->share->n;
    return OK;
}

/* The chain of some own states, whose columns are codes so far. */
struct some_states {
    struct chain chain;
    uint64_t *code;
};

static enum status step_states(const struct own_system *s, uint32_t first, uint32_t end,
                               uint64_t entries, struct some_states *out)
{
    struct step *step = &s->share->step;
    struct csr *rows = &out->chain.transitions;
    MUST(stepper_chain(step->stepper, end - first, &out->chain));
    MUST(allocate(entries, sizeof *rows->col, "transitions", &rows->col));
    MUST(allocate(entries, sizeof *rows->val, "transitions", &rows->val));
    MUST(allocate(entries, sizeof *out->code, "transitions", &out->code));
    for (uint32_t i = 0; i < end - first; i++) {
        step_row(step, s->share->code[first + i], &out->chain, i);
        if (step->failed) return step_failure(step->stepper);
        for (uint32_t e = 0; e < step->count; e++) {
            out->code[rows->nnz] = step->entry[e].code;
            rows->val[rows->nnz++] = step->entry[e].value;
        }
        rows->row[i + 1] = rows->nnz;
    }
    return OK;
}

static enum status ask(const struct share *share, uint64_t count, const uint64_t *code,
                       struct mail *mail)
{
    for (uint64_t e = 0; e < count; e++)
        MUST(mail_put(mail, share_owner(share, code[e]), &code[e], sizeof code[e]));
    return OK;
}

static enum status answer(const struct share *share, struct mail *mail)
{
    for (int k = 0; k < ranks_self()->size; k++) {
        const struct box *box = &mail->in[k];
        const uint64_t *code = (const uint64_t *)(void *)box->bytes;
        for (size_t e = 0; e < box->used / sizeof *code; e++) {
            const uint32_t number = share_first(share) + share_index(share, code[e]);
            MUST(mail_put(mail, k, &number, sizeof number));
        }
    }
    return OK;
}

/* Asks the owners of the states for their numbers. mine: whether there are states to ask for. */
static enum status number_columns(const struct share *share, enum status mine,
                                  struct some_states *some)
{
    enum status status = OK;
    struct mail mail = {0};
    struct csr *rows = &some->chain.transitions;
    size_t taken[MOST_PARTS] = {0};
    if (mine == OK) mine = ask(share, rows->nnz, some->code, &mail);
    TRY(mail_exchange(&mail, mine));
    TRY(mail_exchange(&mail, answer(share, &mail)));
    for (uint64_t e = 0; e < rows->nnz; e++) {
        const int owner = share_owner(share, some->code[e]);
        memcpy(&rows->col[e], mail.in[owner].bytes + taken[owner], sizeof *rows->col);
        taken[owner] += sizeof *rows->col;
    }
out:
    mail_free(&mail);
    return status;
}

static enum status reduce(const struct own_system *s, uint32_t first, struct chain *some,
                          struct linear *out)
{
    const double *reward = s->reward ? chain_reward(some, s->reward)->rate : NULL;
    const uint8_t *goal = s->goal ? s->goal + first : NULL;
    const uint32_t number = share_first(s->share) + first;
    if (is_bounded(s->property))
        return bounded_rows(some, number, reward, goal, s->moves + first, out);
    return fixpoint_rows(some, number, reward, goal, s->no + first, s->yes + first, out);
}

enum status own_system_rows(struct own_system *s, uint32_t first, uint32_t *end,
                            struct linear *rows)
{
    enum status status = OK;
    struct some_states some = {0};
    uint64_t entries;
    *rows = (struct linear){0};
    *end = piece_end(s, first, &entries);
    if (s->leaving) return ranks_agree(copy_long_run(s, first, *end, rows));
    status = step_states(s, first, *end, entries, &some);
    TRY(number_columns(s->share, status, &some));
    TRY(ranks_agree(reduce(s, first, &some.chain, rows)));
out:
    chain_free(&some.chain);
    free(some.code);
    return status;
}

void own_system_free(struct own_system *s)
{
    free(s->length);
    csr_free(&s->incoming);
    free(s->leaving);
    free(s->goal);
    free(s->no);
    free(s->yes);
    free(s->moves);
    *s = (struct own_system){0};
}
