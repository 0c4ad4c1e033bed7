/* Entries in any order become the CSR that csr_from_triplets makes of them, bit for bit; and the
 * sorts behind that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "datasets/text/entries.h"
#include "datasets/text/permute.h"
#include "datasets/text/row_sort.h"
#include "tests/support/cmocka.h"
#include "tests/support/csr_sound.h"
#include "tests/support/seed.h"

enum { SHORTEST = 6 };

/* How rows come, and whether n and the number of entries are known. */
enum order { ASCENDING, DESCENDING, SHUFFLED, LAST_FALLS_BACK, NORDERS };

struct mode {
    bool open;
};

static const struct mode modes[] = {{false}, {true}};
enum { NMODES = sizeof modes / sizeof *modes };

struct sample {
    uint32_t n;
    uint64_t count;
    struct triplet *triplet;
};

static int by_row(const void *left, const void *right)
{
    const struct triplet *a = left, *b = right;
    return (a->row > b->row) - (a->row < b->row);
}

static void reverse(struct sample *s)
{
    for (uint64_t k = 0; k < s->count / 2; k++) {
        struct triplet kept = s->triplet[k];
        s->triplet[k] = s->triplet[s->count - 1 - k];
        s->triplet[s->count - 1 - k] = kept;
    }
}

/* Values of very different sizes, so that every other order of adding up duplicates shows. */
static struct sample sample_create(uint32_t n, uint64_t count, enum order order)
{
    struct sample s = {n, count, malloc((count + 1) * sizeof *s.triplet)};
    uint32_t columns = draw(2) ? n : 1 + n / 8, rows = draw(3) ? n : 1 + n / 16;
    assert_non_null(s.triplet);
    for (uint64_t k = 0; k < count; k++) {
        double value = (double)(1 + draw(1u << 20)) / (double)(1 + draw(1u << 20));
        s.triplet[k] = (struct triplet){(uint32_t)draw(rows), (uint32_t)draw(columns),
                                        draw(9) ? value : value * 1e15};
    }
    if (order != SHUFFLED) qsort(s.triplet, count, sizeof *s.triplet, by_row);
    if (order == DESCENDING) reverse(&s);
    if (order == LAST_FALLS_BACK && count) s.triplet[count - 1].row = 0;
    return s;
}

static struct lines lines_of(const struct sample *s)
{
    return (struct lines){.path = "a.tra",
                          .number = 7,
                          .items = "transitions",
                          .announced = s->count,
                          .size = SHORTEST * (s->count + 1)};
}

static enum status fill(const struct sample *s, struct mode mode, const struct lines *lines,
                        struct csr *out)
{
    enum status status = OK;
    struct entries entries = {0};
    *out = (struct csr){0};
    TRY(mode.open ? entries_create_open(lines, SHORTEST, &entries)
                  : entries_create(lines, s->n, SHORTEST, 1, &entries));
    if (mode.open) TRY(entries_widen(&entries, s->n));
    for (uint64_t k = 0; k < s->count; k++)
        TRY(entries_add(&entries, s->triplet[k].row, s->triplet[k].col, s->triplet[k].val));
    TRY(entries_finish(&entries, out));
out:
    entries_free(&entries);
    return status;
}

static void check_same(const struct csr *a, const struct csr *b)
{
    assert_true(csr_sound(a));
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->nnz, b->nnz);
    assert_memory_equal(a->row, b->row, (a->rows + 1) * sizeof *a->row);
    if (a->nnz) assert_memory_equal(a->col, b->col, a->nnz * sizeof *a->col);
    if (a->nnz) assert_memory_equal(a->val, b->val, a->nnz * sizeof *a->val);
}

static void check_fill(const struct sample *s, struct mode mode)
{
    struct csr got, want;
    struct lines lines = lines_of(s);
    if (fill(s, mode, &lines, &got) != OK) fail_msg("%s", fail_message());
    assert_int_equal(csr_from_triplets(s->n, s->count, s->triplet, &want), OK);
    check_same(&got, &want);
    csr_free(&got);
    csr_free(&want);
}

static void any_order(void **state)
{
    enum { ROUNDS = 3000 };
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t n = 1 + (uint32_t)draw(60);
        struct sample s = sample_create(n, draw(6 * n), round % NORDERS);
        check_fill(&s, modes[round / NORDERS % NMODES]);
        free(s.triplet);
    }
}

/* Enough for several entries a block of the permutation, and for rows that are merged more than
 * once. */
static void many_entries(void **state)
{
    for (unsigned round = 0; round < NORDERS * NMODES; round++) {
        struct sample s = sample_create(round & 1 ? 50 : 20000, 100000, round % NORDERS);
        check_fill(&s, modes[round / NORDERS]);
        free(s.triplet);
    }
}

/* n is the largest index plus one, of rows and of columns, where nothing says more. */
static void open_finds_n(void **state)
{
    for (unsigned swap = 0; swap < 2; swap++) {
        struct lines lines = {.path = "a.tra", .size = 600};
        struct entries entries;
        struct csr a;
        assert_int_equal(entries_create_open(&lines, SHORTEST, &entries), OK);
        assert_int_equal(entries_add(&entries, swap ? 3 : 70, swap ? 70 : 3, 2), OK);
        assert_int_equal(entries_add(&entries, 5, 4, 1), OK);
        assert_int_equal(entries_finish(&entries, &a), OK);
        assert_true(csr_sound(&a) && a.rows == 71 && a.nnz == 2);
        csr_free(&a);
    }
}

static void open_and_empty(void **state)
{
    struct lines lines = {.path = "a.tra"};
    struct entries entries;
    struct csr a;
    assert_int_equal(entries_create_open(&lines, SHORTEST, &entries), OK);
    assert_int_equal(entries_widen(&entries, 9), OK);
    assert_int_equal(entries_finish(&entries, &a), OK);
    assert_true(csr_sound(&a) && a.rows == 9 && a.nnz == 0);
    csr_free(&a);
}

static void refused(const char *message)
{
    if (!strstr(fail_message(), message)) fail_msg("'%s' lacks '%s'", fail_message(), message);
}

/* An index is refused when the file is too small for all those below it, and at the end. */
static void not_believed(void **state)
{
    struct lines lines = {.path = "a.tra", .number = 7, .size = 6000};
    struct entries entries;
    struct csr a;
    assert_int_equal(entries_create_open(&lines, SHORTEST, &entries), OK);
    assert_int_equal(entries_add(&entries, 0, ENTRIES_SPARE + 2000, 1), OK);
    assert_int_equal(entries_add(&entries, 0, ENTRIES_SPARE + 2001, 1), ERROR_INPUT);
    refused("a.tra:7: n = 3026 is too large for at most 1000 transitions");
    entries_free(&entries);

    lines.size = 1 << 30;
    assert_int_equal(entries_create_open(&lines, SHORTEST, &entries), OK);
    assert_int_equal(entries_add(&entries, 5000, 0, 1), OK);
    assert_int_equal(entries_finish(&entries, &a), ERROR_INPUT);
    refused("a.tra:7: n = 5001 is too large for at most 1 transitions");
    assert_null(a.row);

    lines.announced = 3;
    lines.items = "transitions";
    assert_int_equal(entries_create(&lines, ENTRIES_SPARE + 7, SHORTEST, 1, &entries), OK);
    entries_free(&entries);
    assert_int_equal(entries_create(&lines, ENTRIES_SPARE + 8, SHORTEST, 1, &entries), ERROR_INPUT);
    refused("a.tra:7: n = 1032 is too large for at most 3 transitions");
    assert_int_equal(entries_create(&lines, 5000, SHORTEST, 1, &entries), ERROR_INPUT);
    refused("a.tra:7: n = 5000 is too large for at most 3 transitions");
    entries_free(&entries);
}

/* In a child, for a peak of its own: fails where reading m entries in a random order took more than
 * twice the CSR. */
static void read_and_measure(uint32_t n, uint64_t m)
{
    struct lines lines = {
        .path = "a.tra", .items = "transitions", .announced = m, .size = SHORTEST * m};
    struct rusage before, after;
    struct entries entries;
    struct csr a;
    getrusage(RUSAGE_SELF, &before);
    if (entries_create(&lines, n, SHORTEST, 1, &entries) != OK) _exit(2);
    for (uint64_t k = 0; k < m; k++)
        if (entries_add(&entries, (uint32_t)draw(n), (uint32_t)draw(n), 1) != OK) _exit(2);
    if (entries_finish(&entries, &a) != OK) _exit(2);
    getrusage(RUSAGE_SELF, &after);
    double bytes = 12.0 * (double)a.nnz + 8.0 * n,
           peak = 1024.0 * (double)(after.ru_maxrss - before.ru_maxrss);
    printf("peak memory: %.2f times the CSR\n", peak / bytes);
    fflush(stdout);
    _exit(peak > 2 * bytes);
}

static void twice_the_csr(void **state)
{
#ifdef __SANITIZE_ADDRESS__
    skip(); /* freed memory is kept */
#endif
    int ended;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) read_and_measure(400000, 2000000);
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_int_equal(ended, 0);
}

static void failing_allocations(void **state)
{
    for (unsigned order = 0; order < NORDERS; order++) {
        for (unsigned mode = 0; mode < NMODES; mode++) {
            struct sample s = sample_create(40, 2000, order);
            struct lines lines = lines_of(&s);
            long k = 0;
            for (bool done = false; !done; k++) {
                struct csr a;
                enum status status = refused_after(k, fill(&s, modes[mode], &lines, &a));
                done = status == OK;
                assert_int_equal(status, done ? OK : ERROR_HOST_MEMORY);
                if (!done) assert_null(a.row);
                csr_free(&a);
            }
            assert_true(k > 4);
            free(s.triplet);
        }
    }
}

static void interrupted(void **state)
{
    volatile sig_atomic_t stop = 1;
    struct sample s = sample_create(40, 500, DESCENDING);
    struct lines lines = lines_of(&s);
    struct csr a;
    progress_hook_set(NULL, &stop);
    assert_int_equal(fill(&s, modes[0], &lines, &a), ERROR_INTERRUPTED);
    progress_hook_set(NULL, NULL);
    assert_null(a.row);
    free(s.triplet);
}

/* Lengths around those at which the permutation gets its second block and blocks of more than one
 * place. */
static void permutations(void **state)
{
    static const uint64_t counts[] = {0, 1, 2, 1023, 1024, 1025, 2047, 2048, 5000, 300001};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        uint64_t count = counts[c], *place = malloc((count + 1) * sizeof *place);
        uint32_t *col = malloc((count + 1) * sizeof *col);
        double *val = malloc((count + 1) * sizeof *val);
        assert_true(place && col && val);
        for (uint64_t k = 0; k < count; k++) {
            uint64_t other = draw(k + 1);
            place[k] = k;
            place[k] = place[other];
            place[other] = k;
        }
        for (uint64_t k = 0; k < count; k++)
            col[k] = (uint32_t)place[k], val[k] = 2.0 * (double)place[k];
        assert_int_equal(permute(count, place, col, val), OK);
        for (uint64_t k = 0; k < count; k++)
            assert_true(place[k] == k && col[k] == k && val[k] == 2.0 * (double)k);
        free(place);
        free(col);
        free(val);
    }
}

static void sorts_are_stable(void **state)
{
    enum { ROUNDS = 2000, MOST = 300 };
    struct row_sort spare = {0};
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t col[MOST], columns = 1 + (uint32_t)draw(round % 2 ? 5 : 1000), count[1000] = {0};
        double val[MOST];
        uint64_t length = draw(MOST + 1);
        for (uint64_t k = 0; k < length; k++) {
            count[col[k] = (uint32_t)draw(columns)]++;
            val[k] = (double)k;
        }
        assert_int_equal(row_sort(&spare, length, col, val), OK);
        for (uint64_t k = 1; k < length; k++)
            assert_true(col[k - 1] < col[k] || (col[k - 1] == col[k] && val[k - 1] < val[k]));
        for (uint64_t k = 0; k < length; k++) count[col[k]]--;
        for (uint32_t j = 0; j < columns; j++) assert_int_equal(count[j], 0);
    }
    row_sort_free(&spare);
}

int main(void)
{
    seed_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(permutations),        cmocka_unit_test(sorts_are_stable),
        cmocka_unit_test(any_order),           cmocka_unit_test(many_entries),
        cmocka_unit_test(open_finds_n),        cmocka_unit_test(open_and_empty),
        cmocka_unit_test(not_believed),        cmocka_unit_test(interrupted),
        cmocka_unit_test(failing_allocations), cmocka_unit_test(twice_the_csr),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
