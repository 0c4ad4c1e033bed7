/* Properties of models that PRISM or Storm builds, as PRISM writes them. */
#pragma once

#include "base/status.h"

/* text: `P=?[F s=7 & d=2]`. *keys (new) = what asks the same of the chain, as property_keys gives
 * it: `goal=warpmark_goal`; NULL where nothing here computes it. *labels (new, or NULL: none) =
 * lines for the model that define such labels, for formulas that are none themselves. Errors:
 * ERROR_HOST_MEMORY. */
enum status model_property(const char *text, char **keys, char **labels);
