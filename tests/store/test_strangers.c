/* Results files that somebody made to do harm: each is refused, in one line, with little memory and
 * without access to anything outside. */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <zlib.h>

#include "store/results.h"
#include "tests/support/cmocka.h"
#include "tests/support/results/results_files.h"

static hid_t open_victim(const char *path)
{
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0);
    return file;
}

/* Memory */

struct peak {
    enum status status;
    double bytes; /* of this process and the one that it starts */
};

/* Reads in a process of its own, for a peak of its own. */
static struct peak read_and_measure(const char *path)
{
    int ends[2];
    struct peak peak = {0};
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct rusage own, others;
        struct results results;
        peak.status = results_read(path, &results);
        getrusage(RUSAGE_SELF, &own);
        getrusage(RUSAGE_CHILDREN, &others);
        peak.bytes = 1024.0 * (double)(own.ru_maxrss + others.ru_maxrss);
        _exit(write(ends[1], &peak, sizeof peak) != sizeof peak);
    }
    int code;
    assert_int_equal(waitpid(child, &code, 0), child);
    assert_int_equal(code, 0);
    assert_int_equal(read(ends[0], &peak, sizeof peak), sizeof peak);
    close(ends[0]);
    close(ends[1]);
    return peak;
}

static double size_of(const char *path)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    return (double)about.st_size;
}

static double idle; /* what reading a file of one case takes */

static int measure_idle(void **state)
{
    if (create_with_seed(state)) return -1;
    hdf5_silence();
    idle = read_and_measure(victim(1, 1)).bytes;
    return 0;
}

/* Reads a file; it must not take more memory than allowed, whatever the result. */
static enum status frugal(const char *path)
{
    struct peak peak = read_and_measure(path);
    double most = 4 * size_of(path) + (64 << 20);
    if (peak.bytes - idle > most)
        fail_msg("%s: %.1f of %.1f MB", path, (peak.bytes - idle) / 1e6, most / 1e6);
    return peak.status;
}

/* Refused, because of this, and frugally. */
static void harmless(const char *path, const char *part, const char *other)
{
    refused(path, ERROR_DAMAGED, part, other);
    assert_int_equal(frugal(path), ERROR_DAMAGED);
}

/* A dataset of zeros that takes next to no bytes: the same compressed chunk again and again. */
static void create_zeros(hid_t file, const char *path, hid_t type, hsize_t rows, hsize_t chunk)
{
    hid_t space = H5Screate_simple(1, &rows, NULL), properties = H5Pcreate(H5P_DATASET_CREATE);
    uLong bytes = chunk * H5Tget_size(type);
    uLongf length = compressBound(bytes);
    Bytef *zeros = calloc(bytes, 1), *packed = malloc(length);
    assert_true(zeros && packed && compress2(packed, &length, zeros, bytes, 9) == Z_OK);
    H5Pset_chunk(properties, 1, &chunk);
    H5Pset_deflate(properties, 9);
    H5Ldelete(file, path, H5P_DEFAULT);
    hid_t dataset = H5Dcreate2(file, path, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    assert_true(dataset >= 0);
    for (hsize_t at = 0; at < rows; at += chunk)
        assert_true(H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, &at, length, packed) >= 0);
    assert_true(hdf5_attach(dataset, "crc32", H5T_STD_U32LE, 1, &(uint32_t){0}));
    H5Dclose(dataset);
    H5Pclose(properties);
    H5Sclose(space);
    free(zeros);
    free(packed);
}

static void test_many_zeros(void **state)
{
    enum { ROWS = 168000000, CHUNK = 1 << 17 };
    const char *path = victim(2, 3);
    hid_t file = open_victim(path);
    create_zeros(file, "/samples/host", H5T_IEEE_F64LE, ROWS, CHUNK);
    H5Fclose(file);
    harmless(path, "rows where 168000000 belong", "/samples");
    file = open_victim(path);
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        if (c->group != GROUP_SAMPLES) continue;
        hid_t type = values_hdf5_type(c->type, 1);
        create_zeros(file, column_path(c), type, ROWS, CHUNK);
        H5Tclose(type);
    }
    H5Fclose(file);
    harmless(path, "more memory than four times its size", path);
}

/* Ones that fit the rows' bound and are read. */
static void test_fewer_zeros(void **state)
{
    const char *path = victim(2, 3);
    hid_t file = open_victim(path);
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        if (c->group != GROUP_SAMPLES) continue;
        hid_t type = values_hdf5_type(c->type, 1);
        create_zeros(file, column_path(c), type, 240000, 1 << 16);
        H5Tclose(type);
    }
    H5Fclose(file);
    harmless(path, "crc32", "/samples");
}

/* warpmark reads every file that it writes, however well the file compresses. */
static void test_our_own_zeros(void **state)
{
    struct results results, back;
    const char *path = scratch_path("zeros.h5");
    draw_results(seed, 1, 1, &results);
    free(results.samples);
    results.nsamples = 700000;
    results.runs[0].sample_offset = 0;
    results.runs[0].sample_count = results.nsamples;
    assert_int_equal(
        allocate_zeroed(results.nsamples, sizeof *results.samples, "samples", &results.samples),
        OK);
    write_ok(path, &results);
    assert_int_equal(frugal(path), OK);
    read_ok(path, &back);
    assert_int_equal(back.nsamples, results.nsamples);
    results_free(&back);
    results_free(&results);
}

static void test_wide_texts(void **state)
{
    static const struct {
        size_t width;
        hsize_t rows, chunk;
        const char *why;
    } cases[] = {{1 << 24, 2, 1, "cannot be read"},
                 {1 << 20, 2, 2, "its chunks are too large"},
                 {(1 << 24) + 1, 2, 1, "too wide"},
                 {1 << 16, 2000, 1, "rows where 2 belong"},
                 {1 << 30, 2, 1, "too wide"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *path = victim(2, 3);
        hid_t file = open_victim(path), type = hdf5_text_type(cases[k].width);
        if (cases[k].width < 1 << 30)
            create_zeros(file, "/runs/note", type, cases[k].rows, cases[k].chunk);
        else {
            hid_t space = H5Screate_simple(1, &cases[k].rows, NULL),
                  p = H5Pcreate(H5P_DATASET_CREATE);
            H5Pset_chunk(p, 1, &cases[k].chunk);
            H5Ldelete(file, "/runs/note", H5P_DEFAULT);
            H5Dclose(H5Dcreate2(file, "/runs/note", type, space, H5P_DEFAULT, p, H5P_DEFAULT));
            H5Pclose(p);
            H5Sclose(space);
        }
        H5Tclose(type);
        H5Fclose(file);
        harmless(path, "/runs/note", cases[k].why);
    }
}

/* A million rows of nothing, in every way that takes no bytes. */
static void test_never_written(void **state)
{
    for (int how = 0; how < 4; how++) {
        const hsize_t rows = how == 3 ? 1000000 : UINT64_C(1000000000000), chunk = 1 << 17;
        const char *path = victim(2, 3);
        hid_t file = open_victim(path), space = H5Screate_simple(1, &rows, NULL),
              p = H5Pcreate(H5P_DATASET_CREATE);
        if (how < 2 || how == 3) H5Pset_chunk(p, 1, &chunk);
        if (how == 1 || how == 3) H5Pset_deflate(p, 9);
        H5Pset_fill_value(p, H5T_NATIVE_DOUBLE, &(double){1});
        H5Ldelete(file, "/samples/host", H5P_DEFAULT);
        H5Dclose(
            H5Dcreate2(file, "/samples/host", H5T_IEEE_F64LE, space, H5P_DEFAULT, p, H5P_DEFAULT));
        H5Pclose(p);
        H5Sclose(space);
        H5Fclose(file);
        harmless(path, "/samples/host",
                 how == 3 ? "never written" : "larger than the file can hold");
    }
}

static void test_other_types(void **state)
{
    const struct {
        const char *path;
        hid_t type;
    } cases[] = {{"/samples/host", H5Tcreate(H5T_COMPOUND, 8)},
                 {"/samples/host", H5Tvlen_create(H5T_IEEE_F64LE)},
                 {"/runs/note", H5Tvlen_create(H5T_C_S1)},
                 {"/runs/status", H5Tenum_create(H5T_STD_I32LE)},
                 {"/samples/order", H5Tarray_create2(H5T_STD_U64LE, 1, &(hsize_t){1 << 20})},
                 {"/samples/order", H5Tcreate(H5T_OPAQUE, 8)}};
    assert_true(H5Tinsert(cases[0].type, "x", 0, H5T_IEEE_F64LE) >= 0);
    for (int k = 0; k < 3000; k++) {
        char name[16];
        snprintf(name, sizeof name, "e%d", k);
        H5Tenum_insert(cases[3].type, name, &k);
    }
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *path = victim(2, 3);
        hid_t file = open_victim(path), space = H5Screate_simple(1, &(hsize_t){2}, NULL);
        H5Ldelete(file, cases[k].path, H5P_DEFAULT);
        hid_t dataset = H5Dcreate2(file, cases[k].path, cases[k].type, space, H5P_DEFAULT,
                                   H5P_DEFAULT, H5P_DEFAULT);
        assert_true(dataset >= 0);
        H5Dclose(dataset);
        H5Sclose(space);
        H5Tclose(cases[k].type);
        H5Fclose(file);
        harmless(path, cases[k].path, "its values are");
    }
}

static void test_large_structure(void **state)
{
    char name[100];
    const char *path = victim(2, 3);
    hid_t file = open_victim(path), group = file;
    for (int k = 0; k < 3000; k++) {
        snprintf(name, sizeof name, AXES_PATH "/%d", k);
        H5Lcreate_hard(file, "/problems/label", file, name, H5P_DEFAULT, H5P_DEFAULT);
    }
    H5Fclose(file);
    harmless(path, AXES_PATH, "more than 1000 axes");

    path = victim(2, 3);
    file = group = open_victim(path);
    for (int k = 0; k < 3000; k++) {
        hid_t below = H5Gcreate2(group, "g", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        if (group != file) H5Gclose(group);
        group = below;
    }
    H5Gclose(group);
    H5Fclose(file);
    assert_int_equal(frugal(path), OK);

    path = victim(2, 3);
    file = open_victim(path);
    group = H5Gopen2(file, "/meta", H5P_DEFAULT);
    char *text = malloc(60001);
    memset(text, 'w', 60000);
    text[60000] = '\0';
    H5Adelete(group, "schema");
    assert_true(hdf5_attach_text(group, "schema", text));
    free(text);
    H5Gclose(group);
    H5Fclose(file);
    harmless(path, path, "did not write it");
}

/* Links and other files */

static hid_t no_link(const char *name, hid_t group, const void *data, size_t size, hid_t access,
                     hid_t transfer)
{
    (void)name, (void)group, (void)data, (void)size, (void)access, (void)transfer;
    return H5I_INVALID_HID;
}

static void remove_path(hid_t file, const char *path)
{
    assert_true(H5Ldelete(file, path, H5P_DEFAULT) >= 0);
}

static void test_links(void **state)
{
    const H5L_class_t class = {
        H5L_LINK_CLASS_T_VERS, 100, "ours", NULL, NULL, NULL, no_link, NULL, NULL};
    static const char *const paths[] = {"/samples/host", "/runs/note", "/meta",
                                        "/samples",      AXES_PATH,    "/meta/settings"};
    char other[1024];
    struct results results;
    draw_results(seed, 2, 3, &results);
    snprintf(other, sizeof other, "%s", scratch_path("other.h5"));
    write_ok(other, &results);
    results_free(&results);
    assert_true(H5Lregister(&class) >= 0);
    for (size_t k = 0; k < sizeof paths / sizeof *paths; k++) {
        for (int how = 0; how < 3; how++) {
            const char *path = victim(2, 3);
            hid_t file = open_victim(path);
            if (how == 1) H5Lmove(file, paths[k], file, "/elsewhere", H5P_DEFAULT, H5P_DEFAULT);
            else remove_path(file, paths[k]);
            if (how == 0)
                H5Lcreate_external(other, paths[k], file, paths[k], H5P_DEFAULT, H5P_DEFAULT);
            if (how == 1) H5Lcreate_soft("/elsewhere", file, paths[k], H5P_DEFAULT, H5P_DEFAULT);
            if (how == 2) H5Lcreate_ud(file, paths[k], 100, "x", 1, H5P_DEFAULT, H5P_DEFAULT);
            H5Fclose(file);
            harmless(path, path, k == 2 ? "did not write it" : "it is a link to another place");
        }
    }
    H5Lunregister(100);
}

static void test_values_elsewhere(void **state)
{
    scratch_write("secret", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
    for (int how = 0; how < 2; how++) {
        const char *path = victim(2, 3);
        hid_t file = open_victim(path), space = H5Screate_simple(1, &(hsize_t){2}, NULL);
        hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
        if (how == 0) assert_true(H5Pset_external(properties, scratch_path("secret"), 0, 16) >= 0);
        else
            assert_true(H5Pset_virtual(properties, space, scratch_path("other.h5"), "/samples/host",
                                       space) >= 0);
        remove_path(file, "/samples/host");
        hid_t dataset = H5Dcreate2(file, "/samples/host", H5T_IEEE_F64LE, space, H5P_DEFAULT,
                                   properties, H5P_DEFAULT);
        assert_true(dataset >= 0);
        H5Dclose(dataset);
        H5Pclose(properties);
        H5Sclose(space);
        H5Fclose(file);
        harmless(path, "/samples/host", how == 0 ? "lie in another file" : "lie in other datasets");
    }
}

static size_t pass(unsigned flags, size_t count, const unsigned *values, size_t size, size_t *room,
                   void **bytes)
{
    (void)flags, (void)count, (void)values, (void)room, (void)bytes;
    return size;
}

static void test_other_filters(void **state)
{
    const H5Z_class2_t class = {H5Z_CLASS_T_VERS, 300, 1, 1, "ours", NULL, NULL, pass};
    assert_true(H5Zregister(&class) >= 0);
    const char *path = victim(2, 3);
    hid_t file = open_victim(path), space = H5Screate_simple(1, &(hsize_t){2}, NULL);
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(properties, 1, &(hsize_t){2});
    H5Pset_filter(properties, 300, 0, 0, NULL);
    remove_path(file, "/samples/host");
    hid_t dataset = H5Dcreate2(file, "/samples/host", H5T_IEEE_F64LE, space, H5P_DEFAULT,
                               properties, H5P_DEFAULT);
    H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, (double[]){1, 2});
    H5Dclose(dataset);
    H5Pclose(properties);
    H5Sclose(space);
    H5Fclose(file);
    harmless(path, "/samples/host", "its filters are not those of warpmark");
    H5Zunregister(300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_zeros),       cmocka_unit_test(test_fewer_zeros),
        cmocka_unit_test(test_our_own_zeros),    cmocka_unit_test(test_wide_texts),
        cmocka_unit_test(test_never_written),    cmocka_unit_test(test_other_types),
        cmocka_unit_test(test_large_structure),  cmocka_unit_test(test_links),
        cmocka_unit_test(test_values_elsewhere), cmocka_unit_test(test_other_filters),
        cmocka_unit_test(test_nothing_open),
    };
    return cmocka_run_group_tests_name("strangers", tests, measure_idle, scratch_remove);
}
