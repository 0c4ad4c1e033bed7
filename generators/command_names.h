/* Names of choices while a model is explored: one number each, and at the end the texts. */
#pragma once

#include "generators/model.h"

enum { COMMAND_NUMBERS = 1 << 24 };

/* A name of model.commands and a number, or NO_NUMBER, as one number; 0: no name. */
static inline uint32_t command_name(int name, int number)
{
    return (uint32_t)name * COMMAND_NUMBERS + (uint32_t)(number + 1);
}

/* Replaces the numbers in actions->of, one for each of `rows` choices, by indices of the names that
 * occur: in the order of model.commands, each by ascending numbers. Frees `of` if there are none.
 * Errors: ERROR_HOST_MEMORY. */
enum status command_names(const struct model *model, uint32_t rows, struct actions *actions);
