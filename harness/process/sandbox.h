/* Restricts a process of ours before it does work that we do not trust. A restriction cannot be
 * undone. */
#pragma once

#include <stddef.h>

#include "base/status.h"

/* From here on this process may use at most so many seconds of CPU time, after which SIGXCPU ends
 * it, and so many bytes of memory more than it has (0: any number). It leaves no core file. Errors:
 * ERROR_ENVIRONMENT if the system refuses that. */
enum status sandbox_limit(unsigned seconds, size_t memory);

/* From here on this process can only send and receive on the socket, allocate and free memory, and
 * end. Every other system call fails (EPERM). Errors: ERROR_ENVIRONMENT if the kernel has no such
 * filter. */
enum status sandbox_close(int socket);
