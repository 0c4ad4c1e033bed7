/* The process of an engine, and lines to and from it.
 *
 * Whatever it does, we wait no longer than a deadline, read no more than a limit, and leave nothing
 * of it behind: it dies with us, and its children die with it. It stays in our process group, so
 * that a signal to the group ends it, too. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/process/last_line.h"
#include "base/process/process_tree.h"
#include "base/status.h"

enum { LONGEST_LINE = 1 << 20, LONGEST_SAID = 160 };

struct engine_process {
    const char *name; /* of the engine, for messages; borrowed */
    pid_t pid;        /* 0: none */
    int to, from;     /* its standard input and output */
    int errors;       /* its standard error; -1: closed */
    int end;          /* readable once it has ended; -1: an old kernel */
    char *buffer;     /* output that we have not taken yet */
    size_t used, room;
    struct last_line last;         /* of its standard error */
    const char *const *heed;       /* words, and NULL: a line with one of them is the most
                                      telling */
    char heeded[LONGEST_SAID + 1]; /* the first such line, once it is complete */
    struct adopted adopted;
    struct tree_use use; /* at the last look; after its end, in all */
    bool not_found;      /* it ended with exit code 127: the program, or the one that runs it, is
                            missing */
};

/* Starts the program at path, with arguments behind its name (they end with NULL; NULL: none). Its
 * libraries use so many threads (0: as they like). Errors: ERROR_HOST_MEMORY, ERROR_IO if no
 * process can be started. If the program cannot run, only the first request shows it. */
enum status engine_start(const char *name, const char *path, const char *const *arguments,
                         int threads, struct engine_process *out);

/* Sends bytes, which end with a newline. Errors: ERROR_CRASHED, with what became of the engine. */
enum status engine_send(struct engine_process *process, const char *bytes, size_t size);

/* Sets *line to the next line without its end, valid until the next call. seconds: longest wait;
 * stop, or NULL: the wait ends when it is not zero. Errors: ERROR_CRASHED if the engine has ended,
 * closed its output, or sent too long a line; ERROR_INTERRUPTED if the time is over or stop is
 * set. */
enum status engine_receive(struct engine_process *process, double seconds,
                           const volatile sig_atomic_t *stop, const char **line);

/* Updates process->use with what its processes have used until now. */
void engine_look(struct engine_process *process);

/* Ends it by closing its input, and by force if it has not ended within `seconds`. Accepts a zeroed
 * one, leaves one. */
void engine_end(struct engine_process *process, double seconds);
