#include "datasets/text/rewards.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A file as it is being read. */
struct reader {
    struct lines *lines;
    const struct chain *chain;
    uint8_t *seen; /* per state, or per transition */
    double *sum;   /* per state */
};

static enum status read_state(struct reader *reader)
{
    struct lines *lines = reader->lines;
    uint64_t i;
    double rho;
    MUST(lines_integer(lines, "the state", 0, reader->chain->transitions.n - 1, &i));
    MUST(lines_amount(lines, "the reward", &rho));
    MUST(lines_finish(lines));
    if (reader->seen[i]++) return lines_fail(lines, "state %" PRIu64 " is given twice", i);
    reader->sum[i] = rho;
    return OK;
}

static enum status read_transition(struct reader *reader)
{
    struct lines *lines = reader->lines;
    const struct csr *a = &reader->chain->transitions;
    uint64_t i, j;
    double iota;
    MUST(lines_integer(lines, "the source state", 0, a->n - 1, &i));
    MUST(lines_integer(lines, "the target state", 0, a->n - 1, &j));
    MUST(lines_amount(lines, "the reward", &iota));
    MUST(lines_finish(lines));
    uint64_t k = csr_find(a, (uint32_t)i, (uint32_t)j);
    if (k == UINT64_MAX)
        return lines_fail(lines, "the chain has no transition from %" PRIu64 " to %" PRIu64, i, j);
    if (reader->seen[k]++)
        return lines_fail(lines, "the transition from %" PRIu64 " to %" PRIu64 " is given twice", i,
                          j);
    reader->sum[i] += a->val[k] * iota;
    if (!isfinite(reader->sum[i]))
        return lines_fail(lines, "the reward of state %" PRIu64 " is infinite", i);
    return OK;
}

/* The line `n k` of a file about `count` states or transitions. */
static enum status read_header(struct reader *reader, uint64_t count)
{
    struct lines *lines = reader->lines;
    uint64_t n = reader->chain->transitions.n, announced;
    MUST(lines_require(lines, "the numbers of states and rewards"));
    MUST(lines_integer(lines, "the number of states", n, n, &n));
    MUST(lines_integer(lines, "the number of rewards", 0, count, &announced));
    MUST(lines_finish(lines));
    lines_announce(lines, "rewards", announced);
    return OK;
}

enum status rewards_read_lines(struct lines *lines, enum reward_of of, bool counted,
                               const struct chain *chain, double *sum)
{
    enum status status = OK;
    const struct csr *a = &chain->transitions;
    struct reader reader = {.lines = lines, .chain = chain, .sum = sum};
    uint64_t count = of == REWARD_OF_STATES ? a->n : a->nnz;
    TRY(allocate_zeroed(count, 1, "reading rewards", &reader.seen));
    if (counted) TRY(read_header(&reader, count));
    while (counted ? lines_item(lines, &status) : lines_next(lines, &status))
        TRY(of == REWARD_OF_STATES ? read_state(&reader) : read_transition(&reader));
    TRY(status);
out:
    free(reader.seen);
    return status;
}

static enum status read_file(const char *path, enum reward_of of, bool counted,
                             const struct chain *chain, double *sum)
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
    uint32_t n = chain->transitions.n;
    double *rate, *sum = NULL;
    TRY(allocate_zeroed(n, sizeof *sum, "rewards", &sum));
    if (states) TRY(read_file(states, REWARD_OF_STATES, counted, chain, sum));
    if (transitions) TRY(read_file(transitions, REWARD_OF_TRANSITIONS, counted, chain, sum));
    TRY(chain_add_reward(chain, name, &rate));
    memcpy(rate, sum, n * sizeof *rate);
out:
    free(sum);
    return status;
}
