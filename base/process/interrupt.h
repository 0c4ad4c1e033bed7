/* Stops a running solve on SIGINT, SIGTERM or SIGHUP, or at the time limit of the solve. */
#pragma once

#include <signal.h>
#include <stdbool.h>

/* Non-zero when the current solve should stop; solvers read it between iterations. */
extern volatile sig_atomic_t interrupt_solve;

/* Handles SIGINT, SIGTERM, and SIGHUP unless it was ignored (nohup). A signal that comes a second
 * or more after the first ends the program at once. Before that it counts as the same request,
 * because timeout(1) and batch systems send a signal to a process and then to its group. A file
 * that grows beyond its limit (SIGXFSZ) becomes an error of the write, which can be reported. So
 * does a pipe without a reader (SIGPIPE): a run whose progress lines nobody reads goes on. */
void interrupt_install(void);

/* Returns whether the user has asked the run to end. */
bool interrupted(void);

/* interrupt_arm starts the clock of one solve; after `seconds` interrupt_solve is set.
 * interrupt_disarm stops it and returns whether the time was over; interrupt_solve is then zero
 * unless the user interrupted. The system's timer runs on, so that the next solve need not set it.
 * Call interrupt_timer_off before anything that its signal (SIGALRM) could disturb. */
void interrupt_arm(double seconds);
bool interrupt_disarm(void);
void interrupt_timer_off(void);

/* Sets where the deadline of the current solve is stored for another process, which kills a solve
 * that does not stop. The deadline is a clock_now() value: the time limit plus a tenth of it plus 1
 * s; INFINITY between solves. NULL (the initial value): it is stored nowhere. */
void interrupt_share(double *deadline);
