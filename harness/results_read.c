#include "harness/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/columns.h"

struct reader {
    struct hdf5_file file;
    uint32_t version[2]; /* of its schema */
};

/* More bytes than deflate can make of one, so that a damaged size is refused before it is allocated. */
enum { MOST_EXPANSION = 1100 };

/* Sets count and width of out, whose type is set. */
static enum status read_shape(const struct hdf5_file *r, const char *where, hid_t dataset, hid_t space,
                              struct values *out)
{
    hsize_t rows;
    if (H5Sget_simple_extent_ndims(space) != 1 || H5Sget_simple_extent_dims(space, &rows, NULL) < 0)
        return hdf5_damaged(r, where, "it is not one-dimensional");
    hid_t stored = H5Dget_type(dataset);
    out->width = H5Tget_size(stored);
    if (stored >= 0) H5Tclose(stored);
    if (column_is_number(out->type)) out->width = sizeof(uint64_t);
    else if (!column_is_text(out->type)) out->width = 1;
    if (!out->width) return hdf5_damaged(r, where, "it has a type that no column has");
    if (rows > r->size * MOST_EXPANSION / out->width)
        return hdf5_damaged(r, where, "it is larger than the file can hold");
    out->count = rows;
    return OK;
}

/* A chunk that claims to have skipped a filter would be read past its end. */
static bool chunks_complete(hid_t dataset, hid_t space)
{
    hid_t properties = H5Dget_create_plist(dataset);
    bool chunked = properties >= 0 && H5Pget_layout(properties) == H5D_CHUNKED;
    if (properties >= 0) H5Pclose(properties);
    hsize_t nchunks = 0;
    if (chunked && H5Dget_num_chunks(dataset, space, &nchunks) < 0) return false;
    for (hsize_t k = 0; k < nchunks; k++) {
        hsize_t offset;
        unsigned skipped = 0;
        if (H5Dget_chunk_info(dataset, space, k, &offset, &skipped, NULL, NULL) < 0 || skipped) return false;
    }
    return true;
}

static enum status check_values(const struct hdf5_file *r, const char *where, hid_t dataset,
                                const struct values *values)
{
    uint32_t checksum;
    if (!hdf5_read_attribute(dataset, "crc32", H5T_NATIVE_UINT32, 1, &checksum))
        return hdf5_damaged(r, where, "its attribute crc32 cannot be read");
    if (checksum != values_checksum(values))
        return hdf5_damaged(r, where, "its values do not match its attribute crc32");
    if (!values_in_range(values)) return hdf5_damaged(r, where, "a value is none of its enumerators");
    return OK;
}

static enum status read_dataset(const struct hdf5_file *r, const char *where, hid_t dataset, struct values *out)
{
    enum status status = OK;
    hid_t type = H5I_INVALID_HID, space = H5Dget_space(dataset);
    TRY(read_shape(r, where, dataset, space, out));
    if (!chunks_complete(dataset, space)) TRY(hdf5_damaged(r, where, "its chunks cannot be read"));
    TRY(allocate(out->count, out->width, "a column of the results", &out->bytes));
    type = values_hdf5_type(out->type, out->width);
    if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out->bytes) < 0) TRY(hdf5_damaged_reason(r, where));
    TRY(check_values(r, where, dataset, out));
out:
    if (type >= 0) H5Tclose(type);
    if (space >= 0) H5Sclose(space);
    return status;
}

/* The caller frees out->bytes, on failure too. */
static enum status read_column(const struct hdf5_file *r, const struct column *column, struct values *out)
{
    enum status status = OK;
    char *path = NULL;
    hid_t dataset = H5I_INVALID_HID;
    *out = (struct values){.type = column->type};
    TRY(format_text(&path, "%s/%s", groups[column->group].path, column->name));
    TRY(hdf5_open_dataset(r, path, &dataset));
    TRY(read_dataset(r, path, dataset, out));
out:
    if (dataset >= 0) H5Dclose(dataset);
    free(path);
    return status;
}

static enum status wrong_length(const struct hdf5_file *r, const struct column *column, size_t count, size_t expected)
{
    return fail(ERROR_DAMAGED, "%s is a damaged results file: %s/%s: it has %zu rows where %zu belong", r->path,
                groups[column->group].path, column->name, count, expected);
}

/* Whether the file is too old to have it. */
static bool is_newer(const struct column *column, const struct reader *r)
{
    if (column->since[0] != r->version[0]) return column->since[0] > r->version[0];
    return column->since[1] > r->version[1];
}

/* Reads a group into rows that are there and zeroed; what the file is too old to have is missing. */
static enum status read_fixed(const struct reader *r, enum group group, size_t count, void *rows)
{
    enum status status = OK;
    struct values values = {0};
    for (size_t k = 0; k < ncolumns; k++) {
        if (columns[k].group != group) continue;
        if (is_newer(&columns[k], r)) {
            TRY(values_missing(&columns[k], count, rows));
            continue;
        }
        TRY(read_column(&r->file, &columns[k], &values));
        if (values.count != count) TRY(wrong_length(&r->file, &columns[k], values.count, count));
        TRY(values_unpack(&columns[k], &values, rows));
        free(values.bytes);
        values.bytes = NULL;
    }
out:
    free(values.bytes);
    return status;
}

/* Reads a group into a fresh array at *rows, which takes its length from the first column; sets both even on failure.
 * A group that the file is too old to have is empty. */
static enum status read_rows(const struct reader *r, enum group group, size_t *count, void *rows)
{
    enum status status = OK;
    struct values first = {0};
    void *fresh;
    size_t k = 0;
    while (columns[k].group != group) k++;
    if (is_newer(&columns[k], r)) return OK;
    TRY(read_column(&r->file, &columns[k], &first));
    TRY(allocate_zeroed(first.count, groups[group].row_size, "the results", &fresh));
    memcpy(rows, &fresh, sizeof fresh);
    *count = first.count;
    TRY(read_fixed(r, group, first.count, fresh));
out:
    free(first.bytes);
    return status;
}

static enum status append_axis(struct result_problem *problem, const char *name, const struct values *values,
                               size_t row)
{
    enum status status = OK;
    const char *bytes = (const char *)values->bytes + row * values->width;
    struct axis_value axis = {.number = NAN};
    size_t length = values->type == COLUMN_TEXT ? strnlen(bytes, values->width) : 0;
    if (values->type == COLUMN_REAL) memcpy(&axis.number, bytes, sizeof axis.number);
    if (!length && isnan(axis.number)) return OK; /* the problem lacks this axis */
    TRY(copy_text(name, &axis.name));
    if (length) TRY(format_text(&axis.text, "%.*s", (int)length, bytes));
    TRY(reallocate(&problem->axes, problem->naxes + 1, sizeof *problem->axes, "axes"));
    problem->axes[problem->naxes++] = axis;
    return OK;
out:
    free(axis.name);
    free(axis.text);
    return status;
}

static enum status read_axis(const struct hdf5_file *r, const char *name, struct results *out)
{
    enum status status = OK;
    char *path = NULL;
    hid_t dataset = H5I_INVALID_HID, type = H5I_INVALID_HID;
    struct values values = {0};
    TRY(format_text(&path, AXES_PATH "/%s", name));
    TRY(hdf5_open_dataset(r, path, &dataset));
    type = H5Dget_type(dataset);
    values.type = H5Tget_class(type) == H5T_FLOAT ? COLUMN_REAL : COLUMN_TEXT;
    TRY(read_dataset(r, path, dataset, &values));
    if (values.count != out->nproblems) TRY(hdf5_damaged(r, path, "it is not as long as the columns of /problems"));
    for (size_t i = 0; i < values.count; i++) TRY(append_axis(&out->problems[i], name, &values, i));
out:
    if (type >= 0) H5Tclose(type);
    if (dataset >= 0) H5Dclose(dataset);
    free(values.bytes);
    free(path);
    return status;
}

static enum status read_axes(const struct hdf5_file *r, struct results *out)
{
    enum status status = OK;
    char *name = NULL;
    H5G_info_t info;
    hid_t group = H5Gopen2(r->id, AXES_PATH, H5P_DEFAULT);
    if (group < 0 || H5Gget_info(group, &info) < 0) TRY(hdf5_damaged_reason(r, AXES_PATH));
    for (hsize_t k = 0; k < info.nlinks; k++) {
        ssize_t length = H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, k, NULL, 0, H5P_DEFAULT);
        if (length < 0) TRY(hdf5_damaged_reason(r, AXES_PATH));
        TRY(allocate((size_t)length + 1, 1, "the name of an axis", &name));
        H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, k, name, (size_t)length + 1, H5P_DEFAULT);
        TRY(read_axis(r, name, out));
        free(name);
        name = NULL;
    }
out:
    free(name);
    if (group >= 0) H5Gclose(group);
    return status;
}

static enum status out_of_range(const struct hdf5_file *r, const char *where, size_t row)
{
    return fail(ERROR_DAMAGED, "%s is a damaged results file: %s: row %zu is out of range", r->path, where, row);
}

static enum status check_cases(const struct hdf5_file *r, size_t count, const struct run_row *cases,
                               const struct results *out)
{
    for (size_t i = 0; i < count; i++) {
        if (cases[i].run.problem >= out->nproblems) return out_of_range(r, "/cases/problem", i);
        if (cases[i].run.variant >= out->nvariants) return out_of_range(r, "/cases/variant", i);
    }
    return OK;
}

static enum status check_run(const struct hdf5_file *r, size_t i, const struct run_row *row, size_t ncases,
                             size_t nsamples)
{
    if (row->case_index >= ncases) return out_of_range(r, "/runs/case", i);
    if (row->run.sample_count > nsamples) return out_of_range(r, "/runs/sample_count", i);
    if (row->run.sample_offset > nsamples - row->run.sample_count) return out_of_range(r, "/runs/sample_offset", i);
    return OK;
}

/* Joins /cases and /runs into out->runs; /summary is read only to be checked, for it follows from /samples. */
static enum status read_runs(const struct reader *r, struct results *out)
{
    enum status status = OK;
    struct run_row *cases = NULL, *runs = NULL, *summary = NULL;
    size_t ncases = 0, nruns = 0;
    TRY(read_rows(r, GROUP_CASES, &ncases, &cases));
    TRY(check_cases(&r->file, ncases, cases, out));
    TRY(read_rows(r, GROUP_RUNS, &nruns, &runs));
    TRY(allocate_zeroed(nruns, sizeof *summary, "the summary", &summary));
    TRY(read_fixed(r, GROUP_SUMMARY, nruns, summary));
    for (size_t i = 0; i < nruns; i++) TRY(check_run(&r->file, i, &runs[i], ncases, out->nsamples));
    TRY(allocate(nruns, sizeof *out->runs, "the runs", &out->runs));
    for (out->nruns = 0; out->nruns < nruns; out->nruns++) {
        struct run_row *row = &runs[out->nruns];
        row->run.problem = cases[row->case_index].run.problem;
        row->run.variant = cases[row->case_index].run.variant;
        out->runs[out->nruns] = row->run;
        row->run.note = row->run.fingerprint = NULL;
    }
out:
    free(cases);
    free(summary);
    rows_free(GROUP_RUNS, runs, nruns);
    return status;
}

static enum status read_groups(const struct reader *r, struct results *out)
{
    enum status status = OK;
    TRY(read_fixed(r, GROUP_META, 1, out));
    TRY(read_fixed(r, GROUP_SETTINGS, 1, &out->settings));
    TRY(read_rows(r, GROUP_BUILD, &out->nbuild, &out->build));
    TRY(read_rows(r, GROUP_MACHINE, &out->nmachine, &out->machine));
    TRY(read_rows(r, GROUP_PROBLEMS, &out->nproblems, &out->problems));
    TRY(read_axes(&r->file, out));
    TRY(read_rows(r, GROUP_VARIANTS, &out->nvariants, &out->variants));
    TRY(read_rows(r, GROUP_SAMPLES, &out->nsamples, &out->samples));
    TRY(read_runs(r, out));
    TRY(read_rows(r, GROUP_FIGURES, &out->nfigures, &out->figures));
    TRY(read_rows(r, GROUP_TABLES, &out->ntables, &out->tables));
    TRY(read_rows(r, GROUP_CROSSOVERS, &out->ncrossovers, &out->crossovers));
    TRY(read_rows(r, GROUP_BUNDLE, &out->nbundle, &out->bundle));
    TRY(read_rows(r, GROUP_CLAIMS, &out->nclaims, &out->claims));
out:
    return status;
}

/* Sets version, two numbers. */
static enum status check_schema(const struct hdf5_file *r, uint32_t *version)
{
    const char *where = RESULTS_SCHEMA_GROUP;
    hid_t meta = H5Gopen2(r->id, where, H5P_DEFAULT);
    enum status status = OK;
    if (hdf5_has_schema(r, CACHE_SCHEMA_GROUP, CACHE_SCHEMA)) {
        status = fail(ERROR_DAMAGED, "%s is not a results file: it is a cache, which is a source to solve", r->path);
    } else if (meta < 0 && H5Lexists(r->id, where, H5P_DEFAULT) > 0) {
        status = hdf5_damaged(r, where, "the group cannot be opened");
    } else if (!hdf5_has_schema(r, where, RESULTS_SCHEMA) ||
               !hdf5_read_attribute(meta, "schema_version", H5T_NATIVE_UINT32, 2, version)) {
        status = fail(ERROR_DAMAGED, "%s is not a results file: it is HDF5, but warpmark did not write it", r->path);
    } else if (version[0] < SCHEMA_OLDEST || version[0] > SCHEMA_MAJOR) {
        status =
            fail(ERROR_DAMAGED, "%s has results schema %u.%u, this warpmark reads %d.x to %d.x: use one that knows it",
                 r->path, (unsigned)version[0], (unsigned)version[1], SCHEMA_OLDEST, SCHEMA_MAJOR);
    }
    if (meta >= 0) H5Gclose(meta);
    return status;
}

/* Files before schema 2.2 do not say what stands behind an answer, but every answer that there was had been checked. */
static void tell_proofs(const struct reader *r, struct results *out)
{
    static const struct column first = {.since = {2, 2}};
    for (size_t k = 0; is_newer(&first, r) && k < out->nruns; k++) {
        struct result_run *run = &out->runs[k];
        const bool whole = !run->extrapolated || run->iterations != MISSING;
        if (run->status == CASE_OK) run->proof = whole ? PROOF_CHECKED : PROOF_UNCHECKED;
    }
}

enum status results_read(const char *path, struct results *out)
{
    enum status status = OK;
    struct reader reader;
    *out = (struct results){0};
    TRY(hdf5_open(path, "results file", &reader.file));
    TRY(check_schema(&reader.file, reader.version));
    TRY(read_groups(&reader, out));
    tell_proofs(&reader, out);
out:
    hdf5_close(&reader.file);
    if (status != OK) results_free(out);
    return status;
}
