/* Random linear systems, and the comparison of two. */
#pragma once

#include "base/sparse/linear.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"

/* 1 to most rows of any shape; b and the answer may be NULL. */
struct linear random_system(uint32_t most);

/* The same to the bit. */
void assert_same_system(const struct linear *x, const struct linear *y);
