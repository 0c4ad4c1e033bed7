/* Says what a case did more or less of than before, by the counters of both files: "31 % more bytes
 * of memory". It explains a verdict and is no part of it. */
#pragma once

#include "analysis/compare/matching.h"
#include "base/output/json.h"
#include "base/output/units.h"

/* The differences of COUNTER_TOLD and more; "" if there are none, or if a side has no counters. */
struct human counters_told(const struct matched_case *matched);

/* "3 of 4 cases; not counted: instructions: this kernel has no such counter", for the log of a run
 * and for show; "" if no counters were wanted. The reason is that of the first case that has one.
 */
enum status counted_told(const struct results *results, char **out);

/* Adds an object "counters": for each counter that a side knows its values on both. Nothing if none
 * is known. */
void json_counters(struct json *json, const struct matched_case *matched);

#define COUNTER_TOLD 0.05 /* share; smaller differences are not told */
