/* OWCTY on CUDA: a queue in device memory, and one kernel per level, between which the host reads
 * the length of the level. */
#include "solvers/search/cuda_csr.cuh"

struct owcty_set {
    uint32_t *state, *degree, *queue, *tail;

    explicit owcty_set(struct solve *solve)
        : state((uint32_t *)solve->x), degree((uint32_t *)solve->work[OWCTY_DEGREE]),
          queue((uint32_t *)solve->work[OWCTY_QUEUE]), tail(&search_of(solve)->word[WORD_TAIL])
    {
    }

    __device__ void push(uint32_t v) const
    {
        queue[atomicAdd(tail, 1u)] = v;
    }
};

/* Work of a level for its vertex u. Other threads change states at the same time, so reads are
 * volatile. */

struct reach_from {
    template <class Rows>
    __device__ void operator()(const Rows &rows, const owcty_set &set, uint32_t u) const
    {
        rows.edges(u, [&](uint32_t v) {
            uint32_t state = *(volatile uint32_t *)&set.state[v];
            if (state == OWCTY_OUT) return;
            atomicAdd(&set.degree[v], 1u);
            if (state != OWCTY_IN) return;
            if (atomicCAS(&set.state[v], (uint32_t)OWCTY_IN, (uint32_t)OWCTY_REACHED) == OWCTY_IN)
                set.push(v);
        });
    }
};

struct leave {
    template <class Rows>
    __device__ void operator()(const Rows &rows, const owcty_set &set, uint32_t u) const
    {
        rows.edges(u, [&](uint32_t v) {
            if (*(volatile uint32_t *)&set.state[v] == OWCTY_OUT ||
                atomicSub(&set.degree[v], 1u) != 1)
                return;
            *(volatile uint32_t *)&set.state[v] = OWCTY_OUT;
            set.push(v);
        });
    }
};

template <class Rows, class Take>
__global__ void take_level(Rows rows, owcty_set set, Take take, uint32_t head, uint32_t count)
{
    uint64_t k = thread_number();
    if (k < count) take(rows, set, set.queue[head + k]);
}

template <class Take>
struct level_call {
    struct solve *solve;
    uint32_t head, count;

    template <class Rows>
    enum status operator()(Rows rows) const
    {
        take_level<<<vertex_blocks(count), VERTEX_THREADS, 0, device_stream()>>>(
            rows, owcty_set(solve), Take(), head, count);
        return device_launched("owcty: level");
    }
};

/* Takes levels, starting from the vertices in the queue; *length = the number of all vertices that
 * were in it. */
template <class Take>
static enum status take_levels(struct solve *solve, uint32_t *length)
{
    enum status status = search_word(solve, WORD_TAIL, length);
    for (uint32_t head = 0; status == OK && head < *length && !search_stopped(solve);) {
        uint32_t end = *length;
        status = with_rows(solve->a, level_call<Take>{solve, head, end - head});
        if (status == OK) status = search_word(solve, WORD_TAIL, length);
        head = end;
    }
    return status;
}

/* Kernels that put the first vertices of a phase into the queue */

struct accepting_ones {
    template <class Rows>
    __device__ bool operator()(const Rows &rows, const owcty_set &set, uint32_t v) const
    {
        set.degree[v] = 0;
        if (set.state[v] == OWCTY_OUT || !rows.is_accepting(v)) return false;
        set.state[v] = OWCTY_REACHED;
        return true;
    }
};

/* Starts the elimination, and ends the phase before: vertices that were not reached leave the set.
 */
struct orphans {
    template <class Rows>
    __device__ bool operator()(const Rows &, const owcty_set &set, uint32_t v) const
    {
        bool reached = set.state[v] == OWCTY_REACHED, orphan = reached && set.degree[v] == 0;
        set.state[v] = reached && !orphan ? OWCTY_IN : OWCTY_OUT;
        return orphan;
    }
};

template <class Rows, class Begins>
__global__ void begin_phase(Rows rows, owcty_set set, Begins begins)
{
    uint64_t v = thread_number();
    if (v < rows.n && begins(rows, set, (uint32_t)v)) set.push((uint32_t)v);
}

template <class Begins>
struct begin_call {
    struct solve *solve;

    template <class Rows>
    enum status operator()(Rows rows) const
    {
        begin_phase<<<vertex_blocks(rows.n), VERTEX_THREADS, 0, device_stream()>>>(
            rows, owcty_set(solve), Begins());
        return device_launched("owcty: begin");
    }
};

template <class Begins, class Take>
static enum status phase(struct solve *solve, uint32_t *length)
{
    enum status status = search_reset_words(solve);
    if (status == OK) status = with_rows(solve->a, begin_call<Begins>{solve});
    return status == OK ? take_levels<Take>(solve, length) : status;
}

static enum status cuda_owcty_reach(struct solve *solve, uint32_t *size)
{
    return phase<accepting_ones, reach_from>(solve, size);
}

static enum status cuda_owcty_eliminate(struct solve *solve, uint32_t *size)
{
    uint32_t left = 0;
    enum status status = phase<orphans, leave>(solve, &left);
    *size -= left;
    return status;
}

__global__ static void fill_states(uint32_t n, uint32_t *state)
{
    uint64_t v = thread_number();
    if (v < n) state[v] = OWCTY_IN;
}

static enum status cuda_owcty_start(struct solve *solve)
{
    fill_states<<<vertex_blocks(solve->n), VERTEX_THREADS, 0, device_stream()>>>(
        solve->n, (uint32_t *)solve->x);
    return device_launched("owcty: start");
}

extern "C" const struct owcty_ops owcty_ops_cuda;
const struct owcty_ops owcty_ops_cuda = {cuda_owcty_start, cuda_owcty_reach, cuda_owcty_eliminate};
