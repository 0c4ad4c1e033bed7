#include <math.h>

#include "base/process/clock.h"
#include "base/progress_hook.h"
#include "harness/forecast/probe.h"
#include "solvers/solve.h"

/* Sweeps are made in batches, each twice as long as the one before. After each batch the largest
 * change of an entry is computed. */
enum { FIRST_BATCH = 8, MOST_BATCHES = 12 };

struct probe {
    struct solve solve;
    double damping;
    unsigned sweeps, batches;
    double change[MOST_BATCHES]; /* of the last sweep of each batch */
    unsigned length[MOST_BATCHES];
    double seconds; /* of a sweep in the fastest batch */
};

static enum status open_probe(const struct problem *problem, const struct placed *placed,
                              struct probe *p)
{
    const struct method *method = find_method("jor");
    const struct solve_settings settings = {.epsilon = 1,
                                            .scale = 1,
                                            .max_iterations = 1,
                                            .matrix = placed->matrix,
                                            .nclasses = problem->steady.nclasses,
                                            .options = default_options(method, NULL)};
    MUST(solve_create(placed->stored, method, placed->b, &settings, &p->solve));
    return solve_reset(&p->solve, placed->x0);
}

static enum status make_batch(struct probe *p, unsigned sweeps)
{
    struct solve *s = &p->solve;
    const double start = clock_now();
    for (unsigned k = 0; k < sweeps; k++) {
        void *before = s->x;
        MUST(s->mat->jacobi(s->a, &s->b, s->x, s->work[0], p->damping, NULL));
        s->x = s->work[0];
        s->work[0] = before;
    }
    MUST(s->place->synchronise());
    p->seconds = fmin(p->seconds, (clock_now() - start) / sweeps);
    MUST(s->vec->change(s->n, s->work[0], s->x, ABSOLUTE, &p->change[p->batches]));
    p->length[p->batches++] = sweeps;
    p->sweeps += sweeps;
    return OK;
}

/* Returns the factor by which one sweep of a batch reduces the change. */
static double share_left(const struct probe *p, unsigned batch)
{
    return pow(p->change[batch] / p->change[batch - 1], 1.0 / p->length[batch]);
}

/* Returns the sweep of the last batch at which the change fell to this value, interpolated. */
static double within_last(const struct probe *p, double change)
{
    const unsigned last = p->batches - 1;
    const double before = last ? p->change[last - 1] : change;
    if (!(before > change)) return p->sweeps - p->length[last] + 1;
    return p->sweeps - p->length[last] * (1 - log(before / change) / log(before / p->change[last]));
}

/* Guesses the sweeps of a chain whose rows pass on what they receive: mass that begins everywhere
 * reaches the heavy rows within a few sweeps a level. The change of a slow chain is small, by
 * contrast. */
static double foretell_travel(const struct probe *p, double scale, struct facts *facts)
{
    static const double a_level = 3.5, large = 0.1;
    facts->travels = p->change[p->batches - 1] * p->sweeps > large * scale;
    return facts->travels ? p->sweeps + a_level * facts->levels : FORECAST_UNKNOWN;
}

/* Predicts the sweeps until the change is epsilon, relative to the largest entry. Convergence that
 * slows down is taken to slow down further. */
static double foretell(const struct probe *p, double scale, struct facts *facts)
{
    const unsigned last = p->batches - 1;
    const double left = facts->epsilon * scale / p->change[last];
    if (!(left < 1)) return within_last(p, facts->epsilon * scale);
    if (last < 2) return FORECAST_UNKNOWN;
    if (p->change[last] > PROBE_STANDS * p->change[last - 1])
        return foretell_travel(p, scale, facts);
    const double early = 1 - share_left(p, last - 1), late = 1 - share_left(p, last),
                 slows = late < early ? late / early : 1;
    return p->sweeps + forecast_sweeps(left, 1 - late * slows);
}

/* Makes batches while time and sweeps suffice for the next one. */
static enum status make_batches(struct probe *p, const struct probing *probing)
{
    const double start = clock_now();
    p->seconds = INFINITY;
    for (unsigned sweeps = FIRST_BATCH; p->batches < MOST_BATCHES; sweeps *= 2) {
        if (p->batches && p->sweeps + sweeps > probing->placed) break;
        if (p->batches && clock_now() - start + sweeps * p->seconds > probing->seconds) break;
        if (!progress_hook_call("probing", p->sweeps, probing->placed))
            return progress_hook_stopped();
        MUST(make_batch(p, sweeps));
        if (!(p->change[p->batches - 1] > 0)) break;
    }
    return OK;
}

enum status probe_placed(const struct problem *problem, const struct placed *placed,
                         const struct probing *probing, struct facts *facts)
{
    enum status status = OK;
    double scale;
    struct probe p = {.damping = facts->periodic ? PROBE_DAMPED : 1};
    TRY(open_probe(problem, placed, &p));
    TRY(make_batches(&p, probing));
    TRY(p.solve.vec->change(p.solve.n, p.solve.x, NULL, ABSOLUTE, &scale));
    facts->sweep = p.seconds;
    facts->relaxed = p.damping * foretell(&p, scale, facts);
    facts->in_place = facts->travels ? FORECAST_UNKNOWN : facts->relaxed / PROBE_FOR_IN_PLACE;
    facts->in_place_cost = facts->place->on_host ? 1.1 : 0;
out:
    solve_free(&p.solve);
    return status;
}
