/* Runs work on untrusted bytes in a child process.
 *
 * The child computes and answers and can do nothing else: it may open only the file that it is
 * given, prints nothing, and has limits of memory and time. If code in it crashes or hangs, also in
 * a library, this process gets an error. The caller must check the answers and not trust them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/process/record.h"
#include "base/status.h"

enum { LARGEST_MESSAGE = LARGEST_RECORD }; /* B */

/* Function that receives answers, one message for each call. */
typedef enum status message_fn(void *to, uint32_t kind, const void *bytes, size_t size);

/* Work to do in the child. fd: the file that isolated() was given. The child may open it once more,
 * by the name below. */
typedef enum status isolated_work(void *argument, int fd, message_fn *put, void *to);

#define NAME_OF_OPEN_FILE "/proc/self/fd/%d"

struct isolation {
    uint64_t memory;  /* bytes that the child may use in addition to what this process has */
    unsigned seconds; /* of processor time */
};

/* Runs work(argument, ...) in a child and passes its messages to take(taker, ...) in order, in this
 * process. Errors: those of work and of take, with their messages; ERROR_CRASHED with the reason if
 * the child dies; those of no_process. */
enum status isolated(const struct isolation *limits, isolated_work *work, void *argument, int fd,
                     message_fn *take, void *taker);

/* For tests and fuzz targets: isolation_set(false) makes isolated() do the work in this process,
 * which is faster and shows crashes. */
void isolation_set(bool on);
