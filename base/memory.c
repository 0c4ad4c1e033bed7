#include "base/memory.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/team.h"

static atomic_long remaining = -1; /* negative: no fault injected */

void memory_fail_after(long successes)
{
    atomic_store(&remaining, successes < 0 ? -1 : successes);
}

static int injected(void)
{
    long left = atomic_load(&remaining);
    while (left > 0 && !atomic_compare_exchange_weak(&remaining, &left, left - 1)) continue;
    return left == 0;
}

static enum status too_large(double bytes, const char *what)
{
    return fail(ERROR_HOST_MEMORY, "not enough memory for %s: %.6g MB were asked for", what,
                bytes / 1e6);
}

static enum status resize(void *old, size_t count, size_t size, const char *what, void *out)
{
    if (size && count > SIZE_MAX / 2 / size) return too_large((double)count * (double)size, what);
    size_t bytes = count * size;
    void *fresh = injected() ? NULL : realloc(old, bytes ? bytes : 1);
    if (!fresh) return too_large((double)bytes, what);
    memcpy(out, &fresh, sizeof fresh);
    return OK;
}

enum status allocate(size_t count, size_t size, const char *what, void *out)
{
    memset(out, 0, sizeof(void *));
    return resize(NULL, count, size, what, out);
}

enum {
    HUGE_PAGE = 2 << 20,
    FEWEST_PAGES = 4 /* a large block fills at least this many pages, the last one perhaps only in
                        part */
};

enum status allocate_large(size_t count, size_t size, const char *what, void *out)
{
    memset(out, 0, sizeof(void *));
    if (size && count > SIZE_MAX / 2 / size) return too_large((double)count * (double)size, what);
    size_t bytes = count * size;
    if (bytes < (size_t)FEWEST_PAGES * HUGE_PAGE) return allocate(count, size, what, out);
    bytes = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void *fresh = injected() ? NULL : aligned_alloc(HUGE_PAGE, bytes);
    memcpy(out, &fresh, sizeof fresh);
    if (!fresh) return too_large((double)bytes, what);
    madvise(fresh, bytes, MADV_HUGEPAGE);
    return OK;
}

enum status allocate_zeroed(size_t count, size_t size, const char *what, void *out)
{
    memset(out, 0, sizeof(void *));
    if (size && count > SIZE_MAX / 2 / size) return too_large((double)count * (double)size, what);
    void *fresh = injected() ? NULL : calloc(count ? count : 1, size ? size : 1);
    if (!fresh) return too_large((double)count * (double)size, what);
    memcpy(out, &fresh, sizeof fresh);
    return OK;
}

enum status reallocate(void *inout, size_t count, size_t size, const char *what)
{
    void *old;
    memcpy(&old, inout, sizeof old);
    return resize(old, count, size, what, inout);
}

enum status enlarge(void *inout, size_t *room, size_t count, size_t size, const char *what)
{
    enum { FEWEST = 16 };
    size_t more = count + count / 2 + FEWEST;
    MUST(reallocate(inout, more, size, what));
    *room = more;
    return OK;
}

void copy_large(void *to, const void *from, size_t bytes)
{
    enum { PIECE = 64 << 10 };
    if (!team_once(bytes / sizeof(double))) {
        memcpy(to, from, bytes);
        return;
    }
#pragma omp parallel for schedule(static)
    for (size_t at = 0; at < bytes; at += PIECE)
        memcpy((char *)to + at, (const char *)from + at, bytes - at < PIECE ? bytes - at : PIECE);
}

static int sharing = 1; /* number of machines that share the work */

void memory_shared(int machines)
{
    sharing = machines;
}

enum status memory_must_fit(double bytes, const char *what)
{
    double machine = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    if (bytes <= machine * sharing) return OK;
    if (sharing > 1)
        return fail(ERROR_INPUT, "%s would take %.3g GB of memory; each of %d machines has %.3g GB",
                    what, bytes / 1e9, sharing, machine / 1e9);
    return fail(ERROR_INPUT, "%s would take %.3g GB of memory; this machine has %.3g GB", what,
                bytes / 1e9, machine / 1e9);
}

enum status copy_text(const char *text, char **out)
{
    size_t bytes = strlen(text) + 1;
    enum status status = allocate(bytes, 1, "a text", out);
    if (status == OK) memcpy(*out, text, bytes);
    return status;
}

enum status append_list(char **text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    size_t used = *text ? strlen(*text) : 0, more = (size_t)vsnprintf(NULL, 0, format, again);
    va_end(again);
    enum status status = reallocate(text, used + more + 1, 1, "a text");
    if (status == OK) vsnprintf(*text + used, more + 1, format, arguments);
    return status;
}

enum status format_text(char **out, const char *format, ...)
{
    va_list arguments;
    *out = NULL;
    va_start(arguments, format);
    enum status status = append_list(out, format, arguments);
    va_end(arguments);
    return status;
}

enum status append_text(char **text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    enum status status = append_list(text, format, arguments);
    va_end(arguments);
    return status;
}
