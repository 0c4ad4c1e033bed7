/* Writes a history as one page of HTML, to look at in the morning: what became slower or faster,
 * since when, its figures, and how noisy the newest run was. */
#pragma once

#include "analysis/history/history.h"
#include "base/status.h"

/* Returns whether path names a history page, that is, ends in .html. */
bool is_history_page(const char *path);

/* Writes the page, which appears whole or not at all. The history is judged and has intervals.
 * force: a report that is there is replaced. Errors: those of history_plot and file_store. */
enum status history_page_write(const struct history *history, const char *path, bool force);
