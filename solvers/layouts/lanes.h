/* A sum of many products in eight partial sums, which hide the latency of the additions. Product k
 * of the first 8 floor(count / 8) products is added to partial sum k % 8, then the partial sums are
 * added pairwise. The remaining products are added one by one to 0, and their sum is added last.
 * The bits are the same on every processor; rows shorter than eight are summed as in msr. */
#pragma once

#include <stdint.h>

enum { SUM_LANES = 8 };

/* total (declared, a real or a pair) := the sum of PRODUCT for k = 0 .. count - 1, in which k is
 * the index */
#define SUM_IN_LANES(total, count, PRODUCT)                                 \
    do {                                                                    \
        const uint32_t whole_ = (count) / SUM_LANES * SUM_LANES;            \
        __typeof__(total) rest_ = {0};                                      \
        total = rest_;                                                      \
        if (whole_) {                                                       \
            __typeof__(total) lane_[SUM_LANES];                             \
            for (uint32_t l_ = 0; l_ < SUM_LANES; l_++) lane_[l_] = rest_;  \
            for (uint32_t block_ = 0; block_ < whole_; block_ += SUM_LANES) \
                for (uint32_t l_ = 0; l_ < SUM_LANES; l_++) {               \
                    const uint32_t k = block_ + l_;                         \
                    lane_[l_] += PRODUCT;                                   \
                }                                                           \
            total = ((lane_[0] + lane_[1]) + (lane_[2] + lane_[3])) +       \
                    ((lane_[4] + lane_[5]) + (lane_[6] + lane_[7]));        \
        }                                                                   \
        for (uint32_t k = whole_; k < (count); k++) rest_ += PRODUCT;       \
        total += rest_;                                                     \
    } while (0)
