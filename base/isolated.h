/* Work on bytes that somebody else made, in a child process.
 *
 * The child computes and answers, and can do no more: it opens no file but the one it is given,
 * prints nothing, and has limits of memory and time. What crashes or hangs in it, a library
 * included, is an error here and no more. What it answers must be checked by the taker as if
 * anybody had sent it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { LARGEST_MESSAGE = 1 << 16 }; /* B */

/* Where answers go, one message a call. */
typedef enum status message_fn(void *to, uint32_t kind, const void *bytes, size_t size);

/* Done in the child. fd: the file that isolated() was given; it may be opened once more, by its
 * name below. */
typedef enum status isolated_work(void *argument, int fd, message_fn *put, void *to);

#define NAME_OF_OPEN_FILE "/proc/self/fd/%d"

struct isolation {
    uint64_t memory;  /* bytes that the child may take beside what this process has */
    unsigned seconds; /* of processor time */
};

/* Runs work(argument, ...) in a child and gives take(taker, ...) its messages, in order, in this
 * process. Errors: those of work and of take, with their messages; ERROR_CRASHED where the child
 * dies, and why; those of no_process. */
enum status isolated(const struct isolation *limits, isolated_work *work, void *argument, int fd,
                     message_fn *take, void *taker);

/* Children of ours have these files behind the standard ones. */
enum { CHANNEL = 3, FILE_GIVEN };

/* In a child: moves channel and fd (-1: none) there. Standard input is /dev/null, output and errors
 * go where `errors` goes, or to /dev/null where that is not open; all else is closed. false: errno
 * says why, and these three are open where they were. */
bool keep_files(int channel, int fd, int errors);

/* No pipe or process can be had, as errno says: ERROR_IO where it is for the number of open files,
 * else ERROR_HOST_MEMORY. */
enum status no_process(void);

/* For tests and fuzz targets: false: from now on isolated() does the work in this process, which is
 * faster and shows crashes. */
void isolation_set(bool on);
