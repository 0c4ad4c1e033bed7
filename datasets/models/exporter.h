/* A program that builds models. The members stand in exporters.def, the preferred ones first. */
#pragma once

#include <stdbool.h>

#include "datasets/models/program.h"

enum { EXPORTER_WORDS = 14 };

struct exporter {
    const char *title, *install;
    const char *const *endings; /* of files that it reads, with their dots; ends with NULL */
    const char *form;           /* the format that it writes */
    /* Words of a command line, ending with NULL. version: its last line of output names the
     * version. build: runs in a folder that holds model, and leaves the chain in it, as target.
     * constants: `N=4,p=0.5` or "". rates: a .tra file where the rates of a CTMC may be left, too,
     * which target has as products; NULL: it is no CTMC. */
    void (*version)(const char *words[EXPORTER_WORDS]);
    void (*build)(const char *model, const char *constants, const char *target, const char *rates,
                  const char *words[EXPORTER_WORDS]);
    const char *by_hand; /* the command for people. %f: the file, %s: without its ending, %c: "
                            -const N=4" or nothing */
};

/* The ending of path among those that the exporter reads, or NULL. A packed file has the one before
 * .gz or .xz. */
const char *exporter_ending(const struct exporter *exporter, const char *path);
bool exporter_reads_any(const char *path); /* some exporter reads it */

/* The first that reads path and is installed, and what it says of its version. constants: "" for
 * none. Errors: those of model_check. */
enum status exporter_choose(const char *path, const char *constants, const struct exporter **out,
                            const char **version);

/* program_run; a file may have as many bytes as this machine has memory. */
enum status exporter_run(const char *const *words, const char *folder, const char *what,
                         double seconds, struct program_end *end);
