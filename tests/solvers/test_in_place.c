/* Sweeps in place that take rows side by side: the bits of one core, for any levels, in every
 * layout, place and precision of the registry that has them. One test each; those whose place is
 * missing are skipped. */
#include <stdlib.h>
#include <string.h>

#include "problems/row_order.h"
#include "tests/support/operations.h"
#include "tests/support/teams.h"

enum { MOST_LEVELS = 5000, MOST_ENTRIES_A_ROW = 2, SWEEPS = 3 };

/* Levels of `width` rows each; nlevels = 0 ends a list. */
struct widths {
    uint32_t nlevels, width;
};

/* Levels of these widths in turn, numbered one after the other. A row shares an entry with one of
 * the level before its own and with one of any level before; either of the two rows has it. */
static struct matrix level_matrix(const struct widths *widths)
{
    struct matrix a = {0};
    uint32_t start[MOST_LEVELS + 1] = {0}, nlevels = 0;
    uint64_t count = 0;
    for (const struct widths *w = widths; w->nlevels; w++)
        for (uint32_t l = 0; l < w->nlevels; l++, nlevels++)
            start[nlevels + 1] = start[nlevels] + w->width;
    uint32_t n = start[nlevels];
    struct triplet *triplet = calloc((size_t)MOST_ENTRIES_A_ROW * n, sizeof *triplet);
    a.diag = calloc(n, sizeof *a.diag);
    if (!triplet || !a.diag) abort();
    for (uint32_t l = 0; l < nlevels; l++)
        for (uint32_t i = start[l]; i < start[l + 1]; i++) {
            a.diag[i] = 3;
            for (uint32_t e = 0; e < MOST_ENTRIES_A_ROW && l > 0; e++) {
                uint64_t bits = random_bits(seed, 40 + e, i);
                uint32_t first = e == 0 ? start[l - 1] : 0;
                uint32_t j = first + (uint32_t)random_below(bits, start[l] - first);
                double value = random_unit(random_bits(seed, 42 + e, i)) - 0.5;
                triplet[count++] =
                    bits & 1 ? (struct triplet){i, j, value} : (struct triplet){j, i, value};
            }
        }
    assert_ok(csr_from_triplets(n, count, triplet, &a.off));
    free(triplet);
    return a;
}

/* As a chain's: row 5 k + l is in level l and reads rows of level l - 1 that stand before it, and
 * one of level l + 1 behind it. */
static struct matrix interleaved_matrix(void)
{
    enum { LEVELS = 5, WIDTH = SCHEDULE_WIDE + 76, N = LEVELS * WIDTH };
    struct matrix a = {0};
    struct triplet *triplet = calloc(2 * N, sizeof *triplet);
    uint64_t count = 0;
    a.diag = calloc(N, sizeof *a.diag);
    if (!triplet || !a.diag) abort();
    for (uint32_t i = 0; i < N; i++) {
        uint32_t l = i % LEVELS, k = i / LEVELS,
                 other = (uint32_t)random_below(random_bits(seed, 44, i), k + 1);
        a.diag[i] = 3;
        if (l > 0) triplet[count++] = (struct triplet){i, LEVELS * other + l - 1, -0.5};
        if (l + 1 < LEVELS)
            triplet[count++] = (struct triplet){i, i + 1, random_unit(random_bits(seed, 45, i))};
    }
    assert_ok(csr_from_triplets(N, count, triplet, &a.off));
    free(triplet);
    return a;
}

/* One row reads all others; those have no entries. */
static struct matrix full_row_matrix(void)
{
    enum { N = 2 * SCHEDULE_WIDE + 100, FULL = SCHEDULE_WIDE + 30 };
    struct matrix a = {0};
    a.diag = calloc(N, sizeof *a.diag);
    assert_ok(csr_allocate(N, N - 1, &a.off));
    assert_non_null(a.diag);
    for (uint32_t i = 0, k = 0; i < N; i++) {
        a.diag[i] = 2;
        for (uint32_t j = 0; i == FULL && j < N; j++)
            if (j != i) a.off.col[k] = j, a.off.val[k++] = random_unit(random_bits(seed, 46, j));
        a.off.row[i + 1] = k;
    }
    return a;
}

/* Where rows are and who takes them. teams: 0 if rows keep their order, else they are moved into
 * the order of their levels, and these teams take them. */
struct way {
    const struct target *t;
    unsigned teams;
};

/* Stores the system, moved if the way says so: *moved, in the order of *sequence. */
static void store(const struct way *way, const struct linear *system, struct linear *moved,
                  uint32_t **sequence, struct stored *out)
{
    const struct target *t = way->t;
    struct schedule schedule = {0};
    *moved = (struct linear){0};
    *sequence = NULL;
    if (t->place->scheduled)
        assert_ok(schedule_build(&system->a.off, t->place->scheduled, &schedule));
    if (way->teams) {
        assert_ok(schedule_store_rows(&schedule, sequence));
        free(schedule.part);
        assert_ok(schedule_parts(schedule.nsteps, schedule.start, way->teams, &schedule.part,
                                 &schedule.nparts));
        assert_ok(row_order_move(system, *sequence, moved));
    }
    assert_ok(stored_build_at(t->place, t->layout, t->precision, NULL,
                              way->teams ? &moved->a : &system->a, out));
    out->schedule = schedule;
    assert_ok(stored_upload(t->place, out));
}

/* x (as many doubles as a has rows) := a few sweeps at the target's place; a bit for each that
 * failed the test. */
static unsigned sweep_in_place(const struct way *way, const struct matrix *a, bool descending,
                               const struct test *like, double *x)
{
    const struct target *t = way->t;
    struct stored stored;
    unsigned failed = 0;
    uint32_t *sequence;
    double *start = random_vector(seed, 47, a->off.rows), *b = random_vector(seed, 48, a->off.rows);
    const struct linear given = {.a = *a, .b = b, .x0 = start};
    struct linear moved;
    struct test test = new_test(t, like->criterion, like->epsilon, like->vote);
    store(way, &given, &moved, &sequence, &stored);
    void *there = upload(t, a->off.rows, sequence ? moved.x0 : start),
         *there_b = upload(t, a->off.rows, sequence ? moved.b : b);
    const struct mat_ops *ops = find_mat_ops(stored.layout, t->place, t->precision);
    for (int k = 0; k < SWEEPS; k++) {
        assert_ok(ops->gauss_seidel(&stored, there_b, there, descending, &test));
        assert_ok(t->place->poll(&test));
        failed |= test.votes == TEST_UNSATISFIED ? 1u << k : 0;
    }
    download(t, a->off.rows, there, sequence ? start : x);
    if (sequence) row_order_undo(a->off.rows, sequence, start, x);
    linear_free(&moved);
    free(sequence);
    t->place->release(test.flag);
    t->place->release(there);
    t->place->release(there_b);
    stored_free(&stored);
    free(start);
    free(b);
    return failed;
}

/* Bit for bit what place seq gets. */
static void check_way(const struct way *way, const struct matrix *a)
{
    const struct target *t = way->t;
    const struct test tests[] = {{.criterion = RELATIVE, .epsilon = 1e-9, .vote = VOTE_BLOCK},
                                 {.criterion = ABSOLUTE, .epsilon = 1e9, .vote = VOTE_STORE}};
    struct target one = *t;
    const struct way on_one = {&one, 0};
    size_t bytes = a->off.rows * sizeof(double);
    double *x = malloc(bytes), *y = malloc(bytes);
    assert_non_null(x);
    assert_non_null(y);
    one.place = places[0];
    assert_false(one.place->scheduled);
    for (int k = 0; k < 4; k++) {
        unsigned failed = sweep_in_place(way, a, k & 1, &tests[k / 2], x);
        if (k < 2) assert_true(failed & 1);
        else assert_int_equal(failed, 0);
        if (failed != sweep_in_place(&on_one, a, k & 1, &tests[k / 2], y) || memcmp(x, y, bytes))
            fail_msg("%s, seed %llu: %u rows, %s, teams %u: not what seq gets", t->name,
                     (unsigned long long)seed, a->off.rows, k & 1 ? "descending" : "ascending",
                     way->teams);
    }
    free(x);
    free(y);
}

/* In the order of the rows; and, where the layout can, moved into the order of their levels, with
 * each team and with all. */
static void check_in_place(const struct target *t, struct matrix a)
{
    check_way(&(struct way){t, 0}, &a);
    if (t->layout->by_level && t->place->scheduled == BY_BLOCK && t->place->cards == 1)
        for (unsigned teams = 1; teams <= ALL_TEAMS; teams = teams < 4 ? 2 * teams : teams + 3)
            check_way(&(struct way){t, teams}, &a);
    matrix_free(&a);
}

/* Rows of a hundred entries and more, of which a block copies only some. */
static struct matrix long_rows_matrix(void)
{
    enum { LEVELS = 6, WIDTH = 2000, N = LEVELS * WIDTH, ENTRIES = 120 };
    struct matrix a = {0};
    struct triplet *triplet = calloc((size_t)N * ENTRIES, sizeof *triplet);
    uint64_t count = 0;
    a.diag = calloc(N, sizeof *a.diag);
    if (!triplet || !a.diag) abort();
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t others = i / WIDTH * WIDTH, length = i % 5 ? i % 7 : ENTRIES;
        a.diag[i] = 3;
        for (uint32_t e = 0; e < length && others; e++)
            triplet[count++] =
                (struct triplet){i, (uint32_t)random_below(random_bits(seed, 49 + e, i), others),
                                 0.01 * random_unit(random_bits(seed, 300 + e, i))};
    }
    assert_ok(csr_from_triplets(N, count, triplet, &a.off));
    free(triplet);
    return a;
}

static void sweeps_in_place_are_exact(void **state)
{
    enum { WIDE = SCHEDULE_WIDE };
    static const struct widths lists[][6] = {
        {{1, 1}},
        {{1, 3 * WIDE}},
        {{300, 1}},
        {{2, 31}, {1, 32}, {3, 33}, {1, 1}, {1, 31}},
        {{1, WIDE - 1}, {2, WIDE}, {1, WIDE + 1}, {2, WIDE - 1}},
        {{1, 3 * WIDE}, {1, 1}, {1, 1400}, {20, 7}, {1, WIDE}},
        {{30, 2}, {2, 2 * WIDE + 1}, {3, 900}, {1, WIDE + 33}, {1, 5}}};
    const struct target *t = *state;
    skip_without(t);
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        check_in_place(t, level_matrix(lists[k]));
    check_in_place(t, interleaved_matrix());
    check_in_place(t, full_row_matrix());
    check_in_place(t, long_rows_matrix());
}

int main(void)
{
    seed_begin();
    for (int p = 0; p < place_count; p++)
        for (int bits = 0; bits < NREALS; bits++)
            for (int l = 0; l < layout_count; l++) {
                const struct mat_ops *ops =
                    find_mat_ops(layouts[l], places[p], (enum precision)bits);
                bool chosen =
                    layouts[l]->chooses && !places[p]->on_host; /* a layout that may not have it */
                if (places[p]->scheduled && ops && ops->gauss_seidel && !chosen &&
                    !layouts[l]->makes_rows)
                    list_target("sweeps in place are exact", sweeps_in_place_are_exact, layouts[l],
                                places[p], bits);
            }
    return run_listed("in place", NULL, NULL);
}
