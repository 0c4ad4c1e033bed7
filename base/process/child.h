/* What all child processes have in common; base/process/process.h, isolated.h and program.h build
 * on it. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "base/status.h"

/* File descriptors of our children, behind the standard ones. */
enum { CHANNEL = 3, FILE_GIVEN };

/* Forks. The child dies with us, and crashes as usual. */
pid_t child_fork(void);

/* In a child: moves channel and fd (-1: none) to these descriptors. Standard input becomes
 * /dev/null; output and errors go to `errors`, or to /dev/null if that is not open. Closes
 * everything else. On failure returns false; errno says why, and these three are still open where
 * they were. */
bool keep_files(int channel, int fd, int errors);

/* In a child: lowers a limit (setrlimit), also the hard one. */
void limit_resource(int resource, double most);

/* Fails because no pipe or process can be created; errno says why. ERROR_IO: too many open files;
 * else ERROR_HOST_MEMORY. */
enum status no_process(void);

/* Returns whether a child has ended; it stays a zombie. child_reap waits for its end, and returns
 * its state (waitpid). */
bool child_has_ended(pid_t pid);
int child_reap(pid_t pid);

void close_files(const int *fds, int count); /* those that are not -1 */
