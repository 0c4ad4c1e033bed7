/* A Kripke structure: integer variables, the successors of each state, and atomic propositions. A
 * model's file defines it, and explore_product makes the product with the automaton of a
 * property. */
#pragma once

#include "generators/model.h"

/* step() calls this for each successor of a state, in the order of processes and, inside a process,
 * of its commands. The same successor again is another edge. */
struct moves;
void move_to(struct moves *moves, const int *next);

/* An edge of the automaton that accepts the runs that violate the property. State 0 is initial. The
 * formula is over the property's own propositions, in the notation of
 * base/automata/boolean_formula.h. */
struct kripke_edge {
    int from, to;
    const char *formula; /* NULL: the end */
};

enum { PROPERTY_NAMES = 4, PROPERTY_EDGES = 12, KRIPKE_PROPERTIES = 4 };

struct kripke_property {
    int number;        /* property=number, as BEEM numbers the model's properties */
    const char *title; /* in LTL */
    const char *names[PROPERTY_NAMES];
    struct kripke_edge edges[PROPERTY_EDGES];
    uint64_t accepting; /* bit q: state q */
};

/* Automata for the negations of G F p, of G (p -> F c) and of F p. */
#define INFINITELY_OFTEN(beem, p)                                               \
    {                                                                           \
        .number = beem, .title = "G F " p, .names = {p},                        \
        .edges = {{0, 0, "t"}, {0, 1, "!0"}, {1, 1, "!0"}}, .accepting = 1 << 1 \
    }
#define RESPONSE(beem, p, c)                                                        \
    {                                                                               \
        .number = beem, .title = "G (" p " -> F " c ")", .names = {p, c},           \
        .edges = {{0, 0, "t"}, {0, 1, "0 & !1"}, {1, 1, "!1"}}, .accepting = 1 << 1 \
    }
#define EVENTUALLY(beem, p)                                                     \
    {                                                                           \
        .number = beem, .title = "F " p, .names = {p}, .edges = {{0, 0, "!0"}}, \
        .accepting = 1 << 0                                                     \
    }

struct kripke {
    /* As in struct model. */
    enum status (*check)(const union argument *a);
    void (*space)(const union argument *a, struct space *out);
    void (*step)(const union argument *a, const int *state, struct moves *out);
    struct model_label propositions[MODEL_ENTRIES];       /* ends with a NULL name */
    struct kripke_property properties[KRIPKE_PROPERTIES]; /* the paper's first; ends likewise */
};
