/* Stored results in a report: results of the same experiment from a GPU, beside those that were
 * measured without one. They are always marked as stored. */
#pragma once

#include "plots/report/report.h"

/* Explanation of a column "stored" of verdicts. */
#define STORED_NOTE                                                                    \
    "stored: the verdict on results from a GPU that come with Warpmark. They were not" \
    " measured here: see \"Stored results\" of each experiment."

bool stored_any(const struct report *report); /* whether any part has some */

/* Returns the verdict on the claim of that id in the stored results of a part; "" if there is
 * none. */
const char *stored_verdict(const struct report_part *part, const char *id);

/* Prints the origin of the stored results, their claims and their tables. */
enum status stored_print(const struct page *page, const struct report_part *stored);
