/* PRISM's exports and answers: the folders in $WARPMARK_ORACLE (default ../shared/oracle), and the
 * rows of their expected.json. */
#pragma once

#include <stdio.h>

#include "solvers/registry.h"
#include "store/results.h"
#include "tests/support/cmocka.h"

const char *oracle_folder(void);

/* One row of expected.json. The file holds one member a line, which is all this reader knows of
 * JSON. */
struct expected {
    char property[256], source[256], method[32], criterion[16];
    double epsilon, value;
    uint64_t iterations; /* MISSING: none were needed */
    bool converged;
};

/* The next row, or false at the end. */
bool expected_next(FILE *file, struct expected *row);

FILE *expected_open(const char *folder);
