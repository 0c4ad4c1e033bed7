/* Panels of columns (solvers/layouts/panels/panels.h): two kernels per sweep. The first writes the
 * sum of each segment, the second adds up the sums of a row. In the first, a block has one panel of
 * x in shared memory at a time, where 32 lanes can read 32 entries at once wherever they are.
 * Blocks have equal shares of the cost of all visits. Within a block, warps take visits in turn
 * when they are free, the long ones first. */
#include "solvers/cuda/sweeps.cuh"

extern "C" {
#include "solvers/layouts/panels/panels.h"
}

enum { PANEL_THREADS = 1024 };

template <class real>
struct panel_arrays {
    const panel_segment *segment;
    const uint16_t *col;
    const real *val; /* NULL: factors */
    const panel_visit *visit;
    const uint32_t *first;
    uint32_t visits, columns;
    real *sum;
};

/* Returns the first visit from `low` on with at least `cost` before it. All threads search
 * together. */
__device__ inline uint32_t visit_at(const panel_visit *visit, uint32_t low, uint32_t high,
                                    uint64_t cost)
{
    while (low < high) {
        const uint32_t step = (high - low - 1) / PANEL_THREADS + 1;
        const uint64_t at = low + (uint64_t)threadIdx.x * step;
        const uint32_t less = __syncthreads_count(at < high && visit[at].before < cost);
        if (less == 0) break;
        low += (less - 1) * step + 1;
        if (high - low >= step) high = low + step - 1;
    }
    return low;
}

/* How far a lane reads ahead while it adds up eight entries. */
enum ahead { NOTHING_AHEAD, COLUMNS_AHEAD, ALL_AHEAD };

template <class real, bool VALUES>
struct panel_ahead {
    enum { value = !VALUES ? COLUMNS_AHEAD : sizeof(real) == 4 ? ALL_AHEAD : NOTHING_AHEAD };
};

template <class real>
struct precision_of {
    static constexpr enum precision value = sizeof(real) == 8 ? F64 : F32;
};

/* Vector type for sixteen bytes of values. */
template <class real>
struct values_together {
    typedef float4 type;
};

template <>
struct values_together<double> {
    typedef double2 type;
};

/* The part of a segment that one lane adds up: runs l, l + lanes, ... */
struct lane_part {
    uint32_t start, runs, lanes, l;
};

__device__ inline lane_part either(bool first, const lane_part &a, const lane_part &b)
{
    return {first ? a.start : b.start, first ? a.runs : b.runs, first ? a.lanes : b.lanes,
            first ? a.l : b.l};
}

/* The next run of a lane. */
template <class real, bool VALUES>
struct lane_run {
    typedef typename values_together<real>::type together;
    enum {
        AHEAD = panel_ahead<real, VALUES>::value,
        PIECES = PANEL_RUN * sizeof(real) / sizeof(together)
    };
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
        const together *from =
            (const together *)(val + ((uint64_t)part.start + first) * PANEL_RUN) + part.l;
#pragma unroll
        for (int piece = 0; piece < PIECES; piece++)
            if (VALUES) value[piece] = __ldcs(from + piece * runs);
    }

    /* Reads ahead for run k. If there is no run k it reads the first run of all: a branch would
     * delay the other lanes. */
    __device__ void read_ahead(const panel_arrays<real> &a, const lane_part &part, uint32_t k)
    {
        const bool there = k < part.runs;
        const lane_part from = {there ? part.start : 0, there ? part.runs : 1,
                                there ? part.lanes : 1, there ? part.l : 0};
        if (AHEAD >= COLUMNS_AHEAD) read_columns(a.col, from, there ? k : 0);
        if (AHEAD >= ALL_AHEAD) read_values(a.val, from, there ? k : 0);
    }

    __device__ void read_late(const panel_arrays<real> &a, const lane_part &part, uint32_t k)
    {
        if (AHEAD < COLUMNS_AHEAD) read_columns(a.col, part, k);
        if (AHEAD < ALL_AHEAD) read_values(a.val, part, k);
    }

    /* Returns the sum with these entries. All reads of the panel are in flight before the first
     * addition. */
    __device__ real added(real sum, const real *x) const
    {
        real at[PANEL_RUN];
#pragma unroll
        for (int j = 0; j < PANEL_RUN; j++) at[j] = x[column(j)];
#pragma unroll
        for (int j = 0; j < PANEL_RUN; j++)
            sum += VALUES ? ((const real *)value)[j] * at[j] : at[j];
        return sum;
    }
};

/* Returns the next visit for this warp. */
__device__ inline uint32_t take_ticket(uint32_t *next)
{
    uint32_t mine = 0;
    if (threadIdx.x % PANEL_WARP == 0) mine = atomicAdd(next, 1u);
    return __shfl_sync(~0u, mine, 0);
}

/* Work of a lane in a visit. */
struct lane_work {
    panel_segment segment;
    bool there; /* true if this segment is the lane's own; otherwise it is another one of the
                   visit, as a placeholder */
};

template <class real>
__device__ inline lane_work look_at(const panel_arrays<real> &a, const panel_visit &visit)
{
    const uint32_t number = threadIdx.x % PANEL_WARP >> (__ffs(visit_lanes(visit)) - 1);
    const bool there = number < visit_segments(visit);
    return {a.segment[visit.segment + (there ? number : 0)], there};
}

/* Returns the part of the lane; it is empty if the visit is not taken. */
__device__ inline lane_part part_of(const lane_work &work, bool taken)
{
    const panel_segment s = work.segment;
    return {s.start, taken && work.there ? panel_runs(s.length) : 0, s.lanes,
            threadIdx.x & (s.lanes - 1)};
}

/* Takes visits until none is left. Looking up a visit, its segments and their first runs takes as
 * long as a visit each, so this is done one to three visits ahead. While one run is added up the
 * next one is read, of this visit or of the next. */
template <class real, bool VALUES>
__device__ inline void take_visits(const panel_arrays<real> &a, uint32_t stop, uint32_t *next,
                                   const real *panel)
{
    uint32_t now = take_ticket(next), soon = take_ticket(next), later = take_ticket(next);
    lane_work work = look_at(a, a.visit[min(now, stop - 1)]),
              work_soon = look_at(a, a.visit[min(soon, stop - 1)]);
    panel_visit visit = a.visit[min(later, stop - 1)];
    lane_part part = part_of(work, now < stop);
    lane_run<real, VALUES> ahead = {};
    ahead.read_ahead(a, part, part.l);
#pragma unroll 1
    while (now < stop) {
        const lane_work work_later = look_at(a, visit);
        const uint32_t last = take_ticket(next);
        visit = a.visit[min(last, stop - 1)];
        const lane_part then = part_of(work_soon, soon < stop);
        real sum = 0;
        if (part.l >= part.runs) ahead.read_ahead(a, then, then.l);
#pragma unroll 1
        for (uint32_t k = part.l; k < part.runs; k += part.lanes) {
            lane_run<real, VALUES> run = ahead;
            const bool more = k + part.lanes < part.runs;
            run.read_late(a, part, k);
            ahead.read_ahead(a, either(more, part, then), more ? k + part.lanes : then.l);
            sum = run.added(sum, panel);
        }
        for (uint32_t half = part.lanes / 2; half; half /= 2)
            sum += __shfl_down_sync(~0u, sum, half, part.lanes);
        if (part.runs && part.l == 0) a.sum[work.segment.place] = sum;
        work = work_soon;
        work_soon = work_later;
        part = then;
        now = soon;
        soon = later;
        later = last;
    }
}

/* Loads a panel of x to its places in shared memory, and a zero after it; a thread has eight reads
 * in flight at a time. The place of a sum of powers of two is the exclusive or of their places. */
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
            if (column + j * PANEL_THREADS < count)
                panel[place ^ panel_place(precision, j * PANEL_THREADS)] = value[j];
    }
    if (threadIdx.x == 0) panel[panel_columns(precision)] = 0;
}

template <class real, bool VALUES>
__global__ void __launch_bounds__(PANEL_THREADS, 1)
    sum_segments(panel_arrays<real> a, const real *x, const int *guard)
{
    extern __shared__ double shared[];
    __shared__ uint32_t next;
    real *panel = (real *)shared;
    const uint32_t width = panel_columns(precision_of<real>::value);
    if (halted(guard)) return;
    const uint64_t cost = a.visit[a.visits].before;
    const uint32_t begin = visit_at(a.visit, 0, a.visits, cost * blockIdx.x / gridDim.x),
                   end = visit_at(a.visit, begin, a.visits, cost * (blockIdx.x + 1) / gridDim.x);
    for (uint32_t v = begin, stop; v < end; v = stop) {
        const uint32_t p = a.visit[v].panel;
        const uint64_t from = (uint64_t)p * width;
        stop = a.first[p + 1] < end ? a.first[p + 1] : end;
        __syncthreads();
        if (threadIdx.x == 0) next = v;
        fill_panel(x + from, a.columns - from < width ? (uint32_t)(a.columns - from) : width,
                   panel);
        __syncthreads();
        take_visits<real, VALUES>(a, stop, &next, panel);
    }
}

template <class real>
struct panels {
    enum { threads = 256, TOGETHER = 8 /* number of sums of a row that are read at once */ };
    uint32_t n;
    panel_arrays<real> arrays;
    const real *factor, *inverse;
    const uint32_t *row;

    static unsigned blocks(uint32_t n)
    {
        return (unsigned)((n + (uint64_t)threads - 1) / threads);
    }

    explicit panels(const struct stored *a)
        : n(a->n), arrays{(const panel_segment *)a->array[PANELS_SEGMENT].data,
                          (const uint16_t *)a->array[PANELS_COL].data,
                          a->array[PANELS_VAL].bytes ? (const real *)a->array[PANELS_VAL].data
                                                     : NULL,
                          (const panel_visit *)a->array[PANELS_VISIT].data,
                          (const uint32_t *)a->array[PANELS_FIRST].data,
                          (uint32_t)(a->array[PANELS_VISIT].bytes / sizeof(panel_visit) - 1),
                          (uint32_t)a->columns,
                          (real *)a->array[PANELS_SUM].data},
          factor(a->array[PANELS_FACTOR].bytes ? (const real *)a->array[PANELS_FACTOR].data : NULL),
          inverse((const real *)a->array[PANELS_INVERSE].data),
          row((const uint32_t *)a->array[PANELS_ROW].data)
    {
    }

    template <bool VALUES>
    enum status launch(const real *x) const
    {
        enum status status = OK;
        const size_t bytes = PANEL_BYTES + sizeof(real); /* the panel, and a zero */
        TRY(device_status(cudaFuncSetAttribute((const void *)sum_segments<real, VALUES>,
                                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                                               (int)bytes),
                          "asking for shared memory"));
        sum_segments<real, VALUES>
            <<<device_multiprocessors(), PANEL_THREADS, bytes, device_stream()>>>(arrays, x,
                                                                                  device_guard());
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
        const real own = inverse[i], scale = factor ? factor[i] : 1;
        real sum = 0;
        for (uint32_t k = row[i], end = row[i + 1]; k < end; k += TOGETHER) {
            real part[TOGETHER];
#pragma unroll
            for (int j = 0; j < TOGETHER; j++) part[j] = k + j < end ? arrays.sum[k + j] : 0;
#pragma unroll
            for (int j = 0; j < TOGETHER; j++) sum += part[j];
        }
        each(i, own, factor ? scale * sum : sum);
    }
};

EXPORT_SWEEPS(mat_ops_panels_cuda_f32, mat_ops_panels_cuda_f64, panels)
