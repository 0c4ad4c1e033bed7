/* Prints how the results of a report were measured, and on which machines. */
#pragma once

#include "plots/report/report.h"

/* Prints settings, commit, hashes, the command that measured it, and the one that measures its
 * cases again. machine: its number, see below. Errors of all functions: ERROR_HOST_MEMORY. */
enum status origin_print(const struct page *page, const struct report_part *part, size_t machine);

/* Number of the machine of part k, from 1. */
size_t machine_number(const struct report *report, size_t k);

/* Prints each machine of the parts once: its lasting facts, and those of the program. */
enum status machines_print(const struct page *page, const struct report *report);
