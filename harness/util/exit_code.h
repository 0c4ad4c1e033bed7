/* Exit codes of the program. */
#pragma once

#include "base/status.h"

enum exit_code {
    EXIT_FINE = 0,
    EXIT_INPUT = 1,
    EXIT_CASE = 2,
    EXIT_REGRESSION = 3,
    EXIT_ENVIRONMENT = 4,
    EXIT_DAMAGED = 5,
    EXIT_INTERRUPTED = 130
};

/* The exit code of a command that failed with this status. */
int exit_code_of(enum status status);
