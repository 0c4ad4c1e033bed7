/* No preconditioner. */
#include "solvers/preconditioner.h"

const struct preconditioner preconditioner_none = {
    .name = "none",
    .stalls = "an iteration tells a row of its neighbours only: try precondition=multilevel"};
