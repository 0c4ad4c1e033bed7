/* Proof files: a written file is read back; a damaged file, or one that is no proof, is refused in
 * one line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/arrays/hdf5.h"
#include "base/memory.h"
#include "base/process/isolated.h"
#include "harness/proofs/proof_file.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

/* libhdf5 1.10 itself leaks where it meets damaged metadata. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:H5";
}

static void ok(enum status status)
{
    if (status != OK) fail_msg("%s", fail_message());
}

static const char *victim(void)
{
    return scratch_path("victim.h5");
}

static double *numbers(uint32_t n)
{
    double *x;
    ok(allocate(n, sizeof *x, "numbers", &x));
    for (uint32_t i = 0; i < n; i++) x[i] = draw_normal();
    return x;
}

/* of_states: with low, high and rank; otherwise with x. Each may have the other vectors. */
static struct proof_file made_up(uint32_t n, bool of_states)
{
    struct proof_file file = {.kind = KIND_STEADY,
                              .model = draw(2),
                              .epsilon = 1e-9,
                              .seconds = 2,
                              .claim = {.value = 2, .low = 1, .high = INFINITY, .error = 1e-10},
                              .n = n};
    for (int k = 0; k < PROOF_VECTORS; k++)
        if (k < PROOF_LOW ? draw(2) || (k == 0 && !of_states) : of_states)
            file.vector[k] = numbers(n);
    if (of_states) ok(allocate_zeroed(n, sizeof *file.rank, "ranks", &file.rank));
    for (uint32_t i = 0; of_states && i < n; i++) file.rank[i] = (uint32_t)draw(UINT32_MAX);
    if (of_states && draw(2)) ok(allocate(n, sizeof *file.level, "ranks", &file.level));
    for (uint32_t i = 0; file.level && i < n; i++) file.level[i] = (uint32_t)draw(UINT32_MAX);
    if (of_states && n) file.vector[PROOF_LOW][0] = -INFINITY;
    memset(file.system, 'a', SYSTEM_HASH - 1);
    strcpy(file.note, "a note");
    ok(copy_text("tandem:c=3", &file.source));
    ok(copy_text("R=?[S]", &file.property));
    ok(copy_text("warpmark", &file.program));
    return file;
}

static void same_numbers(uint32_t n, const double *x, const double *y)
{
    assert_int_equal(x == NULL, y == NULL);
    if (x) assert_memory_equal(x, y, n * sizeof *x);
}

static void same_ranks(uint32_t n, const uint32_t *a, const uint32_t *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a) assert_memory_equal(a, b, n * sizeof *a);
}

static void same(const struct proof_file *a, const struct proof_file *b)
{
    assert_string_equal(a->source, b->source);
    assert_string_equal(a->property, b->property);
    assert_string_equal(a->program, b->program);
    assert_string_equal(a->note, b->note);
    assert_string_equal(a->system, b->system);
    assert_true(a->kind == b->kind && a->model == b->model && a->n == b->n);
    assert_true(a->epsilon == b->epsilon && a->seconds == b->seconds);
    assert_memory_equal(&a->claim, &b->claim, sizeof a->claim);
    for (int k = 0; k < PROOF_VECTORS; k++) same_numbers(a->n, a->vector[k], b->vector[k]);
    same_ranks(a->n, a->rank, b->rank);
    same_ranks(a->n, a->level, b->level);
}

static void test_round_trip(void **state)
{
    for (uint32_t n = 0; n < 40; n += 1 + n / 3) {
        struct proof_file file = made_up(n, draw(2)), back;
        bool is;
        ok(proof_file_write(victim(), true, &file));
        ok(proof_file_is(victim(), &is));
        assert_true(is);
        ok(proof_file_read(victim(), &back));
        same(&file, &back);
        assert_int_equal(proof_file_write(victim(), false, &file), ERROR_INPUT);
        proof_file_free(&file);
        proof_file_free(&back);
    }
}

static void test_replaces_nothing_else(void **state)
{
    struct proof_file file = made_up(2, false);
    scratch_write("mine.h5", "some text");
    assert_int_equal(proof_file_write(scratch_path("mine.h5"), true, &file), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "a proof"));
    proof_file_free(&file);
}

/* Refusals */

static void refused(enum status code, const char *part)
{
    struct proof_file back;
    const enum status status = proof_file_read(victim(), &back);
    if (status != code || !strstr(fail_message(), part) || !strstr(fail_message(), "victim.h5") ||
        strpbrk(fail_message(), "\n\t\033"))
        fail_msg("status %d, '%s' does not name '%s'", status, fail_message(), part);
    assert_null(back.vector[0]);
}

static void make_victim_of(bool of_states)
{
    struct proof_file file = made_up(5, of_states);
    remove(victim()); /* which may be a proof no more */
    ok(proof_file_write(victim(), true, &file));
    proof_file_free(&file);
}

static void make_victim(void)
{
    make_victim_of(draw(2));
}

static hid_t open_victim(void)
{
    hid_t file = H5Fopen(victim(), H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0);
    return file;
}

static void set_attribute(hid_t object, const char *name, hid_t type, hsize_t count,
                          const void *value)
{
    H5Adelete(object, name);
    assert_true(hdf5_attach(object, name, type, count, value));
}

static void test_attributes(void **state)
{
    static const struct {
        const char *name, *text;
        double number;
    } cases[] = {{"system", "abc", 0},
                 {"system", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", 0},
                 {"kind", "graph", 0},
                 {"kind", "", 0},
                 {"meaning", "storedmodel", 0},
                 {"source", "tandem\033[2J", 0},
                 {"property", "a\nb", 0},
                 {"note", "\r", 0},
                 {"epsilon", NULL, 0},
                 {"epsilon", NULL, NAN},
                 {"epsilon", NULL, INFINITY},
                 {"error_bound", NULL, -1e-300},
                 {"error_bound", NULL, NAN},
                 {"value", NULL, 0.5},
                 {"value", NULL, NAN}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        make_victim();
        hid_t file = open_victim();
        H5Adelete(file, cases[k].name);
        if (cases[k].text) assert_true(hdf5_attach_text(file, cases[k].name, cases[k].text));
        else set_attribute(file, cases[k].name, H5T_IEEE_F64LE, 1, &cases[k].number);
        H5Fclose(file);
        refused(ERROR_DAMAGED, cases[k].name);
    }
}

static void test_no_attributes(void **state)
{
    static const char *const names[] = {"schema",    "schema_version", "system",     "kind",
                                        "meaning",   "property",       "note",       "source",
                                        "program",   "epsilon",        "seconds",    "value",
                                        "value_low", "value_high",     "error_bound"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        make_victim();
        hid_t file = open_victim();
        assert_true(H5Adelete(file, names[k]) >= 0);
        H5Fclose(file);
        refused(ERROR_DAMAGED, names[k]);
    }
    make_victim();
    hid_t file = open_victim();
    set_attribute(file, "schema_version", H5T_STD_U32LE, 2, (uint32_t[]){2, 0});
    H5Fclose(file);
    refused(ERROR_DAMAGED, "schema 2.0");
}

/* A vector in the place of another, with the right checksum. */
static void replace(const char *name, hid_t type, hsize_t length, const double *values)
{
    hid_t file = open_victim(), space = H5Screate_simple(1, &length, NULL);
    H5Ldelete(file, name, H5P_DEFAULT);
    hid_t dataset = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(dataset >= 0);
    if (values)
        assert_true(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >=
                    0);
    const uint32_t checksum =
        values ? (uint32_t)crc32_z(0, (const void *)values, length * sizeof *values) : 0;
    set_attribute(dataset, "crc32", H5T_STD_U32LE, 1, &checksum);
    H5Dclose(dataset);
    H5Sclose(space);
    H5Fclose(file);
}

static void is_read(void)
{
    struct proof_file back;
    ok(proof_file_read(victim(), &back));
    proof_file_free(&back);
}

static void remove_vector(const char *name)
{
    hid_t file = open_victim();
    H5Ldelete(file, name, H5P_DEFAULT);
    H5Fclose(file);
}

/* x alone, or low, high and rank together. */
static void test_missing(void)
{
    for (int k = 0; k <= PROOF_RANK; k++) {
        make_victim_of(k >= PROOF_LOW);
        remove_vector(proof_vector_names[k]);
        if (k == 0 || k > PROOF_LOW) refused(ERROR_DAMAGED, proof_vector_names[k]);
    }
    make_victim_of(true);
    remove_vector("x");
    is_read();
    remove_vector("low");
    refused(ERROR_DAMAGED, "x");
}

static void test_vectors(void **state)
{
    const double fine[6] = {1, 2, 3, 4, 5, 6}, infinite[5] = {1, INFINITY}, none[5] = {NAN};
    for (int k = 0; k < PROOF_VECTORS; k++) {
        const char *name = proof_vector_names[k];
        make_victim_of(k >= PROOF_LOW);
        replace(name, H5T_IEEE_F64LE, 5, none);
        refused(ERROR_DAMAGED, k < PROOF_LOW ? "not finite" : "no number");
        make_victim_of(k >= PROOF_LOW);
        replace(name, H5T_IEEE_F32LE, 5, fine);
        refused(ERROR_DAMAGED, "64-bit floats");
        make_victim_of(k >= PROOF_LOW);
        replace(name, H5T_IEEE_F64LE, UINT64_C(1) << 40, NULL);
        refused(ERROR_DAMAGED, "larger than the file");
        make_victim_of(k >= PROOF_LOW);
        replace(name, H5T_IEEE_F64LE, 5, infinite);
        if (k < PROOF_LOW) refused(ERROR_DAMAGED, "not finite");
        else is_read();
    }
    test_missing();
    make_victim_of(false);
    replace("v", H5T_IEEE_F64LE, 6, fine);
    refused(ERROR_DAMAGED, "not as long as x");
    make_victim_of(true);
    remove_vector("x");
    replace("high", H5T_IEEE_F64LE, 6, fine);
    refused(ERROR_DAMAGED, "not as long as ");
    make_victim_of(false);
    hid_t file = open_victim();
    H5Ldelete(file, "x", H5P_DEFAULT);
    H5Lcreate_external("/etc/passwd", "x", file, "x", H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(file);
    refused(ERROR_DAMAGED, "link");
}

static void test_other_files(void **state)
{
    bool is = true;
    scratch_write("victim.h5", "text");
    refused(ERROR_INPUT, "not HDF5");
    H5Fclose(H5Fcreate(victim(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    refused(ERROR_DAMAGED, PROOF_SCHEMA);
    ok(proof_file_is(victim(), &is));
    assert_false(is);
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

/* Returns whether damaged bytes are refused; if they are not, the proof read is the same. */
static bool refuses(const struct proof_file *file, const char *bytes, size_t size)
{
    static unsigned turn;
    struct proof_file back;
    scratch_write_bytes("damaged.h5", bytes, size);
    isolation_set(turn++ % 16 == 0); /* a process for each would take most of the time */
    const enum status status = proof_file_read(scratch_path("damaged.h5"), &back);
    isolation_set(true);
    if (status == OK) same(file, &back);
    else assert_int_equal(status, size ? ERROR_DAMAGED : ERROR_INPUT);
    proof_file_free(&back);
    return status != OK;
}

static void test_damage(void **state)
{
    struct proof_file file = made_up(20, draw(2));
    size_t size, unseen = 0;
    remove(victim());
    ok(proof_file_write(victim(), true, &file));
    char *bytes = slurp(victim(), &size);
    for (size_t length = 0; length < size; length += 64) assert_true(refuses(&file, bytes, length));
    for (size_t at = 0; at < size; at += 1 + draw(7)) {
        const char before = bytes[at];
        bytes[at] ^= (char)(1 + draw(255));
        const bool seen = refuses(&file, bytes, size);
        if (!seen && before) fail_msg("byte %zu, %d, is %d unseen", at, before, bytes[at]);
        unseen += !seen;
        bytes[at] = before;
    }
    assert_true(unseen < 2000); /* that HDF5 keeps free */
    assert_false(refuses(&file, bytes, size));
    free(bytes);
    proof_file_free(&file);
}

/* Each allocation fails once. */
static void test_no_memory(void **state)
{
    struct proof_file file = made_up(20, draw(2)), back;
    enum status status = ERROR_HOST_MEMORY;
    remove(victim());
    isolation_set(false);
    for (long k = 0; status != OK; k++) {
        status = refused_after(k, proof_file_write(victim(), true, &file));
        if (status != OK) assert_int_equal(status, ERROR_HOST_MEMORY);
    }
    status = ERROR_HOST_MEMORY;
    for (long k = 0; status != OK; k++) {
        status = refused_after(k, proof_file_read(victim(), &back));
        if (status != OK) assert_int_equal(status, ERROR_HOST_MEMORY);
    }
    isolation_set(true);
    same(&file, &back);
    proof_file_free(&file);
    proof_file_free(&back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_replaces_nothing_else),
        cmocka_unit_test(test_attributes), cmocka_unit_test(test_no_attributes),
        cmocka_unit_test(test_vectors),    cmocka_unit_test(test_other_files),
        cmocka_unit_test(test_damage),     cmocka_unit_test(test_no_memory),
    };
    seed_begin();
    hdf5_silence();
    return cmocka_run_group_tests_name("proof_file", tests, scratch_create, scratch_remove);
}
