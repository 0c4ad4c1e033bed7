/* The promises of base/sparse/chain.h, for tests and fuzz targets. */
#pragma once

#include "base/sparse/chain.h"
#include "tests/support/csr_sound.h"

/* tolerance: largest error of the sum of a state's probabilities, as a share of the probability of
 * leaving it. */
bool chain_sound(const struct chain *chain, double tolerance);

/* Returns the rate or probability from one state to another; 0 if there is no transition. */
double chain_entry(const struct chain *chain, uint32_t from, uint32_t to);
