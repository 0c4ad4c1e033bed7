/* The check of choices in closed form on a GPU (certify/closed/choice_check.h). Internal to
 * certify/cuda. */
#pragma once

#include "certify/cuda/rows.h"

#ifdef __cplusplus
extern "C" {
#endif

/* *drift and *holds: as certify_closed_choices, but for the initial state. Waits for the GPU.
 * Errors: ERROR_DEVICE, ERROR_DEVICE_MEMORY. */
enum status device_choices_weigh(const struct closed_rows *closed, double *drift, bool *holds);

/* *bound = certify_closed_distance; answer (n numbers) is in device memory. Waits for the GPU.
 * Errors: ERROR_DEVICE, ERROR_DEVICE_MEMORY. */
enum status device_choices_distance(const struct closed_rows *closed, double drift,
                                    const double *answer, struct bound *bound);

#ifdef __cplusplus
}
#endif
