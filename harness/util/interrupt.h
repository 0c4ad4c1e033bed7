/* Stops a running solve on SIGINT, SIGTERM or SIGHUP, or at the time limit of the solve. */
#pragma once

#include <signal.h>
#include <stdbool.h>

/* Non-zero once the solve at hand should stop; solvers poll it between iterations. */
extern volatile sig_atomic_t interrupt_solve;

/* Takes SIGINT, SIGTERM, and SIGHUP unless it was ignored (nohup). One that comes a second or more
 * after the first ends the program at once; before, it is the same request, for timeout(1) and
 * batch systems signal a process and then its group, which it belongs to. A file that outgrows its
 * limit (SIGXFSZ) becomes an error of the write, which can be reported, as does a pipe that nobody
 * reads any more (SIGPIPE): a run whose progress lines nobody reads goes on. */
void interrupt_install(void);

/* Returns whether the user has asked the run to end. */
bool interrupted(void);

/* Starts the clock of one solve; seconds later interrupt_solve is set. interrupt_disarm stops it
 * and returns whether it struck, leaving interrupt_solve zero unless the user interrupted. The
 * system's timer runs on, so that the next solve need not set it, until interrupt_timer_off: to be
 * called before anything that its signal (SIGALRM) could disturb. */
void interrupt_arm(double seconds);
bool interrupt_disarm(void);
void interrupt_timer_off(void);

/* Sets where the deadline of the current solve is stored for another process, which kills a solve
 * that does not stop. The deadline is a clock_now() value: the time limit plus a tenth of it plus 1
 * s; INFINITY between solves. NULL (the initial value): it is stored nowhere. */
void interrupt_share(double *deadline);
