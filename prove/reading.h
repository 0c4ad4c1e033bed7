/* What the stored numbers of a problem stand for. Internal to prove/. */
#pragma once

#include "problems/problem.h"

/* Each number of the model stands for all that round to it. */
struct reading reading_of_model(const struct problem *problem);

const char *reading_note(const struct problem_proof *proof);
