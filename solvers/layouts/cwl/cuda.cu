/* Compact words in full-warp segments: MEALS 2013, table 5. A warp takes several segments in turn.
 * It loads the words of the next lines, and the index of the next row's diagonal, before it adds up
 * the present ones. */
#include "solvers/layouts/segments.cuh"

template <class real>
struct cwl : full_warp<compact_entries<real>, real> {
    typedef full_warp<compact_entries<real>, real> base;
    enum {
        threads = 256,
        resident = 1024,
        WARPS = threads / SEGMENT_LINE,
        AHEAD = 8,     /* lines */
        MOST_TURNS = 8 /* segments that a warp takes in turn */
    };
    uint32_t segments, block_segments;

    unsigned blocks(uint32_t) const
    {
        return (segments + block_segments - 1) / block_segments;
    }

    explicit cwl(const struct stored *a)
        : base(a), segments((uint32_t)((a->n + (uint64_t)SEGMENT_WL_ROWS - 1) / SEGMENT_WL_ROWS)),
          block_segments(pieces_of_block(segments, device_multiprocessors() * resident / threads,
                                         WARPS, MOST_TURNS))
    {
    }

    /* The remaining lines of a segment. */
    struct lines {
        uint32_t next, left;
    };

    __device__ lines lines_of(uint32_t segment, uint32_t end) const
    {
        if (segment >= end) return {0, 0};
        const uint32_t first = this->start[segment];
        return {first, this->start[segment + 1] - first};
    }

    /* Loads this thread's words of the next lines; padding after the last line. */
    __device__ void load_words(const lines &its, uint32_t own, uint32_t word[AHEAD]) const
    {
        const uint32_t *first =
            this->entries.words + (size_t)its.next * SEGMENT_LINE + threadIdx.x % SEGMENT_LINE;
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            word[k] = k < its.left ? __ldcs(first + k * SEGMENT_LINE) : this->entries.padding(own);
    }

    template <class V, class Each>
    __device__ void rows(uint32_t block, const V *x, Each each) const
    {
        const uint32_t end = min((block + 1) * block_segments, segments), n = this->n;
        uint32_t s = block * block_segments + threadIdx.x / SEGMENT_LINE;
        uint32_t row = s * SEGMENT_WL_ROWS + threadIdx.x % SEGMENT_LINE;
        if (s >= end) return;
        uint32_t own = this->own.of(row);
        lines its = lines_of(s, end), after = lines_of(s + WARPS, end);
        uint32_t word[AHEAD], diagonal = this->entries.diagonal(min(row, n - 1));
        load_words(its, own, word);
        V sum = {};
#pragma unroll 1
        while (s < end) {
            const uint32_t i = row, its_own = own, its_diagonal = diagonal;
            const bool any = its.left, last = its.left <= AHEAD;
            uint32_t next_word[AHEAD];
            if (last) {
                s += WARPS;
                row += WARPS * SEGMENT_WL_ROWS;
                own = this->own.of(row);
                its = after;
                after = lines_of(s + WARPS, end);
                diagonal = this->entries.diagonal(min(row, n - 1));
            } else {
                its = {its.next + AHEAD, its.left - AHEAD};
            }
            load_words(its, own, next_word);
            if (any) { /* if not, there may be no value at all */
                V xs[AHEAD];
#pragma unroll
                for (int k = 0; k < AHEAD; k++) {
                    const uint32_t column = this->entries.column(word[k]);
                    xs[k] = column != its_own ? x[column] : V();
                }
#pragma unroll
                for (int k = 0; k < AHEAD; k++) sum += this->entries.value(0, word[k]) * xs[k];
            }
            if (last) {
                if (i < n) each(i, this->entries.inverse_at(its_diagonal), sum);
                sum = {};
            }
#pragma unroll
            for (int k = 0; k < AHEAD; k++) word[k] = next_word[k];
        }
    }
};

EXPORT_SWEEPS(mat_ops_cwl_cuda_f32, mat_ops_cwl_cuda_f64, cwl)
