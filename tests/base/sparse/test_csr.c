/* base/sparse/csr.h against dense matrices, and base/sparse/chain.h. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/chain.h"
#include "base/sparse/csr.h"
#include "base/sparse/linear.h"
#include "base/team.h"
#include "tests/support/cmocka.h"
#include "tests/support/csr_sound.h"
#include "tests/support/seed.h"

enum { ROUNDS = 2000, MOST_ROWS = 12 };

/* Random triplets with duplicates, and their sum: dense[i * n + j], added up in the order of the
 * triplets. */
struct sample {
    uint32_t n;
    uint64_t count;
    struct triplet *triplet;
    double *dense;
    uint8_t *there; /* whether a triplet stands at i * n + j: its values may cancel */
};

static struct sample sample_create(uint64_t round)
{
    struct sample s = {.n = 1 + (uint32_t)random_below(random_bits(seed, 0, round), MOST_ROWS)};
    size_t cells = (size_t)s.n * s.n;
    s.count = random_below(random_bits(seed, 1, round), 2 * cells + 1);
    s.triplet = calloc(s.count + 1, sizeof *s.triplet);
    s.dense = calloc(cells, sizeof *s.dense);
    s.there = calloc(cells, 1);
    assert_true(s.triplet && s.dense && s.there);
    for (uint64_t k = 0; k < s.count; k++) {
        uint64_t bits = random_bits(seed, 2 + round, k);
        struct triplet *t = &s.triplet[k];
        /* half of the time in the first two columns, for many duplicates */
        *t = (struct triplet){(uint32_t)(bits % s.n),
                              (uint32_t)((bits >> 8) % (bits & 1 && s.n > 2 ? 2 : s.n)),
                              random_unit(random_bits(seed, 2 + round, k + s.count)) - 0.5};
        if (k % 7 == 6) *t = s.triplet[k - 1], t->val = -t->val;
        s.dense[t->row * s.n + t->col] += t->val;
        s.there[t->row * s.n + t->col] = 1;
    }
    return s;
}

static void sample_free(struct sample *s)
{
    free(s->triplet);
    free(s->dense);
    free(s->there);
}

/* Checks that a has exactly the cells that are there, bit for bit; cell (i, j) is at i * down + j *
 * across. */
static void check_dense(const struct csr *a, const struct sample *s, uint32_t down, uint32_t across)
{
    uint64_t there = 0;
    assert_true(csr_sound(a));
    assert_int_equal(a->rows, s->n);
    for (uint32_t i = 0; i < s->n; i++) {
        for (uint32_t j = 0; j < s->n; j++) {
            size_t cell = (size_t)i * down + (size_t)j * across;
            uint64_t k = csr_find(a, i, j);
            there += s->there[cell];
            assert_int_equal(k != UINT64_MAX, s->there[cell]);
            if (k == UINT64_MAX) continue;
            assert_true(k >= a->row[i] && k < a->row[i + 1] && a->col[k] == j);
            assert_true(a->val[k] == s->dense[cell]);
        }
    }
    assert_int_equal(a->nnz, there);
}

static void check_split(const struct csr *a, const struct matrix *split)
{
    assert_int_equal(split->off.rows, a->rows);
    uint64_t on_diagonal = 0;
    for (uint32_t i = 0; i < a->rows; i++) {
        uint64_t d = csr_find(a, i, i);
        on_diagonal += d != UINT64_MAX;
        assert_true(split->diag[i] == (d == UINT64_MAX ? 0 : a->val[d]));
        assert_int_equal(csr_find(&split->off, i, i), UINT64_MAX);
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            if (a->col[k] == i) continue;
            uint64_t found = csr_find(&split->off, i, a->col[k]);
            assert_true(found != UINT64_MAX && split->off.val[found] == a->val[k]);
        }
    }
    assert_int_equal(split->off.nnz, a->nnz - on_diagonal);
    assert_true(csr_sound(&split->off));
}

static void against_dense(void **state)
{
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct sample s = sample_create(round);
        struct csr a, transpose, back;
        struct matrix split;
        team_always = round % 4 == 0;
        assert_int_equal(csr_from_triplets(s.n, s.count, s.triplet, &a), OK);
        check_dense(&a, &s, s.n, 1);
        assert_int_equal(csr_transpose(&a, &transpose), OK);
        check_dense(&transpose, &s, 1, s.n);
        assert_int_equal(csr_transpose(&transpose, &back), OK);
        check_dense(&back, &s, s.n, 1);
        assert_int_equal(csr_split(&a, &split), OK);
        check_split(&a, &split);
        csr_free(&a);
        csr_free(&transpose);
        csr_free(&back);
        matrix_free(&split);
        sample_free(&s);
    }
    team_always = false;
}

static void nothing_stored(void **state)
{
    struct csr a, transpose;
    struct matrix split;
    assert_int_equal(csr_from_triplets(3, 0, NULL, &a), OK);
    assert_true(csr_sound(&a) && a.nnz == 0);
    assert_int_equal(csr_transpose(&a, &transpose), OK);
    assert_true(csr_sound(&transpose) && transpose.nnz == 0);
    assert_int_equal(csr_split(&a, &split), OK);
    assert_true(csr_sound(&split.off) && split.diag[2] == 0);
    assert_int_equal(csr_find(&a, 2, 2), UINT64_MAX);
    csr_free(&a);
    csr_free(&transpose);
    matrix_free(&split);
}

/* A decision process: each unknown owns a group of rows. */
static void rows_know_their_unknowns(void **state)
{
    for (uint64_t round = 0; round < 100; round++) {
        struct matrix a = {.first = random_below(random_bits(seed, 0, round), 1000)};
        const uint32_t count = 1 + (uint32_t)random_below(random_bits(seed, 1, round), MOST_ROWS);
        assert_int_equal(allocate(count + 1ull, sizeof *a.group, "groups", &a.group), OK);
        a.ngroups = count;
        a.group[0] = 0;
        for (uint32_t k = 0; k < count; k++)
            a.group[k + 1] =
                a.group[k] + 1 + (uint32_t)random_below(random_bits(seed, 2 + round, k), 4);
        a.off.rows = a.group[count];
        assert_true(matrix_rows(&a) == a.off.rows && matrix_unknowns(&a) == count);
        for (uint32_t k = 0; k < count; k++)
            for (uint32_t i = a.group[k]; i < a.group[k + 1]; i++)
                assert_int_equal(row_owner(&a, i), a.first + k);
        matrix_free(&a);
        assert_true(!a.group && matrix_unknowns(&a) == matrix_rows(&a));
        for (uint32_t i = 0; i < count; i++) assert_int_equal(row_owner(&a, i), a.first + i);
    }
}

/* The diagonal of a part is where its unknowns are. */
static void a_part_is_split(void **state)
{
    enum { FIRST = 5, N = 3 };
    struct triplet entry[3 * N];
    struct csr a;
    struct matrix part = {.first = FIRST};
    for (uint32_t i = 0; i < N; i++)
        for (uint32_t k = 0; k < 3; k++) {
            static const uint32_t columns[] = {0, FIRST, 100};
            entry[3 * i + k] = (struct triplet){i, columns[k] + (k == 1 ? i : 0), 10 * i + k};
        }
    assert_int_equal(csr_from_triplets(101, 3 * N, entry, &a), OK);
    a.rows = N;
    assert_int_equal(csr_split_rows(&a, NULL, &part), OK);
    assert_true(!a.row && part.first == FIRST && part.off.rows == N && part.off.nnz == 2 * N);
    for (uint32_t i = 0; i < N; i++) {
        assert_true(part.diag[i] == 10 * i + 1);
        assert_int_equal(csr_find(&part.off, i, FIRST + i), UINT64_MAX);
        assert_true(part.off.val[csr_find(&part.off, i, 100)] == 10 * i + 2);
    }
    matrix_free(&part);
}

static void zeroed_ones_can_be_freed(void **state)
{
    struct csr a = {0};
    struct matrix matrix = {0};
    struct linear linear = {0};
    struct chain chain = {0};
    csr_free(&a);
    matrix_free(&matrix);
    linear_free(&linear);
    chain_free(&chain);
    assert_int_equal(matrix_allocate(2, 2, &matrix), OK);
    matrix_free(&matrix);
    assert_true(!matrix.off.row && !matrix.off.col && !matrix.off.val && !matrix.diag &&
                !matrix.off.nnz);
    matrix_free(&matrix);
}

static void memory_runs_out(void **state)
{
    const struct triplet triplet[] = {{1, 0, 2}, {0, 1, 3}, {1, 1, 4}, {1, 0, 5}};
    long k = 0;
    for (bool done = false; !done; k++) {
        struct csr a = {0}, transpose = {0};
        struct matrix split = {0};
        memory_fail_after(k);
        enum status status = csr_from_triplets(2, 4, triplet, &a);
        if (status == OK) status = csr_transpose(&a, &transpose);
        if (status == OK) status = csr_split(&a, &split);
        done = memory_is_back(status) == OK;
        assert_int_equal(split.diag != NULL, done);
        assert_int_equal(split.off.row != NULL, done);
        csr_free(&a);
        csr_free(&transpose);
        matrix_free(&split);
    }
    assert_int_equal(k, 1 + 5 + 4 + 4);
}

/* Chains */

static void labels(void **state)
{
    struct chain chain = {0};
    uint8_t *init, *done;
    const struct triplet triplet[] = {{0, 1, 1}, {1, 1, 1}};
    assert_int_equal(csr_from_triplets(2, 2, triplet, &chain.transitions), OK);
    assert_null(chain_label(&chain, "init"));
    assert_int_equal(chain_add_label(&chain, "init", &init), OK);
    assert_int_equal(chain_add_label(&chain, "done", &done), OK);
    done[1] = 1;
    assert_true(init[0] == 0 && init[1] == 0);
    assert_ptr_equal(chain_label(&chain, "init")->holds, init);
    assert_ptr_equal(chain_label(&chain, "done")->holds, done);
    assert_null(chain_label(&chain, "don"));
    assert_null(chain_label(&chain, ""));
    for (long k = 0; k < 3; k++) {
        uint8_t *more;
        memory_fail_after(k);
        assert_int_equal(chain_add_label(&chain, "more", &more), ERROR_HOST_MEMORY);
        memory_fail_after(-1);
        assert_int_equal(chain.nlabels, 2);
    }
    chain_free(&chain);
    assert_int_equal(chain.nlabels, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_dense),
        cmocka_unit_test(nothing_stored),
        cmocka_unit_test(rows_know_their_unknowns),
        cmocka_unit_test(a_part_is_split),
        cmocka_unit_test(zeroed_ones_can_be_freed),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(labels),
    };
    seed_begin();
    return cmocka_run_group_tests_name("csr", tests, NULL, NULL);
}
