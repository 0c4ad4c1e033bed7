/* harness/process/sandbox.h, and the judgement of scripts that want to do harm: none reaches
 * anything outside, and each is ended. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/tables/script_figure.h"
#include "analysis/tables/table.h"
#include "base/process/process.h"
#include "base/random.h"
#include "harness/process/sandbox.h"
#include "harness/script/judge.h"
#include "harness/script/judge_read.h"
#include "harness/script/judge_script.h"
#include "store/journal/journal_encoding.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define HEAD                                                                         \
    "local wm = require 'warpmark' return wm.experiment { name = 'x', problems = { " \
    "'random_dd:n=3' }, "                                                            \
    "variants = { 'a/b/c/d' },\n"
#define CLAIM(body) HEAD "claims = { { id = 'A', text = 'x', test = function(r)\n" body " end } } }"
#define TABLE(body) HEAD "tables = { { id = 't', build = function(r)\n" body " end } } }"
#define FIGURE(body) HEAD "figures = { { id = 'f', build = function(r)\n" body " end } } }"

static void make_results(struct results *r, const char *script)
{
    handmade_begin(r, "made");
    free(r->script);
    r->script = text_of(script);
    handmade_variant(r, "jacobi", "msr", "seq");
    handmade_problem(r, "p", 10, 30);
    handmade_run(r, 0, 0, CASE_OK, 1, 15);
}

/* The filter */

enum { NTRIED = 8 };

/* Sends the error number of everything that should not be possible. */
static void try_all(void *argument, int channel, int fd)
{
    (void)argument, (void)fd;
    int failed[NTRIED] = {0};
    int (*volatile connect_out)(int, int, int) = socket;
    if (sandbox_close(channel) != OK) return;
    failed[0] = open("/etc/hostname", O_RDONLY) < 0 ? errno : 0;
    failed[1] = connect_out(AF_INET, SOCK_STREAM, 0) < 0 ? errno : 0;
    failed[2] = write(STDERR_FILENO, "x", 1) < 0 ? errno : 0;
    failed[3] = (int)fork() < 0 ? errno : 0;
    failed[4] = kill(getppid(), 0) < 0 ? errno : 0;
    failed[5] = unlink("nothing") < 0 ? errno : 0;
    failed[6] =
        mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
            ? errno
            : 0;
    failed[7] = record_send(STDIN_FILENO, 0, 1, "x") ? 0 : errno;
    free(malloc(1 << 24));
    record_send(channel, 1, sizeof failed, failed);
}

static void nothing_else_is_possible(void **state)
{
    struct process process;
    static struct record record;
    double used;
    int failed[NTRIED];
    assert_int_equal(process_start(try_all, NULL, -1, false, &process), OK);
    assert_int_equal(process_wait(&process, INFINITY, &used, &record), ARRIVED);
    assert_int_equal(record.size, sizeof failed);
    memcpy(failed, record.bytes, sizeof failed);
    for (int k = 0; k < NTRIED; k++)
        if (failed[k] != EPERM) fail_msg("the call %d ended with %d", k, failed[k]);
    process_end(&process);
}

/* If the kernel has no filter, as in the process made here, only trusted results are judged. */
static int judge_without_filter(bool trusted)
{
    struct results r;
    struct judged_claims claims;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(seccomp), 0);
    seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl), 1,
                     SCMP_A0(SCMP_CMP_EQ, 22 /* PR_SET_SECCOMP */));
    if (seccomp_load(filter) != 0) return 100;
    make_results(&r, CLAIM("return true, 'x'"));
    r.trusted = trusted;
    enum status status = judge_claims(&r, &claims);
    if (status == OK) return claims.count == 1 ? 0 : 101;
    return status == ERROR_ENVIRONMENT && strstr(fail_message(), "add --trust") ? 1 : 102;
}

static void a_kernel_without_filters(void **state)
{
    for (int trusted = 0; trusted < 2; trusted++) {
        pid_t child = fork();
        if (child == 0) _exit(judge_without_filter(trusted));
        int how = 0;
        assert_int_equal(waitpid(child, &how, 0), child);
        assert_true(WIFEXITED(how));
        assert_int_equal(WEXITSTATUS(how), trusted ? 0 : 1);
    }
}

/* Scripts without an end, in C functions that count no instructions and in places where no hook is
 * called. */
static void what_does_not_end(void **state)
{
    static const char *const list[] = {
        "return true, ('').rep('', math.maxinteger)",
        "table.move({}, 1, math.maxinteger - 1, 2) return true, 'x'",
        "return true, ('a'):rep(3000):find(('.-'):rep(30) .. 'b')",
        "setmetatable({}, { __gc = function() while true do end end }) collectgarbage() return "
        "true, 'x'",
    };
    judge_limit(0, 1);
    for (size_t k = 0; k < COUNT(list); k++) {
        char script[1000];
        struct results r;
        struct judged_claims claims;
        snprintf(script, sizeof script, CLAIM("%s"), list[k]);
        make_results(&r, script);
        assert_int_equal(judge_claims(&r, &claims), ERROR_INPUT);
        if (!strstr(fail_message(), "made_up.lua took more than 1 s of CPU time: judging stopped"))
            fail_msg("%s: %s", list[k], fail_message());
        results_free(&r);
    }
    judge_limit(0, 0);
}

/* Scripts that call Lua's functions again and again are stopped by the number of instructions. */
static void what_counts_and_does_not_end(void **state)
{
    static const char *const list[] = {
        "return true, table.concat(setmetatable({}, { __len = function() return math.maxinteger "
        "end,\n"
        "__index = function() return '' end }))",
        "local function f() while true do coroutine.wrap(function() pcall(f) end)() end end f()",
    };
    judge_limit(100000, 2);
    for (size_t k = 0; k < COUNT(list); k++) {
        char script[1000];
        struct results r;
        struct judged_claims claims;
        snprintf(script, sizeof script, CLAIM("%s"), list[k]);
        make_results(&r, script);
        assert_int_equal(judge_claims(&r, &claims), ERROR_INPUT);
        if (!strstr(fail_message(), "stopped after 100000 instructions") &&
            !strstr(fail_message(), "of CPU time"))
            fail_msg("%s: %s", list[k], fail_message());
        results_free(&r);
    }
    judge_limit(0, 0);
}

/* One process answers for a file, and where it was stopped nothing else of the file is judged. */
static void one_limit_a_file(void **state)
{
    struct results r;
    struct judged_claims claims;
    struct judged_table table;
    make_results(
        &r,
        HEAD "claims = { { id = 'A', text = 'x', test = function(r) return true, 'x' end } },\n"
             "tables = { { id = 't', build = function(r) ('').rep('', math.maxinteger) end } } }");
    judge_limit(0, 1);
    assert_int_equal(judge_open(&r), OK);
    assert_int_equal(judge_claims(&r, &claims), OK);
    judged_claims_free(&claims);
    assert_int_equal(judge_table(&r, "t", &table), ERROR_INPUT);
    for (int k = 0; k < 1000; k++) assert_int_equal(judge_claims(&r, &claims), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "took more than 1 s of CPU time"));
    judge_close(&r);
    assert_int_equal(judge_claims(&r, &claims), OK);
    judged_claims_free(&claims);
    results_free(&r);
    judge_limit(0, 0);
}

/* Results of scripts that have replaced the functions which check them */

#define SPOIL                                                                                   \
    "local none = function() end error, type, ipairs, pairs, next, rawget, assert, tostring = " \
    "none, function() "                                                                         \
    "return 'table' end, none, none, none, none, none, none string.find, string.format, "       \
    "math.tointeger = none, "                                                                   \
    "none, function() return 1 end "

static void spoilt_globals(void **state)
{
    static const char *const figures[] = {
        "return { x = { title = 'x' }, y = { title = 'y' }, curves = { { title = 'c', points = { "
        "{}, {}, {} } } } }",
        "return { x = {}, y = {}, curves = {} }",
        "return { x = { title = 'x', unit = 'zz' }, y = { title = 'y' }, kind = 'pie', panels = 3 "
        "}",
    };
    static const char *const tables[] = {
        "return { columns = {}, rows = {} }", "return {}",
        "return { columns = { { title = 't', unit = 'zz' } }, rows = { {} } }"};
    static const char *const claims[] = {"r.cases { problem = {} } return true, 'x'",
                                         "return 7, {}", "r.problems(3) return true, 'x'"};
    for (size_t k = 0; k < 3; k++) {
        char script[2000];
        struct results r;
        struct judged_figure figure;
        struct judged_table table;
        struct judged_claims claim;
        snprintf(script, sizeof script, SPOIL FIGURE("%s"), figures[k]);
        make_results(&r, script);
        assert_int_equal(judge_figure(&r, "f", &figure), ERROR_INPUT);
        results_free(&r);
        snprintf(script, sizeof script, SPOIL TABLE("%s"), tables[k]);
        make_results(&r, script);
        assert_int_equal(judge_table(&r, "t", &table), ERROR_INPUT);
        results_free(&r);
        snprintf(script, sizeof script, SPOIL CLAIM("%s"), claims[k]);
        make_results(&r, script);
        assert_int_equal(judge_claims(&r, &claim), ERROR_INPUT);
        results_free(&r);
    }
}

/* Reading answers */

static enum status read_answer(enum judge_question what, const unsigned char *bytes, size_t size)
{
    struct decoder in = {.at = bytes, .end = bytes + size};
    struct judged_claims claims = {0};
    struct judged_table table = {0};
    struct judged_figure figure = {0};
    struct judged_structure structure = {0};
    struct pivot pivot = {0};
    enum status status = what == ASK_CLAIMS   ? judge_read_claims(&in, &claims)
                         : what == ASK_TABLE  ? judge_read_table(&in, &table)
                         : what == ASK_FIGURE ? judge_read_figure(&in, &figure)
                                              : judge_read_structure(&in, &structure);
    if (what == ASK_FIGURE && status == OK) {
        assert_int_equal(script_figure_pivot(&figure, &pivot), OK);
        pivot_free(&pivot);
    }
    judged_claims_free(&claims);
    judged_table_free(&table);
    judged_figure_free(&figure);
    judged_structure_free(&structure);
    return status;
}

#define EVERYTHING                                                                                 \
    HEAD "claims = { { id = 'A', text = 'x', test = function() return true, 'y' end } },\n"        \
         "tables = { { id = 't', build = function() return { columns = { { title = 'a', unit = "   \
         "'s', group = 'g' "                                                                       \
         "}, { title = 'b' } }, rows = { { 1, 'x' }, { { 2, mark = '*' } } }, notes = { 'n' } } "  \
         "end } },\n"                                                                              \
         "figures = { { id = 's', kind = 'structure', orders = 'native,bfs' }, { id = 'f', build " \
         "= function() "                                                                           \
         "return { x = { title = 'x' }, y = { title = 'y', unit = 's' }, kind = 'bars', panels = " \
         "{ { title = "                                                                            \
         "'p', curves = { { title = 'c', points = { { 1, 2, 1, 3 }, { 'z', 4 } } } } } } } end } " \
         "} }"

/* Answers of one script with bytes changed, cut and lengthened: each is read, or refused. */
static void damaged_answers(void **state)
{
    static const char *const ids[] = {"", "t", "f", "s"};
    struct results r;
    struct judging *judging;
    size_t refused = 0, rounds = 20000;
    make_results(&r, EVERYTHING);
    assert_int_equal(judging_open(&r, 1000000, 1 << 24, &judging), OK);
    for (int what = 0; what < NJUDGE_QUESTIONS; what++) {
        struct encoder whole = {0};
        assert_int_equal(judging_ask(judging, (enum judge_question)what, ids[what], &whole), OK);
        assert_int_equal(read_answer((enum judge_question)what, whole.byte, whole.used), OK);
        for (size_t cut = 0; cut < whole.used; cut++)
            assert_int_equal(read_answer((enum judge_question)what, whole.byte, cut), ERROR_INPUT);
        for (uint64_t k = 0; k < rounds; k++) {
            unsigned char *bytes = malloc(whole.used);
            memcpy(bytes, whole.byte, whole.used);
            for (uint64_t i = 0; i <= k % 4; i++) {
                uint64_t word = random_bits(31, (uint64_t)what, 8 * k + i);
                bytes[word % whole.used] = (word >> 40) % 2   ? (unsigned char)(word >> 32)
                                           : (word >> 41) % 2 ? 0xff
                                                              : 0;
            }
            enum status status = read_answer((enum judge_question)what, bytes, whole.used);
            assert_true(status == OK || status == ERROR_INPUT);
            refused += status == ERROR_INPUT;
            free(bytes);
        }
        free(whole.byte);
    }
    assert_in_range(refused, rounds, 4 * rounds);
    judging_close(judging);
    results_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_else_is_possible), cmocka_unit_test(a_kernel_without_filters),
        cmocka_unit_test(what_does_not_end),        cmocka_unit_test(what_counts_and_does_not_end),
        cmocka_unit_test(one_limit_a_file),         cmocka_unit_test(spoilt_globals),
        cmocka_unit_test(damaged_answers),
    };
    return cmocka_run_group_tests_name("sandbox", tests, NULL, NULL);
}
