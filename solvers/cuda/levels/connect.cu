/* The pattern of the next level. If the rows of an aggregate have at most FEW entries, one thread
 * lists their sources; longer lists are sorted by CUB. */
#include "solvers/cuda/levels/each.cuh"
#include "solvers/cuda/levels/levels.h"
#include "solvers/cuda/levels/lists.h"

enum { FEW = 64, LANES = 3 /* 2^LANES threads per list */ };

/* Scratch: results of count for connect, and further memory of connect. */
struct sources {
    uint64_t *offset;      /* start of the list of each aggregate in fine->map, which has room
                              for all lists */
    uint64_t *size;        /* number of entries of the rows of each aggregate */
    uint64_t *many;        /* number of aggregates with long lists */
    uint64_t *begin, *end; /* start and end of these lists */
    uint32_t *which;       /* numbers of these aggregates */
    uint32_t *sorted;      /* as much room as map */
    void *temp;
    size_t temp_bytes;
};

static struct sources place_sources(struct scratch_rest *rest, uint32_t n, uint64_t nnz)
{
    struct sources s = {};
    const uint64_t most = nnz / FEW + 1;
    const size_t sum = exclusive_sum_bytes(n + (uint64_t)1), sort = sort_segments_bytes(nnz, most);
    s.offset = (uint64_t *)scratch_take(rest, (n + (size_t)1) * sizeof(uint64_t));
    s.size = (uint64_t *)scratch_take(rest, (n + (size_t)1) * sizeof(uint64_t));
    s.many = (uint64_t *)scratch_take(rest, sizeof(uint64_t));
    s.begin = (uint64_t *)scratch_take(rest, most * sizeof(uint64_t));
    s.end = (uint64_t *)scratch_take(rest, most * sizeof(uint64_t));
    s.which = (uint32_t *)scratch_take(rest, most * sizeof(uint32_t));
    s.sorted = (uint32_t *)scratch_take(rest, nnz * sizeof(uint32_t));
    s.temp_bytes = sum > sort ? sum : sort;
    s.temp = scratch_take(rest, s.temp_bytes);
    return s;
}

/* Scratch for the entries of each column; not used at the same time as struct sources. */
struct columns {
    uint32_t *key, *sorted, *entry;
    void *temp;
    size_t temp_bytes;
};

static struct columns place_columns(struct scratch_rest *rest, uint64_t nnz)
{
    struct columns c = {};
    c.key = (uint32_t *)scratch_take(rest, nnz * sizeof(uint32_t));
    c.sorted = (uint32_t *)scratch_take(rest, nnz * sizeof(uint32_t));
    c.entry = (uint32_t *)scratch_take(rest, nnz * sizeof(uint32_t));
    c.temp_bytes = sort_pairs_bytes(nnz);
    c.temp = scratch_take(rest, c.temp_bytes);
    return c;
}

size_t cuda_connect_bytes(uint32_t n, uint64_t nnz)
{
    struct scratch_rest lists = {}, columns = {};
    place_sources(&lists, n, nnz);
    place_columns(&columns, nnz);
    const size_t most = lists.used > columns.used ? lists.used : columns.used;
    return most > cuda_map_bytes(nnz) ? most : cuda_map_bytes(nnz);
}

/* Inserts value into the ascending list of different values, which has room. */
__device__ static void list_insert(uint32_t *list, uint32_t *count, uint32_t value)
{
    uint32_t at = *count;
    while (at > 0 && list[at - 1] > value) at--;
    if (at > 0 && list[at - 1] == value) return;
    for (uint32_t k = (*count)++; k > at; k--) list[k] = list[k - 1];
    list[at] = value;
}

/* Makes the list of aggregate I, whose rows have at most FEW entries. */
__device__ static uint32_t list_few(const struct level &a, uint32_t I, uint32_t *to)
{
    uint32_t list[FEW], count = 0;
    for (uint32_t m = a.start[I]; m < a.start[I + 1]; m++) {
        const uint32_t i = a.member[m];
        for (uint64_t k = a.row[i]; k < a.row[i + 1]; k++) {
            const uint32_t J = a.aggregate[a.col[k]];
            if (J != I) list_insert(list, &count, J);
        }
    }
    for (uint32_t k = 0; k < count; k++) to[k] = list[k];
    return count;
}

/* Makes the lists of aggregates with few entries, and notes the others. length[I]: length of the
 * list. */
static enum status list_all(const struct level *fine, const struct sources *sources, uint32_t count,
                            uint64_t *length)
{
    const struct level a = *fine;
    const struct sources s = *sources;
    return for_each(count, "listing sources", [=] __device__(uint64_t i) {
        const uint32_t I = (uint32_t)i;
        if (s.size[I] <= FEW) {
            length[I] = list_few(a, I, a.map + s.offset[I]);
            return;
        }
        const uint64_t at = atomicAdd((unsigned long long *)s.many, 1ull);
        s.which[at] = I;
        s.begin[at] = s.offset[I];
        s.end[at] = s.offset[I + 1];
    });
}

/* Copies the aggregates of the entries of row i, from *at on. */
__device__ static void copy_row(const struct level &a, uint32_t i, unsigned first, unsigned step,
                                uint64_t at)
{
    for (uint64_t k = a.row[i] + first; k < a.row[i + 1]; k += step)
        a.map[at + (k - a.row[i])] = a.aggregate[a.col[k]];
}

/* Copies lists that are not sorted yet, one block per list: rows are in any order. All threads copy
 * a long row together. */
__global__ static void copy_lists(struct level a, struct sources s, const int *guard)
{
    if (halted(guard)) return;
    __shared__ uint32_t row[EACH_THREADS];
    __shared__ unsigned long long used, place[EACH_THREADS];
    __shared__ int waiting;
    const uint32_t I = s.which[blockIdx.x];
    if (threadIdx.x == 0) used = s.offset[I];
    for (uint32_t m = a.start[I]; m < a.start[I + 1]; m += EACH_THREADS) {
        if (threadIdx.x == 0) waiting = 0;
        __syncthreads();
        if (m + threadIdx.x < a.start[I + 1]) {
            const uint32_t i = a.member[m + threadIdx.x];
            const uint64_t length = a.row[i + 1] - a.row[i];
            const uint64_t at = atomicAdd(&used, (unsigned long long)length);
            if (length > FEW) {
                const int k = atomicAdd(&waiting, 1);
                row[k] = i;
                place[k] = at;
            } else {
                copy_row(a, i, 0, 1, at);
            }
        }
        __syncthreads();
        for (int k = 0; k < waiting; k++) copy_row(a, row[k], threadIdx.x, EACH_THREADS, place[k]);
        __syncthreads();
    }
}

/* Thins sorted lists, one warp per list: keeps each value once, without I itself. */
__global__ static void thin_lists(struct level a, struct sources s, const uint32_t *sorted,
                                  uint64_t *length, const int *guard)
{
    if (halted(guard)) return;
    const uint32_t I = s.which[blockIdx.x], lane = threadIdx.x;
    const uint64_t first = s.offset[I], end = s.offset[I + 1];
    uint64_t at = first;
    uint32_t last = I;
    for (uint64_t k = first; k < end; k += 32) {
        const uint32_t J = k + lane < end ? sorted[k + lane] : I;
        const uint32_t left = __shfl_up_sync(~0u, J, 1), before = lane ? left : last;
        const bool keep = J != I && J != before;
        const unsigned kept = __ballot_sync(~0u, keep);
        if (keep) a.map[at + __popc(kept & ((1u << lane) - 1))] = J;
        at += __popc(kept);
        last = __shfl_sync(~0u, J, 31);
        __syncwarp();
    }
    if (lane == 0) length[I] = at - first;
}

static enum status list_many(const struct level *fine, const struct sources *s, uint64_t *length)
{
    uint64_t many = 0;
    uint32_t *lists[2] = {fine->map, s->sorted};
    MUST(read_number(s->many, &many));
    if (many == 0) return OK;
    copy_lists<<<(unsigned)many, EACH_THREADS, 0, device_stream()>>>(*fine, *s, device_guard());
    MUST(device_launched("copying sources"));
    MUST(sort_segments(s->temp, s->temp_bytes, lists, fine->nnz, many, s->begin, s->end));
    thin_lists<<<(unsigned)many, 32, 0, device_stream()>>>(*fine, *s, lists[0], length,
                                                           device_guard());
    return device_launched("thinning sources");
}

static enum status place_lists(const struct level *fine, const struct sources *sources,
                               uint32_t count)
{
    const struct level a = *fine;
    const struct sources s = *sources;
    MUST(for_each(count + (uint64_t)1, "sizes of lists", [=] __device__(uint64_t I) {
        uint64_t entries = 0;
        if (I == 0) *s.many = 0;
        for (uint32_t m = I < count ? a.start[I] : 0; I < count && m < a.start[I + 1]; m++)
            entries += a.row[a.member[m] + 1] - a.row[a.member[m]];
        s.size[I] = entries;
    }));
    return exclusive_sum(s.temp, s.temp_bytes, s.size, s.offset, count + (uint64_t)1);
}

enum status cuda_count(const struct level *fine, const struct level *coarse, void *scratch,
                       uint64_t *nnz)
{
    struct scratch_rest rest = {(char *)scratch, 0};
    const uint32_t n = coarse->n;
    const struct sources s = place_sources(&rest, n, fine->nnz);
    uint64_t *const row = coarse->row;
    MUST(place_lists(fine, &s, n));
    MUST(list_all(fine, &s, n, row));
    MUST(list_many(fine, &s, row));
    MUST(device_status(cudaMemsetAsync(row + n, 0, sizeof *row, device_stream()), "clearing"));
    MUST(exclusive_sum(s.temp, s.temp_bytes, row, row, n + (uint64_t)1));
    return read_number(row + n, nnz);
}

static enum status copy_entries(const struct level *fine, const struct level *coarse,
                                const uint64_t *offset)
{
    const struct level a = *fine, c = *coarse;
    return for_lanes(c.n, LANES, "entries of rows", [=] __device__(uint64_t I, uint32_t lane) {
        if (I >= c.n) return;
        for (uint64_t k = c.row[I] + lane; k < c.row[I + 1]; k += 1 << LANES)
            c.col[k] = a.map[offset[I] + (k - c.row[I])];
    });
}

/* Returns the position of the first ascending key that is not below j. */
__device__ static uint32_t key_lower_bound(const uint32_t *key, uint32_t count, uint32_t j)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (key[middle] < j) low = middle + 1;
        else high = middle;
    }
    return low;
}

static enum status list_columns(const struct level *level, void *scratch)
{
    struct scratch_rest rest = {(char *)scratch, 0};
    const struct level a = *level;
    const struct columns c = place_columns(&rest, a.nnz);
    uint32_t *keys[2] = {c.key, c.sorted}, *entries[2] = {c.entry, a.out_entry};
    MUST(for_each(a.nnz, "columns of entries", [=] __device__(uint64_t k) {
        c.key[k] = a.col[k];
        c.entry[k] = (uint32_t)k;
    }));
    const uint64_t columns = a.n + (uint64_t)a.ghosts;
    MUST(sort_pairs(c.temp, c.temp_bytes, keys, entries, a.nnz, columns));
    if (entries[0] != a.out_entry)
        MUST(device_status(cudaMemcpyAsync(a.out_entry, c.entry, a.nnz * sizeof *c.entry,
                                           cudaMemcpyDeviceToDevice, device_stream()),
                           "copying entries"));
    const uint32_t *const sorted = keys[0];
    return for_each(columns + 1, "starts of columns", [=] __device__(uint64_t j) {
        a.out_start[j] =
            j < columns ? key_lower_bound(sorted, (uint32_t)a.nnz, (uint32_t)j) : (uint32_t)a.nnz;
    });
}

enum status cuda_connect(const struct level *fine, const struct level *coarse, void *scratch)
{
    struct scratch_rest rest = {(char *)scratch, 0};
    const struct sources s = place_sources(&rest, coarse->n, fine->nnz);
    MUST(copy_entries(fine, coarse, s.offset));
    MUST(cuda_map(fine, coarse, scratch));
    return list_columns(coarse, scratch);
}
