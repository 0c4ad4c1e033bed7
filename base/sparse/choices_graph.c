#include "base/sparse/choices_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/level_queue.h"
#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/sparse/component_order.h"
#include "base/team.h"

enum { SOME = 1 << 16 }; /* states that one thread visits between two looks for a stop */

/* What all searches need. Rows can be taken out on the way. */
struct search {
    const struct choices *of;
    struct csr into;  /* for each state, the rows that lead to it */
    uint32_t *owner;  /* of each row */
    uint8_t *allowed; /* rows that still exist */
    uint32_t *left;   /* for each state, rows that still count */
    const uint8_t *goal;
    uint8_t *seen; /* states that are or were in the queue */
    struct level_queue queue;
};

static void search_close(struct search *s)
{
    csr_free(&s->into);
    free(s->owner);
    free(s->allowed);
    free(s->left);
    free(s->seen);
    free(s->queue.of);
}

/* All rows that are allowed exist and count. */
static void search_begin(struct search *s)
{
    const struct choices *c = s->of;
#pragma omp parallel for if (team_once(c->rows->rows))
    for (uint32_t i = 0; i < c->states; i++) {
        s->left[i] = 0;
        for (uint32_t r = first_choice(c, i); r < first_choice(c, i + 1); r++) {
            s->owner[r] = i;
            s->allowed[r] = !c->allowed || c->allowed[r];
            s->left[i] += s->allowed[r];
        }
    }
}

static enum status search_open(const struct choices *c, struct search *s)
{
    struct csr structure = *c->rows;
    *s = (struct search){.of = c};
    structure.val = NULL;
    MUST(transpose(&(struct transposition){.rows = c->states}, &structure, false, &s->into));
    MUST(progress_hook_check());
    MUST(allocate_large(c->rows->rows, sizeof *s->owner, "a search", &s->owner));
    MUST(allocate_large(c->rows->rows, 1, "a search", &s->allowed));
    MUST(allocate_large(c->states, sizeof *s->left, "a search", &s->left));
    MUST(allocate_large(c->states, 1, "a search", &s->seen));
    MUST(allocate_large(c->states, sizeof *s->queue.of, "a search", &s->queue.of));
    search_begin(s);
    return OK;
}

static void start_at(struct search *s, const uint8_t *goal, uint32_t *rank)
{
    s->queue.last = 0;
#pragma omp parallel if (team_once(s->of->states))
    {
        struct level_batch batch = {.count = 0};
#pragma omp for schedule(static) nowait
        for (uint32_t i = 0; i < s->of->states; i++) {
            rank[i] = goal[i] ? 0 : NO_RANK;
            s->seen[i] = goal[i] != 0;
            if (goal[i]) level_batch_add(&s->queue, &batch, i);
        }
        level_batch_end(&s->queue, &batch);
    }
}

/* Sets a byte to 0 or 1. Returns whether this thread is the first to do so. */
static inline bool is_first(uint8_t *byte, uint8_t to)
{
    uint8_t was;
#pragma omp atomic read
    was = *byte;
    if (was == to) return false;
#pragma omp atomic capture
    {
        was = *byte;
        *byte = to;
    }
    return was != to;
}

/* Counts a row that leads to a state with a rank. Returns whether its owner now has a rank, too:
 * hit: it was the last of its rows that count. */
static inline bool is_reached(struct search *s, uint8_t *hit, uint32_t row, uint32_t i)
{
    uint32_t left;
    if (!hit) return is_first(&s->seen[i], 1);
    if (!is_first(&hit[row], 1)) return false;
#pragma omp atomic capture
    left = --s->left[i];
    return !left;
}

/* Visits the states of a level of the queue. */
static void attract_level(struct search *s, uint32_t first, uint32_t end, const uint8_t *through,
                          uint8_t *hit, uint32_t *rank)
{
#pragma omp parallel if (team_again(16 * (uint64_t)(end - first)))
    {
        struct level_batch batch = {.count = 0};
#pragma omp for schedule(dynamic, 256) nowait
        for (uint32_t q = first; q < end; q++) {
            const uint32_t j = s->queue.of[q];
            for (uint64_t k = s->into.row[j]; k < s->into.row[j + 1]; k++) {
                const uint32_t row = s->into.col[k], i = s->owner[row];
                if (!s->allowed[row] || s->goal[i] || (through && !through[i])) continue;
                if (!is_reached(s, hit, row, i)) continue;
                rank[i] = rank[j] + 1;
                level_batch_add(&s->queue, &batch, i);
            }
        }
        level_batch_end(&s->queue, &batch);
    }
}

/* Gives ranks to states with an allowed row to a state that has one (hit NULL), or whose allowed
 * rows all have such a successor: hit (zeroed) = the rows that have. Ranks come in their order. */
static enum status attract(struct search *s, const uint8_t *through, const uint8_t *goal,
                           uint8_t *hit, uint32_t *rank)
{
    s->goal = goal;
    start_at(s, goal, rank);
    for (uint32_t first = 0, end; first < s->queue.last; first = end) {
        end = s->queue.last;
        attract_level(s, first, end, through, hit, rank);
        MUST(progress_hook_check());
    }
    return OK;
}

static enum status attract_every(struct search *s, const uint8_t *through, const uint8_t *goal,
                                 uint32_t *rank)
{
    uint8_t *hit;
    MUST(allocate_zeroed(s->of->rows->rows, 1, "a search", &hit));
    const enum status status = attract(s, through, goal, hit, rank);
    free(hit);
    return status;
}

/* Takes out the rows that lead to states without a rank. Returns whether there was any. */
static bool take_out(struct search *s, const uint32_t *rank)
{
    int any = false;
#pragma omp parallel for reduction(| : any) if (team_once(s->into.nnz))
    for (uint32_t j = 0; j < s->of->states; j++)
        for (uint64_t k = s->into.row[j]; rank[j] == NO_RANK && k < s->into.row[j + 1]; k++)
            any |= is_first(&s->allowed[s->into.col[k]], 0);
    return any;
}

/* stage (NULL: not needed) = for each state the round, from 0 on, in which it has no rank. */
static enum status find_sure(struct search *s, const uint8_t *through, const uint8_t *goal,
                             uint32_t *rank, uint32_t *stage)
{
    for (uint32_t round = 0;; round++) {
        MUST(attract(s, through, goal, NULL, rank));
#pragma omp parallel for if (team_once(s->of->states))
        for (uint32_t i = 0; i < (stage ? s->of->states : 0); i++)
            if (rank[i] == NO_RANK && stage[i] == NO_RANK) stage[i] = round;
        if (!take_out(s, rank)) return OK;
    }
}

static enum status find_ranks(struct search *s, enum approach way, const uint8_t *through,
                              const uint8_t *goal, uint32_t *rank)
{
    switch (way) {
    case BY_EVERY_CHOICE: return attract_every(s, through, goal, rank);
    case BY_SURE_CHOICE: return find_sure(s, through, goal, rank, NULL);
    default: return attract(s, through, goal, NULL, rank);
    }
}

enum status choices_rank(const struct choices *c, enum approach way, const uint8_t *through,
                         const uint8_t *goal, uint32_t **rank)
{
    enum status status = OK;
    struct search search = {0};
    *rank = NULL;
    TRY(allocate_large(c->states, sizeof **rank, "ranks", rank));
    TRY(search_open(c, &search));
    TRY(find_ranks(&search, way, through, goal, *rank));
out:
    search_close(&search);
    if (status != OK) {
        free(*rank);
        *rank = NULL;
    }
    return status;
}

enum status choices_stage(const struct choices *c, const uint8_t *goal, uint32_t **stage)
{
    enum status status = OK;
    struct search search = {0};
    uint32_t *rank = NULL;
    TRY(allocate(c->states, sizeof **stage, "stages", stage));
    memset(*stage, 0xff, c->states * sizeof **stage);
    TRY(allocate_large(c->states, sizeof *rank, "ranks", &rank));
    TRY(search_open(c, &search));
    TRY(find_sure(&search, NULL, goal, rank, *stage));
out:
    search_close(&search);
    free(rank);
    if (status != OK) {
        free(*stage);
        *stage = NULL;
    }
    return status;
}

/* *out (new) = states with a rank (ranked), or those without. */
static enum status set_of(uint32_t n, const uint32_t *rank, bool ranked, uint8_t **out)
{
    MUST(allocate(n, 1, "a search", out));
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) (*out)[i] = (rank[i] != NO_RANK) == ranked;
    return OK;
}

/* yes: largest: BY_SURE_CHOICE. Smallest: no choices lead to `no` before the goal. */
static enum status find_certain(struct search *s, const uint8_t *through, const uint8_t *goal,
                                bool largest, uint32_t *rank, uint8_t *undecided, uint8_t **no,
                                uint8_t **yes)
{
    const uint32_t n = s->of->states;
    MUST(find_ranks(s, largest ? BY_SOME_CHOICE : BY_EVERY_CHOICE, through, goal, rank));
    MUST(set_of(n, rank, false, no));
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) undecided[i] = (!through || through[i]) && !goal[i];
    if (largest) MUST(find_ranks(s, BY_SURE_CHOICE, through, goal, rank));
    else MUST(find_ranks(s, BY_SOME_CHOICE, undecided, *no, rank));
    return set_of(n, rank, largest, yes);
}

enum status certain_choices(const struct choices *c, const uint8_t *through, const uint8_t *goal,
                            bool largest, uint8_t **no, uint8_t **yes)
{
    enum status status = OK;
    struct search search = {0};
    uint32_t *rank = NULL;
    uint8_t *undecided = NULL;
    *no = *yes = NULL;
    TRY(allocate_large(c->states, sizeof *rank, "a search", &rank));
    TRY(allocate(c->states, 1, "a search", &undecided));
    TRY(search_open(c, &search));
    TRY(find_certain(&search, through, goal, largest, rank, undecided, no, yes));
out:
    search_close(&search);
    free(rank);
    free(undecided);
    if (status != OK) {
        free(*no);
        free(*yes);
        *no = *yes = NULL;
    }
    return status;
}

static bool descends(const struct choices *c, bool sure, const uint32_t *rank, uint32_t row,
                     uint32_t state)
{
    bool lower = false, all = true;
    for (uint64_t k = c->rows->row[row]; k < c->rows->row[row + 1]; k++) {
        lower |= rank[c->rows->col[k]] < rank[state];
        all &= rank[c->rows->col[k]] != NO_RANK;
    }
    return lower && (all || !sure);
}

void choices_descend(const struct choices *c, enum approach way, const uint32_t *rank,
                     uint32_t *choice)
{
#pragma omp parallel for if (team_once(c->rows->nnz))
    for (uint32_t i = 0; i < c->states; i++) {
        choice[i] = NO_ROW;
        if (rank[i] == 0 || rank[i] == NO_RANK) continue;
        for (uint32_t r = first_choice(c, i); r < first_choice(c, i + 1); r++)
            if ((!c->allowed || c->allowed[r]) && descends(c, way == BY_SURE_CHOICE, rank, r, i)) {
                choice[i] = r;
                break;
            }
    }
}

enum status choices_that_end(const struct matrix *a, uint32_t *choice, bool *ends)
{
    enum status status = OK;
    const uint32_t n = (uint32_t)matrix_unknowns(a);
    const struct choices c = {&a->off, a->group, n, NULL};
    uint8_t *stated = NULL;
    uint32_t *rank = NULL;
    TRY(allocate(n, 1, "states", &stated));
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) stated[i] = matrix_is_stated(a, i);
    TRY(choices_rank(&c, BY_SURE_CHOICE, NULL, stated, &rank));
    choices_descend(&c, BY_SURE_CHOICE, rank, choice);
    int all = true;
#pragma omp parallel for reduction(& : all) if (team_once(n))
    for (uint32_t i = 0; i < n; i++) {
        if (stated[i]) choice[i] = first_choice(&c, i);
        all &= choice[i] != NO_ROW;
    }
    *ends = all;
out:
    free(stated);
    free(rank);
    return status;
}

/* End components: rows that leave their strong component go, and so do states without rows and the
 * rows that lead to them, until nothing changes. States in the queue are gone. */

static void drop_state(struct search *s, uint8_t *alive, uint32_t i)
{
    if (!alive[i]) return;
    alive[i] = 0;
    s->queue.of[s->queue.last++] = i;
}

static void drop_row(struct search *s, uint8_t *alive, uint32_t row)
{
    if (!s->allowed[row]) return;
    s->allowed[row] = 0;
    if (--s->left[s->owner[row]] == 0) drop_state(s, alive, s->owner[row]);
}

/* Drops the rows of states that are gone, and the rows to them, from the `first`-th on. */
static enum status drop_along(struct search *s, uint8_t *alive, uint32_t first)
{
    for (; first < s->queue.last; first++) {
        const uint32_t j = s->queue.of[first];
        if (first % SOME == 0) MUST(progress_hook_check());
        for (uint32_t r = first_choice(s->of, j); r < first_choice(s->of, j + 1); r++)
            drop_row(s, alive, r);
        for (uint64_t k = s->into.row[j]; k < s->into.row[j + 1]; k++)
            drop_row(s, alive, s->into.col[k]);
    }
    return OK;
}

/* Visits the successors of a state along its allowed rows, but not itself. Returns their number. */
static uint64_t successors_of(const struct search *s, uint32_t i, uint32_t *col)
{
    const struct csr *rows = s->of->rows;
    uint64_t count = 0;
    for (uint32_t r = first_choice(s->of, i); r < first_choice(s->of, i + 1); r++)
        for (uint64_t k = rows->row[r]; s->allowed[r] && k < rows->row[r + 1]; k++) {
            if (rows->col[k] == i) continue;
            if (col) col[count] = rows->col[k];
            count++;
        }
    return count;
}

static void join_rows(const struct search *s, struct csr *step)
{
    const uint32_t n = s->of->states;
    const bool shared = team_once(s->of->rows->nnz);
    step->row[0] = 0;
#pragma omp parallel for if (shared)
    for (uint32_t i = 0; i < n; i++) step->row[i + 1] = successors_of(s, i, NULL);
    for (uint32_t i = 0; i < n; i++) step->row[i + 1] += step->row[i];
#pragma omp parallel for if (shared)
    for (uint32_t i = 0; i < n; i++) successors_of(s, i, step->col + step->row[i]);
    step->nnz = step->row[n];
}

static enum status find_strong(const struct csr *step, uint32_t **component)
{
    struct components found;
    MUST(components_find(&(struct matrix){.off = *step}, &found));
    *component = found.of;
    found.of = NULL;
    components_free(&found);
    return OK;
}

static bool leaves(const struct search *s, const uint32_t *component, uint32_t row)
{
    const struct csr *rows = s->of->rows;
    bool leaves = false;
    for (uint64_t k = rows->row[row]; k < rows->row[row + 1]; k++)
        leaves |= component[rows->col[k]] != component[s->owner[row]];
    return leaves;
}

/* *component (new, or NULL): strong components if no row leaves one. */
static enum status split(struct search *s, uint8_t *alive, struct csr *step, uint32_t **component)
{
    const uint32_t first = s->queue.last;
    bool any = false;
    join_rows(s, step);
    MUST(find_strong(step, component));
    for (uint32_t r = 0; r < s->of->rows->rows; r++) {
        if (!s->allowed[r] || !leaves(s, *component, r)) continue;
        any = true;
        drop_row(s, alive, r);
    }
    MUST(drop_along(s, alive, first));
    if (!any) return OK;
    free(*component);
    *component = NULL;
    return OK;
}

/* Renumbers the components of the states that are left, by their first states. States that are gone
 * are alone in their components. */
static enum status number_components(uint32_t n, const uint8_t *alive, uint32_t *component,
                                     uint32_t *count)
{
    uint32_t *name;
    MUST(allocate(n, sizeof *name, "end components", &name));
    memset(name, 0xff, n * sizeof *name);
    *count = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (alive[i] && name[component[i]] == NO_CLASS) name[component[i]] = (*count)++;
        component[i] = name[component[i]];
    }
    free(name);
    return OK;
}

static enum status find_components(struct search *s, const uint8_t *inside, uint8_t *alive,
                                   struct csr *step, uint32_t **component, uint32_t *count)
{
    const uint32_t n = s->of->states;
    s->queue.last = 0;
    memset(alive, 1, n);
    for (uint32_t i = 0; i < n; i++)
        if ((inside && !inside[i]) || !s->left[i]) drop_state(s, alive, i);
    MUST(drop_along(s, alive, 0));
    while (!*component) MUST(split(s, alive, step, component));
    return number_components(n, alive, *component, count);
}

enum status end_components(const struct choices *c, const uint8_t *inside, uint32_t **component,
                           uint32_t *count, uint8_t **stays)
{
    enum status status = OK;
    struct search search = {0};
    struct csr step = {.rows = c->states};
    uint8_t *alive = NULL;
    *component = NULL;
    *stays = NULL;
    TRY(search_open(c, &search));
    TRY(allocate(c->states, 1, "end components", &alive));
    TRY(allocate((size_t)c->states + 1, sizeof *step.row, "end components", &step.row));
    TRY(allocate_large(c->rows->nnz, sizeof *step.col, "end components", &step.col));
    TRY(find_components(&search, inside, alive, &step, component, count));
    *stays = search.allowed;
    search.allowed = NULL;
out:
    search_close(&search);
    csr_free(&step);
    free(alive);
    if (status != OK) {
        free(*component);
        *component = NULL;
    }
    return status;
}
