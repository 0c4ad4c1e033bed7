/* bench_history [PAGE.html]: the page of 2,000 cases over 365 nights that `history --html` writes:
 * how long writing takes, how large it is, and where Chromium is there, how long it takes to open.
 * Times come in the page's own clock: from the start of the navigation to the end of the layout and
 * of 40 sparklines. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "plots/history/history_table.h"
#include "tests/support/made/made_results.h"
#include "tests/support/seed.h"

enum { CASES = 2000, NIGHTS = 365 };

static char *text(const char *format, size_t k)
{
    char *out;
    made(format_text(&out, format, k));
    return out;
}

static void make_runs(struct history *h)
{
    h->nruns = NIGHTS;
    made(allocate_zeroed(NIGHTS, sizeof *h->runs, "runs", &h->runs));
    for (size_t k = 0; k < NIGHTS; k++) {
        char started[40], file[40];
        snprintf(started, sizeof started, "2026-%02zu-%02zuT03:00:00+0000", 1 + k / 31, 1 + k % 31);
        snprintf(file, sizeof file, "2026-%02zu-%02zu.h5", 1 + k / 31, 1 + k % 31);
        h->runs[k] = (struct history_run){.started = made_text(started),
                                          .file = made_text(file),
                                          .experiment = made_text("nightly"),
                                          .commit = text("c0ffee%06zu", k / 2)};
    }
}

/* Every tenth case has a change, half of these for the worse. */
static void make_series(struct history *h, size_t s)
{
    struct series *series = &h->series[s];
    const size_t at = 50 + draw(300);
    const double step = s % 10 ? 0 : s % 20 ? -0.1 : 0.08, base = exp(-9 + 6 * draw_unit());
    *series = (struct series){.machine = made_text("box; 2 cores"),
                              .problem = text("tandem:c=%zu", s / 40),
                              .variant = text("method_%zu/msr/f64/seq", s % 40),
                              .margin = 0.02,
                              .needed = 10,
                              .npoints = NIGHTS,
                              .nvalues = NIGHTS,
                              .nstretches = step != 0 ? 2 : 1};
    made(allocate_zeroed(NIGHTS, sizeof *series->points, "points", &series->points));
    made(allocate_zeroed(NIGHTS, sizeof *series->value, "points", &series->value));
    made(allocate_zeroed(2, sizeof *series->stretches, "points", &series->stretches));
    for (size_t k = 0; k < NIGHTS; k++) {
        const double level = base * (k >= at ? exp(step) : 1);
        series->points[k] = (struct point){.run = k, .median = level * exp(0.01 * draw_normal())};
        series->value[k] = k;
    }
    series->stretches[0] = (struct stretch){.end = step != 0 ? at : NIGHTS, .level = log(base)};
    series->stretches[1] = (struct stretch){.first = at, .end = NIGHTS, .level = log(base) + step};
    if (step == 0) return;
    h->findings[h->nfindings++] = (struct finding){.kind = FOUND_STEP,
                                                   .series = s,
                                                   .before = at - 1,
                                                   .after = at,
                                                   .change = exp(step),
                                                   .worse = step > 0,
                                                   .alarm = step > 0 && at > 330,
                                                   .fresh = at > 330};
}

static struct history make_history(void)
{
    struct history h = {.folder = made_text("nights"), .nseries = CASES};
    made(allocate_zeroed(CASES, sizeof *h.series, "series", &h.series));
    made(allocate_zeroed(CASES, sizeof *h.findings, "findings", &h.findings));
    make_runs(&h);
    for (size_t s = 0; s < CASES; s++) make_series(&h, s);
    return h;
}

/* Puts what it measured in the place of the page's text. */
static const char probe[] =
    "<script>document.body.offsetHeight; drawSparks([...document.querySelectorAll('.spark canvas')]"
    ".slice(0, 40)); document.body.offsetHeight; const t = performance.now(); "
    "filters.words.value = 'method_7/'; filters.filter(); document.body.offsetHeight; "
    "const a = performance.now(); filters.words.value = ''; filters.filter(); "
    "document.body.offsetHeight; const b = performance.now(); "
    "document.querySelector('.cases th:nth-child(6)').click(); document.body.offsetHeight; "
    "const c = performance.now(); document.body.textContent = `opened in ${t.toFixed(0)} ms, "
    "a filter ${(a - t).toFixed(0)} ms, all again ${(b - a).toFixed(0)} ms, a sort "
    "${(c - b).toFixed(0)} ms`;</script>\n";

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "build/bench-history.html";
    struct stat found;
    seed_begin();
    struct history history = make_history();
    const double begin = clock_now();
    made(history_table_write(&history, path, true));
    printf("written in %.2f s\n", clock_now() - begin);
    if (stat(path, &found) == 0) printf("%.1f MB\n", (double)found.st_size / 1e6);
    history_free(&history);
    char *copy = NULL, *command = NULL;
    made(format_text(&copy, "%s.probe.html", path));
    made(format_text(&command,
                     "{ cat '%s'; cat; } >'%s' && for k in 1 2 3; do timeout 100 chromium "
                     "--headless --no-sandbox --disable-gpu --user-data-dir='%s.profile' "
                     "--dump-dom \"file://$(realpath '%s')\" "
                     "2>/dev/null | grep -o 'opened in [^<]*'; done; rm -rf '%s.profile' '%s'",
                     path, copy, path, copy, path, copy));
    fflush(stdout);
    FILE *shell = popen(command, "w");
    if (shell) fputs(probe, shell);
    if (shell) pclose(shell);
    free(copy);
    free(command);
    return 0;
}
