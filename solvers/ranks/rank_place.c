/* The place of a rank: memory and loop of its member, with room for the halo, votes of all ranks,
 * and the operations of operations.c. It is made when a matrix is stored; there is one at a time.
 */
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

/* Allocates a rank's own entries, and after them its halo. */
static enum status rank_allocate_vector(const struct stored *a, size_t width, void **out)
{
    return rank_here.member->allocate(
        (a->n * width + rank_here.local->halo_count) * rank_here.size, out);
}

/* Waits for the place. *votes = the votes of all ranks: those in test (NULL: none) and in mine. */
static enum status gather_votes(struct test *test, int mine, int *votes)
{
    if (rank_here.device) return rank_here.device->vote(test ? test->flag : NULL, mine, votes);
    MUST(test ? rank_here.member->poll(test) : rank_here.member->synchronise());
    *votes = ranks_link_here()->any(test ? test->votes | mine : mine);
    return OK;
}

bool ranks_told_to_stop(void)
{
    return ranks_self()->rank == 0 && ranks_wants_stop && ranks_wants_stop();
}

/* Gathers the votes of all ranks. One of them is the stop of rank 0. */
static enum status rank_vote(struct test *test)
{
    int votes = 0;
    MUST(gather_votes(test, ranks_told_to_stop() ? STOP_VOTE : 0, &votes));
    if (votes & STOP_VOTE) ranks_stop = 1;
    if (test) test->votes = votes & ~STOP_VOTE;
    return OK;
}

static enum status rank_poll(struct test *test)
{
    return rank_vote(test);
}

static bool running;

/* Methods without a test check here whether they should stop. Before they run, a rank may wait for
 * its place without the others. */
static enum status rank_synchronise(void)
{
    return running ? rank_vote(NULL) : rank_here.member->synchronise();
}

enum status ranks_warm_up(const struct solve *solve)
{
    int votes;
    if (!rank_here.device) return OK;
    MUST(rank_here.device->exchange(solve->x));
    MUST(rank_here.device->add(1, solve->scalar));
    return rank_here.device->vote(solve->test.flag, 0, &votes);
}

enum status ranks_run(struct solve *solve)
{
    ranks_stop = 0;
    running = true;
    enum status status = solve_run(solve, solve->method);
    running = false;
    return status == OK ? rank_here.member->synchronise() : status;
}

static double rank_largest(double mine)
{
    double all[MOST_PARTS];
    ranks_link_here()->gather(&mine, sizeof mine, all);
    for (int k = 0; k < ranks_self()->size; k++)
        if (all[k] > mine) mine = all[k];
    return mine;
}

static void make_place(const struct place *member, enum precision precision,
                       const struct rank_local *local)
{
    static char name[16];
    rank_here.member = member;
    rank_here.device = ranks_device();
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
    rank_place.allocate_vector = rank_allocate_vector;
    rank_place.largest = rank_largest;
    rank_place.poll = rank_poll;
    rank_place.synchronise = rank_synchronise;
    rank_place.compare = NULL;
    if (rank_here.device) return; /* its loop may be a graph */
    rank_place.prepare = NULL;
    rank_place.dismiss = NULL;
    rank_place.loop = host_loop;
}

/* Prepares exchanges of entries: on the host, room for those to send. */
static enum status prepare_exchange(const struct rank_local *local, size_t size)
{
    size_t entries = 0;
    if (rank_here.device) return rank_here.device->prepare(local, size);
    for (int k = 0; k < local->neighbours; k++) entries += local->neighbour[k].ngive;
    return allocate(entries, size, "a halo", &rank_here.room);
}

static enum status rank_part_build(const struct rank_rows *rows, const struct rank_local *local,
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
    rank_here.first = rows->start[ranks_self()->rank];
    *out = (struct stored){.layout = layout,
                           .place = &rank_place,
                           .precision = precision,
                           .options = *options,
                           .n = local->count,
                           .first_row = rank_here.first,
                           .columns = local->count,
                           .nnz = rows->own.a.off.nnz};
    TRY(ranks_agree(allocate_zeroed(1, sizeof *out->part, "a part of a matrix", &out->part)));
    out->nparts = 1;
    TRY(ranks_agree(rank_part_build(rows, local, out)));
    TRY(ranks_agree(stored_upload(member, out->part)));
    TRY(ranks_agree(prepare_exchange(local, rank_here.size)));
out:
    if (status != OK) ranks_store_free(out);
    return status;
}

void ranks_store_free(struct stored *stored)
{
    stored_free(stored);
    if (rank_here.device) rank_here.device->dismiss();
    free(rank_here.room);
    rank_here.room = NULL;
}
