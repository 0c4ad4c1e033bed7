/* Rewards as an array of their own, which is how tests compare them. */
#pragma once

#include "datasets/formats/prism/prism.h"

/* Reads PRISM's rewards from path; the chain stays as it was. *out is NULL on failure. */
enum status read_reward(const char *path, struct chain *chain, double **out);
