/* Host allocation: checked sizes, an error message of one line, and a hook with which tests let the
 * k-th allocation fail.
 *
 * All heap memory of the project is allocated here and freed with plain free(). */
#pragma once

#include <stdarg.h>
#include <stddef.h>

#include "base/status.h"

/* *out = count * size bytes, not initialised; it is a valid pointer also for zero bytes. On failure
 * *out is NULL, and the message says how much memory `what` needs. Errors: ERROR_HOST_MEMORY. */
enum status allocate(size_t count, size_t size, const char *what, void *out);

/* The same for arrays that are read and written from end to end. Large blocks begin at a huge page,
 * and Linux is asked for huge pages, which need fewer address translations in a sweep. If there are
 * none, normal pages are used. */
enum status allocate_large(size_t count, size_t size, const char *what, void *out);

/* The same as allocate, with zeroed memory. */
enum status allocate_zeroed(size_t count, size_t size, const char *what, void *out);

/* Resizes the array at *inout (allocated here, or NULL) to count * size bytes. On failure *inout is
 * unchanged. */
enum status reallocate(void *inout, size_t count, size_t size, const char *what);

/* Makes room for `count` elements in such an array, whose current room is *room. It grows by half,
 * so appending single elements is cheap. */
enum status enlarge(void *inout, size_t *room, size_t count, size_t size, const char *what);
static inline enum status reserve(void *inout, size_t *room, size_t count, size_t size,
                                  const char *what)
{
    return count <= *room ? OK : enlarge(inout, room, count, size, what);
}

/* memcpy by all cores, each of which then meets the new pages that it writes. */
void copy_large(void *to, const void *from, size_t bytes);

/* Refuses sizes that cannot fit before anything is allocated: fails with ERROR_INPUT and both sizes
 * if bytes exceeds this machine's memory. After memory_shared, the memory of this many equal
 * machines counts. */
enum status memory_must_fit(double bytes, const char *what);
void memory_shared(int machines);

/* *out (new) = a copy of text, which must not be NULL. */
enum status copy_text(const char *text, char **out);

/* *out (new) = the printed text. */
enum status format_text(char **out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends to *text, which is NULL or was allocated here; on failure it is unchanged. No argument
 * may be *text. */
enum status append_text(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));
enum status append_list(char **text, const char *format, va_list arguments);

/* For tests: after `successes` more allocations, all further ones fail; negative: none fails. */
void memory_fail_after(long successes);
