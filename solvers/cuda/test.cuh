/* The convergence test inside kernels. */
#ifndef WARPMARK_SOLVERS_CUDA_TEST_CUH
#define WARPMARK_SOLVERS_CUDA_TEST_CUH

extern "C" {
#include "solvers/solver.h"
}

/* Whether a kernel in a captured graph has nothing left to do: the votes of the last test before it ended the solve. */
__device__ inline bool halted(const int *guard)
{
    return guard && *guard != TEST_UNSATISFIED;
}

/* As change_size() on the CPU: relative 0/0 is no change, leaving zero is an infinite one. */
template <class real>
__device__ inline real change_size(real old_value, real new_value, bool relative)
{
    real change = fabs(new_value - old_value);
    if (relative && change != 0) change /= fabs(old_value);
    return change;
}

/* As fails_test() on the CPU: a division decides, and is spared where a product, with room for its rounding, shows that
 * the change is far from epsilon on either side. */
template <class real>
__device__ inline bool fails_test(real old_value, real new_value, real epsilon, bool relative)
{
    real bound = relative ? epsilon * fabs(old_value) : epsilon, change = fabs(new_value - old_value);
    const bool below = change < bound * (real)0.5;
    bool fails = change > bound * 2;
    if (!below && !fails) fails = !(change_size(old_value, new_value, relative) < epsilon);
    return fails;
}

/* Whether somebody has voted, for thread 0: asked before there is anything to vote on, so that cast_vote has the answer
 * when there is. */
template <enum vote V>
__device__ inline bool voted(const int *flag)
{
    return V == VOTE_BLOCK && flag && threadIdx.x == 0 && *(const volatile int *)flag & TEST_UNSATISFIED;
}

/* Every thread of the block calls this once, those without a row with unsatisfied = false.
 * VOTE_STORE: each unsatisfied thread stores, as the papers print it. VOTE_BLOCK: at most one thread a block does, and
 * none that knows that somebody has `voted`. */
template <enum vote V>
__device__ inline void cast_vote(int *flag, bool unsatisfied, bool voted)
{
    if (V == VOTE_STORE) {
        if (unsatisfied) *flag = TEST_UNSATISFIED;
    } else if (__syncthreads_or(unsatisfied) && threadIdx.x == 0 && !voted) {
        atomicOr(flag, TEST_UNSATISFIED);
    }
}

#endif
