/* loop=resident on place cuda: each kernel makes as many sweeps as fit into two milliseconds, and
 * tests them itself. BiCGStab's kernels make iterations (recurrence/), and also end where the host
 * has to decide.
 *
 * A kernel cannot look for a stop, so the host looks between two kernels. A kernel looks for
 * divergence only at its end. */
#pragma once

#include "solvers/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prepares loop=resident; does nothing for other values of solve->options.loop. Errors:
 * ERROR_HOST_MEMORY, ERROR_DEVICE_MEMORY, ERROR_DEVICE. */
enum status resident_prepare(struct solve *solve);

void resident_dismiss(struct solve *solve);

/* place->loop for solve->resident. */
enum status resident_loop(struct solve *solve);

#ifdef __cplusplus
}
#endif
