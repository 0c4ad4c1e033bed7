/* Gives the names in a property their meaning: constants, formulas, labels and other properties. */
#pragma once

#include "problems/properties/formula_read.h"

struct bindings {
    const char *constants;                  /* N=4,p=1/3, as the user gave them; NULL: none */
    const struct property_file *properties; /* a file of properties; NULL: none */
    const struct property_file *model;      /* definitions of a model: only its constants are used;
                                               NULL: none */
};

/* Replaces constants by their values, and formulas, labels and named properties of the file by what
 * they stand for. Other names stay. Errors: ERROR_INPUT (a constant without a value, a definition
 * that needs itself), with the column; ERROR_HOST_MEMORY. */
enum status formula_bind(const struct bindings *bindings, struct formula **inout);

/* A part of a property that only the builder of the model can decide. */
struct taken_label {
    char *name;              /* of the label, or of the reward of states, that stands for it now */
    bool number;             /* it is a number in each state */
    char *text;              /* the formula */
    struct formula *formula; /* the same */
    size_t column;           /* in the user's text */
};

struct taken_labels {
    size_t count;
    struct taken_label *labels;
};

/* Replaces the largest formulas over variables by labels, and the largest numbers over variables by
 * names (FORMULA_NAME), which are added to *out. model: in PRISM's language, where a variable that
 * stands alone may be true or false; NULL: it is a number. Errors: ERROR_HOST_MEMORY. */
enum status formula_take_labels(struct formula **inout, const char *model,
                                struct taken_labels *out);
void taken_labels_free(struct taken_labels *labels); /* accepts a zeroed one, leaves one */

/* Calls `visit` for each leaf of this kind, in order, until it fails. */
enum status formula_leaves(const struct formula *formula, enum formula_kind kind,
                           enum status (*visit)(const struct formula *leaf, void *with),
                           void *with);
