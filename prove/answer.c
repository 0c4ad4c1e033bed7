/* The error of any answer, from what is proven of its problem. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "prove/averages.h"
#include "prove/linear.h"
#include "prove/prove.h"
#include "prove/value.h"

/* What a pass over an answer tells. */
struct look {
    double distance; /* the largest |answer_i - x_i|, or more; infinite where a number is not one */
    double size;     /* the largest |x_i| */
    double weight;   /* the largest v_i */
};

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* A difference that is rounded, or too small to be a normal number, is off by no more than is added
 * at the end. v: NULL is ones. */
static struct look look_at(uint32_t n, const double *answer, const double *x, const double *v)
{
    double distance = 0, size = 0, weight = v ? 0 : 1;
    int bad = 0;
#pragma omp parallel for simd schedule(static) reduction(max                       \
                                                         : distance, size, weight) \
    reduction(|                                                                    \
              : bad) if (parallel                                                  \
                         : team_once(n))
    for (uint32_t i = 0; i < n; i++) {
        const double off = fabs(answer[i] - x[i]);
        bad |= !(off <= DBL_MAX);
        distance = larger(off, distance);
        size = larger(fabs(x[i]), size);
        if (v) weight = larger(v[i], weight);
    }
    if (bad) distance = INFINITY;
    if (distance > 0)
        distance = certify_up(distance * (1 + 2 * (long double)DBL_EPSILON) + DBL_MIN);
    return (struct look){distance, size, weight};
}

/* Of what is so small that look_at may take it for zero. */
static double exact_distance(uint32_t n, const double *answer, const double *x)
{
    long double most = 0;
    for (uint32_t i = 0; i < n; i++) {
        const long double off = (long double)answer[i] - x[i];
        if (off > most || -off > most) most = off < 0 ? -off : off;
    }
    return most == 0 ? 0 : certify_up(most);
}

static double widest_error(const struct bound *bound, double weight)
{
    const double widest = fmax(bound->below, bound->above);
    return widest == 0 ? 0 : certify_up((long double)widest * weight);
}

/* Whether the residual of an answer so far from the reference could say more of it: not where the
 * bound that follows from the distance is at most so many times the distance. That saves the pass
 * over the matrix. */
static bool residual_may_help(double distance, double error_of_reference, double times)
{
    return !(distance > 0 && isfinite(distance) && (times - 1) * distance >= error_of_reference);
}

static enum status bound_linear(const struct problem *problem, const double *answer,
                                struct check *check, struct proven *out)
{
    const struct problem_proof *proof = &problem->proof;
    const struct linear *s = &problem->system;
    const uint32_t n = s->a.off.n;
    const struct look look = look_at(n, answer, proof->x, proof->v);
    const double distance = look.distance > 0 ? look.distance : exact_distance(n, answer, proof->x),
                 of_reference = widest_error(&proof->bound, look.weight),
                 least = of_reference <= look.size / 1024
                             ? certify_down((long double)look.size - of_reference)
                             : least_size(n, proof->x, &proof->bound, proof->v);
    double error = certify_up((long double)distance + of_reference);
    if (proof->drift && residual_may_help(distance, of_reference, 1.25)) {
        struct bound own;
        MUST(check->by->answer(check, answer, &own));
        const struct interval value = value_at_initial(problem, answer, &own, proof->v),
                              known = {proof->value_low, proof->value_high},
                              both = interval_meet(known, value);
        error = fmin(error, widest_error(&own, look.weight));
        if (isfinite(own.below + own.above)) out->low = both.low, out->high = both.high;
    }
    out->error = error == 0 ? 0 : least > 0 ? certify_up((long double)error / least) : INFINITY;
    return OK;
}

/* Without a reference. The rows may be in closed form alone. */
static enum status bound_linear_alone(const struct problem *problem, const double *answer,
                                      struct check *check, struct proven *out)
{
    const double *v = problem->proof.v;
    const uint64_t n = problem_rows(problem);
    struct bound own;
    MUST(check->by->answer(check, answer, &own));
    if (!isfinite(own.below + own.above)) return OK;
    const struct interval value = value_at_initial(problem, answer, &own, v);
    const double error = largest_error(n, &own, v), least = least_size(n, answer, &own, v);
    out->error = error == 0 ? 0 : least > 0 ? certify_up((long double)error / least) : INFINITY;
    out->low = value.low, out->high = value.high;
    return OK;
}

/* Sums over the rows of a class: of so many rows in double, of all in long double. */
enum { ROWS_AT_A_TIME = 64 };

/* What the rounding of such sums, of two factors 1 / mass, and of what is summed up comes to, as a
 * share of the square of the sum of the sizes. */
static long double rounding_share(uint32_t n)
{
    return 8 * (ROWS_AT_A_TIME + 4) * (long double)DBL_EPSILON +
           (4 * (long double)n + 16) * LDBL_EPSILON;
}

/* The sums over the rows of a class, of an answer and of the reference. */
struct masses {
    long double own, its;
};

/* In the 1-norm, both scaled to mass 1, and the sum of the sizes. */
struct difference {
    long double off, size;
};

static void add_masses(const struct problem *problem, const double *answer, uint64_t from,
                       uint64_t to, struct masses *sum)
{
    const double *x = problem->proof.x;
    double own = 0, its = 0;
#pragma omp simd reduction(+ : own, its)
    for (uint64_t i = from; i < to; i++) own += answer[i], its += x[i];
    sum->own += own;
    sum->its += its;
}

static void add_difference(const struct problem *problem, const double *answer,
                           const struct masses *mass, uint64_t from, uint64_t to,
                           struct difference *sum)
{
    const double *x = problem->proof.x, scale = (double)(1 / mass->own),
                 its_scale = (double)(1 / mass->its);
    double apart = 0, both = 0;
#pragma omp simd reduction(+ : apart, both)
    for (uint64_t i = from; i < to; i++) {
        const double own = answer[i] * scale, its = x[i] * its_scale;
        apart += fabs(own - its);
        both += fabs(own) + fabs(its);
    }
    sum->off += apart;
    sum->size += both;
}

/* A single class has all rows. */
static void compare_all(const struct problem *problem, const double *answer, struct masses *mass,
                        struct difference *difference)
{
    const uint64_t n = problem->system.a.off.n;
#pragma omp parallel if (team_once(n))
    {
        struct masses masses = {0};
        struct difference mine = {0};
#pragma omp for schedule(static)
        for (uint64_t from = 0; from < n; from += ROWS_AT_A_TIME)
            add_masses(problem, answer, from, from + ROWS_AT_A_TIME < n ? from + ROWS_AT_A_TIME : n,
                       &masses);
#pragma omp critical
        mass->own += masses.own, mass->its += masses.its;
#pragma omp barrier
#pragma omp for schedule(static)
        for (uint64_t from = 0; from < n; from += ROWS_AT_A_TIME)
            add_difference(problem, answer, mass, from,
                           from + ROWS_AT_A_TIME < n ? from + ROWS_AT_A_TIME : n, &mine);
#pragma omp critical
        difference->off += mine.off, difference->size += mine.size;
    }
}

/* mass, difference: one a class, zeroed. */
static void compare(const struct problem *problem, const double *answer, struct masses *mass,
                    struct difference *difference)
{
    const uint32_t n = problem->system.a.off.n, *class_of = problem->steady.class_of;
    if (problem->steady.nclasses == 1) {
        compare_all(problem, answer, mass, difference);
        return;
    }
    for (uint32_t i = 0; i < n; i++) add_masses(problem, answer, i, i + 1, &mass[class_of[i]]);
    for (uint32_t i = 0; i < n; i++)
        add_difference(problem, answer, &mass[class_of[i]], i, i + 1, &difference[class_of[i]]);
}

/* *rounding is part of what it returns. */
static double distance_of(uint32_t n, const struct masses *mass,
                          const struct difference *difference, double *rounding)
{
    const long double smallest =
        4 * (long double)n * DBL_MIN * (1 + (double)(1 / mass->own) + (double)(1 / mass->its));
    *rounding = certify_up(difference->size * difference->size * rounding_share(n) + smallest);
    const long double off = difference->off + *rounding;
    return mass->own > 0 && isfinite(off) ? certify_up(off) : INFINITY;
}

static enum status bound_long_run(const struct problem *problem, const double *answer,
                                  struct check *check, struct proven *out)
{
    enum status status = OK;
    const struct problem_proof *proof = &problem->proof;
    const struct steady_value *steady = &problem->steady;
    const struct classes classes = {steady->nclasses, steady->class_of};
    struct interval *average = NULL;
    double *distance = NULL, *from_reference = NULL;
    struct masses *mass = NULL;
    struct difference *difference = NULL;
    bool any = false, narrower = false;
    TRY(allocate(classes.count, sizeof *distance, "a proof", &distance));
    TRY(allocate(classes.count, sizeof *average, "a proof", &average));
    TRY(allocate(classes.count, sizeof *from_reference, "a proof", &from_reference));
    TRY(allocate_zeroed(classes.count, sizeof *mass, "a proof", &mass));
    TRY(allocate_zeroed(classes.count, sizeof *difference, "a proof", &difference));
    compare(problem, answer, mass, difference);
    for (uint32_t c = 0; c < classes.count; c++) {
        double rounding = 0;
        distance[c] = from_reference[c] = INFINITY;
        if (steady->probability[c] == 0) continue;
        const double off =
            distance_of(problem->system.a.off.n, &mass[c], &difference[c], &rounding);
        from_reference[c] = certify_up((long double)off + proof->distance[c]);
        any = any || residual_may_help(off, proof->distance[c] + rounding, 4);
    }
    if (any) TRY(check->by->long_run(check, answer, distance));
    out->error = 0;
    for (uint32_t c = 0; c < classes.count; c++) {
        distance[c] = fmin(distance[c], from_reference[c]);
        narrower |= steady->probability[c] > 0 && distance[c] < proof->distance[c];
        if (steady->probability[c] > 0) out->error = fmax(out->error, distance[c]);
    }
    if (!narrower) goto out; /* the reference says more of the averages */
    TRY(averages_of_answer(problem, answer, distance, average));
    const struct interval known = {out->low, out->high},
                          both = interval_meet(known, value_of_classes(problem, average));
    out->low = both.low, out->high = both.high;
out:
    free(distance);
    free(from_reference);
    free(average);
    free(mass);
    free(difference);
    return status;
}

/* Without a reference, as above. */
static enum status bound_long_run_alone(const struct problem *problem, const double *answer,
                                        struct check *check, struct proven *out)
{
    enum status status = OK;
    const struct steady_value *steady = &problem->steady;
    const uint32_t count = steady->nclasses;
    struct interval *average = NULL;
    double *distance = NULL, most = 0;
    TRY(allocate(count, sizeof *distance, "a proof", &distance));
    TRY(allocate(count, sizeof *average, "a proof", &average));
    TRY(check->by->long_run(check, answer, distance));
    for (uint32_t c = 0; c < count; c++)
        if (steady->probability[c] > 0) most = fmax(most, distance[c]);
    if (!isfinite(most)) goto out;
    TRY(averages_of_answer(problem, answer, distance, average));
    const struct interval value = value_of_classes(problem, average);
    *out = (struct proven){most, value.low, value.high};
out:
    free(distance);
    free(average);
    return status;
}

bool proof_bounds_answers(const struct problem_proof *proof)
{
    return proof->x || proof->by_residual;
}

struct check_subject prove_subject(const struct problem *problem)
{
    const struct problem_proof *proof = &problem->proof;
    const struct linear *written = problem_written(problem);
    struct check_subject subject = {.a = &written->a,
                                    .reading = proof->reading,
                                    .b = written->b,
                                    .drift = proof->drift};
    if (problem->kind != KIND_STEADY) return subject;
    subject.classes = (struct classes){problem->steady.nclasses, problem->steady.class_of};
    subject.v = proof->v;
    subject.times = &proof->times;
    return subject;
}

enum status prove_answer_by(struct check *check, const struct problem *problem,
                            const double *answer, struct proven *out)
{
    const struct problem_proof *proof = &problem->proof;
    const bool steady = problem->kind == KIND_STEADY;
    *out = (struct proven){INFINITY, proof->value_low, proof->value_high};
    if (proof->by_residual)
        return (steady ? bound_long_run_alone : bound_linear_alone)(problem, answer, check, out);
    if (!proof->x) return OK;
    if (steady) return bound_long_run(problem, answer, check, out);
    return bound_linear(problem, answer, check, out);
}

enum status prove_answer(const struct problem *problem, const double *answer, struct proven *out)
{
    struct check host = {.by = checkers[0], .subject = prove_subject(problem)};
    return prove_answer_by(&host, problem, answer, out);
}
