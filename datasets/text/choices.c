#include "datasets/text/choices.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"

enum status choices_create(struct lines *lines, enum chain_type type, double tolerance,
                           unsigned shortest, struct choices *out)
{
    *out = (struct choices){.lines = lines, .type = type, .tolerance = tolerance};
    MUST(entries_create_open(lines, shortest, &out->most));
    return entries_create_open(lines, shortest, &out->entries);
}

void choices_free(struct choices *choices)
{
    entries_free(&choices->entries);
    entries_free(&choices->most);
    action_names_free(&choices->actions);
    free(choices->group);
    *choices = (struct choices){0};
}

/* Makes sure that this many more rows can have numbers. */
static enum status check_count(const struct choices *c, uint32_t more)
{
    if (more < UINT32_MAX - c->rows) return OK;
    return lines_fail(c->lines, "there are 2^32 choices or more, too many");
}

enum status choices_skip(struct choices *c, uint32_t end)
{
    MUST(check_count(c, end - c->states));
    MUST(reserve(&c->group, &c->room, (size_t)end + 1, sizeof *c->group, "states"));
    for (; c->states < end; c->skipped++) c->group[c->states++] = c->rows++;
    return OK;
}

/* Some probabilities between the bounds of a row must sum to 1. */
static enum status check_bounds(const struct choices *c)
{
    const double least = row_sum_total(c->sum), most = c->sum_of_most;
    if (least <= 1 + c->tolerance && most >= 1 - c->tolerance) return OK;
    return lines_fail(c->lines,
                      "the %s bounds of the probabilities of %sstate %" PRIu32
                      " sum to %.12g, which is %s 1: no probabilities between the bounds sum to 1",
                      least > 1 ? "lower" : "upper", c->type == CHAIN_MDP ? "a choice of " : "",
                      c->states - 1, least > 1 ? least : most, least > 1 ? "above" : "below");
}

enum status choices_check(const struct choices *c)
{
    const uint64_t number = c->lines->number;
    if (!c->last) return OK;
    c->lines->number = c->last;
    if (c->intervals) MUST(check_bounds(c));
    else MUST(rows_check_sum(c->lines, c->type, c->states - 1, c->sum, c->tolerance));
    c->lines->number = number;
    return OK;
}

uint32_t choices_next(const struct choices *c, uint32_t state)
{
    return c->last && state == c->states - 1 ? c->rows - c->group[state] : 0;
}

static enum status begin_row(struct choices *c, uint32_t state)
{
    MUST(choices_check(c));
    if (state >= c->states) {
        MUST(entries_widen(&c->entries, state + 1));
        MUST(choices_skip(c, state));
        c->group[c->states++] = c->rows;
    }
    MUST(check_count(c, 1));
    c->rows++;
    c->sum = (struct row_sum){0};
    c->sum_of_most = 0;
    return OK;
}

enum status choices_line(struct choices *c, uint32_t state, uint64_t choice)
{
    const uint32_t next = choices_next(c, state);
    const bool same = next && choice == next - 1;
    if (c->last && state + 1 < c->states)
        return lines_fail(c->lines,
                          "state %" PRIu32 " comes after state %" PRIu32 ": states must ascend",
                          state, c->states - 1);
    if (!same && choice != next)
        return lines_fail(c->lines,
                          "choice %" PRIu64 " of state %" PRIu32 " stands where choice %" PRIu32
                          " belongs: choices must ascend from 0",
                          choice, state, next);
    if (!same) MUST(begin_row(c, state));
    if (state >= c->n) c->n = state + 1;
    c->last = c->lines->number;
    return OK;
}

enum status choices_have_intervals(struct choices *c)
{
    if (c->intervals) return OK;
    if (c->type == CHAIN_CTMC)
        return lines_fail(c->lines, "an interval: rates of a CTMC are numbers");
    if (c->entries.count)
        return lines_fail(c->lines, "an interval, but the values above are numbers: the first "
                                    "transition of an interval model is an interval, too");
    c->intervals = true;
    return OK;
}

enum status choices_add_interval(struct choices *c, uint32_t target, double low, double high)
{
    row_sum_add(&c->sum, c->states - 1, target, low);
    c->sum_of_most += high;
    if (target >= c->n) c->n = target + 1;
    if (!(low > 0)) return entries_widen(&c->entries, c->n);
    MUST(entries_add(&c->most, c->rows - 1, target, high));
    return entries_add(&c->entries, c->rows - 1, target, low);
}

enum status choices_add(struct choices *c, uint32_t target, double x)
{
    if (c->intervals) return choices_add_interval(c, target, x, x);
    row_sum_add(&c->sum, c->states - 1, target, x);
    if (target >= c->n) c->n = target + 1;
    return x > 0 ? entries_add(&c->entries, c->rows - 1, target, x)
                 : entries_widen(&c->entries, c->n);
}

enum status choices_name(struct choices *c, const char *action)
{
    return action_names_set(&c->actions, c->lines, c->rows - 1, action);
}

/* The upper bounds have the rows and columns of the lower ones. */
static enum status finish_intervals(struct choices *c, struct chain *out)
{
    struct csr most;
    if (!c->intervals) return OK;
    MUST(entries_widen(&c->most, c->rows));
    MUST(entries_finish(&c->most, &most));
    out->upper = most.val;
    free(most.row);
    free(most.col);
    return OK;
}

enum status choices_finish(struct choices *c, uint32_t n, struct chain *out)
{
    if (n < c->n) n = c->n;
    MUST(choices_check(c));
    MUST(choices_skip(c, n));
    MUST(entries_widen(&c->entries, c->rows));
    MUST(entries_finish(&c->entries, &out->transitions));
    MUST(finish_intervals(c, out));
    out->type = c->intervals ? CHAIN_MDP : c->type;
    out->rounding = (struct chain_rounding){c->entries.merged, 0, c->lines->lost};
    if (out->type != CHAIN_MDP) return OK;
    c->group[n] = c->rows;
    out->group = c->group;
    out->ngroups = n;
    c->group = NULL;
    return action_names_finish(&c->actions, c->rows, &out->actions);
}
