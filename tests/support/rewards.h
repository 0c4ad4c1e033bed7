/* Rewards as an array of their own, which is how tests compare them. */
#ifndef WARPMARK_TESTS_SUPPORT_REWARDS_H
#define WARPMARK_TESTS_SUPPORT_REWARDS_H

#include "datasets/formats/prism/prism.h"

/* Reads PRISM's rewards from path; the chain stays as it was. *out is NULL on failure. */
enum status read_reward(const char *path, struct chain *chain, double **out);

#endif
