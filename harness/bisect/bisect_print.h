/* Prints the result of a search, for people and for programs. */
#pragma once

#include <stdio.h>

#include "harness/bisect/bisect.h"

void bisect_print(const struct bisection *found, const struct bisect_request *request, FILE *out);
void bisect_print_json(const struct bisection *found, const struct bisect_request *request,
                       FILE *out);
