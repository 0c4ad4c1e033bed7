#define _GNU_SOURCE /* fopencookie */
/* Feeds the standard output (base/output/printed.h): the input is printed in pieces, whose size is
 * in its first byte. The output is harmless, and the same as if the input were printed at once. */
#include <fcntl.h>

#include "base/output/printed.c"
#include "tests/fuzz/fuzz.h"

enum { LONGEST_OUTPUT = 3 * MOST_AT_A_TIME };

static void fuzz_begin(void) {}

static size_t print_in_parts(const uint8_t *bytes, size_t size, size_t at_a_time, char *out)
{
    size_t got;
    memory_files_clear();
    struct printed printed = {.fd = open(MEMORY_PATH("out"), O_WRONLY | O_CREAT | O_TRUNC, 0666)};
    for (size_t done = 0, part; done < size; done += part) {
        part = size - done < at_a_time ? size - done : at_a_time;
        require(printed_write(&printed, (const char *)bytes + done, part) == (ssize_t)part);
    }
    close(printed.fd);
    const unsigned char *printed_bytes = memory_file_get("out", &got);
    require(got < LONGEST_OUTPUT);
    if (got) memcpy(out, printed_bytes, got);
    out[got] = '\0';
    return got;
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    static char parts[LONGEST_OUTPUT], whole[LONGEST_OUTPUT];
    if (size < 2 || size > MOST_AT_A_TIME || memchr(bytes + 1, 0, size - 1)) return;
    size_t in_parts = print_in_parts(bytes + 1, size - 1, 1 + bytes[0] % 7, parts);
    size_t at_once = print_in_parts(bytes + 1, size - 1, size, whole);
    require(in_parts == at_once && !memcmp(parts, whole, at_once));
    for (const char *s = whole; *s;) {
        size_t length;
        enum character is = character_at(s, &length, NULL);
        require(is == CHARACTER_PLAIN || *s == '\n');
        s += length;
    }
}
