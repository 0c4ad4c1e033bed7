#include "base/progress_hook.h"

#include <stdatomic.h>
#include <stddef.h>

static void (*listener)(const char *what, uint64_t done, uint64_t total);
static const volatile sig_atomic_t *stop_flag;
static atomic_flag telling = ATOMIC_FLAG_INIT;

void progress_hook_set(void (*tell)(const char *what, uint64_t done, uint64_t total),
                       const volatile sig_atomic_t *stop)
{
    listener = tell;
    stop_flag = stop;
}

bool progress_hook_call(const char *what, uint64_t done, uint64_t total)
{
    if (listener &&
        !atomic_flag_test_and_set(&telling)) { /* a thread that comes second need not tell */
        listener(what, done, total);
        atomic_flag_clear(&telling);
    }
    return !stop_flag || !*stop_flag;
}

enum status progress_hook_check(void)
{
    return progress_hook_call(NULL, 0, 0) ? OK : progress_hook_stopped();
}

enum status progress_hook_stopped(void)
{
    return fail(ERROR_INTERRUPTED, "interrupted");
}
