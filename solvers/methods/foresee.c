#include "solvers/methods/foresee.h"

#include <math.h>

#include "solvers/methods/krylov.h"

/* Factors for sweeps in place. wrong_way: with most entries on the wrong side of the diagonal, a
 * sweep reads few new values. later: later sweeps gain less than those that were tried. */
static const double wrong_way = 3, later = 2;

/* Time in s per row for ordering rows by levels on the host. */
static const double for_levels = 2.5e-8;

/* Limits of loop=resident: one kernel makes many sweeps of a small system with short rows. */
enum { RESIDENT_ROWS = 1 << 16, RESIDENT_LENGTH = 8 };
static const double resident_cost = 0.5;

static void choose_loop(const struct facts *facts, struct forecast *out)
{
    const bool small = facts->n <= RESIDENT_ROWS && facts->longest <= RESIDENT_LENGTH;
    out->waits = forecast_waits(facts, 1, 0);
    if (facts->place->cards != 1 || out->method->host_steps) return;
    out->options.loop = small && out->method->bursts ? LOOP_RESIDENT : LOOP_GRAPH;
    if (out->options.loop == LOOP_RESIDENT) out->cost *= resident_cost;
    out->waits = 0;
}

static void foresee_at_once(const struct facts *facts, struct forecast *out)
{
    out->iterations = facts->relaxed / method_relaxation(out->method, &out->options);
    out->cost = 1;
    choose_loop(facts, out);
}

/* Forecast of Gauss-Seidel. If there are few large entries among many small ones, either direction
 * may be the wrong one: the first sweeps then converge well, but thousands follow. */
static void foresee_in_place(const struct facts *facts, struct forecast *out)
{
    const bool right_way = facts->backward == (out->method->sweep == SWEEP_DESCENDING);
    out->iterations = facts->in_place * later * (right_way ? 1 : wrong_way);
    if (!facts->one_way) out->iterations = FORECAST_UNKNOWN;
    out->cost = facts->in_place_cost;
    out->waits = forecast_triangles(facts);
    if (!facts->place->on_host) out->set_up_waits = for_levels * facts->n;
}

bool sweeps_foresee(const struct facts *facts, int way, struct forecast *out)
{
    if (way > 0 || (out->method->undamped && facts->periodic)) return false;
    (out->method->sweep == SWEEP_AT_ONCE ? foresee_at_once : foresee_in_place)(facts, out);
    return true;
}

/* As measured (make bench-auto): the number of iterations, with two products each, follows the
 * square root of the Jacobi sweeps; if these are not known, of the levels, because each iteration
 * carries values from one row to the next. */
enum { PIN_SWEEPS = 20, MORE_PASSES = 8, PRODUCTS = 2 };
enum { LAUNCHES = 10, RESULTS = 1, MORE_LAUNCHES = 5, MORE_RESULTS = 7 }; /* of an iteration */

static const double least = 4, for_root = 0.7, for_root_pinned = 4, for_root_levels = 2.5,
                    for_root_travels = 1.5;

static double krylov_iterations(const struct facts *facts, bool pinned)
{
    if (facts->travels && pinned) return least + for_root_travels * sqrt(facts->levels);
    if (isnan(facts->relaxed)) return least + for_root_levels * sqrt(facts->levels);
    return least + (pinned ? for_root_pinned : for_root) * sqrt(facts->relaxed);
}

bool krylov_foresee(const struct facts *facts, int way, struct forecast *out)
{
    struct krylov_options *own = (struct krylov_options *)&out->options.method;
    const struct preconditioner *kind = preconditioners[way];
    const double products = out->method->products;
    const bool pinned = facts->long_run && way > 0, plain = way == 0;
    if (!kind) return false;
    own->precondition = way;
    out->set_up = pinned ? PIN_SWEEPS : 0;
    out->cost = forecast_traffic(facts, products, out->method->passes + MORE_PASSES);
    out->waits = forecast_waits(facts, LAUNCHES + (plain ? 0 : MORE_LAUNCHES),
                                RESULTS + (plain ? 0 : MORE_RESULTS)) *
                 products / PRODUCTS;
    out->iterations = krylov_iterations(facts, pinned);
    if (plain && facts->place->cards == 1 && out->method->step) {
        out->options.loop = LOOP_GRAPH;
        out->waits = forecast_waits(facts, LAUNCHES, 0);
    }
    if (kind->foresee) kind->foresee(facts, products, out);
    else if (kind->factor || facts->long_run != pinned) out->iterations = FORECAST_NONE;
    out->iterations *= PRODUCTS / products;
    return true;
}
