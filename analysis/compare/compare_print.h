/* Prints a comparison for people and for programs. */
#pragma once

#include <stdio.h>

#include "analysis/compare/fail_rule.h"
#include "base/file.h"
#include "base/output/json.h"
#include "base/output/units.h"

enum compare_format { COMPARE_TEXT, COMPARE_MD, COMPARE_JSON, COMPARE_JUNIT, NCOMPARE_FORMATS };

extern const char *const
    compare_format_names[NCOMPARE_FORMATS + 1]; /* "text", "md", "json", "junit", then NULL */

extern const struct file_kind kind_comparisons[NCOMPARE_FORMATS];

struct compare_labels {
    const char *name[NSIDES]; /* of the files */
    struct fail_rule fail;    /* rule for the cases that are marked as failed */
};

/* Prints. Cases that cannot run on this machine are only counted, except in JSON. Errors:
 * ERROR_HOST_MEMORY; errors of out are left to the caller. */
enum status compare_print(const struct comparison *comparison, const struct compare_labels *labels,
                          enum compare_format format, FILE *out);

/* Parts of it: "+3.10 % [+2.90, +3.40]", without the interval where it holds for these processes
 * alone, "-" if there is no ratio; and the same as numbers. seen: the interval holds for others. */
struct human case_change(const struct compared_case *c);
void json_ratio(struct json *json, const char *key, const struct ratio *ratio, bool seen);
