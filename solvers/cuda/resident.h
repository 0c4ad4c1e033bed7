/* loop=resident on place cuda: kernels that make as many sweeps as take two milliseconds, and test
 * them themselves.
 *
 * What they cannot do is look for a stop, for which the host looks between two of them; and they
 * look for a divergence at their end. */
#pragma once

#include "solvers/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where solve->options.loop = LOOP_RESIDENT; else does nothing. Errors: ERROR_HOST_MEMORY,
 * ERROR_DEVICE_MEMORY, ERROR_DEVICE. */
enum status resident_prepare(struct solve *solve);

void resident_dismiss(struct solve *solve);

/* place->loop with solve->resident. */
enum status resident_loop(struct solve *solve);

#ifdef __cplusplus
}
#endif
