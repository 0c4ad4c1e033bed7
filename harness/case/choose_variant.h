/* All ways to solve a problem at a place, with what each should take; and method auto, whose place
 * the fastest takes before the layout is built. */
#pragma once

#include "harness/case/build_layout.h"
#include "harness/case/variant.h"
#include "harness/forecast/facts.h"

struct way {
    struct variant variant;
    struct forecast forecast;
    double seconds;    /* what it should take, from the matrix to the answer; infinite: unknown, or
                          it cannot run */
    char why_not[200]; /* why it cannot run here; "": it can */
};

struct forecasts {
    struct facts facts;
    struct way *way; /* the fastest first, then those of which nobody knows; those that cannot run
                        last */
    size_t count;
    double seconds; /* that finding this out took */
};

/* Forecasts for the layout, order, precision, place and options of asked; its layout may be one
 * that chooses. built: output of choose_variant; if its layout is already there, the sweeps are
 * tried in it. Errors: those of facts_find; ERROR_UNSUPPORTED if the problem is a graph. */
enum status forecasts_make(const struct problem *problem, const struct variant *asked,
                           double epsilon, const struct probing *probing,
                           const struct built_layout *built, struct forecasts *out);
void forecasts_free(struct forecasts *forecasts);

struct choice {
    struct variant variant;
    char note[200]; /* what was chosen and why; "": there is nothing to say */
    bool uploaded;  /* what was built lies at its place */
    double upload;  /* s, that this took */
};

/* out->variant = asked, or what its method chooses. On a device the choice is made in the layout
 * that runs: *built, a zeroed one, then has it. epsilon: of the error. Errors: those of
 * forecasts_make, build_layout and stored_upload. */
enum status choose_variant(const struct problem *problem, const struct variant *asked,
                           double epsilon, struct built_layout *built, struct choice *out);
