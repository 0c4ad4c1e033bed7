/* Scripts given as texts, for the tests of harness/script/script.h. Include after scratch.h and cmocka.h.
 */
#ifndef WARPMARK_TESTS_SUPPORT_SCRIPTS_H
#define WARPMARK_TESTS_SUPPORT_SCRIPTS_H

#include <stdbool.h>

#include "harness/script/script.h"
#include "tests/support/scratch.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define WM "local wm = require 'warpmark' "
/* A valid experiment up to the keys that follow. */
#define BASE                                                                              \
    WM "return wm.experiment { name = 'x', problems = { 'random_dd:n=3' }, variants = { " \
       "'a/b/c/d' }, "

static const struct experiment zeroed;

static inline enum status load_with(const char *script, bool quick, size_t count,
                                    const char *const *overrides, struct experiment *out)
{
    scratch_write("s.lua", script);
    struct script_request request = {scratch_path("s.lua"), quick, count, overrides};
    return script_load(&request, out);
}

static inline void load(const char *script, struct experiment *out)
{
    enum status status = load_with(script, false, 0, NULL, out);
    if (status != OK) print_message("%s\n", fail_message());
    assert_int_equal(status, OK);
}

/* The message is one line and ends with "s.lua:" and what is expected. */
static inline void assert_message(const char *script, const char *expected)
{
    const char *place = strstr(fail_message(), "s.lua:");
    if (!place || strcmp(place + strlen("s.lua:"), expected))
        fail_msg("%s\n  gives    %s\n  not ...s.lua:%s", script, fail_message(), expected);
    assert_null(strchr(fail_message(), '\n'));
}

#endif
