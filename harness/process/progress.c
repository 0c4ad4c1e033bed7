#include "harness/process/progress.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/output/printed.h"
#include "base/output/units.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "base/progress_hook.h"
#include "base/text.h"
#include "harness/proofs/proof_store.h"

static const double draw_every = 0.5; /* s */

static struct progress *shown; /* the run that owns the line; NULL: none */

/* Progress that a child of the run reports, in memory shared with the run; NULL: none. */
static struct {
    char step[48];
    uint64_t done;
} * told;

/* The line */

/* Cuts text to this many columns; characters beyond ASCII may take two. */
static void cut_to_columns(char *text, int columns)
{
    int used = 0;
    for (const char *at = text; *at;) {
        size_t length;
        const char *from = at;
        shown_character(&at, &length);
        used += length > 1 ? 2 : 1;
        if (used > columns) text[from - text] = '\0', at = from;
    }
}

static struct human clock_text(double seconds)
{
    const unsigned long whole = (unsigned long)seconds;
    if (whole < 3600) return human_text("%lu:%02lu", whole / 60, whole % 60);
    return human_text("%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
}

/* Remaining time, rounded to the precision that it has. */
static struct human about_text(double seconds)
{
    if (isnan(seconds)) return human_text("%s", "");
    if (seconds < 10) return human_text(", a few seconds left");
    if (seconds < 90) return human_text(", about %.0f s left", 10 * ceil(seconds / 10));
    if (seconds < 90 * 60) return human_text(", about %.0f min left", ceil(seconds / 60));
    return human_text(", about %.0f h left", ceil(seconds / 3600));
}

const char *progress_line(const struct progress *progress, double now, double left, int columns,
                          char *buffer, size_t size)
{
    const double running = now - progress->since;
    char what[sizeof progress->now];
    struct human end = {""};
    snprintf(what, sizeof what, "%s", progress->now);
    if (*what && running >= 1) end = human_text(" for %s", clock_text(running).text);
    int used = snprintf(buffer, size, "[%zu/%zu] %s%s%s", progress->done, progress->total,
                        clock_text(now - progress->started).text, about_text(left).text,
                        *what ? ": " : "");
    cut_to_columns(what, columns - used - (int)strlen(end.text));
    if (used > 0 && (size_t)used < size)
        snprintf(buffer + used, size - (size_t)used, "%s%s", what, end.text);
    cut_to_columns(buffer, columns);
    return buffer;
}

/* "1,234 states"; "proving" for work that is not counted. */
static struct human step_text(const char *step, uint64_t done)
{
    return done ? human_text("%.30s %.40s", human_count(done).text, step)
                : human_text("%.40s", step);
}

static void progress_draw(struct progress *progress)
{
    char line[512];
    const double now = clock_now(), left = progress->left(progress->context);
    struct progress with_steps = *progress;
    if (told && *told->step)
        snprintf(with_steps.now, sizeof with_steps.now, "%.150s, %.71s", progress->now,
                 step_text(told->step, told->done).text);
    progress->drawn = now;
    printed_status(progress_line(&with_steps, now, left, printed_columns() - 1, line, sizeof line));
}

/* Draws the line if it is time. */
static void progress_tick(const char *what, uint64_t done, uint64_t total)
{
    (void)what, (void)done, (void)total;
    if (shown && clock_now() >= shown->drawn + draw_every) progress_draw(shown);
}

/* A run */

void progress_start(struct progress *out, size_t total, double (*left)(void *context),
                    void *context)
{
    *out = (struct progress){.total = total,
                             .started = clock_now(),
                             .terminal = printed_terminal(),
                             .left = left,
                             .context = context};
    if (!out->terminal) return;
    shown = out;
    progress_hook_set(progress_tick, NULL);
    told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (told == MAP_FAILED) told = NULL;
}

void progress_stop(struct progress *progress)
{
    if (shown != progress) return;
    progress_hook_set(NULL, NULL);
    printed_status("");
    shown = NULL;
    if (told) munmap(told, sizeof *told);
    told = NULL;
}

void progress_now(struct progress *progress, const char *what, double before)
{
    snprintf(progress->now, sizeof progress->now, "%s", what);
    progress->since = clock_now() - before;
    if (told) *told->step = '\0';
}

void progress_end(struct progress *progress, const char *what, const char *result, bool bad)
{
    progress->done++;
    if (!result) return;
    fprintf(stderr, "[%zu/%zu] %s: ", progress->done, progress->total, what);
    if (bad) printed_in_red(result);
    else fputs(result, stderr);
    fputc('\n', stderr);
    if (shown == progress) progress_draw(progress);
}

/* Work whose progress is shown. */
static struct {
    const char *what;
    double last; /* time of the last output */
    bool terminal, shown;
} watch;

static void tell_step(const char *step, uint64_t done, uint64_t total)
{
    const double now = clock_now();
    char line[512];
    if (!step || now - watch.last < (watch.terminal ? 0.2 : 10)) return;
    watch.last = now;
    if (told) {
        told->done = done;
        snprintf(told->step, sizeof told->step, "%s", step);
        return;
    }
    watch.shown = true;
    int used = snprintf(line, sizeof line, "%.160s: %s", watch.what, step_text(step, done).text);
    if (total) snprintf(line + used, sizeof line - (size_t)used, " of %s", human_count(total).text);
    cut_to_columns(line, watch.terminal ? printed_columns() - 1 : INT_MAX);
    if (watch.terminal) printed_status(line);
    else fprintf(stderr, "%s\n", line);
}

void progress_watch(const char *what)
{
    watch.what = what;
    watch.last = clock_now();
    watch.terminal = printed_terminal();
    watch.shown = false;
    progress_hook_set(tell_step, &interrupt_solve);
}

void progress_unwatch(void)
{
    progress_hook_set(NULL, NULL);
    if (watch.shown) printed_status("");
}

enum status progress_open(const char *source, struct problem *out)
{
    progress_watch(source);
    enum status status = problem_open(source, out);
    progress_unwatch();
    return status;
}

enum status progress_prove(struct problem *problem, const struct prove_settings *settings,
                           double *seconds)
{
    const double start = clock_now();
    *seconds = NAN;
    if (!(settings->width > 0) || problem->kind == KIND_PRODUCT) return OK;
    if (matrix_is_made(&problem->system.a)) {
        snprintf(problem->proof.note, sizeof problem->proof.note,
                 "it needs the rows of the matrix, and with matrix=none none are stored");
        return OK;
    }
    progress_watch(problem->source);
    enum status status = proof_store_prove(problem, settings);
    progress_unwatch();
    *seconds = clock_now() - start;
    return status;
}

/* State of the clock of one solve. */
static struct {
    const char *what;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool running, stopped;
} ticker = {.lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};

static void *tick(void *unused)
{
    char line[640];
    const double began = clock_now();
    struct timespec next;
    clock_gettime(CLOCK_REALTIME, &next);
    pthread_mutex_lock(&ticker.lock);
    while (!ticker.stopped) {
        next.tv_sec++;
        while (!ticker.stopped && pthread_cond_timedwait(&ticker.wake, &ticker.lock, &next) == 0)
            ;
        if (ticker.stopped) break;
        snprintf(line, sizeof line, "%.400s for %s", ticker.what,
                 clock_text(clock_now() - began).text);
        cut_to_columns(line, printed_columns() - 1);
        printed_status(line);
    }
    pthread_mutex_unlock(&ticker.lock);
    return unused;
}

void progress_clock_start(const char *what)
{
    if (!printed_terminal()) return;
    ticker.what = what;
    ticker.stopped = false;
    ticker.running = pthread_create(&ticker.thread, NULL, tick, NULL) == 0;
}

void progress_clock_stop(void)
{
    if (!ticker.running) return;
    pthread_mutex_lock(&ticker.lock);
    ticker.stopped = true;
    pthread_cond_signal(&ticker.wake);
    pthread_mutex_unlock(&ticker.lock);
    pthread_join(ticker.thread, NULL);
    ticker.running = false;
    printed_status("");
}
