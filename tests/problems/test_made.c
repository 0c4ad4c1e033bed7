/* Rows that are made, a range at a time, beside the stored ones of the same source: bit for bit,
 * for random parameters, ranges and numbers of threads. */
#include <fcntl.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "datasets/formats/cache/cache.h"
#include "problems/problem.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_system.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

enum { TEXT = 160, SOURCES = 60 };

static void random_cluster(char *out)
{
    snprintf(out, TEXT, "cluster:n=%u,property=%u", 1 + (unsigned)draw(11), 1 + (unsigned)draw(5));
}

static void random_source(char *out)
{
    static const char *const start[] = {"zero", "random"};
    const unsigned n = 1 + (unsigned)draw(draw(2) ? 8 : 300);
    const bool counted = draw(2);
    const double least = counted ? 1.0 / n : 1e-3;
    snprintf(out, TEXT,
             "random_dd:n=%u,density=%.3g,seed=%u,diagonal=%s,dominance=%.3g,value_max=%u,"
             "rhs_max=%u,x0=%s",
             n, least > 0.99 ? 1 : least * 1.01 + draw_unit() * (0.99 - least),
             (unsigned)draw(1000), counted ? "counted" : "extra", 1.01 + draw_unit(),
             1 + (unsigned)draw(20), 1 + (unsigned)draw(20), start[draw(2)]);
}

static void open_both(const char *source, struct problem *stored, struct problem *made)
{
    char text[1100];
    snprintf(text, sizeof text, "%s%cmatrix=none", source, strchr(source, ':') ? ',' : ':');
    assert_ok(problem_open(source, stored));
    assert_ok(problem_open(text, made));
    assert_true(matrix_is_stored(&stored->system.a) && !matrix_is_made(&stored->system.a));
    assert_true(!matrix_is_stored(&made->system.a) && matrix_is_made(&made->system.a));
}

static void same(const char *source, const char *what, const void *a, const void *b, size_t bytes)
{
    if (bytes && memcmp(a, b, bytes) != 0)
        fail_msg("%s: %s differ (WARPMARK_SEED=%llu)", source, what, (unsigned long long)seed);
}

/* Rows from `first` on against those that are stored. */
static void same_rows(const char *source, const struct matrix *all, uint32_t first,
                      const struct matrix *rows)
{
    const struct csr *whole = &all->off, *off = &rows->off;
    const uint64_t start = whole->row[first], nnz = off->row[off->rows];
    for (uint32_t i = 0; i <= off->rows; i++)
        assert_true(off->row[i] == whole->row[first + i] - start);
    same(source, "columns", off->col, whole->col + start, nnz * sizeof *off->col);
    same(source, "values", off->val, whole->val + start, nnz * sizeof *off->val);
    same(source, "diagonals", rows->diag, all->diag + first, off->rows * sizeof *rows->diag);
}

static void same_long_run(const char *source, const struct problem *p, const struct problem *q)
{
    const struct steady_value *a = &p->steady, *b = &q->steady;
    const uint32_t n = p->system.a.off.rows;
    assert_true(a->nclasses == 1 && b->nclasses == 1 && *a->probability == *b->probability);
    assert_true(*b->probability_low == 1 && *b->probability_high == 1 && a->constant == 0);
    same(source, "weights", a->weight, b->weight, n * sizeof *a->weight);
    same(source, "classes", a->class_of, b->class_of, n * sizeof *a->class_of);
    assert_true(problem_value(p, p->system.x0) == problem_value(q, q->system.x0));
}

static void same_but_for_the_rows(const char *source, const struct problem *p,
                                  const struct problem *q)
{
    const uint32_t n = p->system.a.off.rows;
    const struct csr *off = &q->system.a.off;
    assert_true(off->rows == n && off->nnz == p->system.a.off.nnz && !off->col && !off->val);
    same(source, "row starts", p->system.a.off.row, off->row, (n + 1ull) * sizeof *off->row);
    assert_true(!p->system.b == !q->system.b && p->system.x0 && q->system.x0);
    if (p->system.b) same(source, "b", p->system.b, q->system.b, n * sizeof *q->system.b);
    same(source, "x0", p->system.x0, q->system.x0, n * sizeof *q->system.x0);
    assert_true(p->kind == q->kind && p->range == q->range && p->solved == q->solved);
    assert_true(p->states == q->states && p->transitions == q->transitions);
    assert_true(p->classes == q->classes && p->period == q->period && p->start == q->start);
    assert_true(p->step == q->step && p->jacobi_limit == q->jacobi_limit);
    if (p->kind == KIND_STEADY) same_long_run(source, p, q);
    const double scale[] = {problem_scale(p), problem_scale(q)};
    same(source, "scales", &scale[0], &scale[1], sizeof *scale);
}

/* A range of rows, as a rank makes it. */
static void check_range(const char *source, const struct problem *p, const struct problem *q,
                        uint32_t first, uint32_t n)
{
    const struct csr *whole = &p->system.a.off;
    struct linear rows = {.a.first = first};
    assert_ok(matrix_allocate(n, whole->row[first + n] - whole->row[first], &rows.a));
    for (uint32_t i = 0; i <= n; i++) rows.a.off.row[i] = whole->row[first + i] - whole->row[first];
    assert_ok(make_rows(q->source, q->stamp, &rows));
    same_rows(source, &p->system.a, first, &rows.a);
    linear_free(&rows);
}

static void check_pieces(const char *source, const struct problem *p, const struct problem *q,
                         uint32_t least)
{
    struct row_pieces pieces;
    const uint32_t n = p->system.a.off.rows;
    uint32_t count = 0;
    assert_ok(row_pieces_open(q, &pieces));
    for (uint32_t end = 0; pieces.end < n; end = pieces.end, count++) {
        assert_ok(row_pieces_next(&pieces));
        assert_true(pieces.rows.first == end && pieces.end > end);
        same_rows(source, &p->system.a, end, &pieces.rows);
    }
    assert_true(pieces.end == n && count >= least);
    row_pieces_close(&pieces);
}

static void check_source(const char *source, uint32_t pieces)
{
    struct problem p, q;
    open_both(source, &p, &q);
    const uint32_t n = p.system.a.off.rows;
    same_but_for_the_rows(source, &p, &q);
    for (int k = 0; k < 4; k++) {
        const uint32_t first = (uint32_t)draw(n + 1ull);
        check_range(source, &p, &q, first, (uint32_t)draw(n - first + 1ull));
    }
    check_range(source, &p, &q, 0, n);
    check_pieces(source, &p, &q, pieces);
    problem_free(&p);
    problem_free(&q);
}

static void made_rows_are_the_stored_ones(void **state)
{
    char source[TEXT];
    const int threads = omp_get_max_threads();
    for (int k = 0; k < SOURCES; k++) {
        if (draw(3)) random_source(source);
        else random_cluster(source);
        omp_set_num_threads(1 + (int)draw(4));
        check_source(source, 1);
    }
    omp_set_num_threads(threads);
}

/* Small ones have no workstation to spare; the last one comes in pieces. */
static void every_cluster_is_the_explored_one(void **state)
{
    char source[TEXT];
    for (unsigned n = 1; n <= 4; n++)
        for (unsigned property = 1; property <= 5; property++) {
            snprintf(source, sizeof source, "cluster:n=%u,property=%u", n, property);
            check_source(source, 1);
        }
    check_source("cluster:n=130", 2);
}

/* Rows without entries, whose columns the scale eliminates. */
static void fixed_rows_count_alike(void **state)
{
    check_source("random_dd:n=40,density=0.02", 1);
    check_source("random_dd:n=9,density=1e-6", 1);
    check_source("random_dd:n=300,density=0.005,seed=4,rhs_max=1000", 1);
}

static void large_ones_come_in_pieces(void **state)
{
    check_source("random_dd:n=2100,density=0.97", 3);
}

/* Files */

static const char *file(void)
{
    return scratch_path("system.h5");
}

static void rows_of_files_are_the_stored_ones(void **state)
{
    for (int k = 0; k < SOURCES; k++) {
        struct linear system = random_system(40);
        assert_ok(cache_write_system(&system, file()));
        check_source(file(), 1);
        linear_free(&system);
    }
}

/* A matrix with b = A 1, and with one from a file; its rows in order, and mixed. */
static void write_matrix(uint32_t n, bool mixed)
{
    FILE *to = fopen(scratch_path("m.mtx"), "w");
    assert_non_null(to);
    fprintf(to, "%%%%MatrixMarket matrix coordinate real general\n%u %u %u\n", n, n, 3 * n);
    for (uint32_t k = 0; k < 3 * n; k++) {
        const uint32_t i = mixed ? k % n : k / 3;
        const bool first = mixed ? k < n : k % 3 == 0;
        fprintf(to, "%u %u %.17g\n", i + 1, first ? i + 1 : (uint32_t)draw(n) + 1,
                (first ? 3 : 0) + draw_unit());
    }
    assert_int_equal(fclose(to), 0);
}

static void rows_of_matrices_are_the_stored_ones(void **state)
{
    char with[1100];
    snprintf(with, sizeof with, "%s:rhs=b.mtx", scratch_path("m.mtx"));
    for (int k = 0; k < SOURCES; k++) {
        const uint32_t n = 1 + (uint32_t)draw(60);
        FILE *to = fopen(scratch_path("b.mtx"), "w");
        fprintf(to, "%%%%MatrixMarket matrix array real general\n%u 1\n", n);
        for (uint32_t i = 0; i < n; i++) fprintf(to, "%.17g\n", draw_normal());
        assert_int_equal(fclose(to), 0);
        write_matrix(n, k % 2);
        check_source(with, 1);
        check_source(scratch_path("m.mtx"), 1);
    }
}

static void large_matrices_come_in_pieces(void **state)
{
    enum { N = 1500 };
    FILE *to = fopen(scratch_path("m.mtx"), "w");
    fprintf(to, "%%%%MatrixMarket matrix coordinate pattern general\n%d %d %d\n", N, N, N * N);
    for (int k = 0; k < N * N; k++) fprintf(to, "%d %d\n", k / N + 1, k % N + 1);
    assert_int_equal(fclose(to), 0);
    check_source(scratch_path("m.mtx"), 2);
}

static void refused(const char *source, enum status wanted, const char *words)
{
    struct problem p;
    assert_int_equal(problem_open(source, &p), wanted);
    if (!strstr(fail_message(), words)) fail_msg("%s: %s", source, fail_message());
}

/* With and without its rows. */
static void refused_alike(const char *text, const char *keys, const char *words)
{
    char source[1200], banner[] = "%%MatrixMarket matrix coordinate real general\n", whole[300];
    snprintf(whole, sizeof whole, "%s%s", banner, text);
    scratch_write("m.mtx", whole);
    snprintf(source, sizeof source, "%s:matrix=stored%s", scratch_path("m.mtx"), keys);
    refused(source, ERROR_INPUT, words);
    snprintf(source, sizeof source, "%s:matrix=none%s", scratch_path("m.mtx"), keys);
    refused(source, ERROR_INPUT, words);
}

static void bad_matrices_are_refused_alike(void **state)
{
    refused_alike("2 2 2\n1 1 1\n2 3 1\n", "", "m.mtx:4: expected the column (1 to 2), found '3'");
    refused_alike("2 2 2\n1 1 1\n2 1 1\n", "", "row 2: the diagonal is zero, so no method");
    refused_alike("2 2 4\n1 1 1\n2 2 1\n1 1 -1\n1 2 1\n", "", "row 1: the diagonal is zero");
    refused_alike("1 1 2\n1 1 1e308\n1 1 1e308\n", "", "(1, 1) add up to infinity");
    refused_alike("2 2 3\n1 1 1e308\n1 2 1e308\n2 2 1\n", "", "row 1: its entries add up to inf");
    refused_alike("1 1 1\n1 1 1\n", ",goal=x", "takes no keys but rhs=FILE and matrix=none");
}

static void says(enum status status, enum status wanted, const char *words)
{
    assert_int_equal(status, wanted);
    if (!strstr(fail_message(), words)) fail_msg("not '%s': %s", words, fail_message());
}

/* Room for all rows. */
static struct linear room_for(const struct problem *p)
{
    struct linear rows = {0};
    const struct csr *off = &p->system.a.off;
    assert_ok(matrix_allocate(off->rows, off->nnz, &rows.a));
    memcpy(rows.a.off.row, off->row, (off->rows + 1ull) * sizeof *off->row);
    return rows;
}

static void a_file_that_changes_is_refused(void **state)
{
    struct linear system = random_system(40);
    struct problem p;
    char text[1100];
    snprintf(text, sizeof text, "%s:matrix=none", file());
    assert_ok(cache_write_system(&system, file()));
    assert_ok(problem_open(text, &p));
    struct linear rows = room_for(&p);
    assert_ok(make_rows(p.source, p.stamp, &rows));
    assert_int_equal(utimensat(AT_FDCWD, file(), (struct timespec[]){{5, 0}, {5, 0}}, 0), 0);
    says(make_rows(p.source, p.stamp, &rows), ERROR_IO, "is another file than the one");
    assert_int_equal(remove(file()), 0);
    says(make_rows(p.source, p.stamp, &rows), ERROR_INPUT, "No such file");
    linear_free(&rows);
    linear_free(&system);
    problem_free(&p);
}

/* A changed matrix is refused, also if the new file cannot be read. */
static void a_matrix_that_changes_is_refused(void **state)
{
    struct problem p;
    char text[1100];
    snprintf(text, sizeof text, "%s:matrix=none", scratch_path("m.mtx"));
    write_matrix(40, false);
    assert_ok(problem_open(text, &p));
    struct linear rows = room_for(&p);
    assert_ok(make_rows(p.source, p.stamp, &rows));
    scratch_write("m.mtx", "%%MatrixMarket matrix\n");
    says(make_rows(p.source, p.stamp, &rows), ERROR_IO, "is another file than the one");
    linear_free(&rows);
    problem_free(&p);
}

/* The outline checks checksums, and the reader of rows checks the promises of rows. */
static void damaged_files_are_refused(void **state)
{
    struct problem p, q;
    char text[1100];
    snprintf(text, sizeof text, "%s:matrix=none", file());
    assert_ok(problem_open("random_dd:n=30,density=0.3", &p));
    const struct csr *off = &p.system.a.off;
    off->col[off->row[8]] = off->col[off->row[8] + 1];
    assert_ok(cache_write_system(&p.system, file()));
    assert_ok(problem_open(text, &q));
    struct linear rows = room_for(&q);
    says(make_rows(q.source, q.stamp, &rows), ERROR_DAMAGED, "row 8: its columns do not ascend");
    p.system.a.diag[3] = 0;
    off->col[off->row[8]]--;
    linear_free(&rows);
    problem_free(&q);
    assert_ok(cache_write_system(&p.system, file()));
    assert_ok(problem_open(text, &q));
    rows = room_for(&q);
    says(make_rows(q.source, q.stamp, &rows), ERROR_DAMAGED, "number 3: it is 0");
    linear_free(&rows);
    problem_free(&q);
    problem_free(&p);
}

static void what_is_wrong_says_so(void **state)
{
    struct linear rows = {0};
    refused("random_dd:n=100,density=0.001,diagonal=counted,matrix=none", ERROR_INPUT,
            "no room for the diagonal");
    refused("random_dd:n=5,matrix=all", ERROR_INPUT, "unknown value");
    refused("cluster:n=2,property=6,matrix=none", ERROR_INPUT, "property=6 is no long run");
    refused("random_dd:n=5,property=1,matrix=none", ERROR_INPUT, "unknown parameter 'property'");
    assert_int_equal(make_rows("random_dd:n=5", 0, &rows), ERROR_UNSUPPORTED);
    assert_non_null(strstr(fail_message(), "cannot be made a range at a time"));
    assert_int_equal(make_rows("tandem:c=3,matrix=none", 0, &rows), ERROR_UNSUPPORTED);
}

/* A matrix that no memory can hold opens, because no process has all of it. */
static void only_vectors_take_memory(void **state)
{
    struct problem p;
    refused("random_dd:n=3000000,density=0.9", ERROR_INPUT, "non-zeros would take");
    assert_ok(problem_open("random_dd:n=300000,density=1e-4,matrix=none", &p));
    assert_true(p.system.a.off.nnz == 8999970 && !p.system.a.off.col);
    problem_free(&p);
    assert_ok(problem_check("random_dd:n=3000000,density=0.9,matrix=none"));
}

static void failing_allocations_leave_nothing(void **state)
{
    for (long k = 0;; k++) {
        struct problem p;
        const enum status status =
            refused_after(k, problem_open("random_dd:n=30,density=0.01,matrix=none", &p));
        problem_free(&p);
        if (status == OK) break;
        assert_true(k < 100);
    }
}

int main(void)
{
    seed_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_rows_are_the_stored_ones),
        cmocka_unit_test(every_cluster_is_the_explored_one),
        cmocka_unit_test(fixed_rows_count_alike),
        cmocka_unit_test(large_ones_come_in_pieces),
        cmocka_unit_test(rows_of_files_are_the_stored_ones),
        cmocka_unit_test(rows_of_matrices_are_the_stored_ones),
        cmocka_unit_test(large_matrices_come_in_pieces),
        cmocka_unit_test(bad_matrices_are_refused_alike),
        cmocka_unit_test(a_file_that_changes_is_refused),
        cmocka_unit_test(a_matrix_that_changes_is_refused),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(what_is_wrong_says_so),
        cmocka_unit_test(only_vectors_take_memory),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}
