#define _GNU_SOURCE /* posix_openpt */
/* runs alone: a clock is read after 1.3 s, and must say 0:01 */
/* The progress line of a run, as a text and on a terminal. */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/output/printed.h"
#include "base/process/interrupt.h"
#include "base/progress_hook.h"
#include "harness/process/progress.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"

static const char *line(const struct progress *progress, double now, double left, int columns)
{
    static char text[300];
    return progress_line(progress, now, left, columns, text, sizeof text);
}

static void test_line(void **state)
{
    struct progress p = {.done = 12, .total = 96, .started = 100, .now = "tandem  jacobi"};
    p.since = 152;
    assert_string_equal(line(&p, 164.2, 170, 80),
                        "[12/96] 1:04, about 3 min left: tandem  jacobi for 0:12");
    assert_string_equal(line(&p, 152.5, NAN, 80), "[12/96] 0:52: tandem  jacobi");
    assert_string_equal(line(&p, 4000, 9, 80),
                        "[12/96] 1:05:00, a few seconds left: tandem  jacobi for 1:04:08");
    assert_string_equal(line(&p, 152, 41, 80), "[12/96] 0:52, about 50 s left: tandem  jacobi");
    assert_string_equal(line(&p, 152, 9000, 80), "[12/96] 0:52, about 3 h left: tandem  jacobi");
    p.now[0] = '\0';
    assert_string_equal(line(&p, 152, 41, 80), "[12/96] 0:52, about 50 s left");
}

/* The name is shortened first, then the rest; the line is never wider than allowed. */
static void test_width(void **state)
{
    struct progress p = {
        .done = 1, .total = 2, .now = "0123456789 jacobi/msr/f64/\xc2\xb5\xc2\xb5"};
    p.since = 2;
    assert_string_equal(line(&p, 62, NAN, 30), "[1/2] 1:02: 012345678 for 1:00");
    for (int columns = 0; columns < 80; columns++)
        assert_true((int)strlen(line(&p, 62, 100, columns)) <= columns);
    assert_string_equal(line(&p, 62, NAN, 4), "[1/2");
}

static double unknown(void *context)
{
    return NAN;
}

/* On a terminal of 40 columns. */
static void run_something(void)
{
    struct progress p;
    progress_start(&p, 2, unknown, NULL);
    progress_now(&p, "a problem with a name that is longer than the line", 0);
    progress_hook_call(NULL, 0, 0);
    progress_end(&p, "first", "crashed", true);
    fprintf(stderr, "other\n");
    progress_hook_call(NULL, 0, 0); /* too early */
    progress_stop(&p);
}

/* Writes to out the output of a program that runs on a terminal. colours: NO_COLOR is not set. */
static void print_there(void (*print)(void), bool colours, const char *term, char *out, size_t size)
{
    int ours = posix_openpt(O_RDWR | O_NOCTTY);
    if (ours < 0) skip(); /* no terminals here: /dev/pts is not mounted */
    assert_true(grantpt(ours) == 0 && unlockpt(ours) == 0);
    int theirs = open(ptsname(ours), O_RDWR | O_NOCTTY);
    assert_true(theirs >= 0 && ioctl(theirs, TIOCSWINSZ, &(struct winsize){24, 40, 0, 0}) == 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(theirs, STDERR_FILENO);
        dup2(theirs, STDOUT_FILENO);
        setenv("TERM", term, 1);
        if (colours) unsetenv("NO_COLOR");
        else setenv("NO_COLOR", "1", 1);
        if (!printed_guard()) _exit(1);
        print();
        _exit(0);
    }
    close(theirs);
    size_t used = 0;
    for (ssize_t got; used < size - 1 && (got = read(ours, out + used, size - 1 - used)) > 0;)
        used += (size_t)got;
    out[used] = '\0';
    close(ours);
    waitpid(child, NULL, 0);
}

static void test_terminal(void **state)
{
    char out[2000];
    print_there(run_something, true, "xterm", out, sizeof out);
    assert_string_equal(out, "\r[0/2] 0:00: a problem with a name that \033[K"
                             "\r\033[K[1/2] first: \033[31mcrashed\033[m\r\n"
                             "\r[1/2] 0:00: a problem with a name that \033[K"
                             "\r\033[Kother\r\n");
    print_there(run_something, false, "xterm", out, sizeof out);
    assert_non_null(strstr(out, "first: crashed\r\n"));
    print_there(run_something, true, "dumb", out, sizeof out);
    assert_string_equal(out, "[1/2] first: crashed\r\nother\r\n");
}

static void solve_something(void)
{
    progress_clock_start("jacobi/msr/f64/seq");
    usleep(1300000);
    progress_clock_stop();
    progress_clock_stop();
    fputs("solved\n", stderr);
}

static void test_clock(void **state)
{
    char out[2000];
    print_there(solve_something, true, "xterm", out, sizeof out);
    assert_string_equal(out, "\rjacobi/msr/f64/seq for 0:01\033[K\r\033[Ksolved\r\n");
    print_there(solve_something, true, "dumb", out, sizeof out);
    assert_string_equal(out, "solved\r\n");
}

/* The last test: an interrupt is for good. */
static void test_interrupted_proof(void **state)
{
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS, none = {.width = 0};
    struct problem problem;
    double seconds;
    assert_int_equal(problem_open("herman:n=5", &problem), OK);
    assert_int_equal(progress_prove(&problem, &none, &seconds), OK);
    assert_true(isnan(seconds) && !problem.proof.x);
    interrupt_install();
    raise(SIGTERM);
    assert_int_equal(progress_prove(&problem, &settings, &seconds), ERROR_INTERRUPTED);
    problem_free(&problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line),
        cmocka_unit_test(test_width),
        cmocka_unit_test(test_terminal),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_interrupted_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
