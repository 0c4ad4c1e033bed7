/* The check of a search's verdict: on the host, on the product itself, after timing. A cycle is
 * shown edge by edge; that there is none, by a depth-first search of another kind than the
 * method's. */
#pragma once

#include <stdbool.h>

#include "base/automata/lasso.h"
#include "solvers/search/search.h"

/* Why this is no accepting cycle that the initial vertex reaches, as a text that lives on; NULL
 * where it is one. */
const char *lasso_fault(const struct product *product, const struct lasso *lasso);

struct cycle_verdict {
    const char *fault;      /* of the verdict; NULL where it holds */
    uint64_t prefix, cycle; /* edges of the lasso; both 0 where there is none */
};

/* answer: what method came to. Errors: ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status verify_cycle(const struct product *product, const struct method *method,
                         const struct search_answer *answer, struct cycle_verdict *out);
