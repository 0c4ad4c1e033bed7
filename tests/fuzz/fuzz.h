/* Common parts of fuzz targets: the entry points, required conditions, and choices taken from the
 * input.
 *
 * A target is one file tests/fuzz/targets/fuzz_NAME.c that defines fuzz_one(), and fuzz_begin() for
 * work to be done once. */
#pragma once

#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/process/isolated.h"
#include "base/status.h"
#include "tests/fuzz/memory_files.h"

static void fuzz_begin(void);
static void fuzz_one(const uint8_t *bytes, size_t size);

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
const char *__lsan_default_suppressions(void);
const char *__asan_default_options(void);

/* libhdf5 1.10 itself leaks where it meets damaged metadata. */
const char *__lsan_default_suppressions(void)
{
    return "leak:H5";
}

/* Too large an allocation is NULL, as it is without sanitizers. */
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1:quarantine_size_mb=8:detect_odr_violation=0";
}

/* Large blocks stay in the process when they are freed: the system is asked for memory once, not at
 * each input. */
int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    mallopt(M_MMAP_THRESHOLD, 1 << 28);
    mallopt(M_TRIM_THRESHOLD, 1 << 28);
    isolation_set(false);
    fuzz_begin();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    memory_files_alone = true;
    fuzz_one(bytes, size);
    memory_files_alone = false;
    return 0;
}

static inline _Noreturn void broken(const char *file, int line, const char *promise)
{
    fprintf(stderr, "%s:%d: broken: %s\n", file, line, promise);
    abort();
}

/* The oracle of every target, also where nothing else looks: says which promise was broken. */
#define require(holds) ((holds) ? (void)0 : broken(__FILE__, __LINE__, #holds))

static inline void require_ok(enum status status)
{
    if (status == OK) return;
    fprintf(stderr, "%s\n", fail_message());
    abort();
}

/* A refusal is one line without control characters. */
static inline void require_clean_message(void)
{
    const char *message = fail_message();
    require(*message != '\0');
    for (; *message; message++) require((unsigned char)*message >= ' ' && *message != 127);
}

/* A file's path in the folder in memory; valid for a constant name only. */
#define MEMORY_PATH(name) MEMORY_FOLDER "/" name

/* Cuts the input at form feeds into count files; a part that does not come is a file that is not
 * there. */
static inline void put_parts(const uint8_t *bytes, size_t size, size_t count,
                             const char *const *names)
{
    const uint8_t *part = bytes, *end = bytes + size;
    memory_files_clear();
    for (size_t k = 0; k < count && part; k++) {
        const uint8_t *cut = memchr(part, '\f', (size_t)(end - part));
        memory_file_put(names[k], part, (size_t)((cut ? cut : end) - part));
        part = cut ? cut + 1 : NULL;
    }
}

/* The input as a text, to its first zero byte, cut to size - 1 bytes; returns buffer. */
static inline char *take_text(const uint8_t *bytes, size_t size, char *buffer, size_t room)
{
    size_t length = size < room ? size : room - 1;
    memcpy(buffer, bytes, length);
    buffer[length] = '\0';
    return buffer;
}

/* Cuts text at its first line feed. Returns the rest after it, or "" if there is none. */
static inline char *cut_line(char *text)
{
    char *end = text + strcspn(text, "\n"), *rest = *end ? end + 1 : end;
    *end = '\0';
    return rest;
}

/* Choices from the input; after its end all are zero. */
struct fuzz_choices {
    const uint8_t *next, *end;
};

static inline uint8_t choose_byte(struct fuzz_choices *in)
{
    return in->next < in->end ? *in->next++ : 0;
}

static inline unsigned choose(struct fuzz_choices *in, unsigned count)
{
    return choose_byte(in) % count;
}
