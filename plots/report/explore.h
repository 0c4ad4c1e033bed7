/* The section of a page that has every case: a table, and the numbers that plots/explore.js
 * filters, lists and draws. Without a script the table stands alone. */
#pragma once

#include "plots/report/report.h"

/* Prints the section. Only HTML has it. Errors: ERROR_HOST_MEMORY. */
enum status explore_print(const struct page *page, const struct report *report);
#define EXPLORE_ANCHOR "cases"
#define EXPLORE_TITLE "All cases"
