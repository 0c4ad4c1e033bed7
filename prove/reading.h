/* What the stored numbers of a problem stand for. Internal to prove/. */
#pragma once

#include "problems/problem.h"

/* Each number of the model stands for all that round to it. */
struct reading reading_of_model(const struct problem *problem);

/* What was meant, in words, where `model` was asked for or not. */
const char *reading_note(const struct problem *problem, bool model);
