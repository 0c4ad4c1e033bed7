/* Compact rows, one thread a row: MEALS 2013, section 5. */
#include "solvers/cuda/entries.cuh"
#include "solvers/cuda/sweeps.cuh"

template <class real>
struct cmsr {
    enum { threads = 256, bursts = true };
    uint32_t n;
    const uint32_t *row;
    compact_entries<real> entries;

    static unsigned blocks(uint32_t n)
    {
        return (unsigned)((n + (uint64_t)threads - 1) / threads);
    }

    explicit cmsr(const struct stored *a) : n(a->n), row((const uint32_t *)a->array[COMPACT_STARTS].data), entries(a) {}

    template <class Each>
    __device__ void one_row(uint32_t i, const real *x, Each each) const
    {
        real sum = 0;
        for (uint32_t k = row[i], end = row[i + 1]; k < end; k++) {
            uint32_t word = entries.word(k);
            sum += entries.value(k, word) * x[entries.column(word)];
        }
        each(i, entries.inverse(i), sum);
    }

    template <class Each>
    __device__ void rows(const real *x, Each each) const
    {
        uint64_t i = (uint64_t)blockIdx.x * threads + threadIdx.x;
        if (i < n) one_row((uint32_t)i, x, each);
    }
};

EXPORT_SWEEPS(cmsr, cmsr)
