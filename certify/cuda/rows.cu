#include "certify/cuda/rows.h"

#include <cub/device/device_radix_sort.cuh>

enum { THREADS = 256 };

__device__ static void merge_lanes(struct row_sums *sums, uint32_t lanes)
{
    for (uint32_t apart = lanes / 2; apart; apart /= 2) {
        struct row_sums more;
        more.sum.head = __shfl_xor_sync(~0u, sums->sum.head, apart);
        more.sum.tail = __shfl_xor_sync(~0u, sums->sum.tail, apart);
        more.sum.size = __shfl_xor_sync(~0u, sums->sum.size, apart);
        more.positive = __shfl_xor_sync(~0u, sums->positive, apart);
        more.entries = __shfl_xor_sync(~0u, sums->entries, apart);
        row_sums_merge(sums, &more);
    }
}

/* Merges the sums of the first lanes of all warps into those of thread 0. */
__device__ static void merge_warps(struct row_sums *sums)
{
    __shared__ struct row_sums part[THREADS / 32];
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = *sums;
    __syncthreads();
    for (unsigned w = 1; threadIdx.x == 0 && w < THREADS / 32; w++)
        row_sums_merge(sums, &part[w]);
}

/* Merges the results of all threads into part[0]. */
__device__ static void merge_threads(struct row_proof *part)
{
    for (unsigned half = THREADS / 2; half; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) row_proof_merge(&part[threadIdx.x], &part[threadIdx.x + half]);
    }
}

/* A block for each chunk. Lane 0 of a row's lanes has the whole sum; all threads of a warp go
 * through the loop together. A chunk of one row, such as a long one, has all threads of its block.
 */
template <enum row_rule rule>
__global__ static void __launch_bounds__(THREADS)
    prove_chunks(struct row_check check, struct row_chunks chunks, uint32_t lanes)
{
    __shared__ struct row_proof part[THREADS];
    const struct row_chunk chunk = chunks.chunk[blockIdx.x];
    const bool alone = chunk.to - chunk.from == 1;
    if (alone) lanes = THREADS;
    const uint32_t lane = threadIdx.x % lanes, rows = THREADS / lanes;
    struct row_proof mine = NO_PROOF;
    check.rule = rule;
    for (uint64_t first = chunk.from; first < chunk.to; first += rows) {
        const uint64_t at = first + threadIdx.x / lanes;
        const bool any = at < chunk.to;
        const uint32_t i = !any ? 0 : chunks.order ? chunks.order[at] : (uint32_t)at;
        struct row_sums sums = NO_SUMS;
        if (any) row_check_add(&check, i, lane, lanes, &sums);
        merge_lanes(&sums, alone ? 32 : lanes);
        if (alone) merge_warps(&sums);
        if (!any || lane) continue;
        const struct row_at own = row_check_at(&check, i);
        const struct row_proof proof = row_check_close(&check, i, &own, &sums);
        row_proof_merge(&mine, &proof);
    }
    part[threadIdx.x] = mine;
    merge_threads(part);
    if (threadIdx.x == 0) chunks.proof[blockIdx.x] = part[0];
}

/* A block for each class. */
__global__ static void __launch_bounds__(THREADS)
    prove_classes(enum row_rule rule, struct row_chunks chunks, struct row_proof *proof)
{
    __shared__ struct row_proof part[THREADS];
    const uint32_t c = blockIdx.x;
    struct row_proof mine = NO_PROOF;
    for (uint64_t k = chunks.first[c] + threadIdx.x; k < chunks.first[c + 1]; k += THREADS)
        row_proof_merge(&mine, &chunks.proof[k]);
    part[threadIdx.x] = mine;
    merge_threads(part);
    if (threadIdx.x) return;
    row_proof_finish(rule, chunks.scale ? chunks.scale[c] : 0, part);
    proof[c] = part[0];
}

template <enum row_rule rule>
static void launch_prove_chunks(const struct row_check *check, const struct row_chunks *chunks)
{
    const uint64_t n = check->a.off.rows, entries = n ? check->a.off.nnz / n : 0;
    uint32_t lanes = 1;
    while (lanes < 32 && 4 * lanes <= entries) lanes *= 2;
    if (chunks->count) prove_chunks<rule><<<chunks->count, THREADS>>>(*check, *chunks, lanes);
}

enum status device_rows_prove(const struct row_check *check, const struct row_chunks *chunks,
                              struct row_proof *proof)
{
    switch (check->rule) {
    case CHECK_WEIGHTS: launch_prove_chunks<CHECK_WEIGHTS>(check, chunks); break;
    case CHECK_ANSWER: launch_prove_chunks<CHECK_ANSWER>(check, chunks); break;
    case CHECK_SLACK: launch_prove_chunks<CHECK_SLACK>(check, chunks); break;
    case CHECK_TIMES: launch_prove_chunks<CHECK_TIMES>(check, chunks); break;
    case CHECK_LONG_RUN: launch_prove_chunks<CHECK_LONG_RUN>(check, chunks); break;
    case CHECK_AVERAGE: launch_prove_chunks<CHECK_AVERAGE>(check, chunks); break;
    }
    prove_classes<<<chunks->classes, THREADS>>>(check->rule, *chunks, proof);
    return check_cuda(cudaGetLastError(), "checking rows");
}

/* The first of count ascending numbers that is at least x. */
template <class T>
__device__ static uint64_t first_at_least(const T *numbers, uint64_t count, uint64_t x)
{
    uint64_t from = 0;
    while (count) {
        const uint64_t half = count / 2;
        if (numbers[from + half] < x) from += half + 1, count -= half + 1;
        else count = half;
    }
    return from;
}

__global__ static void number_entries(uint32_t count, uint32_t *out)
{
    const uint64_t k = blockIdx.x * (uint64_t)THREADS + threadIdx.x;
    if (k < count) out[k] = (uint32_t)k;
}

/* Fills the entries of the transpose `to` in their order; entry[k]: index of its k-th entry in
 * a. */
__global__ static void move_entries(struct csr a, const uint32_t *entry, struct csr to)
{
    const uint64_t k = blockIdx.x * (uint64_t)THREADS + threadIdx.x;
    if (k >= a.nnz) return;
    to.val[k] = a.val[entry[k]];
    to.col[k] = (uint32_t)(first_at_least(a.row, a.rows + (uint64_t)1, entry[k] + (uint64_t)1) - 1);
}

__global__ static void find_row_starts(const uint32_t *row_of, struct csr to)
{
    const uint64_t i = blockIdx.x * (uint64_t)THREADS + threadIdx.x;
    if (i <= to.rows) to.row[i] = first_at_least(row_of, to.nnz, i);
}

static unsigned blocks_of_threads(uint64_t threads)
{
    return (unsigned)((threads + THREADS - 1) / THREADS);
}

/* Allocates an array; at least one element, so that no request is for zero bytes. */
template <class T>
static enum status get_memory(uint64_t count, T **out)
{
    return check_cuda(cudaMalloc((void **)out, (count ? count : 1) * sizeof(T)), "allocating");
}

/* The entries, sorted by column. The sort is stable, so that rows ascend in each column. */
static enum status sort_by_column(const struct csr *a, uint32_t *entry, uint32_t *sorted,
                                  uint32_t *column)
{
    size_t bytes = 0;
    char *scratch = NULL;
    int bits = 1;
    while (bits < 32 && a->rows >> bits) bits++;
    number_entries<<<blocks_of_threads(a->nnz), THREADS>>>((uint32_t)a->nnz, entry);
    enum status status = check_cuda(
        cub::DeviceRadixSort::SortPairs(NULL, bytes, (const uint32_t *)a->col, column,
                                        (const uint32_t *)entry, sorted, a->nnz, 0, bits),
        "sorting");
    if (status == OK) status = get_memory(bytes, &scratch);
    if (status == OK)
        status = check_cuda(
            cub::DeviceRadixSort::SortPairs(scratch, bytes, (const uint32_t *)a->col, column,
                                            (const uint32_t *)entry, sorted, a->nnz, 0, bits),
            "sorting");
    cudaFree(scratch);
    return status;
}

static enum status transpose_into(const struct csr *a, uint32_t *entry, uint32_t *sorted,
                                  uint32_t *column, const struct csr *out)
{
    if (a->nnz) {
        const enum status status = sort_by_column(a, entry, sorted, column);
        if (status != OK) return status;
        move_entries<<<blocks_of_threads(a->nnz), THREADS>>>(*a, sorted, *out);
    }
    find_row_starts<<<blocks_of_threads(a->rows + (uint64_t)1), THREADS>>>(column, *out);
    return check_cuda(cudaDeviceSynchronize(), "transposing");
}

enum status rows_transpose(const struct csr *a, struct csr *out)
{
    enum status status = OK;
    uint32_t *entry = NULL, *sorted = NULL, *column = NULL;
    *out = csr{a->rows, a->nnz, NULL, NULL, NULL};
    if (a->nnz > UINT32_MAX)
        return fail(ERROR_UNSUPPORTED, "the GPU's check transposes less than 2^32 entries only");
    TRY(get_memory(a->nnz, &entry));
    TRY(get_memory(a->nnz, &sorted));
    TRY(get_memory(a->nnz, &column));
    TRY(get_memory(a->rows + (uint64_t)1, &out->row));
    TRY(get_memory(a->nnz, &out->col));
    TRY(get_memory(a->nnz, &out->val));
    TRY(transpose_into(a, entry, sorted, column, out));
out:
    cudaFree(entry);
    cudaFree(sorted);
    cudaFree(column);
    if (status == OK) return OK;
    cudaFree(out->row);
    cudaFree(out->col);
    cudaFree(out->val);
    *out = csr{};
    return status;
}
