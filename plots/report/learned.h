/* Prints the main results of a file as a short list at the head of its report: claims, the fastest
 * variants, crossovers, failed cases, doubtful or unproven answers, noise. */
#pragma once

#include "plots/report/report.h"

/* Prints the list; alone, in a page about one file: with the claims that do not hold and the table
 * of the fastest variants. Errors: those of judged_summary. */
enum status learned_print(const struct page *page, const struct report_part *part, bool alone);

/* Prints the same list for several files together. */
enum status learned_of_all(const struct page *page, const struct report *report);
