#define _GNU_SOURCE /* fopencookie */
#include "base/output/printed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/file.h"
#include "base/output/folded.h"
#include "base/text.h"

enum { MOST_AT_A_TIME = 4096, LONGEST = 4 }; /* B; LONGEST: of a character */

/* Standard output or standard error. `begun` holds the first bytes of a character that was not
 * printed to its end. */
struct printed {
    int fd;
    size_t used;
    char begun[LONGEST];
};

/* Returns whether the bytes, fewer than LONGEST, may be the start of a longer character. */
static bool is_begun(const char *at, const char *end)
{
    unsigned char first = (unsigned char)*at;
    return (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1) > end - at;
}

enum { LONGEST_PART = LONGEST + MOST_AT_A_TIME + 1 };

static bool status_shown; /* the terminal shows a line of printed_status */

/* Converts the complete characters of the input to printable form; the rest is kept for the next
 * call. size: at most MOST_AT_A_TIME; out: room for 3 LONGEST_PART bytes. Returns the bytes written
 * to out. */
static size_t show_part(struct printed *p, const char *bytes, size_t size, char *out)
{
    char in[LONGEST_PART];
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
    return made;
}

static struct folded output_lines = {.fd = STDOUT_FILENO}; /* width 0: lines stay as they are */

static bool print_part(struct printed *p, const char *bytes, size_t size)
{
    char out[3 * LONGEST_PART];
    const size_t made = show_part(p, bytes, size, out);
    if (p->fd == STDOUT_FILENO && output_lines.width) return folded_write(&output_lines, out, made);
    return write_all(p->fd, out, made);
}

static ssize_t printed_write(void *cookie, const char *bytes, size_t size)
{
    if (status_shown && isatty(((struct printed *)cookie)->fd)) printed_status("");
    for (size_t done = 0, part; done < size; done += part) {
        part = size - done < MOST_AT_A_TIME ? size - done : MOST_AT_A_TIME;
        if (!print_part(cookie, bytes + done, part)) return 0;
    }
    return (ssize_t)size;
}

static FILE *guard(struct printed *printed, int mode)
{
    FILE *file = fopencookie(printed, "w", (cookie_io_functions_t){.write = printed_write});
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

static bool is_terminal(int fd)
{
    const char *kind = getenv("TERM");
    return isatty(fd) && kind && strcmp(kind, "dumb") != 0;
}

static bool may_colour(int fd)
{
    const char *no = getenv("NO_COLOR");
    return is_terminal(fd) && !(no && *no);
}

static int columns_of(int fd)
{
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

bool printed_terminal(void)
{
    return is_terminal(STDERR_FILENO);
}

int printed_columns(void)
{
    return columns_of(STDERR_FILENO);
}

bool printed_colours(void)
{
    return may_colour(STDERR_FILENO);
}

static bool stays_wide;

void printed_stay_wide(void)
{
    stays_wide = true;
}

size_t printed_output_width(void)
{
    return !stays_wide && isatty(STDOUT_FILENO) ? (size_t)columns_of(STDOUT_FILENO) : 0;
}

void printed_fold(void)
{
    fflush(stdout);
    output_lines.width = printed_output_width();
}

void printed_paint(enum paint paint, FILE *out)
{
    static const char *const codes[] = {[PAINT_NONE] = "\033[m",
                                        [PAINT_BAD] = "\033[31m",
                                        [PAINT_GOOD] = "\033[32m",
                                        [PAINT_UNSURE] = "\033[33m"};
    if (out != stdout || !may_colour(STDOUT_FILENO)) return;
    fflush(out);
    folded_flush(&output_lines);
    write_all(STDOUT_FILENO, codes[paint], strlen(codes[paint]));
}

void printed_status(const char *line)
{
    static const char begin[] = "\r", end[] = "\033[K";
    char out[sizeof begin + 3 * LONGEST_PART + sizeof end] = "\r";
    size_t size = strlen(line), made = sizeof begin - 1;
    if (!printed_terminal() || (!*line && !status_shown)) return;
    made += show_part(&(struct printed){0}, line, size < MOST_AT_A_TIME ? size : MOST_AT_A_TIME,
                      out + made);
    memcpy(out + made, end, sizeof end - 1);
    status_shown = *line != '\0';
    write_all(STDERR_FILENO, out, made + sizeof end - 1);
}

void printed_in_red(const char *text)
{
    static const char red[] = "\033[31m", plain[] = "\033[m";
    const bool coloured = printed_colours();
    printed_status("");
    if (coloured) write_all(STDERR_FILENO, red, sizeof red - 1);
    fputs(text, stderr);
    if (coloured) write_all(STDERR_FILENO, plain, sizeof plain - 1);
}
