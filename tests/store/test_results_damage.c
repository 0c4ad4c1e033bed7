/* Files that results_read must refuse: foreign, of another schema, incomplete, damaged. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/process/isolated.h"
#include "store/results.h"
#include "tests/support/cmocka.h"
#include "tests/support/results/results_files.h"

/* libhdf5 1.10 itself leaks where it meets damaged metadata. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libhdf5";
}

static void test_unreadable(void **state)
{
    const char *path = scratch_path("absent.h5");
    refused(path, ERROR_IO, path, "No such file");
    refused(scratch_folder, ERROR_IO, scratch_folder, "not a regular file");
    scratch_write("empty.h5", "");
    refused(scratch_path("empty.h5"), ERROR_INPUT, "empty.h5", "it is empty");
    scratch_write("script.lua", "return { name = 'not results' }\n");
    refused(scratch_path("script.lua"), ERROR_INPUT, "script.lua", "not HDF5");
}

static hid_t open_victim(const char *path)
{
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0);
    return file;
}

static void close_victim(hid_t file)
{
    assert_true(H5Fclose(file) >= 0);
}

static void set_attribute(hid_t object, const char *name, hid_t type, hsize_t count,
                          const void *value)
{
    H5Adelete(object, name);
    hid_t space = H5Screate_simple(1, &count, NULL);
    hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(attribute >= 0 && H5Awrite(attribute, type, value) >= 0);
    H5Aclose(attribute);
    H5Sclose(space);
}

/* Creates a column with a checksum that matches its values. */
static void create_column(hid_t file, const char *path, const struct values *values)
{
    hsize_t count = values->count;
    hid_t type = values_hdf5_type(values->type, values->width),
          space = H5Screate_simple(1, &count, NULL);
    hid_t dataset = H5Dcreate2(file, path, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values->bytes) >= 0);
    set_attribute(dataset, "crc32", H5T_NATIVE_UINT32, 1, &(uint32_t){values_checksum(values)});
    H5Dclose(dataset);
    H5Sclose(space);
    H5Tclose(type);
}

static void replace_column(hid_t file, const char *path, const struct values *values)
{
    assert_true(H5Ldelete(file, path, H5P_DEFAULT) >= 0);
    create_column(file, path, values);
}

static void test_foreign_hdf5(void **state)
{
    const char *path = scratch_path("foreign.h5");
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    close_victim(file);
    refused(path, ERROR_DAMAGED, path, "did not write it");
    file = open_victim(path);
    H5Gclose(H5Gcreate2(file, "/meta", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    close_victim(file);
    refused(path, ERROR_DAMAGED, path, "did not write it");
}

static void test_schema_versions(void **state)
{
    static const struct {
        uint32_t version[4];
        hsize_t count;
        bool read;
    } cases[] = {{{1, 0}, 2, true},
                 {{1, 7}, 2, true},
                 {{2, SCHEMA_MINOR}, 2, true},
                 {{2, 4000000000}, 2, true},
                 {{3, 0}, 2, false},
                 {{0, 9}, 2, false},
                 {{1}, 1, false},
                 {{1}, 4, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *path = victim(3, 3);
        struct results back;
        hid_t file = open_victim(path), meta = H5Gopen2(file, "/meta", H5P_DEFAULT);
        set_attribute(meta, "schema_version", H5T_STD_U32LE, cases[k].count, cases[k].version);
        H5Gclose(meta);
        close_victim(file);
        if (cases[k].read) read_ok(path, &back);
        else
            refused(path, ERROR_DAMAGED, path, cases[k].count == 2 ? "schema" : "did not write it");
        if (cases[k].read) results_free(&back);
    }
}

/* Puts a link out of the way, or back. */
static void move_link(const char *path, const char *from, const char *to)
{
    hid_t file = open_victim(path);
    assert_true(H5Lmove(file, from, H5L_SAME_LOC, to, H5P_DEFAULT, H5P_DEFAULT) >= 0);
    close_victim(file);
}

static void test_missing_columns(void **state)
{
    struct results back;
    const char *path = victim(3, 3);
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        move_link(path, column_path(c), "/hidden");
        refused(path, ERROR_DAMAGED, column_path(c), "missing");
        move_link(path, "/hidden", column_path(c));
    }
    read_ok(path, &back);
    results_free(&back);
    move_link(path, AXES_PATH, "/hidden");
    refused(path, ERROR_DAMAGED, path, AXES_PATH);
}

static bool is_newer(const struct column *c, uint32_t major, uint32_t minor)
{
    return c->since[0] > major || (c->since[0] == major && c->since[1] > minor);
}

/* A file as an older warpmark would have written it. */
static const char *older_victim(uint32_t major, uint32_t minor)
{
    const char *path = victim(12, 5);
    hid_t file = open_victim(path), meta = H5Gopen2(file, "/meta", H5P_DEFAULT);
    set_attribute(meta, "schema_version", H5T_STD_U32LE, 2, (const uint32_t[]){major, minor});
    H5Gclose(meta);
    for (const struct column *c = columns; c < columns + ncolumns; c++)
        if (is_newer(c, major, minor)) H5Ldelete(file, column_path(c), H5P_DEFAULT);
    close_victim(file);
    return path;
}

/* It must have the columns of its own schema. */
static void check_needed(const char *path, uint32_t major, uint32_t minor)
{
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        if (is_newer(c, major, minor)) continue;
        move_link(path, column_path(c), "/hidden");
        refused(path, ERROR_DAMAGED, column_path(c), "missing");
        move_link(path, "/hidden", column_path(c));
    }
}

/* A file of schema 1 lacks the columns of schema 2, and they come out as missing; the others it
 * must have. */
static void test_older_schema(void **state)
{
    struct results back;
    const char *path = older_victim(1, 0);
    read_ok(path, &back);
    assert_true(isnan(back.problems[0].diagonal_share));
    assert_string_equal(back.script_sha256, "");
    assert_true(back.settings.seed == MISSING && back.settings.memory == MISSING &&
                back.settings.cache == CACHE_HOT);
    assert_string_equal(back.runs[0].fingerprint, "");
    assert_true(back.runs[0].process == MISSING && !back.runs[0].extrapolated);
    for (size_t k = 0; k < back.nsamples; k++) {
        const struct result_sample *sample = &back.samples[k];
        assert_true(isnan(sample->sm_clock) && isnan(sample->energy) && !isnan(sample->host));
        assert_true(sample->throttle == MISSING && sample->iterations == MISSING &&
                    !sample->retried);
    }
    results_free(&back);
    check_needed(path, 1, 0);
}

/* A file of schema 2.0 has neither claims nor the texts that the script read, nor shares of
 * diagonals, nor times of the reference solve. */
static void test_schema_2_0(void **state)
{
    struct results back;
    const char *path = older_victim(2, 0);
    read_ok(path, &back);
    assert_true(back.nbundle == 0 && back.nclaims == 0 && back.nruns > 0 && back.nproblems > 0);
    for (size_t k = 0; k < back.nproblems; k++) assert_true(isnan(back.problems[k].diagonal_share));
    assert_true(isnan(back.runs[0].reference_low) && isnan(back.runs[0].reference_high));
    results_free(&back);
    check_needed(path, 2, 0);
}

/* A file of schema 2.1 does not have the kind of proof of an answer; it is found from other columns
 * of its runs. */
static void test_schema_2_1(void **state)
{
    struct results back;
    const char *path = older_victim(2, 1);
    read_ok(path, &back);
    assert_true(back.nruns > 0);
    for (size_t k = 0; k < back.nruns; k++) {
        const struct result_run *run = &back.runs[k];
        const bool whole = !run->extrapolated || run->iterations != MISSING;
        assert_true(isnan(run->estimated_error) && !run->doubtful);
        assert_int_equal(run->proof, run->status != CASE_OK ? PROOF_NONE
                                     : whole                ? PROOF_CHECKED
                                                            : PROOF_UNCHECKED);
    }
    results_free(&back);
    check_needed(path, 2, 1);
}

/* A file of schema 2.3 proves nothing, and required nothing. */
static void test_schema_2_3(void **state)
{
    struct results back;
    const char *path = older_victim(2, 3);
    read_ok(path, &back);
    assert_true(back.nruns > 0 && back.nproblems > 0);
    assert_true(isnan(back.settings.require) && isnan(back.settings.prove));
    for (size_t k = 0; k < back.nproblems; k++) assert_true(isnan(back.problems[k].prove));
    for (size_t k = 0; k < back.nruns; k++) {
        const struct result_run *run = &back.runs[k];
        assert_true(isnan(run->error_bound) && isnan(run->value_low) && isnan(run->value_high));
        assert_string_equal(run->proof_note, "");
    }
    results_free(&back);
    check_needed(path, 2, 3);
}

/* A file of schema 2.5 does not say what the kernel counted. */
static void test_schema_2_5(void **state)
{
    struct results back;
    const char *path = older_victim(2, 5);
    read_ok(path, &back);
    assert_true(back.nsamples > 0);
    for (size_t k = 0; k < back.nsamples; k++) {
        const struct result_sample *s = &back.samples[k];
        assert_true(isnan(s->cpu) && s->voluntary == MISSING && s->involuntary == MISSING);
        assert_true(s->minor_faults == MISSING && s->major_faults == MISSING);
    }
    results_free(&back);
    check_needed(path, 2, 5);
}

/* A file of schema 2.6 does not say how long threads waited for a core: it is unknown whether its
 * samples were disturbed. */
static void test_schema_2_6(void **state)
{
    struct results back;
    const char *path = older_victim(2, 6);
    read_ok(path, &back);
    assert_true(back.nsamples > 0);
    for (size_t k = 0; k < back.nsamples; k++) {
        back.samples[k].throttle = MISSING;
        assert_true(isnan(back.samples[k].without_core));
        assert_true(isnan(sample_disturbed(&back.samples[k])));
    }
    for (size_t k = 0; k < back.nruns; k++)
        assert_true(isnan(run_disturbed(&back.runs[k], run_samples(&back, &back.runs[k]))));
    results_free(&back);
    check_needed(path, 2, 6);
}

/* A file of schema 2.7 says nothing of memory, energy and the clock of CPUs. */
static void test_schema_2_7(void **state)
{
    struct results back;
    const char *path = older_victim(2, 7);
    read_ok(path, &back);
    assert_true(back.nsamples > 0);
    for (size_t k = 0; k < back.nsamples; k++) assert_true(isnan(back.samples[k].cpu_clock));
    for (size_t k = 0; k < back.nruns; k++) {
        const struct result_run *run = &back.runs[k];
        assert_true(run->peak_memory == MISSING && isnan(run->energy_time));
        assert_true(isnan(run->cpu_energy) && isnan(run->gpu_energy));
    }
    results_free(&back);
    check_needed(path, 2, 7);
}

/* A file of schema 2.12 has no counters, and does not say that some were wanted. */
static void test_schema_2_12(void **state)
{
    struct results back;
    const char *path = older_victim(2, 12);
    read_ok(path, &back);
    assert_true(back.nruns > 0 && !back.settings.counters);
    for (size_t k = 0; k < back.nruns; k++) {
        const struct result_run *run = &back.runs[k];
        for (int c = 0; c < NCOUNTERS; c++) assert_true(isnan(run->counter[c]));
        assert_true(run->counted_solves == MISSING && !run->counter_note);
    }
    results_free(&back);
    check_needed(path, 2, 12);
}

/* Every column but the one that sets the length of its group. */
static void test_lengths(void **state)
{
    unsigned char zeros[800] = {0};
    const char *path = victim(3, 3);
    for (const struct column *c = columns + 1; c < columns + ncolumns; c++) {
        if (c[-1].group != c->group && c->group != GROUP_SUMMARY) continue;
        size_t width = c->type == COLUMN_REAL || c->type == COLUMN_COUNT ? 8 : 1;
        move_link(path, column_path(c), "/hidden");
        hid_t file = open_victim(path);
        create_column(file, column_path(c), &(struct values){c->type, 100, width, zeros});
        close_victim(file);
        refused(path, ERROR_DAMAGED, column_path(c), "100 rows");
        move_link(path, column_path(c), "/wrong");
        move_link(path, "/hidden", column_path(c));
        file = open_victim(path);
        H5Ldelete(file, "/wrong", H5P_DEFAULT);
        close_victim(file);
    }
}

static size_t rows_of(hid_t file, const char *path)
{
    hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT), space = H5Dget_space(dataset);
    hssize_t rows = H5Sget_simple_extent_npoints(space);
    assert_true(rows >= 0);
    H5Sclose(space);
    H5Dclose(dataset);
    return (size_t)rows;
}

/* Two runs, of one case or of two. */
static void test_indices(void **state)
{
    static const struct {
        const char *path;
        uint64_t value[2];
    } cases[] = {{"/cases/problem", {1000, 0}},
                 {"/cases/variant", {MISSING, 0}},
                 {"/runs/case", {0, 2}},
                 {"/runs/sample_count", {0, 1000}},
                 {"/runs/sample_offset", {UINT64_MAX, 0}},
                 {"/runs/sample_offset", {1000, 0}},
                 {"/runs/sample_count", {MISSING, 0}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *path = victim(2, 3);
        hid_t file = open_victim(path);
        unsigned char bytes[16];
        memcpy(bytes, cases[k].value, sizeof bytes);
        replace_column(file, cases[k].path,
                       &(struct values){COLUMN_COUNT, rows_of(file, cases[k].path), 8, bytes});
        close_victim(file);
        refused(path, ERROR_DAMAGED, cases[k].path, "out of range");
    }
}

static void test_foreign_columns(void **state)
{
    unsigned char bytes[64] = {200, 1};
    const char *path = victim(2, 3);
    hid_t file = open_victim(path);
    replace_column(file, "/runs/status", &(struct values){COLUMN_STATUS, 2, 1, bytes});
    close_victim(file);
    refused(path, ERROR_DAMAGED, "/runs/status", "enumerators");

    path = victim(2, 3);
    file = open_victim(path);
    replace_column(file, "/runs/note", &(struct values){COLUMN_REAL, 2, 8, bytes});
    close_victim(file);
    refused(path, ERROR_DAMAGED, path, "/runs/note");

    path = victim(2, 3);
    file = open_victim(path);
    hid_t variable = H5Tcopy(H5T_C_S1), space = H5Screate_simple(1, &(hsize_t){2}, NULL);
    H5Tset_size(variable, H5T_VARIABLE);
    H5Ldelete(file, "/runs/note", H5P_DEFAULT);
    H5Dclose(
        H5Dcreate2(file, "/runs/note", variable, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
    H5Tclose(variable);
    close_victim(file);
    refused(path, ERROR_DAMAGED, path, "/runs/note");

    path = victim(2, 3);
    file = open_victim(path);
    hid_t huge = H5Screate_simple(1, &(hsize_t){UINT64_C(1) << 50}, NULL),
          properties = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(properties, 1, &(hsize_t){1024});
    H5Ldelete(file, "/samples/host", H5P_DEFAULT);
    H5Dclose(H5Dcreate2(file, "/samples/host", H5T_IEEE_F64LE, huge, H5P_DEFAULT, properties,
                        H5P_DEFAULT));
    H5Pclose(properties);
    H5Sclose(huge);
    close_victim(file);
    refused(path, ERROR_DAMAGED, "/samples/host", "larger than the file");
}

/* Values changed behind the checksum's back. */
static void test_changed_values(void **state)
{
    const char *path = victim(2, 3);
    hid_t file = open_victim(path), dataset = H5Dopen2(file, "/runs/residual", H5P_DEFAULT);
    assert_true(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                         (double[]){0.125, 0.25}) >= 0);
    H5Dclose(dataset);
    close_victim(file);
    refused(path, ERROR_DAMAGED, "/runs/residual", "crc32");
}

/* Reading damaged bytes gives the same results or an error, nothing else. */
static bool survives(const struct results *results, const char *bytes, size_t size)
{
    static unsigned turn;
    struct results back;
    scratch_write_bytes("damaged.h5", bytes, size);
    isolation_set(turn++ % 16 == 0); /* a process for each would take most of the time */
    enum status status = results_read(scratch_path("damaged.h5"), &back);
    isolation_set(true);
    if (status != OK)
        return status == (size ? ERROR_DAMAGED : ERROR_INPUT) &&
               strstr(fail_message(), "damaged.h5");
    bool same = same_results(results, &back);
    results_free(&back);
    return same;
}

static void damage(size_t nruns, uint64_t most_samples, int flips)
{
    struct results results;
    size_t size;
    draw_results(seed, nruns, most_samples, &results);
    write_ok(scratch_path("whole.h5"), &results);
    char *bytes = slurp(scratch_path("whole.h5"), &size);
    for (size_t length = 0; length < size; length += 1 + size / 300)
        assert_true(survives(&results, bytes, length));
    for (int k = 0; k < flips; k++) {
        size_t at = draw(size);
        char before = bytes[at];
        bytes[at] ^= (char)(1 + draw(255));
        if (!survives(&results, bytes, size))
            fail_msg("byte %zu as %d: %s", at, bytes[at], fail_message());
        bytes[at] = before;
    }
    free(bytes);
    results_free(&results);
}

static void test_damage_small(void **state)
{
    damage(4, 6, 1000);
}

static void test_damage_chunked(void **state)
{
    damage(20, 1500, 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unreadable),      cmocka_unit_test(test_foreign_hdf5),
        cmocka_unit_test(test_schema_versions), cmocka_unit_test(test_missing_columns),
        cmocka_unit_test(test_older_schema),    cmocka_unit_test(test_schema_2_0),
        cmocka_unit_test(test_schema_2_1),      cmocka_unit_test(test_schema_2_3),
        cmocka_unit_test(test_schema_2_5),      cmocka_unit_test(test_schema_2_6),
        cmocka_unit_test(test_schema_2_7),      cmocka_unit_test(test_schema_2_12),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_indices),         cmocka_unit_test(test_foreign_columns),
        cmocka_unit_test(test_changed_values),  cmocka_unit_test(test_damage_small),
        cmocka_unit_test(test_damage_chunked),  cmocka_unit_test(test_nothing_open),
    };
    return cmocka_run_group_tests_name("results_damage", tests, create_with_seed, scratch_remove);
}
