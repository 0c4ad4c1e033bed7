/* A generator makes a problem from parameters: `random_dd:n=2000,density=0.1,seed=7`. Each has one
 * file and one line in generators.def. Its table has the names, types, ranges and defaults of the
 * parameters; the checks are done here, once, before make() sees a value. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/closed/closed.h"
#include "base/sparse/chain.h"
#include "base/sparse/linear.h"
#include "base/status.h"

enum parameter_type { PARAMETER_COUNT, PARAMETER_REAL, PARAMETER_CHOICE, PARAMETER_TEXT };

struct parameter {
    const char *name, *title;
    enum parameter_type type;
    const char *fallback; /* the default, as a user would write it; NULL: the parameter is required;
                             "": it may be left out */
    double min, max;      /* COUNT and REAL: the closed range ... */
    int above;            /* ... without min itself, if this is set */
    const char *const *choices; /* CHOICE: ends with NULL */
};

enum { MAX_TEXT = 255 };
#define COUNT_LEFT_OUT UINT64_MAX

/* One checked value: count, real, index of a choice, or text. If it is left out: COUNT_LEFT_OUT,
 * NaN, -1, "". */
union argument {
    uint64_t count;
    double real;
    int choice;
    char text[MAX_TEXT + 1];
};

static inline bool count_given(const union argument *argument)
{
    return argument->count != COUNT_LEFT_OUT;
}

/* Additional parameters. With a model: `property`, and `steps` and `time`, the bounds of a bounded
 * property; with a model of a decision process also `choices`. With a Kripke structure: `property`,
 * `merge` and `stored`. With a closed form or a maker of rows: `matrix`. Their values come last:
 * arguments[CHOICES] and so on. */
enum {
    MAX_PARAMETERS = 12,
    CHOICES = MAX_PARAMETERS,
    PROPERTY,
    STEPS,
    TIME,
    MATRIX,
    MAX_ARGUMENTS,
    MERGE = STEPS,
    STORED = TIME
};

enum { MATRIX_STORED, MATRIX_NONE }; /* the values of MATRIX */

/* The values of CHOICES: a decision process (MDP), or one of two ways of making it a chain. The
 * union has the non-zero structure of all choices together, for structure plots; its successors are
 * equally likely, so it is a chain too. */
enum { CHOICES_UNIFORM, CHOICES_UNION, CHOICES_MDP };

struct model;
struct kripke;

/* Functions with which any process can make a range of rows, so that no process needs all of them
 * (matrix=none). The rows are the same as the stored ones, bit for bit. Errors of all:
 * ERROR_HOST_MEMORY, and ERROR_INPUT from `size` if there are no such rows for the parameters or
 * their property. */
struct row_maker {
    /* Sets off->rows and off->nnz of the system. */
    enum status (*size)(const union argument *arguments, struct csr *off);
    /* Fills off->row, which has room, with the row starts. */
    enum status (*count)(const union argument *arguments, struct csr *off);
    /* Fills the rows of a part (rows->a.first). Entries and diagonal have room, and off.row has the
     * row starts, the first at 0; columns are those of the whole matrix. */
    enum status (*fill)(const union argument *arguments, struct linear *rows);
    /* Fills b and x0 of all rows, which have room. NULL for long runs. */
    void (*vectors)(const union argument *arguments, uint32_t n, struct linear *out);
    const struct made_long_run *long_run; /* NULL: a linear system */
};

/* Values of a long run whose states are one closed class, for property arguments[PROPERTY]. */
struct made_long_run {
    double (*weight)(const union argument *arguments, uint64_t i); /* reward, or 1 for a label */
    uint64_t (*initial)(const union argument *arguments);          /* the initial state */
    uint32_t period;                                               /* period of the jump chain */
    /* Returns the cyclic class of state i, 0 .. period - 1. Transitions lead from class k to k + 1,
     * and from the last one to 0. */
    uint32_t (*phase)(const union argument *arguments, uint64_t i);
};

struct generator {
    const char *name, *title;
    const char *source;                              /* paper, or model's origin */
    struct parameter parameters[MAX_PARAMETERS + 1]; /* ends with a NULL name */
    /* One of the three; arguments are in the order of parameters. */
    enum status (*make)(const union argument *arguments, struct linear *out);
    /* Optional, together with make: the chain whose probabilities of reaching label "goal" are the
     * solution of the system. */
    enum status (*chain)(const union argument *arguments, struct chain *out);
    const struct model *model; /* a chain with properties: see model.h */
    /* Optional, together with a model: the rows of the system of property arguments[PROPERTY] in
     * closed form; CLOSED_NONE if they have none. Errors: ERROR_INPUT if check would refuse the
     * parameters on any machine. */
    enum status (*closed)(const union argument *arguments, struct closed_rows *out);
    const struct row_maker *maker; /* together with make or a model; or NULL */
    const struct kripke *kripke;   /* products with automata: see kripke.h */
};

extern const struct generator *const generators[];
extern const int generator_count;

/* The generator called name, or NULL. */
const struct generator *find_generator(const char *name);

/* The parameter at index k of the arguments; NULL if the generator has none there. */
const struct parameter *generator_parameter(const struct generator *generator, int k);

/* Parses "a=1,b=2" (may be empty) for the parameters of generator. Errors: ERROR_INPUT that names
 * generator, parameter, value, and the range or nearest name. */
enum status generator_arguments(const struct generator *generator, const char *text,
                                union argument out[MAX_ARGUMENTS]);
