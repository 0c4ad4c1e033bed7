/* The invariants of base/sparse/csr.h, for tests and fuzz targets. */
#pragma once

#include <stdbool.h>

#include "base/sparse/csr.h"

bool csr_sound(const struct csr *a);
