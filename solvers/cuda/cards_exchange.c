/* Exchange of x between cards. */
#include "solvers/cuda/cards.h"
#include "solvers/solve.h"

static struct {
    int connected; /* cards 0 .. connected - 1 read each other's memory */
    void *staging; /* pinned host memory: all of x */
    size_t staging_bytes;
} exchange;

/* From card to card */

enum status cards_reach(int cards)
{
    for (int k = 0; k < cards; k++)
        for (int other = 0; other < cards; other++) {
            int can = other == k;
            if (!can && cudaDeviceCanAccessPeer(&can, k, other) != cudaSuccess) cudaGetLastError();
            if (!can)
                return fail(ERROR_UNSUPPORTED,
                            "GPU %d cannot read the memory of GPU %d, as exchange=peer needs it: "
                            "use exchange=staged",
                            k, other);
        }
    return OK;
}

bool cards_connected(int cards)
{
    return exchange.connected >= cards;
}

enum status cards_connect(int cards)
{
    enum status status = OK;
    if (cards_connected(cards)) return OK;
    TRY(cards_reach(cards));
    for (int k = 0; k < cards; k++) {
        TRY(device_select(k));
        for (int other = 0; other < cards; other++) {
            if (other == k || (k < exchange.connected && other < exchange.connected)) continue;
            TRY(device_status(cudaDeviceEnablePeerAccess(other, 0), "reaching another GPU"));
        }
    }
    exchange.connected = cards;
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

enum status cards_pull_halo(const struct stored *a, const void *x, size_t size, int k)
{
    const struct array *halo = &a->part[k].halo;
    struct card_parts parts;
    locate(a, x, &parts);
    return cards_pull(halo->data, halo->bytes / sizeof(uint64_t), &parts, size, cards_at(x, k));
}

/* The second barrier keeps entries from being overwritten while another card reads them. */
static enum status exchange_directly(const struct stored *a, const void *x, size_t size, bool kept)
{
    enum status status = OK;
    TRY(cards_connect(a->nparts));
    TRY(cards_barrier(a->nparts));
    for (int k = 0; k < a->nparts; k++) {
        TRY(device_select(k));
        TRY(cards_pull_halo(a, x, size, k));
    }
    cards_act();
    if (!kept) TRY(cards_barrier(a->nparts));
out:
    device_home();
    return status;
}

/* Through the host */

static enum status reserve_staging(size_t bytes)
{
    if (exchange.staging_bytes >= bytes) return OK;
    cards_dismiss();
    enum status status = device_status(
        cudaHostAlloc(&exchange.staging, bytes, cudaHostAllocPortable), "allocating pinned memory");
    if (status == OK) exchange.staging_bytes = bytes;
    return status == ERROR_DEVICE_MEMORY ? ERROR_HOST_MEMORY : status;
}

void cards_dismiss(void)
{
    if (exchange.staging) cudaFreeHost(exchange.staging);
    exchange.staging = NULL;
    exchange.staging_bytes = 0;
}

static enum status copy_parts(const struct card_parts *parts, size_t size)
{
    for (int k = 0; k < parts->cards; k++) {
        size_t offset = parts->first[k] * size, bytes = parts->first[k + 1] * size - offset;
        MUST(device_select(k));
        MUST(device_status(cudaMemcpyAsync((char *)exchange.staging + offset,
                                           (const char *)parts->x[k] + offset, bytes,
                                           cudaMemcpyDeviceToHost, device_stream()),
                           "copying from a GPU"));
    }
    return OK;
}

static enum status copy_all(const struct card_parts *parts, size_t bytes)
{
    for (int k = 0; k < parts->cards; k++) {
        MUST(device_select(k));
        MUST(device_status(cudaMemcpyAsync((void *)parts->x[k], exchange.staging, bytes,
                                           cudaMemcpyHostToDevice, device_stream()),
                           "copying to a GPU"));
    }
    return OK;
}

/* The first barrier waits for the copies of the exchange before to the cards. */
static enum status exchange_staged(const struct stored *a, const void *x, size_t size)
{
    enum status status = OK;
    struct card_parts parts;
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

enum status cards_prepare(const struct stored *a, size_t width)
{
    return a->options.exchange == EXCHANGE_PEER
               ? cards_connect(a->nparts)
               : reserve_staging(a->n * width * real_size(a->precision));
}

enum status cards_exchange(const struct stored *a, const void *x, size_t width, bool kept)
{
    const size_t size = width * real_size(a->precision);
    return a->options.exchange == EXCHANGE_PEER ? exchange_directly(a, x, size, kept)
                                                : exchange_staged(a, x, size);
}
