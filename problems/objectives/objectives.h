/* Several objectives of one scheduler of a decision process. It may remember all, and draw lots. */
#pragma once

#include "base/sparse/chain.h"
#include "problems/objectives/fraction.h"
#include "problems/paths/pair_graph.h"
#include "problems/problem.h"

enum { MOST_OBJECTIVES = MOST_REMAINDERS };

/* An objective is to be large: the probability of a path, or an expected reward, or minus it. */
struct objective {
    const struct formula *path; /* as in path_product_make; NULL: a reward */
    const double *reward;       /* one number for each row of transitions, at least 0 */
    bool negated;               /* minus the reward */
    uint32_t steps;             /* what counts is paid in so many steps; NO_LAST_STEP: in all */
    bool asked;                 /* how large? otherwise it is at least the limit */
    double low, high;           /* the limit is in this interval */
    struct fraction limit;      /* the limit itself; without a value: not known */
};

enum verdict { MET, NOT_MET, NOT_KNOWN };

struct objectives_answer {
    enum verdict met; /* the limits are met by some scheduler */
    double low, high; /* of the first objective if it is asked: proven to be between; the largest of
                         all schedulers that meet the other limits, or what they come close to */
};

/* The best pairs of two objectives, which are both asked, as numbers that are to be large; *met:
 * whether there is any. Errors: the same; ERROR_INPUT for a curve of too many points. */
enum status answer_curve(const struct chain *chain, const struct objective objective[2],
                         const uint8_t *const *atoms, uint32_t start, enum verdict *met,
                         struct best_pairs *out);

/* objective: at most MOST_OBJECTIVES; only the first may be asked. start: the state in which it is
 * asked. Errors: ERROR_INPUT (a reward that may be infinite; too large); ERROR_HOST_MEMORY. */
enum status answer_objectives(const struct chain *chain, const struct objective *objective,
                              size_t count, const uint8_t *const *atoms, uint32_t start,
                              struct objectives_answer *out);
