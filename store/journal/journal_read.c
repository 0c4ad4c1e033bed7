#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "store/journal/journal.h"
#include "store/journal/journal_encoding.h"
#include "store/journal/journal_pieces.h"

/* Grows *array, which has room for *room entries, by count more entries. */
static enum status grow_array(void *array, size_t used, size_t count, size_t *room, size_t size)
{
    if (used + count <= *room) return OK;
    size_t wanted = 2 * *room + count;
    enum status status = reallocate(array, wanted, size, "the journal");
    if (status == OK) *room = wanted;
    return status;
}

static enum status damaged_if(bool damaged)
{
    return damaged ? ERROR_DAMAGED : OK;
}

/* Records */

static void get_axes(struct decoder *in, struct result_problem *problem)
{
    uint64_t count = get_count(in);
    if (in->status == OK && count > (size_t)(in->end - in->at)) in->status = ERROR_DAMAGED;
    if (in->status == OK)
        in->status = allocate_zeroed(count, sizeof *problem->axes, "axes", &problem->axes);
    for (; in->status == OK && problem->naxes < count;) {
        struct axis_value *axis = &problem->axes[problem->naxes++];
        axis->name = get_text(in);
        axis->number = get_real(in);
        axis->text = get_text(in);
        if (in->status == OK && !axis->name) in->status = ERROR_DAMAGED;
    }
}

static bool case_is_known(const struct reading *r, const struct result_run *run)
{
    return run->problem < r->out->nproblems && run->variant < r->out->nvariants;
}

/* Reads planned cases. Refuses those that are not in ascending order, or that point nowhere. */
static void get_cases(struct decoder *in, struct reading *r)
{
    uint64_t count = get_count(in);
    if (in->status == OK && count > (size_t)(in->end - in->at) / (2 * sizeof(uint64_t)))
        in->status = ERROR_DAMAGED;
    if (in->status == OK)
        in->status = allocate_zeroed(count, sizeof *r->cases, "the plan", &r->cases);
    for (; in->status == OK && r->ncases < count; r->ncases++) {
        struct result_run *here = &r->cases[r->ncases];
        here->problem = get_count(in);
        here->variant = get_count(in);
        if (!case_is_known(r, here) || (r->ncases && case_compare(here - 1, here) >= 0))
            in->status = ERROR_DAMAGED;
    }
}

static enum status read_plan(struct reading *r, struct decoder *in)
{
    struct results *out = r->out;
    if (r->planned) return ERROR_DAMAGED;
    for (enum group group = 0; group < NGROUPS; group++) {
        size_t count;
        void *rows = group_rows(out, group, &count);
        if (!plan_has_group(group)) continue;
        if (!groups[group].listed) get_fixed_rows(in, group, 1, rows);
        else get_rows(in, group, &count, &rows), group_set(out, group, rows, count);
        for (size_t k = 0; group == GROUP_PROBLEMS && k < count; k++)
            get_axes(in, &out->problems[k]);
    }
    get_cases(in, r);
    if (in->status == OK)
        in->status =
            allocate(out->nvariants, sizeof *r->copy_bandwidth, "bandwidths", &r->copy_bandwidth);
    for (size_t k = 0; in->status == OK && k < out->nvariants; k++) r->copy_bandwidth[k] = NAN;
    r->planned = in->status == OK;
    return in->status;
}

static enum status read_problem(struct reading *r, struct decoder *in)
{
    struct result_problem row = {0};
    uint64_t index = get_count(in);
    if (in->status == OK && index >= r->out->nproblems) in->status = ERROR_DAMAGED;
    get_fixed_rows(in, GROUP_PROBLEMS, 1, &row);
    if (in->status == OK) {
        struct result_problem *old = &r->out->problems[index], replaced = *old;
        *old = row;
        old->axes = replaced.axes;
        old->naxes = replaced.naxes;
        row = replaced;
    }
    rows_clear(GROUP_PROBLEMS, &row, 1);
    return in->status;
}

/* Appends a problem and its cases; a damaged record adds nothing. */
static enum status read_added(struct reading *r, struct decoder *in)
{
    enum status status = OK;
    struct results *out = r->out;
    struct result_problem row = {0};
    uint64_t count = 0;
    get_fixed_rows(in, GROUP_PROBLEMS, 1, &row);
    get_axes(in, &row);
    count = get_count(in);
    TRY(in->status);
    TRY(damaged_if(count != (size_t)(in->end - in->at) / sizeof(uint64_t)));
    TRY(reallocate(&out->problems, out->nproblems + 1, sizeof *out->problems, "problems"));
    TRY(reallocate(&r->cases, r->ncases + count, sizeof *r->cases, "the plan"));
    for (uint64_t k = 0; k < count; k++) {
        struct result_run *here = &r->cases[r->ncases + k];
        *here = (struct result_run){.problem = out->nproblems, .variant = get_count(in)};
        TRY(damaged_if(here->variant >= out->nvariants ||
                       (k && case_compare(here - 1, here) >= 0)));
    }
    TRY(damaged_if(in->at != in->end));
    out->problems[out->nproblems++] = row;
    r->ncases += count;
    return OK;
out:
    axes_free(row.axes, row.naxes);
    rows_clear(GROUP_PROBLEMS, &row, 1);
    return status;
}

static enum status read_crossover(struct reading *r, struct decoder *in)
{
    struct result_crossover row = {0};
    uint64_t index = get_count(in);
    if (in->status == OK && index >= r->out->ncrossovers) in->status = ERROR_DAMAGED;
    get_fixed_rows(in, GROUP_CROSSOVERS, 1, &row);
    if (in->status == OK && in->at != in->end) in->status = ERROR_DAMAGED;
    if (in->status == OK) {
        const struct result_crossover replaced = r->out->crossovers[index];
        r->out->crossovers[index] = row;
        row = replaced;
    }
    rows_clear(GROUP_CROSSOVERS, &row, 1);
    return in->status;
}

static enum status read_copy_bandwidth(struct reading *r, struct decoder *in)
{
    uint64_t variant = get_count(in);
    double bandwidth = get_real(in);
    if (in->status == OK && variant >= r->out->nvariants) in->status = ERROR_DAMAGED;
    if (in->status == OK) r->copy_bandwidth[variant] = bandwidth;
    return in->status;
}

static enum status keep_piece(struct reading *r, struct piece piece)
{
    enum status status = damaged_if(!case_is_known(r, &piece.run));
    if (status == OK)
        status = grow_array(&r->pieces, r->npieces, 1, &r->piece_room, sizeof *r->pieces);
    piece.position = r->npieces;
    if (status == OK) r->pieces[r->npieces++] = piece;
    return status;
}

static enum status read_samples(struct reading *r, struct decoder *in)
{
    enum status status = OK;
    struct result_sample *samples = NULL;
    struct piece piece = {.first = r->nsamples};
    piece.run.problem = get_count(in);
    piece.run.variant = get_count(in);
    piece.run.process = get_count(in);
    get_rows(in, GROUP_SAMPLES, &piece.count, &samples);
    TRY(in->status);
    TRY(damaged_if(in->at != in->end));
    TRY(grow_array(&r->samples, r->nsamples, piece.count, &r->sample_room, sizeof *samples));
    TRY(keep_piece(r, piece));
    if (piece.count) memcpy(r->samples + r->nsamples, samples, piece.count * sizeof *samples);
    r->nsamples += piece.count;
out:
    free(samples);
    return status;
}

static enum status read_run(struct reading *r, struct decoder *in)
{
    enum status status = OK;
    struct run_row row = {0};
    const uint64_t problem = get_count(in), variant = get_count(in);
    get_fixed_rows(in, GROUP_RUNS, 1, &row);
    TRY(in->status);
    TRY(damaged_if(in->at != in->end));
    row.run.problem = problem;
    row.run.variant = variant;
    TRY(keep_piece(r, (struct piece){.is_run = true, .run = row.run}));
    return OK;
out:
    result_run_clear(&row.run);
    return status;
}

static enum status read_mark(struct reading *r, struct decoder *in, bool end)
{
    char *ended = get_text(in);
    uint64_t interrupted = get_count(in);
    double wall = get_real(in), overhead = get_real(in);
    if (in->status == OK && interrupted > 1) in->status = ERROR_DAMAGED;
    if (in->status != OK) {
        free(ended);
        return in->status;
    }
    free(r->out->ended);
    r->out->ended = ended;
    r->out->interrupted = interrupted;
    r->out->wall = wall;
    r->out->overhead = overhead;
    r->ended = end;
    return OK;
}

static enum status read_record(struct reading *r, uint32_t type, struct decoder *in)
{
    enum status status = ERROR_DAMAGED;
    if (r->planned != (type != RECORD_PLAN) || r->ended) return status;
    switch (type) {
    case RECORD_PLAN: status = read_plan(r, in); break;
    case RECORD_PROBLEM: status = read_problem(r, in); break;
    case RECORD_ADDED: status = read_added(r, in); break;
    case RECORD_CROSSOVER: status = read_crossover(r, in); break;
    case RECORD_COPY_BANDWIDTH: status = read_copy_bandwidth(r, in); break;
    case RECORD_SAMPLES: status = read_samples(r, in); break;
    case RECORD_RUN: status = read_run(r, in); break;
    case RECORD_CHECKPOINT:
    case RECORD_END: status = read_mark(r, in, type == RECORD_END); break;
    default: break;
    }
    return status == OK ? damaged_if(in->at != in->end) : status;
}

/* Reads records up to the first that is torn, damaged or out of place; *good: bytes before it.
 * Errors: ERROR_HOST_MEMORY. */
static enum status read_records(struct reading *r, const unsigned char *bytes, size_t size,
                                size_t *good)
{
    struct record_header header;
    while (size - *good >= sizeof header) {
        const unsigned char *payload = bytes + *good + sizeof header;
        memcpy(&header, bytes + *good, sizeof header);
        if (header.size > size - *good - sizeof header ||
            header.checksum != record_checksum(&header, payload))
            break;
        struct decoder in = {payload, payload + header.size, OK};
        enum status status = read_record(r, header.type, &in);
        if (status == ERROR_HOST_MEMORY) return status;
        if (status != OK) break;
        *good += sizeof header + header.size;
    }
    return OK;
}

/* Completes the time of the run: it lasted at least until its last sample or case ended. */
static void complete_meta(struct reading *r)
{
    struct results *out = r->out;
    if (!r->ended) out->interrupted = true;
    for (size_t k = 0; k < out->nsamples; k++)
        out->wall = fmax(out->wall, out->samples[k].started + out->samples[k].host);
    for (size_t k = 0; k < out->nruns; k++) out->wall = fmax(out->wall, out->runs[k].started);
}

static void reading_free(struct reading *r)
{
    for (size_t k = 0; k < r->npieces; k++) result_run_clear(&r->pieces[k].run);
    free(r->pieces);
    free(r->cases);
    free(r->samples);
    free(r->copy_bandwidth);
}

/* Checks the header. A file that ends within the header is a journal that was just begun. */
static enum status check_header(const char *name, const unsigned char *bytes, size_t size)
{
    const struct journal_header ours = journal_header();
    struct journal_header header = ours;
    memcpy(&header, bytes, size < sizeof header ? size : sizeof header);
    if (memcmp(header.magic, ours.magic, sizeof header.magic))
        return fail(ERROR_DAMAGED, "%s is not a journal of warpmark", name);
    if (size < sizeof header || !memcmp(&header, &ours, sizeof header)) return OK;
    uLong sum = crc32_z(0, bytes, offsetof(struct journal_header, checksum));
    if (header.checksum != sum)
        return fail(ERROR_DAMAGED, "%s is a damaged journal: its first %zu bytes", name, size);
    return fail(ERROR_DAMAGED,
                "%s is a journal of another warpmark (journal %u, schema %u.%u; this one: %u, "
                "%u.%u): use the program that wrote it",
                name, header.version, header.schema[0], header.schema[1], ours.version,
                ours.schema[0], ours.schema[1]);
}

enum status journal_decode(const char *name, const unsigned char *bytes, size_t size,
                           struct journal_found *found, struct results *out)
{
    enum status status = OK;
    struct reading r = {.out = out};
    size_t good = size < sizeof(struct journal_header) ? size : sizeof(struct journal_header);
    *out = (struct results){0};
    *found = (struct journal_found){.bytes = size};
    TRY(check_header(name, bytes, size));
    TRY(read_records(&r, bytes, size, &good));
    found->planned = r.planned;
    found->ended = r.ended;
    found->ignored = size - good;
    if (r.planned) TRY(make_runs(&r));
    if (r.planned) complete_meta(&r);
out:
    if (status != OK || !r.planned) results_free(out);
    reading_free(&r);
    return status;
}

enum status journal_load(const char *name, int fd, uint64_t size, unsigned char **out)
{
    enum status status = allocate(size, 1, "the journal", out);
    for (uint64_t done = 0; status == OK && done < size;) {
        ssize_t got = pread(fd, *out + done, size - done, (off_t)done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) status = fail(ERROR_IO, "cannot read journal %s: %s", name, strerror(errno));
        if (got == 0) status = fail(ERROR_IO, "cannot read journal %s: it became shorter", name);
        if (got > 0) done += (uint64_t)got;
    }
    if (status == OK) return OK;
    free(*out);
    *out = NULL;
    return status;
}

static enum status read_open(const char *path, int fd, struct journal_found *found,
                             struct results *out)
{
    enum status status = OK;
    unsigned char *bytes;
    struct stat file;
    *out = (struct results){0};
    *found = (struct journal_found){0};
    if (fstat(fd, &file))
        return fail(ERROR_IO, "cannot read journal %s: %s", path, strerror(errno));
    status = journal_load(path, fd, (uint64_t)file.st_size, &bytes);
    if (status == OK) status = journal_decode(path, bytes, (size_t)file.st_size, found, out);
    free(bytes);
    return status;
}

enum status journal_read_locked(const struct journal *journal, struct journal_found *found,
                                struct results *out)
{
    return read_open(journal->path, journal->fd, found, out);
}

enum status journal_read(const char *path, struct journal_found *found, struct results *out)
{
    int fd;
    *out = (struct results){0};
    *found = (struct journal_found){0};
    enum status status = file_open(path, O_RDONLY, &fd, NULL);
    if (status == OK) status = read_open(path, fd, found, out);
    if (fd >= 0) close(fd);
    return status;
}
