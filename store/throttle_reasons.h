/* Reasons why a card's clocks are lower than requested, as samples store them: bits as in NVML. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define NVML_REASONS(REASON)                                 \
    REASON(IDLE, 0x1, "idle")                                \
    REASON(CLOCK_SETTING, 0x2, "application clocks setting") \
    REASON(POWER_CAP, 0x4, "software power cap")             \
    REASON(HW_SLOWDOWN, 0x8, "hardware slowdown")            \
    REASON(SYNC_BOOST, 0x10, "sync boost")                   \
    REASON(SW_THERMAL, 0x20, "software thermal slowdown")    \
    REASON(HW_THERMAL, 0x40, "hardware thermal slowdown")    \
    REASON(POWER_BRAKE, 0x80, "power brake")                 \
    REASON(DISPLAY, 0x100, "display clock setting")

enum {
#define REASON(name, bit, text) NVML_##name = bit,
    NVML_REASONS(REASON)
#undef REASON
};

/* The reasons of a slowed-down card: heat, hardware, power supply. */
#define SLOWED_REASONS \
    ((uint64_t)(NVML_HW_SLOWDOWN | NVML_SW_THERMAL | NVML_HW_THERMAL | NVML_POWER_BRAKE))

/* Names of the bits that are set, "a, b"; "none" if none is. Returns buffer. */
const char *throttle_reason_names(uint64_t reasons, char *buffer, size_t size);
