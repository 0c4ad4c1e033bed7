/* Caches that must be refused: foreign, of another schema, incomplete, damaged, or whole and yet no
 * chain. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/arrays/hdf5.h"
#include "base/memory.h"
#include "base/process/isolated.h"
#include "datasets/format.h"
#include "datasets/formats/cache/cache.h"
#include "problems/problem.h"
#include "store/results.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_chain.h"
#include "tests/support/made/random_system.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

/* libhdf5 1.10 itself leaks where it meets damaged metadata. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libhdf5";
}

static void ok(enum status status)
{
    if (status != OK) fail_msg("%s", fail_message());
}

static const char *victim_path(void)
{
    return scratch_path("victim.h5");
}

static void refused(enum status status, enum status code, const char *part, const char *other)
{
    if (status != code || !strstr(fail_message(), part) || !strstr(fail_message(), other) ||
        strpbrk(fail_message(), "\n\t\033"))
        fail_msg("status %d, '%s' names not '%s' and '%s'", status, fail_message(), part, other);
}

/* As a source and by the readers; the message names the file too. */
static void refused_everywhere(const char *path, enum status code, const char *part)
{
    struct chain chain;
    struct problem problem;
    enum contents holds;
    refused(cache_read_chain(path, CHAIN_UNKNOWN, &chain), code, part, path);
    assert_null(chain.labels);
    refused(cache_holds(path, &holds), code, part, path);
    refused(problem_open(path, &problem), code, part, path);
}

static void test_foreign(void **state)
{
    struct results results = {0};
    struct chain chain;
    scratch_write("empty.h5", "");
    refused_everywhere(scratch_path("empty.h5"), ERROR_INPUT, "it is empty");
    scratch_write("text.h5", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n");
    refused_everywhere(scratch_path("text.h5"), ERROR_INPUT, "not HDF5");
    H5Fclose(H5Fcreate(scratch_path("foreign.h5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    refused_everywhere(scratch_path("foreign.h5"), ERROR_DAMAGED, "warpmark-cache");
    ok(results_write(scratch_path("results.h5"), &results));
    refused_everywhere(scratch_path("results.h5"), ERROR_INPUT, "warpmark show");
    refused(cache_read_chain(scratch_path("absent.h5"), CHAIN_UNKNOWN, &chain), ERROR_IO,
            "absent.h5", "No such file");
    refused(cache_read_chain(scratch_folder, CHAIN_UNKNOWN, &chain), ERROR_IO, scratch_folder,
            "not a regular file");
}

static void test_cache_is_no_results_file(void **state)
{
    struct results results;
    struct chain chain = random_chain(5);
    ok(cache_write_chain(&chain, victim_path()));
    refused(results_read(victim_path(), &results), ERROR_DAMAGED, victim_path(), "it is a cache");
    chain_free(&chain);
}

/* Changes with HDF5's own calls */

/* Three states: 0 goes to 1 and 2, 1 to itself, 2 to 0 and 1. */
static struct chain small_chain(enum chain_type type)
{
    static const struct triplet entries[] = {
        {0, 1, 0.25}, {0, 2, 0.75}, {1, 1, 1}, {2, 0, 0.5}, {2, 1, 0.5}};
    struct chain chain = {.type = type};
    uint8_t *init, *deadlock;
    double *rate;
    ok(csr_from_triplets(3, 5, entries, &chain.transitions));
    ok(chain_add_label(&chain, "init", &init));
    ok(chain_add_label(&chain, "deadlock", &deadlock));
    ok(chain_add_reward(&chain, "time", &rate));
    init[0] = 1;
    memset(rate, 0, 3 * sizeof *rate);
    return chain;
}

static void make_victim(enum chain_type type)
{
    struct chain chain = small_chain(type);
    ok(cache_write_chain(&chain, victim_path()));
    chain_free(&chain);
}

static struct linear small_system(void)
{
    struct chain chain = small_chain(CHAIN_DTMC);
    struct linear system = {0};
    ok(csr_split(&chain.transitions, &system.a));
    for (int i = 0; i < 3; i++) system.a.diag[i] = 2;
    system.x0 = random_vector(1, 0, 3);
    system.b = random_vector(2, 0, 3);
    system.weight = random_vector(3, 0, 3);
    chain_free(&chain);
    return system;
}

static void make_system_victim(void)
{
    struct linear system = small_system();
    ok(cache_write_system(&system, victim_path()));
    linear_free(&system);
}

static hid_t open_victim(void)
{
    hid_t file = H5Fopen(victim_path(), H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0);
    return file;
}

static void set_attribute(hid_t object, const char *name, hid_t type, hsize_t count,
                          const void *value)
{
    H5Adelete(object, name);
    assert_true(hdf5_attach(object, name, type, count, value));
}

static void set_text(const char *name, const char *text)
{
    hid_t file = open_victim();
    H5Adelete(file, name);
    assert_true(hdf5_attach_text(file, name, text));
    H5Fclose(file);
}

/* A dataset in the place of another, with the checksum that belongs to its values; chunk = 0:
 * contiguous. */
static void replace(const char *name, hid_t type, int rank, const hsize_t *dim, const void *values,
                    hsize_t chunk)
{
    hid_t file = open_victim(), space = H5Screate_simple(rank, dim, NULL),
          properties = H5Pcreate(H5P_DATASET_CREATE);
    size_t bytes = H5Tget_size(type);
    for (int k = 0; k < rank; k++) bytes *= dim[k];
    if (chunk) H5Pset_chunk(properties, rank, (hsize_t[]){chunk, chunk});
    H5Ldelete(file, name, H5P_DEFAULT);
    hid_t dataset = H5Dcreate2(file, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    assert_true(dataset >= 0);
    if (values) assert_true(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    uint32_t checksum = values ? (uint32_t)crc32_z(0, values, bytes) : 0;
    set_attribute(dataset, "crc32", H5T_STD_U32LE, 1, &checksum);
    H5Dclose(dataset);
    H5Pclose(properties);
    H5Sclose(space);
    H5Fclose(file);
}

static void refused_victim(enum status code, const char *part, const char *other)
{
    struct problem problem;
    char source[1100];
    snprintf(source, sizeof source, "%s:reward=time", victim_path());
    enum status status = problem_open(source, &problem);
    if (status == ERROR_INPUT) status = problem_open(victim_path(), &problem); /* a system */
    refused(status, code, part, other);
}

/* A chain of a model is read only for this model, and only as it was written. */

static void not_of_model(const char *model)
{
    struct chain back;
    refused(cache_read_model(victim_path(), model, &back), ERROR_DAMAGED, victim_path(), "damaged");
    assert_null(back.labels);
}

static void test_models(void **state)
{
    static const double values[] = {0.5, 0.5, 1, 0.5, 0.5};
    struct chain chain = small_chain(CHAIN_DTMC), back;
    (void)state;
    ok(cache_write_model(&chain, "one", victim_path()));
    ok(cache_read_model(victim_path(), "one", &back));
    chain_free(&back);
    not_of_model("other");
    replace("val", H5T_IEEE_F64LE, 1, (hsize_t[]){5}, values, 0); /* its checksum fits */
    ok(cache_read_chain(victim_path(), CHAIN_UNKNOWN, &back));
    chain_free(&back);
    not_of_model("one");
    ok(cache_write_model(&chain, "one", victim_path()));
    set_text("type", "ctmc");
    not_of_model("one");
    ok(cache_write_chain(&chain, victim_path()));
    not_of_model("one");
    make_system_victim();
    refused(cache_read_model(victim_path(), "one", &back), ERROR_DAMAGED, victim_path(), "system");
    chain_free(&chain);
}

/* If the counts of roundings are impossible or missing, the reader takes them as unknown. */
static void test_rounding(void **state)
{
    static const uint64_t counts[][3] = {{2, 3, 0}, {UINT64_MAX, 0, 0}, {0, UINT64_MAX, 0}};
    for (size_t k = 0; k < 4; k++) {
        struct chain chain;
        make_victim(CHAIN_DTMC);
        hid_t file = open_victim();
        if (k < 3) set_attribute(file, "rounding", H5T_STD_U64LE, 3, counts[k]);
        else H5Adelete(file, "rounding");
        H5Fclose(file);
        ok(cache_read_chain(victim_path(), CHAIN_UNKNOWN, &chain));
        assert_int_equal(chain.rounding.lost, k > 0);
        assert_true(k || (chain.rounding.transitions == 2 && chain.rounding.rewards == 3));
        chain_free(&chain);
    }
}

static void test_versions(void **state)
{
    static const struct {
        uint32_t version[3];
        hsize_t count;
        bool read;
    } cases[] = {{{1, 0}, 2, true},
                 {{1, 7}, 2, true},
                 {{2, 0}, 2, false},
                 {{0, 9}, 2, false},
                 {{1}, 1, false}};
    make_victim(CHAIN_DTMC);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct chain chain;
        hid_t file = open_victim();
        set_attribute(file, "schema_version", H5T_STD_U32LE, cases[k].count, cases[k].version);
        H5Fclose(file);
        enum status status = cache_read_chain(victim_path(), CHAIN_UNKNOWN, &chain);
        if (cases[k].read) ok(status);
        else refused(status, ERROR_DAMAGED, victim_path(), "schema");
        chain_free(&chain);
    }
}

/* A file of an older version does not say which rewards are mixed. */
static void test_mixed_rewards(void **state)
{
    for (int k = 0; k < 3; k++) { /* 0: none is mixed; 1: the second; 2: the same, older */
        struct chain back, chain = random_mdp(20);
        while (chain.nrewards != 2) {
            chain_free(&chain);
            chain = random_mdp(20);
        }
        chain.rewards[1].mixed = k > 0;
        ok(cache_write_chain(&chain, victim_path()));
        hid_t file = open_victim();
        if (k == 2) set_attribute(file, "schema_version", H5T_STD_U32LE, 2, (uint32_t[]){1, 4});
        H5Fclose(file);
        ok(cache_read_chain(victim_path(), CHAIN_UNKNOWN, &back));
        assert_int_equal(back.rewards[0].mixed, k == 2);
        assert_int_equal(back.rewards[1].mixed, k > 0);
        chain_free(&back);
        chain_free(&chain);
    }
}

static void test_attributes(void **state)
{
    static const char *const cases[][2] = {
        {"contents", "chains"}, {"contents", ""}, {"type", "pomdp"}};
    for (int k = 0; k < 3; k++) {
        make_victim(CHAIN_CTMC);
        set_text(cases[k][0], cases[k][1]);
        refused_victim(ERROR_DAMAGED, cases[k][0], "not one of the texts");
    }
    make_victim(CHAIN_CTMC);
    set_text("schema", "warpmark-cached");
    refused_victim(ERROR_DAMAGED, "victim.h5", "warpmark-cache");
}

/* Texts in ASCII, as h5py writes bytes; of no fixed length, as it writes str. */
static void test_foreign_texts(void **state)
{
    for (int variable = 0; variable < 2; variable++) {
        struct chain chain;
        const char *const value = CACHE_SCHEMA;
        make_victim(CHAIN_CTMC);
        hid_t file = open_victim(), type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, variable ? H5T_VARIABLE : strlen(value));
        set_attribute(file, "schema", type, 1, variable ? (const void *)&value : value);
        H5Tclose(type);
        H5Fclose(file);
        enum status status = cache_read_chain(victim_path(), CHAIN_UNKNOWN, &chain);
        if (variable) refused(status, ERROR_DAMAGED, "victim.h5", "warpmark-cache");
        else ok(status);
        chain_free(&chain);
    }
}

/* Every dataset that is not optional: missing, a link, or without its checksum. */
static void test_datasets(void **state)
{
    static const char *const of_chain[] = {"row",     "col",         "val",         "labels",
                                           "rewards", "label_names", "reward_names"};
    static const char *const of_system[] = {"row", "col", "val", "diag", "x0"};
    for (int k = 0; k < 7 + 5; k++) {
        const char *name = k < 7 ? of_chain[k] : of_system[k - 7];
        for (int how = 0; how < 3; how++) {
            if (k < 7) make_victim(CHAIN_CTMC);
            else make_system_victim();
            hid_t file = open_victim();
            if (how < 2) H5Lmove(file, name, H5L_SAME_LOC, "hidden", H5P_DEFAULT, H5P_DEFAULT);
            if (how == 1) H5Lcreate_soft("hidden", file, name, H5P_DEFAULT, H5P_DEFAULT);
            if (how == 2) H5Adelete_by_name(file, name, "crc32", H5P_DEFAULT);
            H5Fclose(file);
            refused_victim(ERROR_DAMAGED, name, how == 0 ? "missing" : how == 1 ? "link" : "crc32");
        }
    }
}

static void test_shapes(void **state)
{
    static const uint64_t row[4] = {0, 2, 3, 5};
    static const uint32_t col[6] = {1, 2, 1, 0, 1, 2};
    static const double val[6] = {0.25, 0.75, 1, 0.5, 0.5, 0.5};
    static const uint8_t holds[6] = {1};
    const hsize_t two_rows[] = {2, 2}, huge = UINT64_C(1) << 60, four = 4, five = 5, six = 6,
                  one = 1, none = 0;
    const hsize_t flat[] = {1, 4}, overflow[] = {UINT64_C(1) << 62, 3};
    const struct {
        const char *name, *message;
        hid_t type;
        int rank;
        const hsize_t *dim;
        const void *values;
        hsize_t chunk;
    } cases[] = {
        {"row", "64-bit unsigned", H5T_STD_U32LE, 1, &four, col, 0},
        {"row", "64-bit unsigned", H5T_STD_U64BE, 1, &four, row, 0},
        {"row", "one-dimensional", H5T_STD_U64LE, 2, flat, row, 0},
        {"row", "number of rows", H5T_STD_U64LE, 1, &one, row, 0},
        {"row", "number of rows", H5T_STD_U64LE, 1, &none, NULL, 0},
        {"row", "larger than the file", H5T_STD_U64LE, 1, &huge, NULL, 3},
        {"col", "32-bit unsigned", H5T_STD_I32LE, 1, &five, col, 0},
        {"col", "not contiguous", H5T_STD_U32LE, 1, &five, col, 5},
        {"col", "not in the file", H5T_STD_U32LE, 1, &five, NULL, 0},
        {"val", "64-bit floats", H5T_IEEE_F32LE, 1, &five, val, 0},
        {"val", "6 numbers where 5", H5T_IEEE_F64LE, 1, &six, val, 0},
        {"labels", "8-bit unsigned", H5T_STD_I8LE, 2, two_rows, holds, 0},
        {"labels", "one column for each state", H5T_STD_U8LE, 2, two_rows, holds, 0},
        {"labels", "one column for each state", H5T_STD_U8LE, 1, &six, holds, 0},
        {"labels", "larger than the file", H5T_STD_U8LE, 2, overflow, NULL, 3},
        {"label_names", "texts of fixed length", H5T_STD_U8LE, 1, &six, holds, 0},
        {"labels", "2 numbers where 6", H5T_C_S1, 1, &six, "abcdef", 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        make_victim(CHAIN_CTMC);
        const char *name = cases[k].type == H5T_C_S1 ? "label_names" : cases[k].name;
        replace(name, cases[k].type, cases[k].rank, cases[k].dim, cases[k].values, cases[k].chunk);
        refused_victim(ERROR_DAMAGED, cases[k].name, cases[k].message);
    }
}

/* Sound files that hold no chain: one value changed, and the checksum with it. */
static void set_value(const char *name, hid_t type, size_t width, size_t at, const void *value)
{
    unsigned char bytes[256];
    hid_t file = open_victim(), dataset = H5Dopen2(file, name, H5P_DEFAULT);
    size_t size = H5Dget_storage_size(dataset);
    assert_true(size <= sizeof bytes &&
                H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0);
    memcpy(bytes + at * width, value, width);
    assert_true(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0);
    uint32_t checksum = (uint32_t)crc32_z(0, bytes, size);
    set_attribute(dataset, "crc32", H5T_STD_U32LE, 1, &checksum);
    H5Dclose(dataset);
    H5Fclose(file);
}

static void refused_start(size_t at, uint64_t value, const char *message)
{
    make_victim(CHAIN_DTMC);
    set_value("row", H5T_STD_U64LE, 8, at, &value);
    refused_victim(ERROR_DAMAGED, "row: number", message);
}

static void refused_column(size_t at, uint32_t value, const char *message)
{
    make_victim(CHAIN_DTMC);
    set_value("col", H5T_STD_U32LE, 4, at, &value);
    refused_victim(ERROR_DAMAGED, "col: row", message);
}

static void refused_value(enum chain_type type, size_t at, double value, const char *message)
{
    make_victim(type);
    set_value("val", H5T_IEEE_F64LE, 8, at, &value);
    refused_victim(ERROR_DAMAGED, "val: row", message);
}

/* The sum may be off by a share of what leaves the state: here state 2, which stays with every
 * other step. */
static void test_small_leaving(void **state)
{
    const uint32_t itself = 2;
    const double more = 0.5000009;
    make_victim(CHAIN_DTMC);
    set_value("col", H5T_STD_U32LE, 4, 4, &itself);
    set_value("val", H5T_IEEE_F64LE, 8, 4, &more);
    refused_victim(ERROR_DAMAGED, "val: row",
                   "row 2: its probabilities do not sum to 1 within 1e-6 of the");
}

static void test_no_chain(void **state)
{
    refused_start(0, 1, "not 0");
    refused_start(1, 4, "number 2: it is less");
    refused_start(2, UINT64_MAX, "number 3: it is less");
    refused_start(3, 6, "number of entries");
    refused_column(0, 2, "row 0: its columns do not ascend");
    refused_column(0, 3, "row 0: its columns do not ascend");
    refused_column(1, 3, "row 0: a column is out of range");
    refused_column(4, UINT32_MAX, "row 2: a column is out of range");
    refused_value(CHAIN_DTMC, 2, 1.1, "row 1: its probabilities do not sum to 1");
    refused_value(CHAIN_DTMC, 0, NAN, "row 0: a value is not finite");
    refused_value(CHAIN_CTMC, 4, -INFINITY, "row 2: a value is not finite");
    refused_value(CHAIN_CTMC, 4, INFINITY, "row 2: a value is not finite");
    refused_value(CHAIN_CTMC, 4, 0, "row 2: a value is not positive");
    refused_value(CHAIN_CTMC, 4, -1, "row 2: a value is not positive");
    make_victim(CHAIN_CTMC);
    set_value("val", H5T_IEEE_F64LE, 8, 0, &(double){1e308});
    set_value("val", H5T_IEEE_F64LE, 8, 1, &(double){1e308});
    refused_victim(ERROR_DAMAGED, "val: row", "row 0: its rates sum to infinity");
    make_victim(CHAIN_CTMC);
    set_value("row", H5T_STD_U64LE, 8, 1, &(uint64_t){3});
    set_value("col", H5T_STD_U32LE, 4, 1, &(uint32_t){0});
    refused_victim(ERROR_DAMAGED, "col: row", "row 0: its columns do not ascend");
    make_victim(CHAIN_CTMC);
    set_value("row", H5T_STD_U64LE, 8, 2, &(uint64_t){2});
    set_value("col", H5T_STD_U32LE, 4, 2, &(uint32_t){0});
    set_value("col", H5T_STD_U32LE, 4, 3, &(uint32_t){1});
    set_value("col", H5T_STD_U32LE, 4, 4, &(uint32_t){2});
    refused_victim(ERROR_DAMAGED, "val: row", "row 1: a state has no transition");
}

static void test_no_labels(void **state)
{
    static const struct {
        const char *name, *value, *message;
        size_t at;
    } cases[] = {{"labels", "\2", "neither 0 nor 1", 4},
                 {"labels", "\0", "no state is initial", 0},
                 {"label_names", "I", "missing", 0},
                 {"label_names", "\n", "control characters", 1},
                 {"reward_names", "\033", "control characters", 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        make_victim(CHAIN_CTMC);
        hid_t type = H5Tcopy(H5T_STD_U8LE);
        if (strstr(cases[k].name, "names")) {
            H5Tclose(type);
            type = hdf5_text_type(cases[k].name[0] == 'l' ? 8 : 4);
        }
        set_value(cases[k].name, type, 1, cases[k].at, cases[k].value);
        H5Tclose(type);
        refused_victim(ERROR_DAMAGED, cases[k].name, cases[k].message);
    }
    make_victim(CHAIN_CTMC);
    hid_t type = hdf5_text_type(4);
    replace("label_names", type, 1, &(hsize_t){2}, "initinit", 0);
    H5Tclose(type);
    refused_victim(ERROR_DAMAGED, "label_names", "twice");
    for (int k = 0; k < 2; k++) {
        make_victim(CHAIN_CTMC);
        set_value("rewards", H5T_IEEE_F64LE, 8, 2, k ? &(double){-1} : &(double){NAN});
        refused_victim(ERROR_DAMAGED, "rewards: number 2", k ? "negative" : "not finite");
    }
}

/* The writer stores these values unchecked, and the reader refuses them. */
static void test_no_rewards(void **state)
{
    static const double own[] = {1, -1};
    static const char *const messages[] = {"more than it", "negative"};
    for (int k = 0; k < 3; k++) {
        struct chain chain = small_chain(CHAIN_DTMC);
        double *states;
        ok(reward_split(&chain, &chain.rewards[0], &states));
        if (k < 2) states[2] = own[k];
        else ok(copy_text("(\n)", &chain.variables));
        ok(cache_write_chain(&chain, victim_path()));
        if (k < 2) refused_victim(ERROR_DAMAGED, "rewards: number 2", messages[k]);
        else refused_victim(ERROR_DAMAGED, "variables: number 0", "control characters");
        chain_free(&chain);
    }
}

static void test_no_system(void **state)
{
    static const char *const vectors[] = {"diag", "x0", "b", "weight"};
    for (int k = 0; k < 4; k++) {
        make_system_victim();
        set_value(vectors[k], H5T_IEEE_F64LE, 8, 1, &(double){INFINITY});
        refused_victim(ERROR_DAMAGED, vectors[k], "number 1: it is not finite");
    }
    make_system_victim();
    set_value("diag", H5T_IEEE_F64LE, 8, 2, &(double){0});
    refused_victim(ERROR_DAMAGED, "diag", "number 2: it is 0");
    make_system_victim();
    set_value("col", H5T_STD_U32LE, 4, 0, &(uint32_t){0});
    refused_victim(ERROR_DAMAGED, "col: row 0", "diagonal");
    make_system_victim();
    replace("b", H5T_IEEE_F64LE, 1, &(hsize_t){2}, (double[2]){1, 2}, 0);
    refused_victim(ERROR_DAMAGED, "b", "2 numbers where 3");
}

/* Damage */

static char *slurp(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_true(file && !fseek(file, 0, SEEK_END));
    *size = (size_t)ftell(file);
    char *bytes = malloc(*size);
    rewind(file);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

/* Returns whether damaged bytes are refused; if they are not, the chain read is the same. */
static bool refuses(const struct chain *chain, const char *bytes, size_t size)
{
    static unsigned turn;
    struct chain back;
    scratch_write_bytes("damaged.h5", bytes, size);
    isolation_set(turn++ % 16 == 0); /* a process for each would take most of the time */
    enum status status = cache_read_chain(scratch_path("damaged.h5"), CHAIN_UNKNOWN, &back);
    isolation_set(true);
    if (status == OK) assert_same_chain(chain, &back);
    else refused(status, size ? ERROR_DAMAGED : ERROR_INPUT, "damaged.h5", "");
    chain_free(&back);
    return status != OK;
}

static void test_truncation(void **state)
{
    struct chain chain = random_chain(100);
    size_t size;
    ok(cache_write_chain(&chain, victim_path()));
    char *bytes = slurp(victim_path(), &size);
    for (size_t length = 0; length < size; length += length < 1024 ? 32 : 1024)
        assert_true(refuses(&chain, bytes, length));
    assert_true(refuses(&chain, bytes, size - 1));
    assert_false(refuses(&chain, bytes, size));
    free(bytes);
    chain_free(&chain);
}

/* About half of the bytes of a small file, one by one. Only those that HDF5 keeps free may change
 * unseen. */
static void test_flips(void **state)
{
    struct chain chain = random_chain(6);
    size_t size, unseen = 0;
    ok(copy_text("(a)", &chain.variables));
    ok(cache_write_chain(&chain, victim_path()));
    char *bytes = slurp(victim_path(), &size);
    for (size_t at = 0; at < size; at += 1 + draw(3)) {
        char before = bytes[at];
        bytes[at] ^= (char)(1 + draw(255));
        bool seen = refuses(&chain, bytes, size);
        if (!seen && before) fail_msg("byte %zu, %d, is %d unseen", at, before, bytes[at]);
        unseen += !seen;
        bytes[at] = before;
    }
    assert_true(unseen < 1000);
    free(bytes);
    chain_free(&chain);
}

/* Several bytes, also zeroed runs as a lost page leaves them. */
static void test_runs(void **state)
{
    struct chain chain = random_chain(60);
    size_t size;
    ok(cache_write_chain(&chain, victim_path()));
    char *bytes = slurp(victim_path(), &size), *copy = malloc(size);
    for (int k = 0; k < 300; k++) {
        memcpy(copy, bytes, size);
        size_t at = 8 + draw(size - 8),
               length = 1 + draw(size - at < 512 ? size - at : 512); /* behind the signature */
        for (size_t i = at; i < at + length; i++) copy[i] = k % 2 ? 0 : (char)draw(256);
        refuses(&chain, copy, size);
    }
    free(bytes);
    free(copy);
    chain_free(&chain);
}

static void test_nothing_open(void **state)
{
    assert_int_equal(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_foreign),       cmocka_unit_test(test_cache_is_no_results_file),
        cmocka_unit_test(test_models),        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_rounding),      cmocka_unit_test(test_no_rewards),
        cmocka_unit_test(test_foreign_texts), cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_mixed_rewards), cmocka_unit_test(test_datasets),
        cmocka_unit_test(test_shapes),        cmocka_unit_test(test_no_chain),
        cmocka_unit_test(test_small_leaving), cmocka_unit_test(test_no_labels),
        cmocka_unit_test(test_no_system),     cmocka_unit_test(test_truncation),
        cmocka_unit_test(test_flips),         cmocka_unit_test(test_runs),
        cmocka_unit_test(test_nothing_open),
    };
    seed_begin();
    hdf5_silence();
    return cmocka_run_group_tests_name("cache_damage", tests, scratch_create, scratch_remove);
}
