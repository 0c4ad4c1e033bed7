/* Noise as solve times have it, and what compare says of two files that have nothing else. */
#ifndef WARPMARK_TESTS_SUPPORT_MADE_NOISE_MODELS_H
#define WARPMARK_TESTS_SUPPORT_MADE_NOISE_MODELS_H

#include "harness/compare/compare.h"
#include "harness/statistics/effective_samples.h"
#include "harness/statistics/stats.h"
#include "tests/support/made/handmade.h"
#include "tests/support/seed.h"

enum { MOST_SAMPLES = 300 };

enum noise_kind { WHITE, AUTOREGRESSIVE, WALK, DRIFT, BURSTS, TWO_LEVELS, HEAVY, PERIODIC };

/* a, b, c: see noise_make. */
struct noise_model {
    const char *name;
    enum noise_kind kind;
    double a, b, c;
};

static const struct noise_model noise_models[] = {
    {"white, 1 %", WHITE, 0.01, 0, 0},
    {"AR(1), phi = 0.5, 2 %", AUTOREGRESSIVE, 0.5, 0.02, 0},
    {"AR(1), phi = 0.9, 2 %", AUTOREGRESSIVE, 0.9, 0.02, 0},
    {"AR(1), phi = 0.95, 2 %", AUTOREGRESSIVE, 0.95, 0.02, 0},
    {"AR(1), phi = 0.99, 2 %", AUTOREGRESSIVE, 0.99, 0.02, 0},
    {"random walk, 0.5 % a sample", WALK, 0.005, 0, 0},
    {"random walk, 0.2 %, in white, 0.2 %", WALK, 0.002, 0.002, 0},
    {"drift, up to 0.2 % a sample, white, 0.5 %", DRIFT, 0.002, 0.005, 0},
    {"bursts of 2 samples, 17 % spoilt, white, 0.5 %", BURSTS, 0.1, 2, 0.5},
    {"bursts of 5 samples, 9 % spoilt, white, 0.5 %", BURSTS, 0.02, 5, 0.5},
    {"heavy tails, Student's t of 2, 1 %", HEAVY, 2, 0.01, 0},
    {"heavy tails, Cauchy, 1 %", HEAVY, 1, 0.01, 0},
    {"periodic, 2 %, 10 samples, white, 0.5 %", PERIODIC, 10, 0.02, 0.005},
    {"periodic, 2 %, 40 samples, white, 0.5 %", PERIODIC, 40, 0.02, 0.005},
    {"AR(1), phi = 0.95, 2 %, in white, 2 %", AUTOREGRESSIVE, 0.95, 0.02, 0.02},
    {"two levels 3 % apart, 5 samples, white, 0.3 %", TWO_LEVELS, 0.2, 0.03, 0.003},
    {"two levels 3 % apart, 10 samples, white, 0.3 %", TWO_LEVELS, 0.1, 0.03, 0.003},
    {"two levels 3 % apart, 50 samples, white, 0.3 %", TWO_LEVELS, 0.02, 0.03, 0.003},
};

/* Whether the samples of a file can show it. */
static inline bool noise_shows(const struct noise_model *m)
{
    return m->kind != TWO_LEVELS && !(m->kind == AUTOREGRESSIVE && m->c > 0);
}

enum { NNOISE_MODELS = sizeof noise_models / sizeof *noise_models };

static inline double noise_unit(void)
{
    return random_unit(random_bits(seed, 1, drawn++));
}

/* Normal, after Box and Muller. */
static inline double noise_normal(void)
{
    double radius = sqrt(-2 * log(1 - noise_unit()));
    return radius * cos(6.283185307179586 * noise_unit());
}

/* a: degrees of freedom */
static inline double noise_student(int a)
{
    double squares = 0, normal = noise_normal();
    for (int k = 0; k < a; k++) squares += pow(noise_normal(), 2);
    return normal / sqrt(squares / a);
}

/* The next logarithm of a time. state: of what lasts from one to the next. */
static inline double noise_next(const struct noise_model *m, size_t k, double *state, double start)
{
    double now = *state;
    switch (m->kind) {
    case WHITE: return m->a * noise_normal();
    case AUTOREGRESSIVE:
        *state = m->a * now + m->b * sqrt(1 - m->a * m->a) * noise_normal();
        return now + (m->c > 0 ? m->c * noise_normal() : 0);
    case WALK: *state += m->a * noise_normal(); return now + m->b * noise_normal();
    case DRIFT: return (2 * start - 1) * m->a * (double)k + m->b * noise_normal();
    case BURSTS: /* one begins with chance a, lasts b samples, spoils by c on average */
        *state = now > 0 ? noise_unit() >= 1 / m->b : noise_unit() < m->a;
        return 0.005 * noise_normal() + (*state > 0 ? m->c * (0.5 + noise_unit()) : 0);
    case TWO_LEVELS:
        if (noise_unit() < m->a) *state = !now;
        return m->b * now + m->c * noise_normal();
    case HEAVY: return m->b * noise_student((int)m->a);
    default:
        return m->b * sin(6.283185307179586 * (start + (double)k / m->a)) + m->c * noise_normal();
    }
}

/* count times of one file. */
static inline void noise_make(const struct noise_model *m, size_t count, double level, double *out)
{
    double start = noise_unit(), state = m->kind == AUTOREGRESSIVE ? m->b * noise_normal()
                                         : m->kind == TWO_LEVELS   ? start < 0.5
                                                                   : 0;
    for (size_t k = 0; k < count; k++) out[k] = level * exp(noise_next(m, k, &state, start));
}

/* How many of these the default settings take: harness/case/case.c looks each time that there are half
 * as many again. */
static inline size_t noise_taken(const double *value)
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

/* Two results of one case, to be filled again and again. */
struct noise_pair {
    struct results side[NSIDES];
};

static inline void noise_begin(struct noise_pair *pair)
{
    for (int k = 0; k < NSIDES; k++) {
        handmade_begin(&pair->side[k], "noise");
        handmade_run(&pair->side[k], handmade_problem(&pair->side[k], "p", 10, 20),
                     handmade_variant(&pair->side[k], "jacobi", "msr", "seq"), CASE_OK, 1,
                     MOST_SAMPLES);
    }
}

static inline void noise_end(struct noise_pair *pair)
{
    for (int k = 0; k < NSIDES; k++) results_free(&pair->side[k]);
}

/* The verdict on two files of count samples (0: as many as the default settings take), the new one
 * slow times as slow.
 */
static inline struct compared_case noise_compare(struct noise_pair *pair,
                                                 const struct noise_model *m, size_t count,
                                                 double slow, double margin)
{
    const struct compare_request request = {.margin = margin, .blind = true};
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
    if (compare_case(&matched, &request, margin, &out) != OK) abort();
    return out;
}

static inline bool noise_called(const struct compared_case *c)
{
    return c->judgement == JUDGED_FASTER || c->judgement == JUDGED_SLOWER;
}

/* The margin of a machine with this noise, where selfcheck has measured its noise floor: 99 % of
 * pairs stay below. */
static inline double noise_floor_of(struct noise_pair *pair, const struct noise_model *m,
                                    double margin)
{
    enum { PAIRS = 300 };
    double moved[PAIRS];
    for (size_t k = 0; k < PAIRS; k++) {
        struct compared_case c = noise_compare(pair, m, 0, 1, margin);
        moved[k] = expm1(fabs(log(c.ratio.ratio)));
    }
    sort_numbers(PAIRS, moved);
    return fmax(margin, sorted_quantile(PAIRS, moved, 0.99));
}

#endif
