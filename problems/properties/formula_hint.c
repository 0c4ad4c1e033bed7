/* What to do about mistakes in properties that are often made. */
#include <stddef.h>

#include "problems/properties/formula_reader.h"

const char *formula_hint(const struct formula_reader *reader, struct formula_span span)
{
    return NULL;
}
