#include "harness/run/pace.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

enum { FASTEST_GROWTH = 16 }; /* of solves, from one problem to the next */

enum status pace_begin(const struct settings *settings, size_t nvariants, struct pace *out)
{
    *out = (struct pace){.settings = settings, .count = nvariants};
    MUST(allocate(nvariants, sizeof *out->variant, "times of variants", &out->variant));
    for (size_t v = 0; v < nvariants; v++)
        out->variant[v] = (struct variant_pace){.taken = NAN, .solve = NAN, .before = NAN};
    return OK;
}

void pace_free(struct pace *pace)
{
    free(pace->variant);
    *pace = (struct pace){0};
}

void pace_learn(struct pace *pace, size_t variant, size_t at, double taken, double solve)
{
    struct variant_pace *v = &pace->variant[variant];
    if (!isnan(v->taken) && v->at != at) v->before = v->solve, v->before_at = v->at;
    *v = (struct variant_pace){taken, solve, v->before, at, v->before_at, false};
}

void pace_learn_absent(struct pace *pace, size_t variant)
{
    pace->variant[variant].absent = true;
}

/* Of a solve, from one problem to the next. */
static double growth_of(const struct variant_pace *v)
{
    if (!(v->before > 0 && v->solve > v->before) || v->at <= v->before_at) return 1;
    return fmin(pow(v->solve / v->before, 1 / (double)(v->at - v->before_at)), FASTEST_GROWTH);
}

/* What a case of such solves takes at most. */
static double budget(const struct settings *settings, double solve)
{
    return (double)settings->warmup * solve +
           fmax(solve, fmin(settings->max_time, (double)settings->max_samples * solve));
}

static double guess_known(const struct settings *settings, const struct variant_pace *v, size_t at)
{
    const double steps = at > v->at ? (double)(at - v->at) : 0;
    const double solve = fmin(v->solve * pow(growth_of(v), steps), settings->timeout);
    if (!(v->solve > 0) || solve <= v->solve) return v->taken;
    return v->taken * budget(settings, solve) / budget(settings, v->solve);
}

double pace_guess(const struct pace *pace, size_t variant, size_t at)
{
    double sum = 0;
    size_t known = 0;
    if (pace->variant[variant].absent) return 0;
    if (!isnan(pace->variant[variant].taken))
        return guess_known(pace->settings, &pace->variant[variant], at);
    for (const struct variant_pace *v = pace->variant; v < pace->variant + pace->count; v++) {
        if (v->absent || isnan(v->taken)) continue;
        sum += guess_known(pace->settings, v, at);
        known++;
    }
    return known ? sum / (double)known : NAN;
}

double pace_rest(double guess, double taken)
{
    return fabs(guess - taken);
}
