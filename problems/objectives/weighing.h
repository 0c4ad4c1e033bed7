/* The process of several objectives: a decision process with a last state, where paths end, and a
 * payment of each row for each objective. Payments may be negative. Only schedulers count that end
 * for sure: the others have an objective that is infinitely bad. */
#pragma once

#include "base/sparse/linear.h"
#include "certify/optimum.h"
#include "problems/objectives/objectives.h"

struct weighing {
    bool impossible; /* no scheduler ends for sure; then there is nothing else here */
    size_t count;
    struct csr rows;
    uint32_t *group, states, start, last;
    double *pays[MOST_OBJECTIVES]; /* for each row */
    double share[MOST_OBJECTIVES]; /* relative errors of these */
    struct linear system;
    uint8_t *stated;
    struct reading reading;
};

/* Errors: those of answer_objectives. Free *out, also after errors. */
enum status weighing_make(const struct chain *chain, const struct objective *objective,
                          size_t count, const uint8_t *const *atoms, uint32_t start,
                          struct weighing *out);
void weighing_free(struct weighing *w);

/* What some scheduler surely has of each objective, at least. */
struct achieved {
    double low[MOST_OBJECTIVES];
};

/* *most = what no scheduler exceeds in the sum of objectives times weights, at least 0: proven;
 * infinity if there is no proof. *out: of a scheduler that is nearly that good; *known: it is
 * proven. Errors: ERROR_HOST_MEMORY. */
enum status weighing_best(struct weighing *w, const double *weight, double *most,
                          struct achieved *out, bool *known);
