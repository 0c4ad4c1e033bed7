/* Writes a page with a row for each case of a history: its times as a curve, what changed since
 * when and with which commits, filters and sorting. The page loads nothing, and stays quick with
 * thousands of cases: it has the numbers, and draws a curve when it becomes visible. */
#pragma once

#include <stdbool.h>

#include "analysis/history/history.h"

/* Writes the page, with links to the files relative to it. Errors: those of print_to_file;
 * ERROR_HOST_MEMORY. */
enum status history_table_write(const struct history *history, const char *path, bool force);
