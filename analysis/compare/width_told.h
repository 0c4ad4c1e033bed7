/* Says whether the cases of a results file have the width that was wanted: for the log of a run and
 * for show. */
#pragma once

#include "base/output/units.h"
#include "store/results.h"

/* "wanted 1 %, reached in 5 of 6 cases; the widest has 2.3 %", and in how many it is unknown; "" if
 * none was wanted. Cases that have no times do not count. */
struct human width_told(const struct results *results);
