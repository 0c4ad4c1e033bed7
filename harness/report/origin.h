/* How the results of a report were measured, and on which machines. */
#pragma once

#include "harness/report/report.h"

/* Settings, commit, hashes, and the command that measures it again. machine: its number, below.
 * Errors of all: ERROR_HOST_MEMORY. */
enum status origin_print(const struct page *page, const struct report_part *part, size_t machine);

/* The number of the machine of part k, from 1. */
size_t machine_number(const struct report *report, size_t k);

/* Each machine of the parts once: what lasts of its facts, and the program's. */
enum status machines_print(const struct page *page, const struct report *report);
