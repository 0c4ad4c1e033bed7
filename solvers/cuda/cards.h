/* Several GPUs (cards): the memory of each card, how cards wait for each other, and how x gets from
 * one card to another. For the files of this folder only.
 *
 * An address at a place of several cards is an address on card 0. cards_at() gives the address on
 * another card, also for an offset into an allocation. Card k keeps the entries of its own rows of
 * a vector up to date; its other entries are valid only after cards_exchange. A vector with one
 * number per row has memory on each card for the card's window alone (stored.low), at the addresses
 * that these entries would have in a vector of full length. So no column is renumbered, and no
 * other entry may be read or written. Only the first address of such a vector is valid in
 * cards_at(). Vectors of pairs have full length, because methods also keep other things in them.
 * Scalars and weights have the same bits on every card. Each card votes in a flag of its own. */
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
    /* two reductions use them in turn: for each card up to NDOTS sums, or the bounds of its rows */
    double sum[2][MAX_CARDS][NDOTS];
    int votes[MAX_CARDS];
    struct weight weight[MAX_CARDS][CARD_WEIGHTS]; /* of classes of rows, CARD_WEIGHTS classes at
                                                      a time */
};
struct cards_shared *cards_shared(void); /* valid once something has been allocated */

/* Allocates this number of bytes on each of the first `cards` cards. Errors: ERROR_DEVICE_MEMORY,
 * which names the card, ERROR_DEVICE, ERROR_HOST_MEMORY. */
enum status cards_allocate(int cards, size_t bytes, void **out);
enum status cards_allocate_vector(const struct stored *a, size_t width, void **out);
void cards_release(void *p);

/* For an address from cards_allocate or within such an allocation: cards_of returns the number of
 * cards that have it, cards_at its address on card k. NULL stays NULL. */
int cards_of(const void *p);
void *cards_at(const void *p, int k);

/* The part of a range of `bytes` from an offset into an allocation that card k has: its address,
 * its offset there, and its length. */
struct card_piece {
    char *at;
    size_t offset, bytes;
};
struct card_piece cards_piece(const void *p, size_t offset, size_t bytes, int k);

/* Range of the n entries of p that belong to card k. In a vector of n rows these are the entries of
 * its rows; in a vector of pairs with n entries, the pairs of its rows; in other allocations, the
 * share that part_start gives. */
struct card_rows {
    uint64_t first, end;
};
struct card_rows cards_rows(const void *p, size_t n, int k);

/* Waits on the host for all work enqueued on these cards. */
enum status cards_synchronise(int cards);

/* Makes work that is enqueued from now on wait, on each of these cards, for all work enqueued
 * before on any of them. */
enum status cards_barrier(int cards);

/* Lets every card read and write the others' memory from now on. Errors: those of cards_reach. */
enum status cards_connect(int cards);
bool cards_connected(int cards);

/* Votes that all cards must know. mine: the word in which each card gathers its own votes; total:
 * the word in which each card finds the votes of all; both are addresses on card 0. A vote that
 * ends a solve is followed by words of zeros, so `before` is the word before this one (NULL: none).
 * stop: pinned host memory; if a card finds it set, all cards find 0 in total. */
struct card_vote {
    const int *mine, *before;
    int *total;
    const volatile int *stop;
};

/* Barrier of connected cards, by one kernel on each card: it writes to the memory of the others and
 * waits in its own (meet.cu). vote: votes that the cards exchange on the way, or NULL. */
enum status cards_meet(int cards, const struct card_vote *vote);

/* Returns ERROR_DEVICE if a card has waited too long for another one since the last call. */
enum status cards_waited(void);

/* Between these two calls steps are captured, one graph per card. If a part has edges (layout.h),
 * their rows are summed and exchanged on side streams, while the other rows are computed; the next
 * operation joins these streams. Then the votes of a step are known only after the next step. */
enum status cards_begin_steps(int cards, const int *guard);
enum status cards_end_steps(int cards);

/* Ends the capture instead of cards_end_steps if an operation in between has failed: enqueues
 * nothing. */
void cards_drop_steps(int cards);

/* Ends a step with these votes. */
enum status cards_end_step(int cards, const struct card_vote *vote);

/* For operations. cards_branches: true if edges go on side streams now. cards_meet_beside: barrier
 * on the side streams, which also brings the votes of the last step. cards_branched: notes that the
 * side streams exchange `next`. cards_join: the main streams of all cards wait for the side
 * streams. */
bool cards_branches(void);
enum status cards_meet_beside(int cards);
void cards_branched(const void *next);
const void *cards_under_way(void); /* the vector that side streams exchange now, or NULL */
enum status cards_join(int cards);
void cards_act(void); /* tells that an operation was enqueued, so the cards have not met since */

/* cards_next_sums returns the memory for the cards' sums of the next reduction. cards_add enqueues
 * out = these sums, added in the order of the cards, on every card. */
double (*cards_next_sums(void))[NDOTS];
enum status cards_add(int cards, const double (*sum)[NDOTS], int width, double *out);

/* Returns OK if each of these cards can read the others' memory, else ERROR_UNSUPPORTED with a pair
 * that cannot. */
enum status cards_reach(int cards);

/* Parts of vector operations in one precision whose result goes to the host. They are enqueued on
 * the selected card, so that several cards work at once before the host waits for all of them. out:
 * memory that the card writes. */
struct vec_parts {
    /* y = sum of factor[k] x[k] if fresh, else y += this sum; count: at most BLEND_TERMS */
    enum status (*add_terms)(size_t n, int count, const double *factor, const void *const *x,
                             bool fresh, void *y);
    /* *out = vec_ops.change */
    enum status (*change)(size_t n, const void *x, const void *y, enum criterion criterion,
                          double *out);
    /* *out = the largest |x_i|, infinite where an entry is not finite */
    enum status (*largest)(size_t n, const void *x, double *out);
    /* vec_ops.set for the given rows within low .. high - 1 */
    enum status (*set)(uint32_t count, const uint64_t *rows, size_t low, size_t high, double value,
                       void *y);
    /* vec_ops.weigh of rows first .. first + n - 1 of x. With one class: *out, whose row is
     * UINT64_MAX if there is none. With several classes: the weight of class c is at index c *
     * class_parts() in classes->room */
    enum status (*weigh)(size_t first, size_t n, const void *x, const struct row_classes *classes,
                         struct weight *out);
};
extern const struct vec_parts vec_parts_cuda_f32, vec_parts_cuda_f64;

enum { BLEND_TERMS = 3 };

/* Returns how many terms of a blend are taken together, from the k-th on. */
static inline int blend_terms(const struct blend *how, int k)
{
    return how->count - k < BLEND_TERMS ? how->count - k : (int)BLEND_TERMS;
}

/* Prepares exchanges of x for this matrix, so that they allocate nothing. width: maximum number of
 * entries of x per row. */
enum status cards_prepare(const struct stored *a, size_t width);
void cards_dismiss(void);

/* Enqueues the exchange of x: each card gets the entries that its part of a reads and other cards
 * keep, or all entries, as a->options.exchange says. width: 1; 2 if x has pairs. exchange=staged
 * waits for the place. kept: nothing writes to x before the cards have met again; otherwise they
 * meet after the exchange. */
enum status cards_exchange(const struct stored *a, const void *x, size_t width, bool kept);

/* Enqueues on the selected card k the copy of the halo of x to it. */
enum status cards_pull_halo(const struct stored *a, const void *x, size_t size, int k);

/* Address of x on each card, and the first entry of each card; the last one is the end. */
struct card_parts {
    int cards;
    const void *x[MAX_CARDS];
    uint64_t first[MAX_CARDS + 1];
};

/* Enqueues on the selected card: x[j] = the owner's x[j], for `count` ascending indices j in entry.
 * size: bytes of a number or pair. */
enum status cards_pull(const uint64_t *entry, uint64_t count, const struct card_parts *from,
                       size_t size, void *x);

#ifdef __cplusplus
}
#endif
