/* The arrays of msr and of the layouts made from it, read as their headers describe them. */
#pragma once

#include "solvers/layouts/compact.h"
#include "solvers/layouts/msr/msr.h"
#include "solvers/layouts/segments.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"

struct form {
    const char *name;
    uint32_t rows; /* a segment; 0: row after row */
    bool compact;
    const char *otherwise; /* what stores a matrix that does not fit */
};

static const struct form forms[] = {{"msr", 0, false, NULL}, {"cmsr", 0, true, "msr"},
                                    {"wl", 32, false, NULL}, {"hwl", 16, false, NULL},
                                    {"cwl", 32, true, "wl"}, {"chwl", 16, true, "hwl"}};
enum { NFORMS = sizeof forms / sizeof *forms };

/* A number of an array, and a number in the precision of a. */
double real_at(const struct stored *a, int array, size_t at);
double rounded(const struct stored *a, double value);

/* Words that row i has room for, padding included. */
uint64_t row_room(const struct form *form, const struct stored *a, uint32_t i);

size_t word_slot(const struct form *form, const struct stored *a, uint32_t i, uint64_t k);
uint32_t column_at(const struct form *form, const struct stored *a, size_t slot);
double value_at(const struct form *form, const struct stored *a, size_t slot);
double inverse_at(const struct form *form, const struct stored *a, uint32_t i);
