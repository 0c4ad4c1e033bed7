#include "solvers/cuda/cards.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/halo.h"
#include "solvers/solve.h"

extern const struct place place_cuda;

struct mirror {
    int cards;
    size_t bytes;
    char *at[MAX_CARDS];
    struct mirror *next;
};

static struct {
    int opened;                     /* cards 0 .. opened - 1 can be selected */
    cudaEvent_t reached[MAX_CARDS]; /* of barriers */
    struct cards_shared *shared;
    int connected;         /* cards 0 .. connected - 1 read each other's memory */
    struct mirror *mirror; /* every allocation */
    void *staging;         /* pinned host memory: all of x on its way */
    size_t staging_bytes;
} all;

struct cards_shared *cards_shared(void)
{
    return all.shared;
}

static enum status open_cards(int cards)
{
    enum status status = OK;
    if (!all.shared)
        TRY(device_status(cudaHostAlloc((void **)&all.shared, sizeof *all.shared, cudaHostAllocPortable),
                          "allocating pinned memory"));
    for (; all.opened < cards; all.opened++) {
        TRY(device_select(all.opened));
        TRY(device_status(cudaEventCreateWithFlags(&all.reached[all.opened], cudaEventDisableTiming),
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
        if (m->at[k]) cudaFree(m->at[k]);
    free(m);
}

enum status cards_allocate(int cards, size_t bytes, void **out)
{
    enum status status = OK;
    struct mirror *m = NULL;
    *out = NULL;
    TRY(open_cards(cards));
    TRY(allocate_zeroed(1, sizeof *m, "the addresses of a vector", &m));
    *m = (struct mirror){.cards = cards, .bytes = bytes, .next = all.mirror};
    for (int k = 0; k < cards; k++) {
        TRY(device_select(k));
        TRY(place_cuda.allocate(bytes, (void **)&m->at[k]));
    }
    all.mirror = m;
    *out = m->at[0];
out:
    if (status != OK && m) free_mirror(m);
    device_home();
    return status;
}

static bool holds(const struct mirror *m, const void *p)
{
    const char *address = p;
    return address == m->at[0] || (address > m->at[0] && address < m->at[0] + m->bytes);
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

enum status cards_barrier(int cards)
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
            TRY(device_status(cudaStreamWaitEvent(device_stream(), all.reached[other], 0), "waiting for a GPU"));
        }
    }
out:
    device_home();
    return status;
}

/* From card to card */

enum status cards_reach(int cards)
{
    for (int k = 0; k < cards; k++)
        for (int other = 0; other < cards; other++) {
            int can = other == k;
            if (!can && cudaDeviceCanAccessPeer(&can, k, other) != cudaSuccess) cudaGetLastError();
            if (!can)
                return fail(ERROR_UNSUPPORTED,
                            "GPU %d cannot read the memory of GPU %d, as exchange=peer needs it: use exchange=staged",
                            k, other);
        }
    return OK;
}

static enum status connect(int cards)
{
    enum status status = OK;
    if (all.connected >= cards) return OK;
    TRY(cards_reach(cards));
    for (int k = 0; k < cards; k++) {
        TRY(device_select(k));
        for (int other = 0; other < cards; other++) {
            if (other == k || (k < all.connected && other < all.connected)) continue;
            TRY(device_status(cudaDeviceEnablePeerAccess(other, 0), "reaching another GPU"));
        }
    }
    all.connected = cards;
out:
    device_home();
    return status;
}

static void locate(const struct stored *a, const void *x, struct card_parts *out)
{
    out->cards = a->nparts;
    for (int k = 0; k < a->nparts; k++) {
        out->x[k] = cards_at(x, k);
        out->first[k] = a->part[k].first_row;
    }
    out->first[a->nparts] = a->n;
}

/* The second barrier keeps entries that are being read from being overwritten. */
static enum status exchange_directly(const struct stored *a, const void *x)
{
    enum status status = OK;
    struct card_parts parts;
    TRY(connect(a->nparts));
    locate(a, x, &parts);
    TRY(cards_barrier(a->nparts));
    for (int k = 0; k < a->nparts; k++) {
        const struct array *halo = &a->part[k].halo;
        TRY(device_select(k));
        TRY(cards_pull(halo->data, (uint32_t)(halo->bytes / sizeof(uint32_t)), &parts, real_size(a->precision),
                       cards_at(x, k)));
    }
    TRY(cards_barrier(a->nparts));
out:
    device_home();
    return status;
}

/* Through the host */

static enum status reserve_staging(size_t bytes)
{
    if (all.staging_bytes >= bytes) return OK;
    cards_dismiss();
    enum status status =
        device_status(cudaHostAlloc(&all.staging, bytes, cudaHostAllocPortable), "allocating pinned memory");
    if (status == OK) all.staging_bytes = bytes;
    return status == ERROR_DEVICE_MEMORY ? ERROR_HOST_MEMORY : status;
}

void cards_dismiss(void)
{
    if (all.staging) cudaFreeHost(all.staging);
    all.staging = NULL;
    all.staging_bytes = 0;
}

static enum status copy_parts(const struct card_parts *parts, size_t size)
{
    enum status status = OK;
    for (int k = 0; k < parts->cards; k++) {
        size_t offset = parts->first[k] * size, bytes = parts->first[k + 1] * size - offset;
        TRY(device_select(k));
        TRY(device_status(cudaMemcpyAsync((char *)all.staging + offset, (const char *)parts->x[k] + offset, bytes,
                                          cudaMemcpyDeviceToHost, device_stream()),
                          "copying from a GPU"));
    }
out:
    return status;
}

static enum status copy_all(const struct card_parts *parts, size_t bytes)
{
    enum status status = OK;
    for (int k = 0; k < parts->cards; k++) {
        TRY(device_select(k));
        TRY(device_status(
            cudaMemcpyAsync((void *)parts->x[k], all.staging, bytes, cudaMemcpyHostToDevice, device_stream()),
            "copying to a GPU"));
    }
out:
    return status;
}

/* The barrier at first is for the copies to the cards of the exchange before. */
static enum status exchange_staged(const struct stored *a, const void *x)
{
    enum status status = OK;
    struct card_parts parts;
    size_t size = real_size(a->precision);
    TRY(reserve_staging(a->n * size));
    locate(a, x, &parts);
    TRY(cards_barrier(a->nparts));
    TRY(copy_parts(&parts, size));
    TRY(cards_synchronise(a->nparts));
    TRY(copy_all(&parts, a->n * size));
out:
    device_home();
    return status;
}

enum status cards_prepare(const struct stored *a)
{
    return a->options.exchange == EXCHANGE_PEER ? connect(a->nparts) : reserve_staging(a->n * real_size(a->precision));
}

enum status cards_exchange(const struct stored *a, const void *x)
{
    return a->options.exchange == EXCHANGE_PEER ? exchange_directly(a, x) : exchange_staged(a, x);
}
