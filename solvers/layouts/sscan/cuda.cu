/* Segmented scan of the products (STTT 2011, section 4.4): three kernels per sweep; rows() is the
 * last one. Bytes per entry in f64: the products read 12 and write 8, without x, and the scan moves
 * 16 and a bit; msr reads 12.
 *
 * elements=cub: CUB's scan by key, one pass over memory. For rows longer than two of its tiles, it
 * adds the sums of other tiles in an order that may change from run to run, as CUB documents.
 *
 * elements=1|2|4|8: each block scans a tile of 256 times as many entries. The gather adds the parts
 * of a row in the tiles after the tile of its first entry: the first entry of each such tile has
 * the part. The order of all additions is fixed. */
#include <cub/block/block_scan.cuh>
#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>

extern "C" {
#include "solvers/layouts/sscan/sscan.h"
#include "solvers/solve.h"
}
#include "solvers/cuda/sweeps.cuh"

enum { THREADS = 256 };

__host__ __device__ static bool bit_of(const uint32_t *word, uint64_t k)
{
    return word[k / 32] >> k % 32 & 1;
}

template <class real>
__global__ void multiply(uint64_t nnz, const uint32_t *col, const real *val, const real *x,
                         real *product)
{
    uint64_t k = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    if (k < nnz) product[k] = val[k] * x[col[k]];
}

/* CUB's scan, from the last entry to the first */

struct reversed_bit {
    const uint32_t *head;
    uint64_t last;
    __host__ __device__ bool operator()(uint64_t k) const
    {
        return bit_of(head, last - k);
    }
};

struct same {
    __host__ __device__ bool operator()(bool a, bool b) const
    {
        return a == b;
    }
};

template <class real>
struct sum_of {
    __host__ __device__ real operator()(real a, real b) const
    {
        return a + b;
    }
};

/* scratch = NULL: only *bytes is set. */
template <class real>
static enum status cub_scan(uint64_t nnz, const uint32_t *head, real *product, void *scratch,
                            size_t *bytes)
{
    auto key = thrust::make_transform_iterator(thrust::make_counting_iterator<uint64_t>(0),
                                               reversed_bit{head, nnz - 1});
    auto value = thrust::make_reverse_iterator(product + nnz);
    return device_status(cub::DeviceScan::InclusiveScanByKey(scratch, *bytes, key, value, value,
                                                             sum_of<real>(), nnz, same(),
                                                             device_stream()),
                         "the segmented scan");
}

/* Our own scan, tile by tile */

template <class real>
struct segment {
    real sum;
    int starts; /* true if the last entry of a row is among the summed ones, so that nothing
                   before them belongs to the row */
};

template <class real>
struct join {
    __device__ segment<real> operator()(const segment<real> &a, const segment<real> &b) const
    {
        if (b.starts) return b;
        return {a.sum + b.sum, a.starts};
    }
};

/* Scans a tile. Items go from the tile's last entry to its first; items beyond the matrix come
 * first and count as rows of their own. */
template <int elements, class real>
__global__ void scan_tiles(uint64_t nnz, const uint32_t *head, real *product)
{
    typedef cub::BlockScan<segment<real>, THREADS> scan;
    __shared__ typename scan::TempStorage storage;
    segment<real> item[elements];
    uint64_t end =
        ((uint64_t)blockIdx.x + 1) * THREADS * elements - (uint64_t)threadIdx.x * elements;
#pragma unroll
    for (int e = 0; e < elements; e++) {
        uint64_t k = end - 1 - e;
        item[e].sum = k < nnz ? product[k] : 0;
        item[e].starts = k + 1 >= nnz || bit_of(head, k) != bit_of(head, k + 1);
    }
    scan(storage).InclusiveScan(item, item, join<real>());
#pragma unroll
    for (int e = 0; e < elements; e++)
        if (end - 1 - e < nnz) product[end - 1 - e] = item[e].sum;
}

template <class real>
struct sscan {
    enum { threads = THREADS };
    uint32_t n;
    uint64_t nnz;
    const uint32_t *row, *col, *head;
    const real *val, *inverse;
    real *product;
    void *scratch; /* scratch of CUB's scan */
    size_t scratch_bytes;
    int elements;
    int tile_bits; /* a tile has 2^tile_bits entries */

    static unsigned blocks(uint64_t count)
    {
        return (unsigned)((count + threads - 1) / threads);
    }

    explicit sscan(const struct stored *a)
        : n(a->n), nnz(a->nnz), row((const uint32_t *)a->array[SSCAN_ROW].data),
          col((const uint32_t *)a->array[SSCAN_COL].data),
          head((const uint32_t *)a->array[SSCAN_HEAD].data),
          val((const real *)a->array[SSCAN_VAL].data),
          inverse((const real *)a->array[SSCAN_INVERSE].data),
          product((real *)a->array[SSCAN_PRODUCT].data), scratch(a->array[SSCAN_SCAN].data),
          scratch_bytes(a->array[SSCAN_SCAN].bytes),
          elements(((const sscan_options *)layout_options(&a->options))->elements), tile_bits(8)
    {
        for (int e = elements; e > 1; e /= 2) tile_bits++;
        if (elements == 0) tile_bits = 32;
    }

    template <int E>
    enum status tile_scan() const
    {
        scan_tiles<E>
            <<<blocks((nnz + E - 1) / E), threads, 0, device_stream()>>>(nnz, head, product);
        return device_launched("the segmented scan");
    }

    enum status scan() const
    {
        size_t bytes = scratch_bytes;
        switch (elements) {
        case 1: return tile_scan<1>();
        case 2: return tile_scan<2>();
        case 4: return tile_scan<4>();
        case 8: return tile_scan<8>();
        default: return cub_scan(nnz, head, product, scratch, &bytes);
        }
    }

    enum status prepare(const real *x) const
    {
        if (nnz == 0) return OK;
        multiply<<<blocks(nnz), threads, 0, device_stream()>>>(nnz, col, val, x, product);
        enum status status = device_launched("the products");
        return status == OK ? scan() : status;
    }

    template <class Each>
    __device__ void rows(uint32_t block, const real *, Each each) const
    {
        uint64_t i = (uint64_t)block * threads + threadIdx.x;
        if (i >= n) return;
        uint64_t begin = row[i], end = row[i + 1];
        real sum = begin < end ? product[begin] : 0;
        for (uint64_t tile = (begin >> tile_bits) + 1; tile << tile_bits < end; tile++)
            sum += product[tile << tile_bits];
        each((uint32_t)i, inverse[i], sum);
    }

    static enum status cub_bytes(const struct stored *a, size_t *bytes)
    {
        sscan rows(a);
        return cub_scan(rows.nnz, rows.head, rows.product, NULL, bytes);
    }
};

static enum status open_scan(struct stored *a)
{
    size_t bytes = 0;
    if (a->array[SSCAN_SCAN].bytes != BYTES_UNKNOWN) return OK;
    enum status status = a->precision == F32 ? sscan<float>::cub_bytes(a, &bytes)
                                             : sscan<double>::cub_bytes(a, &bytes);
    return status == OK ? stored_allocate(a, SSCAN_SCAN, bytes) : status;
}

static constexpr struct upkeep upkeep = {NULL, open_scan, NULL};

EXPORT_KEPT_SWEEPS(mat_ops_sscan_cuda_f32, mat_ops_sscan_cuda_f64, sscan, upkeep)
