#include "harness/case/prove_case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/units.h"
#include "base/process/clock.h"
#include "harness/case/measurement.h"
#include "harness/case/verify.h"

/* Start of proof_note if error_bound is that of the value. */
#define VALUE_ALONE "of the value alone, "

struct prove_settings proof_wanted(const struct settings *settings)
{
    const double width = settings->prove;
    const bool narrower = width > 0 && settings->require / 10 < width;
    return (struct prove_settings){.width = narrower ? settings->require / 10 : width,
                                   .seconds = settings->prove_time > 0 ? settings->prove_time
                                                                       : MOST_PROVE_TIME};
}

const struct place *place_of_proof(const struct problem *problem, const struct place *place)
{
    enum {
        WORTH_A_GPU = 1 << 19
    }; /* entries; the host proves smaller ones in a tenth of a second,
          and a GPU takes longer to start */
    const struct matrix *a = &problem->system.a;
    const uint64_t size = matrix_is_stored(a)             ? a->off.nnz + a->off.rows
                          : problem->kind == KIND_OPTIMUM ? a->closed.n
                                                          : 0;
    const bool gains = size >= WORTH_A_GPU;
    const struct place *one = place && place->cards > 1 ? place->member : place;
    return gains && one && one->cards == 1 && one->probe() == OK ? one : NULL;
}

enum status prove_late(struct measurement *m, const double *answer)
{
    const struct late_proof *late = m->late_proof;
    const double start = clock_now();
    if (!late) return OK;
    m->late_proof = NULL;
    const enum status status = late->make(late->with, answer);
    m->proving = clock_now() - start;
    return status;
}

void add_check_time(struct measurement *m, double start)
{
    m->out->run.verify += clock_now() - start - m->proving;
    m->proving = 0;
}

static enum status note_proof(struct measurement *m, const char *note)
{
    struct result_run *run = &m->out->run;
    free(run->proof_note);
    run->proof_note = NULL;
    MUST(copy_text(note, &run->proof_note));
    return m->check_refused
               ? append_text(&run->proof_note, "; checked on the host: %s", m->check_refused)
               : OK;
}

enum status use_check(struct check *check, check_use *use, void *with, char **refused)
{
    struct check host = {.by = checkers[0], .subject = check->subject};
    if (*refused) return use(&host, with);
    const enum status status = use(check, with);
    if (!is_of_device(status)) return status;
    MUST(copy_text(fail_message(), refused));
    check_close(check);
    check->subject = host.subject;
    return use(&host, with);
}

enum status use_check_of_case(struct measurement *m, const struct check_subject *subject,
                              check_use *use, void *with)
{
    const bool on_gpu = m->variant->place->cards > 0;
    if (!m->check.by) m->check.by = checkers[on_gpu ? checker_count - 1 : 0];
    m->check.subject = *subject;
    if (on_gpu && !m->check_refused && !matrix_is_stored(subject->a) &&
        m->problem->kind != KIND_OPTIMUM)
        MUST(copy_text("the check on a GPU needs stored rows", &m->check_refused));
    return use_check(&m->check, use, with, &m->check_refused);
}

static bool is_required(const struct measurement *m)
{
    return m->settings->require > 0 && m->variant->method->task != TASK_CYCLE;
}

/* Ends a case whose proven error is too large, with advice: a better answer, or more time for a
 * proof that was cut short. */
static enum status end_inaccurate(struct measurement *m)
{
    const struct settings *settings = m->settings;
    const struct result_run *run = &m->out->run;
    const bool short_of_time = m->problem->proof.seconds >= proof_wanted(settings).seconds;
    const double proven = proven_error(run);
    if (isnan(run->error_bound))
        return measurement_end(m, CASE_INACCURATE, "no error is proven, and require = %g: %s",
                               settings->require,
                               *run->proof_note ? run->proof_note : "the problem has no proof");
    return measurement_end(m, CASE_INACCURATE,
                           "the proven error is %s, more than require = %g. Use a smaller "
                           "epsilon%s%s",
                           human_beyond(proven, settings->require).text, settings->require,
                           m->variant->precision == F32 ? ", or precision f64" : "",
                           short_of_time ? ", or a longer prove_time" : "");
}

/* Least distance of the value from the interval of the exact value. */
static double value_apart_of(const struct result_run *run)
{
    return fmax(run->value_low - run->value, run->value - run->value_high);
}

static double value_size_of(const struct result_run *run)
{
    return fmax(fabs(run->value_low), fabs(run->value_high));
}

/* Returns whether a method that proves its bounds is wrong: it claims that the value is within
 * epsilon. */
static bool breaks_promise(const struct measurement *m)
{
    const struct result_run *run = &m->out->run;
    const double size = m->settings->criterion == RELATIVE ? value_size_of(run) : 1;
    return m->variant->method->proves && value_apart_of(run) > 1.001 * m->settings->epsilon * size;
}

/* Returns whether the value is off by more than half of the exact value, and by more than the check
 * allows. */
static bool is_far_off(const struct measurement *m)
{
    const double apart = value_apart_of(&m->out->run), size = value_size_of(&m->out->run),
                 tolerance = verdict_tolerance(m->variant->precision, m->settings->epsilon);
    return apart > size / 2 && apart > tolerance * (m->settings->criterion == RELATIVE ? size : 1);
}

static enum status end_far_off(struct measurement *m)
{
    const struct result_run *run = &m->out->run;
    return measurement_end(m, CASE_INACCURATE,
                           "the exact value lies within [%.17g, %.17g], and %.17g is off by %.3g "
                           "of it at least. Use a smaller epsilon%s",
                           run->value_low, run->value_high, run->value,
                           value_apart_of(run) / value_size_of(run),
                           m->variant->precision == F32 ? ", or precision f64" : "");
}

static bool has_any_probability(const struct measurement *m)
{
    const struct result_run *run = &m->out->run;
    return m->problem->range == RANGE_PROBABILITY && run->value_low <= 0 && run->value_high >= 1;
}

/* Returns whether the bound is true of every answer, or nearly so. */
static bool says_nothing(const struct measurement *m)
{
    const double bound = m->out->run.error_bound;
    return bound >= 1 || (!isnan(bound) && has_any_probability(m));
}

static enum status forget_bound(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    MUST(note_proof(m, human_text("the bound says nothing: the error is at most %s",
                                  human_quantity(UNIT_BOUND, run->error_bound).text)
                           .text));
    run->error_bound = NAN;
    run->doubtful = true;
    if (has_any_probability(m)) run->value_low = run->value_high = NAN;
    return OK;
}

static enum status judge_proof(struct measurement *m)
{
    const struct result_run *run = &m->out->run;
    if (breaks_promise(m))
        return measurement_end(m, CASE_WRONG,
                               "the exact value lies within [%.17g, %.17g], and %s says that %.17g "
                               "is off by epsilon = %g at most",
                               run->value_low, run->value_high, m->variant->method->name,
                               run->value, m->settings->epsilon);
    if (is_required(m) && (isnan(run->error_bound) || !(proven_error(run) <= m->settings->require)))
        return end_inaccurate(m);
    if (is_far_off(m)) return end_far_off(m);
    return says_nothing(m) ? forget_bound(m) : OK;
}

/* Narrows an interval of the value by the problem's proof. Returns false if the proof adds
 * nothing. */
static bool narrow_by_proof(const struct problem_proof *proof, double *low, double *high)
{
    if (!proof->x) return false;
    const bool below = proof->value_low > *low && proof->value_low <= *high,
               above = proof->value_high < *high && proof->value_high >= *low;
    if (below) *low = proof->value_low;
    if (above) *high = proof->value_high;
    return below || above;
}

enum status prove_value(struct measurement *m, double low, double high)
{
    struct result_run *run = &m->out->run;
    const bool narrower = narrow_by_proof(&m->problem->proof, &low, &high);
    const double off = fmax(certify_add_product(run->value, -1, low, ABOVE),
                            certify_add_product(high, -1, run->value, ABOVE));
    const double least = low > 0 ? low : high < 0 ? -high : 0; /* of the size of the exact value */
    run->value_low = low;
    run->value_high = high;
    run->error_bound = off > 0 && !(least > 0) ? NAN : certify_share(off, least);
    if (m->variant->method->engine) MUST(note_proof(m, VALUE_ALONE "by the proof of the problem"));
    else
        MUST(note_proof(m, narrower ? VALUE_ALONE
                               "by the vector of the method and the proof of the "
                               "problem"
                                    : VALUE_ALONE "by the vector of the method"));
    return judge_proof(m);
}

bool proven_of_value_alone(const struct result_run *run)
{
    return run->proof_note && !strncmp(run->proof_note, VALUE_ALONE, strlen(VALUE_ALONE));
}

struct answer_to_prove {
    const struct problem *problem;
    const double *answer;
    struct proven *out;
};

static enum status prove_it(struct check *check, void *with)
{
    const struct answer_to_prove *it = with;
    return prove_answer_by(check, it->problem, it->answer, it->out);
}

enum status prove_case(struct measurement *m, const double *answer)
{
    struct result_run *run = &m->out->run;
    const struct problem_proof *proof = &m->problem->proof;
    struct proven proven = {.error = INFINITY, .low = NAN, .high = NAN};
    if (!(m->settings->prove > 0)) return OK;
    if (proof->x) run->reference = problem_value(m->problem, proof->x);
    if (proof_bounds_answers(proof)) {
        const struct check_subject subject = prove_subject(m->problem);
        MUST(use_check_of_case(m, &subject, prove_it,
                               &(struct answer_to_prove){m->problem, answer, &proven}));
    }
    if (!m->any_proven || !(proven.error <= m->worst_error)) {
        m->worst_error = proven.error;
        run->error_bound = isfinite(proven.error) ? proven.error : NAN;
        run->value_low = proven.low;
        run->value_high = proven.high;
        m->any_proven = true;
    }
    MUST(note_proof(m, proof->note));
    return judge_proof(m);
}

enum status prove_unchecked(struct measurement *m)
{
    if (!(m->settings->prove > 0) || m->variant->method->task == TASK_CYCLE) return OK;
    MUST(note_proof(m, "no answer was checked"));
    return is_required(m) ? end_inaccurate(m) : OK;
}

bool proof_is_reference(const struct measurement *m, double tolerance)
{
    const struct problem_proof *proof = &m->problem->proof;
    double size = 0;
    if (!(m->settings->prove > 0) || !proof->x) return false;
    for (uint32_t i = 0; i < problem_unknowns(m->problem); i++)
        size = fmax(size, fabs(proof->x[i]));
    return fmax(proof->bound.below, proof->bound.above) <= tolerance / 100 * size;
}
