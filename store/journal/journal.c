#define _GNU_SOURCE /* memfd_create */
#include "store/journal/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process/clock.h"
#include "store/journal/journal_encoding.h"

/* After a power failure at most this many seconds are lost. fdatasync takes 0.2 to 10 ms, below 1 %
 * of that. */
enum { SYNC_SECONDS = 1 };

static int acknowledge = -1;

void journal_acknowledge(int fd)
{
    acknowledge = fd;
}

static const char *journal_name(const struct journal *journal)
{
    return journal->path ? journal->path : "in memory";
}

static enum status journal_refused(const struct journal *journal)
{
    return fail(ERROR_IO, "cannot write journal %s: %s", journal_name(journal), strerror(errno));
}

/* The bytes of the file */

static uint32_t column_list_checksum(void)
{
    uLong sum = 0;
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        const unsigned char kind[2] = {(unsigned char)c->group, (unsigned char)c->type};
        sum = crc32(sum, kind, sizeof kind);
        sum = crc32(sum, (const unsigned char *)c->name, (uInt)strlen(c->name) + 1);
    }
    return (uint32_t)sum;
}

struct journal_header journal_header(void)
{
    struct journal_header header = {.version = JOURNAL_VERSION,
                                    .schema = {SCHEMA_MAJOR, SCHEMA_MINOR}};
    memcpy(header.magic, JOURNAL_MAGIC, sizeof header.magic);
    header.columns = column_list_checksum();
    header.checksum = (uint32_t)crc32_z(0, (const unsigned char *)&header,
                                        offsetof(struct journal_header, checksum));
    return header;
}

uint32_t record_checksum(const struct record_header *header, const void *payload)
{
    uLong sum = crc32_z(0, (const unsigned char *)header, offsetof(struct record_header, checksum));
    return (uint32_t)crc32_z(sum, payload, header->size);
}

/* Appends bytes with one write, if the system takes them all. If not all can be written, none of
 * them stays. */
static enum status journal_append_bytes(struct journal *journal, const unsigned char *bytes,
                                        size_t size)
{
    if (!write_all(journal->fd, bytes, size)) {
        enum status status = journal_refused(journal);
        if (ftruncate(journal->fd, (off_t)journal->size))
            return fail(ERROR_IO,
                        "cannot write journal %s, and cannot remove an incomplete record: %s",
                        journal_name(journal), strerror(errno));
        return status;
    }
    journal->size += size;
    journal->unsynced = true;
    return OK;
}

/* Makes an encoder with room for the header of a record, in front of its payload. */
static struct encoder record_begin(void)
{
    struct encoder out = {0};
    put_bytes(&out, &(struct record_header){0}, sizeof(struct record_header));
    return out;
}

/* Appends the record that begins at byte `from` of out, and frees out. */
static enum status record_append(struct journal *journal, enum record_type type,
                                 struct encoder *out, size_t from)
{
    enum status status = out->status;
    size_t payload = out->used - from - sizeof(struct record_header);
    if (status == OK && payload > UINT32_MAX)
        status = fail(ERROR_INPUT, "cannot write journal %s: a record of %zu bytes is too large",
                      journal_name(journal), payload);
    if (status == OK) {
        struct record_header header = {.type = type, .size = (uint32_t)payload};
        header.checksum = record_checksum(&header, out->byte + from + sizeof header);
        memcpy(out->byte + from, &header, sizeof header);
        status = journal_append_bytes(journal, out->byte, out->used);
    }
    free(out->byte);
    return status;
}

/* Creation */

static void put_axes(struct encoder *out, const struct result_problem *problem)
{
    put_count(out, problem->naxes);
    for (size_t k = 0; k < problem->naxes; k++) {
        put_text(out, problem->axes[k].name);
        put_real(out, problem->axes[k].number);
        put_text(out, problem->axes[k].text);
    }
}

static void put_cases(struct encoder *out, const struct results *plan)
{
    put_count(out, plan->nruns);
    for (size_t k = 0; k < plan->nruns; k++) {
        put_count(out, plan->runs[k].problem);
        put_count(out, plan->runs[k].variant);
    }
}

static void put_plan(struct encoder *out, const struct results *plan)
{
    for (enum group group = 0; group < NGROUPS; group++) {
        size_t count;
        const void *rows = group_rows(plan, group, &count);
        if (!plan_has_group(group)) continue;
        put_rows(out, group, count, rows);
        for (size_t k = 0; group == GROUP_PROBLEMS && k < count; k++)
            put_axes(out, &plan->problems[k]);
    }
    put_cases(out, plan);
}

/* Locks the whole file, from offset 0 on. */
static enum status lock_journal(const struct journal *journal)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(journal->fd, F_SETLK, &whole) == 0) return OK;
    if (errno == EACCES || errno == EAGAIN)
        return fail(ERROR_INPUT, "%s: another run is writing it. Wait, or write to another file",
                    journal_name(journal));
    return fail(ERROR_IO, "cannot lock journal %s: %s", journal_name(journal), strerror(errno));
}

static enum status open_new(const char *path, struct journal *out)
{
    *out = (struct journal){.fd = -1, .synced = clock_now()};
    if (!path) {
        out->fd = memfd_create("journal", MFD_CLOEXEC);
        return out->fd >= 0 ? OK : journal_refused(out);
    }
    MUST(copy_text(path, &out->path));
    out->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    return out->fd >= 0 ? lock_journal(out) : journal_refused(out);
}

enum status journal_create(const char *path, const struct results *plan, struct journal *out)
{
    const struct journal_header header = journal_header();
    struct encoder bytes = {0};
    enum status status = open_new(path, out);
    if (status == OK) {
        put_bytes(&bytes, &header, sizeof header);
        put_bytes(&bytes, &(struct record_header){0}, sizeof(struct record_header));
        put_plan(&bytes, plan);
        status = record_append(out, RECORD_PLAN, &bytes, sizeof header);
        if (status != OK && path) unlink(path);
    }
    if (status != OK) journal_close(out);
    return status;
}

enum status run_not_started(size_t problem, size_t variant, struct result_run *out)
{
    *out = result_run_unknown();
    out->problem = problem;
    out->variant = variant;
    out->process = 0;
    out->status = CASE_INTERRUPTED;
    MUST(copy_text("", &out->proof_note));
    return copy_text("not started", &out->note);
}

/* Records */

enum status journal_problem(struct journal *journal, size_t problem,
                            const struct result_problem *row)
{
    struct encoder out = record_begin();
    put_count(&out, problem);
    put_rows(&out, GROUP_PROBLEMS, 1, row);
    return record_append(journal, RECORD_PROBLEM, &out, 0);
}

enum status journal_added(struct journal *journal, const struct result_problem *row,
                          size_t nvariants, const size_t *variants)
{
    struct encoder out = record_begin();
    put_rows(&out, GROUP_PROBLEMS, 1, row);
    put_axes(&out, row);
    put_count(&out, nvariants);
    for (size_t k = 0; k < nvariants; k++) put_count(&out, variants[k]);
    return record_append(journal, RECORD_ADDED, &out, 0);
}

enum status journal_crossover(struct journal *journal, size_t crossover,
                              const struct result_crossover *row)
{
    struct encoder out = record_begin();
    put_count(&out, crossover);
    put_rows(&out, GROUP_CROSSOVERS, 1, row);
    return record_append(journal, RECORD_CROSSOVER, &out, 0);
}

enum status journal_copy_bandwidth(struct journal *journal, size_t variant, double bandwidth)
{
    struct encoder out = record_begin();
    put_count(&out, variant);
    put_real(&out, bandwidth);
    return record_append(journal, RECORD_COPY_BANDWIDTH, &out, 0);
}

static void acknowledge_samples(uint64_t problem, uint64_t variant, uint64_t process, size_t count,
                                const struct result_sample *samples)
{
    char line[100];
    for (size_t k = 0; k < count; k++) {
        int length = snprintf(line, sizeof line, "%llu %llu %llu %llu\n",
                              (unsigned long long)problem, (unsigned long long)variant,
                              (unsigned long long)process, (unsigned long long)samples[k].order);
        if (write(acknowledge, line, (size_t)length) != length) return;
    }
}

enum status journal_samples(struct journal *journal, uint64_t problem, uint64_t variant,
                            uint64_t process, size_t count, const struct result_sample *samples)
{
    struct encoder out = record_begin();
    put_count(&out, problem);
    put_count(&out, variant);
    put_count(&out, process);
    put_rows(&out, GROUP_SAMPLES, count, samples);
    enum status status = record_append(journal, RECORD_SAMPLES, &out, 0);
    if (status == OK && acknowledge >= 0)
        acknowledge_samples(problem, variant, process, count, samples);
    return status;
}

enum status journal_run(struct journal *journal, const struct result_run *run)
{
    struct encoder out = record_begin();
    put_count(&out, run->problem);
    put_count(&out, run->variant);
    put_rows(&out, GROUP_RUNS, 1, &(struct run_row){.run = *run});
    return record_append(journal, RECORD_RUN, &out, 0);
}

enum status journal_mark(struct journal *journal, const struct results *meta, bool end)
{
    struct encoder out = record_begin();
    put_text(&out, meta->ended);
    put_count(&out, meta->interrupted);
    put_real(&out, meta->wall);
    put_real(&out, meta->overhead);
    return record_append(journal, end ? RECORD_END : RECORD_CHECKPOINT, &out, 0);
}

/* The disk, and the end */

enum status journal_settle(struct journal *journal)
{
    if (journal->unsynced && fdatasync(journal->fd)) return journal_refused(journal);
    journal->synced = clock_now();
    journal->unsynced = false;
    return OK;
}

enum status journal_sync(struct journal *journal)
{
    if (!journal->path || clock_now() - journal->synced < SYNC_SECONDS) return OK;
    return journal_settle(journal);
}

enum status journal_rename(struct journal *journal, const char *path)
{
    enum status status = OK;
    char *name = NULL;
    TRY(journal_settle(journal));
    TRY(copy_text(path, &name));
    if (rename(journal->path, path)) TRY(journal_refused(journal));
    free(journal->path);
    journal->path = name;
    return OK;
out:
    free(name);
    return status;
}

enum status journal_results(const struct journal *journal, struct results *out)
{
    struct journal_found found;
    *out = (struct results){0};
    unsigned char *bytes;
    enum status status = journal_load(journal_name(journal), journal->fd, journal->size, &bytes);
    if (status == OK)
        status = journal_decode(journal_name(journal), bytes, journal->size, &found, out);
    free(bytes);
    if (status != OK || (found.planned && !found.ignored)) return status;
    results_free(out);
    return fail(ERROR_DAMAGED,
                "journal %s: what was written to it cannot be read back. Check the disk",
                journal_name(journal));
}

void journal_close(struct journal *journal)
{
    bool open = journal->path || journal->fd > 0; /* not zeroed */
    if (open && journal->fd >= 0) close(journal->fd);
    free(journal->path);
    *journal = (struct journal){.fd = -1};
}

enum status journal_lock(const char *path, struct journal *out)
{
    *out = (struct journal){.fd = -1};
    MUST(copy_text(path, &out->path));
    enum status status = file_open(path, O_RDWR | O_APPEND, &out->fd, NULL);
    if (status == OK) status = lock_journal(out);
    if (status != OK) journal_close(out);
    return status;
}
