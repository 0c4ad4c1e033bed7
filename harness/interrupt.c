#include "harness/interrupt.h"

#include <math.h>
#include <string.h>
#include <sys/time.h>

#include "harness/clock.h"

enum { LONGEST_TIMER = 1000000000 }; /* s; setitimer(2) refuses what its fields cannot hold */

volatile sig_atomic_t interrupt_solve;

static volatile sig_atomic_t user_interrupted, deadline_passed;
static volatile double *shared_deadline;

static void on_signal(int number)
{
    if (number == SIGALRM) deadline_passed = 1;
    else user_interrupted = 1;
    interrupt_solve = 1;
}

static void take(int number, int flags)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void interrupt_install(void)
{
    take(SIGINT, SA_RESTART | (int)SA_RESETHAND);
    take(SIGTERM, SA_RESTART | (int)SA_RESETHAND);
    signal(SIGXFSZ, SIG_IGN);
}

bool interrupted(void)
{
    return user_interrupted != 0;
}

/* In this order a signal between the two is not lost. */
static void clear_stop(void)
{
    interrupt_solve = 0;
    if (user_interrupted) interrupt_solve = 1;
}

void interrupt_arm(double seconds)
{
    static bool taken;
    struct itimerval timer = {{0, 0}, {0, 0}};
    if (!taken) take(SIGALRM, SA_RESTART);
    taken = true;
    deadline_passed = 0;
    clear_stop();
    if (shared_deadline) *shared_deadline = clock_now() + 1 + 1.1 * seconds;
    if (seconds > LONGEST_TIMER) seconds = LONGEST_TIMER;
    timer.it_value.tv_sec = (time_t)seconds;
    timer.it_value.tv_usec = (suseconds_t)((seconds - floor(seconds)) * 1e6);
    if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) timer.it_value.tv_usec = 1;
    setitimer(ITIMER_REAL, &timer, NULL);
}

bool interrupt_disarm(void)
{
    const struct itimerval none = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &none, NULL);
    if (shared_deadline) *shared_deadline = INFINITY;
    clear_stop();
    return deadline_passed != 0;
}

void interrupt_share(double *deadline)
{
    shared_deadline = deadline;
}
