/* The ranks of a solve: processes that run the same code in step, each on its own part of the rows.
 * For processes that are ranks only (harness/member). All ranks call these functions in the same
 * order, but for ranks_self and ranks_link_here.
 *
 * A rank's vectors have the entries of its own rows, and behind them room for its halo: the entries
 * that its rows read from others, in the order of the whole. Its matrix has their numbers as
 * columns. Entries of a row keep the order that they have in the whole, so that sums have its bits;
 * so columns of a row need not ascend. */
#pragma once

#include "base/sparse/csr.h"
#include "solvers/part_counts.h"
#include "solvers/ranks/meet.h"
#include "solvers/solve.h"

struct rank_ops;

/* Meeting (meet.h, meet.c) */

/* Ranks that are each at `member` by themselves: on GPUs, whether these can exchange without the
 * host. Errors, of this rank alone: ERROR_ENVIRONMENT with what is missing. */
enum status ranks_find_device(const struct place *member);

/* GPUs meet, once all have been found. Errors, of this rank alone, for which others may wait
 * without end: ERROR_DEVICE, ERROR_DEVICE_MEMORY. */
enum status ranks_meet_device(void);
void ranks_leave_device(void);             /* all ranks together */
const struct rank_ops *ranks_device(void); /* NULL: on the host, by MPI */

/* Rows (deal.c) */

struct rank_system {
    struct matrix a;
    double *b, *x0; /* b: NULL for zeros */
    /* Of a whole one whose rows are not stored: a has their closed form, and each rank makes its
     * own. b is their reward, or zeros; x0 is that, or `start` in every row */
    bool has_b;
    double start;
};

struct rank_rows {
    uint32_t n;                     /* of the whole matrix */
    bool stored;                    /* whether somebody had all rows */
    uint32_t start[MOST_PARTS + 1]; /* the first row of each rank, and n */
    struct rank_system own;         /* of a rank's rows: row starts from 0, columns of the whole */
};

/* From rank 0, which has the whole system, to all, in parts of about the same bytes
 * (base/sparse/division.h). whole: NULL elsewhere. Where its rows are made
 * (matrix_is_made), entries and diagonal have room, and the ranks fill them. Errors, the same on
 * all ranks: ERROR_HOST_MEMORY. */
enum status ranks_deal(const struct rank_system *whole, struct rank_rows *out);

/* The first row of each rank, and n, of rows in closed form, on all ranks (made.c). Parts have the
 * same bytes but for 1 / 4096 of the rows. */
void ranks_divide(const struct closed_rows *closed, uint32_t start[MOST_PARTS + 1]);

/* Rows first .. first + n - 1 of a system in closed form. Errors: ERROR_HOST_MEMORY, for
 * this rank alone. */
enum status ranks_make(const struct rank_system *whole, uint64_t first, uint32_t n,
                       struct rank_system *out);
void rank_rows_free(struct rank_rows *rows); /* accepts a zeroed one, leaves one */

/* The local numbers (local.c) */

/* Entries that another rank is to get, or gives. */
struct neighbour {
    int rank;
    uint32_t first, count; /* entries of the halo that come from it, one after the other */
    uint32_t *give;        /* own entries that go to it, ascending */
    uint32_t ngive;
};

/* Whether what goes to it lies side by side. */
static inline bool gives_run(const struct neighbour *other)
{
    return other->ngive == 0 || other->give[other->ngive - 1] - other->give[0] == other->ngive - 1;
}

struct rank_local {
    uint32_t count;      /* own entries; the halo begins there */
    uint32_t halo_count; /* entries of the halo, ... */
    uint32_t *halo;      /* ... as the whole numbers them, ascending */
    int neighbours;
    struct neighbour neighbour[MOST_PARTS];
};

/* Gives the columns of rows their local numbers, and says which entries go where. Errors, the same
 * on all ranks: ERROR_HOST_MEMORY; ERROR_UNSUPPORTED where their numbers do not suffice. */
enum status ranks_number(struct rank_rows *rows, struct rank_local *out);

/* Puts the entries of each row in the order of their columns, for layouts that need that. */
void rank_rows_sort(struct rank_rows *rows);
void rank_local_free(struct rank_local *local); /* accepts a zeroed one, leaves one */

/* The solve (rank_place.c, operations.c) */

/* Stores the rows, local numbers and all, as a part of a matrix at the place of ranks whose member
 * is `member`, which uses local from then on. Errors, the same on all ranks: the builder's,
 * stored_upload's. */
enum status ranks_store(const struct place *member, const struct layout *layout,
                        enum precision precision, const struct solver_options *options,
                        const struct rank_rows *rows, const struct rank_local *local,
                        struct stored *out);
void ranks_store_free(struct stored *stored);

/* GPUs connect where they first exchange, which takes long: they do so before a solve begins.
 * Errors, of this rank alone, for which others may wait without end: ERROR_DEVICE. */
enum status ranks_warm_up(const struct solve *solve);

/* solve_run, and waits for the place. */
enum status ranks_run(struct solve *solve);

/* For solve_settings.stop: set on all ranks by the same poll, or wait for the place. */
extern volatile sig_atomic_t ranks_stop;

/* Whether the solve is to stop: asked on rank 0 each time. */
extern bool (*ranks_wants_stop)(void);

/* What rank 0 has been told; others are told by its votes. */
bool ranks_told_to_stop(void);
