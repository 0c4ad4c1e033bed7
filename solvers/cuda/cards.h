/* Several GPUs: memory that each of them has, how they wait for each other, and how x gets from one
 * to the other. For the files of this folder only.
 *
 * An address at a place of several cards is one on card 0; what the others have for it, at any
 * offset into an allocation, cards_at() knows. A vector has full length everywhere. Card k keeps
 * the entries of its rows (part_start, solvers/halo.h) up to date; the others are of use only after
 * cards_exchange. Scalars and weights are the same bits on every card; each votes in a flag of its
 * own. */
#pragma once

#include "solvers/cuda/device.h"
#include "solvers/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Pinned host memory that every card reads and writes. */
struct cards_shared {
    /* two reductions in turn: of each card up to NDOTS sums, or what its rows narrow bounds to */
    double sum[2][MAX_CARDS][NDOTS];
    int votes[MAX_CARDS];
};
struct cards_shared *cards_shared(void); /* valid once something has been allocated */

/* One allocation of that size on each of so many cards. Errors: ERROR_DEVICE_MEMORY, which names
 * the card, ERROR_DEVICE, ERROR_HOST_MEMORY. */
enum status cards_allocate(int cards, size_t bytes, void **out);
void cards_release(void *p);

/* Of what cards_allocate made, or an address within: on how many cards it is, and where on card k;
 * NULL stays NULL. */
int cards_of(const void *p);
void *cards_at(const void *p, int k);

/* The host waits for all that was enqueued on these cards. */
enum status cards_synchronise(int cards);

/* What is enqueued from now on waits, on each of these cards, for all that was enqueued before on
 * all of them. */
enum status cards_barrier(int cards);

/* Whether each of these cards can read the others' memory; else ERROR_UNSUPPORTED with a pair that
 * cannot. */
enum status cards_reach(int cards);

/* Makes what exchanges of x for this matrix need, so that they allocate nothing. width: entries
 * that x has a row, at most. */
enum status cards_prepare(const struct stored *a, size_t width);
void cards_dismiss(void);

/* Enqueues it: each card gets the entries of x that its part of a reads and others keep, or all, as
 * a->options.exchange says. width: 1; 2 where x has pairs. staged waits for the place. */
enum status cards_exchange(const struct stored *a, const void *x, size_t width);

/* Where x lies, and the first entry of each card, the end included. */
struct card_parts {
    int cards;
    const void *x[MAX_CARDS];
    uint32_t first[MAX_CARDS + 1];
};

/* Enqueues on the selected card: x[j] = the owner's x[j] for count ascending j in entry; size:
 * bytes of a number or pair. */
enum status cards_pull(const uint32_t *entry, uint32_t count, const struct card_parts *from,
                       size_t size, void *x);

#ifdef __cplusplus
}
#endif
