/* plots/figures/spy_apart.h: the files that a structure figure of a results file may open, and
 * the memory that it may take. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "plots/figures/spy_apart.h"
#include "problems/source.h"
#include "store/journal/journal_encoding.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const bool both[NORDERS] = {[ORDER_NATIVE] = true, [ORDER_BFS] = true};

static void assert_same(const struct spy *a, const struct spy *b)
{
    assert_int_equal(a->npanels, b->npanels);
    assert_int_equal(a->chain, b->chain);
    for (size_t p = 0; p < a->npanels; p++) {
        const struct raster *x = &a->panel[p].raster, *y = &b->panel[p].raster;
        assert_string_equal(a->panel[p].order, b->panel[p].order);
        assert_true(x->n == y->n && x->nnz == y->nnz && x->width == y->width && x->side == y->side);
        assert_true(x->bandwidth == y->bandwidth &&
                    !memcmp(x->within, y->within, sizeof x->within));
        assert_memory_equal(x->count, y->count, (size_t)x->side * x->side * sizeof *x->count);
    }
}

/* The process gives the same result as this one, trusted or not. The untrusted case works with
 * threads, after which no process can be started, so it comes last. */
static void the_same_dots(void **state)
{
    static const char *const sources[] = {"tandem:c=31", "dice", "leader:n=3",
                                          "random_dd:n=700,density=0.05,seed=3"};
    struct spy here, apart[COUNT(sources)][2];
    for (size_t k = 0; k < COUNT(sources); k++)
        for (int trusted = 0; trusted < 2; trusted++)
            assert_int_equal(spy_look_apart(sources[k], both, trusted, &apart[k][trusted]), OK);
    for (size_t k = 0; k < COUNT(sources); k++) {
        assert_int_equal(spy_look(sources[k], both, &here), OK);
        for (int trusted = 0; trusted < 2; trusted++) {
            assert_same(&here, &apart[k][trusted]);
            spy_free(&apart[k][trusted]);
        }
        spy_free(&here);
    }
}

/* Files, also as the property of a model, are for those who trust. */
static void files_are_not_opened(void **state)
{
    struct spy spy;
    scratch_write("m.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2\n");
    const char *sources[] = {scratch_path("m.mtx"), "/dev/zero", "x.hoa",
                             "leader:n=3,property=./p.hoa", "nothing_known"};
    for (size_t k = 0; k < COUNT(sources); k++) {
        assert_true(source_opens_files(sources[k]));
        assert_int_equal(spy_look_apart(sources[k], both, false, &spy), ERROR_INPUT);
        assert_non_null(
            strstr(fail_message(), "is a file: if you trust the results file, add --trust"));
    }
    assert_false(source_opens_files("leader:n=3,property=1"));
    assert_false(source_opens_files("random_dd:n=10,density=0.1"));
    assert_int_equal(spy_look_apart(scratch_path("m.mtx"), both, true, &spy), OK);
    spy_free(&spy);
}

static void limits(void **state)
{
    struct spy spy;
    spy_limit(1, 0);
    assert_int_equal(spy_look_apart("tandem:c=4095", both, false, &spy), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "take 1 s of CPU time in all and 2.00 GB each at most"));
    assert_int_equal(spy_look_apart("tandem:c=4095", both, false, &spy), ERROR_INPUT);
    assert_int_equal(spy_look_apart("dice", both, false, &spy), ERROR_INPUT); /* for all together */
    assert_non_null(strstr(fail_message(), "the time for structures is over"));
    spy_limit(0, 1e6);
    assert_int_equal(spy_look_apart("tandem:c=2047", both, false, &spy), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "add --trust"));
    spy_limit(0, 0);
    assert_int_equal(spy_look_apart("dice", both, false, &spy), OK);
    spy_free(&spy);
}

/* Bytes that are cut or changed are read as something sound, or refused. */
static void damaged_bytes(void **state)
{
    struct spy spy, back = {0};
    struct encoder whole = {0};
    assert_int_equal(spy_look("dice", both, &spy), OK);
    spy_put(&spy, &whole);
    assert_int_equal(whole.status, OK);
    for (size_t cut = 0; cut < whole.used; cut += 1 + cut / 64) {
        struct decoder in = {.at = whole.byte, .end = whole.byte + cut};
        assert_int_equal(spy_get(&in, &back), ERROR_DAMAGED);
    }
    for (uint64_t k = 0; k < 20000; k++) {
        uint64_t word = random_bits(32, 0, k);
        size_t at = (word >> 1) % (word % 2 ? 64 : whole.used);
        unsigned char before = whole.byte[at];
        struct decoder in = {.at = whole.byte, .end = whole.byte + whole.used};
        whole.byte[at] = (unsigned char)(word >> 40);
        if (spy_get(&in, &back) == OK)
            for (size_t p = 0; p < back.npanels; p++)
                assert_in_range(back.panel[p].raster.side, 1, SPY_DOTS);
        spy_free(&back);
        whole.byte[at] = before;
    }
    free(whole.byte);
    spy_free(&spy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_are_not_opened),
                                       cmocka_unit_test(limits), cmocka_unit_test(the_same_dots),
                                       cmocka_unit_test(damaged_bytes)};
    return cmocka_run_group_tests_name("spy_apart", tests, scratch_create, scratch_remove);
}
