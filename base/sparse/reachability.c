#include "base/sparse/reachability.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The predecessors of each state: the structure of the transpose. */
struct predecessors {
    uint64_t *row;
    uint32_t *state;
};

static void predecessors_free(struct predecessors *p)
{
    free(p->row);
    free(p->state);
}

static enum status predecessors_of(const struct csr *a, struct predecessors *out)
{
    *out = (struct predecessors){0};
    MUST(allocate_zeroed((size_t)a->rows + 2, sizeof *out->row, "predecessors", &out->row));
    MUST(allocate(a->nnz, sizeof *out->state, "predecessors", &out->state));
    uint64_t *cursor = out->row + 1; /* in the end at the ends of the rows, which are the starts of
                                        the next ones */
    for (uint64_t k = 0; k < a->nnz; k++) cursor[a->col[k] + 1]++;
    for (uint32_t j = 0; j < a->rows; j++) cursor[j + 1] += cursor[j];
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) out->state[cursor[a->col[k]]++] = i;
    return OK;
}

/* *out (new) = the states from which a target can be reached through states of `through` (NULL:
 * any), and the targets. */
static enum status flood(const struct predecessors *p, uint32_t n, const uint8_t *target,
                         const uint8_t *through, uint8_t **out)
{
    enum status status = OK;
    uint32_t *queue = NULL, first = 0, last = 0;
    TRY(allocate(n, sizeof *queue, "a search", &queue));
    TRY(allocate_zeroed(n, 1, "a search", out));
    uint8_t *seen = *out;
    for (uint32_t i = 0; i < n; i++) {
        seen[i] = target[i] != 0;
        if (seen[i]) queue[last++] = i;
    }
    while (first < last) {
        uint32_t j = queue[first++];
        for (uint64_t k = p->row[j]; k < p->row[j + 1]; k++) {
            uint32_t i = p->state[k];
            if (seen[i] || (through && !through[i])) continue;
            seen[i] = 1;
            queue[last++] = i;
        }
    }
out:
    free(queue);
    return status;
}

/* no: states that cannot reach the goal. yes: states that cannot reach `no` before the goal. */
enum status certain_states(const struct csr *a, const uint8_t *through, const uint8_t *goal,
                           uint8_t **no, uint8_t **yes)
{
    enum status status = OK;
    struct predecessors p = {0};
    uint8_t *undecided = NULL;
    *no = *yes = NULL;
    TRY(predecessors_of(a, &p));
    TRY(flood(&p, a->rows, goal, through, no));
    for (uint32_t i = 0; i < a->rows; i++) (*no)[i] = !(*no)[i];
    TRY(allocate(a->rows, 1, "a search", &undecided));
    for (uint32_t i = 0; i < a->rows; i++) undecided[i] = (!through || through[i]) && !goal[i];
    TRY(flood(&p, a->rows, *no, undecided, yes));
    for (uint32_t i = 0; i < a->rows; i++) (*yes)[i] = !(*yes)[i];
out:
    free(undecided);
    predecessors_free(&p);
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

static void component_search(struct tarjan *t, uint32_t root)
{
    component_visit(t, root);
    while (t->depth) {
        uint32_t i = t->path[t->depth - 1];
        if (t->next[i] == t->a->row[i + 1]) {
            component_leave(t, i);
            continue;
        }
        uint32_t j = t->a->col[t->next[i]++];
        if (!t->number[j]) component_visit(t, j);
        else if (t->component[j] == NO_CLASS && t->number[j] < t->low[i]) t->low[i] = t->number[j];
    }
}

static void tarjan_free(struct tarjan *t)
{
    free(t->number);
    free(t->low);
    free(t->next);
    free(t->path);
    free(t->stack);
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
        if (!t.number[i]) component_search(&t, i);
    *component = t.component;
    *count = t.ncomponents;
out:
    tarjan_free(&t);
    return status;
}

enum status closed_classes(const struct csr *a, uint32_t **class_of, uint32_t *count)
{
    enum status status = OK;
    uint32_t *component = NULL, *rename = NULL, ncomponents;
    *class_of = NULL;
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

/* Finds breadth-first levels; the period is the greatest common divisor of level(i) + 1 - level(j)
 * over all entries (i, j). */
enum status cyclic_classes(const struct csr *a, uint32_t root, uint32_t *phase, uint32_t *period)
{
    uint32_t *queue, first = 0, last = 0;
    MUST(allocate(a->rows, sizeof *queue, "cyclic classes", &queue));
    *period = 0;
    phase[root] = 0;
    queue[last++] = root;
    while (first < last) {
        uint32_t i = queue[first++];
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            uint32_t j = a->col[k];
            if (phase[j] == NO_CLASS) {
                phase[j] = phase[i] + 1;
                queue[last++] = j;
            }
            uint32_t ahead = phase[i] + 1;
            *period =
                common_divisor(*period, ahead > phase[j] ? ahead - phase[j] : phase[j] - ahead);
        }
    }
    for (uint32_t k = 0; k < last && *period; k++) phase[queue[k]] %= *period;
    free(queue);
    return OK;
}
