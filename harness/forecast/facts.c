#include "harness/forecast/facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/team.h"
#include "harness/util/clock.h"

enum {
    SAMPLE = 4096,       /* rows that structure is read from */
    FIRST = 4,           /* sweeps that are always made */
    MOST = 256,          /* sweeps that are ever made */
    COPIED = 64 << 20,   /* B, that tell how fast a device is */
    DEVICE_IN_PLACE = 20 /* sweeps of Jacobi for one in place, level by level */
};

static const double damped = 0.9,     /* what undamped sweeps cannot solve */
    converged = 1e-10, launch = 1e-5; /* s, of a device's sweep */

/* x, the iterate after it, and what each sweep changed: the sum of |A_ii (x'_i - x_i)|. */
struct probe {
    const struct linear *system;
    bool team, backward;
    double damping;
    double *x, *next;
    double change[MOST];
    double seconds; /* least of a sweep */
};

static double row_sum(const struct linear *s, const double *x, uint32_t i)
{
    const struct csr *off = &s->a.off;
    double sum = s->b ? s->b[i] : 0;
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) sum -= off->val[k] * x[off->col[k]];
    return sum;
}

static double relax(struct probe *p)
{
    const struct linear *s = p->system;
    double change = 0, *x = p->x, *next = p->next;
#pragma omp parallel for schedule(static) reduction(+ : change) if (p->team)
    for (uint32_t i = 0; i < s->a.off.n; i++) {
        const double step = row_sum(s, x, i) / s->a.diag[i] - x[i];
        change += fabs(s->a.diag[i] * step);
        next[i] = x[i] + p->damping * step;
    }
    p->x = next;
    p->next = x;
    return change;
}

static double sweep_in_place(struct probe *p)
{
    const struct linear *s = p->system;
    const uint32_t n = s->a.off.n;
    double change = 0;
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t i = p->backward ? n - 1 - k : k;
        const double new = row_sum(s, p->x, i) / s->a.diag[i];
        change += fabs(s->a.diag[i] * (new - p->x[i]));
        p->x[i] = new;
    }
    return change;
}

/* Sweeps of a kind from the start; *made of them. */
static enum status make_sweeps(struct probe *p, double (*sweep)(struct probe *p), unsigned most,
                               double until, unsigned *made)
{
    memcpy(p->x, p->system->x0, p->system->a.off.n * sizeof *p->x);
    p->seconds = INFINITY;
    for (*made = 0; *made < most && *made < MOST; ++*made) {
        const double start = clock_now();
        if (*made >= FIRST && start > until) break;
        if (!progress_hook_call("probing", *made, most)) return progress_hook_stopped();
        p->change[*made] = sweep(p);
        p->seconds = fmin(p->seconds, clock_now() - start);
        if (!(p->change[*made] > converged * p->change[0])) break;
    }
    return OK;
}

/* What a sweep leaves of a change, from `first` to `end`. */
static double share_left(const struct probe *p, unsigned first, unsigned end)
{
    const double before = p->change[first], after = p->change[end];
    return after > 0 && before > 0 ? pow(after / before, 1.0 / (end - first)) : 0;
}

/* What sweeps leave later on: where convergence still slows down, it will slow down further. */
static double foretell(const struct probe *p, unsigned made)
{
    if (made < FIRST) return 0;
    const double early = 1 - share_left(p, made / 4, made / 2),
                 late = 1 - share_left(p, made / 2, made - 1);
    const double slows = late < early ? late / early : 1;
    return 1 - late * slows * slows;
}

/* From rows all over the matrix. */
static void read_structure(const struct matrix *a, struct facts *out)
{
    const struct csr *off = &a->off;
    const uint32_t step = off->n / SAMPLE + 1;
    uint64_t upper = 0, seen = 0;
    double fill = 0;
    for (uint32_t i = 0; i < off->n; i += step)
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++, seen++) {
            const uint32_t j = off->col[k];
            upper += j > i;
            if (j < i) fill += (double)(off->row[j + 1] - off->row[j]);
        }
    out->n = off->n;
    out->length = off->n ? (double)off->nnz / off->n : 0;
    out->upper = seen ? (double)upper / (double)seen : 0.5;
    out->fill = seen ? fill / (double)seen : 0;
}

/* So many times as many sweeps of Jacobi as of Gauss-Seidel: between 2 and 20 on chains. */
static const double for_in_place = 4;

/* Sweeps of Jacobi that one in place takes, on one core. */
static const double alone = 1.1;

static enum status probe_sweeps(struct probe *p, const struct probing *probing, struct facts *out)
{
    unsigned made;
    const double start = clock_now();
    const bool needed = p->team || probing->relaxed >= FEWEST_RELAXED;
    MUST(make_sweeps(p, relax, needed ? probing->relaxed : 0, start + probing->seconds / 2, &made));
    const bool seen = made >= FEWEST_RELAXED;
    if (seen) out->relaxed = 1 - (1 - foretell(p, made)) / p->damping;
    out->sweep = p->seconds;
    MUST(make_sweeps(p, sweep_in_place, probing->in_place, start + probing->seconds, &made));
    out->in_place = foretell(p, made);
    out->in_place_cost = p->team ? fmax(alone, p->seconds / out->sweep) : alone;
    if (!p->team) out->sweep = fmin(out->sweep, p->seconds / alone);
    if (!seen) out->relaxed = 1 - (1 - out->in_place) / for_in_place;
    return OK;
}

/* A sweep takes as long there as a copy of what it reads and writes. */
static enum status time_device(const struct place *place, struct facts *out)
{
    enum status status = OK;
    void *from = NULL, *to = NULL;
    double seconds = INFINITY;
    TRY(place->allocate(COPIED, &from));
    TRY(place->allocate(COPIED, &to));
    for (int k = 0; k < FIRST; k++) {
        const double start = clock_now();
        TRY(place->copy(to, from, COPIED));
        TRY(place->synchronise());
        seconds = fmin(seconds, clock_now() - start);
    }
    out->sweep = launch + forecast_bytes(out) / (2.0 * COPIED) * seconds;
    out->in_place_cost = DEVICE_IN_PLACE;
out:
    if (from) place->release(from);
    if (to) place->release(to);
    return status;
}

enum status facts_find(const struct problem *problem, const struct place *place,
                       enum precision precision, double epsilon, const struct probing *probing,
                       struct facts *out)
{
    enum status status = OK;
    const uint32_t n = problem->system.a.off.n;
    *out = (struct facts){.place = place,
                          .precision = precision,
                          .chain = problem->kind != KIND_LINEAR,
                          .long_run = problem->kind == KIND_STEADY,
                          .periodic = problem->period > 1 && problem->jacobi_limit >= epsilon,
                          .epsilon = epsilon};
    read_structure(&problem->system.a, out);
    out->backward = out->upper > 0.5;
    struct probe p = {.system = &problem->system,
                      .backward = out->backward,
                      .damping = out->periodic ? damped : 1,
                      .team = place->scheduled != UNSCHEDULED &&
                              team_again(problem->system.a.off.nnz + n)};
    TRY(allocate(n, sizeof *p.x, "a probe", &p.x));
    TRY(allocate(n, sizeof *p.next, "a probe", &p.next));
    TRY(probe_sweeps(&p, probing, out));
    if (!place->on_host && place->copy) TRY(time_device(place, out));
out:
    free(p.x);
    free(p.next);
    return status;
}
