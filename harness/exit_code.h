/* Exit codes of the program. */
#pragma once

#include "base/status.h"

enum exit_code {
#define EXIT_CODE(enumerator, code, meaning) enumerator = (code),
#include "harness/exit_codes.def"
#undef EXIT_CODE
};

/* The exit code of a command that failed with this status. */
int exit_code_of(enum status status);
