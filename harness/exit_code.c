#include "harness/exit_code.h"

int exit_code_of(enum status status)
{
    switch (status) {
    case OK: return EXIT_FINE;
    case ERROR_DAMAGED: return EXIT_DAMAGED;
    case ERROR_ENVIRONMENT: return EXIT_ENVIRONMENT;
    case ERROR_INTERRUPTED: return EXIT_INTERRUPTED;
    default: return EXIT_INPUT;
    }
}
