/* make bench-cache: a banded chain of ENTRIES non-zeros (default 100,000,000) written as a cache
 * and as UMB in $TMPDIR or /tmp and loaded again, against plain fwrite and fread of the same number
 * of bytes in the same run: "cold" after the system has been told to forget the file, "warm" right
 * after that. Everything is read into fresh memory. Times are the medians of ROUNDS, taken in turn.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/statistics/stats.h"
#include "base/process/clock.h"
#include "datasets/format.h"

enum { BAND = 10, MAX_ROUNDS = 31, PIECE = 1 << 20 };

static char folder[400], model[480], plain[480];

/* n states, each with BAND transitions to the states from its own on, cyclically; labels and one
 * reward. */
static enum status banded(uint32_t n, struct chain *out)
{
    enum status status = OK;
    struct csr *a = &out->transitions;
    uint8_t *init, *deadlock;
    double *rate;
    out->type = CHAIN_CTMC;
    TRY(csr_allocate(n, (uint64_t)n * BAND, a));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t wrapped = n - i < BAND ? BAND - (n - i) : 0;
        a->row[i] = (uint64_t)i * BAND;
        for (uint32_t k = 0; k < BAND; k++) {
            a->col[a->row[i] + k] = k < wrapped ? k : i + k - wrapped;
            a->val[a->row[i] + k] = 1 + (double)((i + k) % 1000) / 7;
        }
    }
    TRY(chain_add_label(out, "init", &init));
    TRY(chain_add_label(out, "deadlock", &deadlock));
    TRY(chain_add_reward(out, "time", &rate));
    init[0] = 1;
    for (uint32_t i = 0; i < n; i++) rate[i] = i % 3;
out:
    return status;
}

/* Writes back what is dirty and drops what is clean from the system's memory. */
static void forget(const char *path)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0 || fsync(fd) || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED)) perror(path);
    if (fd >= 0) close(fd);
}

static enum status load_file(const struct format *format, double *seconds)
{
    struct chain chain;
    double start = clock_now();
    enum status status = format->read_chain(model, CHAIN_UNKNOWN, &chain);
    *seconds = clock_now() - start;
    chain_free(&chain);
    return status;
}

static enum status load_plain(double *seconds)
{
    struct stat about;
    double start = clock_now();
    FILE *file = fopen(plain, "rb");
    size_t got = 0;
    if (!file || fstat(fileno(file), &about)) return fail(ERROR_IO, "cannot read %s", plain);
    char *bytes = malloc((size_t)about.st_size);
    if (bytes) got = fread(bytes, 1, (size_t)about.st_size, file);
    *seconds = clock_now() - start;
    fclose(file);
    free(bytes);
    return got == (size_t)about.st_size ? OK : fail(ERROR_IO, "cannot read %s", plain);
}

static enum status write_file(const struct format *format, const struct chain *chain,
                              double *seconds)
{
    double start = clock_now();
    enum status status = format->write_chain(chain, folder);
    *seconds = clock_now() - start;
    return status;
}

static enum status write_plain(size_t size, double *seconds)
{
    char *bytes = malloc(PIECE);
    if (!bytes) return fail(ERROR_HOST_MEMORY, "no memory");
    memset(bytes, 1, PIECE);
    double start = clock_now();
    FILE *file = fopen(plain, "wb");
    bool good = file != NULL;
    for (size_t at = 0; good && at < size; at += PIECE) {
        size_t length = size - at < PIECE ? size - at : PIECE;
        good = fwrite(bytes, 1, length, file) == length;
    }
    good = good && !fflush(file) && !fsync(fileno(file));
    if (file) fclose(file);
    *seconds = clock_now() - start;
    free(bytes);
    return good ? OK : fail(ERROR_IO, "cannot write %s", plain);
}

static void report(const char *what, size_t count, const double *ours, const double *theirs,
                   double gigabytes)
{
    struct summary a, b;
    if (summarise(count, ours, &a) != OK || summarise(count, theirs, &b) != OK) return;
    printf("%-6s %7.3f s %6.2f GB/s   plain %7.3f s %6.2f GB/s   ratio %.2f\n", what, a.median,
           gigabytes / a.median, b.median, gigabytes / b.median, a.median / b.median);
}

static enum status bench(const struct format *format, const struct chain *chain, size_t rounds)
{
    enum status status = OK;
    struct stat about;
    double time[6][MAX_ROUNDS];
    snprintf(model, sizeof model, "%s/model%s", folder, format->ending);
    snprintf(plain, sizeof plain, "%s/plain", folder);
    for (size_t k = 0; k < rounds; k++) {
        TRY(write_file(format, chain, &time[0][k]));
        if (stat(model, &about)) TRY(fail(ERROR_IO, "cannot read %s", model));
        TRY(write_plain((size_t)about.st_size, &time[1][k]));
        forget(model);
        forget(plain);
        TRY(load_file(format, &time[2][k]));
        TRY(load_plain(&time[3][k]));
        TRY(load_file(format, &time[4][k]));
        TRY(load_plain(&time[5][k]));
    }
    double gigabytes = (double)about.st_size / 1e9;
    printf("%s: %llu non-zeros, %.3f GB, %zu rounds\n", format->name,
           (unsigned long long)chain->transitions.nnz, gigabytes, rounds);
    report("write", rounds, time[0], time[1], gigabytes);
    report("cold", rounds, time[2], time[3], gigabytes);
    report("warm", rounds, time[4], time[5], gigabytes);
out:
    unlink(model);
    unlink(plain);
    return status;
}

int main(int argc, char **argv)
{
    double entries = argc > 1 ? strtod(argv[1], NULL) : 1e8,
           rounds = argc > 2 ? strtod(argv[2], NULL) : 3;
    const char *parent = getenv("TMPDIR");
    struct chain chain = {0};
    if (!(entries >= BAND * BAND && entries <= 4e9 && rounds >= 1 && rounds <= MAX_ROUNDS)) {
        fprintf(stderr, "usage: bench_cache [ENTRIES [ROUNDS]]\n");
        return 1;
    }
    snprintf(folder, sizeof folder, "%s/bench-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(folder)) perror(folder);
    enum status status = banded((uint32_t)(entries / BAND), &chain);
    if (status == OK) status = bench(format_named("cache"), &chain, (size_t)rounds);
    if (status == OK) status = bench(format_named("umb"), &chain, (size_t)rounds);
    rmdir(folder);
    chain_free(&chain);
    if (status != OK) fprintf(stderr, "%s\n", fail_message());
    return status != OK;
}
