#include "harness/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "harness/clock.h"

static void print_clock(const char *label, double seconds)
{
    unsigned long whole = (unsigned long)(seconds + 0.5);
    fprintf(stderr, "%s%lu:%02lu:%02lu", label, whole / 3600, whole / 60 % 60, whole % 60);
}

struct progress progress_start(size_t total)
{
    return (struct progress){.total = total, .started = clock_now(), .terminal = isatty(STDERR_FILENO)};
}

void progress_begin(const struct progress *progress, const char *what)
{
    double elapsed = clock_now() - progress->started;
    if (!progress->terminal) return;
    progress_clear(progress);
    fprintf(stderr, "[%zu/%zu]", progress->done, progress->total);
    print_clock(" elapsed ", elapsed);
    if (progress->done)
        print_clock(", left ", elapsed / (double)progress->done * (double)(progress->total - progress->done));
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
    if (progress->terminal) fputs("\r\033[K", stderr);
}
