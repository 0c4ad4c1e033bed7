#include "solvers/layouts/l2.h"

const struct option l2_options[] = {
    {OPTION(struct l2_options, cache),
     .title = "what the L2 cache of a GPU keeps. plain: what was used last; prefer: entries of x "
              "longer than other data; reserve: entries of x, in a part that is reserved for them",
     OPTION_WORDS("plain", "prefer", "reserve"), .needs = ON_ONE_GPU},
    {0}};
