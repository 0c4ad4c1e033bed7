#include "store/results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/effective_samples.h"
#include "base/file.h"
#include "base/memory.h"
#include "store/results_look.h"

static const struct file_kind kind_results = {"a results file", "\x89HDF", RESULTS_SCHEMA};

/* HDF5 builds the file in memory, and file_store brings the finished bytes to the disk. So a full
 * disk is reported by errno of a write(2), and not in the middle of the library, which cannot close
 * a file that it cannot flush. */

struct writer {
    const char *path;
    bool replaces;
    hid_t file;
    bool plain;    /* no compression */
    double memory; /* bytes that a reader needs for the columns written so far */
};

/* Columns of more than SMALL bytes are compressed, in chunks of about CHUNK_BYTES. Smaller ones
 * stay contiguous, because the index of chunks alone takes two kilobytes. A group has fewer links
 * than MOST_LINKS. */
enum { SMALL = 1 << 12, CHUNK_BYTES = 1 << 16, MOST_LINKS = 256 };

static enum status results_refused(const struct writer *w, const char *what)
{
    char reason[256];
    hdf5_reason(reason, sizeof reason);
    return fail(ERROR_IO, "cannot write results file %s: %s: %s", w->path, what, reason);
}

static bool attach_description(hid_t dataset, const struct values *values, const char *units,
                               const char *long_name)
{
    uint32_t checksum = values_checksum(values);
    return hdf5_attach_text(dataset, "long_name", long_name) &&
           hdf5_attach(dataset, "crc32", H5T_STD_U32LE, 1, &checksum) &&
           (!column_is_number(values->type) || hdf5_attach_text(dataset, "units", units)) &&
           (values->type != COLUMN_COUNT ||
            hdf5_attach(dataset, "_FillValue", H5T_STD_U64LE, 1, &(uint64_t){MISSING}));
}

static hid_t creation_properties(const struct writer *w, const struct values *values)
{
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(properties, false);
    if (w->plain || values->count * values->width <= SMALL) return properties;
    hsize_t rows = values->width < CHUNK_BYTES ? CHUNK_BYTES / values->width : 1;
    if (rows > values->count) rows = values->count;
    bool set = H5Pset_chunk(properties, 1, &rows) >= 0 &&
               (!column_is_number(values->type) || H5Pset_shuffle(properties) >= 0) &&
               H5Pset_deflate(properties, 4) >= 0 && H5Pset_fletcher32(properties) >= 0;
    if (set) return properties;
    H5Pclose(properties);
    return H5I_INVALID_HID;
}

static enum status write_values(const struct writer *w, const char *path,
                                const struct values *values, const char *units,
                                const char *long_name)
{
    hid_t type = values_hdf5_type(values->type, values->width);
    hid_t space = H5Screate_simple(1, &(hsize_t){values->count}, NULL);
    hid_t properties = creation_properties(w, values);
    hid_t dataset = H5Dcreate2(w->file, path, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    bool written = dataset >= 0 &&
                   H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values->bytes) >= 0 &&
                   attach_description(dataset, values, units, long_name);
    enum status status = written ? OK : results_refused(w, path);
    if (dataset >= 0) H5Dclose(dataset);
    if (properties >= 0) H5Pclose(properties);
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
    return status;
}

/* Adds the memory that results_read needs for a column's rows and texts. */
static void add_memory(struct writer *w, const struct column *column, const struct values *values)
{
    struct results_shape shape = {0};
    shape.rows[column->group] = values->count;
    if (column == columns || column[-1].group != column->group) w->memory += results_bytes(&shape);
    for (size_t i = 0; column_is_text(column->type) && i < values->count; i++)
        w->memory += TEXT_BYTES + (double)strnlen((const char *)values->bytes + i * values->width,
                                                  values->width);
}

static enum status write_column(struct writer *w, const struct column *column, size_t count,
                                const void *rows)
{
    enum status status = OK;
    char *path = NULL;
    struct values values = {0};
    TRY(format_text(&path, "%s/%s", groups[column->group].path, column->name));
    TRY(values_pack(column, count, rows, &values));
    add_memory(w, column, &values);
    TRY(write_values(w, path, &values, column->units, column->long_name));
out:
    free(path);
    free(values.bytes);
    return status;
}

/* Creates a group whose links keep their order, which is that of columns.def and, for axes, that of
 * the experiment. There are so few of them that a tree would take more memory than the links. */
static enum status create_group(const struct writer *w, const char *path)
{
    hid_t properties = H5Pcreate(H5P_GROUP_CREATE);
    H5Pset_obj_track_times(properties, false);
    H5Pset_link_creation_order(properties, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    H5Pset_link_phase_change(properties, MOST_LINKS, MOST_LINKS);
    hid_t group = H5Gcreate2(w->file, path, H5P_DEFAULT, properties, H5P_DEFAULT);
    enum status status = group >= 0 ? OK : results_refused(w, path);
    if (group >= 0) H5Gclose(group);
    if (properties >= 0) H5Pclose(properties);
    return status;
}

static enum status write_group(struct writer *w, enum group group, size_t count, const void *rows)
{
    MUST(create_group(w, groups[group].path));
    for (size_t k = 0; k < ncolumns; k++)
        if (columns[k].group == group) MUST(write_column(w, &columns[k], count, rows));
    return OK;
}

static enum status write_schema(const struct writer *w)
{
    static const uint32_t version[2] = {SCHEMA_MAJOR, SCHEMA_MINOR};
    hid_t meta = H5Gopen2(w->file, groups[GROUP_META].path, H5P_DEFAULT);
    bool attached = hdf5_attach_text(meta, "schema", RESULTS_SCHEMA) &&
                    hdf5_attach(meta, "schema_version", H5T_STD_U32LE, 2, version);
    enum status status = attached ? OK : results_refused(w, "the schema version");
    if (meta >= 0) H5Gclose(meta);
    return status;
}

/* Packs the axis called name: as numbers, unless one problem has a text there. */
static enum status pack_axis(const struct results *r, const char *name, struct values *out)
{
    char buffer[32];
    *out = (struct values){.type = COLUMN_REAL, .count = r->nproblems, .width = 1};
    for (size_t i = 0; i < r->nproblems; i++) {
        const struct axis_value *axis = problem_axis(&r->problems[i], name);
        size_t length = strlen(axis_text(axis, buffer, sizeof buffer));
        if (axis && axis->text) out->type = COLUMN_TEXT;
        if (length > out->width) out->width = length;
    }
    if (out->type == COLUMN_REAL) out->width = sizeof(double);
    enum status status = allocate_zeroed(out->count, out->width, "an axis", &out->bytes);
    for (size_t i = 0; status == OK && i < r->nproblems; i++) {
        const struct axis_value *axis = problem_axis(&r->problems[i], name);
        const char *text = axis_text(axis, buffer, sizeof buffer);
        const double number = axis ? axis->number : NAN;
        if (out->type == COLUMN_REAL) memcpy(out->bytes + i * out->width, &number, sizeof number);
        else memcpy(out->bytes + i * out->width, text, strlen(text));
    }
    return status;
}

static enum status write_axis(const struct writer *w, const struct results *r, const char *name)
{
    enum status status = OK;
    char *path = NULL;
    struct values values = {0};
    TRY(format_text(&path, AXES_PATH "/%s", name));
    TRY(pack_axis(r, name, &values));
    TRY(write_values(w, path, &values, "1", name));
out:
    free(path);
    free(values.bytes);
    return status;
}

static enum status write_axes(const struct writer *w, const struct results *r)
{
    MUST(create_group(w, AXES_PATH));
    for (size_t i = 0; i < r->nproblems; i++) {
        for (size_t k = 0; k < r->problems[i].naxes; k++) {
            const char *name = r->problems[i].axes[k].name;
            bool seen = false;
            for (size_t j = 0; j < i && !seen; j++) seen = problem_axis(&r->problems[j], name);
            if (!seen) MUST(write_axis(w, r, name));
        }
    }
    return OK;
}

static bool all_times_finite(size_t count, const double *seconds)
{
    for (size_t k = 0; k < count; k++)
        if (!isfinite(seconds[k])) return false;
    return true;
}

/* Summary of the time of a whole solve; NaN if no sample counts, or the times are unknown. scratch
 * has room for all samples of the results. */
static enum status summarise_run(const struct results *r, double *scratch, struct run_row *row)
{
    row->solve = (struct summary){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    row->counted = 0;
    if (!row->run.sample_count) return OK;
    row->counted = samples_counted(&row->run, run_samples(r, &row->run), scratch);
    return row->counted && all_times_finite(row->counted, scratch)
               ? summarise_samples(row->counted, scratch, &row->solve)
               : OK;
}

/* Makes a row for each run, and one for each case in the order of their first runs; the texts still
 * belong to r. */
static enum status make_run_rows(const struct results *r, struct run_row **out,
                                 struct run_row **cases, size_t *ncases)
{
    enum status status = OK;
    double *scratch = NULL;
    size_t *known = NULL; /* 1 + row of the case of each problem and variant; 0: none yet */
    *ncases = 0;
    TRY(allocate_zeroed(r->nproblems * r->nvariants, sizeof *known, "the cases", &known));
    TRY(allocate(r->nruns, sizeof **cases, "the cases", cases));
    TRY(allocate(r->nsamples, sizeof *scratch, "the summary", &scratch));
    TRY(allocate(r->nruns, sizeof **out, "the runs", out));
    for (size_t i = 0; i < r->nruns; i++) {
        struct run_row *row = &(*out)[i];
        size_t *known_case = &known[r->runs[i].problem * r->nvariants + r->runs[i].variant];
        *row = (struct run_row){.run = r->runs[i], .settings = r->settings};
        row->settings.epsilon = variant_epsilon(&r->variants[row->run.variant], &r->settings);
        if (!*known_case) {
            (*cases)[(*ncases)++] = *row;
            *known_case = *ncases;
        }
        row->case_index = *known_case - 1;
        TRY(summarise_run(r, scratch, row));
    }
out:
    free(known);
    free(scratch);
    return status;
}

static enum status write_groups(struct writer *w, const struct results *r)
{
    enum status status = OK;
    struct run_row *runs = NULL, *cases = NULL;
    size_t ncases;
    TRY(make_run_rows(r, &runs, &cases, &ncases));
    for (enum group group = 0; group < NGROUPS; group++) {
        size_t count;
        const void *rows = group_rows(r, group, &count);
        if (group == GROUP_CASES) rows = cases, count = ncases;
        if (group == GROUP_RUNS || group == GROUP_SUMMARY) rows = runs, count = r->nruns;
        TRY(write_group(w, group, count, rows));
        if (group == GROUP_META) TRY(write_schema(w));
        if (group == GROUP_PROBLEMS) TRY(write_axes(w, r));
    }
out:
    free(runs);
    free(cases);
    return status;
}

/* Creates a file that is only in memory. The 1.8 format is the oldest whose metadata have
 * checksums, so that damage is found, and every reader in use knows it. It has no times, so that
 * equal results make equal files. */
static enum status create_image(struct writer *w, hid_t access)
{
    hid_t creation = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_obj_track_times(creation, false);
    bool set = H5Pset_fapl_core(access, 4096, 0) >= 0 &&
               H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18) >= 0;
    if (set) w->file = H5Fcreate("in memory", H5F_ACC_TRUNC, creation, access);
    enum status status = w->file >= 0 ? OK : results_refused(w, "the file in memory");
    if (creation >= 0) H5Pclose(creation);
    return status;
}

/* Saves the file in memory. It reads the bytes in place, because H5Fget_file_image of HDF5 1.10
 * breaks the checksum of the superblock. *again: compression made the file so small that
 * results_read would refuse it, so it was not saved. */
static enum status save_image(const struct writer *w, hid_t access, bool *again)
{
    void *handle;
    hsize_t size;
    bool ready = H5Fflush(w->file, H5F_SCOPE_GLOBAL) >= 0 && H5Fget_filesize(w->file, &size) >= 0 &&
                 H5Fget_vfd_handle(w->file, access, &handle) >= 0;
    if (!ready) return results_refused(w, "the file in memory");
    *again = !w->plain && w->memory > MEMORY_FACTOR * (double)size + MEMORY_SPARE;
    return *again ? OK
                  : file_store(w->path, w->replaces ? &kind_results : NULL, *(void **)handle, size);
}

static enum status write_file(const char *path, bool replaces, const struct results *results,
                              bool plain, bool *again)
{
    enum status status = OK;
    struct writer w = {.path = path, .replaces = replaces, .file = H5I_INVALID_HID, .plain = plain};
    *again = false;
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    TRY(create_image(&w, access));
    TRY(write_groups(&w, results));
    TRY(save_image(&w, access, again));
out:
    if (w.file >= 0) H5Fclose(w.file);
    if (access >= 0) H5Pclose(access);
    return status;
}

static enum status write_or_again(const char *path, bool replaces, const struct results *results)
{
    bool again, never;
    hdf5_silence();
    enum status status = write_file(path, replaces, results, false, &again);
    return status == OK && again ? write_file(path, replaces, results, true, &never) : status;
}

enum status results_write(const char *path, const struct results *results)
{
    return write_or_again(path, true, results);
}

enum status results_create(const char *path, const struct results *results)
{
    return write_or_again(path, false, results);
}

/* Returns whether the path has the ending of another kind of file. */
static bool is_named_otherwise(const char *path)
{
    static const char *const endings[] = {".csv", ".json", ".txt", ".md",  ".html", ".png",
                                          ".jpg", ".svg",  ".pdf", ".lua", ".xml"};
    const char *dot = strrchr(path, '.');
    for (size_t k = 0; dot && k < sizeof endings / sizeof *endings; k++)
        if (!strcmp(dot, endings[k])) return true;
    return false;
}

enum status results_probe(const char *path, bool force)
{
    if (is_named_otherwise(path))
        return fail(ERROR_INPUT,
                    "cannot write %s: results are HDF5, so end the name with .h5. Tables, pages "
                    "and figures are made from it: warpmark table, report, plot",
                    path);
    return file_probe(path, &kind_results, force);
}
