#include "tests/support/cmocka.h"

enum status memory_is_back(enum status status)
{
    memory_fail_after(-1);
    if (status != OK && status != ERROR_HOST_MEMORY) fail_msg("%s", fail_message());
    return status;
}
