#include "harness/store/file_kinds.h"

#include "base/hdf5.h"
#include "harness/compare/compare_print.h"
#include "harness/report/page.h"
#include "harness/figures/picture.h"
#include "harness/run/reproduce.h"

const struct file_kind kind_results = {"a results file", "\x89HDF", RESULTS_SCHEMA};
const struct file_kind kind_figure_data = {"the data of a figure", "", "\tposition"};
const struct file_kind kind_figure_script = {"the script of a figure", "# Draws ",
                                             ", in this folder: gnuplot "};
const struct file_kind kind_history_data = {"the data of a history", "# ",
                                            ": start (s since 1970), median"};
const struct file_kind kind_history_script = {"the script of a history",
                                              "# The look of all figures", ""};

const struct file_kind kind_pictures[3] = {
    [SPY_PNG] = {"a figure of warpmark", "\x89PNG", PICTURE_MARK},
    [SPY_SVG] = {"a figure of warpmark", "<?xml", PICTURE_MARK},
    [SPY_PDF] = {"a figure of warpmark", "%PDF-", PICTURE_MARK},
};

const struct file_kind kind_reports[2] = {
    [PAGE_HTML] = {"a report of warpmark", "<!doctype html>", "content=\"warpmark report\""},
    [PAGE_MD] = {"a report of warpmark", "# ", "<!-- warpmark report -->"},
};

const struct file_kind kind_reports_on_papers[2] = {
    [PAGE_HTML] = {"a report of warpmark reproduce", "<!doctype html>",
                   "<title>" REPRODUCE_TITLE "</title>"},
    [PAGE_MD] = {"a report of warpmark reproduce", "# " REPRODUCE_TITLE,
                 "<!-- warpmark report -->"},
};

const struct file_kind kind_comparisons[] = {
    [COMPARE_TEXT] = {"a comparison of warpmark", "", "; noise floor of the machine "},
    [COMPARE_MD] = {"a comparison of warpmark", "", "; noise floor of the machine "},
    [COMPARE_JSON] = {"a comparison of warpmark", "{", "\"code_unchanged_moved\":"},
    [COMPARE_JUNIT] = {"a comparison of warpmark", "<?xml", "<!-- warpmark compare -->"},
};
