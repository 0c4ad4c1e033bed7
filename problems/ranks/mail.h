/* Messages between ranks, in rounds: each rank puts its data for others into boxes, and then all
 * ranks exchange them. If ranks limit the data that they put in a round, this limits the memory
 * that all need. */
#pragma once

#include "solvers/part_counts.h"
#include "solvers/ranks/meet.h"

struct box {
    char *bytes;
    size_t used, room;
};

struct mail {
    struct box out[MOST_PARTS], in[MOST_PARTS]; /* out: data for each rank; in: data from each
                                                   rank */
    uint64_t waiting;                           /* bytes in the boxes of out */
};

enum { MAIL_ENOUGH = 1 << 20 }; /* approximate limit of bytes that a rank should put in a round */

/* Errors: ERROR_HOST_MEMORY, only on this rank. */
enum status mail_put(struct mail *mail, int rank, const void *bytes, size_t size);

/* All ranks call this together. Moves the data to the `in` boxes of the receivers, in the order in
 * which it was put. mine: status of this rank before the exchange. Errors, the same on all ranks:
 * that of one of them; ERROR_HOST_MEMORY. */
enum status mail_exchange(struct mail *mail, enum status mine);
void mail_free(struct mail *mail); /* accepts a zeroed one, leaves one */
