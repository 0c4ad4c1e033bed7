/* Random diagonally dominant matrices after GRAPHITE 2012: positive random integers at random
 * positions, a diagonal that dominates its row, and a right-hand side of random integers.
 *
 * Every number is a function of the seed and its own position, so a seed gives the same system on
 * every machine and for every number of threads. The positions are a uniform choice of exactly nnz
 * out of n (n - 1) off-diagonal slots, in two steps that need no table of used slots: the k-th
 * entry belongs to the row of slot pi(k), where pi is a permutation of the slots keyed by the seed;
 * then each row draws as many distinct columns as it has entries. If more than half of the slots
 * are used, the empty ones are drawn instead. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/team.h"
#include "generators/generator.h"

enum { N, DENSITY, SEED, DIAGONAL, DOMINANCE, VALUE_MAX, RHS_MAX, X0 };
enum { DIAGONAL_EXTRA, DIAGONAL_COUNTED };
enum { X0_ZERO, X0_RANDOM };
enum {
    STREAM_ROUNDS,
    STREAM_COLUMNS,
    STREAM_VALUES,
    STREAM_RHS,
    STREAM_X0
}; /* of the random numbers */

static const char *const diagonal_choices[] = {"extra", "counted", NULL};
static const char *const x0_choices[] = {"zero", "random", NULL};

/* A permutation of 0 .. size - 1: Feistel rounds on the next even number of bits, repeated until
 * the value is in range (Black and Rogaway 2002). Few rounds are enough if the halves have many
 * bits; with few bits the result would be far from uniform. */
enum { FEW_ROUNDS = 6, ROUNDS = 12, LARGE_HALF = 10 };

struct permutation {
    uint64_t size, key[ROUNDS];
    int half_bits, rounds;
};

static struct permutation permutation_of(uint64_t size, uint64_t seed)
{
    struct permutation p = {.size = size, .half_bits = 1};
    while (p.half_bits < 32 && (1ull << (2 * p.half_bits)) < size) p.half_bits++;
    p.rounds = p.half_bits < LARGE_HALF ? ROUNDS : FEW_ROUNDS;
    for (int round = 0; round < p.rounds; round++)
        p.key[round] = random_bits(seed, STREAM_ROUNDS, (uint64_t)round);
    return p;
}

static uint64_t permute(const struct permutation *p, uint64_t k)
{
    const uint64_t mask = (1ull << p->half_bits) - 1;
    do {
        uint64_t left = k >> p->half_bits, right = k & mask;
        for (int round = 0; round < p->rounds; round++) {
            uint64_t mixed = left ^ (random_mix(p->key[round] + right) & mask);
            left = right;
            right = mixed;
        }
        k = left << p->half_bits | right;
    } while (k >= p->size);
    return k;
}

static uint64_t off_diagonals(const union argument *argument)
{
    double n = (double)argument[N].count, density = argument[DENSITY].real;
    double wanted =
        argument[DIAGONAL].choice == DIAGONAL_EXTRA ? density * n * (n - 1) : density * n * n - n;
    return wanted > 0 ? (uint64_t)round(wanted) : 0;
}

static enum status check_room(const union argument *argument)
{
    if (argument[DIAGONAL].choice != DIAGONAL_COUNTED ||
        argument[DENSITY].real * (double)argument[N].count >= 1)
        return OK;
    return fail(ERROR_INPUT,
                "random_dd: density=%g leaves no room for the diagonal of %.0f rows: with "
                "diagonal=counted it must be at least %g",
                argument[DENSITY].real, (double)argument[N].count, 1 / (double)argument[N].count);
}

static enum status random_dd_check_size(const union argument *argument)
{
    double n = (double)argument[N].count, nnz = (double)off_diagonals(argument);
    char what[128];
    MUST(check_room(argument));
    snprintf(what, sizeof what, "random_dd: n=%.0f,density=%g with its %.4g non-zeros", n,
             argument[DENSITY].real, nnz);
    return memory_must_fit(nnz * (sizeof(uint32_t) + sizeof(double)) + n * 5 * sizeof(double),
                           what);
}

static void random_dd_count_rows(uint64_t seed, struct csr *a)
{
    uint64_t others = a->rows - 1ull, slots = a->rows * others, *count = a->row + 1;
    const bool empty = a->nnz > slots / 2;
    const uint64_t drawn = empty ? slots - a->nnz : a->nnz;
    const struct permutation p = permutation_of(slots, seed);
    for (uint32_t i = 0; i < a->rows; i++) count[i] = 0;
#pragma omp parallel for if (team_once(8 * drawn))
    for (uint64_t k = 0; k < drawn; k++) {
        uint64_t row = permute(&p, k) / others;
#pragma omp atomic
        count[row]++;
    }
    for (uint32_t i = 0; i < a->rows; i++)
        a->row[i + 1] = a->row[i] + (empty ? others - count[i] : count[i]);
}

static int columns_ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Draws `drawn` distinct numbers below range, sets their bits and writes them to col in the order
 * of drawing. */
static void draw_distinct(uint64_t key, uint64_t range, uint64_t drawn, uint32_t *col,
                          uint64_t *bitmap)
{
    for (uint64_t k = 0, taken = 0; taken < drawn; k++) {
        uint32_t number = (uint32_t)random_below(random_bits(key, 0, k), range);
        uint64_t bit = 1ull << number % 64;
        if (bitmap[number / 64] & bit) continue;
        bitmap[number / 64] |= bit;
        col[taken++] = number;
    }
}

/* Draws the `count` columns of row i, ascending. bitmap: n bits, all zero before and after. */
static void draw_columns(uint64_t key, uint32_t n, uint32_t i, uint64_t count, uint32_t *col,
                         uint64_t *bitmap)
{
    const uint64_t others = n - 1ull, flip = count > others / 2 ? UINT64_MAX : 0;
    draw_distinct(key, others, flip ? others - count : count, col, bitmap);
    if (count < n / 64) {
        for (uint64_t k = 0; k < count; k++) bitmap[col[k] / 64] = 0;
        qsort(col, count, sizeof *col, columns_ascending);
    } else {
        for (uint64_t word = 0, k = 0; k < count; word++)
            for (uint64_t bits = bitmap[word] ^ flip; bits && k < count; bits &= bits - 1)
                col[k++] = (uint32_t)(word * 64 + (uint64_t)__builtin_ctzll(bits));
        memset(bitmap, 0, (others + 63) / 64 * sizeof *bitmap);
    }
    for (uint64_t k = 0; k < count; k++) col[k] += col[k] >= i;
}

/* Draws the columns of the rows of a part. */
static enum status place_columns(const union argument *argument, const struct matrix *a)
{
    const struct csr *off = &a->off;
    const uint64_t seed = argument[SEED].count;
    const uint32_t n = (uint32_t)argument[N].count;
    int failed = 0;
#pragma omp parallel if (team_once(8 * off->row[off->rows] + off->rows))
    {
        uint64_t *bitmap = NULL;
        if (allocate_zeroed(n / 64 + 1, sizeof *bitmap, "a row", &bitmap) != OK) {
#pragma omp atomic write
            failed = 1;
        }
#pragma omp barrier
        if (!failed) {
#pragma omp for schedule(dynamic, 64)
            for (uint32_t i = 0; i < off->rows; i++) {
                const uint32_t at = (uint32_t)row_owner(a, i);
                draw_columns(random_bits(seed, STREAM_COLUMNS, at), n, at,
                             off->row[i + 1] - off->row[i], off->col + off->row[i], bitmap);
            }
        }
        free(bitmap);
    }
    return failed ? fail(ERROR_HOST_MEMORY, "not enough memory for drawing the rows of random_dd")
                  : OK;
}

static void fill_values(const union argument *argument, struct matrix *a)
{
    uint64_t seed = argument[SEED].count, value_max = argument[VALUE_MAX].count,
             n = argument[N].count;
    struct csr *off = &a->off;
#pragma omp parallel for schedule(dynamic, 64) if (team_once(8 * off->row[off->rows] + off->rows))
    for (uint32_t i = 0; i < off->rows; i++) {
        const uint64_t at = row_owner(a, i);
        double sum = 0;
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            uint64_t bits = random_bits(seed, STREAM_VALUES, at * n + off->col[k]);
            sum += off->val[k] = 1.0 + (double)random_below(bits, value_max);
        }
        a->diag[i] = sum > 0 ? ceil(argument[DOMINANCE].real * sum) : 1;
    }
}

static enum status rows_size(const union argument *argument, struct csr *off)
{
    off->rows = (uint32_t)argument[N].count;
    off->nnz = off_diagonals(argument);
    return check_room(argument);
}

static enum status rows_count(const union argument *argument, struct csr *off)
{
    random_dd_count_rows(argument[SEED].count, off);
    return OK;
}

static enum status rows_fill(const union argument *argument, struct linear *rows)
{
    MUST(place_columns(argument, &rows->a));
    fill_values(argument, &rows->a);
    return OK;
}

static void vectors(const union argument *argument, uint32_t n, struct linear *out)
{
    const uint64_t seed = argument[SEED].count, rhs_max = argument[RHS_MAX].count;
    const bool random = argument[X0].choice == X0_RANDOM;
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) {
        out->b[i] = 1.0 + (double)random_below(random_bits(seed, STREAM_RHS, i), rhs_max);
        out->x0[i] = random ? random_unit(random_bits(seed, STREAM_X0, i)) : 0;
    }
}

static const struct row_maker maker = {
    .size = rows_size, .count = rows_count, .fill = rows_fill, .vectors = vectors};

static enum status random_dd_make(const union argument *argument, struct linear *out)
{
    uint32_t n = (uint32_t)argument[N].count;
    enum status status = OK;
    *out = (struct linear){0};
    TRY(random_dd_check_size(argument));
    TRY(matrix_allocate(n, off_diagonals(argument), &out->a));
    TRY(allocate(n, sizeof *out->b, "b", &out->b));
    TRY(allocate(n, sizeof *out->x0, "x0", &out->x0));
    TRY(rows_count(argument, &out->a.off));
    TRY(rows_fill(argument, out));
    vectors(argument, n, out);
out:
    if (status != OK) linear_free(out);
    return status;
}

const struct generator generator_random_dd = {
    .name = "random_dd",
    .title = "random diagonally dominant matrices",
    .source = "GRAPHITE 2012, section 4",
    .parameters = {[N] = {"n", "rows", PARAMETER_COUNT, .min = 1, .max = UINT32_MAX - 1.0},
                   [DENSITY] = {"density", "share of non-zeros", PARAMETER_REAL, "0.1", .min = 0,
                                .above = 1, .max = 1},
                   [SEED] = {"seed", "another seed, another system", PARAMETER_COUNT, "1",
                             .max = 0x1p63},
                   [DIAGONAL] = {"diagonal",
                                 "whether the density counts the diagonal: extra is density n (n - "
                                 "1) entries beside it, "
                                 "counted is density n^2 in all",
                                 PARAMETER_CHOICE, "extra", .choices = diagonal_choices},
                   [DOMINANCE] = {"dominance",
                                  "diagonal over the sum of its row, rounded up to an integer",
                                  PARAMETER_REAL, "1.1", .min = 1, .above = 1, .max = 1e6},
                   [VALUE_MAX] = {"value_max", "off-diagonal entries are uniform in 1 .. value_max",
                                  PARAMETER_COUNT, "10", .min = 1, .max = 1e6},
                   [RHS_MAX] = {"rhs_max", "b is uniform in 1 .. rhs_max", PARAMETER_COUNT, "10",
                                .min = 1, .max = 1e6},
                   [X0] = {"x0", "the start vector; random is uniform in [0, 1)", PARAMETER_CHOICE,
                           "zero", .choices = x0_choices}},
    .make = random_dd_make,
    .maker = &maker,
};
