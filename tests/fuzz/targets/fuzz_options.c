/* Feeds the key=value words of the command line (harness/script/options.lua), a line each, to a
 * script with an option of every kind. Any must end in a clean refusal or in an experiment whose
 * text of options reads back as the same. */
#include "harness/script/script.h"

#include "tests/fuzz/fuzz.h"

enum { LONGEST = 300, MOST = 4 };

static void fuzz_begin(void)
{
    static const char script[] = "local wm = require 'warpmark'\n"
                                 "local o = wm.options({ n = 10, x = 0.5, b = true, t = 'a', ns = "
                                 "{ 1, 2 }, xs = { 0.5 }, ts = { 'a', 'b' } }, "
                                 "{ n = 3, ns = { 1 } })\n"
                                 "return wm.experiment { name = 'x', problems = { 'random_dd:n=3' "
                                 "}, variants = { 'a/b/c/d' } }\n";
    memory_file_put("s.lua", script, sizeof script - 1);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    char text[LONGEST + 1];
    const char *words[MOST];
    struct script_request request = {.path = MEMORY_PATH("s.lua"), .overrides = words};
    struct experiment experiment;
    char *rest = take_text(bytes, size, text, sizeof text);
    while (*rest && request.noverrides < MOST) {
        words[request.noverrides++] = rest;
        rest = cut_line(rest);
    }
    if (script_load(&request, &experiment) == OK) require(strchr(experiment.options, '\n') != NULL);
    else require_clean_message();
    experiment_free(&experiment);
}
