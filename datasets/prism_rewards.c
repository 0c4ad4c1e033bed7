#include "datasets/prism.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/lines.h"
#include "datasets/prism_labels.h"

/* A .srew or .trew file as it is being read. */
struct reader {
    struct lines lines;
    const struct chain *chain;
    uint8_t *seen;  /* per state, or per transition */
    double *reward; /* the sums so far, per state */
};

static enum status read_state(struct reader *reader)
{
    enum status status = OK;
    struct lines *lines = &reader->lines;
    uint64_t i;
    double rho;
    TRY(lines_integer(lines, "the state", 0, reader->chain->transitions.n - 1, &i));
    TRY(lines_amount(lines, "the reward", &rho));
    TRY(lines_finish(lines));
    if (reader->seen[i]++) return lines_fail(lines, "state %" PRIu64 " is given twice", i);
    reader->reward[i] = rho;
out:
    return status;
}

static enum status read_transition(struct reader *reader)
{
    enum status status = OK;
    struct lines *lines = &reader->lines;
    const struct csr *a = &reader->chain->transitions;
    uint64_t i, j;
    double iota;
    TRY(lines_integer(lines, "the source state", 0, a->n - 1, &i));
    TRY(lines_integer(lines, "the target state", 0, a->n - 1, &j));
    TRY(lines_amount(lines, "the reward", &iota));
    TRY(lines_finish(lines));
    uint64_t k = csr_find(a, (uint32_t)i, (uint32_t)j);
    if (k == UINT64_MAX) return lines_fail(lines, "the chain has no transition from %" PRIu64 " to %" PRIu64, i, j);
    if (reader->seen[k]++)
        return lines_fail(lines, "the transition from %" PRIu64 " to %" PRIu64 " is given twice", i, j);
    reader->reward[i] += a->val[k] * iota;
    if (!isfinite(reader->reward[i])) return lines_fail(lines, "the reward of state %" PRIu64 " is infinite", i);
out:
    return status;
}

/* Reads "n k" and k lines about `count` states or transitions. */
static enum status read_file(struct reader *reader, const char *path, uint64_t count,
                             enum status (*read_one)(struct reader *))
{
    enum status status = OK;
    struct lines *lines = &reader->lines;
    bool found;
    uint64_t n = reader->chain->transitions.n, announced;
    TRY(lines_open(path, '#', lines));
    TRY(allocate_zeroed(count, 1, "reading rewards", &reader->seen));
    TRY(lines_require(lines, "the numbers of states and rewards"));
    TRY(lines_integer(lines, "the number of states", n, n, &n));
    TRY(lines_integer(lines, "the number of rewards", 0, count, &announced));
    TRY(lines_finish(lines));
    lines_announce(lines, "rewards", announced);
    for (;;) {
        TRY(lines_item(lines, &found));
        if (!found) break;
        TRY(read_one(reader));
    }
out:
    lines_close(lines);
    free(reader->seen);
    reader->seen = NULL;
    return status;
}

enum status prism_read_reward(const char *path, const char *name, struct chain *chain)
{
    enum status status = OK;
    struct reader reader = {.chain = chain};
    const struct csr *a = &chain->transitions;
    const char *dot = strrchr(name, '.');
    char *states = NULL, *transitions = NULL;
    double *rate;
    TRY(format_beside(path, name, &states));
    if (!dot || strcmp(dot, ".srew"))
        TRY(fail(ERROR_INPUT, "%s: rewards are named by their .srew file; a .trew file is found beside it", states));
    TRY(prism_sibling(states, ".trew", &transitions));
    TRY(allocate_zeroed(a->n, sizeof *reader.reward, "rewards", &reader.reward));
    TRY(read_file(&reader, states, a->n, read_state));
    if (access(transitions, F_OK) == 0) TRY(read_file(&reader, transitions, a->nnz, read_transition));
    TRY(chain_add_reward(chain, name, &rate));
    memcpy(rate, reader.reward, a->n * sizeof *rate);
out:
    free(reader.reward);
    free(states);
    free(transitions);
    return status;
}
