/* What a model has, without any property. */
#pragma once

#include "base/sparse/chain.h"
#include "base/status.h"

/* *out = the chain of a file or of a model, with all its labels and rewards; *asks = whether the
 * source asks for something, and then *out stays empty, as it does for other sources than chains.
 * Errors: those of source_parse and source_chain. */
enum status model_open(const char *text, bool *asks, struct chain *out);
