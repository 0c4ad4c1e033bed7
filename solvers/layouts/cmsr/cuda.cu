/* Compact rows, one thread per row: MEALS 2013, section 5. */
#include "solvers/cuda/sweeps.cuh"
#include "solvers/layouts/entries.cuh"

template <class real>
struct cmsr {
    enum { threads = 256, choices = true };
    uint32_t n;
    const uint32_t *row;
    compact_entries<real> entries;

    static unsigned blocks(uint32_t n)
    {
        return (unsigned)((n + (uint64_t)threads - 1) / threads);
    }

    explicit cmsr(const struct stored *a)
        : n(a->n), row((const uint32_t *)a->array[COMPACT_STARTS].data), entries(a)
    {
    }

    __device__ uint32_t begin(uint32_t i) const
    {
        return row[i];
    }

    __device__ uint32_t end(uint32_t i) const
    {
        return row[i + 1];
    }

    __device__ real entry(uint32_t k, uint32_t *column) const
    {
        uint32_t word = entries.word(k);
        *column = entries.column(word);
        return entries.value(k, word);
    }

    __device__ real inverse_of(uint32_t i) const
    {
        return entries.inverse_at(entries.diagonal(i));
    }

    template <class V, class Each>
    __device__ void one_row(uint32_t i, const V *x, Each each) const
    {
        const uint32_t diagonal = entries.diagonal(i);
        V sum = {};
        for (uint32_t k = row[i], end = row[i + 1]; k < end; k++) {
            uint32_t word = entries.word(k);
            sum += entries.value(k, word) * x[entries.column(word)];
        }
        each(i, entries.inverse_at(diagonal), sum);
    }

    template <class V, class Each>
    __device__ void rows(uint32_t block, const V *x, Each each) const
    {
        uint64_t i = (uint64_t)block * threads + threadIdx.x;
        if (i < n) one_row((uint32_t)i, x, each);
    }
};

EXPORT_SWEEPS(mat_ops_cmsr_cuda_f32, mat_ops_cmsr_cuda_f64, cmsr)
