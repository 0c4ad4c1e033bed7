/* Small random decision processes of every shape: end components, self-loops, equal choices,
 * deadlocks, states that nothing reaches. And all their memoryless schedulers. */
#pragma once

#include <stdbool.h>

#include "base/sparse/csr.h"

enum { DECISION_STATES = 6, DECISION_CHOICES = 3 };
enum { DECISION_ROWS = DECISION_STATES * DECISION_CHOICES };

struct decisions {
    uint32_t n, rows, group[DECISION_STATES + 1];
    uint64_t row[DECISION_ROWS + 1];
    uint32_t col[DECISION_ROWS * DECISION_STATES];
    double val[DECISION_ROWS * DECISION_STATES]; /* multiples of 2^-53; sums are exactly 1 */
};

/* choices: at most this many for each state. */
void decisions_draw(struct decisions *d, uint32_t choices);

/* Its rows, as long as d exists. */
struct csr decisions_csr(struct decisions *d);

/* Probability of j in a row. */
double decisions_entry(const struct decisions *d, uint32_t row, uint32_t j);

/* A scheduler is a row for each state: the first one, and the next one; false: there is none. */
void scheduler_first(const struct decisions *d, uint32_t *choice);
bool scheduler_next(const struct decisions *d, uint32_t *choice);
