/* Feeds tables of data beside a script (wm.csv): the input is the file. Any must end in a clean
 * refusal or in rows that have as many cells as the first line at most, and whose names are there.
 */
#include "harness/script/script.h"

#include "tests/fuzz/fuzz.h"

static void fuzz_begin(void)
{
    static const char script[] =
        "local wm = require 'warpmark'\n"
        "local rows = wm.csv 'data.csv'\n"
        "for _, row in ipairs(rows) do\n"
        "  for name, cell in pairs(row) do\n"
        "    assert(type(name) == 'string' and (type(cell) == 'string' or type(cell) == "
        "'number'))\n"
        "    local known = false\n"
        "    for _, other in ipairs(rows.names) do known = known or other == name end\n"
        "    if not known then BROKEN = true end\n"
        "  end\n"
        "end\n"
        "return wm.experiment { name = BROKEN and 'broken' or 'x', problems = { 'random_dd:n=3' }, "
        "variants = { 'a/b/c/d' } }\n";
    memory_file_put("s.lua", script, sizeof script - 1);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct script_request request = {.path = MEMORY_PATH("s.lua")};
    struct experiment experiment;
    memory_file_put("data.csv", bytes, size);
    if (script_load(&request, &experiment) == OK) require(!strcmp(experiment.name, "x"));
    else require_clean_message();
    experiment_free(&experiment);
}
