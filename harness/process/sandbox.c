#include "harness/process/sandbox.h"

#include <errno.h>
#include <seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "base/system.h"

/* Calls that are harmless with any arguments. The C library makes them by itself, for memory and
 * clocks. */
static const int harmless[] = {
    SCMP_SYS(brk),        SCMP_SYS(munmap),    SCMP_SYS(mremap),        SCMP_SYS(madvise),
    SCMP_SYS(futex),      SCMP_SYS(getrandom), SCMP_SYS(clock_gettime), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(exit_group), SCMP_SYS(exit),      SCMP_SYS(sigaltstack)};

enum status sandbox_limit(unsigned seconds, size_t memory)
{
    const struct rlimit cpu = {seconds, seconds + 1}, core = {0, 0};
    double now, resident, shared;
    system_memory(0, &now, &resident, &shared);
    const rlim_t most = memory ? (rlim_t)now + memory : RLIM_INFINITY;
    const struct rlimit space = {most, most};
    signal(SIGXCPU, SIG_DFL);
    if (setrlimit(RLIMIT_CORE, &core) == 0 && setrlimit(RLIMIT_CPU, &cpu) == 0 &&
        (!memory || setrlimit(RLIMIT_AS, &space) == 0))
        return OK;
    return fail(ERROR_ENVIRONMENT, "cannot limit what a process takes: %s", strerror(errno));
}

/* Adds rules for the calls that stay allowed, one for each; 0 or a negative error number. */
static int add_rules(scmp_filter_ctx filter, int socket)
{
    static const int on_socket[] = {SCMP_SYS(sendmsg), SCMP_SYS(recvmsg)};
    int failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
                                  SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    for (size_t k = 0; !failed && k < sizeof harmless / sizeof *harmless; k++)
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, harmless[k], 0);
    for (int k = 0; !failed && k < 2; k++)
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, on_socket[k], 1,
                                  SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)socket));
    return failed ? failed : seccomp_load(filter);
}

enum status sandbox_close(int socket)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter) return fail(ERROR_HOST_MEMORY, "no memory for a filter of system calls");
    int failed = add_rules(filter, socket);
    seccomp_release(filter);
    if (failed)
        return fail(ERROR_ENVIRONMENT, "this system refuses a filter of system calls (seccomp): %s",
                    strerror(-failed));
    return OK;
}
