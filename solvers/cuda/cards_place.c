/* Places cuda2 to cuda16: GPUs 0, 1, ... of one host share the rows of a matrix and everything that
 * belongs to them. */
#include <stdio.h>

#include "solvers/cuda/cards.h"
#include "solvers/cuda/graph_loop.h"
#include "solvers/cuda/host_vote.h"
#include "solvers/loop.h"
#include "solvers/part_counts.h"

extern const struct place place_cuda;
extern const struct mat_ops mat_ops_cards, mat_ops_cards_bracket;
extern const struct vec_ops vec_ops_cards_f32, vec_ops_cards_f64;
extern const struct level_ops level_ops_cards;

/* Only counts the cards: unused cards are not opened. */
static enum status cards_probe(int cards)
{
    int count;
    enum status status = device_count(&count);
    if (status == OK && count < cards)
        return fail(ERROR_ENVIRONMENT, "cuda%d needs %d GPUs; there %s %d", cards, cards,
                    count == 1 ? "is" : "are", count);
    return status;
}

static enum status cards_permits(int cards, const struct solver_options *options)
{
    if (options->loop == LOOP_RESIDENT)
        return fail(ERROR_UNSUPPORTED,
                    "loop=resident keeps all rows in one GPU: use loop=graph at place cuda%d",
                    cards);
    if (options->exchange == EXCHANGE_PEER) return cards_reach(cards);
    if (options->loop == LOOP_HOST) return OK;
    return fail(ERROR_UNSUPPORTED,
                "loop=graph goes on without the host, which exchange=staged needs: use "
                "exchange=peer");
}

static enum status cards_describe(int cards, char *buffer, size_t size)
{
    size_t used = 0;
    for (int k = 0; k < cards; k++) {
        struct cudaDeviceProp card;
        MUST(device_status(cudaGetDeviceProperties(&card, k), "reading a device's properties"));
        int length =
            snprintf(buffer + used, size - used, "%d: %s, compute capability %d.%d, %.1f GB; ", k,
                     card.name, card.major, card.minor, (double)card.totalGlobalMem / 1e9);
        used = used + (size_t)length < size ? used + (size_t)length : size - 1;
    }
    snprintf(buffer + used, size - used, "peer access: %s",
             cards_reach(cards) == OK ? "yes" : "no");
    return OK;
}

static enum status cards_put_at(void *to, size_t offset, const void *from_host, size_t bytes)
{
    enum status status = OK;
    for (int k = 0; k < cards_of(to); k++) {
        const struct card_piece piece = cards_piece(to, offset, bytes, k);
        if (piece.bytes == 0) continue;
        TRY(device_select(k));
        TRY(place_cuda.put(piece.at, (const char *)from_host + (piece.offset - offset),
                           piece.bytes));
    }
out:
    device_home();
    return status;
}

static enum status cards_put(void *to, const void *from_host, size_t bytes)
{
    return cards_put_at(to, 0, from_host, bytes);
}

static enum status cards_get(void *to_host, const void *from, size_t count, size_t size)
{
    enum status status = OK;
    for (int k = 0; k < cards_of(from); k++) {
        const struct card_rows its = cards_rows(from, count, k);
        TRY(device_select(k));
        TRY(place_cuda.get((char *)to_host + its.first * size,
                           (const char *)cards_at(from, k) + its.first * size,
                           its.end - its.first, size));
    }
out:
    device_home();
    return status;
}

/* Copies a share on each card, of memory that all cards have. */
static enum status cards_copy(void *to, const void *from, size_t bytes)
{
    enum status status = OK;
    int cards = cards_of(to);
    for (int k = 0; k < cards; k++) {
        size_t first = bytes * (size_t)k / (size_t)cards,
               end = bytes * (size_t)(k + 1) / (size_t)cards;
        TRY(device_select(k));
        TRY(place_cuda.copy((char *)cards_at(to, k) + first,
                            (const char *)cards_at(from, k) + first, end - first));
    }
out:
    device_home();
    return status;
}

static enum status cards_flush(int cards)
{
    enum status status = OK;
    for (int k = 0; k < cards; k++) {
        TRY(device_select(k));
        TRY(device_flush());
    }
out:
    device_home();
    return status;
}

static enum status fetch_votes(const int *flag, int cards, int *votes)
{
    for (int k = 0; k < cards; k++) {
        MUST(device_select(k));
        MUST(device_status(cudaMemcpyAsync(&votes[k], cards_at(flag, k), sizeof *flag,
                                           cudaMemcpyDeviceToHost, device_stream()),
                           "copying the votes"));
    }
    return cards_synchronise(cards);
}

static enum status clear_votes(const int *flag, int cards)
{
    for (int k = 0; k < cards; k++) {
        MUST(device_select(k));
        MUST(device_status(cudaMemsetAsync(cards_at(flag, k), 0, sizeof *flag, device_stream()),
                           "clearing the votes"));
    }
    return OK;
}

static enum status cards_poll(struct test *test)
{
    enum status status = OK;
    int cards = cards_of(test->flag), *votes = cards_shared()->votes;
    TRY(fetch_votes(test->flag, cards, votes));
    test->votes = 0;
    for (int k = 0; k < cards; k++) test->votes |= votes[k];
    TRY(cards_waited());
    TRY(clear_votes(test->flag, cards));
out:
    device_home();
    return status;
}

static enum status cards_place_prepare(struct solve *solve)
{
    MUST(cards_prepare(solve->a, method_width(solve->method)));
    MUST(graph_prepare(solve));
    return host_vote_prepare(solve);
}

static enum status cards_loop(struct solve *solve)
{
    return solve->graph ? graph_loop(solve) : host_loop(solve);
}

static void cards_place_dismiss(struct solve *solve)
{
    graph_dismiss(solve);
    host_vote_dismiss(solve);
    cards_dismiss();
}

/* Defines functions for each number of cards, for members of struct place that do not get the place
 * as an argument. */
#define OF_COUNT(count, ...)                                                 \
    static enum status probe_##count(void)                                   \
    {                                                                        \
        return cards_probe(count);                                           \
    }                                                                        \
    static enum status permits_##count(const struct solver_options *options) \
    {                                                                        \
        return cards_permits(count, options);                                \
    }                                                                        \
    static enum status describe_##count(char *buffer, size_t size)           \
    {                                                                        \
        return cards_describe(count, buffer, size);                          \
    }                                                                        \
    static enum status allocate_##count(size_t bytes, void **out)            \
    {                                                                        \
        return cards_allocate(count, bytes, out);                            \
    }                                                                        \
    static enum status flush_##count(void)                                   \
    {                                                                        \
        return cards_flush(count);                                           \
    }                                                                        \
    static enum status synchronise_##count(void)                             \
    {                                                                        \
        return cards_synchronise(count);                                     \
    }
EACH_PART_COUNT(OF_COUNT, )

#define PLACE(count, ...)                                                \
    [count] = {                                                          \
        .name = "cuda" #count,                                           \
        .title = #count " GPUs",                                         \
        .cards = count,                                                  \
        .member = &place_cuda,                                           \
        .select = device_select,                                         \
        .mat = {&mat_ops_cards, &mat_ops_cards_bracket},                 \
        .probe = probe_##count,                                          \
        .permits = permits_##count,                                      \
        .describe = describe_##count,                                    \
        .identify = device_identify,                                     \
        .allocate = allocate_##count,                                    \
        .allocate_vector = cards_allocate_vector,                        \
        .release = cards_release,                                        \
        .put = cards_put,                                                \
        .put_at = cards_put_at,                                          \
        .get = cards_get,                                                \
        .copy = cards_copy,                                              \
        .flush = flush_##count,                                          \
        .synchronise = synchronise_##count,                              \
        .poll = cards_poll,                                              \
        .compare = host_vote_compare,                                    \
        .prepare = cards_place_prepare,                                  \
        .dismiss = cards_place_dismiss,                                  \
        .loop = cards_loop,                                              \
        .vec = {[F32] = &vec_ops_cards_f32, [F64] = &vec_ops_cards_f64}, \
        .levels = &level_ops_cards,                                      \
    },
extern const struct place cuda_places[MOST_PARTS + 1];
const struct place cuda_places[MOST_PARTS + 1] = {EACH_PART_COUNT(PLACE, )};
