/* Long work tells where it is, and learns that it should stop. Whoever waits for it says how, once,
 * at the start of the program; by default nobody listens and nothing stops it. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* tell (or NULL) hears what is done and how much of it, total being 0 where that is not known; it
 * is called from one thread at a time and should be quick. *stop (or NULL), once not zero, ends the
 * work. */
void progress_hook_set(void (*tell)(const char *what, uint64_t done, uint64_t total),
                       const volatile sig_atomic_t *stop);

/* What long work calls every few milliseconds, from any thread; false: it should end with
 * progress_hook_stopped(). */
bool progress_hook_call(const char *what, uint64_t done, uint64_t total);

/* Fails with ERROR_INTERRUPTED. */
enum status progress_hook_stopped(void);
