/* Opens a place while something else goes on, such as generating: a GPU takes some tenths of a
 * second. */
#pragma once

#include <pthread.h>

#include "solvers/place.h"

struct opening {
    const struct place *place;
    pthread_t thread;
    bool going;
};

void place_open_begin(const struct place *place, struct opening *out);

/* Waits until it is open, or cannot be opened: the next probe says why. */
void place_open_end(struct opening *opening);
