/* Searches on the models of FIMU-RS-2009-05 and BEEM. */
#include "tests/support/known/known_cycles.h"
#include "tests/support/teams.h"

static const struct known_cycle known[] = {
    {"phils:n=3,property=1", true, 2, 1, 1},
    {"phils:n=3,property=2", true, 2, 1, 1},
    {"phils:n=3,property=3", true, 2, 1, 1},
    {"phils:n=4,property=1", true, 2, 1, 1},
    {"phils:n=4,property=2", true, 2, 1, 1},
    {"phils:n=4,property=3", true, 2, 1, 1},
    {"phils:n=5,room=3,property=1", true, 2, 1, 2},
    {"phils:n=5,room=3,property=2", true, 2, 1, 2},
    {"phils:n=5,room=3,property=3", true, 2, 1, 2},
    {"anderson:n=2,property=2", false, 1, 2, 28},
    {"anderson:n=2,property=3", true, 2, 1, 10},
    {"anderson:n=2,property=4", false, 1, 2, 26},
    {"anderson:n=3,property=2", false, 1, 3, 63},
    {"anderson:n=3,property=3", true, 2, 1, 15},
    {"anderson:n=3,property=4", false, 1, 3, 57},
    {"anderson:n=4,property=3", true, 2, 1, 20},
    {"bakery:n=2,max=3,property=2", true, 2, 1, 1},
    {"bakery:n=2,max=3,property=3", true, 2, 1, 1},
    {"bakery:n=2,max=3,property=4", true, 2, 1, 1},
    {"bakery:n=2,max=9,property=2", true, 2, 1, 1},
    {"bakery:n=2,max=9,property=3", true, 2, 1, 1},
    {"bakery:n=2,max=9,property=4", true, 2, 1, 1},
    {"bakery:n=3,max=4,property=2", true, 2, 1, 1},
    {"bakery:n=2,max=6,error=1,property=2", true, 2, 1, 1},
    {"bakery:n=2,max=6,error=1,property=4", true, 2, 1, 1},
    {"peterson:n=2,property=2", true, 2, 2, 25},
    {"peterson:n=2,property=3", true, 2, 1, 8},
    {"peterson:n=2,property=4", false, 1, 3, 41},
    {"peterson:n=3,property=2", true, 2, 2, 82},
    {"peterson:n=3,property=3", true, 2, 1, 24},
    {"peterson:n=3,property=4", false, 1, 5, 125},
    {"peterson:n=3,reset=1,property=2", true, 2, 2, 67},
    {"peterson:n=3,reset=1,property=3", true, 2, 2, 66},
    {"peterson:n=3,reset=1,property=4", false, 1, 5, 59},
    {"leader:n=2,property=2", false, 1, 1, 2},
    {"leader:n=3,property=2", false, 1, 1, 2},
    {"leader:n=3,error=1,property=2", false, 1, 1, 2},
    {"leader:n=4,property=2", false, 1, 1, 2},
    {"elevator:f=3,p=2,property=2", false, 1, 4, 122},
    {"elevator:f=3,p=2,property=3", false, 1, 2, 40},
    {"elevator:f=5,p=2,property=2", false, 1, 5, 159},
    {"elevator2:n=3,property=1", false, 1, 4, 100},
    {"elevator2:n=3,property=2", true, 2, 1, 24},
    {"elevator2:n=3,naive=1,property=1", true, 2, 1, 7},
    {"elevator2:n=3,naive=1,property=2", true, 2, 1, 7},
    {"elevator2:n=4,property=1", false, 1, 5, 131},
    {"elevator2:n=4,property=2", true, 2, 1, 26},
    {"elevator2:n=4,naive=1,property=1", true, 2, 1, 7},
    {"elevator2:n=4,naive=1,property=2", true, 2, 1, 7},
    {"elevator2:n=5,property=1", false, 1, 6, 172},
    {"elevator2:n=5,property=2", true, 2, 1, 28},
};

/* The part that the paper stores has the verdict of the whole, and has lost its initial vertex. */
static const struct known_cycle parts[] = {
    {"elevator2:n=3,stored=1", false, 1, 0, 0},
    {"elevator2:n=4,property=2,stored=1", true, 0, 0, 0},
    {"peterson:n=3,reset=1,stored=1", false, 1, 0, 0},
    {"leader:n=3,stored=1", false, 1, 1, 2},
};

static void every_method_counts_as_known(void **state)
{
    static char any[] = "*/csr/u32/*",
                graph[] = "map[loop=graph]/csr/u32/cuda", *const patterns[] = {any, graph};
    search_all(sizeof known / sizeof *known, known, 2, patterns);
    search_all(sizeof parts / sizeof *parts, parts, 2, patterns);
}

static void every_order_and_orientation_agrees(void **state)
{
    static char all[] =
        "map[orientation={succ,pred},ordering={inverse,forward},sweeps={jacobi,inplace}]/csr/u32/*",
                *const patterns[] = {all};
    static const struct known_cycle few[] = {{"elevator2:n=3,property=2", true, 0, 0, 0},
                                             {"anderson:n=2", false, 0, 0, 0},
                                             {"leader:n=2", false, 0, 0, 0}};
    search_all(sizeof few / sizeof *few, few, 1, patterns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_method_counts_as_known),
                                       cmocka_unit_test(every_order_and_orientation_agrees)};
    return cmocka_run_group_tests_name("cycles of models", tests, NULL, NULL);
}
