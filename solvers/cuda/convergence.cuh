/* The convergence test inside kernels. */
#pragma once

extern "C" {
#include "solvers/solver.h"
}

/* Returns whether a kernel in a captured graph has nothing left to do, because the votes of an
 * earlier test ended the solve. If only TEST_MOVED is missing the solve has ended, too, but then
 * further sweeps do not change any bit. */
__device__ inline bool halted(const int *guard)
{
    return guard && (*guard & ~TEST_MOVED) != TEST_UNSATISFIED;
}

/* As change_size() on the CPU: if relative, 0/0 counts as no change and a change away from zero as
 * an infinite one. */
template <class real>
__device__ inline real change_size(real old_value, real new_value, bool relative)
{
    real change = fabs(new_value - old_value);
    if (relative && change != 0) change /= fabs(old_value);
    return change;
}

/* As fails_test() on the CPU: a division decides. It is skipped if a product shows, with room for
 * its rounding, that the change is far from epsilon on either side. */
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

/* How the warps of a block join their votes. At a barrier at the end: good if they end together
 * anyway. Or in a word in shared memory, so that no warp waits: good if each has several pieces in
 * turn. docs/notebook/gpu.md lists the cost of both. */
enum gathering { GATHER_AT_BARRIER, GATHER_IN_WORD };

/* Collects the votes of a kernel that the test failed, in *flag; collects none if flag is NULL.
 * Every thread creates it before it has anything to test, and calls cast() once at the end, with
 * false if it had nothing to test.
 *
 * VOTE_STORE: each unsatisfied thread stores its vote, as the papers print it. VOTE_BLOCK: at most
 * one thread of a block votes, and none that knew of an earlier vote. With at_once no thread looks
 * for earlier votes. */
template <enum vote V, enum gathering how = GATHER_AT_BARRIER, bool at_once = false>
struct voting {
    int *flag, *taken;
    bool known; /* there is a vote already, so that nothing is left to test; the value that a
                   multiprocessor has in L1 may be old */

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
