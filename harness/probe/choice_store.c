#include "harness/probe/choice_store.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"

static const char *const ways_to_know[] = {"foretold", "measured"};

enum { WORDS = 1 << 11, MOST_BYTES = 1 << 20 };

static void add(uint64_t *hash, uint64_t word)
{
    *hash = random_mix(*hash * 31 + word);
}

/* Adds the size of an array and at most WORDS of its words of eight bytes, at equal distances. */
static void add_array(uint64_t *hash, const void *array, size_t bytes)
{
    const size_t words = array ? bytes / sizeof(uint64_t) : 0, step = words / WORDS + 1;
    add(hash, array ? bytes : SIZE_MAX);
    for (size_t k = 0; k < words; k += step) {
        uint64_t word;
        memcpy(&word, (const char *)array + k * sizeof word, sizeof word);
        add(hash, word);
    }
}

static uint64_t hash_of(const struct problem *problem, const char *context)
{
    const struct linear *s = &problem->system;
    const size_t n = s->a.off.rows, nnz = s->a.off.nnz;
    uint64_t hash = problem->kind;
    for (; *context; context++) add(&hash, (uint8_t)*context);
    add_array(&hash, s->a.off.row, (n + 1) * sizeof *s->a.off.row);
    add_array(&hash, s->a.off.col, nnz * sizeof *s->a.off.col);
    add_array(&hash, s->a.off.val, nnz * sizeof *s->a.off.val);
    add_array(&hash, s->a.diag, n * sizeof *s->a.diag);
    add_array(&hash, s->b, n * sizeof *s->b);
    return hash;
}

enum status choice_store_open(const struct problem *problem, const char *context,
                              struct choice_store *out)
{
    char *folder;
    *out = (struct choice_store){0};
    MUST(cache_folder("WARPMARK_CHOICES", "choices", &folder));
    if (!folder) return OK;
    const enum status status =
        format_text(&out->path, "%s/%016" PRIx64, folder, hash_of(problem, context));
    free(folder);
    return status;
}

void choice_store_close(struct choice_store *store)
{
    free(store->path);
    store->path = NULL;
}

static bool parse(const char *text, struct stored_choice *out)
{
    char seconds[32], known[16], end[2];
    const int count =
        sscanf(text, "warpmark choice 1 %127s %31s %15s %1s", out->variant, seconds, known, end);
    if (count != 3 || !parse_double(seconds, &out->seconds)) return false;
    out->measured = !strcmp(known, ways_to_know[true]);
    return out->seconds >= 0 && (out->measured || !strcmp(known, ways_to_know[false]));
}

bool choice_store_read(const struct choice_store *store, struct stored_choice *out)
{
    char text[512];
    int fd;
    if (!store->path || access(store->path, R_OK) ||
        file_open(store->path, O_RDONLY, &fd, NULL) != OK)
        return false;
    const ssize_t size = read(fd, text, sizeof text - 1);
    close(fd);
    if (size <= 0 || memchr(text, '\0', (size_t)size)) return false;
    text[size] = '\0';
    return parse(text, out);
}

/* Gives the file its name when it is complete. It is not worth a wait for the disk. */
static void write_file(const char *path, const char *text)
{
    char *half = NULL;
    if (format_text(&half, "%s.%d", path, (int)getpid()) != OK) return;
    const int fd = open(half, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd >= 0) {
        const bool written = write_all(fd, text, strlen(text));
        close(fd);
        if (!written || rename(half, path)) unlink(half);
    }
    free(half);
}

void choice_store_write(const struct choice_store *store, const struct stored_choice *choice)
{
    char text[512], *folder = NULL;
    if (!store->path || strlen(choice->variant) >= sizeof choice->variant) return;
    snprintf(text, sizeof text, "warpmark choice 1\n%s\n%.6g\n%s\n", choice->variant,
             choice->seconds, ways_to_know[choice->measured]);
    if (folder_make_above(store->path) != OK || copy_text(store->path, &folder) != OK) return;
    *strrchr(folder, '/') = '\0';
    write_file(store->path, text);
    folder_trim(folder, MOST_BYTES);
    free(folder);
}
