/* The members of each axis, and what joins a layout to a place. All tables are constant and end
 * where count says. */
#pragma once

#include "solvers/solver.h"

extern const struct method *const methods[];
extern const struct layout *const layouts[];
extern const struct place *const places[];
extern const int method_count, layout_count, place_count;

extern const char *const precision_names[NPRECISIONS]; /* "f32", "f64", "u32" */

/* The member called name, or NULL. */
const struct method *find_method(const char *name);
const struct layout *find_layout(const char *name);

/* Methods, layouts and precisions are for systems or for graphs, and go together with their own
 * kind. */
bool variant_is_valid(const struct method *method, const struct layout *layout,
                      enum precision precision);

/* Row operations, or NULL where the layout does not exist for that place (NULL: none) and
 * precision. */
const struct mat_ops *find_mat_ops(const struct layout *layout, const struct place *place,
                                   enum precision precision);
