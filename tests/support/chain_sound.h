/* The promises of base/sparse/chain.h, for tests and fuzz targets. */
#pragma once

#include "base/sparse/chain.h"
#include "tests/support/csr_sound.h"

/* tolerance: by what share of the probability of leaving a state its probabilities may miss 1. */
bool chain_sound(const struct chain *chain, double tolerance);

/* The rate or probability from one state to another; 0 where there is no transition. */
double chain_entry(const struct chain *chain, uint32_t from, uint32_t to);
