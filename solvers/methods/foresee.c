#include "solvers/methods/foresee.h"

#include <math.h>

#include "solvers/methods/krylov.h"

/* On the wrong side of the diagonal a sweep in place sees little that is new. Later ones do less
 * than those that were tried. */
static const double wrong_way = 3, later = 1.3;

bool sweeps_foresee(const struct facts *facts, int way, struct forecast *out)
{
    const struct method *method = out->method;
    if (way > 0 || (method->undamped && facts->periodic)) return false;
    if (method->sweep == SWEEP_AT_ONCE) {
        out->iterations =
            forecast_sweeps(facts, facts->relaxed) / method_relaxation(method, &out->options);
        out->cost = 1;
        return true;
    }
    const bool right_way = facts->backward == (method->sweep == SWEEP_DESCENDING);
    out->iterations = forecast_sweeps(facts, facts->in_place) * later * (right_way ? 1 : wrong_way);
    out->cost = facts->in_place_cost;
    return true;
}

/* As measured (make bench-auto): iterations of two products for the square root of the
 * sweeps that Jacobi takes. */
enum { PIN_SWEEPS = 20, MORE_PASSES = 8, PRODUCTS = 2 };

static const double least = 4, for_root = 1, for_root_pinned = 4;

bool krylov_foresee(const struct facts *facts, int way, struct forecast *out)
{
    struct krylov_options *own = (struct krylov_options *)&out->options.method;
    const struct preconditioner *kind = preconditioners[way];
    const double products = out->method->products;
    const bool pinned = facts->long_run && way > 0;
    if (!kind) return false;
    own->precondition = way;
    out->set_up = pinned ? PIN_SWEEPS : 0;
    out->cost = forecast_traffic(facts, products, out->method->passes + MORE_PASSES);
    out->iterations = least + (pinned ? for_root_pinned : for_root) *
                                  sqrt(forecast_sweeps(facts, facts->relaxed));
    if (kind->foresee) kind->foresee(facts, products, out);
    else if (kind->factor || facts->long_run != pinned) out->iterations = INFINITY;
    out->iterations *= PRODUCTS / products;
    return true;
}
