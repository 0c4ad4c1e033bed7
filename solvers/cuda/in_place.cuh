/* A sweep in place, with rows ascending or descending, by the levels of a schedule
 * (solvers/schedule.h), in one kernel. All blocks share the rows of a wide level, and meet after
 * it. The first block takes the other levels, one thread per row.
 *
 * The time between two levels is almost only latency. So a thread loads its row of the next level,
 * and the bounds of the level after that, before it computes its row of this level. */
#pragma once

#include "solvers/cuda/convergence.cuh"
#include "solvers/cuda/grid.cuh"

enum { IN_PLACE_THREADS = SCHEDULE_WIDE };

/* Updates a row, and notes whether a row of this thread has failed the test. */
template <class L, class real>
struct row_update {
    L layout;
    const real *b;
    real *x;
    bool tested, relative;
    real epsilon;

    __device__ void operator()(uint32_t row, bool *unsatisfied) const
    {
        layout.one_row(row, (const real *)x, [&](uint32_t i, real inverse, real sum) {
            real value = ((b ? b[i] : 0) - sum) * inverse;
            if (tested && !*unsatisfied) *unsatisfied = fails_test(x[i], value, epsilon, relative);
            x[i] = value;
        });
    }
};

/* Rows row[at] .. row[end - 1] of a schedule: the rows of one step, or of a run with steps step ..
 * last - 1. */
struct level_span {
    uint32_t at, end, step, last;
};

/* The schedule in device memory. If the sweep descends, steps and runs are counted from the end. */
struct device_levels {
    enum : uint32_t { NO_ROW = UINT32_MAX };
    uint32_t nruns;
    const uint32_t *start, *row;
    const schedule_run *runs;
    bool descending;

    device_levels(const struct schedule &s, bool down)
        : nruns(s.nruns), start(s.start), row(s.row), runs(s.run), descending(down)
    {
    }

    /* Returns the k-th run, or an empty span after the last run. */
    __device__ level_span run(uint32_t k) const
    {
        if (k >= nruns) return {0, 0, 0, 0};
        uint32_t r = descending ? nruns - 1 - k : k;
        schedule_run begin = runs[r], end = runs[r + 1];
        return {begin.at, end.at, begin.step, end.step};
    }

    /* Returns the k-th step of a run, or an empty span after its last step. */
    __device__ level_span step(const level_span &run, uint32_t k) const
    {
        if (k >= run.last - run.step) return {0, 0, 0, 0};
        uint32_t s = descending ? run.last - 1 - k : run.step + k;
        return {start[s], start[s + 1], s, s + 1};
    }

    __device__ uint32_t row_at(const level_span &span, uint64_t offset) const
    {
        return offset < span.end - span.at ? row[span.at + offset] : NO_ROW;
    }
};

__device__ inline bool is_wide(const level_span &run)
{
    return run.last - run.step == 1 && run.end - run.at >= SCHEDULE_WIDE;
}

/* Returns the first row of this thread in a wide level. Neighbouring rows go to the threads of a
 * warp, and neighbouring warps of rows to different blocks, so that all multiprocessors have rows.
 */
__device__ inline uint64_t first_of_grid()
{
    return ((uint64_t)(threadIdx.x / 32) * gridDim.x + blockIdx.x) * 32 + threadIdx.x % 32;
}

template <class Update>
__device__ inline void narrow_steps(const Update &update, const device_levels &levels,
                                    const level_span &run, bool *unsatisfied)
{
    level_span next = levels.step(run, 1);
    uint32_t row = levels.row_at(levels.step(run, 0), threadIdx.x);
    for (uint32_t k = 0; k < run.last - run.step; k++) {
        uint32_t next_row = levels.row_at(next, threadIdx.x);
        next = levels.step(run, k + 2);
        if (row != device_levels::NO_ROW) update(row, unsatisfied);
        __syncthreads();
        row = next_row;
    }
}

template <class Update, enum vote V>
__global__ void __launch_bounds__(IN_PLACE_THREADS)
    sweep_levels(Update update, device_levels levels, int *flag, const int *guard, grid_word *word)
{
    if (halted(guard)) return;
    const uint64_t first = first_of_grid(), stride = (uint64_t)gridDim.x * blockDim.x;
    level_span run = levels.run(0), next = levels.run(1);
    uint32_t row = levels.row_at(run, first);
    const voting<V> votes(flag);
    bool unsatisfied = votes.known;
    for (uint32_t k = 0; k < levels.nruns; k++) {
        uint32_t next_row = levels.row_at(next, first);
        level_span after = levels.run(k + 2);
        if (is_wide(run)) {
            for (uint64_t at = first; row != device_levels::NO_ROW;
                 row = levels.row_at(run, at += stride))
                update(row, &unsatisfied);
        } else if (blockIdx.x == 0) {
            narrow_steps(update, levels, run, &unsatisfied);
        }
        if (gridDim.x == 1) __syncthreads();
        else if (k + 1 < levels.nruns) grid_vote(word, k + 1, false);
        run = next;
        next = after;
        row = next_row;
    }
    votes.cast(unsatisfied);
}

/* Sweeps with one block; its barriers cost less if it has fewer warps. */
template <class Update, enum vote V>
static enum status sweep_by_block(const Update &update, const device_levels &levels,
                                  uint32_t widest, int *flag)
{
    int threads = widest < IN_PLACE_THREADS ? (int)(widest + 31) / 32 * 32 : IN_PLACE_THREADS;
    grid_word *none = NULL;
    sweep_levels<Update, V>
        <<<1, threads, 0, device_stream()>>>(update, levels, flag, device_guard(), none);
    return device_launched("a sweep in place");
}

/* Sweeps with at most one block for every 32 rows of the widest level. */
template <class Update, enum vote V>
static enum status in_place_sweep(const Update &update, const device_levels &levels,
                                  uint32_t widest, int *flag)
{
    enum status status = OK;
    unsigned most, blocks = (unsigned)((widest + (uint64_t)31) / 32);
    grid_word *word;
    if (widest < SCHEDULE_WIDE) return sweep_by_block<Update, V>(update, levels, widest, flag);
    TRY(grid_capacity(sweep_levels<Update, V>, IN_PLACE_THREADS, &most));
    if (most == 1) return sweep_by_block<Update, V>(update, levels, widest, flag);
    TRY(grid_word_cleared(&word));
    TRY(grid_launch(sweep_levels<Update, V>, blocks < most ? blocks : most, IN_PLACE_THREADS, 0,
                    update, levels, flag, device_guard(), word));
out:
    return status;
}
