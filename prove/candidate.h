/* Candidates for the reference answer, such as the answer of a solve. Nothing of them is trusted:
 * the check decides what they prove. Internal to prove/. */
#pragma once

#include <stdbool.h>

#include "prove/prove.h"

/* Returns the candidate (one number for each unknown of a), or NULL if it has none, or if some
 * numbers are not finite. */
const double *candidate_of(const struct prove_settings *settings, const struct matrix *a);

/* How far the rows of a long run are from A x = 0, as shares of their a_ii x_i. */
struct balance {
    double all;  /* of all rows together */
    double each; /* of the row where it is largest; infinite: some x_i are not positive */
};
struct balance candidate_balance(const struct matrix *a, const double *x);

/* Returns whether a refinement to this width should start from a candidate with this excess
 * (refine.h). From a worse one it takes longer than from its usual start. */
bool candidate_is_close(double width, double excess);
