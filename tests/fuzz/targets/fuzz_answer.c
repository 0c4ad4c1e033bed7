/* Feeds the reader of answers of the process that judges (harness/script/judge_read.h), which
 * nobody trusts: the first byte picks the question, the rest is the answer as it arrives. */
#include "tests/fuzz/judged.h"

static void fuzz_begin(void) {}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    if (size > 0)
        check_answer((enum judge_question)(bytes[0] % NJUDGE_QUESTIONS), bytes + 1, size - 1);
}
