#include "solvers/cuda/graph_loop.h"

#include <stdlib.h>

#include "base/memory.h"
#include "solvers/cuda/device.h"
#include "solvers/loop.h"

/* A launch costs the host about 15 us, and steps behind the last one are idle, so a launch has
 * about as many steps as take 2 ms, at most 64. With many steps from test to test it must have
 * more: gates in between let a stop through. */
enum { MAX_STRIDE = 64 };
static const double STRIDE_SECONDS = 2e-3;

struct graph_loop {
    cudaGraphExec_t exec;
    uint64_t steps;  /* a launch: an even number, so that x and work[0] come back, and whole
                        intervals of tests */
    uint64_t check;  /* steps from test to test */
    uint64_t stride; /* steps from gate to gate */
    size_t tests;    /* a launch */
    size_t gates;    /* a launch */
    bool swaps;      /* whether a step swaps x with work[0] */
    int *word;  /* device: TEST_UNSATISFIED, the votes of each test, what each gate passed on */
    int *votes; /* host, pinned: the votes of each test of the last launch */
    volatile int *stop; /* host, pinned, read by the gates */
};

static enum status run_steps(struct solve *solve, int count)
{
    enum status status = OK;
    for (int k = 0; k < count && status == OK; k++) status = solve->method->step(solve);
    return status;
}

/* Even numbers of steps, so that x and work[0] come back. */
static enum status choose_length(struct solve *solve, struct graph_loop *g)
{
    double seconds = 0;
    uint64_t check = solve->options.check / solve->temporal_block,
             unit = check % 2 ? 2 * check : check;
    MUST(run_steps(solve, 2));
    MUST(solve->place->span_begin());
    MUST(run_steps(solve, 2));
    MUST(solve->place->span_end(&seconds));
    for (g->stride = MAX_STRIDE; g->stride > 2 && g->stride * seconds / 2 > STRIDE_SECONDS;)
        g->stride /= 2;
    g->steps = g->stride > unit ? g->stride / unit * unit : unit;
    g->check = check;
    g->tests = g->steps / check;
    g->gates = (g->steps - 1) / g->stride;
    return OK;
}

static enum status allocate_words(struct graph_loop *g)
{
    static const int first = TEST_UNSATISFIED;
    MUST(device_status(cudaMalloc((void **)&g->word, (1 + g->tests + g->gates) * sizeof *g->word),
                       "allocating"));
    MUST(device_status(cudaMallocHost((void **)&g->votes, g->tests * sizeof *g->votes),
                       "allocating pinned memory"));
    MUST(device_status(cudaMallocHost((void **)&g->stop, sizeof *g->stop),
                       "allocating pinned memory"));
    return device_status(cudaMemcpy(g->word, &first, sizeof first, cudaMemcpyHostToDevice),
                         "copying to the GPU");
}

/* One launch's worth of work, to the stream. */
static enum status enqueue(struct solve *solve, struct graph_loop *g)
{
    cudaStream_t stream = device_stream();
    const int *guard = g->word;
    int *test = g->word + 1, *gate = test + g->tests;
    MUST(device_status(cudaMemsetAsync(test, 0, (g->tests + g->gates) * sizeof *test, stream),
                       "clearing the votes"));
    for (uint64_t k = 1; k <= g->steps; k++) {
        solve->tested = k % g->check == 0;
        solve->test.flag = test;
        device_set_guard(guard);
        MUST(solve->method->step(solve));
        if (k == 1) g->swaps = solve->x != solve->first_x;
        if (solve->tested) guard = test++;
        if (k == g->steps || k % g->stride) continue;
        MUST(device_graph_gate(guard, (const int *)g->stop, gate));
        guard = gate++;
    }
    return device_status(cudaMemcpyAsync(g->votes, g->word + 1, g->tests * sizeof *g->votes,
                                         cudaMemcpyDeviceToHost, stream),
                         "copying the votes");
}

static enum status capture(struct solve *solve, struct graph_loop *g)
{
    cudaGraph_t graph = NULL;
    cudaStream_t stream = device_stream();
    int *flag = solve->test.flag;
    enum status status = device_status(
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capturing a graph");
    if (status != OK) return status;
    status = enqueue(solve, g);
    solve->test.flag = flag;
    solve->tested = true;
    device_set_guard(NULL);
    cudaError_t code = cudaStreamEndCapture(stream, &graph);
    if (status == OK) status = device_status(code, "capturing a graph");
    if (status == OK)
        status = device_status(cudaGraphInstantiate(&g->exec, graph, 0), "making a graph");
    if (status == OK) status = device_status(cudaGraphUpload(g->exec, stream), "uploading a graph");
    if (graph) cudaGraphDestroy(graph);
    cudaGetLastError(); /* of a capture that an error ended */
    return status;
}

enum status graph_prepare(struct solve *solve)
{
    struct graph_loop *g;
    if (solve->options.loop != LOOP_GRAPH || !solve->method->step) return OK;
    MUST(allocate_zeroed(1, sizeof *g, "a graph", &g));
    solve->graph = g;
    MUST(choose_length(solve, g));
    MUST(allocate_words(g));
    *g->stop = 0;
    MUST(device_graph_gate(g->word, (const int *)g->stop, g->word)); /* loads the kernel */
    MUST(solve->place->synchronise());
    return capture(solve, g);
}

void graph_dismiss(struct solve *solve)
{
    struct graph_loop *g = solve->graph;
    if (!g) return;
    if (g->exec) cudaGraphExecDestroy(g->exec);
    if (g->word) cudaFree(g->word);
    if (g->votes) cudaFreeHost(g->votes);
    if (g->stop) cudaFreeHost((void *)g->stop);
    free(g);
    solve->graph = NULL;
}

/* Waits in a loop of queries, as a plain wait would spin too, but one that sees a stop. */
static enum status launch(struct solve *solve, struct graph_loop *g)
{
    cudaError_t code = cudaGraphLaunch(g->exec, device_stream());
    if (code == cudaSuccess)
        while ((code = cudaStreamQuery(device_stream())) == cudaErrorNotReady)
            if (solve->stop && *solve->stop) *g->stop = 1;
    return device_status(code, "running a graph");
}

/* Counts the steps that ran. Those behind a gate that was shut cast no votes. */
static enum status count_steps(struct solve *solve, struct graph_loop *g, bool *ended)
{
    uint64_t before = solve->iterations;
    for (size_t k = 0; k < g->tests && !*ended; k++) {
        if (*g->stop && !(g->votes[k] & TEST_UNSATISFIED)) break;
        count_iterations(solve, solve->options.check, g->votes[k], ended);
    }
    if (g->swaps && (solve->iterations - before) / solve->temporal_block % 2) swap_iterates(solve);
    return *ended ? OK : look_around(solve, before, ended);
}

/* What a launch would take beyond the limit is left to the host. */
enum status graph_loop(struct solve *solve)
{
    enum status status = OK;
    struct graph_loop *g = solve->graph;
    bool ended = false;
    *g->stop = 0;
    while (!ended && solve->iterations < solve->max_iterations &&
           solve->max_iterations - solve->iterations >= g->steps * solve->temporal_block) {
        TRY(launch(solve, g));
        TRY(count_steps(solve, g, &ended));
    }
    if (!ended) status = host_loop(solve);
out:
    return status;
}
