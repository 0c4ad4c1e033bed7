/* Samples that a slowed-down card has spoilt. */
#pragma once

#include "harness/store/experiment.h"

/* Whether a sample with these reasons for lower clocks is to be taken again, `repeated` ones of the
 * same case having been already. It is kept, marked, all the same; after `most` of them throttled
 * samples count like others, marked by their reasons alone. */
bool throttle_repeats(enum throttle_rule rule, uint64_t reasons, uint64_t repeated, uint64_t most);
