/* Forecasts the time of all ways to solve a problem at a place; and method auto, which takes the
 * fastest of them before the layout is built. */
#pragma once

#include "harness/case/build_layout.h"
#include "harness/case/variant.h"
#include "harness/forecast/facts.h"

struct way {
    struct variant variant;
    struct forecast forecast;
    double seconds;    /* forecast from the matrix to the answer, in s; infinite: unknown, or it
                          cannot run */
    char why_not[200]; /* why it cannot run here; "" if it can */
};

struct forecasts {
    struct facts facts;
    struct way *way; /* fastest first, then those with unknown time; those that cannot run last */
    size_t count;
    double seconds; /* time of forecasting */
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
    char note[200]; /* what was chosen and why; "" if there is nothing to say */
    bool uploaded;  /* the built layout is already uploaded to its place */
    double upload;  /* time of the upload in s */
};

/* Sets out->variant to asked, or to the choice of its method. On a device the choice is tried in
 * the layout that will run, which *built, zeroed before, then has. epsilon: of the error. Errors:
 * those of forecasts_make, build_layout and stored_upload. */
enum status choose_variant(const struct problem *problem, const struct variant *asked,
                           double epsilon, struct built_layout *built, struct choice *out);
