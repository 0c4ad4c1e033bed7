/* multi(...): several objectives of one scheduler, in the initial state. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/objectives/objectives.h"
#include "problems/questions/asking.h"

struct multi {
    struct objective objective[MOST_OBJECTIVES];
    struct formula *path[MOST_OBJECTIVES];
    double *reward[MOST_OBJECTIVES];
    struct atoms atoms;
    size_t count;
    bool turned; /* what is asked is 1 minus the probability of the objective's path, or minus its
                    number */
};

static void multi_free(struct multi *multi)
{
    for (size_t k = 0; k < MOST_OBJECTIVES; k++) {
        formula_free(multi->path[k]);
        free(multi->reward[k]);
    }
    atoms_free(&multi->atoms);
}

static size_t count_asked(const struct formula *multi)
{
    size_t count = 0;
    for (size_t k = 0; k < multi->nchildren; k++) count += multi->child[k]->relation == ASKED;
    return count;
}

bool formula_asks_value(const struct formula *multi)
{
    return count_asked(multi) > 0;
}

/* Returns whether the objective is to be small. */
static bool is_small(const struct formula *f)
{
    return f->relation == ASKED ? f->best == BEST_SMALLEST : f->relation == AT_MOST_LIMIT;
}

/* A small probability is a large one of the negation, and a small reward a large negative one. */
static enum status read_limit(struct asking *asking, const struct formula *f, struct objective *out)
{
    double low, high;
    const bool small = is_small(f), path = f->kind == FORMULA_PROBABILITY;
    MUST(limit_number(asking, f, &low, &high));
    out->limit = f->limit->kind == FORMULA_NUMBER ? fraction_of_text(f->limit->text)
                                                  : (struct fraction){0, 0};
    if (!fraction_is_known(out->limit) && low == high) out->limit = fraction_of_double(low);
    out->low = low, out->high = high;
    if (!small) return OK;
    const struct fraction from = {path, 1};
    out->limit = fraction_minus(from, out->limit);
    out->low = path ? nextafter(1 - high, -INFINITY) : -high;
    out->high = path ? nextafter(1 - low, INFINITY) : -low;
    return OK;
}

/* The atoms of several paths are numbered one after another. */
static void move_atoms(struct formula *f, uint32_t by)
{
    if (f->kind == FORMULA_ATOM) f->atom += by;
    for (size_t k = 0; k < f->nchildren; k++) move_atoms(f->child[k], by);
}

static enum status read_path(struct asking *asking, const struct formula *f, struct multi *m,
                             size_t k)
{
    struct atoms atoms = {0};
    enum status status = atoms_of_path(asking, f->child[0], &atoms, &m->path[k]);
    if (status == OK)
        status =
            reallocate(&m->atoms.set, m->atoms.count + atoms.count + 1, sizeof *atoms.set, "sets");
    if (status != OK) {
        atoms_free(&atoms);
        return status;
    }
    move_atoms(m->path[k], (uint32_t)m->atoms.count);
    for (size_t a = 0; a < atoms.count; a++) m->atoms.set[m->atoms.count++] = atoms.set[a];
    free(atoms.set);
    if (is_small(f)) MUST(negate(&m->path[k]));
    m->objective[k].path = m->path[k];
    return OK;
}

static enum status read_reward(struct asking *asking, const struct formula *f, struct multi *m,
                               size_t k)
{
    const struct formula *what = f->child[0];
    struct chain kept = {0};
    const double *rate;
    double time = 0;
    struct objective *o = &m->objective[k];
    if (what->kind != FORMULA_CUMULATIVE || what->discounted)
        return asked_wrong(asking, what, "a reward of several objectives is C or C<=k");
    if (what->nchildren) MUST(read_moment(asking, what, &time));
    if (time >= 0x1p31) return asked_wrong(asking, what, "so many steps cannot be taken");
    o->negated = is_small(f);
    o->steps = what->nchildren ? (uint32_t)time : NO_LAST_STEP;
    /* a chain that shares the rows, for the reward alone */
    kept.type = asking->chain->type;
    kept.transitions = asking->chain->transitions;
    kept.group = asking->chain->group;
    kept.ngroups = asking->chain->ngroups;
    enum status status = add_reward(asking, f, NULL, false, &kept, &rate);
    if (status == OK) {
        m->reward[k] = kept.rewards[0].rate;
        kept.rewards[0].rate = NULL;
        o->reward = m->reward[k];
    }
    kept.transitions = (struct csr){0};
    kept.group = NULL;
    chain_free(&kept);
    return status;
}

static enum status read_objective(struct asking *asking, const struct formula *f, struct multi *m)
{
    const size_t k = m->count;
    struct objective *o = &m->objective[k];
    o->asked = f->relation == ASKED;
    if (f->relation == BELOW_LIMIT || f->relation == ABOVE_LIMIT)
        return asked_wrong(asking, f, "a limit of several objectives is >= or <=");
    if (o->asked && f->best == BEST_UNSAID)
        return asked_wrong(asking, f, "say whether this is to be large or small: min=? or max=?");
    if (!o->asked) MUST(read_limit(asking, f, o));
    MUST(f->kind == FORMULA_REWARD ? read_reward(asking, f, m, k) : read_path(asking, f, m, k));
    m->count++;
    return OK;
}

/* The one that is asked comes first. */
static enum status read_objectives(struct asking *asking, const struct formula *f, struct multi *m)
{
    if (f->nchildren > MOST_OBJECTIVES)
        return asked_wrong(asking, f, "at most %d objectives can be asked for at once",
                           MOST_OBJECTIVES);
    for (int asked = 1; asked >= 0; asked--)
        for (size_t k = 0; k < f->nchildren; k++)
            if ((f->child[k]->relation == ASKED) == asked)
                MUST(read_objective(asking, f->child[k], m));
    return OK;
}

/* multi(Q) is Q, which may be infinite. */
static enum status only_objective(struct asking *asking, const struct formula *f, uint32_t start,
                                  double *low, double *high)
{
    struct numbers numbers;
    MUST(numbers_in_states(asking, f, &numbers));
    *low = numbers.low[start];
    *high = numbers.high[start];
    numbers_free(&numbers);
    return OK;
}

static enum status find_start(const struct asking *asking, const struct formula *f, uint32_t *out)
{
    const uint8_t *init = chain_label(asking->chain, "init")->holds;
    uint32_t count = 0;
    for (uint32_t i = 0; i < chain_states(asking->chain); i++)
        if (init[i]) *out = count++ ? *out : i;
    if (count == 1) return OK;
    return asked_wrong(asking, f, "multi is asked in one initial state, and here are %u", count);
}

static enum status answer_multi(struct asking *asking, const struct formula *f, uint32_t start,
                                struct multi *m, double *low, double *high)
{
    struct objectives_answer answer;
    MUST(read_objectives(asking, f, m));
    const enum status status =
        answer_objectives(asking->chain, m->objective, m->count,
                          (const uint8_t *const *)m->atoms.set, start, &answer);
    MUST(about_path(asking, f, status));
    const bool probability = m->objective[0].path != NULL;
    if (!count_asked(f)) {
        *low = answer.met == MET;
        *high = answer.met != NOT_MET;
        return OK;
    }
    if (answer.met == NOT_MET)
        return asked_wrong(asking, f, "no scheduler meets the limits, so there is no value");
    if (answer.met == NOT_KNOWN)
        return asked_wrong(asking, f,
                           "whether a scheduler meets the limits is unclear: move one of them");
    for (size_t k = 0; k < f->nchildren; k++)
        if (f->child[k]->relation == ASKED) m->turned = is_small(f->child[k]);
    *low = m->turned ? (probability ? 1 - answer.high : -answer.high) : answer.low;
    *high = m->turned ? (probability ? 1 - answer.low : -answer.low) : answer.high;
    if (m->turned && probability) {
        *low = nextafter(*low, -INFINITY);
        *high = nextafter(*high, INFINITY);
    }
    *low = fmax(*low, 0);
    if (probability) *high = fmin(*high, 1);
    return OK;
}

bool asks_curve(const struct formula *formula)
{
    return formula->kind == FORMULA_MULTI && formula->nchildren == 2 && count_asked(formula) == 2;
}

/* The numbers as they were asked, the first one ascending. */
static void turn_curve(const struct formula *f, struct best_pairs *curve)
{
    const uint32_t n = curve->count;
    for (int v = 0; v < 2; v++)
        for (uint32_t k = 0; k < n && is_small(f->child[v]); k++)
            curve->at[k][v] = (f->child[v]->kind == FORMULA_PROBABILITY) - curve->at[k][v];
    for (uint32_t k = 0; k < n / 2 && is_small(f->child[0]); k++)
        for (int v = 0; v < 2; v++) {
            const double kept = curve->at[k][v];
            curve->at[k][v] = curve->at[n - 1 - k][v];
            curve->at[n - 1 - k][v] = kept;
        }
}

enum status multi_curve(struct asking *asking, const struct formula *f, struct best_pairs *out)
{
    enum status status = OK;
    enum verdict met;
    uint32_t start = 0;
    struct multi m = {0};
    if (asking->chain->type != CHAIN_MDP)
        return asked_wrong(asking, f, "several objectives are asked of an MDP");
    MUST(find_start(asking, f, &start));
    TRY(read_objectives(asking, f, &m));
    status = answer_curve(asking->chain, m.objective, (const uint8_t *const *)m.atoms.set, start,
                          &met, out);
    TRY(about_path(asking, f, status));
    if (met == NOT_MET) TRY(asked_wrong(asking, f, "no scheduler has a finite reward"));
    if (met == NOT_KNOWN) TRY(asked_wrong(asking, f, "no scheduler's values could be proven"));
    turn_curve(f, out);
out:
    multi_free(&m);
    return status;
}

enum status multi_value(struct asking *asking, const struct formula *f, double *low, double *high)
{
    uint32_t start = 0;
    struct multi multi = {0};
    *low = *high = NAN;
    if (asking->chain->type != CHAIN_MDP)
        return asked_wrong(asking, f, "several objectives are asked of an MDP");
    if (count_asked(f) > 1)
        return asked_wrong(asking, f,
                           "a curve of best values has two objectives, without limits, and no "
                           "other question around it: give all objectives but one a limit");
    MUST(find_start(asking, f, &start));
    if (f->nchildren == 1 && count_asked(f) == 1)
        return only_objective(asking, f->child[0], start, low, high);
    const enum status status = answer_multi(asking, f, start, &multi, low, high);
    multi_free(&multi);
    return status;
}
