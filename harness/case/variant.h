/* A variant by its name: `method[option=value,...]/layout/precision/place`, with `+order` behind
 * the layout for an order other than the native one. Each variant has one spelling everywhere. */
#pragma once

#include "problems/row_order.h"
#include "solvers/registry.h"

struct variant {
    const struct method *method;
    const struct layout *layout;
    enum row_order order;
    enum precision precision;
    const struct place *place;
    struct solver_options options;
};

/* Parses one exact name. Errors: ERROR_INPUT with the nearest name for the part that is wrong. */
enum status variant_parse(const char *text, struct variant *out);

/* Makes the name; only options with non-default values are in it. */
enum status variant_name(const struct variant *variant, char **out);

/* Returns whether both are the same variant, with the same options. */
bool variant_same(const struct variant *a, const struct variant *b);

/* Expands patterns (braces {a,b}; * and ? within a part) to variants, in the order of patterns,
 * then of the registries; duplicates are dropped. A layout without a '+' means the native order:
 * `*` is msr, and `*+*` is msr and msr+bfs. A pattern that matches nothing is an error. *out is
 * new. */
enum status variants_expand(size_t count, char *const *patterns, struct variant **out,
                            size_t *nout);

/* Returns OK if the variant can run here; else ERROR_ENVIRONMENT (no device) or ERROR_UNSUPPORTED,
 * with the reason. */
enum status variant_check(const struct variant *variant);
