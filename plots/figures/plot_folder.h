/* A folder for figures. gnuplot first draws them in a scratch folder. */
#pragma once

#include "base/folder.h"
#include "base/output/printing.h"
#include "plots/figures/picture.h"

enum plot_file { PLOT_DATA, PLOT_SCRIPT, PLOT_PNG, PLOT_SVG, NPLOT_FILES };

struct plot_folder {
    const char *path;
    bool force;                              /* our own files there may be replaced */
    bool svg_only;                           /* leave out PNG */
    const struct file_kind *kinds[PLOT_PNG]; /* kinds of data and scripts; pictures have their
                                                own */
    struct folder scratch;
};

/* Makes the folder if it is missing, and the scratch folder. */
enum status plot_folder_open(struct plot_folder *plot);

/* Sets *out (new) to FOLDER/STEM.dat, .gp, .png or .svg. */
enum status plot_folder_path(const char *folder, const char *stem, enum plot_file which,
                             char **out);

/* Checks that the files first .. last of a stem can be written. Errors: those of file_probe. */
enum status plot_folder_check(const struct plot_folder *plot, const char *stem,
                              enum plot_file first, enum plot_file last);

/* Prints the data or the script into both folders. */
enum status plot_folder_print(const struct plot_folder *plot, const char *stem,
                              enum plot_file which, print_fn *print, const void *what);

/* Moves the PNG, if there is one, and the SVG from the scratch folder to the folder. Errors: those
 * of picture_store. */
enum status plot_folder_take(const struct plot_folder *plot, const char *stem);
