/* Reads the exact rates of a CTMC from a second file of its builder. */
#pragma once

#include "base/sparse/chain.h"

/* Replaces the rates of chain, which were products of two numbers, by those of a .tra file. Errors:
 * ERROR_INPUT if the file cannot be read, or has another chain; ERROR_HOST_MEMORY; ERROR_IO;
 * ERROR_INTERRUPTED. */
enum status exact_rates_take(const char *path, struct chain *chain);
