/* The invariants of base/sparse/csr.h, for tests and fuzz targets. */
#ifndef WARPMARK_TESTS_SUPPORT_CSR_SOUND_H
#define WARPMARK_TESTS_SUPPORT_CSR_SOUND_H

#include <stdbool.h>

#include "base/sparse/csr.h"

bool csr_sound(const struct csr *a);

#endif
