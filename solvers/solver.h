/* The axes of a variant. Read this first, then the header of the axis that you work on.
 *
 *   method     how to iterate            struct method     solvers/method.h
 *   layout     how rows are stored       struct layout     solvers/layout.h
 *   place      where arrays live, and    struct place      solvers/place.h
 *              what runs there
 *   precision  of matrix and vectors     enum precision    solvers/operations.h
 *
 * Methods call operations (solvers/operations.h). Methods and layouts declare their own options
 * (solvers/options.h). The members of each axis stand in methods.def, layouts.def and places.def,
 * one line each; solvers/registry.c makes the tables from them. solvers/solve.h runs a solve.
 *
 * Every system is A x = b with a non-zero diagonal. The steady state of a chain is the system with
 * b = 0. Methods on graphs, TASK_CYCLE, have a layout and a precision of their own:
 * solvers/search/search.h. */
#pragma once

#include "solvers/layout.h"
#include "solvers/method.h"
#include "solvers/operations.h"
#include "solvers/options.h"
#include "solvers/place.h"
