/* What a rank works with, for the files of this folder that compute. */
#pragma once

#include "solvers/ranks/rank_ops.h"

struct rank_here {
    const struct place *member;
    const struct vec_ops *vec; /* of the member */
    size_t size;               /* of a number, bytes */
    const struct rank_local *local;
    uint64_t first; /* own row, of all */
    const struct rank_ops *device; /* NULL: on the host, by MPI */
    char *room;                    /* of the host: entries on their way */
};

extern struct rank_here rank_here;

/* Brings the halo of x from the other ranks; on GPUs enqueued. */
enum status ranks_exchange(const void *x);

extern const struct mat_ops mat_ops_ranks;
extern const struct vec_ops vec_ops_ranks; /* those that are of all ranks; the others are NULL */
struct vec_ops rank_vectors(const struct vec_ops *member); /* with the member's own */
