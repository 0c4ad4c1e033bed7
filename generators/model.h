/* A model: integer variables, and for each state its transitions. What a model's file defines, and
 * what the shared walk in explore.h turns into a chain, numbered as PRISM numbers it: by the
 * lexicographic order of the reachable states, the first variable being the most significant one */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/sparse/chain.h"
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

/* For a model's check(): refuses, before anything is done, a chain of so many states and
 * transitions that this machine cannot hold. */
enum status model_must_fit(const char *name, double states, double transitions);

/* Where step() puts the transitions of one state. */
struct step;

/* DTMC: opens the next enabled command; several are taken with equal probability. A CTMC has no
 * need of it. */
void step_command(struct step *step);

/* A transition to the state next (all variables) with a probability (of the command opened last) or
 * rate. action tells transitions apart for rewards; 0 where none do. */
void step_to(struct step *step, const int *next, double value, int action);

/* DTMC: every distinct successor of this state is equally likely, whatever the values; the first
 * transition to each gives its action. */
void step_evenly(struct step *step);

/* A Markov decision process becomes a chain in one of two ways. The union has the non-zero
 * structure of all choices together, as structure plots show it, and its successors are equally
 * likely, so that it is a chain too. */
enum { CHOICES_UNIFORM, CHOICES_UNION };
extern const char *const mdp_choices[];
#define MDP_CHOICES                                                                           \
    {                                                                                         \
        "choices",                                                                            \
            "uniform: each enabled choice is equally likely; union: each distinct successor " \
            "under any choice is",                                                            \
            PARAMETER_CHOICE, "uniform", .choices = mdp_choices                               \
    }

/* Holds where the function says so or, without one, where the variable has this value. */
struct model_label {
    const char *name;
    bool (*holds)(const union argument *a, const int *state);
    int variable, value;
};

bool label_holds(const struct model_label *label, const union argument *a, const int *state);

/* Of a state, and of its transitions: NULL functions give nothing, an action gives 1 to each of its
 * transitions. */
struct model_reward {
    const char *name;
    double (*state)(const union argument *a, const int *state);
    double (*transition)(const union argument *a, const int *state, int action);
    int action; /* 0: none */
};

/* As in problems/property.h: labels by name, with '!' to negate; the first property is the paper's.
 */
struct model_property {
    const char *title; /* in PRISM's notation */
    const char *steady, *goal, *avoid, *reward;
    const char *filter; /* "max", "min", "avg" or NULL */
    uint64_t steps;     /* the default bound of a bounded property in steps, 0: none ... */
    double time;        /* ... or in time, 0: none */
    bool at_once;       /* the user's bound is 0; steps and time are 0 then */
};

enum { MODEL_ENTRIES = 9 };

struct model {
    enum chain_type type;
    /* NULL, or what the parameters' ranges cannot say: odd values, sizes beyond this machine's
     * memory. Called before anything is allocated. Errors: ERROR_INPUT. */
    enum status (*check)(const union argument *a);
    void (*space)(const union argument *a, struct space *out);
    /* calls step_to for every transition of state; none at all is a deadlock */
    void (*step)(const union argument *a, const int *state, struct step *out);
    /* Each list ends with a NULL. "init" and "deadlock" come by themselves. */
    struct model_label labels[MODEL_ENTRIES];
    struct model_reward rewards[MODEL_ENTRIES];
    struct model_property properties[MODEL_ENTRIES];
    const char *counts; /* closed form of states and transitions, or NULL */
};
