#include "solvers/cuda/graph_loop.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/cuda/cards.h"
#include "solvers/cuda/device.h"
#include "solvers/loop.h"
#include "solvers/solve.h"

/* A launch costs the host about 15 us, and steps after the last one are idle. So a launch has about
 * as many steps as take 1 ms, at most 64. If there are more steps from test to test, a launch has
 * more, with gates in between that let a stop through.
 *
 * The time of a step is estimated, and not measured: a process whose measurement falls on the other
 * side of a limit has twice as many idle steps, and a level of its own (docs/notebook/gpu.md). */
enum { MAX_STRIDE = 64 };
static const double STRIDE_SECONDS = 1e-3;
/* Several cards are launched one after the other, and are idle until all are launched. */
static const double STRIDE_SECONDS_OF_CARDS = 10e-3;

/* A graph loop. Each card has its own words: TEST_UNSATISFIED; the votes of each test, of all
 * cards; the votes that each gate passed on; and, with several cards or peers, the card's own
 * votes. */
struct graph_loop {
    int cards;
    cudaGraphExec_t exec[MOST_PARTS]; /* one per card */
    uint64_t steps;                   /* steps of a launch */
    uint64_t check;                   /* steps from test to test */
    uint64_t stride;                  /* steps from gate to gate */
    size_t tests;                     /* tests of a launch */
    size_t gates;                     /* gates of a launch */
    bool swaps;                       /* true if a step swaps x with work[0] */
    /* Used if votes are known a step late: a sweep too many must not overwrite the iterate before
     * the last. x of step k is ring[k % 3]. Otherwise [2] is NULL. */
    void *ring[3];
    int *word;          /* place memory */
    int *votes;         /* host, pinned: the votes of each test of the last launch */
    volatile int *stop; /* host, pinned, read by the gates */
};

static const struct graph_peers *peers;

void graph_set_peers(const struct graph_peers *others)
{
    peers = others;
}

static bool votes_together(const struct graph_loop *g)
{
    return g->cards > 1 || peers;
}

/* Positions in the words while a launch is enqueued. */
struct votes {
    int *mine;        /* word for the votes of the next test */
    int *test, *gate; /* words for the votes of this test, and of the next gate, after all cards
                         have voted */
    const int *last;  /* the word of the test or gate before */
};

/* Evaluates `call` for each card k, with card k selected, until one fails. */
#define EACH_CARD(g, call)                                 \
    for (int k = 0; k < (g)->cards && status == OK; k++) { \
        if ((g)->cards > 1) status = device_select(k);     \
        if (status == OK) status = (call);                 \
    }                                                      \
    device_home()

static enum status clear_at(struct card_piece piece)
{
    return device_status(cudaMemsetAsync(piece.at, 0, piece.bytes, device_stream()), "clearing");
}

/* Enqueues zeros on every card. */
static enum status graph_clear(const struct graph_loop *g, void *there, size_t bytes)
{
    enum status status = OK;
    EACH_CARD(g, clear_at(g->cards > 1 ? cards_piece(there, 0, bytes, k)
                                       : (struct card_piece){there, 0, bytes}));
    return status;
}

static size_t iterate_bytes(const struct solve *solve)
{
    return solve->n * solve->width * real_size(solve->a->precision);
}

/* Clears the memory that steps read before anything writes it. */
static enum status clear_vectors(struct solve *solve, const struct graph_loop *g)
{
    const size_t bytes = iterate_bytes(solve);
    MUST(graph_clear(g, solve->x, bytes));
    for (int k = 0; k < solve->method->nwork; k++) MUST(graph_clear(g, solve->work[k], bytes));
    MUST(graph_clear(g, solve->test.flag, sizeof *solve->test.flag));
    return graph_clear(g, solve->scalar, MAX_SCALARS * sizeof *solve->scalar);
}

static enum status run_steps(struct solve *solve, int count)
{
    enum status status = OK;
    for (int k = 0; k < count && status == OK; k++) status = solve->method->step(solve);
    return status;
}

/* Returns about how long a step takes, in s: a kernel of few rows takes about 4 us, and four passes
 * over vectors share one; a card moves 2 TB/s. Every process of a case gets the same number, which
 * is too low for sweeps in place, whose rows wait. */
static double step_seconds(const struct solve *solve, const struct graph_loop *g)
{
    const struct method *m = solve->method;
    const double kernels = m->products + m->passes / 4.0,
                 bytes = m->products * (double)stored_bytes(solve->a) +
                         m->passes * (double)iterate_bytes(solve);
    return 4e-6 * kernels + bytes / (2e12 * g->cards);
}

/* Chooses numbers of steps after which x and work[0], or the ring, are in their first order again.
 */
static void choose_length(const struct solve *solve, struct graph_loop *g)
{
    const double most = g->cards > 1 ? STRIDE_SECONDS_OF_CARDS : STRIDE_SECONDS;
    const uint64_t period = g->ring[2] ? 3 : 2;
    double seconds = step_seconds(solve, g);
    uint64_t check = solve->options.check / solve->temporal_block,
             unit = check % period ? period * check : check;
    if (peers) seconds = peers->largest(seconds);
    for (g->stride = MAX_STRIDE; g->stride > 2 && g->stride * seconds > most;) g->stride /= 2;
    g->steps = g->stride > unit ? g->stride / unit * unit : unit;
    g->check = check;
    g->tests = g->steps / check;
    g->gates = (g->steps - 1) / g->stride;
}

static enum status make_ring(struct solve *solve, struct graph_loop *g)
{
    void **spare = &solve->work[solve->method->nwork]; /* freed with the other vectors */
    MUST(run_steps(solve, 1));
    g->swaps = solve->x != solve->first_x;
    MUST(run_steps(solve, 1));
    if (!g->swaps || !solve->a->edged) return OK;
    MUST(vector_allocate(solve->a, solve->width, spare));
    MUST(graph_clear(g, *spare, iterate_bytes(solve)));
    g->ring[0] = solve->x;
    g->ring[1] = solve->work[0];
    g->ring[2] = *spare;
    return OK;
}

/* Sets x and work[0] to the iterate of step k and the one before. */
static void turn_ring(struct solve *solve, const struct graph_loop *g, uint64_t k)
{
    solve->x = g->ring[k % 3];
    solve->work[0] = g->ring[(k + 2) % 3];
    solve->work[solve->method->nwork] = g->ring[(k + 1) % 3];
}

static size_t words(const struct graph_loop *g)
{
    return 1 + g->tests + g->gates + (votes_together(g) ? g->tests : 0);
}

static enum status allocate_words(const struct place *place, struct graph_loop *g)
{
    static const int first = TEST_UNSATISFIED;
    MUST(place->allocate(words(g) * sizeof *g->word, (void **)&g->word));
    MUST(device_status(cudaMallocHost((void **)&g->votes, g->tests * sizeof *g->votes),
                       "allocating pinned memory"));
    MUST(device_status(cudaMallocHost((void **)&g->stop, sizeof *g->stop),
                       "allocating pinned memory"));
    return place->put(g->word, &first, sizeof first);
}

/* With peers, only gates look for a stop. */
static enum status vote_with_peers(const struct graph_loop *g, const struct card_vote *vote,
                                   bool gate)
{
    device_set_guard(vote->total);
    return peers->vote(vote->mine, vote->before, gate ? g->stop : NULL, vote->total);
}

/* Ends a test, whose votes are `mine`, or a gate. */
static enum status pass_on(const struct graph_loop *g, const int *mine, int *total, bool gate,
                           struct votes *v)
{
    const struct card_vote vote = {mine, v->last, total, g->stop};
    v->last = total;
    if (g->cards > 1) return cards_end_step(g->cards, &vote);
    if (peers) return vote_with_peers(g, &vote, gate);
    device_set_guard(total);
    return gate ? device_graph_gate(vote.before, (const int *)g->stop, total) : OK;
}

static enum status enqueue_step(struct solve *solve, struct graph_loop *g, uint64_t k,
                                struct votes *v)
{
    solve->tested = k % g->check == 0;
    solve->test.flag = v->mine;
    MUST(solve->method->step(solve));
    if (g->ring[2]) solve->work[0] = g->ring[(k + 1) % 3];
    if (solve->tested) MUST(pass_on(g, v->mine++, v->test++, false, v));
    if (k == g->steps || k % g->stride || (solve->tested && g->cards > 1)) return OK;
    return pass_on(g, g->word, v->gate++, true, v);
}

static enum status enqueue_steps(struct solve *solve, struct graph_loop *g)
{
    int *test = g->word + 1, *gate = test + g->tests;
    struct votes v = {.mine = votes_together(g) ? gate + g->gates : test,
                      .test = test,
                      .gate = gate,
                      .last = g->word};
    for (uint64_t k = 1; k <= g->steps; k++) MUST(enqueue_step(solve, g, k, &v));
    return OK;
}

static enum status enqueue_on_cards(struct solve *solve, struct graph_loop *g)
{
    enum status status = cards_begin_steps(g->cards, g->word);
    if (status == OK) status = enqueue_steps(solve, g);
    if (status == OK) return cards_end_steps(g->cards);
    cards_drop_steps(g->cards);
    return status;
}

/* Enqueues the work of one launch. */
static enum status enqueue(struct solve *solve, struct graph_loop *g)
{
    enum status status;
    MUST(graph_clear(g, g->word + 1, (words(g) - 1) * sizeof *g->word));
    if (g->cards == 1) device_set_guard(g->word);
    status = g->cards > 1 ? enqueue_on_cards(solve, g) : enqueue_steps(solve, g);
    if (g->ring[2]) turn_ring(solve, g, 0);
    if (status != OK) return status;
    return device_status(cudaMemcpyAsync(g->votes, g->word + 1, g->tests * sizeof *g->votes,
                                         cudaMemcpyDeviceToHost, device_stream()),
                         "copying the votes");
}

static enum status begin_capture(void)
{
    return device_status(cudaStreamBeginCapture(device_stream(), cudaStreamCaptureModeThreadLocal),
                         "capturing a graph");
}

/* Ends the capture on the selected card, also after a failure. */
static enum status end_capture(cudaGraph_t *graph)
{
    return device_status(cudaStreamEndCapture(device_stream(), graph), "capturing a graph");
}

static enum status make_graph(cudaGraphExec_t *exec, cudaGraph_t graph)
{
    MUST(device_status(cudaGraphInstantiate(exec, graph, 0), "making a graph"));
    return device_status(cudaGraphUpload(*exec, device_stream()), "uploading a graph");
}

/* Ends the capture on every card. If status is an error, its message is kept. */
static enum status end_captures(const struct graph_loop *g, enum status status, cudaGraph_t *graph)
{
    enum status ended = OK;
    char why[512];
    snprintf(why, sizeof why, "%s", fail_message());
    for (int k = 0; k < g->cards; k++) {
        enum status here = g->cards > 1 ? device_select(k) : OK;
        if (here == OK) here = end_capture(&graph[k]);
        if (here != OK) ended = here;
    }
    return status == OK ? ended : fail(status, "%s", why);
}

/* Captures a launch on every card. No graph can be made before the capture has ended on every card.
 */
static enum status capture(struct solve *solve, struct graph_loop *g)
{
    int *flag = solve->test.flag;
    cudaGraph_t graph[MOST_PARTS] = {NULL};
    enum status status = OK;
    EACH_CARD(g, begin_capture());
    if (status == OK) status = enqueue(solve, g);
    solve->test.flag = flag;
    solve->tested = true;
    device_set_guard(NULL);
    status = end_captures(g, status, graph);
    EACH_CARD(g, make_graph(&g->exec[k], graph[k]));
    for (int k = 0; k < g->cards; k++)
        if (graph[k]) cudaGraphDestroy(graph[k]);
    cudaGetLastError(); /* clears the error of a capture that failed */
    return status;
}

/* Launches kernels once, because a kernel's first launch cannot be captured. */
static enum status load_kernels(const struct graph_loop *g)
{
    if (peers) return peers->vote(g->word, g->word, g->stop, g->word);
    return g->cards == 1 ? device_graph_gate(g->word, (const int *)g->stop, g->word) : OK;
}

enum status graph_prepare(struct solve *solve)
{
    struct graph_loop *g;
    if (solve->options.loop != LOOP_GRAPH || !solve->method->step) return OK;
    MUST(allocate_zeroed(1, sizeof *g, "a graph", &g));
    solve->graph = g;
    g->cards = solve->place->cards;
    MUST(clear_vectors(solve, g));
    MUST(make_ring(solve, g));
    choose_length(solve, g);
    MUST(allocate_words(solve->place, g));
    *g->stop = 0;
    MUST(load_kernels(g));
    MUST(solve->place->synchronise());
    return capture(solve, g);
}

void graph_dismiss(struct solve *solve)
{
    struct graph_loop *g = solve->graph;
    if (!g) return;
    for (int k = 0; k < g->cards; k++)
        if (g->exec[k]) cudaGraphExecDestroy(g->exec[k]);
    if (g->word) solve->place->release(g->word);
    if (g->votes) cudaFreeHost(g->votes);
    if (g->stop) cudaFreeHost((void *)g->stop);
    free(g);
    solve->graph = NULL;
}

static enum status graph_begin(struct graph_loop *g, int k)
{
    return device_status(cudaGraphLaunch(g->exec[k], device_stream()), "running a graph");
}

static bool wants_stop(const struct solve *solve)
{
    return peers ? peers->wants_stop() : solve->stop && *solve->stop;
}

/* Waits in a loop of queries. A plain wait would also spin, but this one sees a stop. */
static enum status await(struct solve *solve, struct graph_loop *g)
{
    cudaError_t code;
    while ((code = cudaStreamQuery(device_stream())) == cudaErrorNotReady)
        if (wants_stop(solve)) *g->stop = 1;
    return device_status(code, "running a graph");
}

static enum status graph_launch(struct solve *solve, struct graph_loop *g)
{
    enum status status = OK;
    EACH_CARD(g, graph_begin(g, k));
    EACH_CARD(g, await(solve, g));
    return status == OK ? cards_waited() : status;
}

/* Returns whether a stop, and not a test, ended the steps before test k. */
static bool was_stopped(const struct graph_loop *g, size_t k)
{
    if (!peers) return *g->stop && !(g->votes[k] & TEST_UNSATISFIED);
    if (!(g->votes[k] & GRAPH_STOPPED)) return false;
    peers->stop();
    return true;
}

/* Counts the steps that ran. Steps behind a closed gate cast no votes. */
static enum status count_steps(struct solve *solve, struct graph_loop *g, bool *ended)
{
    uint64_t before = solve->iterations;
    for (size_t k = 0; k < g->tests && !*ended; k++) {
        if (was_stopped(g, k)) break;
        count_iterations(solve, solve->options.check, g->votes[k], ended);
    }
    const uint64_t steps = (solve->iterations - before) / solve->temporal_block;
    if (g->ring[2]) turn_ring(solve, g, steps);
    else if (g->swaps && steps % 2) swap_iterates(solve);
    return *ended ? OK : look_around(solve, before, ended);
}

/* The host loop makes the last iterations, if a whole launch would exceed the limit. */
enum status graph_loop(struct solve *solve)
{
    enum status status = OK;
    struct graph_loop *g = solve->graph;
    bool ended = false;
    *g->stop = 0;
    while (!ended && solve->iterations < solve->max_iterations &&
           solve->max_iterations - solve->iterations >= g->steps * solve->temporal_block) {
        TRY(graph_launch(solve, g));
        TRY(count_steps(solve, g, &ended));
    }
    if (!ended) status = host_loop(solve);
out:
    return status;
}
