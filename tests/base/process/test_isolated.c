/* Work in a child process: its answers, and everything that it may not do. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process/isolated.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"

#undef fail /* of cmocka */

static const struct isolation limits = {.memory = 64 << 20, .seconds = 1};

static enum status add_up(void *to, uint32_t kind, const void *bytes, size_t size)
{
    uint64_t *sum = to;
    for (size_t k = 0; k < size; k++) *sum = *sum * 31 + kind + ((const unsigned char *)bytes)[k];
    return OK;
}

static enum status run(isolated_work *work, void *argument, uint64_t *sum)
{
    int fd = open("/dev/null", O_RDONLY);
    *sum = 0;
    enum status status = isolated(&limits, work, argument, fd, add_up, sum);
    close(fd);
    return status;
}

static enum status talk(void *argument, int fd, message_fn *put, void *to)
{
    static unsigned char bytes[LARGEST_MESSAGE];
    (void)fd;
    for (uint32_t k = 0; k < 50; k++) {
        memset(bytes, (int)k, sizeof bytes);
        enum status status = put(to, k, bytes, k < 25 ? k : sizeof bytes - k);
        if (status != OK) return status;
    }
    return argument ? fail(ERROR_DAMAGED, "as it was told: %s", (const char *)argument) : OK;
}

static void test_answers(void **state)
{
    char text[] = "a text";
    uint64_t apart, here = 0;
    assert_int_equal(run(talk, NULL, &apart), OK);
    assert_int_equal(talk(NULL, -1, add_up, &here), OK);
    assert_true(apart == here);
    assert_int_equal(run(talk, text, &apart), ERROR_DAMAGED);
    assert_string_equal(fail_message(), "as it was told: a text");
    assert_true(apart == here);
}

static enum status refuse(void *to, uint32_t kind, const void *bytes, size_t size)
{
    (void)to, (void)bytes, (void)size;
    return kind == 3 ? fail(ERROR_INPUT, "no more") : OK;
}

static void test_taker_stops_it(void **state)
{
    int fd = open("/dev/null", O_RDONLY);
    assert_int_equal(isolated(&limits, talk, NULL, fd, refuse, NULL), ERROR_INPUT);
    assert_string_equal(fail_message(), "no more");
    close(fd);
}

static enum status crash(void *argument, int fd, message_fn *put, void *to)
{
    (void)fd, (void)put, (void)to;
    raise(*(int *)argument);
    return OK;
}

static enum status hang(void *argument, int fd, message_fn *put, void *to)
{
    (void)argument, (void)fd, (void)put, (void)to;
    for (volatile unsigned k = 0;;) k++;
    return OK;
}

static enum status leave(void *argument, int fd, message_fn *put, void *to)
{
    (void)argument, (void)fd, (void)put, (void)to;
    _exit(7);
    return OK;
}

static void test_deaths(void **state)
{
    uint64_t sum;
    for (int k = 0; k < 3; k++) {
        int number = (const int[]){SIGSEGV, SIGABRT, SIGBUS}[k];
        assert_int_equal(run(crash, &number, &sum), ERROR_CRASHED);
        assert_non_null(strstr(fail_message(), "its process was killed by signal"));
    }
    assert_int_equal(run(leave, NULL, &sum), ERROR_CRASHED);
    assert_non_null(strstr(fail_message(), "exit code 7"));
    assert_int_equal(run(hang, NULL, &sum), ERROR_CRASHED);
    assert_non_null(strstr(fail_message(), "more than 1 s of processor time"));
}

/* Each bit that comes back is something that should not have worked. */
static enum status misbehave(void *argument, int fd, message_fn *put, void *to)
{
    unsigned char worked = 0;
    char name[64];
    /* No malloc(): clang leaves it out, and the address sanitizer opens files when it fails. */
    if (mmap(NULL, UINT64_C(1) << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
        worked |= 1;
    snprintf(name, sizeof name, NAME_OF_OPEN_FILE, fd);
    if (open(name, O_RDONLY) < 0) worked |= 2; /* the one file that it may */
    if (open(argument, O_RDONLY) >= 0) worked |= 4;
    if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0) worked |= 8;
    if (write(STDOUT_FILENO, "seen\n", 5) == 5 && fcntl(STDOUT_FILENO, F_GETFL) == O_WRONLY)
        worked |= 16;
    return put(to, 0, &worked, 1);
}

static void test_confined(void **state)
{
    uint64_t worked;
    scratch_write("secret", "text");
    assert_int_equal(run(misbehave, (void *)scratch_path("secret"), &worked), OK);
    assert_int_equal(worked, 0);
}

/* Files */

static void refused(const char *path, const char *why)
{
    int fd;
    uint64_t size;
    FILE *stream;
    assert_int_equal(file_open(path, O_RDONLY, &fd, &size), ERROR_IO);
    assert_int_equal(fd, -1);
    assert_int_equal(file_open_stream(path, &stream), ERROR_IO);
    assert_null(stream);
    assert_non_null(strstr(fail_message(), why));
    assert_non_null(strstr(fail_message(), path));
}

static void test_files(void **state)
{
    int fd;
    uint64_t size;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    scratch_write("file", "12345");
    assert_int_equal(symlink("file", scratch_path("link")), 0);
    assert_int_equal(symlink("pipe", scratch_path("to_pipe")), 0);
    assert_int_equal(mkfifo(scratch_path("pipe"), 0600), 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", scratch_path("socket"));
    assert_int_equal(
        bind(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(file_open(scratch_path("link"), O_RDONLY, &fd, &size), OK);
    assert_int_equal(size, 5);
    close(fd);
    refused(scratch_path("absent"), "No such file");
    refused(scratch_path("pipe"), "not a regular file");
    refused(scratch_path("to_pipe"), "not a regular file");
    refused(scratch_path("socket"), "not a regular file");
    refused(scratch_folder, "not a regular file");
    refused("/dev/zero", "not a regular file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers), cmocka_unit_test(test_taker_stops_it),
        cmocka_unit_test(test_deaths),  cmocka_unit_test(test_confined),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests_name("isolated", tests, scratch_create, scratch_remove);
}
