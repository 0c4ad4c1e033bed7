/* Scripts given as texts, for the tests of harness/script/script.h. */
#pragma once

#include <stdbool.h>

#include "harness/script/script.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define WM "local wm = require 'warpmark' "
/* A valid experiment up to the keys that follow. */
#define BASE                                                                              \
    WM "return wm.experiment { name = 'x', problems = { 'random_dd:n=3' }, variants = { " \
       "'a/b/c/d' }, "

extern const struct experiment zeroed;

enum status load_with(const char *script, bool quick, size_t count, const char *const *overrides,
                      struct experiment *out);
void load(const char *script, struct experiment *out);

/* Checks that the message is one line and ends with "s.lua:" and the expected text. */
void assert_message(const char *script, const char *expected);
