#include "base/sparse/choices_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"

/* What all searches need. Rows can be taken out on the way. */
struct search {
    const struct choices *of;
    struct csr into;  /* for each state, the rows that lead to it */
    uint32_t *owner;  /* of each row */
    uint8_t *allowed; /* rows that still exist */
    uint32_t *left;   /* for each state, rows that still count */
    uint32_t *queue;  /* states; each is in it at most once */
    uint32_t last;    /* end of the queue */
};

static void search_close(struct search *s)
{
    csr_free(&s->into);
    free(s->owner);
    free(s->allowed);
    free(s->left);
    free(s->queue);
}

/* All rows that are allowed exist and count. */
static void search_begin(struct search *s)
{
    const struct choices *c = s->of;
    s->last = 0;
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
    MUST(allocate_large(c->rows->rows, sizeof *s->owner, "a search", &s->owner));
    MUST(allocate(c->rows->rows, 1, "a search", &s->allowed));
    MUST(allocate(c->states, sizeof *s->left, "a search", &s->left));
    MUST(allocate(c->states, sizeof *s->queue, "a search", &s->queue));
    search_begin(s);
    return OK;
}

static void start_at(struct search *s, const uint8_t *goal, uint32_t *rank)
{
    s->last = 0;
    for (uint32_t i = 0; i < s->of->states; i++) {
        rank[i] = goal[i] ? 0 : NO_RANK;
        if (goal[i]) s->queue[s->last++] = i;
    }
}

/* Gives ranks to states with an allowed row to a state that has one (hit NULL), or whose allowed
 * rows all have such a successor: hit (zeroed) = the rows that have. Ranks come in their order. */
static void attract(struct search *s, const uint8_t *through, const uint8_t *goal, uint8_t *hit,
                    uint32_t *rank)
{
    start_at(s, goal, rank);
    for (uint32_t first = 0; first < s->last; first++) {
        const uint32_t j = s->queue[first];
        for (uint64_t k = s->into.row[j]; k < s->into.row[j + 1]; k++) {
            const uint32_t row = s->into.col[k], i = s->owner[row];
            if (!s->allowed[row] || rank[i] != NO_RANK || (through && !through[i])) continue;
            if (hit && hit[row]) continue;
            if (hit) hit[row] = 1, s->left[i]--;
            if (hit && s->left[i]) continue;
            rank[i] = rank[j] + 1;
            s->queue[s->last++] = i;
        }
    }
}

static enum status attract_every(struct search *s, const uint8_t *through, const uint8_t *goal,
                                 uint32_t *rank)
{
    uint8_t *hit;
    MUST(allocate_zeroed(s->of->rows->rows, 1, "a search", &hit));
    attract(s, through, goal, hit, rank);
    free(hit);
    return OK;
}

/* Takes out the rows that lead to states without a rank. Returns whether there was any. */
static bool take_out(struct search *s, const uint32_t *rank)
{
    bool any = false;
    for (uint32_t j = 0; j < s->of->states; j++)
        for (uint64_t k = s->into.row[j]; rank[j] == NO_RANK && k < s->into.row[j + 1]; k++) {
            any |= s->allowed[s->into.col[k]];
            s->allowed[s->into.col[k]] = 0;
        }
    return any;
}

/* stage (NULL: not needed) = for each state the round, from 0 on, in which it has no rank. */
static void find_sure(struct search *s, const uint8_t *through, const uint8_t *goal, uint32_t *rank,
                      uint32_t *stage)
{
    for (uint32_t round = 0;; round++) {
        attract(s, through, goal, NULL, rank);
        for (uint32_t i = 0; stage && i < s->of->states; i++)
            if (rank[i] == NO_RANK && stage[i] == NO_RANK) stage[i] = round;
        if (!take_out(s, rank)) return;
    }
}

static enum status find_ranks(struct search *s, enum approach way, const uint8_t *through,
                              const uint8_t *goal, uint32_t *rank)
{
    if (way == BY_EVERY_CHOICE) return attract_every(s, through, goal, rank);
    if (way == BY_SURE_CHOICE) find_sure(s, through, goal, rank, NULL);
    else attract(s, through, goal, NULL, rank);
    return OK;
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
    find_sure(&search, NULL, goal, rank, *stage);
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
    for (uint32_t i = 0; i < n; i++) stated[i] = matrix_is_stated(a, i);
    TRY(choices_rank(&c, BY_SURE_CHOICE, NULL, stated, &rank));
    choices_descend(&c, BY_SURE_CHOICE, rank, choice);
    *ends = true;
    for (uint32_t i = 0; i < n; i++) {
        if (stated[i]) choice[i] = first_choice(&c, i);
        *ends &= choice[i] != NO_ROW;
    }
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
    s->queue[s->last++] = i;
}

static void drop_row(struct search *s, uint8_t *alive, uint32_t row)
{
    if (!s->allowed[row]) return;
    s->allowed[row] = 0;
    if (--s->left[s->owner[row]] == 0) drop_state(s, alive, s->owner[row]);
}

/* Drops the rows of states that are gone, and the rows to them, from the `first`-th on. */
static void drop_along(struct search *s, uint8_t *alive, uint32_t first)
{
    for (; first < s->last; first++) {
        const uint32_t j = s->queue[first];
        for (uint32_t r = first_choice(s->of, j); r < first_choice(s->of, j + 1); r++)
            drop_row(s, alive, r);
        for (uint64_t k = s->into.row[j]; k < s->into.row[j + 1]; k++)
            drop_row(s, alive, s->into.col[k]);
    }
}

/* step: for each state, the successors along its allowed rows. */
static void join_rows(const struct search *s, struct csr *step)
{
    const struct csr *rows = s->of->rows;
    step->nnz = 0;
    for (uint32_t i = 0; i < s->of->states; i++) {
        step->row[i] = step->nnz;
        for (uint32_t r = first_choice(s->of, i); r < first_choice(s->of, i + 1); r++)
            for (uint64_t k = rows->row[r]; s->allowed[r] && k < rows->row[r + 1]; k++)
                step->col[step->nnz++] = rows->col[k];
    }
    step->row[s->of->states] = step->nnz;
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
    uint32_t count;
    const uint32_t first = s->last;
    bool any = false;
    join_rows(s, step);
    MUST(strong_components(step, component, &count));
    for (uint32_t r = 0; r < s->of->rows->rows; r++) {
        if (!s->allowed[r] || !leaves(s, *component, r)) continue;
        any = true;
        drop_row(s, alive, r);
    }
    drop_along(s, alive, first);
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
    for (uint32_t i = 0; i < n; i++) alive[i] = 1;
    for (uint32_t i = 0; i < n; i++)
        if ((inside && !inside[i]) || !s->left[i]) drop_state(s, alive, i);
    drop_along(s, alive, 0);
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
