/* When a sample that a slowed-down card spoilt is taken again. */
#ifndef WARPMARK_HARNESS_CASE_THROTTLE_H
#define WARPMARK_HARNESS_CASE_THROTTLE_H

#include <stdbool.h>

#include "harness/store/experiment.h"

/* Whether a sample with these reasons is to be taken again, `repeated` ones of the same case having
 * been already. It is kept, marked, all the same; after `most` of them throttled samples count like
 * others, marked by their reasons alone.
 */
bool throttle_repeats(enum throttle_rule rule, uint64_t reasons, uint64_t repeated, uint64_t most);

#endif
