/* What ranks send to each other, in rounds: each puts what it has for others into boxes, and then
 * all exchange them. Who limits what it puts in a round limits what all have to keep. */
#pragma once

#include "solvers/part_counts.h"
#include "solvers/ranks/meet.h"

struct box {
    char *bytes;
    size_t used, room;
};

struct mail {
    struct box out[MOST_PARTS], in[MOST_PARTS]; /* for and from each rank */
    uint64_t waiting;                           /* bytes in the boxes of out */
};

enum { MAIL_ENOUGH = 1 << 20 }; /* bytes that a rank puts in a round, about */

/* Errors: ERROR_HOST_MEMORY, of this rank alone. */
enum status mail_put(struct mail *mail, int rank, const void *bytes, size_t size);

/* All ranks together: what was put is in the others' boxes of in, in the order in which it was put.
 * mine: what this rank has to say before. Errors, the same on all ranks: that of one of them;
 * ERROR_HOST_MEMORY. */
enum status mail_exchange(struct mail *mail, enum status mine);
void mail_free(struct mail *mail); /* accepts a zeroed one, leaves one */
