/* Small products of mixed shape for searches, drawn from the seed. */
#pragma once

#include <stddef.h>

#include "base/automata/product.h"
#include "tests/support/seed.h"

void *words_for(size_t count, size_t size);
void make_accepting(struct product *p, uint32_t v);

/* n vertices, up to `most` edges each: self-loops and parallel edges come up by themselves, and so
 * do vertices that are out of reach and several components. One in five has no accepting vertex, in
 * a few all are; the initial vertex is the first, any, or none. */
struct product random_graph(uint32_t n, uint64_t most);
