#include "tests/support/results/scripts.h"

#include <string.h>

const struct experiment zeroed;

enum status load_with(const char *script, bool quick, size_t count, const char *const *overrides,
                      struct experiment *out)
{
    scratch_write("s.lua", script);
    struct script_request request = {
        .path = scratch_path("s.lua"), .quick = quick, .noverrides = count, .overrides = overrides};
    return script_load(&request, out);
}

void load(const char *script, struct experiment *out)
{
    enum status status = load_with(script, false, 0, NULL, out);
    if (status != OK) print_message("%s\n", fail_message());
    assert_int_equal(status, OK);
}

void assert_message(const char *script, const char *expected)
{
    const char *place = strstr(fail_message(), "s.lua:");
    if (!place || strcmp(place + strlen("s.lua:"), expected))
        fail_msg("%s\n  gives    %s\n  not ...s.lua:%s", script, fail_message(), expected);
    assert_null(strchr(fail_message(), '\n'));
}
