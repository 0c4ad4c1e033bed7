/* mat_ops.bracket of a layout on the CPU, for solvers/cpu/sweeps.h: a block of rows at a time, its
 * sums first, then what solvers/cpu/bracket.c makes of them. A layout that has off_sums may define,
 * before sweeps.h,
 *
 *   PAIRED                                                 and
 *   void off_sums_pair(const struct rows *, enum simd, uint32_t first, uint32_t count,
 *                      const pair *x, pair sum[GROUP])     as off_sums */
#include <string.h>

#include "solvers/cpu/bracket.h"

/* A block of rows; only its last group may have fewer than GROUP rows. */
struct row_block {
    const struct rows *rows;
    uint32_t first, count;
};

ALWAYS_INLINE void sum_reals(const struct row_block *block, const enum simd simd, const void *x,
                             void *out)
{
    real *sum = out, total[GROUP]; /* total has no pointer to it, so it can stay in registers */
    for (uint32_t r = 0; r < block->count; r += GROUP) {
        uint32_t count = block->count - r < GROUP ? block->count - r : GROUP;
        off_sums(block->rows, simd, block->first + r, count, x, total);
        if (count == GROUP) memcpy(sum + r, total, sizeof total);
        else memcpy(sum + r, total, count * sizeof *sum);
    }
}

ALWAYS_INLINE void sum_pairs(const struct row_block *block, const enum simd simd, const void *x,
                             void *out)
{
    pair *sum = out;
#ifdef PAIRED
    for (uint32_t r = 0; r < block->count; r += GROUP) {
        uint32_t count = block->count - r < GROUP ? block->count - r : GROUP;
        off_sums_pair(block->rows, simd, block->first + r, count, x, sum + r);
    }
#else
    const struct rows rows = *block->rows;
    (void)simd;
    for (uint32_t r = 0; r < block->count; r++) sum[r] = off_sum_pair(rows, block->first + r, x);
#endif
}

static void block_inverses(const struct row_block *block, real *out)
{
    for (uint32_t r = 0; r < block->count; r += GROUP)
        inverses(block->rows, block->first + r, block->count - r < GROUP ? block->count - r : GROUP,
                 out + r);
}

typedef void block_sums_fn(const struct row_block *block, const void *x, void *sum);

#define BLOCK_SUMS(name, target, simd)                                                       \
    target static void reals_##name(const struct row_block *block, const void *x, void *sum) \
    {                                                                                        \
        sum_reals(block, simd, x, sum);                                                      \
    }                                                                                        \
    target static void pairs_##name(const struct row_block *block, const void *x, void *sum) \
    {                                                                                        \
        sum_pairs(block, simd, x, sum);                                                      \
    }

BLOCK_SUMS(plain, , SIMD_PLAIN)
#if GROUPED && defined SIMD_BY_TARGET
BLOCK_SUMS(avx2, FOR_AVX2, SIMD_AVX2)
BLOCK_SUMS(avx512, FOR_AVX512, SIMD_AVX512)
static block_sums_fn *const block_sums[2][NSIMDS] = {{reals_plain, reals_avx2, reals_avx512},
                                                     {pairs_plain, pairs_avx2, pairs_avx512}};
#else
static block_sums_fn *const block_sums[2][NSIMDS] = {{reals_plain, reals_plain, reals_plain},
                                                     {pairs_plain, pairs_plain, pairs_plain}};
#endif

/* Sweeps over the rows of the calling thread. */
static struct bracket_found bracket_share(const struct rows *rows, uint32_t n, const real *b,
                                          const struct bracket *how)
{
    const int pairs = bracket_has_pairs(how->rule), width = 1 + pairs;
    block_sums_fn *const sums = block_sums[pairs][simd_level()];
    const struct share groups = rows_share(rows, n);
    const uint64_t last = (uint64_t)groups.end * GROUP, end = last < n ? last : n;
    pair sum[BRACKET_ROWS];
    real inverse[BRACKET_ROWS], zeros[BRACKET_ROWS] = {0};
    struct bracket_found found = NOTHING_FOUND;
    for (uint64_t first = (uint64_t)groups.first * GROUP; first < end; first += BRACKET_ROWS) {
        const uint32_t count = end - first < BRACKET_ROWS ? (uint32_t)(end - first) : BRACKET_ROWS;
        const struct row_block block = {rows, (uint32_t)first, count};
        sums(&block, how->x, sum);
        block_inverses(&block, inverse);
        const struct bracket_rows all = {.count = count,
                                         .b = b ? b + first : zeros,
                                         .x = (const real *)how->x + first * (uint64_t)width,
                                         .sum = (const real *)sum,
                                         .inverse = inverse,
                                         .next = (real *)how->next + first * (uint64_t)width};
        EXPORTED(bracket_rows)(how, &all, &found);
    }
    return found;
}

static enum status cpu_bracket(const struct stored *a, const struct rhs *b,
                               const struct bracket *how)
{
    const struct rows rows = rows_of(a);
    struct bracket_found found = NOTHING_FOUND;
    struct bracket each = *how;
    if (how->choices) each.next = how->values;
#pragma omp parallel if (team_again(stored_entries(a)))
    {
        struct bracket_found mine = bracket_share(&rows, a->n, b ? b->entry : NULL, &each);
#pragma omp critical
        EXPORTED(bracket_join)(&found, &mine);
    }
    if (how->choices) EXPORTED(bracket_best)(how, stored_unknowns(a), &found);
    EXPORTED(bracket_end)(how, &found);
    return OK;
}
