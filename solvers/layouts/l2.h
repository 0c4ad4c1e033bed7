/* Option cache of cmsr and cwl: what the L2 cache of a GPU keeps while rows are summed up. A sweep
 * reads each word of the matrix once, but an entry of x several times. All loads look the same to
 * the cache, so words push entries of x out that later rows need. */
#pragma once

#include "solvers/options.h"

enum l2_cache {
    L2_PLAIN,  /* what was used last */
    L2_PREFER, /* x: all other data is streamed, which is pushed out first */
    L2_RESERVE /* x in a part of the cache that is reserved for it; all other data is streamed */
};

struct l2_options {
    enum l2_cache cache;
};

extern const struct option l2_options[];
