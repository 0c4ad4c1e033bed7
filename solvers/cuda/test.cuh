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
    if (change < bound * (real)0.5) return false;
    if (change > bound * 2) return true;
    return !(change_size(old_value, new_value, relative) < epsilon);
}

/* Every thread of the block calls this once, those without a row with unsatisfied = false.
 * VOTE_STORE: each unsatisfied thread stores, as the papers print it. VOTE_BLOCK: at most one thread a block does, and
 * only where nobody has. */
template <enum vote V>
__device__ inline void cast_vote(int *flag, bool unsatisfied)
{
    if (V == VOTE_STORE) {
        if (unsatisfied) *flag = TEST_UNSATISFIED;
    } else if (__syncthreads_or(unsatisfied) && threadIdx.x == 0) {
        volatile int *seen = flag;
        if (!(*seen & TEST_UNSATISFIED)) atomicOr(flag, TEST_UNSATISFIED);
    }
}

#endif
