/* Graph searches on a chain with tens of millions of states, against one plain pass over its
 * transitions: bench_graph [SOURCE], by default the tandem queueing network of the papers' largest
 * size (33,550,336 states). */
#include <stdio.h>
#include <stdlib.h>

#include "base/process/clock.h"
#include "base/sparse/reachability.h"
#include "problems/property.h"
#include "problems/source.h"

static void give_up(void)
{
    fprintf(stderr, "bench_graph: %s\n", fail_message());
    exit(1);
}

static void open_chain(const char *text, struct chain *out)
{
    struct source source;
    double start = clock_now();
    if (source_parse(text, &source) != OK || source_chain(&source, REWARD_OF_PROPERTY, out) != OK)
        give_up();
    printf("%s: %u states, %llu transitions, built in %.2f s\n", text, chain_states(out),
           (unsigned long long)out->transitions.nnz, clock_now() - start);
    source_free(&source);
}

/* Returns the time of the least work of any search: looking at every transition once. */
static double plain_pass(const struct csr *a)
{
    volatile uint64_t kept;
    uint64_t sum = 0;
    double start = clock_now();
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) sum += a->col[k];
    kept = sum;
    (void)kept;
    return clock_now() - start;
}

static void print(const char *what, double seconds, double pass)
{
    printf("%-40s %8.2f s %8.1f x\n", what, seconds, seconds / pass);
}

static double time_certain(const struct csr *a, const uint8_t *through, const uint8_t *goal)
{
    uint8_t *no, *yes;
    double start = clock_now();
    if (certain_states(a, through, goal, &no, &yes) != OK) give_up();
    start = clock_now() - start;
    free(no);
    free(yes);
    return start;
}

static double time_classes(const struct csr *a)
{
    uint32_t *class_of, count;
    double start = clock_now();
    if (closed_classes(a, UINT32_MAX, &class_of, &count) != OK) give_up();
    start = clock_now() - start;
    free(class_of);
    return start;
}

int main(int argc, char **argv)
{
    struct chain chain = {0};
    uint8_t *goal, *through;
    open_chain(argc > 1 ? argv[1] : "tandem:c=4095", &chain);
    const struct csr *a = &chain.transitions;
    const char *label = chain.labels[chain.nlabels - 1].name,
               *other = chain.labels[chain.nlabels - 2].name;
    if (label_states(&chain, label, &goal) != OK || label_states(&chain, other, &through) != OK)
        give_up();
    for (uint32_t i = 0; i < a->rows; i++) through[i] = !through[i];
    double pass = plain_pass(a);
    printf("%-40s %10s %10s\n", "", "time", "passes");
    print("one pass over the transitions", pass, pass);
    print("Prob0 and Prob1 of F goal", time_certain(a, NULL, goal), pass);
    print("Prob0 and Prob1 of !other U goal", time_certain(a, through, goal), pass);
    print("closed classes", time_classes(a), pass);
    free(goal);
    free(through);
    chain_free(&chain);
    return 0;
}
