/* Long work reports its progress and asks whether to stop. The program sets both functions once at
 * its start; by default nobody listens and nothing stops the work. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* tell (or NULL) receives the amount of work done and the total (0 if unknown). Only one thread at
 * a time calls it; it should be quick. what: NULL if there is nothing to tell. The work ends once
 * *stop (stop may be NULL) is not zero. */
void progress_hook_set(void (*tell)(const char *what, uint64_t done, uint64_t total),
                       const volatile sig_atomic_t *stop);

/* Long work calls this every few milliseconds, from any thread. If it returns false, the work
 * should end with progress_hook_stopped(). */
bool progress_hook_call(const char *what, uint64_t done, uint64_t total);

/* The same for work with nothing to tell. Errors: ERROR_INTERRUPTED if it should end. */
enum status progress_hook_check(void);

/* Fails with ERROR_INTERRUPTED. */
enum status progress_hook_stopped(void);
