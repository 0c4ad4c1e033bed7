/* Times of long runs with rows in closed form. The transitions out of a state are in its column, so
 * we sum up a window of columns at a time, from all rows that can reach it. The threads share the
 * windows. We store no number for each row: the slack of one kind of diagonal is valid for all rows
 * of this kind if their rates have the same sum. */
#include <omp.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "certify/nearest.h"
#include "certify/row_check.h"

/* A window has this many columns, or this multiple of the reach if that is more. */
enum { COLUMNS = 1 << 16, REACHES = 8 };

/* Window of a thread, and the results of the thread so far. */
struct window {
    uint64_t from, to;              /* columns */
    uint64_t first, end;            /* rows that may reach them */
    struct row_sums *rates, *drift; /* one for each column */
    double *v;                      /* one for each row */
    double *slack;                  /* one for each kind; NaN: no row of this kind so far */
    bool alike, near;               /* alike: rows of one kind had equal slacks; near: all entries
                                       were within the reach */
    uint32_t longest;
    struct row_proof times;
};

struct scan {
    const struct closed_rows *closed;
    const struct reading *reading;
    uint64_t reach, columns, count; /* columns of a window, and number of windows */
    unsigned kinds;
    struct window *window; /* one for each thread */
    int threads;
};

static enum status open_window(const struct scan *scan, struct window *w)
{
    const uint64_t most = scan->columns, n = scan->closed->n,
                   rows = most + 2 * scan->reach < n ? most + 2 * scan->reach : n;
    w->alike = w->near = true;
    w->times = (struct row_proof)NO_PROOF;
    MUST(allocate(most, sizeof *w->rates, "sums of a check", &w->rates));
    MUST(allocate(most, sizeof *w->drift, "sums of a check", &w->drift));
    MUST(allocate(rows, sizeof *w->v, "times of a check", &w->v));
    MUST(allocate(scan->kinds, sizeof *w->slack, "kinds of rows", &w->slack));
    for (unsigned k = 0; k < scan->kinds; k++) w->slack[k] = NAN;
    return OK;
}

static enum status scan_open(const struct closed_rows *closed, const struct reading *reading,
                             struct scan *out)
{
    const uint64_t reach = closed_reach(closed), n = closed->n;
    uint64_t columns = REACHES * reach > COLUMNS ? REACHES * reach : COLUMNS;
    if (columns > n) columns = n;
    *out = (struct scan){.closed = closed,
                         .reading = reading,
                         .reach = reach,
                         .columns = columns,
                         .count = (n + columns - 1) / columns,
                         .kinds = closed_kinds(closed)};
    const uint64_t most = (uint64_t)omp_get_max_threads();
    out->threads = !team_once(n) ? 1 : most < out->count ? (int)most : (int)out->count;
    MUST(allocate_zeroed((size_t)out->threads, sizeof *out->window, "a check", &out->window));
    for (int t = 0; t < out->threads; t++) MUST(open_window(out, &out->window[t]));
    return OK;
}

static void scan_free(struct scan *scan)
{
    for (int t = 0; scan->window && t < scan->threads; t++) {
        free(scan->window[t].rates);
        free(scan->window[t].drift);
        free(scan->window[t].v);
        free(scan->window[t].slack);
    }
    free(scan->window);
}

/* An entry (j, i) of row j is a transition from i to j. */
static void add_rate(struct window *w, uint64_t reach, uint64_t j, uint64_t i, double value)
{
    w->near &= (i > j ? i - j : j - i) <= reach;
    if (i < w->from || i >= w->to) return;
    static const struct row_check rates = {.rule = CHECK_SLACK}, drift = {.rule = CHECK_TIMES};
    row_check_entry(&rates, 0, false, value, 0, &w->rates[i - w->from]);
    row_check_entry(&drift, w->v[i - w->first], false, value, w->v[j - w->first],
                    &w->drift[i - w->from]);
}

static void add_rates(const struct scan *scan, uint64_t j, struct window *w)
{
    struct closed_entries row;
    row.next = 0;
    do {
        closed_row(scan->closed, j, &row);
        for (uint32_t k = 0; k < row.count; k++)
            add_rate(w, scan->reach, j, row.base + row.col[k], row.val[k]);
    } while (row.next);
}

static void place_window(const struct scan *scan, uint64_t k, struct window *w)
{
    const uint64_t n = scan->closed->n;
    w->from = k * scan->columns;
    w->to = n - w->from < scan->columns ? n : w->from + scan->columns;
    w->first = w->from > scan->reach ? w->from - scan->reach : 0;
    w->end = n - w->to < scan->reach ? n : w->to + scan->reach;
    for (uint64_t i = 0; i < w->to - w->from; i++)
        w->rates[i] = w->drift[i] = (struct row_sums)NO_SUMS;
    for (uint64_t j = w->first; j < w->end; j++)
        w->v[j - w->first] = closed_weight(scan->closed, j);
}

static void keep_slack(struct window *w, unsigned kind, double slack)
{
    if (isnan(w->slack[kind])) w->slack[kind] = slack;
    w->alike &= w->slack[kind] == slack;
}

static void look_at_columns(const struct scan *scan, struct window *w)
{
    for (uint64_t i = w->from; i < w->to; i++) {
        const uint64_t at = i - w->from;
        const unsigned kind = closed_row_kind(scan->closed, i);
        struct row_proof time = NO_PROOF;
        keep_slack(w, kind, slack_of_rates(&w->rates[at].sum, closed_diagonal(scan->closed, kind)));
        if (w->rates[at].entries > w->longest) w->longest = w->rates[at].entries;
        prove_time(&w->drift[at], scan->reading->entry, w->v[i - w->first], &time);
        row_proof_merge(&w->times, &time);
    }
}

static void scan_window(const struct scan *scan, uint64_t k, struct window *w)
{
    TO_NEAREST;
    place_window(scan, k, w);
    for (uint64_t j = w->first; j < w->end; j++) add_rates(scan, j, w);
    look_at_columns(scan, w);
}

/* Merges the results of all threads into the first window. */
static void merge_windows(const struct scan *scan)
{
    TO_NEAREST;
    struct window *all = scan->window;
    for (int t = 1; t < scan->threads; t++) {
        const struct window *w = &scan->window[t];
        for (unsigned k = 0; k < scan->kinds; k++)
            if (!isnan(w->slack[k])) keep_slack(all, k, w->slack[k]);
        all->alike &= w->alike;
        all->near &= w->near;
        if (w->longest > all->longest) all->longest = w->longest;
        row_proof_merge(&all->times, &w->times);
    }
    row_proof_finish(CHECK_TIMES, 0, &all->times);
}

/* Returns whether all windows were scanned, that is, go_on never returned false. */
static bool scan_all(const struct scan *scan, bool (*go_on)(void *with), void *with)
{
    bool stopped = false;
#pragma omp parallel for schedule(dynamic) num_threads(scan->threads)
    for (uint64_t k = 0; k < scan->count; k++) {
        bool over;
#pragma omp critical
        {
            stopped = stopped || (go_on && !go_on(with));
            over = stopped;
        }
        if (!over) scan_window(scan, k, &scan->window[omp_get_thread_num()]);
    }
    return !stopped;
}

enum status certify_closed_times(const struct closed_rows *closed, const struct reading *reading,
                                 bool (*go_on)(void *with), void *with, struct times *times)
{
    enum status status = OK;
    struct scan scan = {0};
    TRY(scan_open(closed, reading, &scan));
    const bool whole = scan_all(&scan, go_on, with);
    merge_windows(&scan);
    const struct window *all = scan.window;
    for (unsigned k = 0; k < scan.kinds; k++)
        times->slack[k] = isnan(all->slack[k]) ? 0 : all->slack[k];
    times->longest = all->longest;
    times->slack_share = share_of_slack(all->longest);
    times->scale[0] = whole && all->alike && all->near ? all->times.most[0] : INFINITY;
out:
    scan_free(&scan);
    return status;
}
