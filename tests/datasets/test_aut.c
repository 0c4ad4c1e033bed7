/* Graphs in files: every format that holds graphs, and Aldebaran's in particular. */
#include "datasets/formats/aut/aut.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "tests/support/known/known_graphs.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

#include "tests/support/made/random_product.h"
#include "tests/support/messages.h"

enum { PRODUCTS = 200, LARGEST = 80 };

static const char *written_file(const struct format *format)
{
    char name[64];
    snprintf(name, sizeof name, "model%s", format->ending);
    return scratch_path(name);
}

static void round_trips(void **state)
{
    int count = 0;
    for (int f = 0; f < format_count; f++) {
        if (!formats[f]->write_product) continue;
        for (int k = 0; k < PRODUCTS; k++) {
            struct product wrote = random_product(LARGEST);
            struct problem got;
            assert_int_equal(formats[f]->write_product(&wrote, scratch_folder), OK);
            if (problem_open(written_file(formats[f]), &got) != OK) fail_msg("%s", fail_message());
            if (!same_product(&wrote, &got.product)) fail_msg("format %s", formats[f]->name);
            assert_true(got.kind == KIND_PRODUCT && got.states == wrote.n &&
                        got.transitions == wrote.m);
            assert_false(got.facts.whole);
            product_free(&wrote);
            problem_free(&got);
        }
        count++;
    }
    assert_int_equal(count, 2);
}

static void allocations_may_fail(void **state)
{
    for (int f = 0; f < format_count; f++) {
        if (!formats[f]->write_product) continue;
        struct product wrote = random_product(LARGEST);
        enum status status = ERROR_HOST_MEMORY;
        long k = 0;
        for (; status != OK; k++) {
            struct product got = {0};
            scratch_clear();
            memory_fail_after(k);
            status = formats[f]->write_product(&wrote, scratch_folder);
            if (status == OK) status = formats[f]->read_product(written_file(formats[f]), &got);
            memory_fail_after(-1);
            if (status != OK) assert_int_equal(status, ERROR_HOST_MEMORY);
            if (status != OK) assert_null(got.row);
            product_free(&got);
        }
        assert_true(k > 5);
        product_free(&wrote);
    }
}

/* Labels of all kinds, and lines in any order: successors keep that of their lines. */
static void lines_in_any_order(void **state)
{
    static const uint32_t col[] = {2, 1, 1, 0, 2};
    struct product p;
    scratch_write("a.aut", "des (1, 5, 3)\r\n\n(2, \"a,(b)\", 0)\n(0,i,2)\n (0, \"\" , 1)\n(0,a "
                           "\"b\",1)\n(2,c!3,2)\n");
    scratch_write("a.acc", "# those\n2\n");
    if (aut_read_product(scratch_path("a.aut"), &p) != OK) fail_msg("%s", fail_message());
    assert_true(p.n == 3 && p.m == 5 && p.initial == 1 && p.row[1] == 3 && p.row[2] == 3 &&
                p.row[3] == 5);
    assert_memory_equal(p.col, col, sizeof col);
    assert_int_equal(p.accepting[0], 4);
    product_free(&p);
}

static const struct {
    unsigned line;
    const char *text, *message;
} refused[] = {
    {1, "", "the file ends before its first line"},
    {1, "hello\n", "expected des (, found 'hello'"},
    {1, "des 0,0,1)\n", "expected '('"},
    {1, "des (0,0,0)\n", "the number of vertices (1 to "},
    {1, "des (2,0,2)\n", "the number of vertices (3 to "},
    {1, "des (0,0,4000000000)\n", "4000000000 vertices are too many for 0 edges"},
    {1, "des (0,1,1) x\n", "expected the end of the line"},
    {1, "des (0,1,1)\n", "edges"},
    {3, "des (0,1,1)\n(0,i,0)\n(0,i,0)\n", "edges"},
    {2, "des (0,1,1)\n0,i,0)\n", "expected '(', found '0,i,0)'"},
    {2, "des (0,1,1)\n(1,i,0)\n", "the source vertex (0 to 0) and ','"},
    {2, "des (0,1,1)\n(0,i,1)\n", "the target vertex (0 to 0) and ')'"},
    {2, "des (0,1,1)\n(0,i,-1)\n", "the target vertex"},
    {2, "des (0,1,1)\n(0,0)\n", "expected a label and ','"},
    {2, "des (0,1,1)\n(0,,0)\n", "expected a label and ','"},
    {2, "des (0,1,1)\n(0, ,0)\n", "expected a label and ','"},
    {2, "des (0,1,1)\n(0,\"a,0)\n", "no second double quote"},
    {2, "des (0,1,1)\n(0,i,0) x\n", "expected the end of the line"},
};

static void refused_files(void **state)
{
    struct product p;
    scratch_clear();
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        scratch_write("a.aut", refused[k].text);
        if (aut_read_product(scratch_path("a.aut"), &p) != ERROR_INPUT)
            fail_msg("taken: %s", refused[k].text);
        check_message("a.aut", refused[k].line, refused[k].message);
        assert_null(p.row);
    }
    assert_int_equal(aut_read_product(scratch_path("none.aut"), &p), ERROR_IO);
}

static void refused_lists(void **state)
{
    static const char *const cases[][2] = {{"2\n", "an accepting vertex (0 to 1), found '2'"},
                                           {"x\n", "an accepting vertex"},
                                           {"0 1\n", "the end of the line"},
                                           {"1\n1\n", "vertex 1 is there twice"}};
    struct product p;
    scratch_clear();
    scratch_write("a.aut", "des (0,1,2)\n(0,i,1)\n");
    assert_int_equal(aut_read_product(scratch_path("a.aut"), &p), ERROR_INPUT);
    check_message("a.acc", 0, "is missing: it lists the accepting vertices");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        scratch_write("a.acc", cases[k][0]);
        assert_int_equal(aut_read_product(scratch_path("a.aut"), &p), ERROR_INPUT);
        check_message("a.acc", k == 3 ? 2 : 1, cases[k][1]);
        assert_null(p.row);
    }
}

/* A part without its initial vertex: only the cache can say so. */
static void no_initial_vertex(void **state)
{
    struct problem stored, got;
    open_known_product("phils:n=3,stored=1", &stored);
    assert_int_equal(stored.product.initial, NO_VERTEX);
    assert_int_equal(aut_write_product(&stored.product, scratch_folder), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "--format cache"));
    assert_int_equal(format_named("cache")->write_product(&stored.product, scratch_folder), OK);
    if (problem_open(scratch_path("model.h5"), &got) != OK) fail_msg("%s", fail_message());
    assert_true(same_product(&stored.product, &got.product));
    problem_free(&stored);
    problem_free(&got);
}

/* The cache writes anything; what base/automata/product.h promises is checked when it is read. */
static void damaged_caches(void **state)
{
    static const char *const messages[] = {"row", "col", "initial", "accepting"};
    for (int fault = 0; fault < 4; fault++) {
        struct product p = random_product(LARGEST), got;
        while (p.m == 0 || p.n % 64 == 0) {
            product_free(&p);
            p = random_product(LARGEST);
        }
        if (fault == 0) p.row[p.n / 2] = p.m + 1;
        if (fault == 1) p.col[p.m / 2] = p.n;
        if (fault == 2) p.initial = p.n;
        if (fault == 3) p.accepting[p.n / 64] |= 1ull << p.n % 64;
        assert_int_equal(format_named("cache")->write_product(&p, scratch_folder), OK);
        assert_int_equal(format_named("cache")->read_product(scratch_path("model.h5"), &got),
                         ERROR_DAMAGED);
        if (!strstr(fail_message(), messages[fault])) fail_msg("%s", fail_message());
        assert_null(got.row);
        product_free(&p);
    }
}

static void keys_are_refused(void **state)
{
    char source[1200];
    scratch_write("a.aut", "des (0,1,2)\n(0,i,1)\n");
    scratch_write("a.acc", "");
    snprintf(source, sizeof source, "%s:goal=x", scratch_path("a.aut"));
    assert_int_equal(problem_check(source), ERROR_INPUT);
    check_message("a.aut", 0, "a product takes no keys");
    assert_int_equal(problem_check(scratch_path("a.aut")), OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),        cmocka_unit_test(allocations_may_fail),
        cmocka_unit_test(lines_in_any_order), cmocka_unit_test(refused_files),
        cmocka_unit_test(refused_lists),      cmocka_unit_test(no_initial_vertex),
        cmocka_unit_test(damaged_caches),     cmocka_unit_test(keys_are_refused),
    };
    seed_begin();
    return cmocka_run_group_tests_name("graph files", tests, scratch_create, scratch_remove);
}
