/* Judging by the script itself, in this process: what judge.h does in another one, where a script
 * can do no harm. Whoever else calls this must trust the script, or not mind. */
#pragma once

#include "harness/journal/journal_encoding.h"
#include "harness/store/results.h"

enum judge_question { ASK_CLAIMS, ASK_TABLE, ASK_FIGURE, ASK_STRUCTURE, NJUDGE_QUESTIONS };

struct judging; /* a script that has described its experiment */

/* Runs the script of the results, which are borrowed. instructions: of Lua's, that this and each
 * question may take; memory: B that Lua may have. Errors of both: ERROR_INPUT with one line (file
 * and line of the script's that went wrong), ERROR_HOST_MEMORY. */
enum status judging_open(const struct results *results, uint64_t instructions, size_t memory,
                         struct judging **out);
void judging_close(struct judging *judging); /* accepts NULL */

/* Calls the script's functions for one question. id: of the table or figure. Appends the answer to
 * out, as judge_read.h reads it; it is as it was given, not checked. */
enum status judging_ask(struct judging *judging, enum judge_question what, const char *id,
                        struct encoder *out);
