#define _GNU_SOURCE /* fwrite_unlocked */
#include "harness/engines/engine_files.h"

#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "datasets/format.h"
#include "problems/notation.h"
#include "problems/source.h"

_Static_assert(__BYTE_ORDER == __LITTLE_ENDIAN, "the files of engines are little-endian");

/* Systems */

/* A file for one array, which is written piece by piece. */
struct array_writer {
    FILE *file;
    size_t size; /* of an element */
};

/* Opens the file and writes its path to JSON, under the name of the array: columns.u32 is
 * "columns". */
static enum status array_writer_begin(const char *folder, const char *name, size_t size,
                                      struct json *json, struct array_writer *out)
{
    char *path, key[32];
    MUST(format_text(&path, "%s/%s", folder, name));
    *out = (struct array_writer){fopen(path, "wxe"), size};
    const enum status status =
        out->file ? OK : fail(ERROR_IO, "cannot write %s: %s", path, strerror(errno));
    snprintf(key, sizeof key, "%.*s", (int)strcspn(name, "."), name);
    json_text(json, key, path);
    free(path);
    return status;
}

static void array_writer_put(const struct array_writer *to, const void *elements, uint64_t count)
{
    fwrite_unlocked(elements, to->size, count, to->file);
}

static enum status array_writer_finish(const struct array_writer *writer)
{
    const bool failed = ferror(writer->file);
    if (fclose(writer->file) == 0 && !failed) return OK;
    return fail(ERROR_IO, "cannot write an engine's files: %s", strerror(errno));
}

static enum status write_array(const char *folder, const char *name, size_t size, uint64_t count,
                               const void *elements, struct json *json)
{
    struct array_writer to;
    MUST(array_writer_begin(folder, name, size, json, &to));
    array_writer_put(&to, elements, count);
    return array_writer_finish(&to);
}

/* Writes a vector; zeros if there are no numbers. */
static enum status write_vector(const char *folder, const char *name, uint32_t n, const double *x,
                                struct json *json)
{
    double *zeros = NULL;
    if (!x) MUST(allocate_zeroed(n, sizeof *zeros, "zeros", &zeros));
    const enum status status = write_array(folder, name, sizeof *x, n, x ? x : zeros, json);
    free(zeros);
    return status;
}

static enum status write_starts(const char *folder, const struct csr *off, struct json *json)
{
    struct array_writer to;
    MUST(array_writer_begin(folder, "row_starts.u64", sizeof(uint64_t), json, &to));
    for (uint64_t i = 0; i <= off->rows; i++) {
        const uint64_t start = off->row[i] + i; /* each earlier row has its diagonal, too */
        array_writer_put(&to, &start, 1);
    }
    return array_writer_finish(&to);
}

/* Returns the position in row i at which its diagonal belongs. */
static uint64_t diagonal_at(const struct csr *off, uint32_t i)
{
    uint64_t k = off->row[i];
    while (k < off->row[i + 1] && off->col[k] < i) k++;
    return k;
}

static enum status write_columns(const char *folder, const struct csr *off, struct json *json)
{
    struct array_writer to;
    MUST(array_writer_begin(folder, "columns.u32", sizeof(uint32_t), json, &to));
    for (uint32_t i = 0; i < off->rows; i++) {
        const uint64_t middle = diagonal_at(off, i);
        array_writer_put(&to, off->col + off->row[i], middle - off->row[i]);
        array_writer_put(&to, &i, 1);
        array_writer_put(&to, off->col + middle, off->row[i + 1] - middle);
    }
    return array_writer_finish(&to);
}

static enum status write_values(const char *folder, const struct matrix *a, struct json *json)
{
    const struct csr *off = &a->off;
    struct array_writer to;
    MUST(array_writer_begin(folder, "values.f64", sizeof(double), json, &to));
    for (uint32_t i = 0; i < off->rows; i++) {
        const uint64_t middle = diagonal_at(off, i);
        array_writer_put(&to, off->val + off->row[i], middle - off->row[i]);
        array_writer_put(&to, a->diag + i, 1);
        array_writer_put(&to, off->val + middle, off->row[i + 1] - middle);
    }
    return array_writer_finish(&to);
}

enum status engine_write_system(const char *folder, const struct solve_settings *settings,
                                struct json *json)
{
    const struct matrix *a = settings->matrix;
    const uint32_t n = matrix_unknowns(a);
    json_count(json, "rows", n);
    json_count(json, "entries", a->off.nnz + n);
    MUST(write_starts(folder, &a->off, json));
    MUST(write_columns(folder, &a->off, json));
    MUST(write_values(folder, a, json));
    MUST(write_vector(folder, "b.f64", n, settings->b, json));
    MUST(write_vector(folder, "x0.f64", n, settings->x0, json));
    if (settings->class_of) {
        json_count(json, "classes", settings->nclasses);
        MUST(write_array(folder, "class_of.u32", sizeof(uint32_t), n, settings->class_of, json));
    }
    json_number(json, "scale", settings->scale);
    if (settings->problem->kind != KIND_BOUNDED) return OK;
    if (settings->steps) json_count(json, "steps", settings->steps);
    else json_number(json, "jumps", settings->jumps);
    json_number(json, "step", settings->step);
    return OK;
}

/* Chains */

/* Returns whether the problem comes from a chain that the format can store. */
static bool can_write(const struct problem *problem, const char *name)
{
    struct source source = {0};
    const struct format *format = format_named(name);
    if (!problem->source || !format || !format->write_chain) return false;
    const bool chain = source_parse(problem->source, &source) == OK && source_is_chain(&source) &&
                       !source_is_product(&source);
    source_free(&source);
    return chain;
}

enum status engine_choose_form(const struct engine *engine, const struct problem *problem,
                               const char **out)
{
    if (problem->asked.relation && strcmp(engine->form[0], "system"))
        return fail(ERROR_UNSUPPORTED,
                    "engine %s is asked for numbers, and this is a comparison: write =? in its "
                    "place",
                    engine->name);
    for (int k = 0; engine->form[k]; k++) {
        *out = engine->form[k];
        const bool system = !strcmp(*out, "system") && problem->kind != KIND_OPTIMUM;
        if (system || can_write(problem, *out)) return OK;
    }
    return fail(
        ERROR_UNSUPPORTED,
        "engine %s takes models, and this problem comes from none in a format that it reads",
        engine->name);
}

static enum status write_chain(const char *folder, const struct format *format,
                               const struct source *source, struct json *json)
{
    struct chain chain;
    char *path = NULL;
    MUST(source_chain(source, REWARD_OF_PROPERTY, &chain));
    const struct origin before = format_origin;
    format_origin = (struct origin){.source = source->text, .program = "warpmark", .fresh = true};
    enum status status = format->write_chain(&chain, folder);
    format_origin = before;
    if (status == OK) status = format_text(&path, "%s/model%s", folder, format->ending);
    if (status == OK) {
        json_text(json, "model", path);
        json_text(json, "type", chain_type_word(chain.type));
        json_count(json, "states", chain_states(&chain));
    }
    free(path);
    chain_free(&chain);
    return status;
}

enum status engine_write_model(const char *folder, const char *format,
                               const struct problem *problem, struct json *json)
{
    struct source source;
    char *property = NULL;
    MUST(source_parse(problem->source, &source));
    enum status status = property_by_labels(&source, &property);
    if (status == OK) status = write_chain(folder, format_named(format), &source, json);
    if (status == OK) json_text(json, "property", property);
    free(property);
    source_free(&source);
    return status;
}

/* Answers */

enum status engine_read_answer(const char *engine, const char *path, uint32_t n, double *x)
{
    const uint64_t needed = (uint64_t)n * sizeof *x;
    uint64_t size, done = 0;
    int fd;
    if (file_open(path, 0, &fd, &size) != OK)
        return fail(ERROR_CRASHED, "engine %s: its answer is missing: %s", engine, fail_message());
    while (size == needed && done < needed) {
        const ssize_t got = read(fd, (char *)x + done, needed - done);
        if (got <= 0) break;
        done += (uint64_t)got;
    }
    close(fd);
    if (size == needed && done == needed) return OK;
    return fail(ERROR_CRASHED,
                "engine %s: its answer has %" PRIu64 " bytes, and %" PRIu32
                " numbers of 8 bytes are %" PRIu64,
                engine, size, n, needed);
}
