/* Passes over the rows of a matrix that are stored, or made from their closed form. Internal to
 * certify/. */
#pragma once

#include "certify/row_check.h"

/* proof (one a class) = what its rows prove, finished. */
void rows_prove(const struct row_check *check, const struct classes *classes,
                struct row_proof *proof);
