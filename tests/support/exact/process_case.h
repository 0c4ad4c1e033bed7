/* Small decision processes of two choices in each state, questions about them as files of PRISM's
 * form, and schedulers with two memories, which are chains of state and memory. */
#pragma once

#include "base/sparse/chain.h"
#include "tests/support/exact/path_case.h"

enum { STATES = 4, CHOICES = 2, MEMORIES = 2 };

/* Each state has its rows of two chains. */
struct process {
    uint32_t n;
    struct chain choice[CHOICES];
    uint8_t holds[PATH_ATOMS][STATES];
    double pays[CHOICES][STATES];
};

struct process draw_process(void);
void process_free(struct process *p);

/* No choice leaves the last states, nor pays there. Some second choices only stay. */
void close_last(struct process *p, uint32_t count);

struct interval {
    double low, high;
};

/* Writes m.tra and files beside it into the scratch folder; labels a, b, c. */
void write_process(const struct process *p);

/* Opens and proves the problem of a question about the process that was written. Returns false if
 * it is refused. */
struct problem;
bool ask_process(const char *question, struct problem *out);

/* The proven interval of a question about the process that was written; of a truth, 0 and 1.
 * Returns false if it is refused; otherwise fails unless it can be opened. */
bool proven_or_refused(const char *question, struct interval *out);
struct interval proven(const char *question);

/* A scheduler in each state and memory: its choice, and the next memory. */
struct scheduler {
    int choice[STATES][MEMORIES], next[STATES][MEMORIES];
};

struct scheduler draw_scheduler(int memories);
struct chain follow(const struct process *p, const struct scheduler *s);

/* The expected total reward from state 0; infinity where a closed class pays. */
double followed_total(const struct process *p, const struct scheduler *s);

/* The probability from state 0 of reaching set k. */
double followed_reach(const struct process *p, const struct scheduler *s, int k);

/* The text of a path formula in questions about it; new. */
char *path_question(const struct formula *f);

/* *value = the probability of a path formula from state 0. Returns false if the oracle gives up. */
bool followed_path(const struct process *p, const struct scheduler *s, const struct formula *f,
                   double *value);
