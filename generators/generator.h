/* A generator makes a problem from parameters: `random_dd:n=2000,density=0.1,seed=7`. One file
 * each, one line in generators.def each. Names, types, ranges and defaults of the parameters stand
 * in its table; the checks are made here, once, before make() sees a value. */
#pragma once

#include <stdint.h>

#include "base/closed/closed.h"
#include "base/sparse/chain.h"
#include "base/sparse/linear.h"
#include "base/status.h"

enum parameter_type { PARAMETER_COUNT, PARAMETER_REAL, PARAMETER_CHOICE, PARAMETER_TEXT };

struct parameter {
    const char *name, *title;
    enum parameter_type type;
    const char *fallback; /* the default as a user would write it; NULL: must be given; "": may be
                             left out */
    double min, max;      /* COUNT and REAL: the closed range ... */
    int above;            /* ... but min itself is excluded where this is set */
    const char *const *choices; /* CHOICE: ends with NULL */
};

enum { MAX_TEXT = 255 };
#define COUNT_LEFT_OUT UINT64_MAX

/* One checked value: count, real, index of a choice, or text. Where left out: COUNT_LEFT_OUT, NaN,
 * -1, "". */
union argument {
    uint64_t count;
    double real;
    int choice;
    char text[MAX_TEXT + 1];
};

/* A generator with a model has three parameters beside its own: `property`, and `steps` and `time`,
 * the bounds of a bounded property; one with a Kripke structure has `property`, `merge` and
 * `stored`. Where rows have a closed form or a maker, there is `matrix`. Their values come last,
 * arguments[PROPERTY] and so on. */
enum {
    MAX_PARAMETERS = 12,
    PROPERTY = MAX_PARAMETERS,
    STEPS,
    TIME,
    MATRIX,
    MAX_ARGUMENTS,
    MERGE = STEPS,
    STORED = TIME
};

enum { MATRIX_STORED, MATRIX_NONE }; /* the values of MATRIX */

struct model;
struct kripke;

/* Rows that any process makes by itself, a range of them at a time, so that none needs have them
 * all (matrix=none). They have the bits of those that are stored. Errors of all: ERROR_HOST_MEMORY,
 * and ERROR_INPUT where `size` says that the parameters, or their property, have no such rows. */
struct row_maker {
    /* off->n and off->nnz of the system. */
    enum status (*size)(const union argument *arguments, struct csr *off);
    /* off->row, for which there is room: where each row begins. */
    enum status (*count)(const union argument *arguments, struct csr *off);
    /* Rows first .. first + rows->a.off.n - 1. There is room for entries and diagonal, and
     * off.row says where each row begins, the first at 0; columns are those of the whole. */
    enum status (*fill)(const union argument *arguments, uint64_t first, struct linear *rows);
    /* What is beside the rows, of all: b and x0, for which there is room. NULL where they are those
     * of a long run. */
    void (*vectors)(const union argument *arguments, uint32_t n, struct linear *out);
    const struct made_long_run *long_run; /* NULL: a linear system */
};

/* Of a long run whose states are one closed class, of property arguments[PROPERTY]. */
struct made_long_run {
    double (*weight)(const union argument *arguments, uint64_t i); /* reward, or 1 for a label */
    uint64_t (*initial)(const union argument *arguments);          /* the initial state */
    uint32_t period;                                               /* of the jump chain */
    /* Which of its cyclic classes state i is in, 0 .. period - 1; transitions lead from k to k + 1,
     * and from the last to 0. */
    uint32_t (*phase)(const union argument *arguments, uint64_t i);
};

struct generator {
    const char *name, *title;
    const char *source;                              /* paper, or model's origin */
    struct parameter parameters[MAX_PARAMETERS + 1]; /* ends with a NULL name */
    /* One of the three; arguments come in the order of parameters. */
    enum status (*make)(const union argument *arguments, struct linear *out);
    /* Beside make, or NULL: the chain that the system asks for the probability of reaching label
     * "goal" in. */
    enum status (*chain)(const union argument *arguments, struct chain *out);
    const struct model *model; /* a chain with properties: see model.h */
    /* Beside a model, or NULL: the rows of the system of property arguments[PROPERTY] in closed
     * form; CLOSED_NONE where they have none. Errors: ERROR_INPUT where check would refuse the
     * parameters whatever the memory. */
    enum status (*closed)(const union argument *arguments, struct closed_rows *out);
    const struct row_maker *maker; /* beside make or a model, or NULL */
    const struct kripke *kripke;   /* products with automata: see kripke.h */
};

extern const struct generator *const generators[];
extern const int generator_count;

/* The generator called name, or NULL. */
const struct generator *find_generator(const char *name);

/* The parameter at an index of the arguments; NULL where the generator has none there. */
const struct parameter *generator_parameter(const struct generator *generator, int k);

/* Parses "a=1,b=2" (text may be empty) against the parameters of generator. Errors: ERROR_INPUT
 * that names generator, parameter, value, and the range or nearest name. */
enum status generator_arguments(const struct generator *generator, const char *text,
                                union argument out[MAX_ARGUMENTS]);
