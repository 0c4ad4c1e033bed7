/* Random product graphs: parallel edges, self-loops, vertices that nothing leads to or from. */
#pragma once

#include "base/automata/product.h"
#include "tests/support/seed.h"

struct product random_product(uint32_t largest);
struct product random_copy(const struct product *p);
