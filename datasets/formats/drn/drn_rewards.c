#include "datasets/formats/drn/drn_rewards.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void drn_rewards_free(struct drn_rewards *rewards)
{
    free(rewards->list);
    free(rewards->own);
    free(rewards->acts);
    *rewards = (struct drn_rewards){0};
}

/* Numbers */

static void divide_by_decimal(struct lines *lines, const char *by, char **end, double *x)
{
    const double quotient = *x / lines_decimal(lines, by, end);
    lines->quotient = true;
    if (quotient<DBL_MIN && * x> 0) lines->lost = true;
    *x = quotient;
}

/* strtod also takes hexadecimal numbers, infinities and NaN, all of which need other characters
 * than these. */
static bool parse_value(struct lines *lines, const char *ends, double *out)
{
    char *stop = lines->cursor + strspn(lines->cursor, "0123456789+-.eE/"), *end;
    if (*stop && *stop != ' ' && *stop != '\t' && !strchr(ends, *stop)) return false;
    *out = lines_decimal(lines, lines->cursor, &end);
    if (end == lines->cursor) return false;
    if (*end == '/') divide_by_decimal(lines, end + 1, &end, out);
    lines->cursor = stop;
    return end == stop && isfinite(*out) && *out >= 0;
}

enum status drn_value(struct lines *lines, const char *what, const char *ends, double *out)
{
    char expected[160];
    lines_more(lines);
    char *word = lines->cursor;
    if (parse_value(lines, ends, out)) return OK;
    snprintf(expected, sizeof expected, "%s (a finite number, not negative)", what);
    return lines_unexpected(lines, expected, word);
}

/* Lists */

/* Names are separated by single blanks. An empty or missing name becomes rew0, rew1, ... by its
 * position, as in Storm. */
static enum status name_reward(struct drn_rewards *rewards, size_t index, char **out)
{
    size_t length = rewards->names ? strcspn(rewards->names, " \t") : 0;
    const char *name = rewards->names;
    if (name) rewards->names += length + (name[length] != '\0');
    return length ? format_text(out, "%.*s", (int)length, name) : format_text(out, "rew%zu", index);
}

static enum status make_reward(struct drn_rewards *rewards, const struct lines *lines, size_t index)
{
    enum status status = OK;
    struct chain *chain = rewards->chain;
    const uint32_t n = chain_states(chain);
    char *name = NULL, quote[LINES_QUOTE];
    double *rate;
    TRY(name_reward(rewards, index, &name));
    if (*name == '@')
        TRY(lines_unexpected(lines, "the name of a reward, which does not begin with '@'", name));
    if (chain_reward(chain, name))
        TRY(lines_fail(lines, "two rewards are called '%s'", lines_quote(name, quote)));
    TRY(chain_add_reward(chain, name, &rate));
    memset(rate, 0, n * sizeof *rate);
    TRY(allocate_zeroed(n, sizeof *rate, "rewards", &chain->rewards[index].state));
out:
    free(name);
    return status;
}

/* Makes the rewards for the first list of the file. */
static enum status make_rewards(struct drn_rewards *rewards, const struct lines *lines)
{
    size_t count = rewards->length;
    MUST(lines_check_memory(lines,
                            2.0 * (double)count * chain_states(rewards->chain) * sizeof(double)));
    MUST(allocate_zeroed(count, 1, "rewards", &rewards->acts));
    MUST(allocate_zeroed(count, sizeof *rewards->own, "rewards", &rewards->own));
    rewards->room = chain_states(rewards->chain);
    for (size_t k = 0; k < count; k++) MUST(make_reward(rewards, lines, k));
    if (rewards->names && rewards->names[strspn(rewards->names, " \t")])
        return lines_fail(lines, "%zu rewards, fewer than @reward_models has names", count);
    rewards->count = count;
    return OK;
}

/* Reads the numbers between the brackets; there may be none. */
static enum status read_values(struct drn_rewards *rewards, struct lines *lines)
{
    double value;
    char next = ',';
    rewards->length = 0;
    lines->cursor++;
    if (lines_more(lines) && *lines->cursor == ']') next = *lines->cursor++;
    while (next != ']') {
        MUST(drn_value(lines, "the reward", ",]", &value));
        MUST(reserve(&rewards->list, &rewards->capacity, rewards->length + 1, sizeof value,
                     "a list of rewards"));
        rewards->list[rewards->length++] = value;
        if (!lines_more(lines) || !strchr(",]", *lines->cursor))
            return lines_unexpected(lines, "',' or ']'", lines->cursor);
        next = *lines->cursor++;
    }
    return OK;
}

/* Reads the list at the cursor into rewards->list. *found is false if there is none, or an empty
 * one, which PRISM writes if there are no rewards. */
static enum status read_list(struct drn_rewards *rewards, struct lines *lines, bool *found)
{
    *found = false;
    if (!lines_more(lines) || *lines->cursor != '[') return OK;
    MUST(read_values(rewards, lines));
    if (!rewards->count && rewards->length) MUST(make_rewards(rewards, lines));
    if (rewards->length != rewards->count)
        return lines_fail(lines, "%zu rewards, where the lines above have %zu", rewards->length,
                          rewards->count);
    *found = rewards->count > 0;
    return OK;
}

enum status drn_rewards_of_state(struct drn_rewards *rewards, struct lines *lines)
{
    bool found;
    MUST(read_list(rewards, lines, &found));
    for (size_t k = 0; k < rewards->count; k++) rewards->own[k] = found ? rewards->list[k] : 0;
    return OK;
}

enum status drn_rewards_of_action(struct drn_rewards *rewards, struct lines *lines)
{
    return read_list(rewards, lines, &rewards->has_action);
}

/* Makes room for the rates of this row, and of those before it. */
static enum status make_row(struct drn_rewards *rewards, uint32_t row)
{
    const size_t room = 2 * (size_t)row + 64, old = rewards->room;
    if (row < old || !rewards->count) return OK;
    for (size_t k = 0; k < rewards->count; k++) {
        double **rate = &rewards->chain->rewards[k].rate;
        MUST(reallocate(rate, room, sizeof **rate, "rewards"));
        memset(*rate + old, 0, (room - old) * sizeof **rate);
    }
    rewards->room = room;
    return OK;
}

enum status drn_rewards_finish(struct drn_rewards *rewards, const struct lines *lines,
                               uint32_t state, uint32_t row, double weight)
{
    MUST(make_row(rewards, row));
    for (size_t k = 0; k < rewards->count; k++) {
        struct reward *reward = &rewards->chain->rewards[k];
        const double more = rewards->has_action ? rewards->list[k] : 0;
        reward->state[state] = reward->rate[row] = rewards->own[k];
        if (more == 0) continue;
        rewards->acts[k] = rewards->any_acts = 1;
        rewards->lost |= weight * more < DBL_MIN;
        reward->rate[row] += weight * more;
        if (!isfinite(reward->rate[row]))
            return lines_fail(lines, "the reward of state %" PRIu32 " is infinite", state);
    }
    rewards->has_action = false;
    return OK;
}

void drn_rewards_end(struct drn_rewards *rewards)
{
    for (size_t k = 0; k < rewards->count; k++) {
        if (rewards->acts[k]) continue;
        free(rewards->chain->rewards[k].state);
        rewards->chain->rewards[k].state = NULL;
    }
}

static bool rates_are_zero(const double *rate, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (rate[i] != 0) return false;
    return true;
}

enum status drn_rewards_distrust(struct drn_rewards *rewards)
{
    struct chain *chain = rewards->chain;
    size_t kept = 0, count = chain->nrewards;
    for (size_t k = 0; k < count; k++) {
        struct reward reward = chain->rewards[k];
        if (rewards->acts[k] || rates_are_zero(reward.rate, chain_states(chain))) {
            free(reward.name);
            free(reward.rate);
            free(reward.state);
        } else {
            chain->rewards[kept++] = reward;
        }
    }
    chain->nrewards = kept;
    if (kept == count) return OK;
    return copy_text(
        "PRISM's DRN files get the rewards of a CTMC's transitions wrong: use its .tra with .srew",
        &chain->reward_note);
}
