/* The larger product graphs: systems of the oracle, and the rows of the paper's table 2 that can be
 * reproduced. */
#include "tests/support/known/known_graphs.h"

#define NOT_KNOWN UINT64_MAX

static const struct known_graph known[] = {
    {"phils:n=9,room=7,property=none", 340789, 3123558, 0, 0},
    {"anderson:n=5,property=none", 689901, 2784245, 0, 0},
    {"elevator:f=6,p=3,s=1,property=none", 416935, 1025817, 0, 0},
    {"elevator:f=4,p=4,property=none", 888053, 2320984, 0, 0},
    {"elevator2:n=10,naive=1,property=none", 179200, 1036800, 0, 0},
    {"peterson:n=3,error=1,property=2", 234376, 1032083, 109672, 11397},
    {"peterson:n=3,error=1,property=4", 248531, 1020917, 123827, 27871},
    {"phils:n=12,property=none", 531440, 4251516, 0, 1},
    {"peterson:n=4,property=none", 1119560, 3864896, 0, 0},
    {"leader:n=5,property=none", 1572886, 4684565, 0, 6090},
    {"elevator2:n=12,property=none", 3293184, 22142976, 0, 0},
    {"elevator2:n=13,property=none", 7667712, 55377920, 0, 0},
};

/* FIMU-RS-2009-05, table 2; where the paper stopped on the fly, what the oracle counts in the
 * whole. */
static const struct {
    const char *source;
    uint64_t n, transitions, stored_n, stored_transitions;
} paper[] = {
    {"elevator2:n=12", 5015528, 63110616, 1722344, 20483544},
    {"elevator2:n=12,property=2", 8591334, 89419176, 5298150, 45907368},
    {"leader:n=6", 26302351, 84124038, 26302351, 84124038},
    {"peterson:n=5,reset=1", 18995033, 124897292, 9497514, 41457112},
    {"peterson:n=5,reset=1,property=3", 18995037, 125876404, 9497518, 41946678},
    {"phils:n=14", 7193102, 59039235, NOT_KNOWN, NOT_KNOWN},
};

static void sizes(void **state)
{
    check_graphs(known, sizeof known / sizeof *known);
}

static void table2(void **state)
{
    for (size_t k = 0; k < sizeof paper / sizeof *paper; k++) {
        struct problem p;
        bool stored = paper[k].stored_n != NOT_KNOWN;
        open_known_product(paper[k].source, &p);
        if (p.product.n != paper[k].n || p.product.m != paper[k].transitions ||
            (stored && (p.facts.stored_n != paper[k].stored_n ||
                        p.facts.stored_transitions != paper[k].stored_transitions)))
            fail_msg("%s: %u vertices, %llu edges, stored %llu, %llu", paper[k].source, p.product.n,
                     (unsigned long long)p.product.m, (unsigned long long)p.facts.stored_n,
                     (unsigned long long)p.facts.stored_transitions);
        problem_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sizes), cmocka_unit_test(table2)};
    return cmocka_run_group_tests_name("large products", tests, NULL, NULL);
}
