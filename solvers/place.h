/* A place is where arrays live and operations run: it has memory, a loop, and vector operations. */
#pragma once

#include "solvers/operations.h"
#include "solvers/schedule.h"

struct ilu_ops;
struct level_ops;
struct placed_ops;
struct solve;
struct stored;

/* Identity of a card (GPU) in CUDA. */
struct card_identity {
    char name[256];
    char bus[32]; /* PCI address, "0000:1b:00.0": other libraries find the same card by it */
};

struct place {
    const char *name;
    const char *title;
    bool on_host;                 /* place memory is host memory; put and get copy within it */
    enum schedule_kind scheduled; /* kind of stored.schedule that sweeps in place need here */
    /* Number of GPUs; 0 on the host. Several GPUs share the rows of a matrix: an allocation then
     * has its size on each of them, a vector only the size of its window (stored.low). put copies
     * the same data to all cards. get takes from each card the elements of its rows; for an
     * allocation that is not a vector, those that part_start (halo.h) gives to the card. */
    int cards;
    const struct place *member;   /* for several cards or ranks: the place of one of them alone,
                                     ... */
    enum status (*select)(int k); /* ... which select(k) makes card k from now on; callers select
                                     card 0 again */
    /* for several cards or ranks: the operations for every layout that can be divided and that
     * member has; the second ones are for layouts that have mat_ops.bracket there */
    const struct mat_ops *mat[2];
    /* Returns OK if the place can be used now, else ERROR_ENVIRONMENT (no device) or
     * ERROR_UNSUPPORTED (not built in) */
    enum status (*probe)(void);
    /* Returns OK if these options can be used now, else ERROR_UNSUPPORTED; only called after a
     * successful probe. NULL: all can */
    enum status (*permits)(const struct solver_options *options);
    /* writes one line about the hardware, cut to size; NULL on the host */
    enum status (*describe)(char *buffer, size_t size);
    /* writes the identity of card k of all that CUDA lists, whether this place uses it or not; only
     * called after a successful probe; NULL on the host */
    enum status (*identify)(int k, struct card_identity *out);
    enum status (*allocate)(size_t bytes, void **out);
    /* Allocates a vector of `width` numbers per row of this matrix, which is at the place, for
     * vector_allocate (solve.h). NULL: a vector is an allocation like any other */
    enum status (*allocate_vector)(const struct stored *a, size_t width, void **out);
    void (*release)(void *p);
    enum status (*put)(void *to, const void *from_host, size_t bytes);
    /* the same, to `offset` bytes after the start of a vector. NULL: put to that address does it */
    enum status (*put_at)(void *vector, size_t offset, const void *from_host, size_t bytes);
    enum status (*get)(void *to_host, const void *from, size_t count, size_t size);
    /* copies within the place in the way its vendor offers; used to measure what is possible. NULL:
     * not measured there */
    enum status (*copy)(void *to, const void *from, size_t bytes);
    /* fills all caches of the place with other data, enqueued; it finds their size at the first
     * call. NULL: not possible there. ERROR_UNSUPPORTED if the size of the caches is unknown */
    enum status (*flush)(void);
    enum status (*synchronise)(void);
    /* Sets whether all threads of the place take denormal numbers for zero from now on, when they
     * read and write them; *before: the setting until now. entries: size of the work, for
     * base/team.h; threads that start later have the setting of the calling one. ERROR_UNSUPPORTED
     * if the setting must change and cannot. NULL: denormals are never flushed, as on CUDA */
    enum status (*flush_denormals)(bool flush, uint64_t entries, bool *before);
    /* test->votes = *test->flag, *test->flag = 0; waits for the place */
    enum status (*poll)(struct test *test);
    /* vote=host: compares x with work[0], the iterate before, on the host, and sets
     * solve->test.votes; solve has not counted this iteration yet. Waits for the place. NULL on the
     * host */
    enum status (*compare)(struct solve *solve);
    /* Further data of loop: solve_create calls prepare after everything else exists; solve_free
     * calls dismiss, also after a prepare that failed or was not called. NULL: nothing. */
    enum status (*prepare)(struct solve *solve);
    void (*dismiss)(struct solve *solve);
    /* repeats method->step until it has an outcome, counts iterations and sets the outcome */
    enum status (*loop)(struct solve *solve);
    /* measure the time of the work enqueued between the two calls, by the place's own clock, in
     * seconds; NULL if it has none */
    enum status (*span_begin)(void);
    enum status (*span_end)(double *seconds);
    const struct vec_ops *vec[NPRECISIONS]; /* NULL for U32 */
    const struct level_ops *levels;         /* operations for method multilevel
                                               (solvers/multilevel/levels.h). NULL: not supported */
    const struct ilu_ops *ilu[NPRECISIONS]; /* NULL: none */
    const struct placed_ops *placed;        /* matrices whose rows are there (solvers/placed.h);
                                               NULL: none */
    /* for processes that share the rows: returns the largest `mine` of all of them. NULL: there is
     * one process */
    double (*largest)(double mine);
    int ranks; /* number of processes that share the rows and each run the solve (solvers/ranks);
                  0: the solve runs in this process alone */
};
