/* Layout ellpack (ELLPACK, 1985): every row has as many entries as the longest one, and entry k of
 * all rows stands together, so that neighbouring threads read neighbouring words. Short rows end
 * with padding, which names its own row's column. */
#pragma once

/* The arrays, in order: uint32_t col[width n], real val[width n], real inverse[n] = 1 / A_ii. Entry
 * k of row i is number k n + i. */
enum { ELLPACK_COL, ELLPACK_VAL, ELLPACK_INVERSE };
