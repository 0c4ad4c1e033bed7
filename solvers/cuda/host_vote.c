#include "solvers/cuda/host_vote.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/cuda/device.h"
#include "solvers/solve.h"

/* Pinned host memory. */
struct host_vote {
    void *old_x, *new_x;
};

static enum status allocate_pinned(size_t bytes, void **out)
{
    enum status status = device_status(cudaHostAlloc(out, bytes ? bytes : 1, cudaHostAllocPortable),
                                       "allocating pinned memory");
    return status == ERROR_DEVICE_MEMORY
               ? fail(ERROR_HOST_MEMORY, "vote=host: cannot get %.6g MB of pinned memory",
                      (double)bytes / 1e6)
               : status;
}

enum status host_vote_prepare(struct solve *solve)
{
    struct host_vote *v;
    size_t bytes = solve->n * real_size(solve->a->precision);
    if (solve->options.vote != VOTE_HOST) return OK;
    MUST(allocate_zeroed(1, sizeof *v, "a test", &v));
    solve->host_vote = v;
    MUST(allocate_pinned(bytes, &v->old_x));
    return allocate_pinned(bytes, &v->new_x);
}

void host_vote_dismiss(struct solve *solve)
{
    struct host_vote *v = solve->host_vote;
    if (!v) return;
    if (v->old_x) cudaFreeHost(v->old_x);
    if (v->new_x) cudaFreeHost(v->new_x);
    free(v);
    solve->host_vote = NULL;
}

/* PRISM's test, entry by entry, until an entry fails. If relative, 0/0 counts as no change. */
#define ANY_FAILS(real, bits, absolute)                                                    \
    static bool any_fails_f##bits(size_t n, const real *x, const real *next, real epsilon, \
                                  bool relative)                                           \
    {                                                                                      \
        for (size_t i = 0; i < n; i++) {                                                   \
            real change = absolute(next[i] - x[i]);                                        \
            if (relative && change != 0) change /= absolute(x[i]);                         \
            if (!(change < epsilon)) return true;                                          \
        }                                                                                  \
        return false;                                                                      \
    }
ANY_FAILS(float, 32, fabsf)
ANY_FAILS(double, 64, fabs)

static enum status host_vote_fetch(const struct solve *solve, const void *from, void *to)
{
    return solve->place->get(to, from, solve->n, real_size(solve->a->precision));
}

enum status host_vote_compare(struct solve *solve)
{
    struct host_vote *v = solve->host_vote;
    struct test *test = &solve->test;
    bool relative = test->criterion == RELATIVE,
         tested_before = solve->options.check == 1 && solve->iterations > 0;
    void *new_x = v->old_x;
    v->old_x = v->new_x;
    v->new_x = new_x;
    if (!tested_before) MUST(host_vote_fetch(solve, solve->work[0], v->old_x));
    MUST(host_vote_fetch(solve, solve->x, v->new_x));
    bool fails = solve->a->precision == F64
                     ? any_fails_f64(solve->n, v->old_x, v->new_x, test->epsilon, relative)
                     : any_fails_f32(solve->n, v->old_x, v->new_x, (float)test->epsilon, relative);
    test->votes = fails ? TEST_UNSATISFIED : 0;
    return OK;
}
