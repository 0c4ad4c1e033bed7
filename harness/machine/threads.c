#include "harness/machine/threads.h"

#include <ctype.h>
#include <limits.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/system.h"
#include "base/team.h"

/* Returns the value of an environment variable; NULL if it is unset or empty. */
static const char *said(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static unsigned cores(void)
{
    struct system_share share;
    system_share("", &share);
    return system_cores(&share);
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* Reads a number and the blanks around it. */
static bool read_thread_count(const char **text, unsigned long long *out)
{
    char *end;
    const char *at = skip_blanks(*text);
    if (!isdigit((unsigned char)*at)) return false;
    *out = strtoull(at, &end, 10);
    *text = skip_blanks(end);
    return true;
}

/* Checks a number, or one for each level of nested regions. */
static enum status check_threads(const char *name, unsigned long long most)
{
    const char *value = said(name), *at = value;
    unsigned long long count, largest = 0;
    bool more = value != NULL;
    while (more) {
        if (!read_thread_count(&at, &count) || count == 0 || (*at && *at != ','))
            return fail(ERROR_INPUT,
                        "%s=%s: needs a number of threads from 1 to %llu, such as %s=%u", name,
                        value, most, name, cores());
        if (count > largest) largest = count;
        more = *at++ == ',';
    }
    if (largest <= most) return OK;
    return fail(ERROR_INPUT,
                "%s=%s: at most %llu threads can be used; this machine has %u cores: %s=%u", name,
                value, most, cores(), name, cores());
}

/* Checks a number with B, K (the default), M or G. */
static enum status check_stack(const char *name)
{
    enum { LEAST_KIB = 256, MOST_KIB = 1 << 20 };
    static const char units[] = "bkmg";
    const char *value = said(name), *at = value, *unit = units + 1;
    unsigned long long count = 0;
    if (!value) return OK;
    bool good = read_thread_count(&at, &count);
    if (good && *at && (unit = strchr(units, tolower((unsigned char)*at))))
        at = skip_blanks(at + 1);
    double kib = unit ? (double)count / 1024 : 0;
    for (; unit && unit > units; unit--) kib *= 1024;
    if (good && unit && !*at && kib >= LEAST_KIB && kib <= MOST_KIB) return OK;
    return fail(
        ERROR_INPUT,
        "%s=%s: the stack of a thread needs %dK to 1G, such as %s=4M; unset it for the usual size",
        name, value, LEAST_KIB, name);
}

enum status threads_check(void)
{
    MUST(check_threads("OMP_NUM_THREADS", TEAM_MOST));
    MUST(check_threads("OMP_THREAD_LIMIT", INT_MAX));
    MUST(check_stack("OMP_STACKSIZE"));
    return check_stack("GOMP_STACKSIZE");
}

void threads_wait_briefly(char **argv)
{
    /* GNU: turns of a loop that pauses, 2 to 25 us: about what a thread takes to sleep and be
     * woken. LLVM: ms. */
    static const char *const wait[][2] = {{"GOMP_SPINCOUNT", "500"}, {"KMP_BLOCKTIME", "0"}};
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0 || getenv("OMP_WAIT_POLICY") || getenv(wait[0][0]) || getenv(wait[1][0]))
        return;
    program[length] = '\0';
    for (int k = 0; k < 2; k++)
        if (setenv(wait[k][0], wait[k][1], 1) != 0) return;
    execv(program, argv);
}

void threads_fit(void)
{
    int most = (int)cores();
    if (!said("OMP_NUM_THREADS") && most < omp_get_max_threads()) omp_set_num_threads(most);
}

int threads_count(void)
{
    int limit = omp_get_thread_limit(), most = omp_get_max_threads();
    return most < limit ? most : limit;
}

bool threads_spin(void)
{
    const char *policy = said("OMP_WAIT_POLICY");
    return policy && !strncasecmp(skip_blanks(policy), "active", strlen("active"));
}
