/* Product graphs: sizes of every model, numbering, threads, merging, the stored part, and the
 * functions of base/automata/product.h. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "generators/kripke.h"
#include "tests/support/known/known_graphs.h"
#include "tests/support/seed.h"

#include "tests/support/made/random_product.h"
#include "tests/support/teams.h"

static const struct known_graph known[] = {
    {"phils:n=3,property=none", 26, 51, 0, 1},
    {"phils:n=4,property=none", 80, 212, 0, 1},
    {"phils:n=5,room=3,property=none", 581, 2350, 0, 0},
    {"phils:n=6,left=1,property=none", 729, 2916, 0, 0},
    {"anderson:n=2,property=none", 83, 148, 0, 0},
    {"anderson:n=3,property=none", 1459, 3705, 0, 0},
    {"anderson:n=4,property=none", 29641, 97516, 0, 0},
    {"bakery:n=2,max=3,property=none", 426, 753, 0, 4},
    {"bakery:n=2,max=9,property=none", 1506, 2697, 0, 4},
    {"bakery:n=2,max=6,error=1,property=none", 1146, 2085, 0, 4},
    {"bakery:n=3,max=4,property=none", 32919, 85061, 0, 51},
    {"bakery:n=3,max=6,error=1,property=none", 157003, 411843, 0, 142},
    {"peterson:n=2,property=none", 196, 371, 0, 0},
    {"peterson:n=3,property=none", 12498, 33369, 0, 0},
    {"peterson:n=3,error=1,property=none", 124704, 399138, 0, 0},
    {"peterson:n=3,error=2,property=none", 170156, 538509, 0, 0},
    {"peterson:n=3,reset=1,property=none", 2376, 6326, 0, 0},
    {"peterson:n=4,reset=1,property=none", 131301, 460493, 0, 0},
    {"leader:n=2,property=none", 227, 328, 0, 10},
    {"leader:n=3,property=none", 4966, 9387, 0, 96},
    {"leader:n=3,error=1,property=none", 29284, 66042, 0, 354},
    {"leader:n=4,property=none", 91093, 223980, 0, 760},
    {"leader:n=4,error=2,property=none", 50025, 126784, 0, 564},
    {"elevator:f=3,p=2,property=none", 1139, 1990, 0, 0},
    {"elevator:f=5,p=2,property=none", 8543, 15914, 0, 0},
    {"elevator:f=4,p=2,s=1,property=none", 2825, 5274, 0, 0},
    {"elevator2:n=3,property=none", 528, 1200, 0, 0},
    {"elevator2:n=4,property=none", 1728, 4768, 0, 0},
    {"elevator2:n=5,property=none", 5120, 16640, 0, 0},
    {"elevator2:n=6,property=none", 14208, 53184, 0, 0},
    {"elevator2:n=3,naive=1,property=none", 168, 372, 0, 0},
    {"elevator2:n=4,naive=1,property=none", 544, 1488, 0, 0},
    {"phils:n=3,property=1", 51, 144, 25, 3},
    {"phils:n=3,property=2", 35, 74, 9, 3},
    {"phils:n=3,property=3", 49, 120, 23, 9},
    {"phils:n=4,property=1", 159, 594, 79, 9},
    {"phils:n=4,property=2", 107, 299, 27, 9},
    {"phils:n=4,property=3", 154, 467, 74, 32},
    {"phils:n=5,room=3,property=1", 1161, 6629, 580, 57},
    {"phils:n=5,room=3,property=2", 715, 2880, 134, 57},
    {"phils:n=5,room=3,property=3", 1122, 5130, 541, 225},
    {"anderson:n=2,property=2", 136, 304, 53, 9},
    {"anderson:n=2,property=3", 162, 404, 79, 9},
    {"anderson:n=2,property=4", 157, 362, 74, 18},
    {"anderson:n=3,property=2", 2386, 7699, 927, 109},
    {"anderson:n=3,property=3", 2897, 10498, 1438, 109},
    {"anderson:n=3,property=4", 2833, 9198, 1374, 327},
    {"anderson:n=4,property=3", 59095, 280716, 29454, 1681},
    {"bakery:n=2,max=3,property=2", 775, 1893, 349, 24},
    {"bakery:n=2,max=3,property=3", 845, 2171, 419, 24},
    {"bakery:n=2,max=3,property=4", 834, 2046, 408, 52},
    {"bakery:n=2,max=9,property=2", 2761, 6837, 1255, 84},
    {"bakery:n=2,max=9,property=3", 2987, 7751, 1481, 84},
    {"bakery:n=2,max=9,property=4", 2946, 7254, 1440, 196},
    {"bakery:n=3,max=4,property=2", 59447, 215750, 26528, 714},
    {"bakery:n=2,max=6,error=1,property=2", 2128, 5245, 982, 104},
    {"bakery:n=2,max=6,error=1,property=4", 2240, 5430, 1094, 194},
    {"peterson:n=2,property=2", 342, 877, 146, 13},
    {"peterson:n=2,property=3", 387, 1057, 191, 13},
    {"peterson:n=2,property=4", 383, 991, 187, 29},
    {"peterson:n=3,property=2", 22816, 86904, 10318, 136},
    {"peterson:n=3,property=3", 24985, 99386, 12487, 136},
    {"peterson:n=3,property=4", 24965, 97158, 12467, 554},
    {"peterson:n=3,reset=1,property=2", 4460, 17143, 2084, 29},
    {"peterson:n=3,reset=1,property=3", 4751, 18841, 2375, 29},
    {"peterson:n=3,reset=1,property=4", 4749, 18339, 2373, 128},
    {"leader:n=2,property=2", 227, 316, 227, 22},
    {"leader:n=3,property=2", 4966, 8859, 4966, 522},
    {"leader:n=3,error=1,property=2", 28804, 55989, 28804, 6225},
    {"leader:n=4,property=2", 91093, 208236, 91093, 9904},
    {"elevator:f=3,p=2,property=2", 1786, 3871, 647, 90},
    {"elevator:f=3,p=2,property=3", 1385, 2594, 246, 90},
    {"elevator:f=5,p=2,property=2", 12408, 27375, 3865, 700},
    {"elevator2:n=3,property=1", 826, 2994, 298, 8},
    {"elevator2:n=3,property=2", 1472, 4758, 944, 16},
    {"elevator2:n=3,naive=1,property=1", 271, 1001, 103, 4},
    {"elevator2:n=3,naive=1,property=2", 482, 1571, 314, 8},
    {"elevator2:n=4,property=1", 2688, 12424, 960, 16},
    {"elevator2:n=4,property=2", 4718, 18984, 2990, 32},
    {"elevator2:n=4,naive=1,property=1", 867, 4108, 323, 8},
    {"elevator2:n=4,naive=1,property=2", 1522, 6228, 978, 16},
    {"elevator2:n=5,property=1", 7926, 44518, 2806, 32},
    {"elevator2:n=5,property=2", 13796, 66466, 8676, 64},
};

enum { PRODUCTS = 2000, LARGEST = 80 };

/* Every property of every model, small. */
static void each_property(void (*check)(const char *source, bool two_states))
{
    static const char *const instances[][2] = {
        {"phils", "n=3"},  {"anderson", "n=2"},  {"bakery", "n=2,max=3"}, {"peterson", "n=2"},
        {"leader", "n=2"}, {"elevator2", "n=3"}, {"elevator", "f=3,p=2"}};
    for (size_t k = 0; k < sizeof instances / sizeof *instances; k++) {
        const struct generator *generator = find_generator(instances[k][0]);
        for (const struct kripke_property *p = generator->kripke->properties; p->title; p++) {
            char source[128];
            snprintf(source, sizeof source, "%s:%s,property=%d", instances[k][0], instances[k][1],
                     p->number);
            check(source, p->accepting <= 2);
        }
    }
}

static void sizes(void **state)
{
    check_graphs(known, sizeof known / sizeof *known);
}

/* A system that needs several rounds of the search, so that blocks meet. */
static void threads_do_not_matter(void **state)
{
    static const int threads[] = {2, 3, 7};
    struct problem one, many;
    int before = omp_get_max_threads();
    omp_set_num_threads(1);
    open_known_product("peterson:n=3,error=1", &one);
    for (int t = 0; t < 3; t++) {
        omp_set_num_threads(threads[t]);
        open_known_product("peterson:n=3,error=1", &many);
        if (!same_product(&one.product, &many.product))
            fail_msg("differs with %d threads", threads[t]);
        problem_free(&many);
    }
    omp_set_num_threads(before);
    problem_free(&one);
}

/* The stored part by its definition, for automata whose second state is the accepting one. */
static void check_stored(const char *source, bool two_states)
{
    char text[160];
    struct problem whole, part;
    snprintf(text, sizeof text, "%s,stored=1", source);
    open_known_product(source, &whole);
    open_known_product(text, &part);
    const struct product *w = &whole.product, *p = &part.product;
    uint32_t *number = calloc(w->n, sizeof *number), kept = 0;
    assert_true(p->n == whole.facts.stored_n && p->m == whole.facts.stored_transitions);
    assert_int_equal(product_count_accepting(p), product_count_accepting(w));
    assert_int_equal(part.states, p->n);
    for (uint32_t v = 0; v < w->n && two_states; v++)
        number[v] = product_accepting(w, v) ? ++kept : 0;
    if (two_states) assert_int_equal(kept, p->n);
    for (uint32_t v = 0; v < w->n && two_states; v++) {
        uint64_t at = number[v] ? p->row[number[v] - 1] : 0;
        for (uint64_t e = w->row[v]; e < w->row[v + 1] && number[v]; e++)
            if (number[w->col[e]]) assert_int_equal(p->col[at++], number[w->col[e]] - 1);
        if (number[v]) assert_int_equal(at, p->row[number[v]]);
    }
    if (two_states) assert_int_equal(p->initial, number[0] ? 0 : NO_VERTEX);
    free(number);
    problem_free(&whole);
    problem_free(&part);
}

static void stored_parts(void **state)
{
    each_property(check_stored);
}

static void check_merged(const char *source, bool two_states)
{
    char text[160];
    struct problem all, merged;
    (void)two_states;
    snprintf(text, sizeof text, "%s,merge=1", source);
    open_known_product(source, &all);
    open_known_product(text, &merged);
    const struct product *a = &all.product, *m = &merged.product;
    assert_true(a->n == m->n && m->m <= a->m);
    for (uint32_t v = 0; v < a->n; v++) {
        uint64_t at = m->row[v];
        for (uint64_t e = a->row[v]; e < a->row[v + 1]; e++) {
            bool before = false;
            for (uint64_t d = a->row[v]; d < e; d++) before |= a->col[d] == a->col[e];
            if (!before) assert_int_equal(m->col[at++], a->col[e]);
        }
        assert_int_equal(at, m->row[v + 1]);
    }
    problem_free(&all);
    problem_free(&merged);
}

static void merged_edges(void **state)
{
    each_property(check_merged);
}

/* base/automata/product.h */

static uint64_t count_edges(const struct product *p, uint32_t u, uint32_t v)
{
    uint64_t count = 0;
    for (uint64_t e = p->row[u]; e < p->row[u + 1]; e++) count += p->col[e] == v;
    return count;
}

static void check_transposed(const struct product *p)
{
    struct product turned;
    assert_int_equal(product_transpose(p, &turned), OK);
    assert_true(product_sound(&turned) && turned.n == p->n && turned.m == p->m &&
                turned.initial == p->initial);
    for (uint32_t u = 0; u < p->n; u++) {
        assert_int_equal(product_accepting(p, u), product_accepting(&turned, u));
        for (uint64_t e = turned.row[u] + 1; e < turned.row[u + 1]; e++)
            assert_true(turned.col[e - 1] <= turned.col[e]);
        for (uint32_t v = 0; v < p->n; v++)
            assert_int_equal(count_edges(p, u, v), count_edges(&turned, v, u));
    }
    product_free(&turned);
}

static void check_restricted(struct product *p)
{
    uint64_t kept[(LARGEST + 63) / 64] = {0}, n, m;
    uint32_t number[LARGEST], count = 0;
    struct product whole = random_copy(p);
    for (uint32_t v = 0; v < p->n; v++) {
        bool keep = draw(3) > 0;
        kept[v / 64] |= (uint64_t)keep << v % 64;
        number[v] = keep ? count++ : NO_VERTEX;
    }
    product_count_part(p, kept, &n, &m);
    assert_int_equal(product_restrict(p, kept), OK);
    assert_true(p->n == count && p->n == n && p->m == m && p->row[0] == 0 && p->row[p->n] == p->m);
    assert_true(p->initial == number[whole.initial]);
    if (count) assert_true(product_sound(p));
    for (uint32_t u = 0; u < whole.n; u++) {
        if (number[u] == NO_VERTEX) continue;
        assert_int_equal(product_accepting(p, number[u]), product_accepting(&whole, u));
        for (uint32_t v = 0; v < whole.n; v++)
            if (number[v] != NO_VERTEX)
                assert_int_equal(count_edges(p, number[u], number[v]), count_edges(&whole, u, v));
    }
    product_free(&whole);
}

static void random_products(void **state)
{
    for (int k = 0; k < PRODUCTS; k++) {
        struct product p = random_product(LARGEST);
        assert_true(product_sound(&p));
        if (p.n <= 20) check_transposed(&p);
        check_restricted(&p);
        product_free(&p);
    }
}

/* Messages */

static void refusals(void **state)
{
    static const char *const cases[][2] = {
        {"phils:n=3,property=7",
         "phils: property=7: unknown property (known: 3, 1, 2, none, FILE.hoa)"},
        {"phils:n=3,property=p1", "unknown property"},
        {"phils:n=3,property=./nothing.hoa", "cannot read ./nothing.hoa"},
        {"phils:n=3,left=1,room=2", "left=1 goes with room=0"},
        {"phils:n=31", "of memory"},
        {"phils:n=3,merge=2", "at most 1"},
        {"phils:n=3,stored=2", "at most 1"},
        {"phils:n=3,property=none,stored=1", "no vertex is left"},
        {"phils:n=3,steps=2", "unknown parameter 'steps'"},
        {"leader", "parameter 'n' (processes) must be given"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct problem p;
        assert_int_equal(problem_open(cases[k][0], &p),
                         strstr(cases[k][1], "cannot") ? ERROR_IO : ERROR_INPUT);
        if (!strstr(fail_message(), cases[k][1])) fail_msg("%s: '%s'", cases[k][0], fail_message());
        assert_null(p.product.row);
    }
    assert_int_equal(problem_check("phils:n=3,property=7"), ERROR_INPUT);
    assert_int_equal(problem_check("phils:n=31"), ERROR_INPUT);
    assert_int_equal(problem_check("phils:n=3"), OK);
}

static void work_can_be_stopped(void **state)
{
    volatile sig_atomic_t stop = 1;
    struct problem p;
    progress_hook_set(NULL, &stop);
    assert_int_equal(problem_open("peterson:n=3", &p), ERROR_INTERRUPTED);
    progress_hook_set(NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(stored_parts),
        cmocka_unit_test(merged_edges),
        cmocka_unit_test(random_products),
        cmocka_unit_test(refusals),
        cmocka_unit_test(work_can_be_stopped),
    };
    seed_begin();
    return cmocka_run_group_tests_name("products", tests, NULL, NULL);
}
