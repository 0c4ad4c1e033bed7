/* OWCTY on the CPU, with a queue; many threads take it level by level. */
#include "solvers/search/cpu_rows.h"

/* A batch of vertices that a thread has found and has not put into the queue yet, so that it seldom
 * uses the shared tail. */
enum { BATCH = 256 };

struct batch {
    uint32_t vertex[BATCH];
    uint32_t count;
};

struct queue {
    uint32_t *vertex;
    uint32_t tail;
};

static void batch_flush(struct batch *batch, struct queue *queue)
{
    uint32_t at = add_shared(&queue->tail, batch->count) - batch->count;
    for (uint32_t k = 0; k < batch->count; k++) queue->vertex[at + k] = batch->vertex[k];
    batch->count = 0;
}

static void batch_push(struct batch *batch, struct queue *queue, uint32_t v)
{
    if (batch->count == BATCH) batch_flush(batch, queue);
    batch->vertex[batch->count++] = v;
}

struct set {
    struct edges edges;
    uint32_t *state, *degree;
    struct queue queue;
};

static struct set set_of(struct solve *solve)
{
    return (struct set){.edges = edges_of(solve->a),
                        .state = solve->x,
                        .degree = solve->work[OWCTY_DEGREE],
                        .queue = {.vertex = solve->work[OWCTY_QUEUE]}};
}

/* Marks the vertices of the set to which u leads as reached, and counts u as their predecessor. */
static void reach_from(struct set *set, uint32_t u, struct batch *batch)
{
    for (uint64_t e = first_edge(&set->edges, u), end = end_edge(&set->edges, u); e < end; e++) {
        uint32_t v = set->edges.col[e], state = load_shared(&set->state[v]);
        if (state == OWCTY_OUT) continue;
        add_shared(&set->degree[v], 1);
        if (state == OWCTY_IN && exchange_shared(&set->state[v], OWCTY_IN, OWCTY_REACHED))
            batch_push(batch, &set->queue, v);
    }
}

/* After u has left the set: its successors there lose a predecessor, and leave the set if it was
 * the last one. */
static void owcty_leave(struct set *set, uint32_t u, struct batch *batch)
{
    for (uint64_t e = first_edge(&set->edges, u), end = end_edge(&set->edges, u); e < end; e++) {
        uint32_t v = set->edges.col[e];
        if (load_shared(&set->state[v]) == OWCTY_OUT || add_shared(&set->degree[v], UINT32_MAX) > 0)
            continue;
        store_shared(&set->state[v], OWCTY_OUT);
        batch_push(batch, &set->queue, v);
    }
}

/* Largest number of vertices taken at once: a level of one thread may be long, and a stop must not
 * wait for it. */
enum { MOST_AT_ONCE = 1 << 20 };

static void take_levels(struct solve *solve, struct set *set,
                        void (*take)(struct set *, uint32_t, struct batch *))
{
    uint32_t head = 0;
    while (head < set->queue.tail && !search_stopped(solve)) {
        uint32_t end =
            set->queue.tail - head < MOST_AT_ONCE ? set->queue.tail : head + MOST_AT_ONCE;
#pragma omp parallel if (team_again(8ull * (end - head)))
        {
            struct batch batch = {.count = 0};
#pragma omp for schedule(dynamic, 256)
            for (uint32_t k = head; k < end; k++) take(set, set->queue.vertex[k], &batch);
            batch_flush(&batch, &set->queue);
        }
        head = end;
    }
}

static enum status cpu_owcty_start(struct solve *solve)
{
    uint32_t *state = solve->x;
#pragma omp parallel for schedule(static) if (team_again(solve->n))
    for (uint32_t v = 0; v < solve->n; v++) state[v] = OWCTY_IN;
    return OK;
}

/* Starts from the accepting vertices. The queue must be empty. */
static void begin_at_accepting(struct set *set, uint32_t n)
{
#pragma omp parallel if (team_again(n))
    {
        struct batch batch = {.count = 0};
#pragma omp for schedule(static)
        for (uint32_t v = 0; v < n; v++) {
            set->degree[v] = 0;
            if (set->state[v] == OWCTY_OUT || !is_accepting(&set->edges, v)) continue;
            set->state[v] = OWCTY_REACHED;
            batch_push(&batch, &set->queue, v);
        }
        batch_flush(&batch, &set->queue);
    }
}

static enum status cpu_owcty_reach(struct solve *solve, uint32_t *size)
{
    struct set set = set_of(solve);
    begin_at_accepting(&set, solve->n);
    take_levels(solve, &set, reach_from);
#pragma omp parallel for schedule(static) if (team_again(solve->n))
    for (uint32_t v = 0; v < solve->n; v++)
        set.state[v] = set.state[v] == OWCTY_REACHED ? OWCTY_IN : OWCTY_OUT;
    *size = set.queue.tail;
    return OK;
}

static void begin_without_predecessors(struct set *set, uint32_t n)
{
#pragma omp parallel if (team_again(n))
    {
        struct batch batch = {.count = 0};
#pragma omp for schedule(static)
        for (uint32_t v = 0; v < n; v++) {
            if (set->state[v] == OWCTY_OUT || set->degree[v]) continue;
            set->state[v] = OWCTY_OUT;
            batch_push(&batch, &set->queue, v);
        }
        batch_flush(&batch, &set->queue);
    }
}

static enum status cpu_owcty_eliminate(struct solve *solve, uint32_t *size)
{
    struct set set = set_of(solve);
    begin_without_predecessors(&set, solve->n);
    take_levels(solve, &set, owcty_leave);
    *size -= set.queue.tail;
    return OK;
}

extern const struct owcty_ops EXPORTED(owcty_ops);
const struct owcty_ops EXPORTED(owcty_ops) = {
    .start = cpu_owcty_start, .reach = cpu_owcty_reach, .eliminate = cpu_owcty_eliminate};
