/* What a results file shows, in a few lines at the head of its report: claims, the fastest
 * variants, crossovers, cases that failed, doubtful answers, noise. */
#pragma once

#include "harness/report/report.h"

/* Prints the list, and for a page about one file the table of the fastest variants. Errors: those
 * of judged_summary. */
enum status learned_print(const struct page *page, const struct report_part *part, bool table);
