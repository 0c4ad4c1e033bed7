/* Checks whether a product keeps the promises of base/automata/product.h, and whether two are the
 * same. */
#pragma once

#include "base/automata/product.h"

bool product_sound(const struct product *p);
bool same_product(const struct product *a, const struct product *b);
