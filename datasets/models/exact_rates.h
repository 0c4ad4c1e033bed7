/* The rates of a CTMC as its builder has them, from a second file. */
#pragma once

#include "base/sparse/chain.h"

/* Puts the rates of a .tra file in the place of those of chain, which were products of two numbers.
 * Errors: ERROR_INPUT where the file cannot be read, or has another chain; ERROR_HOST_MEMORY;
 * ERROR_IO; ERROR_INTERRUPTED. */
enum status exact_rates_take(const char *path, struct chain *chain);
