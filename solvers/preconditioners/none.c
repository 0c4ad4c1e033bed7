/* No preconditioner. */
#include "solvers/preconditioner.h"

const struct preconditioner preconditioner_none = {.name = "none"};
