#include "harness/case/throttle.h"

#include "harness/machine/nvml.h"
#include "harness/util/missing.h"

bool throttle_repeats(enum throttle_rule rule, uint64_t reasons, uint64_t repeated, uint64_t most)
{
    static const uint64_t bad[] = {
        [THROTTLE_NEVER] = 0,
        [THROTTLE_HEAT] = NVML_HW_SLOWDOWN | NVML_SW_THERMAL | NVML_HW_THERMAL | NVML_POWER_BRAKE,
        [THROTTLE_ANY] = NVML_HW_SLOWDOWN | NVML_SW_THERMAL | NVML_HW_THERMAL | NVML_POWER_BRAKE |
                         NVML_POWER_CAP,
    };
    return reasons != MISSING && (reasons & bad[rule]) && repeated < most;
}
