/* Child processes and other programs: how they end, what they may not do, and that nothing of them
 * is left. */
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/process/clock.h"
#include "base/process/process.h"
#include "base/process/process_tree.h"
#include "base/process/program.h"
#include "base/progress_hook.h"
#include "base/system.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

static int open_files(void)
{
    int count = 0;
    DIR *files = opendir("/proc/self/fd");
    for (const struct dirent *entry; files && (entry = readdir(files));)
        count += entry->d_name[0] != '.';
    if (files) closedir(files);
    return count - 1;
}

/* Children: the argument says what to do */

enum deed { LEAVE, CRASH, PRINT_AND_LEAVE, SLEEP, EAT, SLEEP_WITH_OTHERS, COUNT_FILES };

static void do_it(void *argument, int channel, int fd)
{
    const int files = open_files();
    (void)fd;
    switch (*(const enum deed *)argument) {
    case LEAVE: return;
    case CRASH: abort();
    case PRINT_AND_LEAVE:
        printf("first\n  the \033[31mlast\xff line\n-----\n\n");
        fflush(stdout);
        _exit(7);
    case SLEEP_WITH_OTHERS:
        for (int k = 0; k < 3; k++)
            if (fork() == 0 && (k < 2 || setsid() < 0 || fork() == 0)) break;
        record_send(channel, 0, 0, NULL);
        pause();
        break;
    case EAT:
        for (char *more; (more = malloc(1 << 20)); usleep(1000)) memset(more, 1, 1 << 20);
        break;
    case COUNT_FILES: record_send(channel, 1, sizeof files, &files); return;
    case SLEEP:
        for (;;) pause();
    }
}

struct ended {
    enum arrival arrival;
    struct process process;
};

static void run_deed(enum deed deed, double seconds, double memory, struct ended *out)
{
    static struct record record;
    double used;
    const int before = open_files();
    assert_int_equal(process_start(do_it, &deed, -1, true, &out->process), OK);
    out->process.end_by = clock_now() + seconds;
    out->arrival = process_wait(&out->process, memory, &used, &record);
    process_end(&out->process);
    assert_int_equal(open_files(), before);
}

static void children_say_how_they_ended(void **state)
{
    struct ended ended;
    run_deed(LEAVE, INFINITY, INFINITY, &ended);
    assert_true(ended.arrival == CLOSED && ended.process.code == 0 && !*ended.process.how);
    run_deed(CRASH, INFINITY, INFINITY, &ended);
    assert_true(ended.arrival == CLOSED && ended.process.code == -1);
    assert_int_equal(ended.process.killed_by, SIGABRT);
    assert_memory_equal(ended.process.how, "its process was killed by SIGABRT (Aborted)", 43);
    run_deed(PRINT_AND_LEAVE, INFINITY, INFINITY, &ended);
    assert_int_equal(ended.process.code, 7);
    assert_string_equal(ended.process.how,
                        "its process ended with exit code 7; the last line it printed: "
                        "the  [31mlast\xef\xbf\xbd line");
    run_deed(SLEEP, 0.1, INFINITY, &ended);
    assert_true(ended.arrival == OVER_TIME && ended.process.code == -1);
    run_deed(EAT, INFINITY, process_memory(getpid()) + 5e7, &ended);
    assert_true(ended.arrival == OVER_MEMORY && ended.process.code == -1);
}

/* Input, output, errors and the channel. */
static void children_have_no_file_of_ours(void **state)
{
    static struct record record;
    enum deed deed = COUNT_FILES;
    struct process process;
    double used;
    int files, ours[3];
    for (int k = 0; k < 3; k++) ours[k] = open("/dev/null", O_RDONLY);
    for (int given = 0; given < 2; given++) {
        assert_int_equal(process_start(do_it, &deed, given ? ours[1] : -1, true, &process), OK);
        assert_int_equal(process_wait(&process, INFINITY, &used, &record), ARRIVED);
        memcpy(&files, record.bytes, sizeof files);
        assert_int_equal(files, 4 + given);
        process_end(&process);
    }
    for (int k = 0; k < 3; k++) close(ours[k]);
}

static void descendants_die(void **state)
{
    static struct record record;
    enum deed deed = SLEEP_WITH_OTHERS;
    struct process process;
    double used;
    int tree[TREE_MOST];
    size_t count = 0;
    assert_int_equal(process_start(do_it, &deed, -1, true, &process), OK);
    assert_int_equal(process_wait(&process, INFINITY, &used, &record), ARRIVED);
    while (count < 5) count = process_tree(process.pid, TREE_MOST, tree);
    process_kill(&process);
    process_end(&process);
    assert_int_equal(process.pid, 0);
    for (size_t k = 0; k < count; k++)
        for (char now = 'R'; now != 'Z' && kill(tree[k], 0) == 0; usleep(1000)) {
            char path[40];
            snprintf(path, sizeof path, "/proc/%d/stat", tree[k]);
            FILE *stat = fopen(path, "r");
            if (!stat || fscanf(stat, "%*d (%*[^)]) %c", &now) != 1) now = 'Z';
            if (stat) fclose(stat);
        }
}

/* More and more descriptors, until there are enough for us, and then for the child. */
static void too_few_files_are_told(void **state)
{
    const int before = open_files();
    int refused[2] = {0};
    struct rlimit old;
    enum deed deed = LEAVE;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
    for (rlim_t most = 3;; most++) {
        struct process process;
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &(struct rlimit){most, old.rlim_max}), 0);
        const enum status status = process_start(do_it, &deed, -1, true, &process);
        process_end(&process);
        setrlimit(RLIMIT_NOFILE, &old);
        assert_int_equal(open_files(), before);
        if (status == OK && !*process.how) break;
        if (status != OK) assert_int_equal(status, ERROR_IO);
        assert_non_null(strstr(status == OK ? process.how : fail_message(), "ulimit -n"));
        refused[status == OK]++;
    }
    assert_true(refused[0] > 3);
}

/* Programs */

static void run_script(const char *script, const struct program *how, struct program_end *end)
{
    const char *const words[] = {"sh", "-c", script, NULL};
    struct program program = *how;
    const int before = open_files();
    program.words = words;
    if (program_run(&program, end) != OK) fail_msg("%s", fail_message());
    assert_int_equal(open_files(), before);
}

static const struct program usual = {.seconds = INFINITY};

static void programs_say_how_they_ended(void **state)
{
    struct program_end end;
    run_script("echo well", &usual, &end);
    assert_true(end.code == 0 && !*end.brief && !*end.how && !*end.error);
    assert_string_equal(end.said, "well");
    run_script("echo an error; echo bye; exit 3", &usual, &end);
    assert_int_equal(end.code, 3);
    assert_string_equal(end.brief, "exit code 3");
    assert_string_equal(end.how,
                        "its process ended with exit code 3; the last line it printed: bye");
    assert_string_equal(end.error, "an error");
    run_script("kill -9 $$", &usual, &end);
    assert_int_equal(end.code, -1);
    assert_string_equal(end.brief, "signal 9");
    assert_string_equal(end.how, "its process was killed by SIGKILL (Killed)");
    run_script("echo hm; exec sleep 1000", &(struct program){.seconds = 0.2}, &end);
    assert_string_equal(end.brief, "no end within 0.2 s");
    assert_string_equal(end.said, "hm");
    const struct program small = {.seconds = INFINITY, .folder = scratch_folder, .file_bytes = 2e4};
    run_script("exec head -c 100000 /dev/zero >large", &small, &end);
    assert_string_equal(end.brief, "its file has more than 2e-05 GB");
    const char *const missing[] = {"no-such-program", NULL};
    assert_int_equal(program_run(&(struct program){.words = missing, .seconds = 9}, &end), OK);
    assert_int_equal(end.code, PROGRAM_NOT_STARTED);
    assert_string_equal(end.said, "cannot run it: No such file or directory");
}

static void output_goes_to_a_file(void **state)
{
    char line[40] = "";
    struct program_end end;
    const struct program program = {.seconds = INFINITY, .output = scratch_path("output")};
    run_script("echo hidden >&2; echo kept; readlink /proc/self/fd/0", &program, &end);
    assert_string_equal(end.said, "hidden");
    FILE *in = fopen(scratch_path("output"), "r");
    assert_non_null(in);
    assert_int_equal(fread(line, 1, sizeof line - 1, in), 15);
    assert_string_equal(line, "kept\n/dev/null\n");
    fclose(in);
}

/* Daemons included: they would end the test by its time limit, since they hold the pipe. */
static void programs_leave_nothing(void **state)
{
    static const char script[] = "(setsid sleep 1234567 &) ; sleep 1234567 & %s";
    char line[80];
    for (int k = 0; k < 3; k++) {
        struct program_end end;
        snprintf(line, sizeof line, script, ((const char *[]){"exit 1", "kill -9 $$", "wait"})[k]);
        run_script(line, k == 2 ? &(struct program){.seconds = 0.5} : &usual, &end);
        assert_int_equal(system("! grep -slzx 1234567 /proc/[0-9]*/cmdline"), 0);
    }
}

static volatile sig_atomic_t stop;

static void stop_when_ready(const char *what, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    assert_string_equal(what, "waiting");
    stop = access(scratch_path("ready"), F_OK) == 0;
}

/* A program that is asked to stop may tidy up, but not for long. */
static void programs_are_asked_to_stop(void **state)
{
    static const char *const scripts[] = {
        "trap 'touch tidy; exit 0' TERM; touch ready; while :; do sleep 0.05; done",
        "trap '' TERM; touch ready; while :; do sleep 0.05; done"};
    progress_hook_set(stop_when_ready, &stop);
    for (int k = 0; k < 2; k++) {
        const char *const words[] = {"sh", "-c", scripts[k], NULL};
        const struct program program = {
            .words = words, .folder = scratch_folder, .what = "waiting", .seconds = INFINITY};
        struct program_end end;
        stop = 0;
        const double start = clock_now();
        assert_int_equal(program_run(&program, &end), ERROR_INTERRUPTED);
        assert_true((clock_now() - start >= 3) == k);
        assert_int_equal(unlink(scratch_path("tidy")), -k);
        assert_int_equal(unlink(scratch_path("ready")), 0);
    }
    progress_hook_set(NULL, NULL);
}

/* The last line */

static void last_lines(void **state)
{
    static const struct {
        const char *output, *line, *error;
    } cases[] = {
        {"", "", ""},
        {"one", "one", ""},
        {"one\ntwo\r\n\n", "two", ""},
        {"one\n--- two ---\n-----\n", "two ---", ""},
        {"Error: one\ntwo\n", "two", "Error: one"},
        {"an error\nError: two\nthree", "three", "Error: two"},
        {"one\nerror", "error", ""},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct last_line last = {0};
        for (const char *at = cases[k].output; *at; at++) last_line_take(&last, *at);
        assert_string_equal(last.line, cases[k].line);
        assert_string_equal(last.error, cases[k].error);
    }
    struct last_line last = {0};
    char shown[6];
    for (int k = 0; k < 1000; k++) assert_false(last_line_take(&last, 'x'));
    assert_int_equal(strlen(last.line), sizeof last.line - 1);
    assert_true(last_line_take(&last, '\n') && !last_line_take(&last, '\n'));
    last_line_show("\xff\xff\xff", shown, sizeof shown);
    assert_string_equal(shown, "\xef\xbf\xbd");
}

/* Records and memory */

/* Records of random bytes, and sound ones with some changed, are no records. */
static void changed_records_are_none(void **state)
{
    seed_begin();
    static struct record record;
    unsigned char bytes[300], raw[400];
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    for (uint64_t k = 0; k < 2000; k++) {
        size_t size = draw(sizeof bytes);
        for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)draw(256);
        assert_true(record_send(ends[0], (uint32_t)k, size, bytes));
        assert_true(record_receive(ends[1], &record));
        assert_int_equal(record.kind, k);
        assert_int_equal(record.size, size);
        assert_memory_equal(record.bytes, bytes, size);
        assert_true(record_send(ends[0], (uint32_t)k, size, bytes));
        size_t length = (size_t)recv(ends[1], raw, sizeof raw, 0);
        raw[draw(length)] ^= (unsigned char)(1 + draw(255));
        assert_true(send(ends[0], raw, length, 0) > 0);
        assert_false(record_receive(ends[1], &record));
        assert_true(send(ends[0], bytes, size ? size : 1, 0) > 0);
        assert_false(record_receive(ends[1], &record));
    }
    close(ends[0]);
    assert_false(record_receive(ends[1], &record));
    assert_false(record_send(ends[1], 0, 0, NULL)); /* and no signal */
    close(ends[1]);
}

static void memory_is_counted(void **state)
{
    enum { BYTES = 50000000 };
    double before = process_memory(getpid()), available = available_memory();
    volatile char *bytes = malloc(BYTES);
    for (int k = 0; k < BYTES; k += 1000) bytes[k] = 1;
    double more = process_memory(getpid()) - before;
    free((char *)bytes);
    assert_true(more > 0.9 * BYTES && more < 1.2 * BYTES);
    assert_true(available > 0 && available < 1e15);
    assert_true(process_memory(0x7ffffff) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_say_how_they_ended),
        cmocka_unit_test(children_have_no_file_of_ours),
        cmocka_unit_test(descendants_die),
        cmocka_unit_test(too_few_files_are_told),
        cmocka_unit_test(programs_say_how_they_ended),
        cmocka_unit_test(output_goes_to_a_file),
        cmocka_unit_test(programs_leave_nothing),
        cmocka_unit_test(programs_are_asked_to_stop),
        cmocka_unit_test(last_lines),
        cmocka_unit_test(changed_records_are_none),
        cmocka_unit_test(memory_is_counted),
    };
    return cmocka_run_group_tests_name("child", tests, scratch_create, scratch_remove);
}
