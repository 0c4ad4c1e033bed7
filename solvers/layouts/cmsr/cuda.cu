/* Compact rows, one thread per row: MEALS 2013, section 5. */
#include "solvers/cuda/level_order/sweep.cuh"
#include "solvers/cuda/recurrence/recurrence.cuh"
#include "solvers/cuda/sweeps.cuh"
#include "solvers/layouts/entries.cuh"

template <class real>
struct cmsr {
    typedef no_value value; /* a word has the number of its value in the dictionary */
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

    __host__ __device__ const uint32_t *words() const
    {
        return entries.words;
    }

    __device__ real inverse_of(uint32_t i) const
    {
        return entries.inverse_at(entries.diagonal(i));
    }

    const no_value *values() const
    {
        return NULL;
    }

    __device__ uint32_t column(uint32_t word) const
    {
        return entries.column(word);
    }

    __device__ real value_of(uint32_t word, const no_value *) const
    {
        return entries.value(0, word);
    }

    __device__ uint32_t diagonal(uint32_t i) const
    {
        return entries.diagonal(i);
    }

    __device__ real inverse_at(uint32_t diagonal) const
    {
        return entries.inverse_at(diagonal);
    }

    static enum status sweep_by_level(const struct stored *a, const real *b, real *x,
                                      bool descending, const struct test *test)
    {
        return level_sweep<cmsr, real>(a, b, x, descending, test);
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

EXPORT_RECURRING_SWEEPS(mat_ops_cmsr_cuda_f32, mat_ops_cmsr_cuda_f64, cmsr)
