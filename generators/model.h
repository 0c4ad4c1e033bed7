/* A model: integer variables, and for each state its transitions. What a model's file defines, and what the shared walk in
 * explore.h turns into a chain, numbered as PRISM numbers it: by the lexicographic order of the reachable states, the first
 * variable being the most significant one. */
#ifndef WARPMARK_GENERATORS_MODEL_H
#define WARPMARK_GENERATORS_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/chain.h"
#include "generators/generator.h"

enum { MAX_VARIABLES = 64, MAX_VARIABLE_NAME = 15 };

/* The variables of an instance: low[k] <= value <= high[k], and the state it starts in. */
struct space {
    int count;
    char name[MAX_VARIABLES][MAX_VARIABLE_NAME + 1];
    int low[MAX_VARIABLES], high[MAX_VARIABLES], initial[MAX_VARIABLES];
    bool all_initial; /* every combination of values is an initial state, and so reachable */
};

/* Appends a variable, called name, or name and number where number is not 0. */
void space_add(struct space *space, const char *name, int number, int low, int high, int initial);

/* Where step() puts the transitions of one state. */
struct step;

/* DTMC: opens the next enabled command; several are taken with equal probability. A CTMC has no need of it. */
void step_command(struct step *step);

/* A transition to the state next (all variables) with a probability (of the command opened last) or rate. action tells
 * transitions apart for rewards; 0 where none do. */
void step_to(struct step *step, const int *next, double value, int action);

struct model_label {
    const char *name;
    bool (*holds)(const union argument *a, const int *state);
};

struct model_reward {
    const char *name;
    double (*state)(const union argument *a, const int *state);                 /* NULL: none */
    double (*transition)(const union argument *a, const int *state, int action); /* NULL: none */
};

/* As in problems/property.h: labels by name, with '!' to negate; the first property is the paper's. */
struct model_property {
    const char *title; /* in PRISM's notation */
    const char *steady, *goal, *avoid, *reward;
    const char *filter; /* "max", "min", "avg" or NULL */
};

struct model {
    enum chain_type type;
    void (*space)(const union argument *a, struct space *out);
    /* calls step_to for every transition of state; none at all is a deadlock */
    void (*step)(const union argument *a, const int *state, struct step *out);
    const struct model_label *labels;         /* ends with a NULL name; "init" and "deadlock" come by themselves */
    const struct model_reward *rewards;       /* ends with a NULL name */
    const struct model_property *properties;  /* ends with a NULL title */
    const char *counts;                       /* closed form of states and transitions, or NULL */
};

#endif
