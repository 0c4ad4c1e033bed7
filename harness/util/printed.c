#define _GNU_SOURCE /* fopencookie */
#include "harness/util/printed.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

enum { MOST_AT_A_TIME = 4096, LONGEST = 4 }; /* B; LONGEST: of a character */

/* One of the two. What was printed last may be the begin of a character. */
struct printed {
    int fd;
    size_t used;
    char begun[LONGEST];
};

/* Whether more bytes may make a character of these, of which there are fewer than LONGEST. */
static bool is_begun(const char *at, const char *end)
{
    unsigned char first = (unsigned char)*at;
    return (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1) > end - at;
}

/* Prints what is whole. size: at most MOST_AT_A_TIME. */
static bool print_part(struct printed *p, const char *bytes, size_t size)
{
    char in[LONGEST + MOST_AT_A_TIME + 1], out[3 * sizeof in];
    size_t made = 0;
    memcpy(in, p->begun, p->used);
    memcpy(in + p->used, bytes, size);
    const char *at = in, *end = in + p->used + size;
    in[p->used + size] = '\0';
    while (at < end && !is_begun(at, end)) {
        size_t length = 1;
        const char *shown = *at == '\n' ? at++ : shown_character(&at, &length);
        memcpy(out + made, shown, length);
        made += length;
    }
    p->used = (size_t)(end - at);
    memcpy(p->begun, at, p->used);
    return write_all(p->fd, out, made);
}

static ssize_t print(void *cookie, const char *bytes, size_t size)
{
    for (size_t done = 0, part; done < size; done += part) {
        part = size - done < MOST_AT_A_TIME ? size - done : MOST_AT_A_TIME;
        if (!print_part(cookie, bytes + done, part)) return 0;
    }
    return (ssize_t)size;
}

static FILE *guard(struct printed *printed, int mode)
{
    FILE *file = fopencookie(printed, "w", (cookie_io_functions_t){.write = print});
    if (file) setvbuf(file, NULL, mode, BUFSIZ);
    return file;
}

bool printed_guard(void)
{
    static struct printed output = {.fd = STDOUT_FILENO}, error = {.fd = STDERR_FILENO};
    FILE *to_output = guard(&output, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF),
         *to_error = guard(&error, _IONBF);
    if (!to_output || !to_error) return false;
    stdout = to_output;
    stderr = to_error;
    return true;
}

void printed_erase_line(void)
{
    static const char code[] = "\r\033[K";
    fflush(stderr);
    write_all(STDERR_FILENO, code, sizeof code - 1);
}
