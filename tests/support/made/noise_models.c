#include "tests/support/made/noise_models.h"

#include <math.h>
#include <stdlib.h>

bool noise_shows(const struct noise_model *m)
{
    return m->kind != TWO_LEVELS && !(m->kind == AUTOREGRESSIVE && m->c > 0);
}

/* a: degrees of freedom */
static double noise_student(int a)
{
    double squares = 0, normal = draw_normal();
    for (int k = 0; k < a; k++) squares += pow(draw_normal(), 2);
    return normal / sqrt(squares / a);
}

/* The next logarithm of a time. state: of what lasts from one to the next. */
static double noise_next(const struct noise_model *m, size_t k, double *state, double start)
{
    double now = *state;
    switch (m->kind) {
    case WHITE: return m->a * draw_normal();
    case AUTOREGRESSIVE:
        *state = m->a * now + m->b * sqrt(1 - m->a * m->a) * draw_normal();
        return now + (m->c > 0 ? m->c * draw_normal() : 0);
    case WALK: *state += m->a * draw_normal(); return now + m->b * draw_normal();
    case DRIFT: return (2 * start - 1) * m->a * (double)k + m->b * draw_normal();
    case BURSTS: /* one begins with chance a, lasts b samples, spoils by c on average */
        *state = now > 0 ? draw_unit() >= 1 / m->b : draw_unit() < m->a;
        return 0.005 * draw_normal() + (*state > 0 ? m->c * (0.5 + draw_unit()) : 0);
    case TWO_LEVELS:
        if (draw_unit() < m->a) *state = !now;
        return m->b * now + m->c * draw_normal();
    case LOGNORMAL: return log1p(m->a * exp(draw_normal())) - log1p(m->a);
    case HEAVY: return m->b * noise_student((int)m->a);
    default:
        return m->b * sin(6.283185307179586 * (start + (double)k / m->a)) + m->c * draw_normal();
    }
}

void noise_make(const struct noise_model *m, size_t count, double level, double *out)
{
    double start = draw_unit(), state = m->kind == AUTOREGRESSIVE ? m->b * draw_normal()
                                        : m->kind == TWO_LEVELS   ? start < 0.5
                                                                  : 0;
    for (size_t k = 0; k < count; k++) out[k] = level * exp(noise_next(m, k, &state, start));
}

/* harness/case/case.c looks each time that there are half as many again. */
size_t noise_taken(const double *value)
{
    const struct settings *s = &default_settings;
    for (size_t count = s->min_samples; count < s->max_samples; count += count / 2 + 1) {
        bool enough;
        if (effective_enough(count, value, (double)s->min_samples, s->max_ci, &enough) != OK)
            abort();
        if (enough) return count;
    }
    return s->max_samples;
}

void noise_begin(struct noise_pair *pair)
{
    for (int k = 0; k < NSIDES; k++) {
        handmade_begin(&pair->side[k], "noise");
        handmade_run(&pair->side[k], handmade_problem(&pair->side[k], "p", 10, 20),
                     handmade_variant(&pair->side[k], "jacobi", "msr", "seq"), CASE_OK, 1,
                     MOST_SAMPLES);
    }
}

void noise_end(struct noise_pair *pair)
{
    for (int k = 0; k < NSIDES; k++) results_free(&pair->side[k]);
}

struct compared_case noise_compare(struct noise_pair *pair, const struct noise_model *m,
                                   size_t count, double slow, double floor)
{
    const struct compare_request request = {.margin = 0.01, .blind = true};
    const struct level_part part = level_part_of_floor(floor);
    const struct level_variance levels = levels_fit(1, &part);
    struct matched_case matched = {.problem = pair->side[BASE].problems,
                                   .variant = pair->side[BASE].variants};
    struct compared_case out;
    size_t first = 0;
    for (int k = 0; k < NSIDES; k++) {
        double value[MOST_SAMPLES];
        struct results *r = &pair->side[k];
        noise_make(m, MOST_SAMPLES, k == FRESH ? slow : 1, value);
        r->runs->sample_count = count ? count : noise_taken(value);
        for (size_t i = 0; i < r->runs->sample_count; i++) r->samples[i].host = value[i];
        matched.side[k] = (struct case_runs){r, 1, &first};
    }
    if (compare_case(&matched, &request, 0.01, floor > 0 ? &levels : NULL, &out) != OK) abort();
    return out;
}

bool noise_called(const struct compared_case *c)
{
    return c->judgement == JUDGED_FASTER || c->judgement == JUDGED_SLOWER;
}

double noise_floor_of(struct noise_pair *pair, const struct noise_model *m)
{
    enum { PAIRS = 300 };
    double moved[PAIRS];
    for (size_t k = 0; k < PAIRS; k++) {
        struct compared_case c = noise_compare(pair, m, 0, 1, 0);
        moved[k] = expm1(fabs(log(c.ratio.ratio)));
    }
    sort_numbers(PAIRS, moved);
    return sorted_quantile(PAIRS, moved, 0.99);
}
