/* A program that builds models. The members stand in exporters.def, the preferred ones first. */
#pragma once

enum { EXPORTER_WORDS = 10 };

struct exporter {
    const char *title, *install;
    const char *const *endings; /* of files that it reads, with their dots; ends with NULL */
    const char *form;           /* the format that it writes */
    /* Words of a command line, ending with NULL. version: its last line of output names the
     * version. build: runs in a folder that holds model, and leaves the chain in it, as target.
     * constants: `N=4,p=0.5` or "". */
    void (*version)(const char *words[EXPORTER_WORDS]);
    void (*build)(const char *model, const char *constants, const char *target,
                  const char *words[EXPORTER_WORDS]);
    const char *by_hand; /* the command for people. %f: the file, %s: without its ending, %c: "
                            -const N=4" or nothing */
};
