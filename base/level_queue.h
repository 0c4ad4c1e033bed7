/* A queue that all cores fill, level by level: while they visit the numbers of one level, each of
 * them collects some numbers of the next and appends them together. Internal to base/. */
#pragma once

#include <stdint.h>
#include <string.h>

struct level_queue {
    uint32_t *of; /* room for all numbers; each is in it at most once */
    uint32_t last;
};

/* Of one thread. Begin with count = 0. */
struct level_batch {
    uint32_t count, of[1 << 10];
};

static inline void level_batch_end(struct level_queue *queue, struct level_batch *batch)
{
    uint32_t at;
#pragma omp atomic capture
    {
        at = queue->last;
        queue->last += batch->count;
    }
    memcpy(queue->of + at, batch->of, batch->count * sizeof *batch->of);
    batch->count = 0;
}

static inline void level_batch_add(struct level_queue *queue, struct level_batch *batch, uint32_t i)
{
    batch->of[batch->count++] = i;
    if (batch->count == sizeof batch->of / sizeof *batch->of) level_batch_end(queue, batch);
}
