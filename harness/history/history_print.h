/* A judged history for people and for programs. */
#pragma once

#include <stdio.h>

#include "harness/history/history.h"
#include "harness/util/grid.h"

/* "slower", "drifts faster", "crashed", ... */
const char *finding_word(const struct history *history, const struct finding *finding);

/* What was found, as text or Markdown. Errors: ERROR_HOST_MEMORY. */
enum status history_print(const struct history *history, enum table_format format, FILE *out);

/* Everything: runs, series with their points and stretches, findings. */
void history_print_json(const struct history *history, FILE *out);
