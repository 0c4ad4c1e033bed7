#include "store/throttle_reasons.h"

#include <stdio.h>

const char *throttle_reason_names(uint64_t reasons, char *buffer, size_t size)
{
    static const struct {
        uint64_t bit;
        const char *text;
    } names[] = {
#define REASON(name, bit, text) {bit, text},
        NVML_REASONS(REASON)
#undef REASON
    };
    size_t used = 0;
    snprintf(buffer, size, "none");
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        if (!(reasons & names[k].bit) || used >= size) continue;
        used +=
            (size_t)snprintf(buffer + used, size - used, "%s%s", used ? ", " : "", names[k].text);
    }
    return buffer;
}
