#include "harness/results.h"

#include <stdarg.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include <cmocka.h>

#include "harness/columns.h"
#include "tests/random_results.h"
#include "tests/scratch.h"

/* libhdf5 1.10 itself leaks where it meets damaged metadata. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libhdf5";
}

static uint64_t seed;

static void write_ok(const char *path, const struct results *results)
{
    if (results_write(path, results) != OK) fail_msg("%s", fail_message());
}

static void read_ok(const char *path, struct results *out)
{
    if (results_read(path, out) != OK) fail_msg("%s", fail_message());
}

/* Writes, reads back, and compares. */
static void round_trip(const struct results *results)
{
    struct results back;
    const char *path = scratch_path("round.h5");
    write_ok(path, results);
    assert_int_not_equal(access(scratch_path("round.h5.tmp"), F_OK), 0);
    read_ok(path, &back);
    assert_true(same_results(results, &back));
    results_free(&back);
}

/* Reading fails with this code and a message of one line that has these two parts. */
static void refused(const char *path, enum status code, const char *part, const char *other)
{
    struct results out;
    memset(&out, 0xa5, sizeof out);
    assert_int_equal(results_read(path, &out), code);
    if (!strstr(fail_message(), part) || !strstr(fail_message(), other) || strchr(fail_message(), '\n'))
        fail_msg("'%s' names not '%s' and '%s'", fail_message(), part, other);
    assert_null(out.runs);
    results_free(&out);
}

static void test_round_trip(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < 40; trial++) {
        struct results results;
        draw_results(seed + trial, trial, 12, &results);
        round_trip(&results);
        results_free(&results);
    }
}

static void test_empty(void **state)
{
    (void)state;
    struct results results = {0}, back;
    write_ok(scratch_path("empty.h5"), &results);
    read_ok(scratch_path("empty.h5"), &back);
    assert_string_equal(back.name, "");
    assert_int_equal(back.nruns + back.nproblems + back.nsamples + back.nmachine + back.nfigures, 0);
    results_free(&back);
    results_free(&results);
    results_free(&results);
}

static void test_missing_values(void **state)
{
    (void)state;
    struct results results, back;
    draw_results(seed, 2, 0, &results);
    struct result_run *run = &results.runs[0];
    run->iterations = run->bytes = MISSING;
    run->value = run->change = NAN;
    write_ok(scratch_path("missing.h5"), &results);
    read_ok(scratch_path("missing.h5"), &back);
    assert_true(back.runs[0].iterations == MISSING && back.runs[0].bytes == MISSING);
    assert_true(isnan(back.runs[0].value) && isnan(back.runs[0].change));
    assert_int_equal(back.runs[0].sample_count, 0);
    results_free(&back);
    results_free(&results);
}

/* Numbers among texts come back as texts, so that nothing is lost. */
static void test_mixed_axis(void **state)
{
    (void)state;
    struct axis_value number = {(char[]){"size"}, 0.1, NULL}, text = {(char[]){"size"}, NAN, (char[]){"auto"}};
    struct result_problem problems[3] = {{.naxes = 1, .axes = &number}, {.naxes = 1, .axes = &text}, {.naxes = 0}};
    struct results results = {.nproblems = 3, .problems = problems}, back;
    write_ok(scratch_path("mixed.h5"), &results);
    read_ok(scratch_path("mixed.h5"), &back);
    assert_string_equal(back.problems[0].axes[0].text, "0.10000000000000001");
    assert_true(isnan(back.problems[0].axes[0].number));
    assert_string_equal(back.problems[1].axes[0].text, "auto");
    assert_int_equal(back.problems[2].naxes, 0);
    results_free(&back);
}

static void test_large(void **state)
{
    (void)state;
    struct results results;
    draw_results(seed, 60, 1000, &results); /* some 20000 samples: chunked */
    free(results.script);
    free(results.runs[0].note);
    assert_int_equal(allocate(200001, 1, "a script", &results.script), OK);
    for (size_t k = 0; k < 200000; k++) results.script[k] = (char)(' ' + k % 90);
    results.script[200000] = '\0';
    assert_int_equal(copy_text(results.script, &results.runs[0].note), OK);
    round_trip(&results);
    results_free(&results);
}

/* The whole content of a file, and a zero byte after it; the caller frees it. */
static char *slurp(const char *path, size_t *size)
{
    char *bytes = NULL;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    assert_int_equal(allocate_zeroed(*size + 1, 1, "a file", &bytes), OK);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static void assert_unchanged(const char *path, const char *bytes, size_t size)
{
    size_t now;
    char *content = slurp(path, &now);
    assert_int_equal(now, size);
    assert_memory_equal(content, bytes, size);
    free(content);
}

static void test_same_bytes(void **state)
{
    (void)state;
    struct results results;
    size_t size;
    draw_results(seed, 20, 1500, &results);
    write_ok(scratch_path("first.h5"), &results);
    sleep(1); /* the resolution of times in HDF5 */
    write_ok(scratch_path("second.h5"), &results);
    char *bytes = slurp(scratch_path("first.h5"), &size);
    assert_unchanged(scratch_path("second.h5"), bytes, size);
    free(bytes);
    results_free(&results);
}

static void test_full_disk(void **state)
{
    (void)state;
    struct results results, other;
    size_t size;
    struct rlimit before;
    const char *path = scratch_path("full.h5"), *temporary = scratch_path("full.h5.tmp");
    draw_results(seed, 5, 5, &results);
    draw_results(seed + 1, 9, 9, &other);
    write_ok(path, &other);
    char *bytes = slurp(path, &size);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    for (rlim_t limit = 0; limit < 16384; limit = 2 * limit + 1) {
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){limit, before.rlim_max});
        enum status status = results_write(path, &results);
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(status, ERROR_IO);
        assert_non_null(strstr(fail_message(), "full.h5"));
        assert_non_null(strstr(fail_message(), "File too large"));
        assert_int_not_equal(access(temporary, F_OK), 0);
        assert_unchanged(path, bytes, size);
    }
    free(bytes);
    write_ok(path, &results);
    results_free(&results);
    results_free(&other);
}

/* Writing and probing refuse this path with this reason, and leave nothing. */
static void unwritable(const char *path, const char *reason)
{
    struct results results = {0};
    char temporary[600];
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    for (int probe = 0; probe < 2; probe++) {
        assert_int_equal(probe ? results_probe(path) : results_write(path, &results), ERROR_IO);
        assert_non_null(strstr(fail_message(), path));
        if (!strstr(fail_message(), reason)) fail_msg("'%s' does not say '%s'", fail_message(), reason);
        assert_int_not_equal(access(temporary, F_OK), 0);
    }
}

static void test_unwritable(void **state)
{
    (void)state;
    unwritable(scratch_path("nowhere/x.h5"), "No such file or directory");
    unwritable(scratch_path("."), "not a regular file");
    const char *pipe = scratch_path("pipe.h5");
    assert_int_equal(mkfifo(pipe, 0600), 0);
    unwritable(pipe, "not a regular file");
    refused(pipe, ERROR_IO, pipe, "not a regular file");
}

static void test_probe(void **state)
{
    (void)state;
    struct results results = {0};
    const char *path = scratch_path("probe.h5");
    assert_int_equal(results_probe(path), OK);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_not_equal(access(scratch_path("probe.h5.tmp"), F_OK), 0);
    write_ok(path, &results);
    assert_int_equal(results_probe(path), OK);
    struct results back;
    read_ok(path, &back);
    results_free(&back);
}

/* A name without a folder, and a temporary file that an earlier crash left. */
static void test_relative_path(void **state)
{
    (void)state;
    char before[1024];
    struct results results = {0}, back;
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(scratch_folder), 0);
    scratch_write("relative.h5.tmp", "left over");
    enum status written = results_write("relative.h5", &results), read = results_read("relative.h5", &back);
    assert_int_equal(chdir(before), 0);
    assert_int_equal(written, OK);
    assert_int_equal(read, OK);
    assert_int_not_equal(access(scratch_path("relative.h5.tmp"), F_OK), 0);
    results_free(&back);
}

static void test_unreadable(void **state)
{
    (void)state;
    const char *path = scratch_path("absent.h5");
    refused(path, ERROR_IO, path, "No such file");
    refused(scratch_folder, ERROR_IO, scratch_folder, "not a regular file");
    scratch_write("empty.h5", "");
    refused(scratch_path("empty.h5"), ERROR_DAMAGED, "empty.h5", "not HDF5");
    scratch_write("script.lua", "return { name = 'not results' }\n");
    refused(scratch_path("script.lua"), ERROR_DAMAGED, "script.lua", "not HDF5");
}

/* A file of small random results, for tests that change it with HDF5's own calls. */
static const char *victim(uint64_t nruns, uint64_t most_samples)
{
    static char path[600];
    struct results results;
    snprintf(path, sizeof path, "%s", scratch_path("victim.h5"));
    draw_results(seed, nruns, most_samples, &results);
    write_ok(path, &results);
    results_free(&results);
    return path;
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

static const char *column_path(const struct column *column)
{
    static char path[100];
    snprintf(path, sizeof path, "%s/%s", groups[column->group].path, column->name);
    return path;
}

static void set_attribute(hid_t object, const char *name, hid_t type, hsize_t count, const void *value)
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
    hid_t type = values_hdf5_type(values->type, values->width), space = H5Screate_simple(1, &count, NULL);
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
    (void)state;
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
    (void)state;
    static const struct {
        uint32_t version[4];
        hsize_t count;
        bool read;
    } cases[] = {{{1, 0}, 2, true},  {{1, 7}, 2, true}, {{2, 0}, 2, false},
                 {{0, 9}, 2, false}, {{1}, 1, false},   {{1}, 4, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *path = victim(3, 3);
        struct results back;
        hid_t file = open_victim(path), meta = H5Gopen2(file, "/meta", H5P_DEFAULT);
        set_attribute(meta, "schema_version", H5T_STD_U32LE, cases[k].count, cases[k].version);
        H5Gclose(meta);
        close_victim(file);
        if (cases[k].read) read_ok(path, &back);
        else refused(path, ERROR_DAMAGED, path, cases[k].count == 2 ? "schema" : "did not write it");
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
    (void)state;
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

/* Every column but the one that sets the length of its group. */
static void test_lengths(void **state)
{
    (void)state;
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

static void test_indices(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        uint64_t value[2];
    } cases[] = {{"/cases/problem", {0, 1000}},
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
        replace_column(file, cases[k].path, &(struct values){COLUMN_COUNT, 2, 8, bytes});
        close_victim(file);
        refused(path, ERROR_DAMAGED, cases[k].path, "out of range");
    }
}

static void test_foreign_columns(void **state)
{
    (void)state;
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
    H5Dclose(H5Dcreate2(file, "/runs/note", variable, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
    H5Tclose(variable);
    close_victim(file);
    refused(path, ERROR_DAMAGED, path, "/runs/note");

    path = victim(2, 3);
    file = open_victim(path);
    hid_t huge = H5Screate_simple(1, &(hsize_t){UINT64_C(1) << 50}, NULL), properties = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(properties, 1, &(hsize_t){1024});
    H5Ldelete(file, "/samples/host", H5P_DEFAULT);
    H5Dclose(H5Dcreate2(file, "/samples/host", H5T_IEEE_F64LE, huge, H5P_DEFAULT, properties, H5P_DEFAULT));
    H5Pclose(properties);
    H5Sclose(huge);
    close_victim(file);
    refused(path, ERROR_DAMAGED, "/samples/host", "larger than the file");
}

/* Values changed behind the checksum's back. */
static void test_changed_values(void **state)
{
    (void)state;
    const char *path = victim(2, 3);
    hid_t file = open_victim(path), dataset = H5Dopen2(file, "/runs/residual", H5P_DEFAULT);
    assert_true(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, (double[]){0.125, 0.25}) >= 0);
    H5Dclose(dataset);
    close_victim(file);
    refused(path, ERROR_DAMAGED, "/runs/residual", "crc32");
}

/* Reading damaged bytes gives the same results or an error, nothing else. */
static bool survives(const struct results *results, const char *bytes, size_t size)
{
    struct results back;
    scratch_write_bytes("damaged.h5", bytes, size);
    enum status status = results_read(scratch_path("damaged.h5"), &back);
    if (status != OK) return status == ERROR_DAMAGED && strstr(fail_message(), "damaged.h5");
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
    for (size_t length = 0; length < size; length += 1 + size / 300) assert_true(survives(&results, bytes, length));
    for (int k = 0; k < flips; k++) {
        size_t at = draw(size);
        char before = bytes[at];
        bytes[at] ^= (char)(1 + draw(255));
        if (!survives(&results, bytes, size)) fail_msg("byte %zu as %d: %s", at, bytes[at], fail_message());
        bytes[at] = before;
    }
    free(bytes);
    results_free(&results);
}

static void test_damage_small(void **state)
{
    (void)state;
    damage(4, 6, 1000);
}

static void test_damage_chunked(void **state)
{
    (void)state;
    damage(20, 1500, 300);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct results results, back;
    char path[600], temporary[600];
    snprintf(path, sizeof path, "%s", scratch_path("memory.h5"));
    snprintf(temporary, sizeof temporary, "%s", scratch_path("memory.h5.tmp"));
    draw_results(seed, 3, 3, &results);
    enum status status = ERROR_HOST_MEMORY;
    long successes;
    for (successes = 0; status != OK; successes++) {
        memory_fail_after(successes);
        status = results_write(path, &results);
        memory_fail_after(-1);
        assert_true(status == OK || status == ERROR_HOST_MEMORY);
        assert_int_not_equal(access(temporary, F_OK), 0);
        assert_int_equal(access(path, F_OK) == 0, status == OK);
    }
    assert_true(successes > (long)ncolumns);
    status = ERROR_HOST_MEMORY;
    for (successes = 0; status != OK; successes++) {
        memory_fail_after(successes);
        status = results_read(path, &back);
        memory_fail_after(-1);
        assert_true(status == OK || status == ERROR_HOST_MEMORY);
    }
    assert_true(successes > (long)ncolumns && same_results(&results, &back));
    results_free(&back);
    results_free(&results);
}

/* The first command of the list that runs, or NULL. */
static const char *probe_command(const char *const *commands)
{
    char line[200];
    for (; *commands; commands++) {
        snprintf(line, sizeof line, "%s >/dev/null 2>&1", *commands);
        if (system(line) == 0) return *commands;
    }
    return NULL;
}

/* What a command prints; the caller frees it. It must end well. */
static char *output_of(const char *command)
{
    size_t size;
    char line[2000];
    snprintf(line, sizeof line, "%s > '%s' 2>&1", command, scratch_path("output"));
    int code = system(line);
    char *text = slurp(scratch_path("output"), &size);
    if (code) fail_msg("%s: %s", command, text);
    return text;
}

static void test_h5dump(void **state)
{
    (void)state;
    if (!probe_command((const char *const[]){"h5dump --version", NULL})) skip();
    char command[1200], line[200];
    snprintf(command, sizeof command, "h5dump -H '%s'", victim(5, 4000));
    char *header = output_of(command);
    snprintf(command, sizeof command, "h5dump -n '%s'", scratch_path("victim.h5"));
    char *contents = output_of(command);
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        snprintf(line, sizeof line, "DATASET \"%s\" {", c->name);
        if (!strstr(header, line)) fail_msg("h5dump -H does not show %s", line);
        snprintf(line, sizeof line, " dataset    %s\n", column_path(c));
        if (!strstr(contents, line)) fail_msg("h5dump -n does not show %s", line);
    }
    free(header);
    free(contents);
}

static const char *python(void)
{
    return probe_command((const char *const[]){"python3 -c 'import h5py'", "/usr/bin/python3 -c 'import h5py'", NULL});
}

/* Runs a script on victim.h5 in the scratch folder with the Python that has h5py. */
static char *run_python(const char *script)
{
    char command[3000];
    scratch_write("script.py", script);
    const char *probe = python();
    snprintf(command, sizeof command, "cd '%s' && %.*s script.py victim.h5", scratch_folder, (int)strcspn(probe, " "),
             probe);
    return output_of(command);
}

/* Another program sees the same columns, types, attributes and checksums. */
static void test_h5py(void **state)
{
    (void)state;
    if (!python()) skip();
    victim(9, 3000);
    char *listing =
        run_python("import h5py, sys, zlib\n"
                   "f = h5py.File(sys.argv[1])\n"
                   "def show(name, d):\n"
                   "    if not isinstance(d, h5py.Dataset): return\n"
                   "    assert zlib.crc32(d[()].tobytes()) == d.attrs['crc32'], name\n"
                   "    assert d.ndim == 1, name\n"
                   "    enum = h5py.check_enum_dtype(d.dtype)\n"
                   "    s = h5py.check_string_dtype(d.dtype)\n"
                   "    kind = 'text' if s else 'bool' if d.dtype == bool else 'enum' if enum else str(d.dtype)\n"
                   "    assert not s or (s.length and s.encoding == 'utf-8'), name\n"
                   "    units = d.attrs['units'].decode() if kind in ('float64', 'uint64') else ''\n"
                   "    assert kind != 'uint64' or d.attrs['_FillValue'] == 2**64 - 1, name\n"
                   "    assert bool(d.chunks) == bool(d.fletcher32) == (d.nbytes > 65536), name\n"
                   "    print(f'/{name} {kind} {units}|{d.attrs[\"long_name\"].decode()}')\n"
                   "f.visititems(show)\n");
    static const char *const types[] = {"text", "text", "float64", "uint64", "bool", "enum", "enum", "enum"};
    char line[400];
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        snprintf(line, sizeof line, "%s %s %s|%s\n", column_path(c), types[c->type], c->units, c->long_name);
        if (!strstr(listing, line)) fail_msg("h5py does not see '%s' in\n%s", line, listing);
    }
    free(listing);
}

static char *documentation(void)
{
    size_t size;
    if (access("docs/results.md", R_OK))
        fail_msg("docs/results.md is not there: tests run from the root of the sources");
    return slurp("docs/results.md", &size);
}

/* docs/results.md has a section for every group with a line for every column: name, type and units. */
static void test_documentation(void **state)
{
    (void)state;
    static const char *const types[] = {"text", "text", "float64", "uint64", "bool", "enum", "enum", "enum"};
    char *text = documentation(), line[200];
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        snprintf(line, sizeof line, "\n## `%s`\n", groups[c->group].path);
        const char *section = strstr(text, line);
        if (!section) fail_msg("no section %s", groups[c->group].path);
        snprintf(line, sizeof line, "\n| `%s` | %s | %s%s", c->name, types[c->type], c->units,
                 *c->units ? " | " : "| ");
        const char *entry = strstr(section, line), *next = strstr(section + 1, "\n## ");
        if (!entry || (next && entry > next)) fail_msg("%s lacks '%s'", groups[c->group].path, line + 1);
    }
    size_t count;
    for (int type = COLUMN_CRITERION; type <= COLUMN_STOP; type++) {
        const char *const *names = column_enumerators((enum column_type)type, &count);
        for (size_t k = 0; k < count; k++) {
            snprintf(line, sizeof line, "`%s`", names[k]);
            if (!strstr(text, line)) fail_msg("docs/results.md does not explain %s", line);
        }
    }
    free(text);
}

/* The Python example of the documentation prints the medians. */
static void test_documented_example(void **state)
{
    (void)state;
    if (!python()) skip();
    struct axis_value axes[1] = {{(char[]){"n"}, 100, NULL}};
    struct result_problem problem = {.label = (char[]){"tiny"}, .naxes = 1, .axes = axes};
    struct result_variant variants[2] = {{.name = (char[]){"jacobi/msr/f64/seq"}},
                                         {.name = (char[]){"power/msr/f64/seq"}}};
    struct result_sample samples[3] = {{.host = 4}, {.host = 0.5}, {.host = 1}};
    struct result_run runs[2] = {{.variant = 1, .sample_count = 3}, {.status = CASE_TIMEOUT, .sample_offset = 3}};
    struct results results = {.nproblems = 1,
                              .problems = &problem,
                              .nvariants = 2,
                              .variants = variants,
                              .nruns = 2,
                              .runs = runs,
                              .nsamples = 3,
                              .samples = samples};
    write_ok(scratch_path("results.h5"), &results);
    char *text = documentation(), *begin = strstr(text, "```python\n"), *end = begin ? strstr(begin, "\n```\n") : NULL;
    assert_non_null(end);
    end[1] = '\0';
    char *output = run_python(begin + strlen("```python\n"));
    assert_string_equal(output, "power/msr/f64/seq tiny 1.0 s\n");
    free(output);
    free(text);
}

/* Whatever happened in the tests before, no file, group, dataset, type or attribute is left open. Stands last. */
static void test_nothing_open(void **state)
{
    (void)state;
    assert_int_equal(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_missing_values),
        cmocka_unit_test(test_mixed_axis),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_unwritable),
        cmocka_unit_test(test_probe),
        cmocka_unit_test(test_relative_path),
        cmocka_unit_test(test_unreadable),
        cmocka_unit_test(test_foreign_hdf5),
        cmocka_unit_test(test_schema_versions),
        cmocka_unit_test(test_missing_columns),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_indices),
        cmocka_unit_test(test_foreign_columns),
        cmocka_unit_test(test_changed_values),
        cmocka_unit_test(test_damage_small),
        cmocka_unit_test(test_damage_chunked),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_h5dump),
        cmocka_unit_test(test_h5py),
        cmocka_unit_test(test_documentation),
        cmocka_unit_test(test_documented_example),
        cmocka_unit_test(test_nothing_open),
    };
    seed = (uint64_t)time(NULL);
    print_message("seed %llu\n", (unsigned long long)seed);
    return cmocka_run_group_tests_name("results", tests, scratch_create, scratch_remove);
}
