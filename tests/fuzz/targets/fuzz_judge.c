/* Feeds judging (harness/script/judge_script.h), without the process around it: the first byte
 * picks whether the rest is a script or chooses one of lua_grammar.h, which results made by hand
 * then hold. Whatever a script does, it ends soon, in a clean refusal or in an answer that
 * judge_read.h refuses or that keeps its promises, and no file is opened. */
#include "tests/fuzz/judged.h"
#include "tests/fuzz/lua_grammar.h"
#include "tests/support/made/handmade.h"

enum { LONGEST = 4000, INSTRUCTIONS = 20000, MEMORY = 1 << 26 };

static struct results results;

static void fuzz_begin(void)
{
    handmade_begin(&results, "made");
    size_t seq = handmade_variant(&results, "jacobi", "msr", "seq");
    size_t cuda = handmade_variant(&results, "jacobi", "msr", "cuda");
    size_t problem = handmade_problem(&results, "small", 1000, 5000);
    handmade_axis(&results, "paper_s", 20, NULL);
    handmade_run(&results, problem, seq, CASE_OK, 2, 15);
    handmade_run(&results, problem, cuda, CASE_NO_DEVICE, 1, 0);
}

static void ask(enum judge_question what)
{
    static const char *const ids[NJUDGE_QUESTIONS] = {"", "t", "f", "s"};
    struct judging *judging;
    struct encoder answer = {0};
    enum status status = judging_open(&results, INSTRUCTIONS, MEMORY, &judging);
    if (status == OK) status = judging_ask(judging, what, ids[what], &answer);
    if (status == OK) check_answer(what, answer.byte, answer.used);
    else require_clean_message();
    judging_close(judging);
    free(answer.byte);
}

/* Returns whether one instruction of a script may run for ever. harness/process/sandbox.h ends such
 * scripts. */
static bool may_not_end(const char *text)
{
    static const char *const words[] = {"rep",    "find",   "match", "gsub", "move",
                                        "concat", "unpack", "utf8",  "sort"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strstr(text, words[k])) return true;
    return false;
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    char raw[LONGEST + 1], *before = results.script;
    struct choices in = {bytes + 2, bytes + size};
    if (size < 2) return;
    bool chosen = bytes[0] % 4;
    results.script = chosen ? grammar_text(&lua_grammar, 'S', &in)
                            : take_text(bytes + 2, size - 2, raw, sizeof raw);
    if (chosen || !may_not_end(raw)) ask((enum judge_question)(bytes[1] % NJUDGE_QUESTIONS));
    results.script = before;
}
