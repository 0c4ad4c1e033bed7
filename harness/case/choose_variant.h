/* All ways to solve a problem at a place, with what each should take; and method auto, whose place
 * the fastest takes before the layout is built. */
#pragma once

#include "harness/case/variant.h"
#include "harness/forecast/facts.h"

struct way {
    struct variant variant;
    struct forecast forecast;
    double seconds;    /* what it should take, from the matrix to the answer; infinite: unknown */
    char why_not[200]; /* why it cannot run here; "": it can */
};

struct forecasts {
    struct facts facts;
    struct way *way; /* the fastest first; those that cannot run last */
    size_t count;
    double seconds; /* that finding this out took */
};

/* Of the layout, order, precision, place and options of asked, whose layout may be one that
 * chooses. Errors: those of facts_find; ERROR_UNSUPPORTED where the problem is a graph. */
enum status forecasts_make(const struct problem *problem, const struct variant *asked,
                           double epsilon, const struct probing *probing, struct forecasts *out);
void forecasts_free(struct forecasts *forecasts);

/* *out = asked, or what its method chooses. note, "" where there is nothing to say, takes what was
 * chosen and why. epsilon: of the error. Errors: those of forecasts_make. */
enum status choose_variant(const struct problem *problem, const struct variant *asked,
                           double epsilon, struct variant *out, char *note, size_t size);
