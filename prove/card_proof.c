#include "prove/card_proof.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "base/team.h"
#include "prove/averages.h"
#include "prove/candidate.h"
#include "prove/linear.h"
#include "prove/systems/card.h"
#include "prove/systems/refine.h"
#include "prove/weights.h"

struct attempt {
    struct problem *problem;
    const struct prove_settings *settings;
    const double *candidate; /* NULL: there is none */
    struct budget *budget;
    struct check check;
    double *wanted; /* of weights: the wanted drift of each row */
    double *best;   /* the answer of which most is proven; new when there is a second one */
    struct pinned pinned;
    struct row_scale scale;
    struct interval *average; /* one for each class */
};

static enum status attempt_allocate(struct attempt *it)
{
    struct problem_proof *proof = &it->problem->proof;
    const uint32_t n = problem_unknowns(it->problem), classes = it->problem->steady.nclasses;
    MUST(allocate_large(n, sizeof *proof->v, "a proof", &proof->v));
    MUST(allocate_large(n, sizeof *proof->x, "a proof", &proof->x));
    if (it->problem->kind != KIND_STEADY) {
        MUST(allocate_large(n, sizeof *it->wanted, "a proof", &it->wanted));
        return allocate_large(n, sizeof *proof->drift, "a proof", &proof->drift);
    }
    MUST(allocate_large(n, sizeof *proof->times.slack, "a proof", &proof->times.slack));
    MUST(allocate(classes, sizeof *proof->times.scale, "a proof", &proof->times.scale));
    MUST(allocate(classes, sizeof *it->average, "a proof", &it->average));
    return allocate(classes, sizeof *proof->distance, "a proof", &proof->distance);
}

static void attempt_free(struct attempt *it, bool keep)
{
    struct problem_proof *proof = &it->problem->proof;
    double **vector[] = {&proof->v,           &proof->x,           &proof->drift,
                         &proof->times.slack, &proof->times.scale, &proof->distance};
    check_close(&it->check);
    pinned_free(&it->pinned);
    free(it->scale.rate);
    free(it->wanted);
    free(it->best);
    free(it->average);
    for (size_t k = 0; k < sizeof vector / sizeof *vector && !keep; k++) {
        free(*vector[k]);
        *vector[k] = NULL;
    }
}

/* x = an answer that the card finds. */
static enum status find_x(struct attempt *it, double epsilon)
{
    bool found;
    return card_answer(&it->check, it->problem, epsilon, it->budget, it->problem->proof.x, &found);
}

/* A long run's candidate must be balanced roughly, as states are pinned by it. */
static enum status find_first_x(struct attempt *it)
{
    const struct matrix *a = &it->problem->system.a;
    double *x = it->problem->proof.x;
    if (it->candidate && it->problem->kind == KIND_STEADY &&
        !(candidate_balance(a, it->candidate).all <= 1e-3))
        it->candidate = NULL;
    if (!it->candidate) return find_x(it, 0.1 * width_aimed_at(it->settings->width));
    copy_large(x, it->candidate, problem_unknowns(it->problem) * sizeof *x);
    return OK;
}

/* Says how far x is from what is wanted: proven, if that is finite. */
typedef enum status check_x(struct attempt *it, double *excess);

/* Makes x better, of which this much is proven, by a solve for its residual. Also one that does not
 * meet its aim may improve x. */
static enum status refine_x(struct attempt *it, double excess)
{
    const bool steady = it->problem->kind == KIND_STEADY;
    return card_refine(&it->check, it->problem, steady ? &it->pinned : NULL,
                       fmax(1e-12, 0.2 / excess), it->budget, it->problem->proof.x);
}

/* Makes x anew, or refines it, and takes the old one back if more is proven of that: *better, of
 * the new one enough more. *stale: what the proof says is not said of x. */
static enum status try_other_x(struct attempt *it, check_x *prove_x, bool refine, double *excess,
                               bool *better, bool *stale)
{
    const size_t bytes = problem_unknowns(it->problem) * sizeof *it->best;
    double *x = it->problem->proof.x, now;
    copy_large(it->best, x, bytes);
    if (refine) MUST(refine_x(it, *excess));
    else MUST(find_x(it, 1e-3 * width_aimed_at(it->settings->width)));
    MUST(prove_x(it, &now));
    *better = now < 0.7 * *excess;
    *stale = !(now < *excess);
    if (*stale) copy_large(x, it->best, bytes);
    else *excess = now;
    return OK;
}

/* Tries better and better answers until what is proven suffices, or no longer grows: by refinement,
 * and once by an answer that is as good as doubles make it. Keeps the best. */
static enum status improve_x(struct attempt *it, check_x *prove_x, double *excess)
{
    enum { MOST = 6 };
    bool anew = false, better = true, stale = false;
    MUST(prove_x(it, excess));
    if (*excess >= 1)
        MUST(allocate_large(problem_unknowns(it->problem), sizeof *it->best, "a proof", &it->best));
    for (int k = 0; k < MOST && *excess >= 1 && !it->budget->spent; k++) {
        const bool refine = better && *excess < 1e8;
        if (!refine && anew) break;
        anew |= !refine;
        MUST(try_other_x(it, prove_x, refine, excess, &better, &stale));
    }
    return stale ? prove_x(it, excess) : OK;
}

/* Long runs */

static struct classes classes_of(const struct problem *problem)
{
    return (struct classes){problem->steady.nclasses, problem->steady.class_of};
}

/* v = the times to the pinned states, of a system whose rows are scaled for this share of the mean
 * exit rate. rough: of card_times. */
static enum status try_v(struct attempt *it, double share, const double *rough, bool *proves)
{
    struct problem_proof *proof = &it->problem->proof;
    const uint32_t classes = it->problem->steady.nclasses;
    free(it->scale.rate);
    MUST(row_scale_create(it->problem, &it->pinned, proof->x, &it->scale));
    for (uint32_t c = 0; c < classes; c++) it->scale.rate[c] *= share;
    MUST(card_times(&it->check, &it->scale, rough, it->budget, proof->v, proves));
    if (!*proves) return OK;
    MUST(it->check.by->times(&it->check, proof->v, &proof->times));
    for (uint32_t c = 0; c < classes; c++) *proves &= isfinite(proof->times.scale[c]);
    return OK;
}

/* Rows of slow chains unite where the scaled rows are alike, and one share may do where another
 * fails: with cluster 320, 0.65 does and 1 does not. */
static enum status try_shares(struct attempt *it, size_t count, const double *rough, bool *proves)
{
    static const double share[] = {0.65, 0.3, 1};
    for (size_t k = 0; k < count && !*proves && !it->budget->spent; k++)
        MUST(try_v(it, share[k], rough, proves));
    return OK;
}

/* v = the times to the heaviest state of x in each class. Sweeps of JOR on the card make the
 * weights of levels. With too few no times are found: the proof of cluster 320 takes 2.8 s with 20
 * sweeps, 0.49 s with 32, and 0.31 s with 40 to 68 (docs/notebook/proofs.md). Long chains, as
 * tandem 4095, need sweeps in place, which bring a rough answer across all rows. */
static enum status find_v(struct attempt *it, bool *proves)
{
    enum { JOR_SWEEPS = 56, SWEEPS_IN_PLACE = 10, SHORT_CHAIN = 1 << 22, FEW_ENTRIES = 4 };
    enum status status = OK;
    const struct place *place = it->budget->place;
    const struct classes classes = classes_of(it->problem);
    const struct csr *off = &it->problem->system.a.off;
    const bool is_long = off->rows >= SHORT_CHAIN && off->nnz <= (uint64_t)FEW_ENTRIES * off->rows;
    double *by_jor = NULL, *in_place = NULL;
    *proves = false;
    MUST(pinned_choose(off->rows, &classes, it->problem->proof.x, &it->pinned));
    if (has_long_rows(&it->problem->system.a)) return try_v(it, 1, NULL, proves);
    if (!is_long) {
        TRY(card_rough_answer(&it->check, place, JOR_SWEEPS, &by_jor));
        TRY(try_shares(it, 1, by_jor, proves));
    }
    if (*proves || it->budget->spent) goto out;
    TRY(card_rough_in_place(&it->problem->system, place, SWEEPS_IN_PLACE, &in_place));
    TRY(try_shares(it, 3, in_place, proves));
out:
    card_release(place, by_jor);
    card_release(place, in_place);
    return status;
}

static enum status prove_x_of_long_run(struct attempt *it, double *excess)
{
    struct problem_proof *proof = &it->problem->proof;
    const uint32_t classes = it->problem->steady.nclasses;
    double most = 0;
    MUST(it->check.by->long_run(&it->check, proof->x, proof->distance));
    for (uint32_t c = 0; c < classes; c++)
        if (it->pinned.state[c] != NO_CLASS && !(proof->distance[c] <= most))
            most = proof->distance[c];
    *excess = isfinite(most) ? most / it->settings->width : INFINITY;
    if (isinf(*excess)) return OK;
    MUST(averages_of_answer(it->problem, proof->x, proof->distance, it->average));
    *excess = fmax(*excess, widest_interval(classes, it->average) / it->settings->width);
    const struct interval value = value_of_classes(it->problem, it->average);
    proof->value_low = value.low, proof->value_high = value.high;
    return OK;
}

static enum status attempt_long_run(struct attempt *it, double *excess)
{
    bool proves;
    MUST(find_first_x(it));
    MUST(find_v(it, &proves));
    return proves ? improve_x(it, prove_x_of_long_run, excess) : OK;
}

/* Linear systems */

/* v = 1 everywhere, or weights that the card finds. */
static enum status find_weights_there(struct attempt *it, bool *accepted)
{
    struct problem_proof *proof = &it->problem->proof;
    const struct matrix *a = &problem_written(it->problem)->a;
    bool found;
#pragma omp parallel for if (team_once(a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++) proof->v[i] = 1;
    MUST(it->check.by->weights(&it->check, proof->v, proof->drift, accepted));
    if (*accepted || !is_compared(a)) return OK;
    wanted_drift(a, it->wanted);
    MUST(card_weights(&it->check, it->wanted, rough_weights, it->budget, proof->v, &found));
    return found ? it->check.by->weights(&it->check, proof->v, proof->drift, accepted) : OK;
}

/* v = weights by x, which is a time. */
static enum status take_weights_of_x(struct attempt *it, double each, bool *accepted)
{
    struct problem_proof *proof = &it->problem->proof;
    weights_of_times(&problem_written(it->problem)->a, proof->x, each, proof->v);
    return it->check.by->weights(&it->check, proof->v, proof->drift, accepted);
}

static enum status prove_x_of_linear(struct attempt *it, double *excess)
{
    struct problem *problem = it->problem;
    struct problem_proof *proof = &problem->proof;
    const struct linear *s = problem_written(problem);
#pragma omp parallel for if (team_once(s->a.off.rows))
    for (uint32_t i = 0; i < s->a.off.rows; i++)
        if (s->a.off.row[i] == s->a.off.row[i + 1])
            proof->x[i] = s->b ? s->b[i] / s->a.diag[i] : 0;
    MUST(it->check.by->answer(&it->check, proof->x, &proof->bound));
    *excess = excess_of_bound(problem, proof->x, it->settings->width);
    return OK;
}

static enum status attempt_linear(struct attempt *it, double *excess)
{
    bool accepted = false;
    double each;
    MUST(find_first_x(it));
    if (is_time(problem_written(it->problem), &each)) MUST(take_weights_of_x(it, each, &accepted));
    if (!accepted) MUST(find_weights_there(it, &accepted));
    return accepted ? improve_x(it, prove_x_of_linear, excess) : OK;
}

static enum status make_attempt(struct attempt *it, double *excess)
{
    MUST(attempt_allocate(it));
    const struct check_subject subject = prove_subject(it->problem);
    MUST(check_open(checkers[checker_count - 1], &subject, &it->check));
    return (it->problem->kind == KIND_STEADY ? attempt_long_run : attempt_linear)(it, excess);
}

bool card_proves(const struct problem *problem, const struct place *place)
{
    return card_can(place) && matrix_is_stored(&problem->system.a) &&
           (problem->kind == KIND_LINEAR || problem->kind == KIND_FIXPOINT ||
            problem->kind == KIND_STEADY);
}

enum status prove_on_card(struct problem *problem, const struct prove_settings *settings,
                          struct budget *budget)
{
    struct attempt it = {
        .problem = problem,
        .settings = settings,
        .candidate = candidate_of(settings, &problem->system.a),
        .budget = budget,
    };
    double excess = INFINITY;
    const enum status status = make_attempt(&it, &excess);
    const bool some = status == OK && isfinite(excess);
    attempt_free(&it, some);
    if (!some) problem->proof.value_low = problem->proof.value_high = NAN;
    return status;
}
