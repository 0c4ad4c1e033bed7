/* A page with a row for each case of a history: its times as a curve, what changed since when and
 * with which commits, filters and sorting. It fetches nothing, and stays quick with thousands of
 * cases: curves are drawn when they are looked at, from numbers that stand in the page. */
#pragma once

#include <stdbool.h>

#include "harness/history/history.h"

/* Files are linked relative to the page. Errors: those of print_to_file; ERROR_HOST_MEMORY. */
enum status history_table_write(const struct history *history, const char *path, bool force);
