#include "solvers/forecast.h"

#include <math.h>

#include "solvers/registry.h"
#include "solvers/solve.h"

/* Bytes of a sweep over layouts[0] beside its entries: a start, the diagonal; and two vectors. */
enum { COLUMN = 4, START = 8, SWEEP_PASSES = 2 };

static const double most_sweeps = 1e6;

double forecast_sweeps(const struct facts *facts, double left)
{
    const double sweeps = left < 1 ? log(facts->epsilon) / log(left) : most_sweeps;
    return fmax(1, fmin(ceil(sweeps), most_sweeps));
}

static double matrix_bytes(const struct facts *facts)
{
    const double real = (double)real_size(facts->precision);
    return facts->length * (COLUMN + real) + START + real;
}

double forecast_bytes(const struct facts *facts)
{
    return facts->n * (matrix_bytes(facts) + SWEEP_PASSES * (double)real_size(facts->precision));
}

double forecast_traffic(const struct facts *facts, double products, double passes)
{
    const double real = (double)real_size(facts->precision);
    return facts->n * (products * matrix_bytes(facts) + passes * real) / forecast_bytes(facts);
}

double forecast_seconds(const struct facts *facts, const struct forecast *forecast)
{
    return facts->sweep * (forecast->set_up + forecast->iterations * forecast->cost);
}
