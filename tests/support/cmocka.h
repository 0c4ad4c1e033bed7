/* cmocka.h, after the headers that it needs, and after our fail(), whose name is a macro there. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/status.h"

#include <cmocka.h>

/* Fails with the message of a call that does not return OK. */
#define assert_ok(call)                                              \
    do {                                                             \
        if ((call) != OK) fail_msg("%s: %s", #call, fail_message()); \
    } while (0)

/* Returns the status of a call that may make `count` allocations before memory is refused; fails
 * unless that status is OK or ERROR_HOST_MEMORY. */
#define refused_after(count, call) (memory_fail_after(count), memory_is_back(call))
enum status memory_is_back(enum status status);

/* Makes a call with ever more allocations until it returns OK; fails unless memory was refused at
 * least so many times before. */
#define assert_memory_refused(least, call)                             \
    do {                                                        \
        long refused_ = 0;                                      \
        while (refused_after(refused_, call) != OK) refused_++; \
        assert_true(refused_ >= (least));                       \
    } while (0)
