/* `warpmark show FILE`: prints the main facts about a results file on one screen. */
#pragma once

#include <stdio.h>

#include "base/status.h"
#include "store/results.h"

/* Prints them. Errors: ERROR_HOST_MEMORY, before anything is written. */
enum status show_results(const struct results *results, FILE *out);

/* Prints the same as one JSON object. */
enum status show_results_json(const struct results *results, FILE *out);
