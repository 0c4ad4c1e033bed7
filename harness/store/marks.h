/* Marks beside numbers in tables and figures that tell how far a reader can trust them, and the
 * line that explains them. */
#pragma once

#include "harness/store/results.h"
#include "harness/util/units.h"

enum mark {
    MARK_EXTRAPOLATED, /* a time of a whole solve, computed from blocks of iterations */
    MARK_DOUBTFUL,     /* of an answer that is likely to be wrong: run.doubtful */
    MARK_UNCHECKED,    /* of a solve whose answer nobody checked */
    MARK_DISTURBED,    /* a time that other programs, or a GPU that was slowed down, made longer */
    NMARKS
};

extern const char *const mark_names[NMARKS]; /* "extrapolated", ... */

/* A case's end as people read it: "timeout after 60 s", "no GPU". results: NULL where nothing is
 * known of them. */
struct human status_said(const struct results *results, enum case_status status);

/* The words for a name of a status; the name itself where it is none. */
const char *status_words(const char *name);

/* A set of marks has bit MARK_BIT(mark) for each of its members. */
#define MARK_BIT(mark) (1u << (mark))

/* The marks as text, put behind a number: "*", "*?" ... */
struct human marks_shown(unsigned marks);

/* The marks of such a text; 0 where anything else is in it. */
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
    double largest_bound; /* the largest error_bound of those that are certified; NaN: none is */
    double largest_error; /* the same of proven_error */
};
struct answers answers_none(void);
void answers_count(const struct results *results, struct answers *to); /* adds them */

/* "30 answers checked, 2 of them doubtful; 10 unchecked", "12 answers: 10 certified (largest proven
 * error 3e-10), 2 checked"; "" where no run ended well. */
struct human answers_text(const struct answers *answers);
struct human marks_summary(const struct results *results);

/* Why nothing is proven of an answer that was checked; "" where nobody asked, of searches, and of
 * other answers. */
const char *unproven(const struct result_run *run);
