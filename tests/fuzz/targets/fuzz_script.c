/* Feeds the reader of experiment scripts (harness/script/script.h): the first byte picks whether
 * the rest is a script, which must not loop, or chooses one of lua_grammar.h. Any must end in a
 * clean refusal or in an experiment whose variants, tables and figures are there. */
#include "harness/script/script.h"

#include "tests/fuzz/lua_grammar.h"

enum { LONGEST = 4000 };

static void fuzz_begin(void)
{
    memory_file_put("data.csv", "n,t\n1,2\n", 8);
    memory_file_put("part.lua", "return 1\n", 9);
}

static void check(const struct experiment *e)
{
    require(e->name && e->title && e->nproblems > 0 && e->nvariants > 0);
    for (size_t k = 0; k < e->nproblems; k++)
        require(e->problems[k].source && e->problems[k].label);
    for (size_t k = 0; k < e->nfigures; k++) require(e->figures[k].id && e->figures[k].kind);
    for (size_t k = 0; k < e->ntables; k++) require(e->tables[k].id && e->tables[k].rows);
    for (size_t k = 0; k < e->nclaims; k++) require(e->claims[k].id && e->claims[k].text);
    require((unsigned)e->settings.cache < NCACHE_MODES &&
            (unsigned)e->settings.throttle < NTHROTTLE_RULES);
    require(e->settings.epsilon > 0 && e->settings.timeout > 0 && e->settings.max_samples > 0);
}

/* Returns whether the script may run for ever, use all memory, or read any file. A user's own
 * script is allowed to do this. */
static bool may_harm(const char *text)
{
    static const char *const words[] = {
        "'/",    "while", "repeat", "function f", "function g", "goto",  "for ", "rep(", "find",
        "match", "gsub",  "move",   "concat",     "sort",       "range", "pack", "utf8"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strstr(text, words[k])) return true;
    return false;
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    char raw[LONGEST + 1];
    struct fuzz_choices in = {bytes + 1, bytes + size};
    struct script_request request = {.path = MEMORY_PATH("s.lua"), .quick = size && bytes[0] & 4};
    struct experiment experiment;
    if (size < 2) return;
    char *script = bytes[0] % 4 ? grammar_text(&lua_grammar, 'S', &in)
                                : take_text(bytes + 1, size - 1, raw, sizeof raw);
    if (may_harm(script)) return;
    memory_file_put("s.lua", script, strlen(script));
    if (script_load(&request, &experiment) == OK) check(&experiment);
    else require_clean_message();
    experiment_free(&experiment);
}
