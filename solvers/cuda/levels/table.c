/* The table of operations. */
#include "solvers/cuda/levels/levels.h"

static size_t cuda_scratch_bytes(uint32_t n, uint64_t nnz)
{
    const size_t aggregate = cuda_aggregate_bytes(n, nnz), connect = cuda_connect_bytes(n, nnz);
    return aggregate > connect ? aggregate : connect;
}

extern const struct level_ops level_ops_cuda;
const struct level_ops level_ops_cuda = {
    .scratch_bytes = cuda_scratch_bytes,
    .aggregate = cuda_aggregate,
    .count = cuda_count,
    .connect = cuda_connect,
    .weigh = cuda_weigh,
    .product = cuda_product,
    .smooth = cuda_smooth,
    .damp = cuda_damp,
    .prolong = cuda_prolong,
    .collect = cuda_collect,
    .correct = cuda_correct,
    .eliminate = cuda_eliminate,
    .tail = cuda_tail,
    .tail_rows = CUDA_TAIL_ROWS,
    .measure = cuda_measure,
    .judge = cuda_judge,
    .fit = cuda_fit,
    .combine = cuda_combine,
};
