/* Models in JANI: their properties in PRISM's notation, and formulas over their variables. A text
 * here is that of a whole file. */
#pragma once

#include "problems/properties/bind.h"

/* *out = the constants of a model, and its properties, of which those that PRISM's notation cannot
 * say have a problem. path: for messages. Errors: ERROR_INPUT if text is no model in JANI;
 * ERROR_HOST_MEMORY. *out is zeroed then. */
enum status jani_definitions(const char *path, const char *text, struct property_file *out);

/* Gives the names that are left in a property their meaning: a transient variable of type bool is a
 * label, others stay. Errors: ERROR_INPUT with the column of a name that is no variable;
 * ERROR_HOST_MEMORY. */
enum status jani_bind(const char *text, struct formula **inout);

/* *out (new) = the model with labels and rewards for these formulas, and without its properties,
 * which a builder may not know; all else is as it was, byte by byte. Errors: ERROR_INPUT if text is
 * no model in JANI; ERROR_HOST_MEMORY. */
enum status jani_for_builder(const char *path, const char *text, const struct taken_labels *labels,
                             char **out);
