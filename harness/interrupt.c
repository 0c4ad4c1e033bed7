#include "harness/interrupt.h"

#include <math.h>
#include <string.h>
#include <sys/time.h>

volatile sig_atomic_t interrupt_solve;

static volatile sig_atomic_t user_interrupted, deadline_passed;

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
}

bool interrupted(void)
{
    return user_interrupted != 0;
}

void interrupt_arm(double seconds)
{
    struct itimerval timer = {{0, 0}, {0, 0}};
    take(SIGALRM, SA_RESTART);
    deadline_passed = 0;
    interrupt_solve = user_interrupted;
    timer.it_value.tv_sec = (time_t)seconds;
    timer.it_value.tv_usec = (suseconds_t)((seconds - floor(seconds)) * 1e6);
    if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) timer.it_value.tv_usec = 1;
    setitimer(ITIMER_REAL, &timer, NULL);
}

bool interrupt_disarm(void)
{
    const struct itimerval none = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &none, NULL);
    interrupt_solve = user_interrupted;
    return deadline_passed != 0;
}
