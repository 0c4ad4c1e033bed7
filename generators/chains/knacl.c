/* Chemical reactions (CTMC): Na + Cl <-> Na+ + Cl- and K + Cl <-> K+ + Cl-, the state being the
 * numbers of neutral atoms. From PRISM's distribution. Each reaction changes the number of Cl by
 * one: period 2. */
#include <math.h>

#include "generators/model.h"

enum { N1, N2, N3 };
enum { NA, CL, K, DUMMY }; /* neutral atoms */

static const double na_ionises = 100, na_returns = 10, k_ionises = 30, k_returns = 20;

/* The states are the pairs of numbers of Na+ and K+ ions, together at most n2; each reaction
 * changes one of them by one. */
static enum status knacl_check(const union argument *a)
{
    double n2 = (double)a[N2].count, na = fmin((double)a[N1].count, n2),
           k = fmin((double)a[N3].count, n2);
    double beyond = fmax(na + k - n2, 0), states = (na + 1) * (k + 1) - beyond * (beyond + 1) / 2;
    return model_must_fit("knacl", states, 2 * (2 * states - na - k - 2));
}

static void knacl_space(const union argument *a, struct space *out)
{
    int n1 = (int)a[N1].count, n2 = (int)a[N2].count, n3 = (int)a[N3].count;
    space_add(out, "na", 0, 0, n1, n1);
    space_add(out, "cl", 0, 0, n2, n2);
    space_add(out, "k", 0, 0, n3, n3);
    space_add(out, "dummy", 0, 0, 0, 0);
    out->truth[DUMMY] = true;
}

static void knacl_move_to(struct step *out, int na, int cl, int k, double rate)
{
    step_to(out, (int[]){na, cl, k, 0}, rate, 0);
}

static void knacl_step(const union argument *a, const int *s, struct step *out)
{
    int na = s[NA], cl = s[CL], k = s[K];
    double na_ions = (double)a[N1].count - na, cl_ions = (double)a[N2].count - cl,
           k_ions = (double)a[N3].count - k;
    if (na > 0 && cl > 0) knacl_move_to(out, na - 1, cl - 1, k, na_ionises * na * cl);
    if (na_ions > 0 && cl_ions > 0)
        knacl_move_to(out, na + 1, cl + 1, k, na_returns * na_ions * cl_ions);
    if (k > 0 && cl > 0) knacl_move_to(out, na, cl - 1, k - 1, k_ionises * k * cl);
    if (k_ions > 0 && cl_ions > 0)
        knacl_move_to(out, na, cl + 1, k + 1, k_returns * k_ions * cl_ions);
}

static double percentage_na(const union argument *a, const int *s)
{
    return 100.0 * s[NA] / (double)a[N1].count;
}

static double percentage_k(const union argument *a, const int *s)
{
    return 100.0 * s[K] / (double)a[N3].count;
}

static const struct model model = {
    .type = CHAIN_CTMC,
    .check = knacl_check,
    .space = knacl_space,
    .step = knacl_step,
    .labels = {{"no_na", .variable = NA, .value = 0}},
    .rewards = {{"percentage_na", percentage_na}, {"percentage_k", percentage_k}},
    .properties = {{"R{\"percentage_na\"}=?[S]", .reward = "percentage_na"},
                   {"R{\"percentage_k\"}=?[S]", .reward = "percentage_k"},
                   {"P=?[F na=0]", .goal = "no_na"}},
    .counts = "as many states as pairs i <= n1, j <= n3 with i + j <= n2",
};

const struct generator generator_knacl = {
    .name = "knacl",
    .title = "molecules of Na, Cl and K",
    .source = "PRISM's distribution",
    .parameters = {[N1] = {"n1", "atoms of sodium", PARAMETER_COUNT, "10", .min = 1, .max = 65000},
                   [N2] = {"n2", "atoms of chlorine", PARAMETER_COUNT, "10", .min = 1,
                           .max = 65000},
                   [N3] = {"n3", "atoms of potassium", PARAMETER_COUNT, "10", .min = 1,
                           .max = 65000}},
    .model = &model,
};
