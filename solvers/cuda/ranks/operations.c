/* Ranks on GPUs exchange from GPU to GPU by NCCL, and never through the host. */
#include "solvers/ranks/rank_ops.h"

extern const struct rank_ops rank_ops_cuda;

#if __has_include(<nccl.h>)
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "solvers/cuda/device.h"
#include "solvers/cuda/graph_loop.h"
#include "solvers/cuda/ranks/kernels.h"
#include "solvers/cuda/ranks/library.h"
#include "solvers/operations.h"

/* Data that exist once in a process. */
static struct {
    ncclUniqueId id; /* id of the meeting: made by rank 0 */
    ncclComm_t all;
    double *sums; /* sums of every rank */
    int *cast;    /* the votes of every rank, ... */
    int *own;     /* ... and those of this rank if they come from no test; 0 between votes */
    int *gate;    /* ... and those of gates, at which a graph looks for a stop */
    int *votes;   /* pinned host memory: votes of all ranks together */
} met;

/* Data for one matrix. */
static struct {
    const struct rank_local *local;
    size_t size;                /* bytes of a number */
    uint32_t *entry;            /* entries to pack, neighbour after neighbour */
    char *packed;               /* packed entries to send */
    uint32_t count;             /* number of entries to pack */
    bool packs[MOST_PARTS];     /* for each neighbour: its entries are packed; others get a run
                                   of x */
    uint32_t start[MOST_PARTS]; /* for each neighbour: start of its packed entries, or of its run
                                   in x */
} plan;

/* Meeting */

/* Loads NCCL. Rank 0 opens the meeting point of the others, so it must be open before they learn
 * its id. */
static enum status load(void)
{
    MUST(nccl_load());
    if (ranks_self()->rank != 0) return OK;
    return nccl_status(nccl()->ncclGetUniqueId(&met.id), "opening a meeting of ranks");
}

static enum status allocate_words(void)
{
    const size_t ranks = (size_t)ranks_self()->size;
    MUST(device_status(cudaMalloc((void **)&met.sums, ranks * NDOTS * sizeof *met.sums),
                       "allocating"));
    MUST(device_status(cudaMalloc((void **)&met.cast, ranks * sizeof *met.cast), "allocating"));
    MUST(device_status(cudaMalloc((void **)&met.own, sizeof *met.own), "allocating"));
    MUST(device_status(cudaMalloc((void **)&met.gate, sizeof *met.gate), "allocating"));
    MUST(device_status(cudaMemset(met.own, 0, sizeof *met.own), "clearing"));
    return device_status(cudaMallocHost((void **)&met.votes, sizeof *met.votes),
                         "allocating pinned memory");
}

static enum status nccl_meet(void)
{
    const struct link_self *self = ranks_self();
    ranks_link_here()->broadcast(&met.id, sizeof met.id, 0);
    MUST(allocate_words());
    return nccl_status(nccl()->ncclCommInitRank(&met.all, self->size, met.id, self->rank),
                       "meeting the other ranks");
}

static void nccl_leave(void)
{
    if (met.all) nccl()->ncclCommDestroy(met.all);
    if (met.sums) cudaFree(met.sums);
    if (met.cast) cudaFree(met.cast);
    if (met.own) cudaFree(met.own);
    if (met.gate) cudaFree(met.gate);
    if (met.votes) cudaFreeHost(met.votes);
    memset(&met, 0, sizeof met);
}

/* Returns name and version. From 2.9 on the version is 10000 major + 100 minor + patch, and every
 * version with ncclGetLastError is such a one. */
static const char *nccl_title(void)
{
    static char text[32];
    const int version = nccl()->version;
    snprintf(text, sizeof text, "NCCL %d.%d", version / 10000, version / 100 % 100);
    return text;
}

/* loop=graph: the votes of a step that is captured */

static double nccl_largest(double mine)
{
    double all[MOST_PARTS], most = mine;
    ranks_link_here()->gather(&mine, sizeof mine, all);
    for (int k = 0; k < ranks_self()->size; k++)
        if (all[k] > most) most = all[k];
    return most;
}

static enum status vote_in_graph(const int *mine, const int *before, const volatile int *stop,
                                 int *total)
{
    if (stop) MUST(rank_look(mine, stop, GRAPH_STOPPED, met.gate));
    MUST(nccl_status(nccl()->ncclAllGather(stop ? met.gate : mine, met.cast, 1, ncclInt, met.all,
                                           device_stream()),
                     "gathering votes"));
    return rank_tell(ranks_self()->size, met.cast, before, GRAPH_STOPPED, total);
}

static void stop_all(void)
{
    ranks_stop = 1;
}

static const struct graph_peers peers = {.largest = nccl_largest,
                                         .vote = vote_in_graph,
                                         .wants_stop = ranks_told_to_stop,
                                         .stop = stop_all};

/* Entries */

static void plan_neighbours(const struct rank_local *local)
{
    for (int k = 0; k < local->neighbours; k++) {
        const struct neighbour *other = &local->neighbour[k];
        plan.packs[k] = !gives_run(other);
        plan.start[k] = plan.packs[k] ? plan.count : other->ngive ? other->give[0] : 0;
        if (plan.packs[k]) plan.count += other->ngive;
    }
}

static enum status put_lists(const struct rank_local *local)
{
    for (int k = 0; k < local->neighbours; k++) {
        const struct neighbour *other = &local->neighbour[k];
        if (!plan.packs[k]) continue;
        MUST(device_status(cudaMemcpyAsync(plan.entry + plan.start[k], other->give,
                                           other->ngive * sizeof *other->give,
                                           cudaMemcpyHostToDevice, device_stream()),
                           "copying to the GPU"));
    }
    return device_status(cudaStreamSynchronize(device_stream()), "copying to the GPU");
}

static enum status nccl_prepare(const struct rank_local *local, size_t size)
{
    plan.local = local;
    plan.size = size;
    graph_set_peers(&peers);
    plan_neighbours(local);
    if (plan.count == 0) return OK;
    MUST(device_status(cudaMalloc((void **)&plan.entry, plan.count * sizeof *plan.entry),
                       "allocating lists of entries"));
    MUST(device_status(cudaMalloc((void **)&plan.packed, plan.count * size),
                       "allocating room for entries"));
    return put_lists(local);
}

static void nccl_dismiss(void)
{
    if (plan.entry) cudaFree(plan.entry);
    if (plan.packed) cudaFree(plan.packed);
    graph_set_peers(NULL);
    memset(&plan, 0, sizeof plan);
}

static enum status send(int k, const char *x)
{
    const struct neighbour *other = &plan.local->neighbour[k];
    const char *from = (plan.packs[k] ? plan.packed : x) + plan.start[k] * plan.size;
    if (other->ngive == 0) return OK;
    return nccl_status(nccl()->ncclSend(from, other->ngive * plan.size, ncclChar, other->rank,
                                        met.all, device_stream()),
                       "sending entries");
}

static enum status receive(int k, char *x)
{
    const struct neighbour *other = &plan.local->neighbour[k];
    char *to = x + (plan.local->count + (size_t)other->first) * plan.size;
    if (other->count == 0) return OK;
    return nccl_status(nccl()->ncclRecv(to, other->count * plan.size, ncclChar, other->rank,
                                        met.all, device_stream()),
                       "receiving entries");
}

static enum status nccl_exchange(const void *x)
{
    char *const at = (char *)(uintptr_t)x;
    if (plan.local->neighbours == 0) return OK;
    MUST(rank_pack(plan.entry, plan.count, x, plan.size, plan.packed));
    enum status status = nccl_status(nccl()->ncclGroupStart(), "beginning an exchange");
    for (int k = 0; k < plan.local->neighbours && status == OK; k++) {
        status = send(k, at);
        if (status == OK) status = receive(k, at);
    }
    if (status != OK) return status;
    return nccl_status(nccl()->ncclGroupEnd(), "exchanging entries");
}

/* Sums and votes */

static enum status nccl_add(int width, double *out)
{
    MUST(nccl_status(
        nccl()->ncclAllGather(out, met.sums, (size_t)width, ncclDouble, met.all, device_stream()),
        "gathering sums"));
    return rank_add(ranks_self()->size, width, met.sums, out);
}

static enum status nccl_vote(int *flag, int mine, int *votes)
{
    int *const word = flag ? flag : met.own;
    if (mine) MUST(rank_cast(mine, word));
    MUST(nccl_status(nccl()->ncclAllGather(word, met.cast, 1, ncclInt, met.all, device_stream()),
                     "gathering votes"));
    MUST(rank_count(ranks_self()->size, met.cast, word, met.votes));
    MUST(device_status(cudaStreamSynchronize(device_stream()), "running kernels"));
    *votes = *met.votes;
    return OK;
}

const struct rank_ops rank_ops_cuda = {
    .load = load,
    .meet = nccl_meet,
    .leave = nccl_leave,
    .title = nccl_title,
    .prepare = nccl_prepare,
    .dismiss = nccl_dismiss,
    .exchange = nccl_exchange,
    .add = nccl_add,
    .vote = nccl_vote,
};
#else
static enum status load(void)
{
    return fail(ERROR_ENVIRONMENT,
                "ranks on GPUs exchange by NCCL, and this program was built without nccl.h: "
                "install the Debian package libnccl-dev, and run make clean and make; or set "
                "CUDA_VISIBLE_DEVICES= to compute on cores");
}

/* Without NCCL: only load is called. */
const struct rank_ops rank_ops_cuda = {.load = load};
#endif
