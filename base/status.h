/* Status codes and their messages.
 *
 * A function that can fail returns enum status. Before it returns anything but OK it calls fail()
 * once, which stores one line for the user in thread-local memory. Callers return the code with TRY
 * or MUST, and the outermost one prints fail_message(). How an iteration ended (converged,
 * diverged, ...) is data and no status: see enum outcome in solvers/solver.h. */
#pragma once

#include <stdbool.h>

enum status {
    OK = 0,
    ERROR_INPUT,         /* the user's input is wrong: command line, script, file contents */
    ERROR_UNSUPPORTED,   /* valid, but this build, variant or matrix cannot do it */
    ERROR_HOST_MEMORY,   /* an allocation on the host failed, or would be absurd */
    ERROR_DEVICE_MEMORY, /* the same on a device */
    ERROR_DEVICE,        /* a CUDA call or kernel failed */
    ERROR_IO,            /* the operating system refused to read or write */
    ERROR_DAMAGED,       /* a file of ours is damaged, or is not what it should be */
    ERROR_ENVIRONMENT,   /* the machine lacks something that was asked for */
    ERROR_INTERRUPTED,   /* the user, or a time limit, ended the work */
    ERROR_CRASHED,       /* one of our processes died before its work was done */
};

/* Stores the printf-like message for this thread and returns code, so that `return fail(...)` is
 * the usual form. */
enum status fail(enum status code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns the last message of this thread; never NULL, empty if nothing failed. Valid until the
 * next fail(). */
const char *fail_message(void);

/* Returns whether the status says that a device failed, has too little memory, or is not there. */
bool is_of_device(enum status status);

/* Evaluates a status expression; on failure leaves it in the local `status` and jumps to the one
 * label `out`, which frees everything. A function that uses TRY declares `enum status status =
 * OK;`. */
#define TRY(expression)             \
    do {                            \
        status = (expression);      \
        if (status != OK) goto out; \
    } while (0)

/* The same for a function that has nothing to free: returns the status if it is not OK. */
#define MUST(expression)                           \
    do {                                           \
        enum status must_status = (expression);    \
        if (must_status != OK) return must_status; \
    } while (0)
