#include "harness/process/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/progress_hook.h"
#include "harness/util/clock.h"
#include "harness/util/interrupt.h"
#include "harness/util/printed.h"
#include "harness/util/units.h"
#include "problems/problem.h"

static void print_clock(const char *label, double seconds)
{
    unsigned long whole = (unsigned long)(seconds + 0.5);
    fprintf(stderr, "%s%lu:%02lu:%02lu", label, whole / 3600, whole / 60 % 60, whole % 60);
}

struct progress progress_start(size_t total)
{
    return (struct progress){
        .total = total, .started = clock_now(), .terminal = isatty(STDERR_FILENO)};
}

void progress_begin(const struct progress *progress, const char *what)
{
    double elapsed = clock_now() - progress->started;
    if (!progress->terminal) return;
    progress_clear(progress);
    fprintf(stderr, "[%zu/%zu]", progress->done, progress->total);
    print_clock(" elapsed ", elapsed);
    if (progress->done)
        print_clock(", left ",
                    elapsed / (double)progress->done * (double)(progress->total - progress->done));
    fprintf(stderr, "  %.60s", what);
    fflush(stderr);
}

void progress_end(struct progress *progress, const char *what, const char *result)
{
    progress->done++;
    if (progress->terminal) return;
    fprintf(stderr, "[%zu/%zu] %s: %s\n", progress->done, progress->total, what, result);
}

void progress_clear(const struct progress *progress)
{
    if (progress->terminal) printed_erase_line();
}

/* What is being watched. */
static struct {
    const char *what;
    double told; /* when something was last printed */
    bool terminal, shown;
} watch;

static void tell(const char *step, uint64_t done, uint64_t total)
{
    double now = clock_now();
    if (now - watch.told < (watch.terminal ? 0.2 : 10)) return;
    watch.told = now;
    watch.shown = true;
    if (watch.terminal) printed_erase_line();
    fprintf(stderr, "%.60s: %s %s", watch.what, human_count(done).text, step);
    if (total) fprintf(stderr, " of %s", human_count(total).text);
    if (!watch.terminal) fputc('\n', stderr);
    fflush(stderr);
}

void progress_watch(const char *what)
{
    watch.what = what;
    watch.told = clock_now();
    watch.terminal = isatty(STDERR_FILENO);
    watch.shown = false;
    progress_hook_set(tell, &interrupt_solve);
}

void progress_unwatch(void)
{
    progress_hook_set(NULL, NULL);
    if (watch.shown && watch.terminal) printed_erase_line();
}

enum status progress_open(const char *source, struct problem *out)
{
    progress_watch(source);
    enum status status = problem_open(source, out);
    progress_unwatch();
    return status;
}
