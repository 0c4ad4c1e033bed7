/* Status codes and the message that goes with them.
 *
 * A function that can fail returns enum status. Before it returns anything but OK it calls fail()
 * once, which stores one line for the user in thread-local memory; callers pass the code up with
 * TRY or MUST and print fail_message() at the very top. How an iteration ended (converged,
 * diverged, ...) is data, not a status: see enum outcome in solvers/solver.h. */
#pragma once

enum status {
    OK = 0,
    ERROR_INPUT, /* what the user wrote or named is wrong: command line, script, file contents */
    ERROR_UNSUPPORTED,   /* valid, but this build, variant or matrix cannot do it */
    ERROR_HOST_MEMORY,   /* an allocation on the host failed, or would be absurd */
    ERROR_DEVICE_MEMORY, /* the same on a device */
    ERROR_DEVICE,        /* a CUDA call or kernel failed */
    ERROR_IO,            /* the operating system refused to read or write */
    ERROR_DAMAGED,       /* a results file that is not one, or is broken */
    ERROR_ENVIRONMENT,   /* the machine lacks something that was asked for */
    ERROR_INTERRUPTED,   /* the user, or a time limit, wants the work to end */
    ERROR_CRASHED,       /* a process of ours died before its work was done */
};

/* Stores the printf-like message for this thread and returns code, so that `return fail(...)` is
 * the usual form. */
enum status fail(enum status code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The last message of this thread; never NULL, empty when nothing failed. Valid until the next
 * fail(). */
const char *fail_message(void);

/* Evaluates a status expression; on failure leaves it in the local `status` and jumps to the one
 * label `out`, which frees everything. A function that uses TRY declares `enum status status =
 * OK;`. */
#define TRY(expression)             \
    do {                            \
        status = (expression);      \
        if (status != OK) goto out; \
    } while (0)

/* The same for a function that has nothing to free: returns what is not OK. */
#define MUST(expression)                           \
    do {                                           \
        enum status must_status = (expression);    \
        if (must_status != OK) return must_status; \
    } while (0)
