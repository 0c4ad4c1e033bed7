/* `warpmark show FILE`: what a results file is about, on one screen. */
#pragma once

#include <stdio.h>

#include "base/status.h"
#include "harness/store/results.h"

/* Errors: ERROR_HOST_MEMORY, before anything is written. */
enum status show_results(const struct results *results, FILE *out);

/* The same as one JSON object. */
enum status show_results_json(const struct results *results, FILE *out);
