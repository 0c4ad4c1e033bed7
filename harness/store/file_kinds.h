/* The files that commands write, and what each kind is known by: --force replaces one of the same
 * kind, and nothing else.
 */
#ifndef WARPMARK_HARNESS_STORE_FILE_KINDS_H
#define WARPMARK_HARNESS_STORE_FILE_KINDS_H

#include "base/file.h"

extern const struct file_kind kind_results, kind_figure_data, kind_figure_script, kind_history_data,
    kind_history_script;

extern const struct file_kind kind_pictures[3]; /* by enum spy_format */
extern const struct file_kind kind_reports[2],
    kind_reports_on_papers[2];                    /* by enum page_format; those of reproduce */
extern const struct file_kind kind_comparisons[]; /* by enum compare_format */

/* What a picture of ours holds, after its first bytes; PNG in a chunk, SVG and PDF in a comment. */
#define PICTURE_MARK "warpmark-figure"

#endif
