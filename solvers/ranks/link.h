/* The MPI functions that ranks use. Implementations of MPI differ in their binary interface. So
 * link_mpi.c is a separate shared object, compiled by mpicc (ranks_mpi.so beside the program); only
 * processes that are ranks load it. A failure within MPI ends all ranks. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { LINK_VERSION = 1 };

struct link_self {
    int rank, size;
    int local_rank, local_size; /* among the ranks of this host */
};

/* Bytes to or from a rank. Pieces for one rank arrive in the order in which they were sent. */
struct link_piece {
    int rank;
    void *at;
    uint64_t bytes;
};

struct ranks_link {
    int version;
    void (*start)(struct link_self *out);
    void (*end)(void); /* waits for all ranks */
    /* Sends and receives; waits until all has arrived. */
    void (*exchange)(int nsent, const struct link_piece *sent, int nreceived,
                     const struct link_piece *received);
    /* all = the bytes at `mine` of every rank, in the order of ranks */
    void (*gather)(const void *mine, size_t bytes, void *all);
    int (*any)(int bits); /* returns the bits of all ranks, joined by or */
    void (*broadcast)(void *at, size_t bytes, int from);
    /* Broadcasts from rank 0, when this may take long: ranks sleep meanwhile, and leave their cores
     * free. */
    void (*await)(void *at, size_t bytes);
    void (*barrier)(void);
    void (*abort)(int code); /* ends all ranks */
};

extern const struct ranks_link ranks_link; /* the one symbol of the shared object */
