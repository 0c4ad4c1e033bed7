/* Rows in closed form, compared with a separate computation from the model: tandem at a size whose
 * rows pass 2^32, where no matrix can be stored. Smaller sizes are in tests/problems/test_closed.c.
 */
#include <math.h>
#include <stdlib.h>

#include "base/closed/herman.h"
#include "base/closed/tandem.h"
#include "tests/support/cmocka.h"

enum { MOST = 8 };

struct entries {
    uint32_t count;
    uint64_t column[MOST];
    double value[MOST];
};

static void keep(struct entries *out, uint64_t column, double value)
{
    assert_true(out->count < MOST);
    out->column[out->count] = column;
    out->value[out->count++] = value;
}

/* The number of a state: c + 1 with an empty first queue, then 2 (c + 1) for each customer. */
static uint64_t number_of(uint64_t c, uint64_t first, int phase, uint64_t second)
{
    if (first == 0) return second;
    return (c + 1) + (2 * (first - 1) + (uint64_t)(phase - 1)) * (c + 1) + second;
}

static void expect(struct entries *wanted, uint64_t column, double rate)
{
    keep(wanted, column, -rate);
}

/* Writes, from the model, the states that lead here and their rates. */
static void rows_into(uint64_t c, uint64_t first, int phase, uint64_t second, struct entries *out)
{
    out->count = 0;
    if (first > 0 && (phase == 1 || first > 1))
        expect(out, number_of(c, first - 1, phase, second), 4.0 * (double)c);
    if (phase == 2) expect(out, number_of(c, first, 1, second), 0.2);
    if (second < c) expect(out, number_of(c, first, phase, second + 1), 4);
    if (phase == 1 && second > 0 && first < c) {
        expect(out, number_of(c, first + 1, 1, second - 1), 1.8);
        expect(out, number_of(c, first + 1, 2, second - 1), 2);
    }
}

static void check_state(uint64_t c, uint64_t first, int phase, uint64_t second)
{
    const struct closed_rows closed = tandem_closed(c);
    const uint64_t i = number_of(c, first, phase, second);
    const struct tandem_state state = tandem_state_of(c, i);
    struct entries got = {0}, wanted;
    rows_into(c, first, phase, second, &wanted);
    struct closed_entries row;
    row.next = 0;
    closed_row(&closed, i, &row);
    assert_true(row.next == 0);
    for (uint32_t k = 0; k < row.count; k++) keep(&got, row.base + row.col[k], row.val[k]);
    assert_true(i < closed.n);
    assert_true(state.first == first && state.second == second && state.late == (phase == 2));
    assert_int_equal(got.count, wanted.count);
    for (uint32_t k = 0; k < got.count; k++) {
        assert_true(got.column[k] == wanted.column[k] && got.value[k] == wanted.value[k]);
        assert_true(got.column[k] < closed.n && (k == 0 || got.column[k] > got.column[k - 1]));
    }
    assert_true(closed_reward(&closed, i) == (double)(first + second));
}

/* Compares all states with at most 2 customers more or less than those around row 2^32 (and around
 * 0 and c), near both ends of a line and in its middle. */
static void tandem_passes_32_bits(void **state)
{
    const uint64_t c = 50000, closed_n = tandem_closed(c).n;
    assert_true(closed_n == 5000150001 && tandem_closed(c).nnz == 17500149999);
    const uint64_t near = (((uint64_t)1 << 32) / (c + 1) + 1) / 2,
                   second_near = ((uint64_t)1 << 32) % (c + 1);
    const uint64_t firsts[] = {0, 1, 2, near - 1, near, near + 1, c - 1, c},
                   seconds[] = {0,     1, c / 2, second_near - 1, second_near, second_near + 1,
                                c - 1, c};
    assert_true(number_of(c, near, (((uint64_t)1 << 32) / (c + 1)) % 2 ? 1 : 2, second_near) ==
                (uint64_t)1 << 32);
    for (size_t k = 0; k < sizeof firsts / sizeof *firsts; k++)
        for (size_t m = 0; m < sizeof seconds / sizeof *seconds; m++)
            for (int phase = 1; phase <= (firsts[k] ? 2 : 1); phase++)
                check_state(c, firsts[k], phase, seconds[m]);
}

/* Rows that are reported to be alike are alike. */
static void lines_are_alike(void **state)
{
    const uint64_t sizes[] = {1, 2, 3, 8};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const struct closed_rows closed = tandem_closed(sizes[k]);
        for (uint64_t i = 0; i < closed.n; i++) {
            struct tandem_row row, other;
            tandem_row_at(sizes[k], i, &row);
            assert_true(row.alike >= 1);
            for (uint64_t r = 1; r < row.alike; r++) {
                tandem_row_at(sizes[k], i + r, &other);
                assert_true(other.kind == row.kind && other.count == row.count);
                for (uint32_t e = 0; e < row.count; e++)
                    assert_true(other.offset[e] == row.offset[e] && other.value[e] == row.value[e]);
            }
        }
    }
}

struct loss {
    const struct closed_rows *closed;
    uint64_t i, farthest;
    double *loss; /* of each state: v_i sum_j R(i,j) - sum_j R(i,j) v_j */
};

static void add_loss(struct loss *to, uint64_t column, double value)
{
    const uint64_t apart = column > to->i ? column - to->i : to->i - column;
    to->loss[column] -=
        value * (closed_weight(to->closed, column) - closed_weight(to->closed, to->i));
    if (apart > to->farthest) to->farthest = apart;
}

/* In every state except one, the average loss of v is at least the number in the comment beside
 * tandem_weight; the least loss is exactly this number. */
static void tandem_times(void **state)
{
    for (uint64_t c = 1; c <= 12; c++) {
        const struct closed_rows closed = tandem_closed(c);
        const double least = c == 1 ? 2 : 1.8 * (double)c - 2;
        double *loss = calloc(closed.n, sizeof *loss), found = INFINITY;
        assert_non_null(loss);
        struct loss to = {.closed = &closed, .loss = loss};
        for (to.i = 0; to.i < closed.n; to.i++) {
            struct closed_entries row;
            row.next = 0;
            closed_row(&closed, to.i, &row);
            for (uint32_t e = 0; e < row.count; e++)
                add_loss(&to, row.base + row.col[e], row.val[e]);
        }
        for (uint64_t i = 0; i < closed.n; i++) {
            const struct tandem_state s = tandem_state_of(c, i);
            const bool rests = s.first == c && s.second == 0 && !s.late;
            assert_true(rests == (closed_weight(&closed, i) == 0));
            if (!rests) found = fmin(found, loss[i]);
        }
        assert_true(fabs(found - least) < 1e-9);
        assert_true(c == 1 ? to.farthest <= closed_reach(&closed)
                           : to.farthest == closed_reach(&closed));
        free(loss);
    }
}

/* Row i of A times the weights. */
static double product_with_weights(const struct closed_rows *closed, uint64_t i)
{
    double sum = closed_weight(closed, i) * closed_row_diagonal(closed, i);
    struct closed_entries row;
    row.next = 0;
    do {
        closed_row(closed, i, &row);
        for (uint32_t k = 0; k < row.count; k++)
            sum += row.val[k] * closed_weight(closed, row.base + row.col[k]);
    } while (row.next);
    return sum;
}

/* With three tokens, the product of their distances. */
static double product_of_distances(uint64_t size, uint64_t drawn)
{
    uint64_t at[3];
    int found = 0;
    for (uint64_t bit = 0; bit < size; bit++)
        if (drawn >> bit & 1) at[found++] = bit;
    return (double)((at[1] - at[0]) * (at[2] - at[1]) * (size - at[2] + at[0]));
}

/* Exactly size (tokens - 1) / 8 is lost. */
static void herman_weights(void **state)
{
    for (uint64_t size = 3; size <= 11; size += 2) {
        const struct closed_rows closed = herman_closed(size);
        for (uint64_t i = 0; i < closed.n; i++) {
            const double tokens = herman_row_at(size, i).tokens, v = closed_weight(&closed, i);
            const double sum = product_with_weights(&closed, i);
            assert_true(tokens == 1 ? v == 1 : sum == (double)size * (tokens - 1) / 8);
            if (tokens == 3)
                assert_true(v - 1 == product_of_distances(size, herman_row_at(size, i).drawn));
        }
        assert_true(closed_weight(&closed, 0) - 1 == (double)(size * (size * size - 1) / 24));
    }
}

/* Rows sum to one, also at the largest size. */
static void herman_sums_to_one(void **state)
{
    const struct closed_rows closed = herman_closed(31);
    const uint64_t rows[] = {1, 2, 0x55555555, 0x7fffffff - 2, (uint64_t)1 << 30};
    assert_true(closed.n == (uint64_t)1 << 31 && closed.transitions == 617673396283948);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const struct herman_row row = herman_row_at(31, rows[k]);
        assert_true((row.copied & row.drawn) == 0 && (row.copied | row.drawn) < closed.n);
        assert_true(herman_power(row.tokens) * exp2(row.tokens) == 1 && row.tokens % 2 == 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tandem_passes_32_bits), cmocka_unit_test(lines_are_alike),
        cmocka_unit_test(tandem_times), cmocka_unit_test(herman_weights),
        cmocka_unit_test(herman_sums_to_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
