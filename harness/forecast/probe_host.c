#include "harness/forecast/probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "base/progress_hook.h"
#include "base/team.h"

enum {
    FIRST = 4, /* sweeps that are always made */
    LEAST = 2, /* the same for a brief probe */
    MOST = 256 /* most sweeps */
};

static const double converged = 1e-10;

/* A brief probe ends when it has taken this share of the time of the fastest way, as its sweeps
 * predict it. */
static const double brief_share = 0.15;

/* The iterate x, the next one, and the change of each sweep: the sum of |A_ii (x'_i - x_i)|. */
struct probe {
    const struct linear *system;
    double epsilon;
    bool team, backward, brief;
    double damping;
    double *x, *next;
    double change[MOST];
    double seconds; /* of the fastest sweep */
    bool ended;     /* the iteration has ended: nothing changes any more */
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
    for (uint32_t i = 0; i < s->a.off.rows; i++) {
        const double step = row_sum(s, x, i) / s->a.diag[i] - x[i];
        change += fabs(s->a.diag[i] * step);
        next[i] = x[i] + p->damping * step;
    }
    p->x = next;
    p->next = x;
    return change;
}

/* Makes a Gauss-Seidel sweep. The reciprocal is computed first, so that a row that waits for the
 * one before does not wait for a division. */
static double sweep_in_place(struct probe *p)
{
    const struct linear *s = p->system;
    const uint32_t n = matrix_unknowns(&s->a);
    double change = 0;
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t i = p->backward ? n - 1 - k : k;
        const double inverse = 1 / s->a.diag[i], new = row_sum(s, p->x, i) * inverse;
        change += fabs(s->a.diag[i] * (new - p->x[i]));
        p->x[i] = new;
    }
    return change;
}

/* Returns the factor by which one sweep reduces the change, on average from sweep `first` to
 * `end`. */
static double share_left(const struct probe *p, unsigned first, unsigned end)
{
    const double before = p->change[first], after = p->change[end];
    return after > 0 && before > 0 ? pow(after / before, 1.0 / (end - first)) : 0;
}

/* Returns whether a brief probe may end. A Krylov method takes about the square root of Jacobi's
 * sweeps, twice as many products, and four more iterations. */
static bool is_enough(const struct probe *p, unsigned made)
{
    const double sweeps = forecast_sweeps(p->epsilon, share_left(p, made - 2, made - 1)),
                 krylov = 2 * (4 + 2 * sqrt(sweeps));
    return made >= brief_share * fmin(sweeps, krylov);
}

/* Makes sweeps of one kind from the start vector; *made: how many. */
static enum status make_sweeps(struct probe *p, double (*sweep)(struct probe *p), unsigned most,
                               double until, unsigned *made)
{
    memcpy(p->x, p->system->x0, matrix_unknowns(&p->system->a) * sizeof *p->x);
    p->seconds = INFINITY;
    p->ended = false;
    for (*made = 0; *made < most && *made < MOST; ++*made) {
        const double start = clock_now();
        if (*made >= FIRST && start > until) break;
        if (!progress_hook_call("probing", *made, most)) return progress_hook_stopped();
        p->change[*made] = sweep(p);
        p->seconds = fmin(p->seconds, clock_now() - start);
        p->ended = !(p->change[*made] > converged * p->change[0]);
        if (p->ended) break;
        if (p->brief && *made + 1 >= LEAST && is_enough(p, *made + 1)) {
            ++*made;
            break;
        }
    }
    return OK;
}

/* Predicts the number of all sweeps to epsilon from the later sweeps made here. Convergence that
 * still slows down is taken to slow down further. A change that hardly falls predicts nothing. */
static double foretell(const struct probe *p, unsigned made)
{
    if (p->ended) return made + 1;
    if (made < LEAST) return FORECAST_UNKNOWN;
    if (made < FIRST) return forecast_sweeps(p->epsilon, share_left(p, made - 2, made - 1));
    const unsigned middle = made / 2, last = made - 1;
    if (p->change[last] > PROBE_STANDS * p->change[middle]) return FORECAST_UNKNOWN;
    const double early = 1 - share_left(p, made / 4, middle),
                 late = 1 - share_left(p, middle, last);
    const double slows = late < early ? late / early : 1;
    return forecast_sweeps(p->epsilon, 1 - late * slows * slows);
}

/* Cost of a Gauss-Seidel sweep on one core, in sweeps of Jacobi. */
static const double alone = 1.1;

static enum status probe_sweeps(struct probe *p, const struct probing *probing, struct facts *out)
{
    unsigned made;
    const double start = clock_now();
    const bool needed = p->team || probing->relaxed >= FEWEST_RELAXED;
    MUST(make_sweeps(p, relax, needed ? probing->relaxed : 0, start + probing->seconds / 2, &made));
    const bool seen = made >= FEWEST_RELAXED || (made > 0 && p->ended);
    if (seen) out->relaxed = foretell(p, made) * p->damping;
    out->sweep = p->seconds;
    MUST(make_sweeps(p, sweep_in_place, probing->in_place, start + probing->seconds, &made));
    out->in_place = foretell(p, made);
    out->in_place_cost = p->team ? fmax(alone, p->seconds / out->sweep) : alone;
    if (!p->team) out->sweep = fmin(out->sweep, p->seconds / alone);
    if (!seen) out->relaxed = PROBE_FOR_IN_PLACE * out->in_place;
    return OK;
}

enum status probe_host(const struct problem *problem, const struct probing *probing,
                       struct facts *facts)
{
    enum status status = OK;
    const uint32_t n = problem_unknowns(problem);
    struct probe p = {.system = &problem->system,
                      .epsilon = facts->epsilon,
                      .backward = facts->backward,
                      .brief = probing->brief && !facts->chain,
                      .damping = facts->periodic ? PROBE_DAMPED : 1,
                      .team = facts->place->scheduled != UNSCHEDULED &&
                              team_again(problem->system.a.off.nnz + n)};
    TRY(allocate(n, sizeof *p.x, "a probe", &p.x));
    TRY(allocate(n, sizeof *p.next, "a probe", &p.next));
    TRY(probe_sweeps(&p, probing, facts));
out:
    free(p.x);
    free(p.next);
    return status;
}
