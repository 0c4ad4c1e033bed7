/* The process of an engine, and lines to and from it.
 *
 * Whatever it does, we wait for no longer than a deadline, read no more than a limit, and leave
 * nothing of it behind: it dies with us, and its children die with it. It stays in our process
 * group, so that who kills that group ends it too. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/process_tree.h"
#include "base/status.h"

enum { LONGEST_LINE = 1 << 20, LONGEST_SAID = 160 };

struct engine_process {
    const char *name; /* of the engine, for messages; borrowed */
    pid_t pid;        /* 0: none */
    int to, from;     /* its standard input and output */
    int errors;       /* its standard error; -1: closed */
    int end;          /* tells that it has ended; -1: an old kernel */
    char *buffer;     /* what has come from it and is not taken yet */
    size_t used, room;
    char said[LONGEST_SAID]; /* the start of its last line on standard error; rulers are none */
    size_t said_length;
    char byte;                     /* the last that came there */
    const char *const *heed;       /* words, and NULL: a line with one of them tells most */
    char heeded[LONGEST_SAID + 1]; /* the first such line, once it is whole */
    struct adopted adopted;
    struct tree_use use; /* at the last look, and of what it was once it has ended */
    bool not_found;      /* it ended with exit code 127: it, or what runs it, is not there */
};

/* Starts the program at path, with arguments behind its name (they end with NULL; NULL: none); its
 * libraries use so many threads (0: as they like). Errors: ERROR_HOST_MEMORY, ERROR_IO where no
 * process can be had. That the program cannot run shows when it is asked. */
enum status engine_start(const char *name, const char *path, const char *const *arguments,
                         int threads, struct engine_process *out);

/* Sends bytes, which end with a newline. Errors: ERROR_CRASHED, and what became of the engine. */
enum status engine_send(struct engine_process *process, const char *bytes, size_t size);

/* *line = the next line without its end, valid until the next call. seconds: how long it may take;
 * stop, or NULL: ends the wait once it is not zero. Errors: ERROR_CRASHED where the engine has
 * ended, closed its output, or sent too long a line; ERROR_INTERRUPTED where the time is over or
 * stop says so. */
enum status engine_receive(struct engine_process *process, double seconds,
                           const volatile sig_atomic_t *stop, const char **line);

/* Adds what its processes have used until now to process->use. */
void engine_look(struct engine_process *process);

/* Ends it: by closing its input, and by force where that does not help within `seconds`. Accepts a
 * zeroed one, leaves one. */
void engine_end(struct engine_process *process, double seconds);
