/* Where arrays live and operations run: memory, loop, vector operations. */
#pragma once

#include "solvers/operations.h"
#include "solvers/schedule.h"

struct ilu_ops;
struct level_ops;
struct solve;
struct stored;

/* A card as CUDA knows it. */
struct card_identity {
    char name[256];
    char bus[32]; /* PCI address, "0000:1b:00.0": how other libraries find the same card */
};

struct place {
    const char *name;
    const char *title;
    bool on_host;                 /* place memory is host memory, and put and get copy within it */
    enum schedule_kind scheduled; /* the stored.schedule that sweeps in place need here */
    /* GPUs; 0 on the host. Several of them share the rows of a matrix, and an allocation is one of
     * that size on each, a vector one of its window (stored.low). put brings the same to all; get
     * takes from each card the elements of its rows, of what is no vector those that part_start
     * (halo.h) gives it. */
    int cards;
    const struct place *member;   /* several cards or ranks: the place that one is by itself, ... */
    enum status (*select)(int k); /* ... which is card k from now on; callers select card 0 again */
    /* several cards or ranks: for every layout that can be divided and that member has; the second
     * ones are for layouts that have mat_ops.bracket there */
    const struct mat_ops *mat[2];
    /* OK where the place can be used now; else ERROR_ENVIRONMENT (no device) or ERROR_UNSUPPORTED
     * (not built in) */
    enum status (*probe)(void);
    /* OK where these options can be used now, the probe having succeeded; else ERROR_UNSUPPORTED.
     * NULL: all can */
    enum status (*permits)(const struct solver_options *options);
    /* one line about the hardware, cut to size; NULL on the host */
    enum status (*describe)(char *buffer, size_t size);
    /* card k of all that CUDA lists, whether this place uses it or not, the probe having succeeded;
     * NULL on the host */
    enum status (*identify)(int k, struct card_identity *out);
    enum status (*allocate)(size_t bytes, void **out);
    /* A vector of so many numbers a row of this matrix, which is at the place, for vector_allocate
     * (solve.h). NULL: it is an allocation as any other */
    enum status (*allocate_vector)(const struct stored *a, size_t width, void **out);
    void (*release)(void *p);
    enum status (*put)(void *to, const void *from_host, size_t bytes);
    /* the same to what is so many bytes behind the start of a vector. NULL: as put to there does */
    enum status (*put_at)(void *vector, size_t offset, const void *from_host, size_t bytes);
    enum status (*get)(void *to_host, const void *from, size_t count, size_t size);
    /* within the place, the way its vendor does it; for measuring what is possible. NULL: not
     * measured there */
    enum status (*copy)(void *to, const void *from, size_t bytes);
    /* puts other data into all caches of the place, whose size is asked for once; enqueued. NULL:
     * cannot be done there. ERROR_UNSUPPORTED where the caches' size is unknown */
    enum status (*flush)(void);
    enum status (*synchronise)(void);
    /* Whether all threads of the place take denormal numbers for zero from now on, reading and
     * writing them; *before: whether they did. entries: of the work, for base/team.h; threads that
     * start later do as the calling one. ERROR_UNSUPPORTED where that is to change and cannot.
     * NULL: never, as on CUDA */
    enum status (*flush_denormals)(bool flush, uint64_t entries, bool *before);
    /* test->votes = *test->flag, *test->flag = 0; waits for the place */
    enum status (*poll)(struct test *test);
    /* vote=host: solve->test.votes is what a comparison of x with work[0], the iterate before, on
     * the host says; solve has not counted this iteration yet. Waits for the place. NULL on the
     * host */
    enum status (*compare)(struct solve *solve);
    /* What loop needs besides: prepare is called by solve_create when all else is there, dismiss by
     * solve_free, also after a prepare that failed or never came. NULL: nothing. */
    enum status (*prepare)(struct solve *solve);
    void (*dismiss)(struct solve *solve);
    /* repeats method->step until an outcome is reached: counts iterations on, sets outcome */
    enum status (*loop)(struct solve *solve);
    /* the place's own clock around what is enqueued between the two calls, in seconds; NULL where
     * it has none */
    enum status (*span_begin)(void);
    enum status (*span_end)(double *seconds);
    const struct vec_ops *vec[NPRECISIONS]; /* NULL for U32 */
    const struct level_ops *levels; /* of method multilevel (solvers/multilevel/levels.h). NULL: not
                                       supported */
    const struct ilu_ops *ilu[NPRECISIONS]; /* NULL: none */
    /* of processes that share the rows: the largest of what each has at `mine`. NULL: there is one
     */
    double (*largest)(double mine);
    int ranks; /* processes that share the rows and each run the solve (solvers/ranks); 0: it runs
                  in this one */
};
