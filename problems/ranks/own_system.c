#include "problems/ranks/own_system.h"

#include <stdlib.h>

#include "base/memory.h"
#include "problems/ranks/incoming.h"
#include "solvers/ranks/meet.h"

/* Labels and lengths */

/* Copies a label of some own states; to: one byte for each own state. */
static enum status copy_label(const struct chain *some, uint32_t first, const char *label,
                              bool negated, uint8_t *to)
{
    uint8_t *holds;
    MUST(label_states(some, label, &holds));
    for (uint32_t i = 0; i < chain_states(some); i++) to[first + i] = holds[i] != negated;
    free(holds);
    return OK;
}

/* Finds labels and lengths of own states first .. first + some->n - 1. through: NULL if no state is
 * avoided. */
static enum status own_system_look_at(struct own_system *s, uint32_t first, struct chain *some,
                                      uint8_t *through)
{
    const struct property *property = s->property;
    struct step *step = &s->share->step;
    for (uint32_t i = 0; i < chain_states(some); i++) {
        const uint64_t code = s->share->code[first + i];
        step_row(step, code, some, i);
        if (step->failed) return step_failure(step->stepper);
        s->length[first + i] = 0;
        for (uint32_t e = 0; e < step->count; e++)
            s->length[first + i] += step->entry[e].code != code;
    }
    if (property->goal) MUST(copy_label(some, first, property->goal, false, s->goal));
    if (through) MUST(copy_label(some, first, property->avoid, true, through));
    return OK;
}

static enum status look_at_all(struct own_system *s, uint8_t *through)
{
    enum { SOME = 4096 };
    const uint32_t count = s->share->count;
    for (uint32_t first = 0, n; first < count; first += n) {
        struct chain some = {0};
        n = count - first < SOME ? count - first : SOME;
        enum status status = stepper_chain(s->share->step.stepper, n, n, &some);
        if (status == OK) status = own_system_look_at(s, first, &some, through);
        chain_free(&some);
        MUST(status);
    }
    return OK;
}

static enum status own_system_make_room(struct own_system *s, uint8_t **through)
{
    const uint32_t count = s->share->count;
    MUST(allocate(count, sizeof *s->length, "rows", &s->length));
    MUST(allocate(count, 1, "states", &s->moves));
    if (!s->property->goal) return OK;
    MUST(allocate(count, 1, "states", &s->goal));
    MUST(allocate(count, 1, "states", &s->no));
    MUST(allocate(count, 1, "states", &s->yes));
    return s->property->avoid ? allocate(count, 1, "states", through) : OK;
}

/* Probability 0 and 1 */

/* Finds the states with probability 0 and 1, as certain_states does. through: NULL for all
 * states. */
static enum status find_certain(struct own_system *s, const uint8_t *through)
{
    enum status status = OK;
    struct csr incoming = {0};
    uint8_t *undecided = NULL;
    const uint32_t count = s->share->count;
    TRY(incoming_make(s->share, false, NULL, &incoming));
    TRY(ranks_agree(allocate(count, 1, "a search", &undecided)));
    TRY(incoming_search(s->share, &incoming, s->goal, through, s->no));
    for (uint32_t i = 0; i < count; i++) {
        s->no[i] = !s->no[i];
        undecided[i] = (!through || through[i]) && !s->goal[i];
    }
    TRY(incoming_search(s->share, &incoming, s->no, undecided, s->yes));
    for (uint32_t i = 0; i < count; i++) s->yes[i] = !s->yes[i];
out:
    csr_free(&incoming);
    free(undecided);
    return status;
}

/* Returns whether row i has more than x_i = b_i. */
static bool has_row(const struct own_system *s, uint32_t i)
{
    if (is_bounded(s->property)) return s->moves[i];
    return is_undecided(s->reward != NULL, s->goal[i], s->no[i], s->yes[i]);
}

static void own_system_count_entries(struct own_system *s)
{
    for (uint32_t i = 0; i < s->share->count; i++) {
        s->moves[i] =
            !s->property->at_once && (s->goal ? !s->goal[i] && !s->no[i] : s->length[i] > 0);
        if (has_row(s, i)) s->entries += s->length[i];
    }
}

/* Returns whether the value is a weighted sum, as in problem_weights. */
static bool value_is_sum(const struct own_system *s)
{
    const struct share *share = s->share;
    const struct stepper *stepper = share->step.stepper;
    const bool all = stepper->space.all_initial;
    int infinite = 0;
    for (uint32_t i = 0; s->reward && s->goal && i < share->count; i++)
        infinite |= !s->yes[i] && (all || share->code[i] == stepper->start);
    return !ranks_link_here()->any(infinite) && !is_bounded(s->property) &&
           (!all || share->n == 1 || s->property->filter == FILTER_AVG);
}

static enum status make_goal_system(struct own_system *s)
{
    enum status status = OK;
    uint8_t *through = NULL;
    const bool every = s->reward && !is_bounded(s->property); /* avoided states do not matter
                                                                 then */
    s->has_b = true;
    TRY(ranks_agree(own_system_make_room(s, &through)));
    TRY(ranks_agree(look_at_all(s, through)));
    if (s->goal) TRY(find_certain(s, every ? NULL : through));
    own_system_count_entries(s);
    s->has_weight = value_is_sum(s);
out:
    free(through);
    return status;
}

/* Long runs */

/* Checks that all states are one closed class. All of them are reachable from the initial state, so
 * they are one class if all of them reach it. */
static enum status check_class(const struct own_system *s)
{
    enum status status = OK;
    const struct stepper *stepper = s->share->step.stepper;
    const uint64_t start = stepper->start;
    const uint32_t count = s->share->count;
    uint8_t *initial = NULL, *seen = NULL;
    int others = stepper->space.all_initial || s->share->n == 1;
    TRY(ranks_agree(allocate_zeroed(count, 1, "a search", &initial)));
    TRY(ranks_agree(allocate(count, 1, "a search", &seen)));
    if (count && share_owner(s->share, start) == ranks_self()->rank)
        initial[share_index(s->share, start)] = 1;
    TRY(incoming_search(s->share, &s->incoming, initial, NULL, seen));
    for (uint32_t i = 0; i < count; i++) others |= !seen[i];
    if (ranks_link_here()->any(others))
        status = fail(ERROR_UNSUPPORTED,
                      "%s: ranks take a long run whose states, more than one, are one closed "
                      "class, reached from one initial state, and this is another: leave out "
                      "--ranks",
                      stepper->name);
out:
    free(initial);
    free(seen);
    return status;
}

static enum status make_long_run(struct own_system *s)
{
    const uint32_t count = s->share->count;
    MUST(ranks_agree(allocate(count, sizeof *s->leaving, "the diagonal", &s->leaving)));
    MUST(ranks_agree(allocate(count, sizeof *s->length, "rows", &s->length)));
    MUST(incoming_make(s->share, true, s->leaving, &s->incoming));
    for (uint32_t i = 0; i < count; i++)
        s->length[i] = (uint32_t)(s->incoming.row[i + 1] - s->incoming.row[i]);
    s->entries = s->incoming.nnz;
    s->has_weight = true;
    return check_class(s);
}

enum status own_system_make(struct share *share, const struct property *property,
                            const char *reward, struct own_system *out)
{
    *out = (struct own_system){.share = share, .property = property, .reward = reward};
    return property->goal || is_bounded(property) ? make_goal_system(out) : make_long_run(out);
}

void own_system_free(struct own_system *s)
{
    free(s->length);
    csr_free(&s->incoming);
    free(s->leaving);
    free(s->goal);
    free(s->no);
    free(s->yes);
    free(s->moves);
    *s = (struct own_system){0};
}
