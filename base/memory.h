/* Host allocation: checked sizes, one error line, and a hook with which tests make the k-th
 * allocation fail.
 *
 * Everything in the project that lives on the heap is allocated here and freed with plain free() */
#pragma once

#include <stdarg.h>
#include <stddef.h>

#include "base/status.h"

/* Stores count * size bytes, not initialised, at *out (a valid pointer also for zero bytes); on
 * failure *out is NULL and the message says how much `what` would have taken. Errors:
 * ERROR_HOST_MEMORY. */
enum status allocate(size_t count, size_t size, const char *what, void *out);

/* The same for what is read and written from end to end: large blocks begin at a huge page, and
 * Linux is asked for such pages, so that a sweep misses fewer translations of addresses. Where it
 * has none to give, its usual ones do. */
enum status allocate_large(size_t count, size_t size, const char *what, void *out);

/* The same as allocate, zeroed. */
enum status allocate_zeroed(size_t count, size_t size, const char *what, void *out);

/* Resizes the array at *inout (allocated here, or NULL) to count * size bytes; on failure *inout is
 * as it was. */
enum status reallocate(void *inout, size_t count, size_t size, const char *what);

/* Makes room for `count` elements in such an array, which has it for *room. It grows by half, so
 * that appending one by one is cheap. */
enum status enlarge(void *inout, size_t *room, size_t count, size_t size, const char *what);
static inline enum status reserve(void *inout, size_t *room, size_t count, size_t size,
                                  const char *what)
{
    return count <= *room ? OK : enlarge(inout, room, count, size, what);
}

/* Refuses what cannot fit before anything is allocated: ERROR_INPUT, with both sizes, when bytes
 * exceeds this machine's memory, or that of so many machines like it, once they are said to share
 * what is asked for. */
enum status memory_must_fit(double bytes, const char *what);
void memory_shared(int machines);

/* Copies text, which must not be NULL. */
enum status copy_text(const char *text, char **out);

/* printf into fresh memory. */
enum status format_text(char **out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same behind *text, which is NULL or was allocated here, and is as it was on failure. None of
 * the arguments is *text. */
enum status append_text(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));
enum status append_list(char **text, const char *format, va_list arguments);

/* For tests: the allocation after `successes` more ones fails, as does every later one; negative:
 * none fails. */
void memory_fail_after(long successes);
