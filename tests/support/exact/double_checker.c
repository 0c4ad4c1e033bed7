#include "tests/support/exact/double_checker.h"

#include <stdlib.h>

#include "base/memory.h"
#include "certify/nearest.h"
#include "certify/row_check.h"

enum { LANES = 2, MOST_CHECKERS = 4 };

static enum status doubles_open(struct check *check)
{
    return OK;
}

static void doubles_close(struct check *check) {}

/* proof: one a class. */
static void prove(const struct check_subject *s, struct row_check *c, const double *x,
                  struct row_proof *proof)
{
    const uint32_t classes = s->classes.count ? s->classes.count : 1;
    TO_NEAREST;
    c->x = x;
    c->reading = s->reading;
    for (uint32_t k = 0; k < classes; k++) proof[k] = (struct row_proof)NO_PROOF;
    for (uint32_t i = 0; i < c->a.off.rows; i++) {
        struct row_sums sums = NO_SUMS;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            struct row_sums mine = NO_SUMS;
            row_check_add(c, i, lane, LANES, &mine);
            row_sums_merge(&sums, &mine);
        }
        const struct row_at own = row_check_at(c, i);
        const struct row_proof row = row_check_close(c, i, &own, &sums);
        row_proof_merge(&proof[s->classes.count ? s->classes.of[i] : 0], &row);
    }
    for (uint32_t k = 0; k < classes; k++)
        row_proof_finish(c->rule, s->times && s->classes.count ? s->times->scale[k] : 0, &proof[k]);
}

static enum status doubles_weights(struct check *check, const double *v, double *drift,
                                   bool *proves)
{
    struct row_check c = {.rule = CHECK_WEIGHTS, .a = *check->subject.a, .out = drift};
    struct row_proof proof;
    prove(&check->subject, &c, v, &proof);
    *proves = proof.holds;
    return OK;
}

static enum status doubles_answer(struct check *check, const double *answer, struct bound *bound)
{
    const struct check_subject *s = &check->subject;
    struct row_check c = {.rule = CHECK_ANSWER, .a = *s->a, .b = s->b, .by = s->drift};
    struct row_proof proof;
    prove(s, &c, answer, &proof);
    *bound = (struct bound){proof.most[0], proof.most[1]};
    return OK;
}

/* Passes over the transpose, where the caller has room for what each class proves. */
static enum status prove_transposed(const struct check *check, struct row_check *c, const double *x,
                                    struct row_proof **proof)
{
    c->a.diag = check->subject.a->diag;
    MUST(allocate(check->subject.classes.count, sizeof **proof, "a check", proof));
    enum status status = csr_transpose(&check->subject.a->off, &c->a.off);
    if (status == OK) prove(&check->subject, c, x, *proof);
    csr_free(&c->a.off);
    return status;
}

static enum status doubles_times(struct check *check, const double *v, struct times *times)
{
    enum status status = OK;
    struct row_check slack = {.rule = CHECK_SLACK, .out = times->slack},
                     drift = {.rule = CHECK_TIMES};
    struct row_proof *proof = NULL, *of_slack = NULL;
    double longest = 0;
    TRY(prove_transposed(check, &slack, NULL, &of_slack));
    TRY(prove_transposed(check, &drift, v, &proof));
    for (uint32_t k = 0; k < check->subject.classes.count; k++) {
        times->scale[k] = proof[k].most[0];
        if (of_slack[k].most[0] > longest) longest = of_slack[k].most[0];
    }
    times->longest = (uint64_t)longest;
    times->slack_share = share_of_slack(longest);
out:
    free(proof);
    free(of_slack);
    return status;
}

static enum status doubles_long_run(struct check *check, const double *answer, double *distance)
{
    const struct check_subject *s = &check->subject;
    struct row_check c = {.rule = CHECK_LONG_RUN,
                          .a = *s->a,
                          .by = s->v,
                          .slack = s->times->slack,
                          .longest = (double)s->times->longest,
                          .slack_share = s->times->slack_share};
    struct row_proof *proof;
    MUST(allocate(s->classes.count, sizeof *proof, "a check", &proof));
    prove(s, &c, answer, proof);
    for (uint32_t k = 0; k < s->classes.count; k++) distance[k] = proof[k].most[0];
    free(proof);
    return OK;
}

static enum status doubles_average(struct check *check, const double *reward, const double *w,
                                   double *low, double *high)
{
    struct row_check c = {.rule = CHECK_AVERAGE, .b = reward};
    struct row_proof *proof = NULL;
    enum status status = prove_transposed(check, &c, w, &proof);
    for (uint32_t k = 0; status == OK && k < check->subject.classes.count; k++) {
        low[k] = -proof[k].most[0];
        high[k] = proof[k].most[1];
    }
    free(proof);
    return status;
}

const struct checker checker_doubles = {
    .name = "the GPU's sums on the host",
    .open = doubles_open,
    .close = doubles_close,
    .weights = doubles_weights,
    .answer = doubles_answer,
    .times = doubles_times,
    .long_run = doubles_long_run,
    .average = doubles_average,
};

const struct checker *const *checkers_here(void)
{
    static const struct checker *here[MOST_CHECKERS + 1];
    const struct matrix none = {.off = {.row = &(uint64_t){0}}};
    const struct check_subject subject = {.a = &none};
    static int count;
    if (count) return here;
    for (int k = 0; k < checker_count; k++) {
        struct check check;
        if (check_open(checkers[k], &subject, &check) != OK) continue;
        check_close(&check);
        here[count++] = checkers[k];
    }
    here[count] = &checker_doubles;
    return here;
}
