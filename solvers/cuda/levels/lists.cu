#include "solvers/cuda/levels/lists.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_sort.cuh>

typedef cub::DoubleBuffer<uint32_t> two_buffers;

static cudaError_t sum(void *temp, size_t *bytes, const uint64_t *from, uint64_t *to,
                       uint64_t count)
{
    return cub::DeviceScan::ExclusiveSum(temp, *bytes, from, to, count, device_stream());
}

size_t exclusive_sum_bytes(uint64_t count)
{
    size_t bytes = 0;
    sum(NULL, &bytes, NULL, NULL, count);
    return bytes;
}

enum status exclusive_sum(void *temp, size_t bytes, const uint64_t *from, uint64_t *to,
                          uint64_t count)
{
    return device_status(sum(temp, &bytes, from, to, count), "adding up a list");
}

/* Returns the number of bits of numbers below `below`. */
static int bits_below(uint64_t below)
{
    int bits = 1;
    while (bits < 32 && (below - 1) >> bits) bits++;
    return bits;
}

static cudaError_t sort(void *temp, size_t *bytes, two_buffers *keys, two_buffers *values,
                        uint64_t count, int bits)
{
    return cub::DeviceRadixSort::SortPairs(temp, *bytes, *keys, *values, count, 0, bits,
                                           device_stream());
}

size_t sort_pairs_bytes(uint64_t count)
{
    size_t bytes = 0;
    two_buffers none;
    sort(NULL, &bytes, &none, &none, count, 32);
    return bytes;
}

static void take_result(const two_buffers &sorted, uint32_t *buffers[2])
{
    buffers[0] = sorted.d_buffers[sorted.selector];
    buffers[1] = sorted.d_buffers[sorted.selector ^ 1];
}

enum status sort_pairs(void *temp, size_t bytes, uint32_t *keys[2], uint32_t *values[2],
                       uint64_t count, uint64_t below)
{
    two_buffers key(keys[0], keys[1]), value(values[0], values[1]);
    cudaError_t code = sort(temp, &bytes, &key, &value, count, bits_below(below));
    take_result(key, keys);
    take_result(value, values);
    return device_status(code, "sorting a list");
}

static cudaError_t sort_each(void *temp, size_t *bytes, two_buffers *lists, uint64_t count,
                             uint64_t segments, const uint64_t *begin, const uint64_t *end)
{
    return cub::DeviceSegmentedSort::SortKeys(temp, *bytes, *lists, (int64_t)count,
                                              (int64_t)segments, begin, end, device_stream());
}

size_t sort_segments_bytes(uint64_t count, uint64_t segments)
{
    size_t bytes = 0;
    two_buffers none;
    sort_each(NULL, &bytes, &none, count, segments, NULL, NULL);
    return bytes;
}

enum status sort_segments(void *temp, size_t bytes, uint32_t *lists[2], uint64_t count,
                          uint64_t segments, const uint64_t *begin, const uint64_t *end)
{
    two_buffers list(lists[0], lists[1]);
    cudaError_t code = sort_each(temp, &bytes, &list, count, segments, begin, end);
    take_result(list, lists);
    return device_status(code, "sorting lists");
}

enum status read_number(const uint64_t *there, uint64_t *out)
{
    cudaError_t code =
        cudaMemcpyAsync(out, there, sizeof *out, cudaMemcpyDeviceToHost, device_stream());
    if (code == cudaSuccess) code = cudaStreamSynchronize(device_stream());
    return device_status(code, "reading a number of a level");
}
