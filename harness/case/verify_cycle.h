/* Checks a search's verdict after timing: on the host, on the product itself. A cycle is checked
 * edge by edge; that there is none, by a depth-first search, which differs from the method's
 * search. */
#pragma once

#include <stdbool.h>

#include "base/automata/lasso.h"
#include "solvers/search/search.h"

/* Returns why this is no accepting cycle that the initial vertex reaches, as a static text; NULL if
 * it is one. */
const char *lasso_fault(const struct product *product, const struct lasso *lasso);

struct cycle_verdict {
    const char *fault;      /* what is wrong with the verdict; NULL if it holds */
    uint64_t prefix, cycle; /* edges of the lasso; both 0 if there is none */
};

/* Checks the verdict. answer: result of method. Errors: ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status verify_cycle(const struct product *product, const struct method *method,
                         const struct search_answer *answer, struct cycle_verdict *out);
