/* Writes attributes, styles and paths of a picture in few bytes. */
#pragma once

#include <stdio.h>

#include "plots/report/svg_tag.h"

struct svg_out {
    const char *prefix; /* put in front of every id in a value */
    FILE *out;
};

/* Prints a number with one decimal, unless that is 0. */
void svg_put_number(double number, FILE *out);

void svg_put_attribute(const struct svg_out *to, struct piece name, struct piece value);

/* Returns whether the attribute can be left out: it has its default value, or is font-family or
 * gridline. */
bool attribute_is_default(const struct attribute *a);

/* Returns the value; for currentColor that of the style. */
struct piece attribute_value(const struct style *style, const struct attribute *a);

/* Writes all attributes but defaults; `color` only if requested. */
void svg_put_style(const struct svg_out *to, const struct style *style, bool colour);

/* Writes the data of a path: M, L and Z, or only points, as polygons have them. From another
 * command on, the rest stays as it was. */
void svg_put_data(struct piece data, FILE *out);
