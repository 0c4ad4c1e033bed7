#include "harness/run/pace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SIZE = PACE_AXES + 1 };

/* Weight of the initial guess that each power is 1, relative to one measured solve. */
static const double doubt = 0.05;

/* Returns the value of an axis if the problem has it as a positive number; else NaN. */
static double value_of(const struct results *plan, size_t problem, const char *name)
{
    const struct axis_value *axis = problem_axis(&plan->problems[problem], name);
    return axis && axis->number > 0 ? axis->number : NAN;
}

static bool varies(const struct results *plan, const char *name)
{
    const double first = value_of(plan, 0, name);
    bool differs = false;
    for (size_t p = 0; p < plan->nproblems; p++) {
        const double value = value_of(plan, p, name);
        if (isnan(value)) return false;
        differs = differs || value != first;
    }
    return differs;
}

enum status pace_begin(const struct results *plan, struct pace *out)
{
    *out = (struct pace){.plan = plan, .count = plan->nvariants};
    const struct result_problem *first = plan->nproblems ? plan->problems : NULL;
    for (size_t k = 0; first && k < first->naxes && out->naxes < PACE_AXES; k++)
        if (varies(plan, first->axes[k].name)) out->axis[out->naxes++] = first->axes[k].name;
    MUST(allocate_zeroed(out->count, sizeof *out->variant, "times of variants", &out->variant));
    for (size_t v = 0; v < out->count; v++) {
        struct variant_pace *pace = &out->variant[v];
        for (size_t k = 1; k <= out->naxes; k++) pace->square[k][k] = pace->right[k] = doubt;
    }
    return OK;
}

void pace_free(struct pace *pace)
{
    free(pace->variant);
    *pace = (struct pace){0};
}

/* Longest time that the settings allow for a case with such solves. */
static double budget(const struct settings *settings, double solve)
{
    return (double)settings->warmup * solve +
           fmax(solve, fmin(settings->max_time, (double)settings->max_samples * solve));
}

/* Terms of the fit: 1, and the logarithm of each axis. */
static void terms_of(const struct pace *pace, size_t problem, double out[SIZE])
{
    out[0] = 1;
    for (size_t k = 0; k < pace->naxes; k++) {
        const double value = value_of(pace->plan, problem, pace->axis[k]);
        out[k + 1] = isnan(value) ? 0 : log(value);
    }
}

/* Solves the equations, which are positive definite, by elimination. */
static void fit(struct variant_pace *v, size_t size)
{
    double a[SIZE][SIZE], *power = v->power;
    memcpy(a, v->square, sizeof a);
    memcpy(power, v->right, sizeof v->right);
    for (size_t k = 0; k < size; k++)
        for (size_t i = k + 1; i < size; i++) {
            const double factor = a[i][k] / a[k][k];
            for (size_t j = k; j < size; j++) a[i][j] -= factor * a[k][j];
            power[i] -= factor * power[k];
        }
    for (size_t k = size; k-- > 0;) {
        for (size_t j = k + 1; j < size; j++) power[k] -= a[k][j] * power[j];
        power[k] /= a[k][k];
    }
}

void pace_learn(struct pace *pace, size_t variant, size_t problem, double taken, double solve)
{
    struct variant_pace *v = &pace->variant[variant];
    double term[SIZE];
    v->absent = false;
    if (!(solve > 0)) return;
    v->taken += taken;
    v->budget += budget(&pace->plan->settings, solve);
    terms_of(pace, problem, term);
    for (size_t i = 0; i <= pace->naxes; i++) {
        for (size_t j = 0; j <= pace->naxes; j++) v->square[i][j] += term[i] * term[j];
        v->right[i] += term[i] * log(solve);
    }
    fit(v, pace->naxes + 1);
}

void pace_learn_absent(struct pace *pace, size_t variant)
{
    pace->variant[variant].absent = true;
}

/* Guesses the time of one solve on the problem. */
static double solve_guess(const struct pace *pace, const struct variant_pace *v, size_t problem)
{
    double term[SIZE], sum = 0;
    terms_of(pace, problem, term);
    for (size_t k = 0; k <= pace->naxes; k++) sum += v->power[k] * term[k];
    return fmin(exp(sum), pace->plan->settings.timeout);
}

/* Guesses the time of a case; NaN: nothing is known. */
static double guess_known(const struct pace *pace, const struct variant_pace *v, size_t problem)
{
    if (v->absent) return 0;
    if (!(v->budget > 0)) return NAN;
    const double solve = solve_guess(pace, v, problem);
    return v->taken / v->budget * budget(&pace->plan->settings, solve);
}

double pace_guess(const struct pace *pace, size_t variant, size_t problem)
{
    const double own = guess_known(pace, &pace->variant[variant], problem);
    double sum = 0;
    size_t known = 0;
    if (!isnan(own)) return own;
    for (const struct variant_pace *v = pace->variant; v < pace->variant + pace->count; v++) {
        const double guess = guess_known(pace, v, problem);
        if (v->absent || isnan(guess)) continue;
        sum += guess;
        known++;
    }
    return known ? sum / (double)known : NAN;
}

double pace_rest(double guess, double taken)
{
    return fabs(guess - taken);
}
