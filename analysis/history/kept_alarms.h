/* What was found out about alarms, kept in one text file in the history's folder: steps that a
 * measurement in turns confirmed or not, and alarms that somebody acknowledged. docs/nightly.md
 * describes the file. */
#pragma once

#include "analysis/history/history.h"

#define KEPT_ALARMS_NAME "alarms.txt"

enum kept_verdict { KEPT_CONFIRMED, KEPT_NOT_CONFIRMED, KEPT_ACKNOWLEDGED, NKEPT_VERDICTS };
extern const char *const kept_verdict_names[NKEPT_VERDICTS];

/* A line of the file. Control characters in its texts are spaces. */
struct kept_alarm {
    enum kept_verdict verdict;
    char day[16];       /* on which it was written: "2026-11-28" */
    const char *became; /* as finding_word says */
    int64_t since;      /* start of the first run after the change, in seconds since 1970 */
    double change;      /* ratio of times; NaN for a failure */
    const char *machine, *source, *variant, *settings, *note;
    char *text; /* of the line, which the others borrow */
};

/* What to write about a finding. */
struct kept_note {
    size_t finding;
    enum kept_verdict verdict;
    const char *note;
};

/* Reads a file. One that does not exist has no lines. Errors: ERROR_INPUT with file and line;
 * ERROR_IO, ERROR_HOST_MEMORY. */
enum status kept_alarms_read(const char *path, struct kept_alarm **out, size_t *count);
void kept_alarms_free(struct kept_alarm *kept, size_t count);

/* Reads the file of a judged history's folder. An alarm of which it speaks gets `kept`, the newest
 * line about it; only a confirmed one stays an alarm. Alarms come first again. Errors: the same. */
enum status kept_alarms_apply(struct history *history);

/* Adds lines to the file, which is replaced as a whole while no other process does so. The findings
 * do not change before the next kept_alarms_apply. Errors: the same. */
enum status kept_alarms_add(const struct history *history, size_t count,
                            const struct kept_note *notes);

/* Makes "acknowledged 2026-11-28: new compiler", or "unconfirmed: no program of ... is kept"; ""
 * for other findings. *out is new. Errors: ERROR_HOST_MEMORY. */
enum status kept_text(const struct finding *finding, char **out);

/* Makes a line "tandem jacobi/msr/f64/seq, slower since 2026-11-20 (20.h5): acknowledged ..." for
 * each finding that has such a text. *out is new. Errors: ERROR_HOST_MEMORY. */
enum status kept_lines(const struct history *history, char **out);
