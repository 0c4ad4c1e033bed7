/* Sliced diagonals: a warp a slice, one thread a row. 32 pairs at a time, each thread decodes one of them into shared
 * memory, from where all read them.
 *
 * walk=slice: the warp goes through the slice's pairs in step, and the rows that have a pair read adjacent entries of
 * x. walk=row: each thread goes through its own row's pairs alone: fewer steps, whose entries of x lie further apart.
 */
#include "solvers/cuda/remainder.cuh"
#include "solvers/cuda/sweeps.cuh"

extern "C" {
#include "solvers/sdia.h"
}

/* What a warp has decoded; zeros behind a slice's last pair. */
template <class real>
struct sdia_pairs {
    real value[32];
    int32_t offset[32];
};

template <class real>
struct sdia {
    enum { threads = 256, resident = 1024, PAIRS = 32, AHEAD = 8 /* entries of x that a thread asks for at once */ };
    typedef sdia_pairs<real> pairs;
    uint32_t n, first_row;
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

    static unsigned blocks(uint32_t n)
    {
        return (unsigned)((n + (uint64_t)threads - 1) / threads);
    }

    explicit sdia(const struct stored *a)
        : n(a->n), first_row(a->first_row), how(a->options.walk), slice((const sdia_slice *)a->array[SDIA_SLICES].data),
          code((const uint16_t *)a->array[SDIA_CODE].data), bits((const uint8_t *)a->array[SDIA_BITS].data),
          offset((const int32_t *)a->array[SDIA_OFFSET].data), wide(NULL), narrow_diagonal(NULL), wide_diagonal(NULL),
          value((const real *)a->array[SDIA_VALUE].data), inverses((const real *)a->array[SDIA_INVERSE].data),
          rest(a, SDIA_REMAINDER)
    {
        if (a->array[SDIA_WIDES].bytes) wide = (const uint32_t *)a->array[SDIA_WIDES].data;
        if (a->array[SDIA_DIAGONAL].bytes == n) narrow_diagonal = (const uint8_t *)a->array[SDIA_DIAGONAL].data;
        else if (a->array[SDIA_DIAGONAL].bytes) wide_diagonal = (const uint16_t *)a->array[SDIA_DIAGONAL].data;
    }

    __device__ real inverse(uint32_t i) const
    {
        if (narrow_diagonal) return __ldg(inverses + narrow_diagonal[i]);
        return __ldg(inverses + (wide_diagonal ? wide_diagonal[i] : i));
    }

    /* Thread t of a warp decodes the pair of code t of `left`, from `at` on. wides: how many wide pairs are before
     * them, brought up to date. Every thread of the warp calls this. */
    __device__ void decode(uint32_t at, uint32_t left, uint32_t *wides, pairs *p) const
    {
        uint32_t t = threadIdx.x % 32, where = t < left ? code[at + t] : 0;
        if (wide) {
            uint32_t those = __ballot_sync(0xffffffff, where == SDIA_WIDE);
            if (where == SDIA_WIDE) where = *wides + __popc(those & ((1u << t) - 1));
            *wides += __popc(those);
        }
        p->value[t] = t < left ? value[where] : 0;
        p->offset[t] = t < left ? offset[where] : 0;
        __syncwarp();
    }

    /* The bits of a thread's row for up to 32 codes of `left`, from byte `row` on. */
    __device__ uint32_t load_bits(const uint8_t *row, uint32_t left) const
    {
        const uint32_t *word = (const uint32_t *)((uintptr_t)row & ~(uintptr_t)3);
        uint32_t has = __funnelshift_r(word[0], word[1], (uint32_t)(uintptr_t)row % 4 * 8);
        return has & __funnelshift_lc(~0u, 0, left);
    }

    /* What is added where a row lacks a pair is a zero, and changes no sum, since a sum that starts from 0 is never -0.
     */

    __device__ real add_by_slice(real sum, const pairs &p, uint32_t left, uint32_t has, const real *own) const
    {
#pragma unroll 1
        for (uint32_t k = 0; k < left && k < PAIRS; k += AHEAD, has >>= AHEAD) {
            real xs[AHEAD];
            int32_t at[AHEAD];
#pragma unroll
            for (int e = 0; e < AHEAD; e++) at[e] = p.offset[k + e];
#pragma unroll
            for (int e = 0; e < AHEAD; e++) xs[e] = has >> e & 1 ? own[at[e]] : 0;
#pragma unroll
            for (int e = 0; e < AHEAD; e++) sum += p.value[k + e] * xs[e];
        }
        return sum;
    }

    __device__ real add_by_row(real sum, const pairs &p, uint32_t has, const real *own) const
    {
#pragma unroll 1
        for (uint32_t left = __brev(has); left;) {
            real xs[AHEAD];
            uint32_t at[AHEAD];
#pragma unroll
            for (int e = 0; e < AHEAD; e++) {
                at[e] = __clz(left) % PAIRS;
                xs[e] = left ? own[p.offset[at[e]]] : 0;
                left &= ~(1u << 31 >> at[e]);
            }
#pragma unroll
            for (int e = 0; e < AHEAD; e++) sum += p.value[at[e]] * xs[e];
        }
        return sum;
    }

    template <class Each>
    __device__ void rows(uint32_t block, const real *x, Each each) const
    {
        __shared__ pairs decoded[threads / 32];
        pairs &p = decoded[threadIdx.x / 32];
        uint64_t row = (uint64_t)block * threads + threadIdx.x, s = row / SDIA_SLICE;
        if (s * SDIA_SLICE >= n) return;
        uint32_t i = (uint32_t)row, end = slice[s + 1].code, line = slice[s].line;
        uint32_t codes = end - slice[s].code, bytes = (codes + 7) / 8, wides = wide ? wide[s] : 0;
        const uint8_t *own_bits = bits + (size_t)line * SDIA_SLICE + i % SDIA_SLICE * bytes;
        const real *own = x + first_row + row;
        real sum = 0, own_inverse = row < n ? inverse(i) : 0;
        for (uint32_t first = 0; first < codes; first += PAIRS) {
            uint32_t left = codes - first, has = load_bits(own_bits + first / 8, left);
            decode(end - left, left, &wides, &p);
            sum = how == WALK_SLICE ? add_by_slice(sum, p, left, has, own) : add_by_row(sum, p, has, own);
            __syncwarp();
        }
        if (row >= n) return;
        if (codes == 0 && rest.has(i)) sum = rest.sum(i, x);
        each(i, own_inverse, sum);
    }

    template <class Each>
    __device__ void one_row(uint32_t i, const real *x, Each each) const
    {
        uint32_t s = i / SDIA_SLICE, codes = slice[s + 1].code - slice[s].code, wides = wide ? wide[s] : 0;
        const uint16_t *its_code = code + slice[s].code;
        const uint8_t *own_bits = bits + (size_t)slice[s].line * SDIA_SLICE + i % SDIA_SLICE * ((codes + 7) / 8);
        const real *own = x + first_row + i;
        real sum = 0;
        for (uint32_t k = 0; k < codes; k++) {
            uint32_t where = its_code[k];
            if (wide && where == SDIA_WIDE) where = wides++;
            if (own_bits[k / 8] >> k % 8 & 1) sum += __ldg(value + where) * own[__ldg(offset + where)];
        }
        if (codes == 0 && rest.has(i)) sum = rest.sum(i, x);
        each(i, inverse(i), sum);
    }
};

EXPORT_SWEEPS(sdia, sdia)
