/* Sliced diagonals: a warp a slice at a time, one thread a row. 32 pairs at a time, each thread
 * decodes one of them into shared memory, from where all read them.
 *
 * Memory is waited for three times in a row: for codes, for their pairs, for x. So a warp has
 * several slices in turn, and reads the codes and bits of the next pairs but one and the next pairs
 * themselves before it adds up these.
 *
 * walk=slice: the warp goes through the slice's pairs in step, and the rows that have a pair read
 * adjacent entries of x. walk=row: each thread goes through its own row's pairs alone: fewer steps,
 * whose entries of x lie further apart. */
#include "solvers/cuda/sweeps.cuh"
#include "solvers/layouts/remainder.cuh"

extern "C" {
#include "solvers/layouts/sdia/sdia.h"
}

/* Pairs that a warp has decoded, with zeros after the last pair of a slice. Several can be read at
 * once. */
template <class real>
struct sdia_pairs {
    alignas(16) real value[32 + 1];
    alignas(16) int32_t offset[32 + 1];
};

template <class real>
struct sdia {
    enum {
        threads = 256,
        resident = sizeof(real) == 8 ? 1280 : 1024,
        WARPS = threads / 32,
        PAIRS = 32,
        SLICE_AHEAD = sizeof(real) == 8 ? 4 : 8, /* number of entries of x that a thread loads at
                                                    once */
        ROW_AHEAD = 4,
        MOST_TURNS = 8 /* number of slices that a warp takes in turn; below 30 */
    };
    typedef sdia_pairs<real> pairs;
    uint32_t n, first_row, slices, block_slices;
    enum walking how;
    const sdia_slice *slice;
    const uint16_t *code;
    const uint8_t *bits;
    const int32_t *offset;
    const uint32_t *wide; /* NULL: no pair is wide */
    const uint8_t *narrow_diagonal;
    const uint16_t *wide_diagonal;
    const real *value, *inverses;
    remainder_rows<real> rest;

    unsigned blocks(uint32_t) const
    {
        return (slices + block_slices - 1) / block_slices;
    }

    explicit sdia(const struct stored *a)
        : n(a->n), first_row(a->first_row),
          slices((uint32_t)((n + (uint64_t)SDIA_WARP - 1) / SDIA_WARP)),
          block_slices(pieces_of_block(slices, device_multiprocessors() * resident / threads, WARPS,
                                       MOST_TURNS)),
          how(((const sdia_options *)layout_options(&a->options))->walk),
          slice((const sdia_slice *)a->array[SDIA_SLICES].data),
          code((const uint16_t *)a->array[SDIA_CODE].data),
          bits((const uint8_t *)a->array[SDIA_BITS].data),
          offset((const int32_t *)a->array[SDIA_OFFSET].data), wide(NULL), narrow_diagonal(NULL),
          wide_diagonal(NULL), value((const real *)a->array[SDIA_VALUE].data),
          inverses((const real *)a->array[SDIA_INVERSE].data), rest(a, SDIA_REMAINDER)
    {
        if (a->array[SDIA_WIDES].bytes) wide = (const uint32_t *)a->array[SDIA_WIDES].data;
        if (a->array[SDIA_DIAGONAL].bytes == n)
            narrow_diagonal = (const uint8_t *)a->array[SDIA_DIAGONAL].data;
        else if (a->array[SDIA_DIAGONAL].bytes)
            wide_diagonal = (const uint16_t *)a->array[SDIA_DIAGONAL].data;
    }

    /* Returns the index of the reciprocal diagonal of row i. */
    __device__ uint32_t diagonal(uint32_t i) const
    {
        return narrow_diagonal ? narrow_diagonal[i] : wide_diagonal ? wide_diagonal[i] : i;
    }

    /* The slices of a warp: every WARPS-th from `first` on; thread t has the data of the t-th.
     * Slices from `end` on are empty. */
    struct warp_slices {
        uint32_t first, begin, codes, line, wide;
    };

    __device__ warp_slices slices_of(uint32_t first, uint32_t end) const
    {
        const uint32_t s = min(first + threadIdx.x % 32 * WARPS, end), begin = slice[s].code;
        return {first, begin, s < end ? slice[s + 1].code - begin : 0, slice[s].line,
                wide && s < end ? wide[s] : 0};
    }

    /* Up to PAIRS pairs of slice `turn` of a warp, from pair `first` on, with `left` pairs
     * remaining; and this thread's code. */
    struct piece {
        uint32_t turn, first, left, code;
    };

    __device__ piece load_codes(const warp_slices &its, uint32_t turn, uint32_t first) const
    {
        const uint32_t t = threadIdx.x % 32, at = __shfl_sync(~0u, its.begin, turn) + first + t;
        const uint32_t left = __shfl_sync(~0u, its.codes, turn) - first;
        return {turn, first, left, t < left ? code[at] : 0u};
    }

    __device__ piece load_codes_after(const warp_slices &its, const piece &p) const
    {
        const bool more = p.left > PAIRS;
        return load_codes(its, more ? p.turn : p.turn + 1, more ? p.first + PAIRS : 0);
    }

    /* Returns the place of the pair of this thread's code. *wides: place of the slice's next wide
     * pair, which is updated. */
    __device__ uint32_t place_of(const warp_slices &its, const piece &p, uint32_t *wides) const
    {
        if (!wide) return p.code;
        if (p.first == 0) *wides = __shfl_sync(~0u, its.wide, p.turn);
        const uint32_t those = __ballot_sync(~0u, p.code == SDIA_WIDE),
                       before = those & ((1u << threadIdx.x % 32) - 1);
        const uint32_t at = p.code == SDIA_WIDE ? *wides + __popc(before) : p.code;
        *wides += __popc(those);
        return at;
    }

    /* Decoded data of a thread: the pair of its code; for its row, two words with the bits, and the
     * index of the reciprocal diagonal. */
    struct decoded {
        real value;
        int32_t offset;
        uint32_t left, low, high, shift, diagonal;
    };

    __device__ decoded load_pairs(const warp_slices &its, const piece &p, uint32_t *wides) const
    {
        const uint32_t t = threadIdx.x % 32, i = (its.first + p.turn * WARPS) * SDIA_WARP + t,
                       at = place_of(its, p, wides);
        const uint32_t bytes = (__shfl_sync(~0u, its.codes, p.turn) + 7) / 8,
                       byte = t * bytes + p.first / 8;
        const size_t line = __shfl_sync(~0u, its.line, p.turn);
        const uint32_t *words = (const uint32_t *)(bits + line * SDIA_WARP) + byte / 4;
        const bool is_one = t < p.left;
        return {is_one ? __ldg(value + at) : 0,
                is_one ? __ldg(offset + at) : 0,
                p.left,
                words[0],
                words[1],
                byte * 8,
                diagonal(min(i, n - 1))};
    }

    /* Returns a bit for each pair of its slice that a row has. */
    __device__ static uint32_t sdia_pair_bits(const decoded &d)
    {
        return __funnelshift_r(d.low, d.high, d.shift) & __funnelshift_lc(~0u, 0, d.left);
    }

    /* If a row lacks a pair, zero is added. This changes no sum, because a sum that starts from 0
     * is never -0. */

    template <class V>
    __device__ static V add_by_slice(V sum, const pairs &p, uint32_t left, uint32_t has,
                                     const V *own)
    {
#pragma unroll 1
        for (uint32_t k = 0; k < left && k < PAIRS; k += SLICE_AHEAD, has >>= SLICE_AHEAD) {
            int32_t at[SLICE_AHEAD];
            V xs[SLICE_AHEAD];
#pragma unroll
            for (int e = 0; e < SLICE_AHEAD; e++) at[e] = p.offset[k + e];
#pragma unroll
            for (int e = 0; e < SLICE_AHEAD; e++) xs[e] = has >> e & 1 ? own[at[e]] : V();
#pragma unroll
            for (int e = 0; e < SLICE_AHEAD; e++) sum += p.value[k + e] * xs[e];
        }
        return sum;
    }

    /* Row by row. Pair PAIRS is for a row that has no more pairs. */
    template <class V>
    __device__ static V add_by_row(V sum, const pairs &p, uint32_t has, const V *own)
    {
#pragma unroll 1
        for (uint32_t left = __brev(has); left;) {
            int k[ROW_AHEAD], at[ROW_AHEAD];
            V xs[ROW_AHEAD];
#pragma unroll
            for (int e = 0; e < ROW_AHEAD; e++) {
                k[e] = __clz(left);
                at[e] = p.offset[k[e]];
                left &= INT32_MAX >> k[e] % 32;
            }
#pragma unroll
            for (int e = 0; e < ROW_AHEAD; e++) xs[e] = k[e] < PAIRS ? own[at[e]] : V();
#pragma unroll
            for (int e = 0; e < ROW_AHEAD; e++) sum += p.value[k[e]] * xs[e];
        }
        return sum;
    }

    template <class V, class Each>
    __device__ void rows(uint32_t block, const V *x, Each each) const
    {
        __shared__ pairs of_warp[WARPS];
        const uint32_t t = threadIdx.x % 32, first = block * block_slices + threadIdx.x / 32;
        const uint32_t end = min((block + 1) * block_slices, slices);
        if (first >= end) return;
        const warp_slices its = slices_of(first, end);
        pairs &p = of_warp[threadIdx.x / 32];
        const V *own = x + first_row + (size_t)first * SDIA_WARP + t;
        uint32_t wides = 0;
        V sum = {};
        if (t == 0) p.value[PAIRS] = p.offset[PAIRS] = 0;
        piece ahead = load_codes(its, 0, 0);
        decoded next = load_pairs(its, ahead, &wides);
        ahead = load_codes_after(its, ahead);
#pragma unroll 1
        for (uint32_t s = first; s < end;) {
            const uint32_t left = next.left, has = sdia_pair_bits(next);
            const real inverse = __ldg(inverses + next.diagonal);
            p.value[t] = next.value;
            p.offset[t] = next.offset;
            __syncwarp();
            next = load_pairs(its, ahead, &wides);
            ahead = load_codes_after(its, ahead);
            sum = how == WALK_SLICE ? add_by_slice(sum, p, left, has, own)
                                    : add_by_row(sum, p, has, own);
            __syncwarp();
            if (left <= PAIRS) {
                const uint32_t i = s * SDIA_WARP + t;
                if (t < n - s * SDIA_WARP) {
                    if (left == 0 && rest.has(i)) sum = rest.sum(i, x);
                    each(i, inverse, sum);
                }
                sum = {};
                s += WARPS;
                own += WARPS * SDIA_WARP;
            }
        }
    }

    template <class V, class Each>
    __device__ void one_row(uint32_t i, const V *x, Each each) const
    {
        uint32_t s = i / SDIA_WARP, codes = slice[s + 1].code - slice[s].code,
                 wides = wide ? wide[s] : 0;
        const uint16_t *its_code = code + slice[s].code;
        const uint8_t *own_bits =
            bits + (size_t)slice[s].line * SDIA_WARP + i % SDIA_WARP * ((codes + 7) / 8);
        const V *own = x + first_row + i;
        V sum = {};
        for (uint32_t k = 0; k < codes; k++) {
            uint32_t where = its_code[k];
            if (wide && where == SDIA_WIDE) where = wides++;
            if (own_bits[k / 8] >> k % 8 & 1)
                sum += __ldg(value + where) * own[__ldg(offset + where)];
        }
        if (codes == 0 && rest.has(i)) sum = rest.sum(i, x);
        each(i, inverses[diagonal(i)], sum);
    }
};

EXPORT_SWEEPS(mat_ops_sdia_cuda_f32, mat_ops_sdia_cuda_f64, sdia)
