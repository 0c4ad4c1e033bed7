/* Attributes, styles and paths of a picture, in few bytes. */
#pragma once

#include <stdio.h>

#include "harness/report/svg_tag.h"

struct svg_out {
    const char *prefix; /* of every id that a value names */
    FILE *out;
};

/* With one digit behind the point, if that is not 0. */
void svg_put_number(double number, FILE *out);

void svg_put_attribute(const struct svg_out *to, struct piece name, struct piece value);

/* Returns whether the attribute can be left out: it has its default value, or is font-family or
 * gridline. */
bool attribute_is_default(const struct attribute *a);

/* Its value; currentColor is what the style says. */
struct piece attribute_value(const struct style *style, const struct attribute *a);

/* All attributes but defaults; the colour only where it is wanted. */
void svg_put_style(const struct svg_out *to, const struct style *style, bool colour);

/* The data of a path: M, L and Z, also points alone, as polygons have them. What else there is, and
 * all behind it, as it was. */
void svg_put_data(struct piece data, FILE *out);
