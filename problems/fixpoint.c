/* Reachability probabilities and rewards. Until: Prob1 states are 1, Prob0 states 0, all others are
 * undecided. Reward: the goal is 0, states that may miss it are infinite, all others are undecided.
 * Undecided rows of the system are (1 - P(i,i)) x_i - sum_{j != i} P(i,j) x_j = b_i with P the
 * embedded chain of a CTMC; other rows are x_i = b_i. The iteration starts at b, as in PRISM.
 * Columns of decided states are not eliminated.
 *
 * Quotients R(i,j) / E_i are rounded. So a proof is about the equations before the division, sum_{j
 * != i} R(i,j) (x_i - x_j) = r_i (r_i = 0 for probabilities), each multiplied by a power of 2. For
 * a DTMC, R(i,j) are its probabilities, and r_i is multiplied by their sum. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "base/team.h"
#include "certify/reading.h"
#include "problems/property.h"

/* *out (new) = the exit rate of every state, sum_j R(i,j) with self-loops; 1 in a DTMC. */
static enum status exit_rates(const struct chain *chain, double **out)
{
    const struct csr *r = &chain->transitions;
    MUST(allocate_large(r->rows, sizeof **out, "exit rates", out));
#pragma omp parallel for if (team_once(r->nnz))
    for (uint32_t i = 0; i < r->rows; i++) {
        double sum = 0;
        for (uint64_t k = r->row[i]; k < r->row[i + 1]; k++) sum += r->val[k];
        (*out)[i] = chain->type == CHAIN_DTMC ? 1 : sum;
    }
    return OK;
}

/* Fills b: the right-hand sides of undecided rows, and the values of the others. */
static enum status fill_b(const double *reward, const double *exit_rate, const uint8_t *undecided,
                          const uint8_t *yes, struct linear *out)
{
    double *b = out->b;
    uint32_t wrong = UINT32_MAX; /* the first row whose number is too large */
#pragma omp parallel for reduction(min : wrong) if (team_once(out->a.off.rows))
    for (uint32_t i = 0; i < out->a.off.rows; i++) {
        b[i] = !reward ? yes[i] : undecided[i] ? reward[i] / exit_rate[i] : 0;
        if (!isfinite(b[i]) && i < wrong) wrong = i;
    }
    if (wrong == UINT32_MAX) return OK;
    return fail(ERROR_INPUT,
                "state %llu: its reward is %g and its exit rate %g, and their ratio is too large a "
                "number: scale the rewards down",
                (unsigned long long)row_owner(&out->a, wrong), reward[wrong], exit_rate[wrong]);
}

/* Returns whether x times a power of 2 is exactly a double. */
static bool scales(double x, double power)
{
    return isfinite(x * power) && x * power / power == x;
}

/* Returns the power of 2 that scales E_i to 1 .. 2 or as close as possible; 1 if some digit would
 * be lost. */
static double row_power(const struct csr *rates, uint32_t i, double exit_rate, double reward)
{
    const int exponent = -ilogb(exit_rate);
    const double power = scalbn(1, exponent < DBL_MAX_EXP ? exponent : DBL_MAX_EXP - 1);
    bool exact = scales(reward, power);
    for (uint64_t k = rates->row[i]; k < rates->row[i + 1]; k++)
        exact &= scales(rates->val[k], power);
    return exact ? power : 1;
}

/* Fills written. The rows of out must still be rates, and b must be filled. */
static enum status keep_rates(const struct linear *out, const double *reward,
                              const uint8_t *undecided, const double *exit_rate,
                              struct linear *written)
{
    const struct csr *rates = &out->a.off;
    struct matrix *a = &written->a;
    a->off = *rates;
    MUST(allocate_large(rates->nnz, sizeof *a->off.val, "rates", &a->off.val));
    MUST(allocate_large(rates->rows, sizeof *written->b, "b", &written->b));
    MUST(allocate_large(rates->rows, sizeof *a->diag, "rates", &a->diag));
#pragma omp parallel for if (team_once(rates->nnz))
    for (uint32_t i = 0; i < rates->rows; i++) {
        const double b = !undecided[i] ? out->b[i] : reward ? reward[i] : 0;
        const double power = undecided[i] ? row_power(rates, i, exit_rate[i], b) : 1;
        double sum = 0;
        for (uint64_t k = rates->row[i]; k < rates->row[i + 1]; k++) {
            a->off.val[k] = -(rates->val[k] * power);
            sum -= a->off.val[k];
        }
        a->diag[i] = undecided[i] ? sum : 1;
        written->b[i] = b * power;
    }
    return OK;
}

static enum status divide_rows(const uint8_t *undecided, const double *exit_rate,
                               struct matrix *out)
{
    uint32_t wrong = UINT32_MAX; /* the first row that cannot be solved */
#pragma omp parallel for reduction(min : wrong) if (team_once(out->off.nnz))
    for (uint32_t i = 0; i < out->off.rows; i++) {
        const double stays = out->diag[i] / exit_rate[i];
        if (undecided[i] && !(1 - stays > 0)) {
            if (i < wrong) wrong = i;
            continue;
        }
        out->diag[i] = undecided[i] ? 1 - stays : 1;
        for (uint64_t k = out->off.row[i]; k < out->off.row[i + 1]; k++)
            out->off.val[k] = -(out->off.val[k] / exit_rate[i]);
    }
    if (wrong == UINT32_MAX) return OK;
    return fail(ERROR_INPUT,
                "state %llu: the probability of staying is %.17g, so that its equation has no "
                "solution in double precision",
                (unsigned long long)row_owner(out, wrong), out->diag[wrong] / exit_rate[wrong]);
}

enum status fixpoint_rows(struct chain *chain, const double *reward, const uint8_t *goal,
                          const uint8_t *no, const uint8_t *yes, struct linear *out,
                          struct linear *written)
{
    enum status status = OK;
    double *exit_rate = NULL;
    uint8_t *undecided = NULL;
    const uint32_t n = chain_states(chain);
    TRY(exit_rates(chain, &exit_rate));
    TRY(allocate(n, 1, "states", &undecided));
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++)
        undecided[i] = is_undecided(reward != NULL, goal[i], no[i], yes[i]);
    TRY(allocate_large(n, sizeof *out->b, "b", &out->b));
    TRY(csr_split_rows(&chain->transitions, undecided, &out->a));
    TRY(fill_b(reward, exit_rate, undecided, yes, out));
    if (written && chain->type == CHAIN_CTMC)
        TRY(keep_rates(out, reward, undecided, exit_rate, written));
    TRY(divide_rows(undecided, exit_rate, &out->a));
    TRY(allocate_large(n, sizeof *out->x0, "x0", &out->x0));
    copy_large(out->x0, out->b, n * sizeof *out->b);
out:
    free(exit_rate);
    free(undecided);
    return status;
}

static enum status count_classes(const struct chain *chain, uint64_t *out)
{
    uint32_t *class_of, count;
    MUST(closed_classes(&chain->transitions, chain_source(chain), &class_of, &count));
    *out = count;
    free(class_of);
    return OK;
}

/* Sets whether there is anything to solve, and which values are infinite. */
static enum status fill_facts(const struct property *property, uint32_t n, const uint8_t *goal,
                              const uint8_t *no, const uint8_t *yes, struct problem *out)
{
    const bool reward = property->reward != NULL;
    out->step = 1;
    bool solved = true;
#pragma omp parallel for reduction(&& : solved) if (team_once(n))
    for (uint32_t i = 0; i < n; i++)
        solved = solved && !is_undecided(reward, goal[i], no[i], yes[i]);
    out->solved = solved;
    if (!reward) return OK;
    MUST(allocate(n, 1, "states", &out->fixpoint.infinite));
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) out->fixpoint.infinite[i] = !yes[i];
    return OK;
}

/* Reading of the rates or probabilities as given in the model. */
static struct reading find_model(const struct chain *chain, const struct property *property)
{
    const struct chain_rounding *rounding = &chain->rounding;
    if (!chain_rounding_is_known(chain, property->reward)) return (struct reading){0};
    return (struct reading){.entry = reading_share(1 + rounding->transitions),
                            .constant = property->reward ? reading_share(1 + rounding->rewards) : 0,
                            .balanced = true};
}

enum status reduce_fixpoint(struct chain *chain, const struct property *property,
                            struct problem *out)
{
    enum status status = OK;
    uint8_t *goal = NULL, *through = NULL, *no = NULL, *yes = NULL;
    out->kind = KIND_FIXPOINT;
    out->range = property->reward ? RANGE_NOT_NEGATIVE : RANGE_PROBABILITY;
    TRY(divide_by_sums(chain, out));
    out->reading.constant += share_of_products(chain, property->reward);
    out->reading.entry = fmax(out->reading.entry, property->rounded);
    TRY(label_states(chain, property->goal, &goal));
    TRY(states_to_pass(chain, property, &through));
    TRY(certain_states(&chain->transitions, property->reward ? NULL : through, goal, &no, &yes));
    TRY(take_initial(chain, property->filter, out));
    TRY(count_classes(chain, &out->classes));
    TRY(fill_facts(property, chain_states(chain), goal, no, yes, out));
    if (!out->divided.rows) out->model = find_model(chain, property);
    TRY(fixpoint_rows(chain, property->reward, goal, no, yes, &out->system, &out->written));
out:
    free(goal);
    free(through);
    free(no);
    free(yes);
    return status;
}
