/* The place of a rank: its member's memory and loop, with room for the halo, votes of all ranks,
 * and the operations of operations.c. Made when a matrix is stored; there is one at a time. */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/loop.h"
#include "solvers/ranks/operations.h"

enum { STOP_VOTE = 1 << 16 }; /* beside TEST_* bits */

volatile sig_atomic_t ranks_stop;
bool (*ranks_wants_stop)(void);

static struct place rank_place;
static struct vec_ops rank_vec;

/* Every allocation may be a vector. */
static enum status with_halo(size_t bytes, void **out)
{
    return rank_here.member->allocate(bytes + rank_here.local->halo_count * rank_here.size, out);
}

/* The votes of all ranks, and whether to stop is one of them. */
static int votes_of_all(int votes)
{
    const bool stop = ranks_self()->rank == 0 && ranks_wants_stop && ranks_wants_stop();
    votes = ranks_link_here()->any(votes | (stop ? STOP_VOTE : 0));
    if (votes & STOP_VOTE) ranks_stop = 1;
    return votes & ~STOP_VOTE;
}

static enum status poll(struct test *test)
{
    MUST(rank_here.member->poll(test));
    test->votes = votes_of_all(test->votes);
    return OK;
}

static bool running;

/* Methods that have no test look then whether they should stop. Before they run, a rank may wait
 * for its place where others need not. */
static enum status synchronise(void)
{
    MUST(rank_here.member->synchronise());
    if (running) votes_of_all(0);
    return OK;
}

enum status ranks_run(struct solve *solve)
{
    ranks_stop = 0;
    running = true;
    enum status status = solve_run(solve, solve->method);
    running = false;
    return status == OK ? rank_here.member->synchronise() : status;
}

static void make_place(const struct place *member, enum precision precision,
                       const struct rank_local *local)
{
    static char name[16];
    rank_here.member = member;
    rank_here.vec = member->vec[precision];
    rank_here.size = real_size(precision);
    rank_here.local = local;
    rank_vec = rank_vectors(rank_here.vec);
    rank_place = *member;
    snprintf(name, sizeof name, "ranks%d", ranks_self()->size);
    rank_place.name = name;
    rank_place.member = member;
    rank_place.mat[0] = rank_place.mat[1] = &mat_ops_ranks;
    rank_place.vec[F32] = rank_place.vec[F64] = &rank_vec;
    rank_place.ilu[F32] = rank_place.ilu[F64] = NULL;
    rank_place.levels = NULL;
    rank_place.allocate = with_halo;
    rank_place.poll = poll;
    rank_place.synchronise = synchronise;
    rank_place.compare = NULL;
    rank_place.prepare = NULL;
    rank_place.dismiss = NULL;
    rank_place.loop = host_loop;
}

/* For entries on their way: what goes out, and on a card all between it, and what comes in. */
static size_t room_bytes(const struct rank_local *local, const struct place *member, size_t size)
{
    size_t entries = member->on_host ? 0 : local->halo_count;
    for (int k = 0; k < local->neighbours; k++) {
        const struct neighbour *other = &local->neighbour[k];
        if (other->ngive)
            entries += other->ngive + (size_t)other->give[other->ngive - 1] - other->give[0] + 1;
    }
    return entries * size;
}

static enum status build(const struct rank_rows *rows, const struct rank_local *local,
                         struct stored *out)
{
    struct stored *part = out->part;
    *part = (struct stored){.layout = out->layout,
                            .precision = out->precision,
                            .options = out->options,
                            .for_gpu = !rank_here.member->on_host,
                            .n = out->n,
                            .columns = local->count + local->halo_count,
                            .nnz = out->nnz};
    return out->layout->build(&rows->own.a, part);
}

enum status ranks_store(const struct place *member, const struct layout *layout,
                        enum precision precision, const struct solver_options *options,
                        const struct rank_rows *rows, const struct rank_local *local,
                        struct stored *out)
{
    enum status status = OK;
    make_place(member, precision, local);
    *out = (struct stored){.layout = layout,
                           .place = &rank_place,
                           .precision = precision,
                           .options = *options,
                           .n = local->count,
                           .columns = local->count,
                           .nnz = rows->own.a.off.nnz};
    TRY(ranks_agree(allocate_zeroed(1, sizeof *out->part, "a part of a matrix", &out->part)));
    out->nparts = 1;
    TRY(ranks_agree(build(rows, local, out)));
    TRY(ranks_agree(stored_upload(member, out->part)));
    TRY(ranks_agree(
        allocate(room_bytes(local, member, rank_here.size), 1, "a halo", &rank_here.room)));
out:
    if (status != OK) ranks_store_free(out);
    return status;
}

void ranks_store_free(struct stored *stored)
{
    stored_free(stored);
    free(rank_here.room);
    rank_here.room = NULL;
}
