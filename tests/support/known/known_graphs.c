#include "tests/support/known/known_graphs.h"

void open_known_product(const char *source, struct problem *out)
{
    uint32_t next = 1;
    if (problem_open(source, out) != OK) fail_msg("%s", fail_message());
    const struct product *p = &out->product;
    if (!product_sound(p)) fail_msg("%s: the product is not sound", source);
    for (uint64_t e = 0; e < p->m && p->initial == 0; e++) {
        if (p->col[e] > next)
            fail_msg("%s: vertex %u comes before vertex %u", source, p->col[e], next);
        next += p->col[e] == next;
    }
}

void check_graph(const struct known_graph *known, const struct problem *problem)
{
    const struct product *p = &problem->product;
    uint64_t accepting = product_count_accepting(p), deadlocks = product_count_deadlocks(p);
    if (p->n != known->n || p->m != known->transitions || accepting != known->accepting ||
        deadlocks != known->deadlocks)
        fail_msg("%s: %u vertices, %llu edges, %llu accepting, %llu without successors",
                 known->source, p->n, (unsigned long long)p->m, (unsigned long long)accepting,
                 (unsigned long long)deadlocks);
}

void check_graphs(const struct known_graph *known, size_t count)
{
    struct problem problem;
    for (size_t k = 0; k < count; k++) {
        open_known_product(known[k].source, &problem);
        check_graph(&known[k], &problem);
        problem_free(&problem);
    }
}
