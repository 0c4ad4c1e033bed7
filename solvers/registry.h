/* The members of each axis, and what joins a layout to a place. All tables are constant and end
 * where count says. */
#ifndef WARPMARK_SOLVERS_REGISTRY_H
#define WARPMARK_SOLVERS_REGISTRY_H

#include "solvers/solver.h"

extern const struct method *const methods[];
extern const struct layout *const layouts[];
extern const struct place *const places[];
extern const int method_count, layout_count, place_count;

extern const char *const precision_names[NPRECISIONS]; /* "f32", "f64", "u32" */

/* Methods, layouts and precisions are for systems or for graphs, and go together with their own
 * kind. */
bool variant_is_valid(const struct method *method, const struct layout *layout,
                      enum precision precision);

/* Row operations, or NULL where the layout does not exist for that place (NULL: none) and
 * precision. */
const struct mat_ops *find_mat_ops(const struct layout *layout, const struct place *place,
                                   enum precision precision);

/* One option of a variant: a choice of words, whose value is the index, or a number. */
struct variant_option {
    const char *name; /* two may have one name, where they do not apply to the same variants */
    const char *title;
    const char *const *words; /* the first is the default; ends with NULL. NULL: a number */
    double above, below;      /* a number lies between these, exclusively */
    bool whole;               /* and is a whole one */
    double fallback;          /* the default; 0 for words */
    /* whether it means something there; where it does, in words, if that is hard to guess */
    bool (*applies)(const struct method *method, const struct layout *layout,
                    const struct place *place);
    const char *where;
    void (*set)(struct solver_options *options, double value);
    double (*get)(const struct solver_options *options);
};

extern const struct variant_option variant_options[];
extern const int variant_option_count;

/* Every option at its default. */
struct solver_options default_options(void);

#endif
