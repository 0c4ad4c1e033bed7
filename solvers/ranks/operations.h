/* State of a rank, for the files of this folder that compute. */
#pragma once

#include "solvers/ranks/rank_ops.h"

struct rank_here {
    const struct place *member;
    const struct vec_ops *vec; /* vector operations of the member */
    size_t size;               /* bytes of a number */
    const struct rank_local *local;
    uint64_t first;                /* its first unknown */
    const struct rank_ops *device; /* NULL: on the host, by MPI */
    char *room;                    /* on the host: memory for entries to send */
};

extern struct rank_here rank_here;

/* Gets the halo of x from the other ranks; on GPUs enqueued. */
enum status ranks_exchange(const void *x);

extern const struct mat_ops mat_ops_ranks;
extern const struct vec_ops vec_ops_ranks; /* operations over all ranks; the others are NULL */
struct vec_ops rank_vectors(const struct vec_ops *member); /* these, with the member's for the
                                                              rest */
