/* Arrays of axis values, figures and tables as experiments and results both hold them: deep copies
 * and their end. The end of what experiments alone hold. */
#ifndef WARPMARK_HARNESS_STORE_SPEC_COPY_H
#define WARPMARK_HARNESS_STORE_SPEC_COPY_H

#include <stddef.h>

#include "base/status.h"
#include "harness/store/experiment.h"

/* Free the array and every text in it; accept NULL, and elements that are zeroed. */
void axes_free(struct axis_value *axes, size_t count);
void figures_free(struct figure *figures, size_t count);
void tables_free(struct table *tables, size_t count);
void claims_free(struct claim *claims, size_t count);
void bundle_free(struct bundled *bundle, size_t count);
void crossovers_free(struct crossover *crossovers, size_t count);

/* A fresh array of count elements with fresh texts; texts that are NULL stay NULL. *out is NULL on
 * failure. Errors: ERROR_HOST_MEMORY. */
enum status axes_copy(size_t count, const struct axis_value *from, struct axis_value **out);
enum status figures_copy(size_t count, const struct figure *from, struct figure **out);
enum status tables_copy(size_t count, const struct table *from, struct table **out);
enum status claims_copy(size_t count, const struct claim *from, struct claim **out);
enum status bundle_copy(size_t count, const struct bundled *from, struct bundled **out);

#endif
