/* The answers of all methods against the proofs of the systems that generators make. */
#pragma once

#include "solvers/place.h"

/* Sizes of the instances; there is one of each generator. */
enum size { SIZE_SMALL, SIZE_LARGER, SIZE_LONG, NSIZES };

/* All methods, each with every preconditioner that it takes, on one core and on all, for every
 * property of every generator at this size. Each answer lies within what is proven of the problem,
 * as far as epsilon promises it; or it is marked as doubtful, or refused with a reason. */
void check_values(enum size size);

/* The same at this place alone, by those that run there. A program calls one of the two. */
void check_values_on_card(const struct place *card, enum size size);

/* Checks that each of them had so far at least `least` answers that are proven and not doubtful,
 * and at most a tenth as many that the check after a solve calls wrong. */
void check_all_answered(unsigned least);
