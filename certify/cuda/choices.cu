#include "certify/cuda/choices.h"

#include "certify/closed/choice_check.h"

enum { CHOICE_THREADS = 256, CHOICE_BLOCKS = 132 * 16 };

/* What the states of a thread, of a block, or all of them prove. */
struct states_proof {
    double least, below, above;
    int bad;
};

__device__ static void states_merge(struct states_proof *proof, const struct states_proof *more)
{
    proof->least = fmin(proof->least, more->least);
    proof->below = fmax(proof->below, more->below);
    proof->above = fmax(proof->above, more->above);
    proof->bad |= more->bad;
}

/* proof[block] = what its states prove: of weights, or of an answer if there is one. */
__global__ static void __launch_bounds__(CHOICE_THREADS)
    prove_states(struct closed_rows closed, double drift, const double *answer,
                 struct states_proof *proof)
{
    __shared__ struct states_proof part[CHOICE_THREADS];
    struct states_proof mine = {INFINITY, 0, 0, 0};
    const uint64_t step = (uint64_t)gridDim.x * CHOICE_THREADS;
    for (uint64_t i = (uint64_t)blockIdx.x * CHOICE_THREADS + threadIdx.x; i < closed.n;
         i += step) {
        struct states_proof own = {INFINITY, 0, 0, 0};
        if (answer) choices_distance(&closed, drift, answer, i, &own.below, &own.above);
        else own.bad = !weights_hold(&closed, i, &own.least);
        states_merge(&mine, &own);
    }
    part[threadIdx.x] = mine;
    for (unsigned half = CHOICE_THREADS / 2; half; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) states_merge(&part[threadIdx.x], &part[threadIdx.x + half]);
    }
    if (threadIdx.x == 0) proof[blockIdx.x] = part[0];
}

static enum status prove_all(const struct closed_rows *closed, double drift, const double *answer,
                             struct states_proof *out)
{
    static struct states_proof found[CHOICE_BLOCKS];
    struct states_proof *there = NULL;
    MUST(check_cuda(cudaMalloc((void **)&there, sizeof found), "allocating"));
    prove_states<<<CHOICE_BLOCKS, CHOICE_THREADS>>>(*closed, drift, answer, there);
    enum status status = check_cuda(cudaGetLastError(), "checking choices");
    if (status == OK)
        status = check_cuda(cudaMemcpy(found, there, sizeof found, cudaMemcpyDeviceToHost),
                            "checking choices");
    cudaFree(there);
    *out = {INFINITY, 0, 0, 0};
    for (int k = 0; k < CHOICE_BLOCKS && status == OK; k++) {
        out->least = fmin(out->least, found[k].least);
        out->below = fmax(out->below, found[k].below);
        out->above = fmax(out->above, found[k].above);
        out->bad |= found[k].bad;
    }
    return status;
}

enum status device_choices_weigh(const struct closed_rows *closed, double *drift, bool *holds)
{
    struct states_proof all;
    MUST(prove_all(closed, 0, NULL, &all));
    *drift = all.least;
    *holds = !all.bad;
    return OK;
}

enum status device_choices_distance(const struct closed_rows *closed, double drift,
                                    const double *answer, struct bound *bound)
{
    struct states_proof all;
    MUST(prove_all(closed, drift, answer, &all));
    *bound = {all.below, all.above};
    return OK;
}
