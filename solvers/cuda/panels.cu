/* Panels of columns (solvers/panels.h): two kernels a sweep. The first leaves the sum of each segment, the second adds
 * up those of a row.
 *
 * In the first, a block has a panel of x in shared memory at a time, where 32 lanes read 32 entries at once wherever
 * these lie. Blocks have equal shares of the cost of all visits; within a block warps take visits in turn as they get
 * done, the long ones first. */
#include "solvers/cuda/sweeps.cuh"

extern "C" {
#include "solvers/panels.h"
}

enum { PANEL_THREADS = 1024 };

template <class real>
struct panel_arrays {
    const panel_segment *segment;
    const uint16_t *col;
    const real *val; /* NULL: factors */
    const panel_visit *visit;
    const uint32_t *first;
    uint32_t visits, panels, columns;
    real *sum;
};

/* The first visit with as much cost before it as `cost`, of those from low to high. */
__device__ inline uint32_t visit_at(const panel_visit *visit, uint32_t low, uint32_t high, uint64_t cost)
{
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (visit[middle].before < cost) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* How far a lane reads ahead while it adds up eight entries; docs/records.md has what that brings and costs. */
enum ahead { NOTHING_AHEAD, COLUMNS_AHEAD, ALL_AHEAD };

template <class real, bool VALUES>
struct panel_ahead {
    enum { value = !VALUES ? COLUMNS_AHEAD : sizeof(real) == 4 ? ALL_AHEAD : NOTHING_AHEAD };
};

template <class real>
struct precision_of {
    static constexpr enum precision value = sizeof(real) == 8 ? F64 : F32;
};

/* Sixteen bytes of values. */
template <class real>
struct values_together {
    typedef float4 type;
};

template <>
struct values_together<double> {
    typedef double2 type;
};

/* Of a segment, what one lane adds up: runs l, l + lanes, .... */
struct lane_part {
    uint32_t start, runs, lanes, l;
};

/* A lane's next run. */
template <class real, bool VALUES>
struct lane_run {
    typedef typename values_together<real>::type together;
    enum { EACH = sizeof(together) / sizeof(real), PIECES = PANEL_RUN / EACH };
    uint4 columns;
    together value[VALUES ? PIECES : 1];

    __device__ uint32_t column(int j) const
    {
        const uint32_t word = j < 2 ? columns.x : j < 4 ? columns.y : j < 6 ? columns.z : columns.w;
        return word >> j % 2 * 16 & 0xffff;
    }

    __device__ void read_columns(const uint16_t *col, const lane_part &part, uint32_t k)
    {
        columns = __ldcs((const uint4 *)col + part.start + k);
    }

    __device__ void read_values(const real *val, const lane_part &part, uint32_t k)
    {
        const uint32_t first = k - part.l, runs = panel_block(part.runs, part.lanes, first);
        const together *from = (const together *)(val + ((uint64_t)part.start + first) * PANEL_RUN) + part.l;
#pragma unroll
        for (int piece = 0; piece < PIECES; piece++)
            if (VALUES) value[piece] = __ldcs(from + piece * runs);
    }

    /* The sum with these entries. All reads of the panel are on their way before the first addition. */
    __device__ real added(real sum, const real *x) const
    {
        real at[PANEL_RUN];
#pragma unroll
        for (int j = 0; j < PANEL_RUN; j++) at[j] = x[column(j)];
#pragma unroll
        for (int j = 0; j < PANEL_RUN; j++) sum += VALUES ? ((const real *)value)[j] * at[j] : at[j];
        return sum;
    }
};

/* What a lane adds up. */
template <class real, bool VALUES>
__device__ inline real lane_sum(const panel_arrays<real> &a, const lane_part &part, const real *x)
{
    const int AHEAD = panel_ahead<real, VALUES>::value;
    real sum = 0;
    lane_run<real, VALUES> ahead = {};
    if (AHEAD >= COLUMNS_AHEAD && part.l < part.runs) ahead.read_columns(a.col, part, part.l);
    if (AHEAD == ALL_AHEAD && part.l < part.runs) ahead.read_values(a.val, part, part.l);
#pragma unroll 1
    for (uint32_t k = part.l; k < part.runs; k += part.lanes) {
        lane_run<real, VALUES> run = ahead;
        const uint32_t next = k + part.lanes;
        if (AHEAD < COLUMNS_AHEAD) run.read_columns(a.col, part, k);
        if (AHEAD < ALL_AHEAD) run.read_values(a.val, part, k);
        if (AHEAD >= COLUMNS_AHEAD && next < part.runs) ahead.read_columns(a.col, part, next);
        if (AHEAD == ALL_AHEAD && next < part.runs) ahead.read_values(a.val, part, next);
        sum = run.added(sum, x);
    }
    return sum;
}

/* What a lane has to do in a visit. */
struct lane_work {
    uint32_t number; /* of the segment */
    uint32_t end;    /* of the visit's segments */
    panel_segment segment;
};

template <class real>
__device__ inline lane_work look_at(const panel_arrays<real> &a, uint32_t v)
{
    uint32_t first = a.visit[v].segment, lanes = a.segment[first].lanes;
    lane_work work = {first + threadIdx.x % PANEL_WARP / lanes, a.visit[v + 1].segment, {}};
    work.segment = a.segment[work.number < work.end ? work.number : first];
    return work;
}

template <class real, bool VALUES>
__device__ inline void do_work(const panel_arrays<real> &a, const lane_work &work, const real *x)
{
    uint32_t lanes = work.segment.lanes, lane = threadIdx.x % lanes;
    bool there = work.number < work.end;
    const lane_part part = {work.segment.start, there ? panel_runs(work.segment.length) : 0, lanes, lane};
    real sum = lane_sum<real, VALUES>(a, part, x);
    for (uint32_t half = lanes / 2; half; half /= 2) sum += __shfl_down_sync(~0u, sum, half, lanes);
    if (there && lane == 0) a.sum[work.number] = sum;
}

/* The next visit for this warp. */
__device__ inline uint32_t take_ticket(uint32_t *next)
{
    uint32_t mine = 0;
    if (threadIdx.x % PANEL_WARP == 0) mine = atomicAdd(next, 1u);
    return __shfl_sync(~0u, mine, 0);
}

/* Brings a panel of x to its places, and a zero behind it; a thread has eight reads on their way at a time. The place
 * of a sum of powers of two is made of theirs by exclusive or. */
template <class real>
__device__ inline void fill_panel(const real *x, uint32_t count, real *panel)
{
    enum { TOGETHER = 8 };
    const enum precision precision = precision_of<real>::value;
    const uint32_t own = panel_place(precision, threadIdx.x);
#pragma unroll 1
    for (uint32_t from = 0; from < count; from += TOGETHER * PANEL_THREADS) {
        const uint32_t column = from + threadIdx.x, place = own ^ panel_place(precision, from);
        real value[TOGETHER];
#pragma unroll
        for (int j = 0; j < TOGETHER; j++)
            if (column + j * PANEL_THREADS < count) value[j] = x[column + j * PANEL_THREADS];
#pragma unroll
        for (int j = 0; j < TOGETHER; j++)
            if (column + j * PANEL_THREADS < count) panel[place ^ panel_place(precision, j * PANEL_THREADS)] = value[j];
    }
    if (threadIdx.x == 0) panel[panel_columns(precision)] = 0;
}

template <class real, bool VALUES>
__global__ void __launch_bounds__(PANEL_THREADS, 1) sum_segments(panel_arrays<real> a, const real *x, const int *guard)
{
    extern __shared__ double shared[];
    __shared__ uint32_t next;
    real *panel = (real *)shared;
    const uint32_t width = panel_columns(precision_of<real>::value);
    if (halted(guard)) return;
    uint64_t cost = a.visit[a.visits].before;
    uint32_t begin = visit_at(a.visit, 0, a.visits, cost * blockIdx.x / gridDim.x),
             end = visit_at(a.visit, begin, a.visits, cost * (blockIdx.x + 1) / gridDim.x);
    for (uint32_t p = 0, v = begin; v < end; p++) {
        if (a.first[p + 1] <= v) continue;
        uint32_t stop = a.first[p + 1] < end ? a.first[p + 1] : end;
        uint64_t from = (uint64_t)p * width;
        uint32_t count = a.columns - from < width ? (uint32_t)(a.columns - from) : width;
        __syncthreads();
        if (threadIdx.x == 0) next = v;
        fill_panel(x + from, count, panel);
        __syncthreads();
        uint32_t mine = take_ticket(&next);
        lane_work work = look_at(a, mine < stop ? mine : v);
        while (mine < stop) { /* what comes next is looked up before this is done */
            uint32_t then = take_ticket(&next);
            lane_work later = look_at(a, then < stop ? then : v);
            do_work<real, VALUES>(a, work, panel);
            mine = then;
            work = later;
        }
        v = stop;
    }
}

template <class real>
struct panels {
    enum { threads = 256 };
    uint32_t n;
    panel_arrays<real> arrays;
    const real *factor, *inverse;
    const uint32_t *row, *list;

    static unsigned blocks(uint32_t n)
    {
        return (unsigned)((n + (uint64_t)threads - 1) / threads);
    }

    explicit panels(const struct stored *a)
        : n(a->n), arrays{(const panel_segment *)a->array[PANELS_SEGMENT].data,
                          (const uint16_t *)a->array[PANELS_COL].data,
                          a->array[PANELS_VAL].bytes ? (const real *)a->array[PANELS_VAL].data : NULL,
                          (const panel_visit *)a->array[PANELS_VISIT].data,
                          (const uint32_t *)a->array[PANELS_FIRST].data,
                          (uint32_t)(a->array[PANELS_VISIT].bytes / sizeof(panel_visit) - 1),
                          (uint32_t)(a->array[PANELS_FIRST].bytes / sizeof(uint32_t) - 1),
                          a->columns,
                          (real *)a->array[PANELS_SUM].data},
          factor(a->array[PANELS_FACTOR].bytes ? (const real *)a->array[PANELS_FACTOR].data : NULL),
          inverse((const real *)a->array[PANELS_INVERSE].data), row((const uint32_t *)a->array[PANELS_ROW].data),
          list((const uint32_t *)a->array[PANELS_LIST].data)
    {
    }

    template <bool VALUES>
    enum status launch(const real *x) const
    {
        enum status status = OK;
        int device = 0, multiprocessors = 0;
        const size_t bytes = PANEL_BYTES + sizeof(real); /* and a zero */
        TRY(device_status(cudaGetDevice(&device), "asking for the device"));
        TRY(device_status(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
                          "reading the device's properties"));
        TRY(device_status(cudaFuncSetAttribute((const void *)sum_segments<real, VALUES>,
                                               cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes),
                          "asking for shared memory"));
        sum_segments<real, VALUES>
            <<<(unsigned)multiprocessors, PANEL_THREADS, bytes, device_stream()>>>(arrays, x, device_guard());
        TRY(device_launched("sums of segments"));
out:
        return status;
    }

    enum status prepare(const real *x) const
    {
        if (arrays.visits == 0) return OK;
        return arrays.val ? launch<true>(x) : launch<false>(x);
    }

    template <class Each>
    __device__ void rows(uint32_t block, const real *, Each each) const
    {
        uint64_t at = (uint64_t)block * threads + threadIdx.x;
        if (at >= n) return;
        uint32_t i = (uint32_t)at;
        real sum = 0;
        for (uint32_t k = row[i], end = row[i + 1]; k < end; k++) sum += arrays.sum[list[k]];
        each(i, inverse[i], factor ? factor[i] * sum : sum);
    }
};

EXPORT_SWEEPS(panels, panels)
