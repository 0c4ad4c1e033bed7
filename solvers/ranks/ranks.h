/* The ranks of a solve are processes that run the same code in step, each on its own part of the
 * rows. For processes that are ranks only (harness/member). All ranks call these functions in the
 * same order, except ranks_self and ranks_link_here.
 *
 * A vector of a rank has the entries of its own rows, and after them room for its halo: the entries
 * that its rows read from other ranks, in the order of the whole. The columns of its matrix are
 * these local numbers. The entries of a row keep the order that they have in the whole, so that
 * sums have the same bits. Therefore the columns of a row need not ascend. */
#pragma once

#include "base/sparse/csr.h"
#include "solvers/part_counts.h"
#include "solvers/ranks/meet.h"
#include "solvers/solve.h"

struct rank_ops;

/* Meeting (meet.h, meet.c) */

/* For ranks that each use the place `member` alone: on GPUs, finds whether they can exchange
 * without the host. Errors, for this rank alone: ERROR_ENVIRONMENT with the missing part. */
enum status ranks_find_device(const struct place *member);

/* Connects the GPUs, after all have been found. Errors, for this rank alone, for which others may
 * wait without end: ERROR_DEVICE, ERROR_DEVICE_MEMORY. */
enum status ranks_meet_device(void);
void ranks_leave_device(void);             /* all ranks together */
const struct rank_ops *ranks_device(void); /* NULL: on the host, by MPI */

/* Rows (deal.c) */

struct rank_system {
    struct matrix a;
    double *b, *x0; /* b: NULL for zeros */
    /* For a whole system whose rows are not stored: a has their closed form, and each rank makes
     * its own rows. b is their reward, or zeros; x0 is that, or `start` in every row */
    bool has_b;
    double start;
};

struct rank_rows {
    uint32_t unknowns;              /* of the whole matrix */
    bool stored;                    /* true if a rank had all rows in memory */
    uint32_t start[MOST_PARTS + 1]; /* the first unknown of each rank, and `unknowns` */
    struct rank_system own;         /* system of a rank's rows: row starts from 0, columns of the
                                       whole */
};

/* Sends parts of the whole system from rank 0 to all ranks, of about the same number of bytes
 * (base/sparse/division.h). whole: NULL on other ranks. If the rows are made (matrix_is_made),
 * there is room for entries and diagonal, and the ranks fill it. Errors, the same on all ranks:
 * ERROR_HOST_MEMORY. */
enum status ranks_deal(const struct rank_system *whole, struct rank_rows *out);

/* Sets the first unknown of each rank, and their number, for rows in closed form, on all ranks
 * (made.c). Parts have the same bytes, up to 1 / 4096 of the rows. */
void ranks_divide(const struct closed_rows *closed, uint32_t start[MOST_PARTS + 1]);

/* Makes n rows of a system in closed form, from out->a.first on. Errors: ERROR_HOST_MEMORY, for
 * this rank alone. */
enum status ranks_make(const struct rank_system *whole, uint32_t n, struct rank_system *out);
void rank_rows_free(struct rank_rows *rows); /* accepts a zeroed one, leaves one */

/* The local numbers (local.c) */

/* Entries that this rank sends to another rank, and gets from it. */
struct neighbour {
    int rank;
    uint32_t first, count; /* consecutive entries of the halo that come from it */
    uint32_t *give;        /* own entries to send to it, ascending */
    uint32_t ngive;
};

/* Returns whether the entries for it lie side by side. */
static inline bool gives_run(const struct neighbour *other)
{
    return other->ngive == 0 || other->give[other->ngive - 1] - other->give[0] == other->ngive - 1;
}

struct rank_local {
    uint32_t count;      /* number of own entries; the halo begins there */
    uint32_t halo_count; /* number of entries of the halo, ... */
    uint32_t *halo;      /* ... and their numbers in the whole, ascending */
    int neighbours;
    struct neighbour neighbour[MOST_PARTS];
};

/* Replaces the columns of rows by local numbers (own.a.first becomes 0), and finds which entries go
 * to which rank. Errors, the same on all ranks: ERROR_HOST_MEMORY; ERROR_UNSUPPORTED if local
 * numbers do not fit into 32 bits. */
enum status ranks_number(struct rank_rows *rows, struct rank_local *out);

/* Sorts the entries of each row by their columns, for layouts that need this order. */
void rank_rows_sort(struct rank_rows *rows);
void rank_local_free(struct rank_local *local); /* accepts a zeroed one, leaves one */

/* The solve (rank_place.c, operations.c) */

/* Stores the rows, with local numbers, as a part of a matrix at the place of ranks whose member is
 * `member`. The place uses local from then on. Errors, the same on all ranks: those of the builder
 * and of stored_upload. */
enum status ranks_store(const struct place *member, const struct layout *layout,
                        enum precision precision, const struct solver_options *options,
                        const struct rank_rows *rows, const struct rank_local *local,
                        struct stored *out);
void ranks_store_free(struct stored *stored);

/* Makes the first exchange. GPUs connect during it, which takes long, so it is done before a solve
 * begins. Errors, for this rank alone, for which others may wait without end: ERROR_DEVICE. */
enum status ranks_warm_up(const struct solve *solve);

/* Calls solve_run, and waits for the place. */
enum status ranks_run(struct solve *solve);

/* For solve_settings.stop: all ranks set it in the same poll, or in the same wait for the place. */
extern volatile sig_atomic_t ranks_stop;

/* Returns whether the solve must stop; called on rank 0 each time. */
extern bool (*ranks_wants_stop)(void);

/* Returns whether rank 0 must stop; the other ranks learn it from its votes. */
bool ranks_told_to_stop(void);
