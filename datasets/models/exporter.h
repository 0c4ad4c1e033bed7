/* A program that builds models. exporters.def lists the members, the preferred ones first. */
#pragma once

#include <stdbool.h>

#include "base/process/program.h"

enum { EXPORTER_WORDS = 14 };

struct exporter {
    const char *title, *install;
    const char *const *endings; /* of files that it reads, with their dots; ends with NULL */
    const char *form;           /* the format that it writes */
    const char *form_of_mdp;    /* the same for what may be an MDP; NULL: form */
    /* Words of a command line, ending with NULL. version: the last line of its output has the
     * version. build: runs in a folder that contains model, and writes the chain to target there.
     * constants: `N=4,p=0.5` or "". rates: a .tra file to which the exact rates of a CTMC can be
     * written, because target has them as products; NULL: it is no CTMC. */
    void (*version)(const char *words[EXPORTER_WORDS]);
    void (*build)(const char *model, const char *constants, const char *target, const char *rates,
                  const char *words[EXPORTER_WORDS]);
    const char *by_hand; /* the command for people. %f: the file, %s: without its ending, %c: "
                            -const N=4" or nothing */
};

/* The ending of path, if the exporter reads it; else NULL. For a packed file, the ending before .gz
 * or .xz. */
const char *exporter_ending(const struct exporter *exporter, const char *path);
bool exporter_reads_any(const char *path); /* some exporter reads it */

/* Chooses the first exporter that reads path and is installed; *version = what it prints about its
 * version. constants: "" for none. Errors: those of model_check. */
enum status exporter_choose(const char *path, const char *constants, const struct exporter **out,
                            const char **version);

/* Runs program_run; each file may be as large as this machine's memory. */
enum status exporter_run(const char *const *words, const char *folder, const char *what,
                         double seconds, struct program_end *end);
