/* A model: variables, integers or truths, and the transitions of each state. A model's file defines
 * it, and the shared walk in explore.h makes the chain. States are numbered as in PRISM: in
 * lexicographic order of the reachable states, the first variable being the most significant one.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/sparse/chain.h"
#include "generators/generator.h"

enum { MAX_VARIABLES = 64, MAX_VARIABLE_NAME = 15 };

/* The variables of an instance: low[k] <= value <= high[k], and the initial state. */
struct space {
    int count;
    char name[MAX_VARIABLES][MAX_VARIABLE_NAME + 1];
    int low[MAX_VARIABLES], high[MAX_VARIABLES], initial[MAX_VARIABLES];
    bool truth[MAX_VARIABLES]; /* false as 0 and true as 1 */
    bool all_initial;          /* every combination of values is an initial state */
    /* Several initial states: those for which it returns true. NULL: the one above. */
    bool (*is_initial)(const union argument *a, const int *state);
};

/* Appends a variable, called name, followed by number if that is not 0. */
void space_add(struct space *space, const char *name, int number, int low, int high, int initial);
/* The same for a variable that is true or false. */
void space_add_truth(struct space *space, const char *name, int number, bool initial);

/* For a model's check(): refuses a chain with this many states and transitions if this machine
 * cannot store it, before any work is done. */
enum status model_must_fit(const char *name, double states, double transitions);
/* The same for a decision process. */
enum status decisions_must_fit(const char *name, double states, double choices, double transitions);

/* Collects the transitions of one state; step() fills it. */
struct step;

/* DTMC: begins the next enabled command, which has a transition; enabled commands have equal
 * probabilities. In a decision process it is the next choice. A CTMC does not need this. */
void step_command(struct step *step);

/* The same with a name, which a choice keeps: that of model.commands, followed by number unless it
 * is NO_NUMBER. Numbers are below 10^6. */
enum { NO_NUMBER = -1 };
void step_named(struct step *step, int name, int number);

/* Adds a transition to the state next (all variables) with a probability (within the last command)
 * or rate. action distinguishes transitions for rewards; 0 if no reward needs it. */
void step_to(struct step *step, const int *next, double value, int action);

/* DTMC: gives all distinct successors of this state equal probabilities, whatever the values; the
 * first transition to each determines its action. */
void step_evenly(struct step *step);

/* A label holds if the function returns true or, without a function, if the variable has this
 * value. */
struct model_label {
    const char *name;
    bool (*holds)(const union argument *a, const int *state);
    int variable, value;
};

bool label_holds(const struct model_label *label, const union argument *a, const int *state);

/* Reward of a state and of its transitions. NULL functions give 0; an action gives 1 to each of its
 * transitions. */
struct model_reward {
    const char *name;
    double (*state)(const union argument *a, const int *state);
    double (*transition)(const union argument *a, const int *state, int action);
    int action; /* 0: none */
};

/* A property as in problems/property.h: labels by name, with '!' for negation; the first property
 * is the paper's. */
struct model_property {
    const char *title; /* in PRISM's notation */
    const char *steady, *goal, *avoid, *reward;
    const char *filter; /* "max", "min", "avg" or NULL */
    uint64_t steps;     /* the default bound of a bounded property in steps, 0: none ... */
    double time;        /* ... or in time, 0: none */
    bool at_once;       /* the user gave the bound 0; then steps and time are 0 */
};

enum { MODEL_ENTRIES = 9 };

/* Whether a model is a decision process, and what its parameter `choices` is by default. */
enum decides { DECIDES_NOTHING, DECIDES_BY_CHANCE, DECIDES };

struct model {
    enum chain_type type; /* a decision process is a CHAIN_DTMC with choices=uniform */
    enum decides decides;
    /* Checks what the ranges of the parameters cannot express, such as odd values or sizes beyond
     * this machine's memory; may be NULL. Called before anything is allocated. Errors:
     * ERROR_INPUT. */
    enum status (*check)(const union argument *a);
    void (*space)(const union argument *a, struct space *out);
    /* Calls step_to for every transition of state; a state without transitions is a deadlock. */
    void (*step)(const union argument *a, const int *state, struct step *out);
    /* Names of commands, from 1 on, for step_named: those of PRISM's model, where it has any. Ends
     * with NULL. */
    const char *commands[MODEL_ENTRIES];
    /* Each list ends with a NULL. The labels "init" and "deadlock" are added automatically. */
    struct model_label labels[MODEL_ENTRIES];
    struct model_reward rewards[MODEL_ENTRIES];
    struct model_property properties[MODEL_ENTRIES];
    /* Properties of a decision process, as they stand behind `prop=`; of its chains, too, if there
     * are no others. Ends with NULL. */
    const char *questions[MODEL_ENTRIES];
    const char *counts; /* closed form of states and transitions, or NULL */
    int roundings;      /* most roundings of a value of step_to, or of a reward, but one */
};

/* CHAIN_MDP if the arguments say choices=mdp. */
enum chain_type model_type(const struct model *model, const union argument *arguments);

/* Returns whether the properties of a model with these arguments are its questions. */
bool model_has_questions(const struct model *model, const union argument *arguments);
