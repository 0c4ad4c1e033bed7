#include "datasets/text/rewards.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* State of the reader of one file. */
struct reward_reader {
    struct lines *lines;
    struct chain *chain;
    uint8_t *seen; /* one for each state, or for each transition */
    double *sum;   /* one for each state: its reward, or that of its transitions */
    bool counted;  /* PRISM's files: the first line has the number of rewards */
};

static enum status rewards_read_state(struct reward_reader *reader)
{
    struct lines *lines = reader->lines;
    uint64_t i;
    double rho;
    MUST(lines_integer(lines, "the state", 0, chain_states(reader->chain) - 1, &i));
    MUST(lines_amount(lines, "the reward", &rho));
    MUST(lines_finish(lines));
    if (reader->seen[i]++) return lines_fail(lines, "state %" PRIu64 " is given twice", i);
    reader->sum[i] = rho;
    return OK;
}

static enum status add_transition(struct reward_reader *reader, uint32_t i, uint32_t j, double iota)
{
    struct lines *lines = reader->lines;
    const struct csr *a = &reader->chain->transitions;
    const uint64_t k = csr_find(a, i, j);
    if (k == UINT64_MAX)
        return lines_fail(lines, "the chain has no transition from %" PRIu32 " to %" PRIu32, i, j);
    if (reader->seen[k]++)
        return lines_fail(lines, "the transition from %" PRIu32 " to %" PRIu32 " is given twice", i,
                          j);
    const double product = a->val[k] * iota;
    reader->chain->rounding.lost |= product < DBL_MIN && iota > 0;
    reader->sum[i] += product;
    if (isfinite(reader->sum[i])) return OK;
    return lines_fail(lines, "the reward of state %" PRIu32 " is infinite", i);
}

/* Reads the pairs that -exportrows writes behind a state; there may be none. */
static enum status rewards_read_row(struct reward_reader *reader, uint32_t i)
{
    while (lines_more(reader->lines)) {
        uint32_t j;
        double iota;
        MUST(lines_take(reader->lines));
        MUST(lines_pair(reader->lines, chain_states(reader->chain), &iota, &j));
        MUST(add_transition(reader, i, j, iota));
    }
    return OK;
}

static enum status rewards_read_transition(struct reward_reader *reader)
{
    struct lines *lines = reader->lines;
    const uint32_t n = chain_states(reader->chain);
    uint32_t i, j;
    double iota;
    MUST(lines_state(lines, '\0', "the source state", 0, n, &i));
    if (reader->counted && (!lines_more(lines) || lines_at_pair(lines)))
        return rewards_read_row(reader, i);
    if (reader->counted) MUST(lines_take(lines));
    MUST(lines_state(lines, '\0', "the target state", 0, n, &j));
    MUST(lines_amount(lines, "the reward", &iota));
    MUST(lines_finish(lines));
    return add_transition(reader, i, j, iota);
}

/* Reads the line `n k`; count: number of states or transitions of the chain. */
static enum status rewards_read_header(struct reward_reader *reader, uint64_t count)
{
    struct lines *lines = reader->lines;
    uint64_t n = chain_states(reader->chain), announced;
    MUST(lines_require(lines, "the numbers of states and rewards"));
    MUST(lines_integer(lines, "the number of states", n, n, &n));
    MUST(lines_integer(lines, "the number of rewards", 0, count, &announced));
    MUST(lines_finish(lines));
    lines_announce(lines, "rewards", announced);
    return OK;
}

enum status rewards_read_lines(struct lines *lines, enum reward_of of, bool counted,
                               struct chain *chain, double *sum)
{
    enum status status = OK;
    const struct csr *a = &chain->transitions;
    const bool states = of == REWARD_OF_STATES;
    const uint64_t count = states ? a->rows : a->nnz;
    double *moving = NULL;
    struct reward_reader reader = {.lines = lines, .chain = chain, .sum = sum, .counted = counted};
    TRY(allocate_zeroed(count, 1, "reading rewards", &reader.seen));
    if (!states) TRY(allocate_zeroed(a->rows, sizeof *moving, "rewards", &moving));
    if (!states) reader.sum = moving;
    if (counted) TRY(rewards_read_header(&reader, count));
    while (counted && states ? lines_item(lines, &status) : lines_next(lines, &status))
        TRY(states ? rewards_read_state(&reader) : rewards_read_transition(&reader));
    TRY(status);
    if (counted && !states) TRY(lines_took_all(lines));
    for (uint32_t i = 0; !states && i < a->rows; i++) {
        if (moving[i] > 0) sum[i] += moving[i] / chain_divisor(chain, i);
        if (!isfinite(sum[i]))
            TRY(lines_fail(lines, "the reward of state %" PRIu32 " is infinite", i));
    }
    if (!states) chain_add_products(chain, 1);
    chain->rounding.lost |= lines->lost;
out:
    free(reader.seen);
    free(moving);
    return status;
}

static enum status rewards_read_file(const char *path, enum reward_of of, bool counted,
                                     struct chain *chain, double *sum)
{
    struct lines lines = {0};
    enum status status = lines_open(path, counted ? '#' : '\0', &lines);
    if (status == OK) status = rewards_read_lines(&lines, of, counted, chain, sum);
    lines_close(&lines);
    return status;
}

enum status rewards_read(const char *states, const char *transitions, bool counted,
                         const char *name, struct chain *chain)
{
    enum status status = OK;
    const uint32_t n = chain_states(chain);
    struct reward read = {0};
    double *rate;
    TRY(allocate_zeroed(n, sizeof *read.rate, "rewards", &read.rate));
    if (states) TRY(rewards_read_file(states, REWARD_OF_STATES, counted, chain, read.rate));
    if (transitions) {
        TRY(reward_split(&read, n, &rate));
        TRY(rewards_read_file(transitions, REWARD_OF_TRANSITIONS, counted, chain, read.rate));
    }
    TRY(chain_add_reward(chain, name, &rate));
    memcpy(rate, read.rate, n * sizeof *rate);
    chain->rewards[chain->nrewards - 1].state = read.state;
    read.state = NULL;
out:
    free(read.rate);
    free(read.state);
    return status;
}
