/* Every method for decision processes against a value that is known. */
#pragma once

#include "problems/problem.h"

struct every_method {
    unsigned long converged, left, wrong; /* solves; left: without an answer */
};

/* Solves by each method, in a layout and at a place of the host that are drawn, and with drawn
 * options. Where the problem is slow, solves may end without an answer, and those that prove
 * nothing with a wrong one. Prints what is wrong. */
void check_every_method(const struct problem *problem, double wanted, bool slow,
                        struct every_method *counts);

/* Solves by each method in each layout that holds rows of choices, at each place of the host.
 * Prints what is wrong. */
void check_every_layout(const struct problem *problem, double wanted, struct every_method *counts);
