/* The convergence test inside kernels. */
#pragma once

extern "C" {
#include "solvers/solver.h"
}

/* Whether a kernel in a captured graph has nothing left to do: the votes of the last test before it
 * ended the solve. Where only TEST_MOVED is missing the solve has ended, too, but more sweeps leave
 * every bit as it is. */
__device__ inline bool halted(const int *guard)
{
    return guard && (*guard & ~TEST_MOVED) != TEST_UNSATISFIED;
}

/* As change_size() on the CPU: relative 0/0 is no change, leaving zero is an infinite one. */
template <class real>
__device__ inline real change_size(real old_value, real new_value, bool relative)
{
    real change = fabs(new_value - old_value);
    if (relative && change != 0) change /= fabs(old_value);
    return change;
}

/* As fails_test() on the CPU: a division decides, and is spared where a product, with room for its
 * rounding, shows that the change is far from epsilon on either side. */
template <class real>
__device__ inline bool fails_test(real old_value, real new_value, real epsilon, bool relative)
{
    real bound = relative ? epsilon * fabs(old_value) : epsilon,
         change = fabs(new_value - old_value);
    const bool below = change < bound * (real)0.5;
    bool fails = change > bound * 2;
    if (!below && !fails) fails = !(change_size(old_value, new_value, relative) < epsilon);
    return fails;
}

/* How the warps of a block come to one vote: by a barrier at the end, where they end together
 * anyway; or by a word in shared memory, so that none waits, where each has several pieces in turn.
 * docs/notebook/gpu.md has what either costs. */
enum gathering { GATHER_AT_BARRIER, GATHER_IN_WORD };

/* A kernel's votes that the test failed, in *flag; none where that is NULL. Every thread makes it
 * before there is anything to test, and calls cast() once at the end, with false where it had
 * nothing to test.
 *
 * VOTE_STORE: each unsatisfied thread stores, as the papers print it. VOTE_BLOCK: at most one
 * thread a block does, and none that knew that somebody had; where they begin at_once, none looks
 * whether somebody has. */
template <enum vote V, enum gathering how = GATHER_AT_BARRIER, bool at_once = false>
struct voting {
    int *flag, *taken;
    bool known; /* somebody has voted, so that nothing is left to test; what a multiprocessor has in
                   L1 may be old */

    __device__ explicit voting(int *its_flag) : flag(its_flag), taken(NULL), known(false)
    {
        if (V != VOTE_BLOCK || !flag || at_once) return;
        known = *flag & TEST_UNSATISFIED;
        if (how == GATHER_IN_WORD) {
            __shared__ int of_block;
            taken = &of_block;
            if (threadIdx.x == 0) *taken = 0;
            __syncthreads();
        }
    }

    __device__ void cast(bool unsatisfied) const
    {
        if (!flag) return;
        if (V == VOTE_STORE) {
            if (unsatisfied) *flag = TEST_UNSATISFIED;
        } else if (how == GATHER_AT_BARRIER) {
            if (__syncthreads_or(unsatisfied && !known) && threadIdx.x == 0)
                atomicOr(flag, TEST_UNSATISFIED);
        } else if (__any_sync(~0u, unsatisfied && !known) && threadIdx.x % 32 == 0 &&
                   atomicExch(taken, 1) == 0) {
            atomicOr(flag, TEST_UNSATISFIED);
        }
    }
};
