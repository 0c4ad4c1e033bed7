#include "solvers/forecast.h"

#include <math.h>

#include "solvers/registry.h"
#include "solvers/solve.h"

/* Bytes of a sweep over layouts[0] besides its entries: per row a row start and the diagonal; and
 * two vectors. */
enum { COLUMN = 4, START = 8, SWEEP_PASSES = 2 };

static const double most_sweeps = 1e6;

/* Times in s, measured on an H200. Rows of one level are taken side by side, and the time of a
 * level grows with the square root of its entries. One thread takes the entries of a row. */
static const double a_launch = 4e-6, a_result = 2e-5, a_level = 1e-6, of_entries = 4e-8,
                    an_entry = 4e-6;

double forecast_sweeps(double epsilon, double left)
{
    const double sweeps = left < 1 ? log(epsilon) / log(left) : most_sweeps;
    return fmax(1, fmin(ceil(sweeps), most_sweeps));
}

double forecast_waits(const struct facts *facts, double launches, double results)
{
    return facts->place->on_host ? 0 : launches * a_launch + results * a_result;
}

double forecast_triangles(const struct facts *facts)
{
    const double entries = facts->n * (facts->length + 1);
    if (facts->place->on_host) return 0;
    return fmax(facts->levels * a_level, of_entries * sqrt(facts->levels * entries)) +
           facts->longest * an_entry;
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
    return facts->sweep * (forecast->set_up + forecast->iterations * forecast->cost) +
           forecast->set_up_waits + forecast->iterations * forecast->waits;
}
