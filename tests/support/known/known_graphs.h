/* Products whose sizes are known from an explorer of its own, which agrees with DiVinE 2.4 on
 * BEEM's models. */
#pragma once

#include "problems/problem.h"
#include "tests/support/cmocka.h"
#include "tests/support/product_sound.h"

struct known_graph {
    const char *source;
    uint64_t n, transitions, accepting, deadlocks;
};

/* Opens the source, whose vertices must be numbered breadth-first: wherever a row names a new one,
 * it is the next. */
void open_known_product(const char *source, struct problem *out);

void check_graph(const struct known_graph *known, const struct problem *problem);
void check_graphs(const struct known_graph *known, size_t count);
