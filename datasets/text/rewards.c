#include "datasets/text/rewards.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* How a transition was seen. */
enum { ZERO_REWARD = 1, ABOVE_ZERO };

/* State of the reader of one file. */
struct reward_reader {
    struct lines *lines;
    struct chain *chain;
    uint8_t *seen;        /* one for each state, or for each transition */
    double *rate;         /* of each row */
    double *moving;       /* for each row: sum of its products, which is not divided yet */
    double *most;         /* for each row: its largest reward of a transition */
    uint8_t *differs;     /* for each row: whether others of its rewards are above 0, too */
    bool choices;         /* lines of transitions have a choice */
    bool counted;         /* PRISM's files: the first line has the number of rewards */
    uint32_t state, next; /* MDP in rows: the last line is of choice next - 1 of this state */
};

static enum status rewards_read_state(struct reward_reader *reader)
{
    struct lines *lines = reader->lines;
    const struct chain *chain = reader->chain;
    uint32_t i;
    double rho;
    MUST(lines_state(lines, '\0', "the state", 0, chain_states(chain), &i));
    MUST(lines_amount(lines, "the reward", &rho));
    MUST(lines_finish(lines));
    if (reader->seen[i]++) return lines_fail(lines, "state %" PRIu32 " is given twice", i);
    for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++) reader->rate[r] = rho;
    return OK;
}

/* A row of transitions, and its state. */
struct row_place {
    uint32_t state, row;
};

/* With intervals, rewards of transitions are those of their choice, or its reward is no number. */
static enum status no_common_reward(const struct lines *lines, uint32_t state)
{
    return lines_fail(lines,
                      "the transitions of a choice of state %" PRIu32
                      " have different rewards: with intervals as probabilities its reward is no "
                      "number",
                      state);
}

/* Returns whether all transitions of a row have the same reward. */
static bool is_common(const struct reward_reader *reader, uint32_t r)
{
    const struct csr *a = &reader->chain->transitions;
    bool common = !reader->differs[r];
    for (uint64_t k = a->row[r]; common && reader->most[r] > 0 && k < a->row[r + 1]; k++)
        common = reader->seen[k] == ABOVE_ZERO;
    return common;
}

/* Adds what the transitions of a row pay. That is their mean, divided by the row's sum, if they
 * differ, and *mixed then says so. */
static enum status add_moving_of(const struct reward_reader *reader, uint32_t state, uint32_t r,
                                 bool *mixed)
{
    const struct chain *chain = reader->chain;
    const bool common = is_common(reader, r);
    if (chain->upper && !common) return no_common_reward(reader->lines, state);
    *mixed |= !common;
    if (common && chain->type != CHAIN_CTMC) reader->rate[r] += reader->most[r];
    else if (reader->moving[r] > 0) reader->rate[r] += reader->moving[r] / chain_divisor(chain, r);
    return OK;
}

static enum status add_transition(struct reward_reader *reader, struct row_place at, uint32_t j,
                                  double iota)
{
    struct lines *lines = reader->lines;
    const struct csr *a = &reader->chain->transitions;
    const uint64_t k = csr_find(a, at.row, j);
    if (k == UINT64_MAX)
        return lines_fail(lines, "the %s has no transition from %" PRIu32 " to %" PRIu32,
                          reader->chain->group ? "choice" : "chain", at.state, j);
    if (reader->seen[k])
        return lines_fail(lines, "the transition from %" PRIu32 " to %" PRIu32 " is given twice",
                          at.state, j);
    reader->seen[k] = ZERO_REWARD;
    double *moving = &reader->moving[at.row], *most = &reader->most[at.row];
    const bool differs = iota > 0 && *most > 0 && iota != *most;
    if (iota > 0) reader->seen[k] = ABOVE_ZERO;
    reader->differs[at.row] |= differs;
    *most = fmax(*most, iota);
    if (reader->chain->upper) return differs ? no_common_reward(lines, at.state) : OK;
    const double product = a->val[k] * iota;
    reader->chain->rounding.lost |= product < DBL_MIN && iota > 0;
    *moving += product;
    if (isfinite(*moving)) return OK;
    return lines_fail(lines, "the reward of state %" PRIu32 " is infinite", at.state);
}

/* Reads the pairs that -exportrows writes behind a state; there may be none. */
static enum status rewards_read_row(struct reward_reader *reader, struct row_place at)
{
    while (lines_more(reader->lines)) {
        uint32_t j;
        double iota;
        MUST(lines_take(reader->lines));
        MUST(lines_pair(reader->lines, chain_states(reader->chain), &iota, &j));
        MUST(add_transition(reader, at, j, iota));
    }
    return OK;
}

/* Finds the row of a line. pairs: that of the next choice; else the choice is the next word. */
static enum status find_row(struct reward_reader *reader, uint32_t state, bool pairs,
                            struct row_place *out)
{
    const struct chain *chain = reader->chain;
    const uint32_t first = chain_row(chain, state), count = chain_row(chain, state + 1) - first;
    uint64_t choice = reader->choices && state == reader->state ? reader->next : 0;
    *out = (struct row_place){state, first};
    if (reader->choices && !pairs)
        MUST(lines_integer(reader->lines, "the choice", 0, count - 1, &choice));
    if (choice >= count)
        return lines_fail(reader->lines, "state %" PRIu32 " has no more than %" PRIu32 " choices",
                          state, count);
    out->row += (uint32_t)choice;
    reader->state = state;
    reader->next = (uint32_t)choice + 1;
    return OK;
}

static enum status rewards_read_transition(struct reward_reader *reader)
{
    struct lines *lines = reader->lines;
    const uint32_t n = chain_states(reader->chain);
    struct row_place at;
    uint32_t i, j;
    double iota;
    MUST(lines_state(lines, '\0', "the source state", 0, n, &i));
    const bool pairs = reader->counted && (!lines_more(lines) || lines_at_pair(lines));
    MUST(find_row(reader, i, pairs, &at));
    if (pairs) return rewards_read_row(reader, at);
    if (reader->counted) MUST(lines_take(lines));
    MUST(lines_state(lines, '\0', "the target state", 0, n, &j));
    MUST(lines_amount(lines, "the reward", &iota));
    MUST(lines_finish(lines));
    return add_transition(reader, at, j, iota);
}

/* Returns whether one number is left of a line. */
static bool has_one_number(struct lines *lines)
{
    return lines_more(lines) && !lines->cursor[strcspn(lines->cursor, " \t")];
}

/* Reads the line `n k` or `n m k`; count: number of states or transitions of the chain. The file
 * may not have the choices that states without any got. A chain with intervals has none. */
static enum status rewards_read_header(struct reward_reader *reader, uint64_t count)
{
    struct lines *lines = reader->lines;
    uint64_t n = chain_states(reader->chain), m = reader->chain->transitions.rows, announced;
    MUST(lines_require(lines, "the numbers of states and rewards"));
    MUST(lines_integer(lines, "the number of states", n, n, &n));
    if (reader->chain->upper && has_one_number(lines)) reader->choices = false;
    if (reader->choices) MUST(lines_integer(lines, "the number of choices", 0, m, &m));
    MUST(lines_integer(lines, "the number of rewards", 0, count, &announced));
    MUST(lines_finish(lines));
    lines_announce(lines, "rewards", announced);
    return OK;
}

static enum status add_moving(const struct reward_reader *reader, bool *mixed)
{
    const struct chain *chain = reader->chain;
    for (uint32_t i = 0; i < chain_states(chain); i++)
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++) {
            MUST(add_moving_of(reader, i, r, mixed));
            if (!isfinite(reader->rate[r]))
                return lines_fail(reader->lines, "the reward of state %" PRIu32 " is infinite", i);
        }
    chain_add_products(reader->chain, 1);
    return OK;
}

enum status rewards_read_lines(struct lines *lines, enum reward_of of, bool counted,
                               struct chain *chain, struct reward *reward)
{
    enum status status = OK;
    const struct csr *a = &chain->transitions;
    const bool states = of == REWARD_OF_STATES;
    const uint64_t count = states ? chain_states(chain) : a->nnz;
    double *own;
    struct reward_reader reader = {
        .lines = lines, .chain = chain, .rate = reward->rate, .counted = counted};
    reader.choices = !states && chain->group;
    TRY(allocate_zeroed(count, 1, "reading rewards", &reader.seen));
    if (!states) {
        TRY(reward_split(chain, reward, &own));
        TRY(allocate_zeroed(a->rows, sizeof *reader.moving, "rewards", &reader.moving));
        TRY(allocate_zeroed(a->rows, sizeof *reader.most, "rewards", &reader.most));
        TRY(allocate_zeroed(a->rows, 1, "rewards", &reader.differs));
    }
    if (counted) TRY(rewards_read_header(&reader, count));
    while (counted && states ? lines_item(lines, &status) : lines_next(lines, &status))
        TRY(states ? rewards_read_state(&reader) : rewards_read_transition(&reader));
    TRY(status);
    if (counted && !states) TRY(lines_took_all(lines));
    if (!states) TRY(add_moving(&reader, &reward->mixed));
    chain->rounding.lost |= lines->lost;
out:
    free(reader.seen);
    free(reader.moving);
    free(reader.most);
    free(reader.differs);
    return status;
}

static enum status rewards_read_file(const char *path, enum reward_of of, bool counted,
                                     struct chain *chain, struct reward *reward)
{
    struct lines lines = {0};
    enum status status = lines_open(path, counted ? '#' : '\0', &lines);
    if (status == OK) status = rewards_read_lines(&lines, of, counted, chain, reward);
    lines_close(&lines);
    return status;
}

enum status rewards_read(const char *states, const char *transitions, bool counted,
                         const char *name, struct chain *chain)
{
    enum status status = OK;
    struct reward read = {0};
    double *rate;
    TRY(allocate_zeroed(chain->transitions.rows, sizeof *read.rate, "rewards", &read.rate));
    if (states) TRY(rewards_read_file(states, REWARD_OF_STATES, counted, chain, &read));
    if (transitions)
        TRY(rewards_read_file(transitions, REWARD_OF_TRANSITIONS, counted, chain, &read));
    TRY(chain_add_reward(chain, name, &rate));
    memcpy(rate, read.rate, chain->transitions.rows * sizeof *rate);
    chain->rewards[chain->nrewards - 1].state = read.state;
    chain->rewards[chain->nrewards - 1].mixed = read.mixed;
    read.state = NULL;
out:
    free(read.rate);
    free(read.state);
    return status;
}
