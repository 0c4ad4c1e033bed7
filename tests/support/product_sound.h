/* Whether a product keeps the promises of base/automata/product.h, and whether two are the same. */
#ifndef WARPMARK_TESTS_SUPPORT_PRODUCT_SOUND_H
#define WARPMARK_TESTS_SUPPORT_PRODUCT_SOUND_H

#include "base/automata/product.h"

bool product_sound(const struct product *p);
bool same_product(const struct product *a, const struct product *b);

#endif
