#include "harness/proofs/certificate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/units.h"
#include "harness/machine/machine.h"
#include "problems/notation.h"
#include "prove/prove.h"

static const double margin = 1e-6; /* share of a width, or of an error */

/* Widens a claim by the margin, but not beyond the range that answers have anyway. */
static struct proof_claim widened(const struct problem *problem, struct proof_claim claim)
{
    const double more = margin * (claim.high - claim.low), low = claim.low, high = claim.high;
    if (claim.error > 0) claim.error = certify_add_product(claim.error, margin, claim.error, ABOVE);
    if (!(more > 0) || !isfinite(more) || problem->asked.range || problem->asked.truth)
        return claim;
    claim.low = certify_add_product(low, -1, more, BELOW);
    claim.high = certify_add_product(high, 1, more, ABOVE);
    if (low >= 0 && claim.low < 0) claim.low = 0;
    const bool probability = problem->range == RANGE_PROBABILITY || problem->steady.most > 0;
    if (probability && high <= 1 && claim.high > 1) claim.high = 1;
    return claim;
}

static double clamped(double value, double low, double high)
{
    if (value < low) return low;
    return value > high ? high : value;
}

static bool has_numbers(const struct problem *problem)
{
    const double *x = problem->proof.x;
    for (uint64_t i = 0; x && i < problem_unknowns(problem); i++)
        if (isnan(x[i])) return false;
    return x != NULL;
}

enum status claim_make(const struct problem *problem, struct proof_claim *out)
{
    const struct problem_proof *proof = &problem->proof;
    struct proven proven;
    *out = (struct proof_claim){NAN, NAN, NAN, INFINITY};
    if (!has_numbers(problem)) return OK;
    MUST(prove_answer(problem, proof->x, &proven));
    *out = (struct proof_claim){.value = problem_value(problem, proof->x),
                                .low = proof->value_low,
                                .high = proof->value_high,
                                .error = proven.error};
    if (!(out->low <= out->high)) out->low = out->high = NAN;
    out->value = clamped(out->value, out->low, out->high);
    return OK;
}

/* Largest error of the value, or of the answer, as a share of its size; NaN: unknown. */
static double share_off(const struct problem *problem, const struct proof_claim *claim)
{
    if (problem->kind == KIND_LINEAR) return isfinite(claim->error) ? claim->error : NAN;
    if (problem->asked.range)
        return problem->asked.range_off / fmax(fabs(claim->low), fabs(claim->high));
    if (claim->low == claim->high) return 0;
    const double half = 0.5 * (claim->high - claim->low);
    return isfinite(half) ? half / fabs(claim->value) : NAN;
}

/* Returns whether the claim is true of every probability. */
static bool says_nothing(const struct problem *problem, const struct proof_claim *claim)
{
    return problem->range == RANGE_PROBABILITY && claim->low <= 0 && claim->high >= 1;
}

static void say_why(const struct problem *problem, double share, double epsilon,
                    struct certificate *out)
{
    const char *note = problem->proof.note,
               *what = problem->kind == KIND_LINEAR ? "the largest entry" : "the value";
    const char *truth = asked_truth(&problem->asked, out->claim.low, out->claim.high);
    if (!problem->proof.x) snprintf(out->why, sizeof out->why, "%s", note);
    else if (truth)
        snprintf(out->why, sizeof out->why,
                 "it is unclear: the proven interval of a number contains its limit (%s)", note);
    else if (says_nothing(problem, &out->claim))
        snprintf(out->why, sizeof out->why, "the interval has every probability (%s)", note);
    else if (isnan(share) || isinf(share))
        snprintf(out->why, sizeof out->why, "%s (%s)",
                 out->claim.value == 0 && isfinite(out->claim.high - out->claim.low)
                     ? "the value may be 0, so its error cannot be told relative to it"
                     : "nothing is proven",
                 note);
    else
        snprintf(out->why, sizeof out->why, "proven to %s of %s, and %s was asked (%s)",
                 human_beyond(share, epsilon).text, what, exact_number(epsilon).text, note);
}

bool proof_is_of_model(const struct problem *problem)
{
    return problem->proof.model;
}

enum status certificate_make(const struct problem *problem, const struct prove_settings *asked,
                             struct certificate *out)
{
    *out = (struct certificate){0};
    MUST(claim_make(problem, &out->claim));
    out->claim = widened(problem, out->claim);
    const double share = share_off(problem, &out->claim);
    const bool missed = asked->model && problem->proof.x && !proof_is_of_model(problem);
    const bool unclear = problem->asked.truth && out->claim.low != out->claim.high;
    out->certified =
        share <= asked->width && !unclear && !missed && !says_nothing(problem, &out->claim);
    if (missed)
        snprintf(out->why, sizeof out->why,
                 "it can be proven for the numbers as stored alone, not for the model (%s)",
                 problem->proof.note);
    else if (!out->certified) say_why(problem, share, asked->width, out);
    return OK;
}

static bool has_no_interval(const struct proof_claim *claim)
{
    return isnan(claim->low) && isnan(claim->high);
}

bool claim_is_empty(const struct proof_claim *claim)
{
    return has_no_interval(claim) && isinf(claim->error);
}

bool claim_follows(const struct proof_claim *claim, const struct proof_claim *proven)
{
    const bool within =
        has_no_interval(claim) ||
        (claim->low <= proven->low && proven->low <= proven->high && proven->high <= claim->high);
    return within && proven->error <= claim->error;
}

static double **vector_of(struct problem *problem, int k)
{
    struct problem_proof *proof = &problem->proof;
    double **const all[PROOF_VECTORS] = {&proof->x, &proof->v,   &proof->w,   &proof->y,
                                         &proof->u, &proof->low, &proof->high};
    return all[k];
}

enum status proof_file_check(struct proof_file *file, struct problem *problem, bool model)
{
    if (file->n != proof_length(problem))
        return fail(ERROR_DAMAGED, "the proof has %u numbers, and the system %u %s", file->n,
                    (uint32_t)proof_length(problem),
                    problem->kind == KIND_OPTIMUM ? "states" : "rows");
    for (int k = 0; k < PROOF_VECTORS; k++) {
        *vector_of(problem, k) = file->vector[k];
        file->vector[k] = NULL;
    }
    problem->proof.rank = file->rank;
    problem->proof.level = file->level;
    file->rank = file->level = NULL;
    return prove_check(problem, model, file->epsilon);
}

enum status certificate_file(struct problem *problem, const struct certificate *certificate,
                             double epsilon, const char *system, struct proof_file *out)
{
    enum status status = OK;
    const struct problem_proof *proof = &problem->proof;
    *out = (struct proof_file){.kind = problem->kind,
                               .model = proof_is_of_model(problem),
                               .epsilon = epsilon,
                               .seconds = proof->seconds,
                               .claim = certificate->claim,
                               .n = (uint32_t)proof_length(problem),
                               .rank = proof->rank,
                               .level = proof->level};
    for (int k = 0; k < PROOF_VECTORS; k++)
        if (!proof->low || k == PROOF_W || k >= PROOF_LOW) out->vector[k] = *vector_of(problem, k);
    if (system) snprintf(out->system, sizeof out->system, "%s", system);
    else TRY(system_hash(problem, out->system));
    snprintf(out->note, sizeof out->note, "%s", proof->note);
    TRY(copy_text(problem->source, &out->source));
    TRY(property_text(problem->source, &out->property));
    if (!out->property) TRY(copy_text("", &out->property));
    TRY(format_text(&out->program, "warpmark %s (%s)", build_version(), build_commit()));
out:
    if (status != OK) certificate_file_free(out);
    return status;
}

void certificate_file_free(struct proof_file *file)
{
    for (int k = 0; k < PROOF_VECTORS; k++) file->vector[k] = NULL;
    file->rank = file->level = NULL;
    proof_file_free(file);
}
