/* The members of each axis, and what joins a layout to a place. All tables end where count says.
 * Methods and places can be added while the program runs; all else is constant. */
#pragma once

#include "solvers/solver.h"

struct rank_ops;

enum { MOST_METHODS = 128, MOST_PLACES = 64 };

extern const struct method *methods[MOST_METHODS];
extern int method_count;
extern const struct layout *const layouts[];
extern const struct place *places[MOST_PLACES];
extern int places_known; /* the listed ones, which are place_count, and those found by name */
extern const int layout_count, place_count;

extern const char *const precision_names[NPRECISIONS]; /* "f32", "f64", "u32" */

/* The member called name, or NULL. */
const struct method *find_method(const char *name);
const struct layout *find_layout(const char *name);

/* The same. A member of a family (places.def) that is not in the table yet is added behind those
 * that are listed. */
const struct place *find_place(const char *name);

/* The same; a member of a family of places (places.def) is added to the table where it is not there
 * yet. */
const struct place *find_place(const char *name);

/* Adds a method that stays as long as the program runs. Errors: ERROR_INPUT where another has that
 * name; ERROR_UNSUPPORTED where there are too many. */
enum status registry_add_method(const struct method *method);

/* Methods, layouts and precisions are for systems or for graphs, or for engines, and go together
 * with their own kind. */
enum member_kind { OF_SYSTEMS, OF_GRAPHS, OF_ENGINES, NMEMBER_KINDS };
enum member_kind kind_of_method(const struct method *method);
enum member_kind kind_of_layout(const struct layout *layout);
bool variant_is_valid(const struct method *method, const struct layout *layout,
                      enum precision precision);

/* Row operations, or NULL where the layout does not exist for that place (NULL: none) and
 * precision. */
const struct mat_ops *find_mat_ops(const struct layout *layout, const struct place *place,
                                   enum precision precision);

/* What ranks that are each at this place by themselves ask of it (solvers/ranks/rank_ops.h); NULL
 * on the host. */
const struct rank_ops *find_rank_ops(const struct place *member);
