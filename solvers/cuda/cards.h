/* Several GPUs: memory that each of them has, how they wait for each other, and how x gets from one
 * to the other. For the files of this folder only.
 *
 * An address at a place of several cards is one on card 0; what the others have for it, at any
 * offset into an allocation, cards_at() knows. Card k keeps the entries of its rows of a vector up
 * to date; the others are of use only after cards_exchange. Of a vector with one number a row a
 * card has memory for its window alone (stored.low), at the addresses that these entries would have
 * in a vector of full length: no column is renumbered, and nothing else may be read or written.
 * Such a vector has one address, its first. Vectors of pairs have full length, for methods keep
 * other things in them, too. Scalars and weights are the same bits on every card; each votes in a
 * flag of its own. */
#pragma once

#include <stdbool.h>

#include "solvers/cuda/device.h"
#include "solvers/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CARD_WEIGHTS = 256 };

/* Pinned host memory that every card reads and writes. */
struct cards_shared {
    /* two reductions in turn: of each card up to NDOTS sums, or what its rows narrow bounds to */
    double sum[2][MAX_CARDS][NDOTS];
    int votes[MAX_CARDS];
    struct weight weight[MAX_CARDS][CARD_WEIGHTS]; /* of classes of rows, so many at a time */
};
struct cards_shared *cards_shared(void); /* valid once something has been allocated */

/* One allocation of that size on each of so many cards. Errors: ERROR_DEVICE_MEMORY, which names
 * the card, ERROR_DEVICE, ERROR_HOST_MEMORY. */
enum status cards_allocate(int cards, size_t bytes, void **out);
enum status cards_allocate_vector(const struct stored *a, size_t width, void **out);
void cards_release(void *p);

/* Of what cards_allocate made, or an address within: on how many cards it is, and where on card k;
 * NULL stays NULL. */
int cards_of(const void *p);
void *cards_at(const void *p, int k);

/* What card k has of `bytes` from that offset into an allocation on: where it is, the offset there,
 * and how many. */
struct card_piece {
    char *at;
    size_t offset, bytes;
};
struct card_piece cards_piece(const void *p, size_t offset, size_t bytes, int k);

/* Which of n entries of p are card k's: of a vector with n rows, those of its rows, of one with n
 * entries in pairs, the pairs of its rows; of other allocations the share of part_start. */
struct card_rows {
    uint64_t first, end;
};
struct card_rows cards_rows(const void *p, size_t n, int k);

/* The host waits for all that was enqueued on these cards. */
enum status cards_synchronise(int cards);

/* What is enqueued from now on waits, on each of these cards, for all that was enqueued before on
 * all of them. */
enum status cards_barrier(int cards);

/* Every card reads and writes the others' memory from now on; else the error of cards_reach. */
enum status cards_connect(int cards);
bool cards_connected(int cards);

/* Votes that all cards are to know: the word in which each has gathered its own, and the one where
 * each finds those of all; addresses on card 0. A word of votes that end a solve is followed by
 * zeros, so `before` is the one before (NULL: none). stop: pinned host memory; where a card finds
 * it set, all find 0 in total. */
struct card_vote {
    const int *mine, *before;
    int *total;
    const volatile int *stop;
};

/* A barrier of connected cards by a kernel on each, which tells the others in their memory and
 * waits in its own (meet.cu). vote: NULL, or what they bring to each other on the way. */
enum status cards_meet(int cards, const struct card_vote *vote);

/* ERROR_DEVICE where a card has waited too long for another since the last call. */
enum status cards_waited(void);

/* Between these calls steps are captured, one graph a card. Where a part has edges (layout.h),
 * their rows are summed and exchanged beside the others: on side streams, from which the next
 * operation joins. Then the votes of a step are known only behind the next one. */
enum status cards_begin_steps(int cards, const int *guard);
enum status cards_end_steps(int cards);

/* In place of cards_end_steps where something in between has failed: enqueues nothing. */
void cards_drop_steps(int cards);

/* Ends a step with these votes. */
enum status cards_end_step(int cards, const struct card_vote *vote);

/* For operations: whether edges go on side streams now; the branch for one sweep that leaves its
 * result in next, on the selected card; and what joins it, on all. */
bool cards_branches(void);
enum status cards_meet_beside(int cards);
void cards_branched(const void *next);
const void *cards_under_way(void); /* the vector that is being exchanged beside, or NULL */
enum status cards_join(int cards);
void cards_act(void); /* an operation has been enqueued: the cards have not met since */

/* Where the cards leave the sums of the next reduction; and out = these, added in the order of the
 * cards, by every card for itself. */
double (*cards_next_sums(void))[NDOTS];
enum status cards_add(int cards, const double (*sum)[NDOTS], int width, double *out);

/* Whether each of these cards can read the others' memory; else ERROR_UNSUPPORTED with a pair that
 * cannot. */
enum status cards_reach(int cards);

/* Of one precision: what vector operations that bring results to the host enqueue on the selected
 * card, so that several cards work at once before the host waits for them all. out: memory that
 * the card writes. */
struct vec_parts {
    /* y = sum of factor[k] x[k], added to y where that is not fresh; count: BLEND_TERMS at most */
    enum status (*add_terms)(size_t n, int count, const double *factor, const void *const *x,
                             bool fresh, void *y);
    /* *out = vec_ops.change */
    enum status (*change)(size_t n, const void *x, const void *y, enum criterion criterion,
                          double *out);
    /* *out = the largest |x_i|, infinite where an entry is not finite */
    enum status (*largest)(size_t n, const void *x, double *out);
    /* vec_ops.set of those rows that are low .. high - 1 */
    enum status (*set)(uint32_t count, const uint64_t *rows, size_t low, size_t high, double value,
                       void *y);
    /* vec_ops.weigh of rows first .. first + n - 1 of x. One class: *out, whose row is UINT64_MAX
     * where there is none; several: the weight of class c is the one at c * class_parts() in
     * classes->room */
    enum status (*weigh)(size_t first, size_t n, const void *x, const struct row_classes *classes,
                         struct weight *out);
};
extern const struct vec_parts vec_parts_cuda_f32, vec_parts_cuda_f64;

enum { BLEND_TERMS = 3 };

/* How many terms of a blend go together from the k-th on. */
static inline int blend_terms(const struct blend *how, int k)
{
    return how->count - k < BLEND_TERMS ? how->count - k : (int)BLEND_TERMS;
}

/* Makes what exchanges of x for this matrix need, so that they allocate nothing. width: entries
 * that x has a row, at most. */
enum status cards_prepare(const struct stored *a, size_t width);
void cards_dismiss(void);

/* Enqueues it: each card gets the entries of x that its part of a reads and others keep, or all, as
 * a->options.exchange says. width: 1; 2 where x has pairs. staged waits for the place. kept:
 * nothing writes to x before the cards have met again; else they meet behind it. */
enum status cards_exchange(const struct stored *a, const void *x, size_t width, bool kept);

/* Enqueues on the selected card k what brings it the halo of x. */
enum status cards_pull_halo(const struct stored *a, const void *x, size_t size, int k);

/* Where x lies, and the first entry of each card, the end included. */
struct card_parts {
    int cards;
    const void *x[MAX_CARDS];
    uint64_t first[MAX_CARDS + 1];
};

/* Enqueues on the selected card: x[j] = the owner's x[j] for count ascending j in entry; size:
 * bytes of a number or pair. */
enum status cards_pull(const uint64_t *entry, uint64_t count, const struct card_parts *from,
                       size_t size, void *x);

#ifdef __cplusplus
}
#endif
