/* Random Markov chains with a chosen structure, for studies of where one solver overtakes another:
 * the reachability system over the n states that are not absorbing. Row i has distinct successors
 * other than i, drawn until it has enough:
 *
 * - uniform: any state
 * - banded: states within a band around the diagonal, twice as wide as a row is long. So are
 *   chains whose numbering keeps neighbours together.
 * - blocks: states of the row's own block of twice a row's length, except one that may be any
 *   state. So are nearly decomposable chains: components that are loosely coupled.
 * - staircase: the run of states that starts at row * i, cyclically. So are breadth-first
 *   numberings, where the successors of a level's states follow one another.
 * - fractal: a level, and then a state whose number differs in the bit of that level and agrees
 *   above it. So are products of components. Rows are long where the number has many ones.
 *
 * A row leads on with off-diagonal sum S, stays with what is left, and is absorbed with probability
 * S a / (1 - a), a being `absorbing`: so Jacobi's iteration matrix has all row sums 1 - a, and I -
 * P is a strictly diagonally dominant M-matrix. b is the part that goes to goal states, a uniform
 * share of what is absorbed, half of it in the mean; the rest is lost.
 *
 * Every number is a function of the seed and its own position, so that a seed means the same system
 * on every machine and for every number of threads. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/team.h"
#include "generators/generator.h"

enum { N, SHAPE, ROW, VALUES, ABSORBING, SEED };
enum { UNIFORM, BANDED, BLOCKS, STAIRCASE, FRACTAL };
/* Streams of random numbers; row i's columns come from STREAM_COLUMN + i. */
enum { STREAM_LENGTH, STREAM_GOAL, STREAM_VALUE, STREAM_COLUMN };

static const char *const shape_choices[] = {"uniform",   "banded",  "blocks",
                                            "staircase", "fractal", NULL};

/* The instance, with the numbers that its shape needs. */
struct shape {
    int kind;
    uint32_t n;
    double row, absorbing;
    uint64_t values, seed;
    uint32_t reach;       /* banded: distance to either side; blocks: length of a block */
    int levels;           /* fractal: bits of a state's number */
    double mean_weight;   /* fractal: mean over all rows */
    uint32_t longest_row; /* known after rows have been counted */
};

/* fractal: the length of a row is proportional to 1.5 to the power of the number of ones in i. */
static double weight(uint32_t i)
{
    double product = 1;
    for (; i; i &= i - 1) product *= 1.5;
    return product;
}

static void measure_weights(struct shape *shape)
{
    uint64_t with_ones[33] = {0};
    double sum = 0, power = 1;
    for (uint32_t i = 0; i < shape->n; i++) with_ones[__builtin_popcount(i)]++;
    for (int ones = 0; ones <= 32; ones++, power *= 1.5) sum += power * (double)with_ones[ones];
    shape->mean_weight = sum / shape->n;
    while (shape->levels < 32 && (shape->n - 1) >> shape->levels) shape->levels++;
}

static uint32_t markov_row_length(const struct shape *s, uint32_t i)
{
    double more = s->row - 1;
    if (s->kind == STAIRCASE) return (uint32_t)(floor(s->row * (i + 1.0)) - floor(s->row * i));
    if (s->kind == FRACTAL) more *= weight(i) / s->mean_weight;
    return 1 + (uint32_t)floor(more + random_unit(random_bits(s->seed, STREAM_LENGTH, i)));
}

/* Upper bound of the length of a row. */
static double longest_length(const struct shape *s)
{
    double most = 0;
    if (s->kind != FRACTAL) return ceil(s->row);
    for (int level = 0; level < s->levels;
         level++) { /* most ones: in all bits below one that n - 1 has, or n - 1 itself */
        uint32_t last = s->n - 1, bit = 1u << level;
        double here = weight(last & bit ? (last ^ bit) | (bit - 1) : last);
        if (here > most) most = here;
    }
    return 1 + ceil((s->row - 1) * most / s->mean_weight);
}

static enum status make_shape(const union argument *a, struct shape *out)
{
    *out = (struct shape){.kind = a[SHAPE].choice,
                          .n = (uint32_t)a[N].count,
                          .row = a[ROW].real,
                          .absorbing = a[ABSORBING].real,
                          .values = a[VALUES].count,
                          .seed = a[SEED].count};
    double room = out->n - 1.0;
    char what[96];
    if (out->kind == FRACTAL) {
        measure_weights(out);
        room = fmax(1, floor(room / 4)); /* with more, drawing new successors takes too long */
    }
    if (longest_length(out) > room)
        return fail(
            ERROR_INPUT,
            "markov: n=%u,row=%g: rows would have up to %.0f entries, and %.0f is the limit here",
            out->n, out->row, longest_length(out), room);
    out->reach = (uint32_t)ceil(out->row);
    if (out->kind == BLOCKS) out->reach = out->n / 2 > out->reach ? 2 * out->reach : out->n;
    snprintf(what, sizeof what, "markov: n=%u,row=%g with its %.4g non-zeros", out->n, out->row,
             out->row * out->n);
    return memory_must_fit(
        out->n * (out->row * (sizeof(uint32_t) + sizeof(double)) + 5 * sizeof(double)), what);
}

static uint32_t in_range(uint64_t bits, uint32_t first, uint32_t count)
{
    return first + (uint32_t)random_below(bits, count);
}

static uint32_t in_band(const struct shape *s, uint32_t i, uint64_t bits)
{
    uint32_t width = 2 * s->reach + 1, first = i > s->reach ? i - s->reach : 0;
    if (s->n <= width) return in_range(bits, 0, s->n);
    return in_range(bits, first < s->n - width ? first : s->n - width, width);
}

/* The last block includes the remaining rows. */
static uint32_t in_block(const struct shape *s, uint32_t i, uint64_t bits)
{
    uint32_t blocks = s->n / s->reach, own = i / s->reach < blocks ? i / s->reach : blocks - 1;
    return in_range(bits, own * s->reach, own + 1 < blocks ? s->reach : s->n - own * s->reach);
}

/* The result may be n or above. */
static uint32_t at_some_scale(const struct shape *s, uint32_t i, uint64_t bits)
{
    uint32_t bit = 1u << random_below(bits, (uint64_t)s->levels);
    return (i ^ bit) ^ ((uint32_t)random_mix(bits) & (bit - 1));
}

/* Returns candidate number `draw` for a successor of i; it may be i, a repetition, or n or
 * above. */
static uint32_t successor(const struct shape *s, uint32_t i, uint64_t draw)
{
    uint64_t bits = random_bits(s->seed, STREAM_COLUMN + (uint64_t)i, draw);
    switch (s->kind) {
    case BANDED: return in_band(s, i, bits);
    case BLOCKS: return draw == 0 ? in_range(bits, 0, s->n) : in_block(s, i, bits);
    case STAIRCASE: return (uint32_t)(((uint64_t)floor(s->row * i) + draw) % s->n);
    case FRACTAL: return at_some_scale(s, i, bits);
    default: return in_range(bits, 0, s->n);
    }
}

/* Inserts column into the ascending ones; returns false if it is there already. */
static bool markov_insert_column(uint32_t *col, uint32_t count, uint32_t column)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (col[middle] < column) low = middle + 1;
        else high = middle;
    }
    if (low < count && col[low] == column) return false;
    memmove(col + low + 1, col + low, (count - low) * sizeof *col);
    col[low] = column;
    return true;
}

static void markov_fill_columns(const struct shape *s, uint32_t i, uint32_t count, uint32_t *col)
{
    uint32_t have = 0;
    for (uint64_t draw = 0; have < count; draw++) {
        uint32_t column = successor(s, i, draw);
        if (column != i && column < s->n) have += markov_insert_column(col, have, column);
    }
}

/* *val = P(i, col[k]); returns their sum, at most 1 - absorbing. */
static double fill_values(const struct shape *s, uint32_t i, uint32_t count, const uint32_t *col,
                          double *val)
{
    double sum = 0, scaled = 0, scale = 1;
    for (uint32_t k = 0; k < count; k++) {
        uint64_t bits = random_bits(s->seed, STREAM_VALUE, (uint64_t)i * s->n + col[k]);
        sum += val[k] =
            s->values ? 1.0 + (double)random_below(bits, s->values) : 1 - random_unit(bits);
    }
    scale = (1 - s->absorbing) / (s->values ? (double)s->longest_row * (double)s->values : sum);
    for (uint32_t k = 0; k < count; k++) scaled += val[k] *= scale;
    return scaled;
}

static void markov_fill_row(const struct shape *s, uint32_t i, struct linear *out)
{
    struct csr *off = &out->a.off;
    uint64_t first = off->row[i];
    uint32_t count = (uint32_t)(off->row[i + 1] - first);
    markov_fill_columns(s, i, count, off->col + first);
    double sum = fill_values(s, i, count, off->col + first, off->val + first);
    for (uint32_t k = 0; k < count; k++) off->val[first + k] = -off->val[first + k];
    out->a.diag[i] = sum / (1 - s->absorbing);
    out->b[i] =
        random_unit(random_bits(s->seed, STREAM_GOAL, i)) * sum * s->absorbing / (1 - s->absorbing);
    out->x0[i] = out->b[i];
}

/* *row (new) = the row starts; stores the longest row in the shape. */
static enum status markov_count_rows(struct shape *s, uint64_t **row)
{
    uint32_t longest = 0;
    MUST(allocate_zeroed((size_t)s->n + 1, sizeof **row, "row starts", row));
    uint64_t *start = *row;
#pragma omp parallel for reduction(max : longest) if (team_once(8ull * s->n))
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t length = markov_row_length(s, i);
        start[i + 1] = length;
        if (length > longest) longest = length;
    }
    for (uint32_t i = 0; i < s->n; i++) start[i + 1] += start[i];
    s->longest_row = longest;
    return OK;
}

static enum status markov_make(const union argument *argument, struct linear *out)
{
    enum status status = OK;
    struct shape shape;
    struct csr *off = &out->a.off;
    *out = (struct linear){0};
    TRY(make_shape(argument, &shape));
    TRY(markov_count_rows(&shape, &off->row));
    off->rows = shape.n;
    off->nnz = off->row[shape.n];
    TRY(allocate(off->nnz, sizeof *off->col, "column indices", &off->col));
    TRY(allocate(off->nnz, sizeof *off->val, "matrix values", &off->val));
    TRY(allocate(shape.n, sizeof *out->a.diag, "the diagonal", &out->a.diag));
    TRY(allocate(shape.n, sizeof *out->b, "b", &out->b));
    TRY(allocate(shape.n, sizeof *out->x0, "x0", &out->x0));
#pragma omp parallel for schedule(dynamic, 64) if (team_once(8 * off->nnz + shape.n))
    for (uint32_t i = 0; i < shape.n; i++) markov_fill_row(&shape, i, out);
out:
    if (status != OK) linear_free(out);
    return status;
}

/* Writes row i of the system as a row of the chain: the self-loop, the other states, the goal n,
 * and state n + 1 for the probability that is lost. Returns the end of the row. */
static uint64_t fill_chain_row(const struct linear *system, uint32_t i, uint64_t at,
                               struct csr *out)
{
    const struct csr *off = &system->a.off;
    double stay = 1 - system->a.diag[i], lost = system->a.diag[i] - system->b[i];
    bool stayed = !(stay > 0);
    for (uint64_t k = off->row[i]; k <= off->row[i + 1]; k++) {
        bool end = k == off->row[i + 1];
        if (!stayed && (end || off->col[k] > i)) {
            out->col[at] = i;
            out->val[at++] = stay;
            stayed = true;
        }
        if (end) break;
        out->col[at] = off->col[k];
        out->val[at++] = -off->val[k];
        lost += off->val[k];
    }
    const double last[] = {system->b[i], lost};
    for (uint32_t k = 0; k < 2; k++) {
        if (!(last[k] > 0)) continue;
        out->col[at] = off->rows + k;
        out->val[at++] = last[k];
    }
    return at;
}

static enum status fill_chain(const struct linear *system, struct chain *out)
{
    const uint32_t n = system->a.off.rows;
    struct csr *a = &out->transitions;
    uint8_t *init, *deadlock, *goal;
    uint64_t at = 0;
    MUST(csr_allocate(n + 2, system->a.off.nnz + 3 * (uint64_t)n + 2, a));
    for (uint32_t i = 0; i < n + 2; i++) {
        a->row[i] = at;
        if (i < n) {
            at = fill_chain_row(system, i, at, a);
        } else {
            a->col[at] = i;
            a->val[at++] = 1;
        }
    }
    a->row[n + 2] = a->nnz = at;
    MUST(chain_add_label(out, "init", &init));
    MUST(chain_add_label(out, "deadlock", &deadlock));
    MUST(chain_add_label(out, "goal", &goal));
    init[0] = goal[n] = 1;
    return OK;
}

static enum status markov_make_chain(const union argument *argument, struct chain *out)
{
    struct linear system;
    *out = (struct chain){.type = CHAIN_DTMC};
    if (argument[N].count > UINT32_MAX - 3)
        return fail(ERROR_INPUT, "markov: n=%llu: a chain needs two states more, too many",
                    (unsigned long long)argument[N].count);
    enum status status = markov_make(argument, &system);
    if (status == OK) status = fill_chain(&system, out);
    linear_free(&system);
    if (status != OK) chain_free(out);
    return status;
}

const struct generator generator_markov = {
    .name = "markov",
    .title = "random Markov chains of a chosen structure",
    .source = "this project",
    .parameters =
        {[N] = {"n", "rows: states that are not absorbing", PARAMETER_COUNT, .min = 2,
                .max = UINT32_MAX - 1.0},
         [SHAPE] =
             {"shape",
              "uniform: successors anywhere; banded: near the diagonal; blocks: in diagonal "
              "blocks, but for one; "
              "staircase: runs that climb down the rows; fractal: alike at all scales, rows of "
              "very different length",
              PARAMETER_CHOICE, "uniform", .choices = shape_choices},
         [ROW] = {"row", "mean number of off-diagonal non-zeros in a row", PARAMETER_REAL, "8",
                  .min = 1, .max = 10000},
         [VALUES] =
             {"values",
              "distinct off-diagonal values, multiples of one another's unit; 0: any real number",
              PARAMETER_COUNT, "0", .max = 1e6},
         [ABSORBING] = {"absorbing",
                        "probability of being absorbed instead of going on, half of it in the goal",
                        PARAMETER_REAL, "0.01", .min = 1e-9, .max = 0.999},
         [SEED] = {"seed", "another seed, another chain", PARAMETER_COUNT, "1", .max = 0x1p63}},
    .make = markov_make,
    .chain = markov_make_chain,
};
