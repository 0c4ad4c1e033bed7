#include "base/sparse/reachability.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/sparse/spread.h"
#include "base/sparse/transpose.h"
#include "base/team.h"

/* The same search with a queue, from predecessor to predecessor. */
static enum status search_back(const struct csr *a, const uint8_t *through, uint32_t *level)
{
    enum status status = OK;
    struct csr structure = *a, back = {0};
    uint32_t *queue = NULL, first = 0, last = 0;
    structure.val = NULL;
    TRY(transpose(&(struct transposition){.rows = a->rows}, &structure, false, &back));
    TRY(allocate(a->rows, sizeof *queue, "a search", &queue));
    for (uint32_t i = 0; i < a->rows; i++)
        if (level[i] != NO_LEVEL) queue[last++] = i;
    while (first < last) {
        uint32_t j = queue[first++];
        for (uint64_t k = back.row[j]; k < back.row[j + 1]; k++) {
            uint32_t i = back.col[k];
            if (level[i] != NO_LEVEL || (through && !through[i])) continue;
            level[i] = 0;
            queue[last++] = i;
        }
    }
out:
    free(queue);
    csr_free(&back);
    return status;
}

/* *out (new) = the states from which no target can be reached through states of `through` (NULL:
 * any). */
static enum status states_without(const struct csr *a, const uint8_t *target,
                                  const uint8_t *through, uint8_t **out)
{
    enum status status = OK;
    uint32_t *level = NULL;
    uint64_t left;
    TRY(allocate_large(a->rows, sizeof *level, "a search", &level));
    TRY(allocate(a->rows, 1, "a search", out));
#pragma omp parallel for if (team_once(a->rows))
    for (uint32_t i = 0; i < a->rows; i++) level[i] = target[i] ? 0 : NO_LEVEL;
    if (!spread_back(a, through, level, &left)) TRY(search_back(a, through, level));
#pragma omp parallel for if (team_once(a->rows))
    for (uint32_t i = 0; i < a->rows; i++) (*out)[i] = level[i] == NO_LEVEL;
out:
    free(level);
    return status;
}

/* no: states that cannot reach the goal. yes: states that cannot reach `no` before the goal. */
enum status certain_states(const struct csr *a, const uint8_t *through, const uint8_t *goal,
                           uint8_t **no, uint8_t **yes)
{
    enum status status = OK;
    uint8_t *undecided = NULL;
    *no = *yes = NULL;
    TRY(states_without(a, goal, through, no));
    TRY(allocate(a->rows, 1, "a search", &undecided));
#pragma omp parallel for if (team_once(a->rows))
    for (uint32_t i = 0; i < a->rows; i++) undecided[i] = (!through || through[i]) && !goal[i];
    TRY(states_without(a, *no, undecided, yes));
out:
    free(undecided);
    return status;
}

/* Tarjan's algorithm with explicit stacks. A state is unvisited while number = 0, and its component
 * is finished if component != NO_CLASS. */
struct tarjan {
    const struct csr *a;
    uint32_t *number, *low, *component;
    uint64_t *next;         /* for each state, the next transition to follow */
    uint32_t *path, *stack; /* depth-first path; states whose component is not known yet */
    uint32_t depth, height, visited, ncomponents;
};

static void component_visit(struct tarjan *t, uint32_t i)
{
    t->number[i] = t->low[i] = ++t->visited;
    t->next[i] = t->a->row[i];
    t->path[t->depth++] = t->stack[t->height++] = i;
}

static void component_leave(struct tarjan *t, uint32_t i)
{
    t->depth--;
    if (t->depth && t->low[i] < t->low[t->path[t->depth - 1]])
        t->low[t->path[t->depth - 1]] = t->low[i];
    if (t->low[i] != t->number[i]) return;
    uint32_t member;
    do {
        member = t->stack[--t->height];
        t->component[member] = t->ncomponents;
    } while (member != i);
    t->ncomponents++;
}

static enum status component_search(struct tarjan *t, uint32_t root)
{
    enum { SOME = 1 << 16 };
    component_visit(t, root);
    while (t->depth) {
        uint32_t i = t->path[t->depth - 1];
        if (t->next[i] == t->a->row[i + 1]) {
            component_leave(t, i);
            continue;
        }
        uint32_t j = t->a->col[t->next[i]++];
        if (!t->number[j]) {
            component_visit(t, j);
            if (t->visited % SOME == 0) MUST(progress_hook_check());
        } else if (t->component[j] == NO_CLASS && t->number[j] < t->low[i])
            t->low[i] = t->number[j];
    }
    return OK;
}

static void tarjan_free(struct tarjan *t)
{
    free(t->number);
    free(t->low);
    free(t->next);
    free(t->path);
    free(t->stack);
    free(t->component);
}

enum status strong_components(const struct csr *a, uint32_t **component, uint32_t *count)
{
    enum status status = OK;
    struct tarjan t = {.a = a};
    TRY(allocate_zeroed(a->rows, sizeof *t.number, "closed classes", &t.number));
    TRY(allocate(a->rows, sizeof *t.low, "closed classes", &t.low));
    TRY(allocate(a->rows, sizeof *t.next, "closed classes", &t.next));
    TRY(allocate(a->rows, sizeof *t.path, "closed classes", &t.path));
    TRY(allocate(a->rows, sizeof *t.stack, "closed classes", &t.stack));
    TRY(allocate(a->rows, sizeof *t.component, "closed classes", &t.component));
    memset(t.component, 0xff, a->rows * sizeof *t.component);
    for (uint32_t i = 0; i < a->rows; i++)
        if (!t.number[i]) TRY(component_search(&t, i));
    *component = t.component;
    *count = t.ncomponents;
    t.component = NULL;
out:
    tarjan_free(&t);
    return status;
}

/* Closed classes of a chain with a state that all others can reach, or with states that are never
 * left and that all others can reach: no other class is closed. */

static bool is_never_left(const struct csr *a, uint32_t i)
{
    bool stays = true;
    for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) stays &= a->col[k] == i;
    return stays;
}

/* Sets targets for spread_back: the states that are never left, or `otherwise` if there are none.
 * Returns the number of the former. */
static uint64_t choose_targets(const struct csr *a, uint32_t otherwise, uint32_t *level)
{
    uint64_t count = 0;
#pragma omp parallel for reduction(+ : count) if (team_once(a->nnz))
    for (uint32_t i = 0; i < a->rows; i++) {
        const bool stays = is_never_left(a, i);
        level[i] = stays ? 0 : NO_LEVEL;
        count += stays;
    }
    if (!count) level[otherwise] = 0;
    return count;
}

static void number_targets(uint32_t n, uint32_t *class_of)
{
    for (uint32_t i = 0, count = 0; i < n; i++) class_of[i] = class_of[i] ? NO_CLASS : count++;
}

/* Makes a class of the states that the source reaches, or the first state if there is no source.
 * *done = false if it gave up. */
static enum status class_of_first(const struct csr *a, uint32_t source, uint32_t *class_of,
                                  bool *done)
{
    uint8_t *reached = NULL;
    *done = true;
    if (source == UINT32_MAX) {
        MUST(allocate_zeroed(a->rows, 1, "a search", &reached));
        reached[0] = 1;
        *done = spread_ahead(a, reached);
    }
#pragma omp parallel for if (team_once(a->rows))
    for (uint32_t i = 0; i < a->rows; i++) class_of[i] = !reached || reached[i] ? 0 : NO_CLASS;
    free(reached);
    return OK;
}

/* *class_of = NULL if this is no such chain, or many sweeps would be needed. */
static enum status simple_classes(const struct csr *a, uint32_t source, uint32_t **class_of,
                                  uint32_t *count)
{
    enum status status = OK;
    uint64_t left = 1;
    bool done = false;
    if (!a->rows) return OK;
    MUST(allocate_large(a->rows, sizeof **class_of, "closed classes", class_of));
    const uint64_t never_left = choose_targets(a, source == UINT32_MAX ? 0 : source, *class_of);
    const bool all = spread_back(a, NULL, *class_of, &left) && !left;
    if (all && never_left) number_targets(a->rows, *class_of);
    else if (all) TRY(class_of_first(a, source, *class_of, &done));
    if (all && (never_left || done)) {
        *count = never_left ? (uint32_t)never_left : 1;
        return OK;
    }
out:
    free(*class_of);
    *class_of = NULL;
    return status;
}

enum status closed_classes(const struct csr *a, uint32_t source, uint32_t **class_of,
                           uint32_t *count)
{
    enum status status = OK;
    uint32_t *component = NULL, *rename = NULL, ncomponents;
    *class_of = NULL;
    MUST(simple_classes(a, source, class_of, count));
    if (*class_of) return OK;
    TRY(strong_components(a, &component, &ncomponents));
    TRY(allocate(ncomponents, sizeof *rename, "closed classes", &rename));
    const uint32_t closed = NO_CLASS - 1; /* no transition leaves it; it has no number yet */
    for (uint32_t c = 0; c < ncomponents; c++) rename[c] = closed;
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            if (component[a->col[k]] != component[i]) rename[component[i]] = NO_CLASS;
    *count = 0;
    for (uint32_t i = 0; i < a->rows; i++) {
        uint32_t *name = &rename[component[i]];
        if (*name == closed) *name = (*count)++;
        component[i] = *name;
    }
    *class_of = component;
out:
    free(rename);
    if (status != OK) free(component);
    return status;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static uint32_t distance(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

/* Finds breadth-first levels of the first `most` states or so; the period of what they reach is the
 * greatest common divisor of level(i) + 1 - level(j) over all entries (i, j). Of some entries it is
 * a multiple of the period. */
static uint32_t search_levels(const struct csr *a, uint32_t most, uint32_t *queue, uint32_t *last,
                              uint32_t *level)
{
    uint32_t period = 0;
    for (uint32_t first = 0; first < *last && first < most; first++) {
        const uint32_t i = queue[first];
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            const uint32_t j = a->col[k];
            if (level[j] == NO_CLASS) {
                level[j] = level[i] + 1;
                queue[(*last)++] = j;
            }
            period = common_divisor(period, distance(level[i] + 1, level[j]));
        }
    }
    return period;
}

/* The same for levels that descend along the entries, on all cores. */
static uint32_t divisor_of_levels(const struct csr *a, const uint32_t *level, uint32_t multiple)
{
    uint32_t period = multiple;
#pragma omp parallel if (team_once(a->nnz))
    {
        uint32_t mine = multiple;
#pragma omp for nowait
        for (uint32_t i = 0; i < a->rows; i++)
            for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
                const uint32_t off = distance(level[i], level[a->col[k]] + 1);
                if (off && mine != 1) mine = common_divisor(mine, off);
            }
#pragma omp critical
        period = common_divisor(period, mine);
    }
    return period;
}

/* All of a is one class, and `multiple` is a multiple of its period. Returns false if it gave up.
 */
static bool phases_of_all(const struct csr *a, uint32_t root, uint32_t multiple, uint32_t *phase,
                          uint32_t *period)
{
    uint64_t left = 0;
#pragma omp parallel for if (team_once(a->rows))
    for (uint32_t i = 0; i < a->rows; i++) phase[i] = i == root || multiple == 1 ? 0 : NO_LEVEL;
    if (multiple != 1 && !spread_back(a, NULL, phase, &left)) return false;
    const uint32_t d = multiple == 1 ? 1 : divisor_of_levels(a, phase, multiple);
#pragma omp parallel for if (team_once(a->rows))
    for (uint32_t i = 0; i < a->rows; i++) phase[i] = d ? (d - phase[i] % d) % d : 0;
    *period = d;
    return true;
}

enum status cyclic_classes(const struct csr *a, uint32_t root, bool is_all, uint32_t *phase,
                           uint32_t *period)
{
    enum { SOME = 4096 };
    uint32_t *queue, last = 1;
    MUST(allocate(a->rows, sizeof *queue, "cyclic classes", &queue));
    phase[root] = 0;
    queue[0] = root;
    *period = search_levels(a, is_all ? SOME : UINT32_MAX, queue, &last, phase);
    if (is_all && !phases_of_all(a, root, *period, phase, period)) {
        for (uint32_t i = 0; i < a->rows; i++) phase[i] = i == root ? 0 : NO_CLASS;
        last = 1;
        *period = search_levels(a, UINT32_MAX, queue, &last, phase);
        is_all = false;
    }
    for (uint32_t k = 0; !is_all && k < last && *period; k++) phase[queue[k]] %= *period;
    free(queue);
    return OK;
}

enum status class_members(const uint32_t *class_of, uint32_t n, uint32_t count, uint64_t **first,
                          uint32_t **member)
{
    *member = NULL;
    MUST(allocate_zeroed((size_t)count + 2, sizeof **first, "classes", first));
    MUST(allocate(n, sizeof **member, "classes", member));
    for (uint32_t k = 0; k < n; k++)
        if (class_of[k] != NO_CLASS) (*first)[class_of[k] + 2]++;
    for (uint32_t c = 2; c <= count; c++) (*first)[c] += (*first)[c - 1];
    for (uint32_t k = 0; k < n; k++)
        if (class_of[k] != NO_CLASS) (*member)[(*first)[class_of[k] + 1]++] = k;
    return OK;
}
