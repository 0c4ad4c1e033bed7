/* Marks beside numbers in tables and figures that tell how far a reader can trust them, and the
 * line that explains them. */
#pragma once

#include "base/output/units.h"
#include "store/results.h"

enum mark {
    MARK_EXTRAPOLATED, /* a time of a whole solve, computed from blocks of iterations */
    MARK_DOUBTFUL,     /* the answer is likely to be wrong: run.doubtful */
    MARK_UNCHECKED,    /* nobody checked the answer of the solve */
    MARK_DISTURBED,    /* a time that other programs, or a GPU that was slowed down, made longer */
    NMARKS
};

extern const char *const mark_names[NMARKS]; /* "extrapolated", ... */

/* Status of a case as people read it: "timeout after 60 s", "no GPU". results: NULL if unknown. */
struct human status_said(const struct results *results, enum case_status status);

/* Words for the name of a status; the name itself if it is none. */
const char *status_words(const char *name);

/* A set of marks has bit MARK_BIT(mark) for each of its members. */
#define MARK_BIT(mark) (1u << (mark))

/* The marks as text, put behind a number: "*", "*?" ... */
struct human marks_shown(unsigned marks);

/* Reads such a text as marks; 0 if it has anything else. */
unsigned marks_read(const char *text);

/* "* extrapolated: ...; ? doubtful: ..."; "" for none. */
struct human marks_explained(unsigned marks);

/* Marks of a run's answer: doubtful or unchecked. */
unsigned marks_of_answer(const struct result_run *run);

/* Marks of a run's times: disturbed. */
unsigned marks_of_times(const struct results *results, const struct result_run *run);

/* Counts of how the answers of successful runs are checked or proven. */
struct answers {
    size_t proof[NPROOFS], doubtful;
    double largest_bound; /* largest error_bound of the certified ones; NaN: there are none */
    double largest_error; /* the same of proven_error */
};
struct answers answers_none(void);
void answers_count(const struct results *results, struct answers *to); /* adds them */

/* "30 answers checked, 2 of them doubtful; 10 unchecked", "12 answers: 10 certified (largest proven
 * error 3e-10), 2 checked"; "" if no run ended well. */
struct human answers_text(const struct answers *answers);
struct human marks_summary(const struct results *results);

/* "3 proofs (1 found, 3.4 s) 28 %, ": what the proofs of a run's problems cost, as a share of its
 * wall time; found: those that an earlier run had made. "" if none was wanted. */
struct human proofs_cost_text(const struct results *results);

/* Returns why nothing is proven of an answer that was checked; "" if no proof was requested, for
 * searches, and for other answers. */
const char *unproven(const struct result_run *run);
