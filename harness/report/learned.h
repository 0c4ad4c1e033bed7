/* What a results file shows, in a few lines at the head of its report: claims, the fastest
 * variants, crossovers, cases that failed, answers that are doubtful or not proven, noise. */
#pragma once

#include "harness/report/report.h"

/* Prints the list; alone, in a page about one file: with the claims that do not hold and the table
 * of the fastest variants. Errors: those of judged_summary. */
enum status learned_print(const struct page *page, const struct report_part *part, bool alone);

/* What several files show together. */
enum status learned_of_all(const struct page *page, const struct report *report);
