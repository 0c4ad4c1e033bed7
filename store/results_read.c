#define _GNU_SOURCE /* memfd_create */
#include "store/results.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"
#include "solvers/options.h"
#include "store/results_look.h"

/* Results that are being made from messages, which are not trusted. Values come column by column;
 * the place of the next one follows from those before. */
struct assembly {
    const char *path;
    struct results *out;
    double left; /* bytes of memory that the results may still take */
    struct results_shape shape;
    bool shaped;
    const struct column *column; /* column of the current values; behind the last column: they
                                    belong to an axis */
    uint64_t row, rows;          /* rows that are done, and all rows, of that column or axis */
    char *axis;
    enum column_type type;
    uint64_t axes;                        /* axes that have begun */
    uint64_t *problem, *variant, *of_run; /* of each case; of each run its case */
    char *text;                           /* first part of a text whose rest is still to come */
    size_t length;
};

/* Error for messages of the child process that contradict what it has announced. */
static enum status nonsense(const struct assembly *a)
{
    return fail(ERROR_DAMAGED, "%s is a damaged results file: its values contradict each other",
                a->path);
}

static enum status spend(struct assembly *a, double bytes)
{
    a->left -= bytes;
    if (a->left >= 0) return OK;
    return fail(ERROR_DAMAGED,
                "%s is a damaged results file: what it says it holds takes more memory than four "
                "times its size",
                a->path);
}

/* Places for the values */

static const struct column *columns_end(void)
{
    return columns + ncolumns;
}

/* Returns where a value goes; NULL: nowhere. Of a case only problem and variant are kept, and
 * nothing of /summary, which follows from /samples. */
static void *field_of(const struct assembly *a, const struct column *column, uint64_t row)
{
    size_t offset = column->offset, of_run = offsetof(struct run_row, run), count;
    char *rows = group_rows(a->out, column->group, &count);
    if (rows) return rows + row * groups[column->group].row_size + offset;
    if (column->group == GROUP_CASES && offset == of_run + offsetof(struct result_run, problem))
        return &a->problem[row];
    if (column->group == GROUP_CASES && offset == of_run + offsetof(struct result_run, variant))
        return &a->variant[row];
    if (column->group != GROUP_RUNS) return NULL;
    if (offset == offsetof(struct run_row, case_index)) return &a->of_run[row];
    return (char *)&a->out->runs[row] + offset - of_run;
}

static enum status fill_missing(struct assembly *a, const struct column *column)
{
    for (uint64_t row = 0; row < a->shape.rows[column->group]; row++) {
        void *field = field_of(a, column, row);
        if (column->type == COLUMN_TEXT) MUST(spend(a, TEXT_BYTES));
        if (field) MUST(value_missing(column->type, field));
    }
    return OK;
}

/* Moves to the next column that has values. */
static enum status next_column(struct assembly *a)
{
    a->row = a->rows = 0;
    for (; a->column < columns_end(); a->column++) {
        bool newer = column_is_newer(a->column, a->shape.version);
        if (newer) MUST(fill_missing(a, a->column));
        if (newer || !a->shape.rows[a->column->group]) continue;
        a->rows = a->shape.rows[a->column->group];
        a->type = a->column->type;
        return OK;
    }
    return OK;
}

static enum status allocate_rows(struct assembly *a)
{
    struct results *out = a->out;
    const uint64_t *rows = a->shape.rows;
    for (enum group group = 0; group < NGROUPS; group++) {
        void *fresh;
        if (!groups[group].listed) continue;
        MUST(allocate_zeroed(rows[group], groups[group].row_size, "the results", &fresh));
        group_set(out, group, fresh, rows[group]);
    }
    MUST(allocate_zeroed(rows[GROUP_RUNS], sizeof *out->runs, "the runs", &out->runs));
    out->nruns = rows[GROUP_RUNS];
    MUST(allocate_zeroed(rows[GROUP_RUNS], sizeof *a->of_run, "the runs", &a->of_run));
    MUST(allocate_zeroed(rows[GROUP_CASES], sizeof *a->problem, "the cases", &a->problem));
    return allocate_zeroed(rows[GROUP_CASES], sizeof *a->variant, "the cases", &a->variant);
}

static enum status take_shape(struct assembly *a, const void *bytes, size_t size)
{
    if (a->shaped || size != sizeof a->shape) return nonsense(a);
    memcpy(&a->shape, bytes, size);
    if (a->shape.rows[GROUP_META] != 1 || a->shape.rows[GROUP_SETTINGS] != 1) return nonsense(a);
    if (a->shape.rows[GROUP_SUMMARY] != a->shape.rows[GROUP_RUNS]) return nonsense(a);
    MUST(spend(a, results_bytes(&a->shape)));
    MUST(allocate_rows(a));
    a->shaped = true;
    a->column = columns;
    return next_column(a);
}

/* Axes */

static enum status append_axis(struct assembly *a, double number, const char *text, size_t length)
{
    enum status status = OK;
    struct result_problem *problem = &a->out->problems[a->row];
    struct axis_value axis = {.number = number};
    if (!length && isnan(number)) return OK; /* the problem does not have this axis */
    TRY(spend(a, (double)(sizeof axis + strlen(a->axis) + length + TEXT_BYTES * 2)));
    TRY(copy_text(a->axis, &axis.name));
    if (length) TRY(format_text(&axis.text, "%.*s", (int)length, text));
    TRY(reallocate(&problem->axes, problem->naxes + 1, sizeof *problem->axes, "axes"));
    problem->axes[problem->naxes++] = axis;
    return OK;
out:
    free(axis.name);
    free(axis.text);
    return status;
}

static enum status take_axis(struct assembly *a, const unsigned char *bytes, size_t size)
{
    if (!a->shaped || a->column < columns_end() || a->row < a->rows) return nonsense(a);
    if (size < 2 || a->axes++ == a->shape.naxes) return nonsense(a);
    free(a->axis);
    a->axis = NULL;
    a->type = bytes[0] ? COLUMN_REAL : COLUMN_TEXT;
    a->row = 0;
    a->rows = a->shape.rows[GROUP_PROBLEMS];
    return format_text(&a->axis, "%.*s", (int)size - 1, (const char *)bytes + 1);
}

/* Values */

/* Takes a value. bytes: the value, or a text of that length. */
static enum status take_value(struct assembly *a, const unsigned char *bytes, size_t length)
{
    const struct values value = {
        .type = a->type, .count = 1, .width = 1, .bytes = (unsigned char *)bytes};
    double number = NAN;
    if (!column_is_number(a->type) && !column_is_text(a->type) && !values_in_range(&value))
        return fail(ERROR_DAMAGED,
                    "%s is a damaged results file: %s/%s: a value is none of its enumerators",
                    a->path, groups[a->column->group].path, a->column->name);
    if (a->type == COLUMN_REAL) memcpy(&number, bytes, sizeof number);
    if (a->column == columns_end()) {
        MUST(append_axis(a, number, (const char *)bytes, a->type == COLUMN_TEXT ? length : 0));
    } else {
        void *field = field_of(a, a->column, a->row);
        if (column_is_text(a->type)) MUST(spend(a, (double)length + TEXT_BYTES));
        if (field) MUST(value_unpack(a->type, bytes, length, field));
    }
    if (++a->row < a->rows || a->column == columns_end()) return OK;
    a->column++;
    return next_column(a);
}

/* Keeps the first part of a text until the rest comes. */
static enum status keep_text(struct assembly *a, const unsigned char *bytes, size_t size)
{
    MUST(spend(a, (double)size));
    MUST(reallocate(&a->text, a->length + size, 1, "a text of the results"));
    memcpy(a->text + a->length, bytes, size);
    a->length += size;
    return OK;
}

/* Takes one text, or the part of it that is there. */
static enum status take_text(struct assembly *a, const unsigned char **at, const unsigned char *end)
{
    const unsigned char *bytes = *at, *nul = memchr(bytes, 0, (size_t)(end - bytes));
    size_t length = (size_t)((nul ? nul : end) - bytes), kept;
    *at = nul ? nul + 1 : end;
    if (a->length || !nul) MUST(keep_text(a, bytes, length));
    if (!nul) return OK;
    kept = a->length;
    a->length = 0;
    MUST(kept ? take_value(a, (const unsigned char *)a->text, kept) : take_value(a, bytes, length));
    a->left += (double)kept;
    free(a->text);
    a->text = NULL;
    return OK;
}

static enum status take_values(struct assembly *a, const unsigned char *at, size_t size)
{
    const unsigned char *end = at + size;
    while (at < end) {
        size_t width = column_is_number(a->type) ? sizeof(uint64_t) : 1;
        if (!a->shaped || a->row >= a->rows || (size_t)(end - at) < width) MUST(nonsense(a));
        if (column_is_text(a->type)) {
            MUST(take_text(a, &at, end));
        } else {
            MUST(take_value(a, at, width));
            at += width;
        }
    }
    return OK;
}

static enum status take_results_message(void *to, uint32_t kind, const void *bytes, size_t size)
{
    struct assembly *a = to;
    switch (kind) {
    case MESSAGE_SHAPE: return take_shape(a, bytes, size);
    case MESSAGE_AXIS: return take_axis(a, bytes, size);
    case MESSAGE_VALUES: return take_values(a, bytes, size);
    default: return nonsense(a);
    }
}

/* Runs */

static enum status out_of_range(const struct assembly *a, const char *where, size_t row)
{
    return fail(ERROR_DAMAGED, "%s is a damaged results file: %s: row %zu is out of range", a->path,
                where, row);
}

static enum status check_cases(const struct assembly *a)
{
    for (size_t i = 0; i < a->shape.rows[GROUP_CASES]; i++) {
        if (a->problem[i] >= a->out->nproblems) return out_of_range(a, "/cases/problem", i);
        if (a->variant[i] >= a->out->nvariants) return out_of_range(a, "/cases/variant", i);
    }
    return OK;
}

/* Sets the problem and variant of each run. */
static enum status join_runs(const struct assembly *a)
{
    for (size_t i = 0; i < a->out->nruns; i++) {
        struct result_run *run = &a->out->runs[i];
        if (a->of_run[i] >= a->shape.rows[GROUP_CASES]) return out_of_range(a, "/runs/case", i);
        if (run->sample_count > a->out->nsamples) return out_of_range(a, "/runs/sample_count", i);
        if (run->sample_offset > a->out->nsamples - run->sample_count)
            return out_of_range(a, "/runs/sample_offset", i);
        run->problem = a->problem[a->of_run[i]];
        run->variant = a->variant[a->of_run[i]];
    }
    return OK;
}

/* Files before schema 2.2 do not say how an answer was checked, but every answer was. */
static void tell_proofs(const struct assembly *a)
{
    static const struct column first = {.since = {2, 2}};
    for (size_t k = 0; column_is_newer(&first, a->shape.version) && k < a->out->nruns; k++) {
        struct result_run *run = &a->out->runs[k];
        const bool whole = !run->extrapolated || run->iterations != MISSING;
        if (run->status == CASE_OK) run->proof = whole ? PROOF_CHECKED : PROOF_UNCHECKED;
    }
}

static enum status finish_assembly(const struct assembly *a)
{
    bool whole =
        a->shaped && a->column == columns_end() && a->row == a->rows && a->axes == a->shape.naxes;
    if (!whole) MUST(nonsense(a));
    MUST(check_cases(a));
    MUST(join_runs(a));
    for (size_t k = 0; k < a->out->nvariants; k++) MUST(option_rename(&a->out->variants[k].name));
    tell_proofs(a);
    return OK;
}

/* All */

static enum status look_at_results(void *file, int fd, message_fn *put, void *to)
{
    return results_look(file, fd, put, to);
}

static enum status read_results_file(struct hdf5_file *file, struct results *out)
{
    enum status status = OK;
    struct assembly a = {.path = file->path, .out = out};
    struct isolation limits = {file->size + MEMORY_CHILD, (unsigned)(20 + (file->size >> 23))};
    a.left = MEMORY_FACTOR * (double)file->size + MEMORY_SPARE;
    status = isolated(&limits, look_at_results, file, file->fd, take_results_message, &a);
    if (status == ERROR_CRASHED)
        status = fail(ERROR_DAMAGED, "%s is a damaged results file: reading it failed: %s",
                      file->path, fail_message());
    TRY(status);
    TRY(finish_assembly(&a));
out:
    free(a.problem);
    free(a.variant);
    free(a.of_run);
    free(a.axis);
    free(a.text);
    if (status != OK) results_free(out);
    return status;
}

/* Adds to the message about a file that cannot be read how to make it again. */
static enum status say_recovery(const char *path, enum status status)
{
    char why[1024], journal[1024];
    const size_t length = strlen(path), tail = strlen(".journal");
    snprintf(why, sizeof why, "%s", fail_message());
    snprintf(journal, sizeof journal, "%s.journal", path);
    if (status == ERROR_INPUT && length > tail && !strcmp(path + length - tail, ".journal"))
        return fail(status, "%s is the journal of a run: warpmark recover %s", path, path);
    if (status == ERROR_DAMAGED && access(journal, R_OK) == 0)
        return fail(status, "%s. Make it again from its journal: warpmark recover %s -o NEW.h5",
                    why, path);
    return fail(status, "%s", why);
}

enum status results_read(const char *path, struct results *out)
{
    struct hdf5_file file;
    *out = (struct results){0};
    enum status status = hdf5_open(path, "results file", &file);
    if (status == OK) status = read_results_file(&file, out);
    hdf5_close(&file);
    return status == OK ? OK : say_recovery(path, status);
}

enum status results_decode(const char *name, const void *bytes, size_t size, struct results *out)
{
    enum status status = OK;
    struct hdf5_file file = {
        .path = name, .kind = "results file", .size = size, .id = H5I_INVALID_HID};
    *out = (struct results){0};
    file.fd = memfd_create("results", MFD_CLOEXEC);
    if (file.fd < 0 || write(file.fd, bytes, size) != (ssize_t)size)
        TRY(fail(ERROR_IO, "cannot hold %s in memory: %s", name, strerror(errno)));
    TRY(read_results_file(&file, out));
out:
    hdf5_close(&file);
    return status;
}
