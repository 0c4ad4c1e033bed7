/* MAP on CUDA: the three kernels of FIMU-RS-2009-05. A sweep reads a row start, its own words and,
 * for every edge, the end of the edge and that vertex's word, and its class once a round has ended;
 * it writes one word a vertex. */
#include "solvers/search/cuda_csr.cuh"

__device__ static uint32_t cuda_map_rank(struct map_order order, uint32_t v)
{
    return order.base + order.sign * v;
}

template <class Rows>
__global__ void mark_accepting(Rows rows, uint32_t *x, uint32_t *classes, int *flag)
{
    const voting<VOTE_BLOCK> votes(flag);
    uint64_t v = thread_number();
    bool marked = v < rows.n && rows.is_accepting((uint32_t)v);
    if (v < rows.n) {
        x[v] = marked ? MAP_MARK : 0;
        classes[v] = 0;
    }
    votes.cast(marked);
}

struct mark_call {
    struct solve *solve;

    template <class Rows>
    enum status operator()(Rows rows) const
    {
        mark_accepting<<<vertex_blocks(rows.n), VERTEX_THREADS, 0, device_stream()>>>(
            rows, (uint32_t *)solve->x, (uint32_t *)solve->work[MAP_CLASS], solve->test.flag);
        return device_launched("map: start");
    }
};

static enum status cuda_map_start(struct solve *solve)
{
    enum status status = search_reset_words(solve);
    return status == OK ? with_rows(solve->a, mark_call{solve}) : status;
}

/* Returns the value of vertex v after a sweep. In place, other threads write at the same time, so
 * each word is read only once. */
template <bool in_place, class Rows>
__device__ uint32_t best_offer(const Rows &rows, uint32_t v, uint32_t own, const uint32_t *from,
                               const uint32_t *classes, bool classed, struct map_order order)
{
    uint32_t best = own & MAP_RANK, mine = classed ? classes[v] : 0;
    rows.edges(v, [&](uint32_t u) {
        uint32_t word = in_place ? *(const volatile uint32_t *)&from[u] : from[u];
        if (classed && classes[u] != mine) return;
        uint32_t offer = word & MAP_RANK, rank = cuda_map_rank(order, u);
        if (word & MAP_MARK && rank > offer) offer = rank;
        if (offer > best) best = offer;
    });
    return best;
}

template <bool in_place, class Rows>
__global__ void sweep_words(Rows rows, const uint32_t *from, uint32_t *to, const uint32_t *classes,
                            struct map_order order, uint32_t *word, int *flag, const int *guard)
{
    if (halted(guard)) return;
    const voting<VOTE_BLOCK> votes(flag);
    uint64_t i = thread_number();
    bool changed = false;
    if (i < rows.n) {
        uint32_t v = (uint32_t)i, own = from[v];
        uint32_t best =
            best_offer<in_place>(rows, v, own, from, classes, word[WORD_CLASSES] != 0, order);
        changed = best != (own & MAP_RANK);
        if (!in_place || changed) to[v] = (own & MAP_MARK) | best;
        if (best == cuda_map_rank(order, v)) {
            atomicMin(&word[WORD_WITNESS], v);
            atomicOr(flag, TEST_FOUND);
        }
    }
    votes.cast(changed);
}

template <bool in_place>
struct sweep_call {
    struct solve *solve;
    const uint32_t *from;
    uint32_t *to;

    template <class Rows>
    enum status operator()(Rows rows) const
    {
        sweep_words<in_place><<<vertex_blocks(rows.n), VERTEX_THREADS, 0, device_stream()>>>(
            rows, from, to, (const uint32_t *)solve->work[MAP_CLASS], map_order(solve),
            search_of(solve)->word, solve->test.flag, device_guard());
        return device_launched("map: sweep");
    }
};

static enum status cuda_map_sweep(struct solve *solve, const uint32_t *from, uint32_t *to)
{
    return from == to ? with_rows(solve->a, sweep_call<true>{solve, from, to})
                      : with_rows(solve->a, sweep_call<false>{solve, from, to});
}

__global__ static void unmark_words(uint32_t n, const uint32_t *from, uint32_t *to,
                                    uint32_t *classes, struct map_order order, uint32_t *word,
                                    int *flag)
{
    const voting<VOTE_BLOCK> votes(flag);
    uint64_t v = thread_number();
    bool marked = false;
    if (v == 0) word[WORD_CLASSES] = 1;
    if (v < n) {
        uint32_t old = from[v], value = old & MAP_RANK;
        marked = old & MAP_MARK && value >= cuda_map_rank(order, (uint32_t)v);
        classes[v] = value;
        to[v] = marked ? MAP_MARK : 0;
    }
    votes.cast(marked);
}

static enum status cuda_map_unmark(struct solve *solve, const uint32_t *from, uint32_t *to)
{
    unmark_words<<<vertex_blocks(solve->n), VERTEX_THREADS, 0, device_stream()>>>(
        solve->n, from, to, (uint32_t *)solve->work[MAP_CLASS], map_order(solve),
        search_of(solve)->word, solve->test.flag);
    return device_launched("map: unmark");
}

extern "C" const struct map_ops map_ops_cuda;
const struct map_ops map_ops_cuda = {cuda_map_start, cuda_map_sweep, cuda_map_unmark};
