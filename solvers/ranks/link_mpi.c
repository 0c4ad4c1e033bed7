/* ranks_mpi.so: struct ranks_link by MPI. Made by mpicc; not a part of the program. */
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

#include "solvers/ranks/link.h"

enum { MOST_BYTES = 1 << 30, TAG = 1 }; /* largest message in bytes, because MPI counts with int */

static void link_mpi_start(struct link_self *out)
{
    MPI_Comm host;
    int level;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &out->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &out->size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, out->rank, MPI_INFO_NULL, &host);
    MPI_Comm_rank(host, &out->local_rank);
    MPI_Comm_size(host, &out->local_size);
    MPI_Comm_free(&host);
}

static void link_mpi_end(void)
{
    MPI_Finalize();
}

static size_t messages_of(int count, const struct link_piece *piece)
{
    size_t messages = 0;
    for (int k = 0; k < count; k++) messages += (piece[k].bytes + MOST_BYTES - 1) / MOST_BYTES;
    return messages;
}

typedef int post(void *at, int bytes, int rank, MPI_Request *out);

static int post_send(void *at, int bytes, int rank, MPI_Request *out)
{
    return MPI_Isend(at, bytes, MPI_BYTE, rank, TAG, MPI_COMM_WORLD, out);
}

static int post_receive(void *at, int bytes, int rank, MPI_Request *out)
{
    return MPI_Irecv(at, bytes, MPI_BYTE, rank, TAG, MPI_COMM_WORLD, out);
}

/* Begins all transfers; returns their number. */
static int link_mpi_begin_transfers(post *how, int count, const struct link_piece *piece,
                                    MPI_Request *out)
{
    int begun = 0;
    for (int k = 0; k < count; k++)
        for (uint64_t done = 0; done < piece[k].bytes; done += MOST_BYTES) {
            const uint64_t left = piece[k].bytes - done;
            how((char *)piece[k].at + done, (int)(left < MOST_BYTES ? left : MOST_BYTES),
                piece[k].rank, &out[begun++]);
        }
    return begun;
}

static void link_mpi_exchange(int nsent, const struct link_piece *sent, int nreceived,
                              const struct link_piece *received)
{
    enum { FEW = 64 };
    const size_t messages = messages_of(nsent, sent) + messages_of(nreceived, received);
    MPI_Request few[FEW], *request = few;
    if (messages > FEW) request = malloc(messages * sizeof *request);
    if (!request) MPI_Abort(MPI_COMM_WORLD, 1);
    int begun = link_mpi_begin_transfers(post_receive, nreceived, received, request);
    begun += link_mpi_begin_transfers(post_send, nsent, sent, request + begun);
    MPI_Waitall(begun, request, MPI_STATUSES_IGNORE);
    if (request != few) free(request);
}

static void link_mpi_gather(const void *mine, size_t bytes, void *all)
{
    MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static int link_mpi_any(int bits)
{
    int out;
    MPI_Allreduce(&bits, &out, 1, MPI_INT, MPI_BOR, MPI_COMM_WORLD);
    return out;
}

static void link_mpi_broadcast(void *at, size_t bytes, int from)
{
    MPI_Bcast(at, (int)bytes, MPI_BYTE, from, MPI_COMM_WORLD);
}

static void link_mpi_await(void *at, size_t bytes)
{
    static const struct timespec pause = {.tv_nsec = 200 * 1000};
    MPI_Request request;
    int done;
    MPI_Ibcast(at, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
    for (MPI_Test(&request, &done, MPI_STATUS_IGNORE); !done;
         MPI_Test(&request, &done, MPI_STATUS_IGNORE))
        nanosleep(&pause, NULL);
}

static void link_mpi_barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void link_mpi_end_all(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
}

const struct ranks_link ranks_link = {
    .version = LINK_VERSION,
    .start = link_mpi_start,
    .end = link_mpi_end,
    .exchange = link_mpi_exchange,
    .gather = link_mpi_gather,
    .any = link_mpi_any,
    .broadcast = link_mpi_broadcast,
    .await = link_mpi_await,
    .barrier = link_mpi_barrier,
    .abort = link_mpi_end_all,
};
