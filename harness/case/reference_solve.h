/* The reference solve: a small solve that is the same in every run, so that its time tells how fast
 * the machine is. If its times in two runs differ, all other times may differ as much
 * (docs/measuring.md). */
#pragma once

#include <stdbool.h>

#include "harness/case/variant.h"

/* Its time now in s, on one core, from the caches next to it: the median of some solves, a
 * millisecond or two in all. If more threads want to run than there are cores, it is multiplied by
 * their ratio. */
double reference_time(void);

/* Returns whether the reference solve tells anything about the times of a variant. It does for
 * variants whose method computes on the processors of the host. */
bool reference_concerns(const struct variant *variant);
