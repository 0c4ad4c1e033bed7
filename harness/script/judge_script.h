/* Judges with the script in this process. judge.h does the same in another process, in which a
 * script can do no harm. Any other caller must trust the script. */
#pragma once

#include "store/journal/journal_encoding.h"
#include "store/results.h"

enum judge_question { ASK_CLAIMS, ASK_TABLE, ASK_FIGURE, ASK_STRUCTURE, NJUDGE_QUESTIONS };

struct judging; /* State of a script that has described its experiment. */

/* Runs the script of the results, which are borrowed. instructions: Lua instructions that this, and
 * each question, may take; memory: B that Lua may have. Errors of both: ERROR_INPUT with one line
 * (file and line of the script that failed), ERROR_HOST_MEMORY. */
enum status judging_open(const struct results *results, uint64_t instructions, size_t memory,
                         struct judging **out);
void judging_close(struct judging *judging); /* accepts NULL */

/* Calls the script's functions for one question. id: of the table or figure. Appends the answer to
 * out, in the form that judge_read.h reads; it is not checked. */
enum status judging_ask(struct judging *judging, enum judge_question what, const char *id,
                        struct encoder *out);
