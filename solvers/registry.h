/* The members of each axis (methods, layouts, places, precisions), and the operations of a layout
 * at a place. The counts give the length of all tables. Methods and places can be added while the
 * program runs; everything else is constant. */
#pragma once

#include "solvers/solver.h"

struct rank_ops;

enum { MOST_METHODS = 128, MOST_PLACES = 64 };

extern const struct method *methods[MOST_METHODS];
extern int method_count;
extern const struct layout *const layouts[];
extern const struct place *places[MOST_PLACES];
extern int places_known; /* number of places: place_count listed ones, and those found by name */
extern const int layout_count, place_count;

extern const char *const precision_names[NPRECISIONS]; /* "f32", "f64", "u32" */

/* Return the member called name, or NULL. */
const struct method *find_method(const char *name);
const struct layout *find_layout(const char *name);

/* Returns the place called name, or NULL. A member of a family (places.def) that is not in the
 * table yet is added after the listed places. */
const struct place *find_place(const char *name);

/* Adds a method until the program ends. Errors: ERROR_INPUT if another method has that name;
 * ERROR_UNSUPPORTED if there are too many. */
enum status registry_add_method(const struct method *method);

/* Methods, layouts and precisions are for systems, for graphs, or for engines; only members of one
 * kind go together. */
enum member_kind { OF_SYSTEMS, OF_GRAPHS, OF_ENGINES, NMEMBER_KINDS };
enum member_kind kind_of_method(const struct method *method);
enum member_kind kind_of_layout(const struct layout *layout);
bool variant_is_valid(const struct method *method, const struct layout *layout,
                      enum precision precision);

/* Returns the row operations, or NULL if the layout does not exist for that place (NULL: none) and
 * precision. */
const struct mat_ops *find_mat_ops(const struct layout *layout, const struct place *place,
                                   enum precision precision);

/* Returns the operations for ranks that each use this place alone (solvers/ranks/rank_ops.h); NULL
 * on the host. */
const struct rank_ops *find_rank_ops(const struct place *member);
