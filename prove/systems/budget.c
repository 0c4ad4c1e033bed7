#define _GNU_SOURCE /* clock_gettime */
#include "prove/systems/budget.h"

#include <time.h>

#include "base/progress_hook.h"
#include "solvers/place.h"

double budget_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct budget budget_of(double seconds)
{
    return (struct budget){.end = budget_now() + seconds};
}

enum status budget_probe(const struct budget *budget)
{
    return budget->place ? budget->place->probe() : OK;
}

enum status budget_check(struct budget *budget, bool *left)
{
    *left = !budget->spent && budget_now() < budget->end;
    budget->spent = !*left;
    return progress_hook_call("proving", 0, 0) ? OK : progress_hook_stopped();
}
