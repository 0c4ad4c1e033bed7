/* Values of variables in comments of DRN files. Storm writes one below the line of each state:
 * `//[s=7	& d=-1	& !done]`. A variable that is true is an empty word or its name. */
#pragma once

#include "base/sparse/chain.h"
#include "datasets/text/lines.h"

struct drn_values {
    uint32_t states; /* for which values were read */
    size_t count;    /* of variables in each comment; 0 before the first one */
    char **name;     /* NULL: no comment so far has said it */
    int32_t *values; /* as in struct chain */
    uint8_t *truths; /* as there */
    bool lost;       /* some comment has no such values */
};

/* Reads the comment in the current line, which is below the line of a state, of n in all. A comment
 * without values is none: it changes nothing or, if states before have them, sets `lost`. Errors:
 * ERROR_HOST_MEMORY. */
enum status drn_values_comment(struct drn_values *values, const struct lines *lines, uint32_t state,
                               uint32_t n);

/* Gives the values to the chain if each of its n states has them. Errors: ERROR_HOST_MEMORY. */
enum status drn_values_finish(struct drn_values *values, uint32_t n, struct chain *chain);
void drn_values_free(struct drn_values *values); /* accepts a zeroed one */
