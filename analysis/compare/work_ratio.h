/* Compares the work of a case by its iterations alone: their number is the same on every machine,
 * however busy it is. */
#pragma once

#include "analysis/compare/matching.h"

/* Returns the name of a solve setting that differs, or NULL. */
const char *settings_difference(const struct settings *base, const struct settings *fresh);

/* Ratio of the new file's iterations to the base's. NaN if they say nothing: the settings or the
 * sizes of the problem differ; the code is unknown or the same; an iteration reads and writes
 * another number of bytes; processes of one file disagree; or the iterations are those of a search
 * by several threads. */
double work_ratio(const struct matched_case *matched);
