/* Formulas that each good path shows to be good after finitely many steps, and where it did. */
#pragma once

#include "problems/properties/formula.h"
#include "problems/properties/remainders.h"

/* Checks that a formula is one. Errors: ERROR_INPUT with the column of the part that may need an
 * infinite path. */
enum status check_co_safe(const struct formula *formula);

/* Remainders that any path satisfies: ALL, and those like X a | X !a. */
struct certainty {
    struct remainders *remainders;
    struct memo verdict; /* of a function and 0 */
    uint32_t *path;      /* functions, and the letters that were tried of each */
    size_t room;
    uint32_t depth;
    uint32_t first, end; /* the letters to try */
};

/* r: what path_remainder made. Appends letters to it. */
enum status certainty_begin(struct remainders *r, struct certainty *out);
void certainty_free(struct certainty *certainty); /* accepts a zeroed one */

/* *certain = whatever sets hold in further states, all paths satisfy the function, which is a
 * remainder of a co-safe formula. Errors: ERROR_HOST_MEMORY; ERROR_INPUT (too large). */
enum status is_certain(struct certainty *certainty, uint32_t function, bool *certain);
