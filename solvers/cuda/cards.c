#include "solvers/cuda/cards.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/halo.h"
#include "solvers/solve.h"

extern const struct place place_cuda;

/* An allocation. Card k has its bytes low .. high - 1. */
struct mirror {
    int cards;
    size_t bytes;
    struct extent {
        size_t low, high;
    } has[MAX_CARDS];
    char *block[MAX_CARDS], *at[MAX_CARDS]; /* block: the allocated memory; at: address where
                                               byte 0 is or would be */
    bool whole;                             /* every card has all bytes */
    uint64_t rows, first[MAX_CARDS + 1];    /* for a vector: its rows, and the first row of each
                                               card; otherwise rows is 0 */
    struct mirror *next;
};

static struct {
    int opened;                     /* cards 0 .. opened - 1 can be selected */
    cudaEvent_t reached[MAX_CARDS]; /* events of barriers */
    struct cards_shared *shared;
    struct mirror *mirror; /* every allocation */
} all;

/* State of the steps that are enqueued. */
static struct {
    bool captured;
    bool met;              /* the cards have met since the last operation */
    const void *under_way; /* the vector that side streams exchange */
    struct card_vote vote; /* votes of the last step, which the next meeting brings to all cards */
    const int *beside;     /* votes of the meeting on the side streams */
} steps;

struct cards_shared *cards_shared(void)
{
    return all.shared;
}

static enum status open_cards(int cards)
{
    enum status status = OK;
    if (!all.shared)
        TRY(device_status(
            cudaHostAlloc((void **)&all.shared, sizeof *all.shared, cudaHostAllocPortable),
            "allocating pinned memory"));
    for (; all.opened < cards; all.opened++) {
        TRY(device_select(all.opened));
        TRY(device_status(
            cudaEventCreateWithFlags(&all.reached[all.opened], cudaEventDisableTiming),
            "creating an event"));
    }
out:
    device_home();
    return status;
}

/* Memory */

static void free_mirror(struct mirror *m)
{
    for (int k = 0; k < m->cards; k++)
        if (m->block[k]) cudaFree(m->block[k]);
    free(m);
}

/* Returns the address where byte 0 would be; computed with integers, because it may lie before the
 * allocation. */
static char *where_would_be(const char *block, size_t low)
{
    return (char *)((uintptr_t)block - low);
}

/* Allocates a mirror on every card. */
static enum status allocate_mirror(const struct mirror *wanted, void **out)
{
    enum status status = OK;
    struct mirror *m = NULL;
    *out = NULL;
    TRY(open_cards(wanted->cards));
    TRY(allocate(1, sizeof *m, "the addresses of a vector", &m));
    *m = *wanted;
    m->next = all.mirror;
    for (int k = 0; k < m->cards; k++) {
        TRY(device_select(k));
        TRY(place_cuda.allocate(m->has[k].high - m->has[k].low, (void **)&m->block[k]));
        m->at[k] = where_would_be(m->block[k], m->has[k].low);
    }
    all.mirror = m;
    *out = m->at[0];
out:
    if (status != OK && m) free_mirror(m);
    device_home();
    return status;
}

enum status cards_allocate(int cards, size_t bytes, void **out)
{
    struct mirror m = {.cards = cards, .bytes = bytes, .whole = true};
    for (int k = 0; k < cards; k++) m.has[k].high = bytes;
    return allocate_mirror(&m, out);
}

/* Card 0 has row 0, so the address of the vector is an address in its memory. */
enum status cards_allocate_vector(const struct stored *a, size_t width, void **out)
{
    const size_t entry = width * real_size(a->precision);
    struct mirror m = {.cards = a->nparts, .bytes = a->n * entry, .whole = width > 1, .rows = a->n};
    for (int k = 0; k < a->nparts; k++) {
        const struct stored *part = &a->part[k];
        m.first[k] = part->first_row;
        m.has[k] = m.whole ? (struct extent){0, m.bytes}
                           : (struct extent){part->low * entry, part->high * entry};
    }
    m.first[m.cards] = a->n;
    return allocate_mirror(&m, out);
}

static bool holds(const struct mirror *m, const void *p)
{
    const char *address = p;
    return address == m->at[0] ||
           (m->whole && address > m->at[0] && address < m->at[0] + m->bytes);
}

static const struct mirror *mirror_of(const void *p)
{
    const struct mirror *m = all.mirror;
    while (!holds(m, p)) m = m->next;
    return m;
}

void cards_release(void *p)
{
    struct mirror **from = &all.mirror;
    while (!holds(*from, p)) from = &(*from)->next;
    struct mirror *m = *from;
    *from = m->next;
    free_mirror(m);
}

int cards_of(const void *p)
{
    return mirror_of(p)->cards;
}

void *cards_at(const void *p, int k)
{
    if (!p) return NULL;
    const struct mirror *m = mirror_of(p);
    return m->at[k] + ((const char *)p - m->at[0]);
}

struct card_piece cards_piece(const void *p, size_t offset, size_t bytes, int k)
{
    const struct mirror *m = mirror_of(p);
    const size_t before = (size_t)((const char *)p - m->at[0]);
    const struct extent has = m->has[k];
    size_t first = before + offset, end = bytes < m->bytes - first ? first + bytes : m->bytes;
    if (first < has.low) first = has.low;
    if (end > has.high) end = has.high;
    if (end < first) end = first;
    return (struct card_piece){m->at[k] + first, first - before, end - first};
}

struct card_rows cards_rows(const void *p, size_t n, int k)
{
    const struct mirror *m = mirror_of(p);
    if (m->rows && (n == m->rows || n == 2 * m->rows))
        return (struct card_rows){n / m->rows * m->first[k], n / m->rows * m->first[k + 1]};
    return (struct card_rows){part_start(n, m->cards, k), part_start(n, m->cards, k + 1)};
}

/* Waiting */

enum status cards_synchronise(int cards)
{
    enum status status = OK;
    for (int k = 0; k < cards; k++) {
        TRY(device_select(k));
        TRY(place_cuda.synchronise());
    }
out:
    device_home();
    return status;
}

/* Waits by events, for cards that cannot read each other's memory. */
static enum status wait_for_events(int cards)
{
    enum status status = OK;
    for (int k = 0; k < cards; k++) {
        TRY(device_select(k));
        TRY(device_status(cudaEventRecord(all.reached[k], device_stream()), "recording an event"));
    }
    for (int k = 0; k < cards; k++) {
        TRY(device_select(k));
        for (int other = 0; other < cards; other++) {
            if (other == k) continue;
            TRY(device_status(cudaStreamWaitEvent(device_stream(), all.reached[other], 0),
                              "waiting for a GPU"));
        }
    }
out:
    device_home();
    return status;
}

enum status cards_barrier(int cards)
{
    MUST(cards_join(cards));
    if (steps.met) return OK;
    steps.met = true;
    return cards_connected(cards) ? cards_meet(cards, NULL) : wait_for_events(cards);
}

/* Steps that are captured */

bool cards_branches(void)
{
    return steps.captured;
}

void cards_act(void)
{
    steps.met = false;
}

const void *cards_under_way(void)
{
    return steps.under_way;
}

void cards_branched(const void *next)
{
    steps.under_way = next;
    steps.met = false;
}

static enum status set_guard(int cards, const int *guard)
{
    enum status status = OK;
    for (int k = 0; k < cards; k++) {
        TRY(device_select(k));
        device_set_guard(cards_at(guard, k));
    }
out:
    device_home();
    return status;
}

enum status cards_meet_beside(int cards)
{
    steps.beside = steps.vote.total;
    MUST(cards_meet(cards, steps.vote.total ? &steps.vote : NULL));
    steps.vote = (struct card_vote){0};
    return OK;
}

enum status cards_join(int cards)
{
    enum status status = OK;
    if (!steps.under_way) return OK;
    for (int k = 0; k < cards; k++) {
        TRY(device_select(k));
        TRY(device_join());
    }
    steps.under_way = NULL;
    if (steps.beside) TRY(set_guard(cards, steps.beside));
    steps.beside = NULL;
out:
    device_home();
    return status;
}

static enum status meet_now(int cards, const struct card_vote *vote)
{
    MUST(cards_meet(cards, vote));
    steps.met = true;
    return set_guard(cards, vote->total);
}

enum status cards_begin_steps(int cards, const int *guard)
{
    steps.captured = true;
    steps.vote = (struct card_vote){0};
    MUST(set_guard(cards, guard));
    MUST(cards_meet(cards, NULL));
    steps.met = true;
    return OK;
}

enum status cards_end_step(int cards, const struct card_vote *vote)
{
    const struct card_vote before = steps.vote;
    if (before.total) {
        MUST(cards_join(cards));
        MUST(meet_now(cards, &before));
    }
    steps.vote = (struct card_vote){0};
    if (steps.under_way) steps.vote = *vote;
    else MUST(meet_now(cards, vote));
    return OK;
}

enum status cards_end_steps(int cards)
{
    enum status status = cards_join(cards);
    if (status == OK && steps.vote.total) status = meet_now(cards, &steps.vote);
    cards_drop_steps(cards);
    return status;
}

void cards_drop_steps(int cards)
{
    memset(&steps, 0, sizeof steps);
    for (int k = 0; k < cards; k++)
        if (device_select(k) == OK) device_set_guard(NULL);
    device_home();
}
