/* Makes the map of a level: counts the entries, sums up their places, and then a thread puts the
 * entries of each aggregate there, or a warp if they are many. Entries of a dense level are sorted
 * instead. */
#include "solvers/cuda/levels/levels.h"
#include "solvers/cuda/levels/lists.h"
#include "solvers/cuda/levels/map.cuh"

enum { LANES = 3 /* 2^LANES threads per row */ };

struct places {
    uint32_t *to;    /* for each entry: the entry of the next level, or NO_ENTRY */
    uint64_t *place; /* for each entry of the next level: the place of its first entry */
    void *temp;
    size_t temp_bytes;
};

/* Takes the arrays from scratch. The next level has at most as many entries as this one. */
static struct places places_in(struct scratch_rest *rest, uint64_t nnz)
{
    struct places p = {};
    p.to = (uint32_t *)scratch_take(rest, nnz * sizeof *p.to);
    p.place = (uint64_t *)scratch_take(rest, (nnz + 1) * sizeof *p.place);
    const size_t sum = exclusive_sum_bytes(nnz + 1), sort = sort_pairs_bytes(nnz);
    p.temp_bytes = sum > sort ? sum : sort;
    p.temp = scratch_take(rest, p.temp_bytes);
    return p;
}

size_t cuda_map_bytes(uint64_t nnz)
{
    struct scratch_rest rest = {};
    places_in(&rest, nnz);
    return rest.used;
}

/* Returns the position of column J in row I. */
__device__ static uint32_t map_find_column(const struct level &a, uint32_t I, uint32_t J)
{
    uint64_t low = a.row[I], high = a.row[I + 1];
    while (low < high) {
        const uint64_t middle = (low + high) / 2;
        if (a.col[middle] < J) low = middle + 1;
        else high = middle;
    }
    return (uint32_t)low;
}

static enum status map_count_entries(const struct level *fine, const struct level *coarse,
                                     const struct places *places)
{
    const struct level a = *fine, c = *coarse;
    const struct places p = *places;
    MUST(device_status(cudaMemsetAsync(p.place, 0, (c.nnz + 1) * sizeof *p.place, device_stream()),
                       "clearing"));
    MUST(for_lanes(a.n, LANES, "the map of entries", [=] __device__(uint64_t i, uint32_t lane) {
        if (i >= a.n) return;
        const uint32_t I = a.aggregate[i];
        for (uint64_t k = a.row[i] + lane; k < a.row[i + 1]; k += 1 << LANES) {
            const uint32_t J = a.aggregate[a.col[k]],
                           to = J == I ? NO_ENTRY : map_find_column(c, I, J);
            p.to[k] = to;
            if (to != NO_ENTRY) atomicAdd((unsigned long long *)&p.place[to], 1ull);
        }
    }));
    return exclusive_sum(p.temp, p.temp_bytes, p.place, p.place, c.nnz + 1);
}

/* Returns the position of the first of count ascending places that is not below p. */
__device__ static uint64_t place_lower_bound(const uint64_t *place, uint64_t count, uint64_t p)
{
    uint64_t low = 0;
    while (low < count) {
        const uint64_t middle = low + (count - low) / 2;
        if (place[middle] < p) low = middle + 1;
        else count = middle;
    }
    return low;
}

static enum status make_words(const struct level *fine, uint64_t count, const uint64_t *place)
{
    struct map_word *const words = words_of(*fine);
    return for_each(fine->nnz / 32 + 1, "words of a map", [=] __device__(uint64_t v) {
        uint64_t e = place_lower_bound(place, count + 1, 32 * v);
        struct map_word word = {0, (uint32_t)e};
        for (; e <= count && place[e] < 32 * (v + 1); e++) word.begins |= 1u << (place[e] - 32 * v);
        words[v] = word;
    });
}

__device__ static void map_put_row(const struct level &a, const struct places &p, uint32_t i)
{
    for (uint64_t k = a.row[i]; k < a.row[i + 1]; k++)
        if (p.to[k] != NO_ENTRY) a.map[p.place[p.to[k]]++] = (uint32_t)k;
}

/* The same by a warp. */
__device__ static void put_long_row(const struct level &a, const struct places &p, uint32_t i,
                                    uint32_t lane)
{
    for (uint64_t first = a.row[i]; first < a.row[i + 1]; first += 32) {
        const uint64_t k = first + lane;
        const uint32_t to = k < a.row[i + 1] ? p.to[k] : NO_ENTRY;
        const unsigned same = __match_any_sync(~0u, to), earlier = same & ((1u << lane) - 1);
        const uint64_t at = to == NO_ENTRY ? 0 : p.place[to] + (uint32_t)__popc(earlier);
        __syncwarp();
        if (to != NO_ENTRY) {
            a.map[at] = (uint32_t)k;
            if (!earlier) p.place[to] = at + (uint32_t)__popc(same);
        }
        __syncwarp();
    }
}

static enum status put_entries(const struct level *fine, const struct level *coarse,
                               const struct places *places)
{
    const struct level a = *fine, c = *coarse;
    const struct places p = *places;
    return for_balanced(
        c.n, 0, "putting entries",
        [=] __device__(uint64_t J, uint32_t) {
            if (J >= c.n) return true;
            if (!is_light(a, (uint32_t)J)) return false;
            for (uint32_t m = a.start[J]; m < a.start[J + 1]; m++) map_put_row(a, p, a.member[m]);
            return true;
        },
        [=] __device__(uint64_t J, uint32_t lane) {
            for (uint32_t m = a.start[J]; m < a.start[J + 1]; m++)
                put_long_row(a, p, a.member[m], lane);
        });
}

/* Does the same as put_entries by a sort, which keeps the order of equal keys. NO_ENTRY comes last,
 * as its lowest bits are ones, too. Overwrites to and place, whose words are made. */
static enum status sort_entries(const struct level *fine, uint64_t count,
                                const struct places *places)
{
    const struct level a = *fine;
    uint32_t *const other = (uint32_t *)places->place;
    uint32_t *keys[2] = {places->to, other}, *entries[2] = {a.map, other + a.nnz};
    MUST(for_each(a.nnz, "numbers of entries", [=] __device__(uint64_t k) {
        a.map[k] = (uint32_t)k;
    }));
    MUST(sort_pairs(places->temp, places->temp_bytes, keys, entries, a.nnz, count + 1));
    if (entries[0] == a.map) return OK;
    return device_status(cudaMemcpyAsync(a.map, entries[0], a.nnz * sizeof *a.map,
                                         cudaMemcpyDeviceToDevice, device_stream()),
                         "copying entries");
}

enum status cuda_map(const struct level *fine, const struct level *coarse, void *scratch)
{
    struct scratch_rest rest = {(char *)scratch, 0};
    const struct places p = places_in(&rest, fine->nnz);
    MUST(map_count_entries(fine, coarse, &p));
    MUST(make_words(fine, coarse->nnz, p.place));
    return is_dense(*fine) ? sort_entries(fine, coarse->nnz, &p) : put_entries(fine, coarse, &p);
}
