/* Caches of chains and systems: the same to the bit when they come back, whole files or none. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arrays/hdf5.h"
#include "base/memory.h"
#include "base/progress_hook.h"
#include "datasets/format.h"
#include "datasets/formats/cache/cache.h"
#include "problems/problem.h"
#include "problems/source.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_chain.h"
#include "tests/support/made/random_system.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

enum { TRIALS = 60, LARGEST = 30 };

static void ok(enum status status)
{
    if (status != OK) fail_msg("%s", fail_message());
}

static void says(const char *text)
{
    if (!strstr(fail_message(), text) || strpbrk(fail_message(), "\n\t\033"))
        fail_msg("wanted '%s' in '%s'", text, fail_message());
}

static const char *round_path(void)
{
    return scratch_path("round.h5");
}

static void check_round_trip(const struct chain *chain)
{
    struct chain back;
    ok(cache_write_chain(chain, round_path()));
    assert_int_not_equal(access(scratch_path("round.h5.tmp"), F_OK), 0);
    ok(cache_read_chain(round_path(), CHAIN_UNKNOWN, &back));
    assert_same_chain(chain, &back);
    assert_int_equal(chain->variables != NULL, back.variables != NULL);
    if (back.variables) assert_string_equal(chain->variables, back.variables);
    assert_true(back.rounding.transitions == chain->rounding.transitions &&
                back.rounding.rewards == chain->rounding.rewards &&
                back.rounding.lost == chain->rounding.lost);
    chain_free(&back);
}

static void test_chains(void **state)
{
    for (int k = 0; k < TRIALS; k++) {
        struct chain chain = random_chain(LARGEST);
        if (draw(2)) ok(copy_text("(queue,busy)", &chain.variables));
        chain.rounding = (struct chain_rounding){draw(5), draw(9), draw(2) == 0};
        check_round_trip(&chain);
        chain_free(&chain);
    }
}

static void test_systems(void **state)
{
    for (int k = 0; k < TRIALS; k++) {
        struct linear system = random_system(LARGEST), back;
        ok(cache_write_system(&system, round_path()));
        ok(cache_read_system(round_path(), &back));
        assert_same_system(&system, &back);
        linear_free(&system);
        linear_free(&back);
    }
}

/* Arrays of several blocks, of which the last is not full. */
static void test_large(void **state)
{
    const uint32_t n = 1300003;
    struct linear system = {0}, back;
    struct csr *off = &system.a.off;
    ok(csr_allocate(n, n - 1, off));
    off->row[0] = 0;
    for (uint32_t i = 0; i < n; i++) {
        off->row[i + 1] = i + 1 < n ? i + 1 : n - 1;
        if (i + 1 == n) continue;
        off->col[i] = i + 1;
        off->val[i] = random_unit(random_bits(seed, 1, i));
    }
    system.a.diag = random_vector(seed, 2, n);
    system.x0 = random_vector(seed, 3, n);
    ok(cache_write_system(&system, round_path()));
    ok(cache_read_system(round_path(), &back));
    assert_same_system(&system, &back);
    linear_free(&system);
    linear_free(&back);
}

/* Names of any length and many of them; the longest origin. */
static void test_names(void **state)
{
    static char name[10000], source[1 << 14];
    struct chain chain = random_chain(5);
    uint8_t *holds;
    double *rate;
    memset(name, 'x', sizeof name - 1);
    memset(source, 's', sizeof source - 1);
    ok(chain_add_label(&chain, name, &holds));
    ok(chain_add_label(&chain, "", &holds));
    ok(chain_add_label(&chain, "/a \"b\"\xc3\xa9", &holds));
    for (int k = 0; k < 300; k++) {
        snprintf(name, 20, "label %d", k);
        ok(chain_add_label(&chain, name, &holds));
        ok(chain_add_reward(&chain, name, &rate));
        for (uint32_t i = 0; i < chain_states(&chain); i++) rate[i] = i + k;
    }
    ok(format_text(&chain.variables, "(%s)", source));
    format_origin = (struct origin){.source = source, .program = ""};
    check_round_trip(&chain);
    format_origin.program = "too";
    assert_int_equal(cache_write_chain(&chain, scratch_path("new.h5")), ERROR_INPUT);
    says("longer than");
    format_origin = (struct origin){.source = "", .program = ""};
    ok(chain_add_label(&chain, "a\nb", &holds));
    assert_int_equal(cache_write_chain(&chain, scratch_path("new.h5")), ERROR_INPUT);
    says("control characters");
    assert_int_not_equal(access(scratch_path("new.h5"), F_OK), 0);
    chain_free(&chain);
}

static char *slurp(const char *path, size_t *size)
{
    struct stat about;
    int fd = open(path, O_RDONLY);
    assert_true(fd >= 0 && !fstat(fd, &about));
    char *bytes = malloc((size_t)about.st_size + 1);
    assert_int_equal(read(fd, bytes, (size_t)about.st_size), about.st_size);
    close(fd);
    *size = (size_t)about.st_size;
    return bytes;
}

static void assert_unchanged(const char *path, const char *bytes, size_t size)
{
    size_t now;
    char *found = slurp(path, &now);
    assert_int_equal(now, size);
    assert_memory_equal(found, bytes, size);
    free(found);
}

static void test_same_bytes(void **state)
{
    struct chain chain = random_chain(LARGEST);
    size_t size;
    ok(cache_write_chain(&chain, round_path()));
    char *bytes = slurp(round_path(), &size);
    sleep(1); /* the resolution of times in HDF5 */
    ok(cache_write_chain(&chain, round_path()));
    assert_unchanged(round_path(), bytes, size);
    free(bytes);
    chain_free(&chain);
}

static void test_attributes(void **state)
{
    struct chain chain = random_chain(LARGEST);
    char text[64];
    format_origin = (struct origin){.source = "die:faces=6", .program = "warpmark 0123"};
    ok(cache_write_chain(&chain, round_path()));
    format_origin = (struct origin){.source = "", .program = ""};
    hid_t file = H5Fopen(round_path(), H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(hdf5_read_text(file, "source", text, sizeof text));
    assert_string_equal(text, "die:faces=6");
    assert_true(hdf5_read_text(file, "program", text, sizeof text));
    assert_string_equal(text, "warpmark 0123");
    assert_true(hdf5_read_text(file, "type", text, sizeof text));
    assert_string_equal(text, chain.type == CHAIN_DTMC ? "dtmc" : "ctmc");
    H5Fclose(file);
    chain_free(&chain);
}

/* Sources */

static void test_types(void **state)
{
    for (int k = 0; k < 4; k++) {
        struct chain chain = random_chain(LARGEST), back;
        enum chain_type other = chain.type == CHAIN_DTMC ? CHAIN_CTMC : CHAIN_DTMC;
        ok(cache_write_chain(&chain, round_path()));
        ok(cache_read_chain(round_path(), chain.type, &back));
        chain_free(&back);
        assert_int_equal(cache_read_chain(round_path(), other, &back), ERROR_INPUT);
        says(chain.type == CHAIN_DTMC ? "says type=dtmc" : "says type=ctmc");
        chain_free(&chain);
    }
}

/* A property of a model gives the same system with and without the model's cache. */
static void test_sources(void **state)
{
    static const struct {
        const char *source, *property;
    } cases[] = {{"tandem:c=3,property=1", ":reward=customers"},
                 {"herman:n=5,property=1", ":reward=steps,goal=stable,filter=max"}};
    for (size_t k = 0; k < 2; k++) {
        struct source source;
        struct chain chain;
        struct problem a, b;
        char text[1100];
        ok(source_parse(cases[k].source, &source));
        ok(source_chain(&source, ALL_REWARDS, &chain));
        ok(cache_write_chain(&chain, round_path()));
        snprintf(text, sizeof text, "%s%s", round_path(), cases[k].property);
        ok(problem_open(cases[k].source, &a));
        ok(problem_open(text, &b));
        assert_same_system(&a.system, &b.system);
        problem_free(&b);
        ok(cache_write_system(&a.system, round_path()));
        ok(problem_open(round_path(), &b));
        assert_same_system(&a.system, &b.system);
        assert_true(b.kind == KIND_LINEAR && b.states == a.system.a.off.rows);
        problem_free(&a);
        problem_free(&b);
        chain_free(&chain);
        source_free(&source);
    }
}

static void test_other_kind(void **state)
{
    struct chain chain = random_chain(LARGEST);
    struct linear system = random_system(LARGEST), no_rows = {0};
    struct problem problem;
    char text[1100];
    enum contents holds;
    ok(cache_write_chain(&chain, scratch_path("chain.h5")));
    ok(cache_write_system(&system, scratch_path("system.h5")));
    ok(cache_holds(scratch_path("chain.h5"), &holds));
    assert_int_equal(holds, HOLDS_CHAIN);
    ok(cache_holds(scratch_path("system.h5"), &holds));
    assert_int_equal(holds, HOLDS_SYSTEM);
    chain_free(&chain);
    assert_int_equal(cache_read_chain(scratch_path("system.h5"), CHAIN_UNKNOWN, &chain),
                     ERROR_INPUT);
    says("system.h5 is a cache of a linear system");
    linear_free(&system);
    assert_int_equal(cache_read_system(scratch_path("chain.h5"), &system), ERROR_INPUT);
    says("chain.h5 is a cache of a chain");
    assert_int_equal(cache_write_system(&no_rows, scratch_path("new.h5")), ERROR_INPUT);
    says("no rows");
    static const char *const keys[] = {"goal=init", "rhs=b.mtx", "type=dtmc"};
    for (int k = 0; k < 3; k++) {
        snprintf(text, sizeof text, "%s:%s", scratch_path("system.h5"), keys[k]);
        assert_int_equal(problem_open(text, &problem), ERROR_INPUT);
        says("system.h5: ");
    }
}

/* Failures from outside */

static void test_full_disk(void **state)
{
    struct chain chain = random_chain(LARGEST), other = random_chain(LARGEST);
    struct rlimit before;
    size_t size;
    ok(cache_write_chain(&other, round_path()));
    char *bytes = slurp(round_path(), &size);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    for (rlim_t limit = 0; limit < 4000; limit = 2 * limit + 1) {
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){limit, before.rlim_max});
        enum status status = cache_write_chain(&chain, round_path());
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(status, ERROR_IO);
        says("round.h5: File too large");
        assert_int_not_equal(access(scratch_path("round.h5.tmp"), F_OK), 0);
        assert_unchanged(round_path(), bytes, size);
    }
    free(bytes);
    chain_free(&chain);
    chain_free(&other);
}

static void test_unwritable(void **state)
{
    static const char *const cases[][2] = {{"nowhere/x.h5", "No such file or directory"},
                                           {".", "not a regular file"}};
    struct chain chain = random_chain(LARGEST);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(cache_write_chain(&chain, scratch_path(cases[k][0])), ERROR_IO);
        says(cases[k][1]);
    }
    chain_free(&chain);
}

/* Root may write anywhere, so another user tries. */
static void test_read_only_folder(void **state)
{
    struct chain chain = random_chain(LARGEST);
    bool root = geteuid() == 0;
    const char *path = scratch_path("denied.h5");
    assert_int_equal(chmod(scratch_folder, 0555), 0);
    if (root) assert_int_equal(seteuid(65534), 0);
    enum status status = cache_write_chain(&chain, path);
    if (root) assert_int_equal(seteuid(0), 0);
    assert_int_equal(chmod(scratch_folder, 0700), 0);
    assert_int_equal(status, ERROR_IO);
    says("Permission denied");
    chain_free(&chain);
}

static void test_no_memory(void **state)
{
    struct chain chain = random_chain(LARGEST), back;
    struct linear system = random_system(LARGEST), copy, outline;
    ok(cache_write_chain(&chain, scratch_path("chain.h5")));
    for (int which = 0; which < 4; which++) {
        enum status status = ERROR_HOST_MEMORY;
        long successes = 0;
        for (; status != OK; successes++) {
            memory_fail_after(successes);
            if (which == 0) status = cache_write_system(&system, round_path());
            else if (which == 1) status = cache_read_system(round_path(), &copy);
            else if (which == 2)
                status = cache_read_chain(scratch_path("chain.h5"), CHAIN_UNKNOWN, &back);
            else status = cache_read_outline(round_path(), &outline);
            memory_fail_after(-1);
            assert_true(status == OK || status == ERROR_HOST_MEMORY);
            assert_int_not_equal(access(scratch_path("round.h5.tmp"), F_OK), 0);
        }
        assert_true(successes > 5);
    }
    assert_same_system(&system, &copy);
    assert_same_chain(&chain, &back);
    assert_true(outline.a.off.rows == system.a.off.rows && outline.a.off.row && !outline.a.diag);
    linear_free(&outline);
    linear_free(&system);
    linear_free(&copy);
    chain_free(&chain);
    chain_free(&back);
}

static volatile sig_atomic_t stop;

static void stop_at_once(const char *what, uint64_t done, uint64_t total)
{
    (void)what;
    (void)done;
    (void)total;
    stop = 1;
}

static void stop_midway(const char *what, uint64_t done, uint64_t total)
{
    (void)what;
    (void)total;
    stop = done > 0;
}

static void test_interrupt(void **state)
{
    struct chain chain = random_chain(LARGEST), back;
    ok(cache_write_chain(&chain, round_path()));
    for (int midway = 0; midway < 2; midway++) {
        progress_hook_set(midway ? stop_midway : stop_at_once, &stop);
        assert_int_equal(cache_read_chain(round_path(), CHAIN_UNKNOWN, &back), ERROR_INTERRUPTED);
        stop = 0;
        assert_int_equal(cache_write_chain(&chain, scratch_path("new.h5")), ERROR_INTERRUPTED);
        stop = 0;
        progress_hook_set(NULL, NULL);
        assert_int_not_equal(access(scratch_path("new.h5"), F_OK), 0);
        assert_int_not_equal(access(scratch_path("new.h5.tmp"), F_OK), 0);
    }
    chain_free(&chain);
}

static void test_nothing_open(void **state)
{
    assert_int_equal(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chains),       cmocka_unit_test(test_systems),
        cmocka_unit_test(test_large),        cmocka_unit_test(test_names),
        cmocka_unit_test(test_same_bytes),   cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_types),        cmocka_unit_test(test_sources),
        cmocka_unit_test(test_other_kind),   cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_unwritable),   cmocka_unit_test(test_read_only_folder),
        cmocka_unit_test(test_no_memory),    cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_nothing_open),
    };
    seed_begin();
    return cmocka_run_group_tests_name("cache", tests, scratch_create, scratch_remove);
}
