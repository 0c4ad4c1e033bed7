/* Reads properties, and files of properties, in PRISM's notation. */
#pragma once

#include "problems/properties/formula.h"

/* Reads all of text, such as `P=?["a" U[2,5] s=7 & !"b"]`. Errors: ERROR_INPUT with the column
 * (from 1) of the first word that is not allowed at its place, and what is; ERROR_HOST_MEMORY. *out
 * is NULL then. */
enum status formula_read(const char *text, struct formula **out);

/* One definition of a file of properties: `const double T = 5;`, `const int N;`, `label "a" =
 * x>1;`, `formula f = x+1;`, or a property with or without a name. */
enum definition_kind { DEFINES_CONSTANT, DEFINES_LABEL, DEFINES_FORMULA, DEFINES_PROPERTY };

struct definition {
    enum definition_kind kind;
    char *name; /* NULL: a property without one */
    char *type; /* of a constant: int, double or bool; else NULL */
    char *text; /* what it is, as written, without comments and the ';'; NULL: a constant
                   without a value */
    struct formula *formula; /* the same as a tree; NULL: a constant without a value, or a property
                                that cannot be read */
    char *problem;           /* why a property cannot be read; NULL: it can */
    size_t line;             /* where it begins, from 1; 0: in a file without lines */
};

struct property_file {
    size_t count;
    struct definition *definitions;
};

/* Returns the next property behind `after` (NULL: the first), or NULL. */
const struct definition *next_property(const struct property_file *file,
                                       const struct definition *after);

/* *out = the property with this name, or with this number from 1; NULL: none. Errors: ERROR_INPUT
 * if there are properties, but not so many. */
enum status pick_property(const struct property_file *file, const char *asked,
                          const struct definition **out);

/* Reads a file of properties: what `path` holds. Properties may span lines; they end with ';', or
 * with an empty line or the end of the file where no bracket is open. Comments are `//` to the end
 * of the line. A property that cannot be read has a problem; if no property can be read, the file
 * is wrong. Errors: ERROR_INPUT with file, line and column; ERROR_IO; ERROR_HOST_MEMORY. *out is
 * zeroed then. */
enum status property_file_read(const char *path, struct property_file *out);
/* The same for a text that is already there; path is for messages. Definitions other than
 * properties are also found in a model in PRISM's language when model is true: all else in it is
 * skipped. */
enum status property_text_read(const char *path, const char *text, bool model,
                               struct property_file *out);
void property_file_free(struct property_file *file);
