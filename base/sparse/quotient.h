/* The quotient of a decision process: each component is one state. It has the allowed rows that are
 * not among those that stay in the component, in their order. */
#pragma once

#include "base/sparse/choices_graph.h"

/* New states are numbered in the order of the first of their old states. A component that no row
 * leaves has no rows: its group is empty. */
struct quotient {
    uint32_t states, rows;
    bool same;       /* each state is itself */
    uint32_t *state; /* for each old state, the new one */
    uint32_t *group; /* states + 1 */
    uint32_t *row;   /* for each new row, the old one */
};

/* component, stays: of end_components, perhaps with fewer rows allowed than here. Errors:
 * ERROR_HOST_MEMORY. */
enum status quotient_create(const struct choices *c, const uint32_t *component,
                            const uint8_t *stays, struct quotient *out);

/* *out (new) = the new rows: columns are new states, and entries that now share one are added up.
 * old: the old rows, with values. Errors: ERROR_HOST_MEMORY. */
enum status quotient_rows(const struct quotient *q, const struct csr *old, struct csr *out);

/* Returns whether they would be the old rows but for their order, and those that are gone. Old rows
 * of many entries have to ascend. */
bool quotient_keeps_rows(const struct quotient *q, const struct csr *old);

void quotient_free(struct quotient *q); /* accepts a zeroed struct; leaves one */
