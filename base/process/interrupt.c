#include "base/process/interrupt.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/time.h>

#include "base/process/clock.h"

enum { LONGEST_TIMER = 1000000000 }; /* s; the fields of setitimer(2) cannot hold more */

#define SAME_REQUEST 1.0 /* s: signals of the user within this time are one request */

volatile sig_atomic_t interrupt_solve;

static volatile sig_atomic_t user_interrupted, deadline_passed;
static double user_interrupted_at; /* clock_now(), valid once user_interrupted is set */
static volatile double *shared_deadline;

/* As clock_now(): the end of the current solve, and when the timer strikes; INFINITY: none. Setting
 * the timer takes longer than all else between two solves. So a timer that would strike too early
 * stays, and is set again when it strikes. Its signal may come to any thread. A thread that changes
 * one of the two reads the other afterwards. So if two threads do this at the same time, at least
 * one of them sees both changes. */
static _Atomic double solve_due = INFINITY, timer_due = INFINITY;

static void set_timer(double seconds)
{
    struct itimerval timer = {{0, 0}, {0, 0}};
    if (seconds > LONGEST_TIMER) seconds = LONGEST_TIMER;
    if (seconds > 0) {
        timer.it_value.tv_sec = (time_t)seconds;
        timer.it_value.tv_usec = (suseconds_t)((seconds - floor(seconds)) * 1e6);
    }
    if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) timer.it_value.tv_usec = 1;
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void set_signal_handler(int number, void (*handler)(int))
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* The clock and signals are plain system calls here, which a handler may make. A raised signal
 * waits until the handler ends. */
static void on_user(int number)
{
    if (!user_interrupted) {
        user_interrupted_at = clock_now();
        user_interrupted = 1;
        interrupt_solve = 1;
    } else if (clock_now() >= user_interrupted_at + SAME_REQUEST) {
        set_signal_handler(number, SIG_DFL);
        raise(number);
    }
}

/* setitimer is a plain system call here, which a handler may make. */
static void on_timer(int number)
{
    (void)number;
    timer_due = INFINITY;
    double due = solve_due, now = clock_now();
    if (now >= due) {
        deadline_passed = 1;
        interrupt_solve = 1;
    } else if (due < INFINITY) {
        timer_due = due;
        set_timer(due - now);
    }
}

void interrupt_install(void)
{
    set_signal_handler(SIGINT, on_user);
    set_signal_handler(SIGTERM, on_user);
    if (signal(SIGHUP, SIG_IGN) != SIG_IGN) set_signal_handler(SIGHUP, on_user);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

bool interrupted(void)
{
    return user_interrupted != 0;
}

/* Clears the stop flag; in this order, a signal between the two lines is not lost. */
static void clear_stop(void)
{
    interrupt_solve = 0;
    if (user_interrupted) interrupt_solve = 1;
}

void interrupt_arm(double seconds)
{
    static bool taken;
    double now = clock_now(), due = now + seconds;
    if (!taken) set_signal_handler(SIGALRM, on_timer);
    taken = true;
    deadline_passed = 0;
    clear_stop();
    if (shared_deadline) *shared_deadline = now + 1 + 1.1 * seconds;
    solve_due = due;
    if (timer_due <= due) return;
    timer_due = due;
    set_timer(seconds);
}

bool interrupt_disarm(void)
{
    solve_due = INFINITY;
    if (shared_deadline) *shared_deadline = INFINITY;
    clear_stop();
    return deadline_passed != 0;
}

void interrupt_timer_off(void)
{
    const struct itimerval none = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &none, NULL);
    timer_due = INFINITY;
}

void interrupt_share(double *deadline)
{
    shared_deadline = deadline;
}
