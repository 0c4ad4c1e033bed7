/* What ranks ask of MPI. Implementations of MPI differ in their binary interface, so link_mpi.c is
 * a shared object of its own, made by mpicc (ranks_mpi.so beside the program) and loaded by the
 * processes that are ranks only. Whatever fails within MPI ends all ranks. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { LINK_VERSION = 1 };

struct link_self {
    int rank, size;
    int local_rank, local_size; /* among the ranks of this host */
};

/* Bytes to or from a rank. Those for one rank come in the order in which they were sent. */
struct link_piece {
    int rank;
    void *at;
    uint64_t bytes;
};

struct ranks_link {
    int version;
    void (*start)(struct link_self *out);
    void (*end)(void); /* waits for all */
    /* Sends and receives; waits until all has arrived. */
    void (*exchange)(int nsent, const struct link_piece *sent, int nreceived,
                     const struct link_piece *received);
    /* all = what every rank has at mine, in the order of ranks */
    void (*gather)(const void *mine, size_t bytes, void *all);
    int (*any)(int bits); /* the bits of all */
    void (*broadcast)(void *at, size_t bytes, int from);
    /* The same from rank 0, where it may take long: ranks sleep meanwhile, and leave their cores.
     */
    void (*await)(void *at, size_t bytes);
    void (*barrier)(void);
    void (*abort)(int code); /* ends all ranks */
};

extern const struct ranks_link ranks_link; /* the one symbol of the shared object */
