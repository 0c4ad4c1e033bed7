/* Properties of models that PRISM or Storm builds, as PRISM writes them. */
#pragma once

#include "base/status.h"

/* text: `P=?[F s=7 & d=2]`. *by_labels (new) = the same with labels in the place of formulas that
 * are none: `P=?[F "warpmark_goal"]`; NULL where it cannot be. *labels (new, or NULL: none) = lines
 * for the model that define them. Errors: ERROR_HOST_MEMORY. */
enum status model_property(const char *text, char **by_labels, char **labels);
