/* Loops over the rows of a matrix, either stored or computed from their closed form. Internal to
 * certify/. */
#pragma once

#include "certify/row_check.h"

/* proof (one for each class) = finished results of its rows. */
void rows_prove(const struct row_check *check, const struct classes *classes,
                struct row_proof *proof);
