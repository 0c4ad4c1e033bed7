/* PRISM's command line, in $PRISM_HOME/bin or on the path. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/models/exporter.h"

/* In UMB and DRN files, PRISM merges the equal choices of a state of an MDP. */
static const char form_of_mdp[] = "pexp";

static const char *program(void)
{
    static char path[PATH_MAX];
    const char *home = getenv("PRISM_HOME");
    if (!home || !*home) return "prism";
    snprintf(path, sizeof path, "%s/bin/prism", home);
    return path;
}

static void version(const char *words[EXPORTER_WORDS])
{
    *words++ = program();
    *words++ = "-version";
    *words = NULL;
}

/* CUDD's epsilon is usually 1e-15, so numbers with a smaller difference are treated as equal, and
 * 1e-16 is 0. A double has 17 digits, which text needs; UMB has the double. */
static void prism_build_words(const char *model, const char *constants, const char *target,
                              const char *rates, const char *words[EXPORTER_WORDS])
{
    *words++ = program();
    *words++ = model;
    if (*constants) *words++ = "-const", *words++ = constants;
    *words++ = "-cuddepsilon";
    *words++ = "0";
    if (rates || strstr(target, form_of_mdp)) {
        *words++ = "-exportmodelprecision";
        *words++ = "17";
    }
    if (rates) {
        *words++ = "-exportmodel";
        *words++ = rates;
    }
    *words++ = "-exportmodel";
    *words++ = target;
    *words = NULL;
}

static const char *const endings[] = {".prism", ".pm", ".sm", ".nm", NULL};

const struct exporter exporter_prism = {
    .title = "PRISM",
    .install = "prism on the path, or in $PRISM_HOME/bin",
    .endings = endings,
    .form = "umb",
    .form_of_mdp = form_of_mdp,
    .version = version,
    .build = prism_build_words,
    .by_hand = "prism %f%c -cuddepsilon 0 -exportmodel %s.umb",
};
