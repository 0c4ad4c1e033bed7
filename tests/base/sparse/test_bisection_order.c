/* The order of METIS: it is sound, the same in every run, and useful; and everything that can go
 * wrong with it. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/sparse/bisection_order.h"
#include "base/sparse/metis.h"
#include "base/system.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { ROUNDS = 40, SIDE = 64 };

static bool no_metis(void)
{
    const bool missing = metis_load() != OK;
    if (missing) print_message("%s\n", fail_message());
    return missing;
}

/* With self-loops, rows without entries, and several components. */
static struct csr draw_graph(uint32_t n)
{
    const uint64_t count = draw(4 * (uint64_t)n);
    struct triplet *triplet = calloc(count + 1, sizeof *triplet);
    struct csr a;
    for (uint64_t k = 0; k < count; k++)
        triplet[k] = (struct triplet){(uint32_t)draw(n), (uint32_t)draw(n), 1};
    assert_ok(csr_from_triplets(n, count, triplet, &a));
    free(triplet);
    return a;
}

/* A square of rows that share entries with their neighbours, numbered at random. */
static struct csr shuffled_grid(uint32_t side)
{
    const uint32_t n = side * side;
    struct triplet *triplet = calloc(4 * n, sizeof *triplet);
    uint32_t *name = calloc(n, sizeof *name);
    uint64_t count = 0;
    struct csr a;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t other = (uint32_t)draw(i + 1);
        name[i] = name[other];
        name[other] = i;
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t x = i % side, y = i / side;
        if (x > 0) triplet[count++] = (struct triplet){name[i], name[i - 1], 1};
        if (x + 1 < side) triplet[count++] = (struct triplet){name[i], name[i + 1], 1};
        if (y > 0) triplet[count++] = (struct triplet){name[i], name[i - side], 1};
        if (y + 1 < side) triplet[count++] = (struct triplet){name[i], name[i + side], 1};
    }
    assert_ok(csr_from_triplets(n, count, triplet, &a));
    free(name);
    free(triplet);
    return a;
}

/* Entries that parts of equally many rows receive, all together, with rows numbered by rank. */
static uint64_t received(const struct csr *a, const uint32_t *rank, unsigned parts)
{
    uint64_t count = 0;
    bool *needs = calloc((size_t)a->rows * parts, sizeof *needs);
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            const uint64_t mine = (uint64_t)rank[i] * parts / a->rows, j = a->col[k];
            if ((uint64_t)rank[j] * parts / a->rows != mine) needs[j * parts + mine] = true;
        }
    for (size_t k = 0; k < (size_t)a->rows * parts; k++) count += needs[k];
    free(needs);
    return count;
}

static void every_row_has_a_number(void **state)
{
    if (no_metis()) skip();
    for (int round = 0; round < ROUNDS; round++) {
        struct csr a = draw_graph(1 + (uint32_t)draw(round < ROUNDS / 2 ? 20 : 2000));
        uint32_t *rank = calloc(a.rows, sizeof *rank), *again = calloc(a.rows, sizeof *again);
        bool *taken = calloc(a.rows, sizeof *taken);
        assert_ok(bisection_order(&a, rank));
        assert_ok(bisection_order(&a, again));
        assert_memory_equal(rank, again, a.rows * sizeof *rank);
        for (uint32_t i = 0; i < a.rows; i++) {
            assert_true(rank[i] < a.rows && !taken[rank[i]]);
            taken[rank[i]] = true;
        }
        free(taken);
        free(again);
        free(rank);
        csr_free(&a);
    }
}

/* A cut through the square meets SIDE rows, and METIS may use twice that. In a random order a part
 * needs nearly all entries of the others. */
static void parts_of_a_grid_receive_little(void **state)
{
    if (no_metis()) skip();
    struct csr a = shuffled_grid(SIDE);
    uint32_t rank[SIDE * SIDE], native[SIDE * SIDE];
    for (uint32_t i = 0; i < a.rows; i++) native[i] = i;
    assert_ok(bisection_order(&a, rank));
    assert_true(received(&a, rank, 2) <= 2 * 2 * SIDE);
    assert_true(received(&a, rank, 4) <= 2 * 4 * SIDE);
    for (unsigned parts = 2; parts <= 16; parts++)
        if (received(&a, rank, parts) > received(&a, native, parts) / 4)
            fail_msg("seed %llu: %u parts", (unsigned long long)seed, parts);
    csr_free(&a);
}

/* Refused before anything of it is read. */
static void too_large_a_matrix_is_refused(void **state)
{
    static const struct csr huge[] = {{.rows = 1000, .nnz = UINT64_C(1) << 31},
                                      {.rows = UINT32_C(1) << 29, .nnz = 0}};
    uint32_t rank;
    for (int k = 0; k < 2; k++) {
        assert_int_equal(bisection_order(&huge[k], &rank), ERROR_UNSUPPORTED);
        assert_non_null(strstr(fail_message(), "too large for METIS, which counts to 2^31 - 1"));
    }
}

static void failing_allocations_leave_nothing(void **state)
{
    if (no_metis()) skip();
    struct csr a = shuffled_grid(8);
    uint32_t rank[64];
    enum status status = ERROR_HOST_MEMORY;
    long k = 0;
    for (; status != OK; k++) {
        status = refused_after(k, bisection_order(&a, rank));
        if (status != OK) assert_int_equal(status, ERROR_HOST_MEMORY);
    }
    assert_true(k > 5);
    csr_free(&a);
}

/* Returns the status of bisection_order in a process that may use only `more` bytes beyond its
 * present memory; *by_metis: the error came from METIS. */
static enum status order_within(const struct csr *a, size_t more, bool *by_metis)
{
    int state;
    const pid_t child = fork();
    if (child == 0) {
        omp_set_num_threads(1); /* the threads of its parent's team are not in this process */
        double space, resident, shared;
        uint32_t *rank = calloc(a->rows, sizeof *rank);
        system_memory(0, &space, &resident, &shared);
        const rlim_t most = (rlim_t)space + more;
        setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
        const enum status status = bisection_order(a, rank);
        _exit(status != OK && strstr(fail_message(), "METIS") ? 100 + (int)status : (int)status);
    }
    assert_int_equal(waitpid(child, &state, 0), child);
    assert_true(WIFEXITED(state));
    *by_metis = WEXITSTATUS(state) >= 100;
    return (enum status)(WEXITSTATUS(state) % 100);
}

static void metis_may_lack_memory(void **state)
{
#ifdef __SANITIZE_ADDRESS__
    skip(); /* it needs address space of its own */
#endif
    if (no_metis()) skip();
    struct csr a = shuffled_grid(256);
    enum status status = ERROR_HOST_MEMORY;
    bool any = false, by_metis;
    for (size_t more = 1 << 20; status != OK; more += 1 << 18) {
        status = order_within(&a, more, &by_metis);
        if (status != OK) assert_int_equal(status, ERROR_HOST_MEMORY);
        any |= by_metis;
    }
    assert_true(any);
    csr_free(&a);
}

static void can_be_stopped(void **state)
{
    if (no_metis()) skip();
    struct csr a = shuffled_grid(8);
    uint32_t rank[64];
    volatile sig_atomic_t stop = 1;
    progress_hook_set(NULL, &stop);
    assert_int_equal(bisection_order(&a, rank), ERROR_INTERRUPTED);
    progress_hook_set(NULL, NULL);
    csr_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_has_a_number),
        cmocka_unit_test(parts_of_a_grid_receive_little),
        cmocka_unit_test(too_large_a_matrix_is_refused),
        cmocka_unit_test(failing_allocations_leave_nothing),
        cmocka_unit_test(metis_may_lack_memory),
        cmocka_unit_test(can_be_stopped),
    };
    seed_begin();
    return cmocka_run_group_tests_name("bisection", tests, NULL, NULL);
}
